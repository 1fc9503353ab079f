"""Games written by somebody who had read the language reference and nothing else: they lint, play and count right."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest

from play.walks import random_walk
from thorough import so_many
from tilelaw_dsl import Report, Rulebook, Source, format_text, lint, render
from tilelaw_dsl.ir.geometry import distances, neighbours
from tilelaw_play import load
from tilelaw_reference import RulesError, State, perft

FOLDER = Path(__file__).parents[1] / "strangers"
GAMES = sorted(FOLDER.glob("*.rules"))


def test_there_are_games() -> None:
    assert len(GAMES) == 15


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.rules")), ids=lambda p: p.stem)
def test_it_is_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(Source(path.name, text), Report()) == text, "run `tilelaw rules fmt`"


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_it_lints_and_plays_to_its_end(path: Path) -> None:
    book = Rulebook.read([])
    assert [render(d) for d in lint(book, path)] == []
    ruleset = load(str(path), book)
    for players in ruleset.counts:
        for seed in range(so_many(1, 2)):
            states = list(random_walk(ruleset.start(players, seed=seed), seed))
            assert states[-1].is_over
            middle = states[len(states) // 2]
            assert ruleset.state(middle.to_text()) == middle
            assert states[-1].engine.play(states[-1].history) == states[-1]


def test_reversi_has_the_known_numbers_of_openings() -> None:
    state = load(str(FOLDER / "reversi.rules"), Rulebook.read([])).start(2)
    assert [perft(state, depth) for depth in range(1, 5)] == [4, 12, 56, 244]


def test_morris_has_twenty_four_points_and_sixteen_mills() -> None:
    ruleset = load(str(FOLDER / "morris.rules"), Rulebook.read([]))
    state = ruleset.start(2)
    assert [perft(state, depth) for depth in (1, 2)] == [24, 24 * 23]
    (board,) = ruleset.game(2).boards
    beside = [neighbours(board, relation) for relation in board.relations]
    assert [sum(map(len, each.values())) for each in beside] == [64, 32, 32]
    mills = [distances(each, at) for each in beside[1:] for at, near in each.items() if len(near) == 2]
    assert [len(mill) for mill in mills] == [3] * 16


def test_a_mill_takes_a_man_that_stands_in_none() -> None:
    lying = [[0, 0, 0], [3, 0, 0], [1, 1, 1], [3, 1, 1], [5, 1, 1], [2, 2, 1]]
    men = [{"at": [x, y], "man": player} for x, y, player in lying]
    ruleset = load(str(FOLDER / "morris.rules"), Rulebook.read([]))
    asked = [{"ask": "place", "player": 0}]
    state = ruleset.state(
        {"ruleset": "morris/nine", "players": 2, "mill": men, "placed": {"0": 2, "1": 4}, "asks": asked}
    )
    state = state.apply({"place": {"at": [6, 0]}})
    assert [move.to_json() for move in state.moves()] == [{"seize": {"which": [2, 2]}}]


def test_a_single_stone_is_not_put_back_at_once() -> None:
    stones = {(1, 0): 0, (0, 1): 0, (1, 2): 0, (2, 0): 1, (3, 1): 1, (2, 2): 1, (1, 1): 1}
    lying = [{"at": list(at), "stone": player} for at, player in stones.items()]
    ruleset = load(str(FOLDER / "ko.rules"), Rulebook.read([]))
    state = ruleset.state(
        {"ruleset": "stones/ko", "players": 2, "goban": lying, "asks": [{"ask": "play", "player": 0}]}
    )
    state = state.apply({"play": {"at": [2, 1]}})
    assert state.to_json()["ko"] == [1, 1]
    assert [each.rule for each in state.judge({"play": {"at": [1, 1]}}).rejections] == ["play.ko"]
    for answer in ({"play": {"at": [4, 4]}}, {"play": {"at": [4, 0]}}):
        state = state.apply(answer)
    assert state.judge({"play": {"at": [1, 1]}}).legal
    page = FOLDER.parents[1] / "docs" / "decisions" / "013-no-position-history.md"
    (shown,) = re.findall(r"```rules\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    rules = (FOLDER / "ko.rules").read_text(encoding="utf-8")
    assert all(indent(part, "    ").strip("\n") in rules for part in shown.split("\n\n"))


BROKEN = """mode broken/one
    title "Broken"
    players 2
    board field
        grid squares 0..1 by 0..1
        relation beside = orthogonal
        cell spot
            full: flag
    var points(player): 0..9
    flow
        repeat turn until no field[not full] with mover = first(players) then next_player(mover)
            ask fill of mover "Where?"
    rule fill.spot "Fill a spot"
        house
        action fill
            at in field
        for fill
            require {requirement}
        for fill
            at.full := true
            add 2 to points(you) at most 9
    rule score "Points are points"
        house
        score points(you)
{more}
"""
TWICE = """    rule fill.more "And another point"
        house
        for fill
            {change}
"""


def test_an_ask_without_a_legal_answer_is_a_mistake_of_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(BROKEN.format(requirement="at.x > 5", more=""), encoding="utf-8")
    with pytest.raises(RulesError, match=r"player 1 is asked `fill` and has no legal answer"):
        load(str(path), Rulebook.read([])).start(2).moves()


def played(tmp_path: Path, change: str) -> State:
    path = tmp_path / "twice.rules"
    text = BROKEN.format(requirement="not at.full", more=TWICE.format(change=change))
    path.write_text(text, encoding="utf-8")
    state = load(str(path), Rulebook.read([])).start(2)
    return state.apply(state.moves()[0])


def test_what_two_rules_add_to_one_variable_is_summed(tmp_path: Path) -> None:
    for change, points in (("add 1 to points(you) at most 9", 3), ("add 1 to points(you) at most 2", 2)):
        state = played(tmp_path, change)
        assert [side["total"] for side in state.score()] == [points, 0]
        assert [event["value"] for event in state.events if event.get("variable") == "points"] == [points]


def test_a_value_for_what_another_rule_adds_to_is_a_mistake_of_the_rules(tmp_path: Path) -> None:
    for change in ("points(you) := 3", "points(you) := points(you) + 2 at most 9"):
        with pytest.raises(RulesError, match=r"`fill\.more` and `fill\.spot` both change `points\(player 1\)`"):
            played(tmp_path, change)
