"""Rules text is coloured: every word of it is known to the lexer, and words are what they are for readers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Error, Keyword, Name, Number, Operator, String

import tilelaw_spec
from tilelaw_dsl import Report, wordlist
from tilelaw_play import load
from tilelaw_press.formal import formal_text, highlighted
from tilelaw_press.lexer import RulesLexer

DOCS = Path(__file__).parents[2] / "docs"
FILES = sorted(tilelaw_spec.root().rglob("*.rules"))
FENCES = re.findall(r"```rules\n(.*?)```", (DOCS / "language.md").read_text(encoding="utf-8"), re.DOTALL)


def tokens(text: str) -> list[tuple[object, str]]:
    return [(kind, part) for kind, part in RulesLexer(stripnl=False).get_tokens(text) if part.strip()]


@pytest.mark.parametrize("text", [*(path.read_text(encoding="utf-8") for path in FILES), *FENCES])
def test_nothing_is_unknown(text: str) -> None:
    found = list(RulesLexer().get_tokens_unprocessed(text))
    assert "".join(part for _, _, part in found) == text
    assert [part for _, kind, part in found if kind is Error] == []


def test_there_is_text() -> None:
    assert len(FILES) > 20
    assert len(FENCES) > 7


def test_the_word_that_begins_a_line_says_what_its_names_are() -> None:
    text = "    amend rule place.not-last\n        at lava.cooled\n            at.fire := due.a.craters\n"
    assert [part for kind, part in tokens(text) if kind is Name.Label] == ["place.not-last", "lava.cooled"]
    assert [part for kind, part in tokens(text) if kind is Name] == ["at", "fire", "due", "a", "craters"]


def test_values_and_words() -> None:
    line = 'rule a.b "{limit} by {limit}"\n    for place\n        require count first(2, you) at most 0..9 or true\n'
    found = tokens(line)
    assert (String.Interpol, "{limit}") in found
    assert (Name.Builtin, "first") in found
    assert (Name.Builtin.Pseudo, "you") in found
    assert (Operator.Word, "at most") in found
    assert (Number.Integer, "0..9") in found
    assert (Keyword, "require") in found


def test_words_are_those_of_the_language() -> None:
    words = wordlist()
    assert {"rule", "require", "score"} <= words.statements <= words.keywords
    assert "regions" in words.functions
    assert "you" in words.kept


def test_fences_of_docs_are_coloured_by_it() -> None:
    assert isinstance(get_lexer_by_name("rules"), RulesLexer)


def test_formal_text_is_coloured_and_escaped() -> None:
    ruleset = load("origins/discovery")
    merged = ruleset.book.merged(ruleset.layers, 4, Report())
    assert merged is not None
    text = formal_text(merged.rules["place.fits"])
    assert text.startswith("rule place.fits\n")
    assert '<span class="k">rule</span>' in highlighted(text)
    assert "<script>" not in highlighted('rule a.b "<script>"\n')
