"""Heirs have games of their own where the game of the case they are from does not lead to their positions."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from reach.test_command import CASE, reach, witnesses
from thorough import so_many
from tilelaw.background import corpus
from tilelaw_conformance import Annexes, Case, Places, Witnesses, bundled_corpus, inherited
from tilelaw_reach import heirs_with_games
from tilelaw_reach.reacher import Reacher

FOLDER = bundled_corpus()
SAMPLE = (
    ("origins/place/rejects-desert-below-grassland", "origins/totem", 2),
    ("kingdomino/score/scores-a-whole-kingdom", "kingdomino/mighty-duel", 2),
    ("ingenious/lines/scores-a-double-in-the-middle", "ingenious/standard", 4),
)
ID = "origins/own/rejects-overlap"
HEIR = f"{ID}@origins/discovery:3"
ADDED = "origins/discovery+centre"


@cache
def reacher() -> Reacher:
    return Reacher()


def sample(id_: str, ruleset: str, players: int) -> tuple[Case, Case]:
    (origin,) = [case for case in corpus(FOLDER).cases if case.id == id_]
    return inherited(origin, ruleset, players), origin


@pytest.mark.parametrize(("id_", "ruleset", "players"), SAMPLE[: so_many(2, len(SAMPLE))])
def test_the_search_finds_the_bundled_game_again(id_: str, ruleset: str, players: int) -> None:
    heir, origin = sample(id_, ruleset, players)
    found = reacher().search(heir, 60.0, origin)
    assert (found.failure, list(found.answers)) == (None, Witnesses(FOLDER).game(heir.id))


def test_what_a_case_cannot_name_is_free_in_the_game_of_an_heir() -> None:
    """In Totem mode resources lie where a case of Discovery mode has bare land; in a case of that mode they count."""
    heir, origin = sample(*SAMPLE[0])
    answers = Witnesses(FOLDER).game(heir.id)
    assert answers is not None
    assert reacher().fault(heir, answers, origin) == ""
    assert reacher().fault(heir, answers) == "its witness leads to another position"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A case of which an annex says that it holds for three players as well, and with an addition."""
    (tmp_path / "origins").mkdir()
    (tmp_path / "origins" / "own.yaml").write_text(CASE, encoding="utf-8")
    holds(tmp_path, {"origins/discovery": [3], ADDED: [3]})
    return tmp_path


def holds(folder: Path, places: Places, replays: Places | None = None) -> None:
    path = folder / "annexes" / "origins" / "own.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    annex = {"holds": places, "replays": replays} if replays else {"holds": places}
    path.write_text(json.dumps({ID: annex}), encoding="utf-8")


def test_a_game_is_searched_for_each_mode_and_number_of_players(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reach(own, capsys)[0] == 0
    assert set(witnesses(own)) == {ID}, "heirs are searched only if that is wanted"
    assert reach(own, capsys, "--heirs")[0] == 0
    assert set(witnesses(own)) == {ID, HEIR}
    assert reach(own, capsys, "--check")[0] == 0


@pytest.mark.parametrize(
    ("places", "replays", "searched"),
    [
        ({"origins/discovery": [3]}, {}, ["origins/discovery:3"]),
        ({"origins/discovery": [3]}, {"origins/discovery": [3]}, []),
        # Without a game in the mode, none is searched with the addition.
        ({"origins/discovery": [3], ADDED: [3]}, {}, ["origins/discovery:3"]),
        # That of the mode leads to both, or to one of them; or the case holds with the addition alone.
        ({"origins/discovery": [3], ADDED: [3]}, {"origins/discovery": [3]}, [f"{ADDED}:3"]),
        ({ADDED: [3, 4]}, {ADDED: [3]}, [f"{ADDED}:4"]),
        ({ADDED: [3, 4]}, {ADDED: [3, 4]}, []),
        ({ADDED: [3]}, {}, [f"{ADDED}:3"]),
    ],
)
def test_with_an_addition_a_game_is_searched_only_if_none_is_shared(
    places: Places, replays: Places, searched: list[str], own: Path
) -> None:
    holds(own, places, replays)
    Witnesses(own).put({ID: []})
    found = [each.heir.id for each in heirs_with_games(corpus(own).cases, Annexes(own), Witnesses(own))]
    assert found == [f"{ID}@{place}" for place in searched]


def test_a_wrong_game_of_an_heir_is_told_and_forgotten(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reach(own, capsys, "--heirs")[0] == 0
    entries = witnesses(own)
    right = entries[HEIR]["answers"]
    entries[HEIR]["answers"] = right[:-1]
    (own / "witnesses" / "origins" / "own.json").write_text(json.dumps(entries), encoding="utf-8")
    status, out = reach(own, capsys, "--check")
    assert (status, out.splitlines()[0]) == (1, f"{HEIR}: its witness leads to another position")
    assert reach(own, capsys)[0] == 0
    assert set(witnesses(own)) == {ID}
    assert reach(own, capsys, "--heirs")[0] == 0
    assert witnesses(own)[HEIR]["answers"] == right


def test_a_game_of_an_heir_that_is_none_any_more_is_told(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reach(own, capsys, "--heirs")[0] == 0
    holds(own, {"origins/discovery": [2]})
    status, out = reach(own, capsys, "--check")
    assert (status, f"{HEIR}: there is a witness, but no case of that id that needs one" in out) == (1, True)
