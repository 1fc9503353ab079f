"""What the editions say: every rule of the bundled games is cited, ruled on, or a consequence with its own source."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator

import pytest

from tilelaw.main import main
from tilelaw_dsl.editions import Comparison, Wording, compare, games
from tilelaw_dsl.ir import Standing
from tilelaw_play import rulebook

BOOK = rulebook()


@pytest.fixture(scope="module")
def origins() -> Comparison:
    return compare(BOOK, "origins")


def _one(comparison: Comparison, id_: str, layer: str | None = None) -> Wording:
    return next(w for w in comparison.wordings if w.id == id_ and (layer is None or w.layer == layer))


def _standing(wording: Wording, edition: str) -> Standing | None:
    return next(word.standing for word in wording.words if word.edition == edition)


def test_the_games() -> None:
    assert {"origins", "kingdomino", "ingenious"} <= set(games(BOOK))


@pytest.mark.parametrize("game", ["origins", "kingdomino", "ingenious"])
def test_every_wording_has_a_source_or_a_ruling(game: str) -> None:
    for wording in compare(BOOK, game).wordings:
        cited = any(word.standing for word in wording.words)
        assert cited or wording.rulings, wording.id


def test_the_four_editions(origins: Comparison) -> None:
    assert [name for name, _ in origins.editions] == ["cs", "sk", "hu", "pl"]
    for wording in origins.wordings:
        assert [word.edition for word in wording.words] == ["cs", "sk", "hu", "pl"]


STANDINGS = """id,cs,sk,hu,pl
lava.token,states,states,differs,states
lava.range,states,states,states,pictured
setup.row,states,states,states,differs
setup.first-pick,states,states,states,differs
setup.leftover,,,states,states
lava.on-territory,,,states,
lava.not-hut,,,,
place.empty,,,,
place.shape,,,,
end.last-round,differs,differs,differs,states
score.fisher,states,states,states,pictured
score.hunter,states,states,states,pictured
totem.keep,states,states,differs,differs
totem.idle,,,,
tribe.resource-burns,states,states,,
recruit.not-hut,,,,
cave.empty,,,,
components.totems,states,states,states,states
bonus.centre,states,states,states,states
"""


@pytest.mark.parametrize("row", list(csv.DictReader(STANDINGS.splitlines())), ids=lambda row: str(row["id"]))
def test_what_the_books_say(origins: Comparison, row: dict[str, str]) -> None:
    wording = _one(origins, row["id"])
    for edition in ("cs", "sk", "hu", "pl"):
        assert (_standing(wording, edition) or "") == row[edition], edition


def test_a_rule_worded_twice_is_listed_under_both_layers(origins: Comparison) -> None:
    layers = [wording.layer for wording in origins.wordings if wording.id == "totem.keep"]
    assert layers == ["origins/totem", "origins/ruling-tie-loses-totem"]


def test_a_ruling_names_the_layer_that_settles_it_otherwise(origins: Comparison) -> None:
    for id_, layer in {
        "lava.not-hut": "origins/ruling-lava-on-hut",
        "lava.path": "origins/ruling-gaps-stop-lava",
        "totem.keep": "origins/ruling-tie-loses-totem",
        "recruit.not-last": "origins/ruling-recruit-last-round",
    }.items():
        assert layer in [name for name, _ in _one(origins, id_).changed_by]


# ---- as people use it -------------------------------------------------------------------------------------------


def _lines(capsys: pytest.CaptureFixture[str], *words: str) -> Iterator[str]:
    assert main(["rules", *words]) == 0
    yield from capsys.readouterr().out.splitlines()


def test_editions_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(_lines(capsys, "editions", "origins", "lava.token"))
    assert "  hu      differs   1. Felfedezések játékmód / Vulkánok (may take)" in lines
    assert "  cs      silent" in lines  # of the rule that only the Hungarian reading has
    assert lines[-1].startswith("3 rules: ")


def test_what_is_known_of_the_printed_books(capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(_lines(capsys, "editions", "origins", "lava.token"))
    assert [line.split()[:2] for line in lines[1:5]] == [[name, "printing"] for name in ("cs", "sk", "hu", "pl")]
    assert [line.split()[:3] for line in lines[5:9]] == [[name, "read", "from"] for name in ("cs", "sk", "hu", "pl")]
    assert lines[1].endswith("MINDOK, © 2022 Blue Orange Edition; item number unknown")
    data = json.loads("\n".join(_lines(capsys, "editions", "origins", "lava.token", "--format", "json")))
    assert data["editions"][3] == {
        "edition": "pl",
        "title": "Prehistoria",
        "printing": "unknown",
        "read_from": "the text of a PDF, without pictures",
    }


def test_only_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    everything = list(_lines(capsys, "editions", "origins"))
    differing = list(_lines(capsys, "editions", "origins", "--differing"))
    assert any(line.startswith("turn.order ") for line in everything)
    assert not any(line.startswith("turn.order ") for line in differing)
    assert any(line.startswith("setup.row ") for line in differing)


def test_rulings_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(_lines(capsys, "rulings", "origins"))
    assert "  changed by origins/ruling-lava-on-hut: Other ruling: lava may land on the hut" in lines
    assert not any(line.startswith("rank.shared ") for line in lines)


def test_another_game_on_the_same_ground_changes_no_ruling_of_this_one(capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(_lines(capsys, "rulings", "kingdomino"))
    assert any(line.startswith("  changed by kingdomino/") for line in lines)
    assert not any(line.startswith("  changed by origins/") for line in lines)


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads("\n".join(_lines(capsys, "editions", "origins", "lava.range", "--format", "json")))
    assert data["rules"][0]["editions"]["pl"]["standing"] == "pictured"


@pytest.mark.parametrize(
    ("words", "told"),
    [(["orgins"], "did you mean `origins`?"), (["origins", "lava.rnge"], "did you mean `lava.range`?")],
)
def test_a_slip_is_told_plainly(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "editions", *words]) == 2
    assert told in capsys.readouterr().err
