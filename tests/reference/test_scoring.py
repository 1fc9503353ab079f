"""Score lines, results, ranking, and their explanation; and why moves are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from reference import tiny
from reference.tiny import YOU, n, variable
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine
from tilelaw_reference.wire.write_results import RankGroup

FILL = Engine(tiny.FILL)
DIG = Engine(tiny.DIG)
POSITION = {
    "plan": [
        {"at": [0, 0], "by": 0, "colour": "red"},
        {"at": [0, 1], "by": 1, "colour": "red"},
        {"at": [0, 2], "by": 1, "colour": "blue"},
    ],
    "asks": [{"ask": "place", "player": 0}],
}


def test_a_score_is_lines_total_and_result_of_every_side() -> None:
    assert FILL.state(POSITION).score() == [
        {
            "side": side,
            "players": [side],
            "lines": [
                {"rule": "score.all", "points": own},
                {"rule": "score.colour", "key": "red", "points": 2},
                {"rule": "score.colour", "key": "green", "points": 0},
                {"rule": "score.colour", "key": "blue", "points": 1},
            ],
            "total": own + 3,
            "result": [own + 3],
        }
        for side, own in ((0, 1), (1, 2))
    ]


def test_sides_are_scored_together_and_lists_are_spliced_in() -> None:
    state = DIG.state({"peg": {"0": {"red": 1, "blue": 2}, "2": {"red": 2}, "3": {"green": 4}}})
    assert state.score() == [
        {
            "side": 0,
            "players": [0, 2],
            "lines": [
                {"rule": "score.pegs", "key": 0, "points": 3},
                {"rule": "score.pegs", "key": 2, "points": 2},
            ],
            "total": 5,
            "result": [0, 2, 3],
        },
        {
            "side": 1,
            "players": [1, 3],
            "lines": [
                {"rule": "score.pegs", "key": 1, "points": 0},
                {"rule": "score.pegs", "key": 3, "points": 4},
            ],
            "total": 4,
            "result": [0, 0, 4],
        },
    ]
    assert state.ranking() == [{"sides": [0], "decided_by": 1}, {"sides": [1]}]


def ranked(pegs: list[tuple[int, int]], *lines: ir.RankLine) -> list[RankGroup]:
    """Rank four players by these lines; each has points in red and in blue."""
    engine = tiny.engine(players=4, ranks=lines)
    peg = {str(player): {"red": red, "blue": blue} for player, (red, blue) in enumerate(pegs)}
    return engine.state({"peg": peg}).ranking()


RED = ir.RankByNumber("rank.red", variable("peg", YOU, tiny.RED))
BLUE = ir.RankByNumber("rank.blue", variable("peg", YOU, tiny.BLUE))
SHARED = ir.RankShared("rank.shared")


@pytest.mark.parametrize(
    ("pegs", "lines", "expected"),
    [
        (
            [(1, 0), (3, 0), (2, 0), (3, 1)],
            (RED, BLUE),
            [
                {"sides": [3], "decided_by": 1},
                {"sides": [1], "decided_by": 0},
                {"sides": [2], "decided_by": 0},
                {"sides": [0]},
            ],
        ),
        (
            [(1, 0), (3, 0), (2, 0), (3, 1)],
            (RED,),
            [{"sides": [1, 3], "decided_by": 0}, {"sides": [2], "decided_by": 0}, {"sides": [0]}],
        ),
        ([(1, 0), (1, 5), (1, 0), (1, 1)], (RED, SHARED, BLUE), [{"sides": [0, 1, 2, 3]}]),
        (
            [(1, 0), (1, 5), (1, 0), (1, 5)],
            (RED, BLUE, SHARED),
            [{"sides": [1, 3], "decided_by": 1}, {"sides": [0, 2]}],
        ),
        ([(1, 0), (2, 5), (0, 0), (9, 5)], (), [{"sides": [0, 1, 2, 3]}]),
    ],
)
def test_sides_are_ranked_in_groups(
    pegs: list[tuple[int, int]], lines: tuple[ir.RankLine, ...], expected: list[dict[str, Any]]
) -> None:
    assert ranked(pegs, *lines) == expected


def test_a_longer_result_is_better_than_its_beginning() -> None:
    own = tiny.where(ir.Members("colour"), tiny.compare(variable("peg", YOU, tiny.local("it")), ">", n(0)))
    line = ir.RankByList("rank.own", ir.Fold(ir.FoldOperator.SORTED, "c", own, n(1)))
    assert ranked([(1, 0), (0, 0), (1, 1), (2, 0)], line) == [
        {"sides": [2], "decided_by": 1},
        {"sides": [0, 3], "decided_by": 0},
        {"sides": [1]},
    ]


def test_a_total_can_be_read_by_other_lines() -> None:
    line = ir.ScoreLine("score.red", None, variable("peg", YOU, tiny.RED), "red")
    more = ir.RankByNumber("rank", tiny.plus(ir.Total(YOU), n(10)))
    engine = tiny.engine(scores=(line, line), ranks=(more,))
    assert [side["result"] for side in engine.state({"peg": {"1": {"red": 2}}}).score()] == [[10], [14]]


def test_a_key_may_be_a_cell_of_the_own_board() -> None:
    own = ir.Cells("garden", YOU)
    dug = tiny.where(own, tiny.field("dug", tiny.local("it"), "garden"))
    line = ir.ScoreLine("score.dug", ir.Elements("at", tiny.PLOT, dug), n(2), "dug")
    engine = tiny.engine(scores=(line,))
    score = engine.state({"gardens": [[], [{"at": [0, 1], "dug": True}]]}).score()
    assert [side["lines"] for side in score] == [[], [{"rule": "score.dug", "key": [0, 1], "points": 2}]]


def test_a_score_is_explained_by_its_rules() -> None:
    infos = tuple(map(tiny.info, ("score.all", "score.colour")))
    engine = Engine(replace(tiny.FILL, rules=infos))
    explanation = engine.state(POSITION).explain_score()
    assert explanation.to_json()[0]["lines"][1] == {
        "rule": "score.colour",
        "key": "red",
        "points": 2,
        "title": "Title of score.colour",
        "text": "by colour",
    }
    assert str(explanation).splitlines() == [
        "side 1: 4",
        "     1  score.all: Title of score.all",
        '     2  score.colour ("red"): Title of score.colour',
        '     1  score.colour ("blue"): Title of score.colour',
        "side 2: 5",
        "     2  score.all: Title of score.all",
        '     2  score.colour ("red"): Title of score.colour',
        '     1  score.colour ("blue"): Title of score.colour',
    ]


def test_a_refused_move_is_explained_by_all_failing_rules() -> None:
    explanation = FILL.state(POSITION).explain({"place": {"at": [0, 2], "colour": "green"}})
    assert explanation.to_json() == {
        "move": {"place": {"at": [0, 2], "colour": "green"}},
        "legal": False,
        "refused_by": [
            {
                "rule": "place.free",
                "title": "Title of place.free",
                "citations": [{"kind": "ruling", "note": "why place.free"}],
                "action": "place",
                "text": "place.free",
                "facts": [{"text": "by of at", "value": 1}, {"text": "at", "value": [0, 2]}],
            }
        ],
    }
    assert str(explanation).splitlines() == [
        '{"place":{"at":[0,2],"colour":"green"}} is refused',
        "  place.free: Title of place.free",
        "    demanded: place.free",
        "    by of at = 1",
        "    at = [0,2]",
        "    ruling: why place.free",
    ]


def test_a_legal_move_is_explained_by_what_it_leads_to() -> None:
    explanation = FILL.state(POSITION).explain({"place": {"at": [1, 2], "colour": "green"}})
    assert explanation.legal
    assert [reason["rule"] for reason in explanation.to_json()["consequences"]] == ["place.does"]
    assert str(explanation).splitlines()[1] == "  place.does: Title of place.does"


def test_a_move_out_of_turn_is_explained_without_a_rule_of_the_game() -> None:
    explanation = FILL.state(POSITION).explain({"give_up": {}}, player=1)
    (reason,) = explanation.reasons
    assert (reason.rule, reason.title) == ("turn.not-asked", "Only the player asked answers, and only what was asked")
