"""Tables: whatever is odd about one is told in a sentence, with the line on which it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_dsl.codes.snippets import in_layer
from tilelaw_dsl.diagnostics import Diagnostic
from tilelaw_dsl.explain import findings
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook

KIND = 'kinds card from "cards.csv"\n    worth: 0..9\n    suit: colour?'
LINE = "score tally(you) * sum(worth over card[suit = red])"
HEAD = "card,worth,suit\n"


def told(table: str) -> list[Diagnostic]:
    return findings(in_layer(KIND, lines=LINE, data=table))


ODD = {
    "a short line": (HEAD + "ace,9,red\nten,5\n", "line 3 of `cards.csv` has 2 values for 3 columns"),
    "a long line": (HEAD + "ace,9,red,4\n", "line 2 of `cards.csv` has 4 values for 3 columns"),
    "a blank line before": (HEAD + "\nace,9,pink\n", "line 3 of `cards.csv` has `pink` under `suit`"),
    "lines of commas before": (HEAD + ",,\n ,,\nace,19,red\n", "line 4 of `cards.csv` has `19` under `worth`"),
    "a line break in a value": (HEAD + 'ace,9,"red\n"\nten,50,red\n', "line 4 of `cards.csv` has `50` under `worth`"),
    "a name with a space": (HEAD + "big ace,9,red\n", "line 2 of `cards.csv` names its member `big ace`, which is no"),
    "a name with a capital": (HEAD + "ten,1,red\nAce,9,red\n", "line 3 of `cards.csv` names its member `Ace`"),
    "a name that begins with a digit": (HEAD + "2x,9,red\n", "line 2 of `cards.csv` names its member `2x`"),
    "no name": (HEAD + ",9,red\n", "line 2 of `cards.csv` does not name a member of its own"),
    "a name twice": (HEAD + "ace,9,red\nace,8,red\n", "line 3 of `cards.csv` does not name a member of its own"),
    "semicolons": ("card;worth;suit\nace;9;red\n", "`cards.csv` has semicolons between its values"),
    "tabs": ("card\tworth\tsuit\nace\t9\tred\n", "`cards.csv` has tabs between its values"),
    "a column without a name": ("card,,worth,suit\nace,1,9,red\n", "column 2 of `cards.csv` has no name"),
    "a column twice": ("card,worth,worth,suit\nace,1,9,red\n", "`cards.csv` has two columns `worth`"),
    "a misspelt column": ("card,worht,suit\nace,9,red\n", "`cards.csv` has no column `worth`"),
    "an open quote": (HEAD + 'ace,9,"red\n', "`cards.csv` is no table of values with commas between them"),
    "only a head": (HEAD, "`cards.csv` has no rows"),
    "nothing": ("\n", "`cards.csv` has no rows"),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_table(name: str) -> None:
    table, words = ODD[name]
    found = told(table)
    assert [str(item.code) for item in found if item.severity == "error"] == ["T803"], [item.message for item in found]
    assert words in next(item.message for item in found if item.code == "T803")


@pytest.mark.parametrize(
    "table",
    [
        HEAD + "ace,9,red\n\nten,5,\n,,\n",
        " card , worth , suit \nace,9,red\n",
        HEAD.strip() + ",note\nace,9,red,golden\n",
        HEAD + '"ace",9,"red"\n',
        HEAD + "7,9,red\n",
    ],
)
def test_plain_table(table: str) -> None:
    assert [item.message for item in told(table)] == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_table_in_another_encoding(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "cards.csv").write_bytes((HEAD + "ace,9,red\nbär,5,red\n").encode(encoding))
    (tmp_path / "game.rules").write_text(in_layer(KIND, lines=LINE).whole(), encoding="utf-8")
    found = lint(Rulebook.read([]), tmp_path / "game.rules")
    assert [item.message for item in found] == ["`cards.csv` is not written in UTF-8"]


def test_a_column_that_nothing_reads_is_doubted() -> None:
    (item,) = told("card,worth,suit,power\nace,9,red,1\n")
    assert (item.code, item.severity) == ("T922", "warning")
    assert item.message == "nothing reads the column `power` of `cards.csv`"
    assert "call it `copies`" in item.hint
    (item,) = told("card,worth,suit,power,copies\nace,9,red,1,2\n")
    assert "copies" not in item.hint
    (item,) = told("card,worth,suit,power\nace,9,red,great\n")
    assert "copies" not in item.hint
