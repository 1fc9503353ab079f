"""What annexes say is true: proved again by the reference, for all neighbours and for samples of the rest."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tilelaw.background import corpus
from tilelaw_conformance import Annexes, Answer, Case, Given, Witnesses, bundled_corpus
from tilelaw_play import load
from tilelaw_proof import Judge, Rulesets, Work, carried, work_out
from tilelaw_reference import State

FOLDER = bundled_corpus()
CASES = corpus(FOLDER).cases
ANNEXES = Annexes(FOLDER)
WITNESSES = Witnesses(FOLDER)
REFUSED = [case for case in CASES if case.then.legal is False]
SAMPLES = ["kingdomino/score", "ingenious/refill", "origins/hordes"]
"""Topics of which everything is worked out again."""


def before(case: Case, history: Sequence[Answer] | None = None) -> State:
    engine = load(case.ruleset, engine="evaluator").engine(case.players)
    if history is not None:
        start = {"ruleset": case.ruleset, "players": case.players}
        state = engine.play({"start": start, "answers": [*history]})
    else:
        state = engine.start() if case.given is Given.START else engine.state(dict(case.position))
    for answer in case.answers[:-1]:
        state = state.apply(dict(answer))
    return state


def test_every_refusal_has_a_legal_neighbour_unless_nothing_is_legal() -> None:
    without = [case.id for case in REFUSED if case.near is None]
    # A move that is made where an order is due has none either: an order is no move.
    states = [before(case) for case in REFUSED if case.near is None]
    assert all(state.is_over or "shuffle" in (state.due or {}) for state in states), without
    assert len(without) < len(REFUSED) / 20


def test_neighbours_are_legal_where_the_position_is_sent_and_where_a_game_leads_to_it() -> None:
    for case in REFUSED:
        if case.near is not None and "shuffle" not in case.near:
            histories = [None, *([WITNESSES.answers(case)] if WITNESSES.answers(case) is not None else [])]
            for history in histories:
                assert before(case, history).judge(dict(case.near)).legal, case.id


def test_annexes_belong_to_cases() -> None:
    assert ANNEXES.ids() <= {case.id for case in CASES}


@pytest.mark.parametrize("topic", SAMPLES)
def test_what_is_written_is_what_is_found(topic: str) -> None:
    cases = [case for case in CASES if case.topic == topic][:4]
    answers = {case.id: found for case in cases if (found := WITNESSES.answers(case)) is not None}
    assert work_out(Work(cases, answers, {case.ruleset for case in CASES})) == {
        case.id: ANNEXES.of(case) for case in cases
    }


def test_no_case_is_inherited_whose_rule_is_changed() -> None:
    place = ("origins/discovery+ruling-lava-on-hut", 4)
    cases = [case for case in CASES if case.topic == "origins/lava"]
    heirs = {heir.id for heir in carried(cases, place, Judge(), Rulesets(), WITNESSES.answers)}
    assert "origins/lava/accepts-three-squares-from-one-crater" in heirs
    assert "origins/lava/rejects-hut" not in heirs


LEAST = 80
"""Of the cases of the base, in hundredths, at which every ruleset with additions is judged."""


@pytest.mark.parametrize(
    ("place", "base"),
    [
        (("origins/discovery+ruling-lava-on-hut", 4), ("origins/discovery", 4)),
        (("origins/discovery+centre+complete", 4), ("origins/discovery", 4)),
        (("kingdomino/classic+harmony", 4), ("kingdomino/classic", 4)),
        (("kingdomino/classic", 3), ("kingdomino/classic", 4)),
    ],
)
def test_nobody_is_judged_on_much_less_than_the_base(place: tuple[str, int], base: tuple[str, int]) -> None:
    def judged(there: tuple[str, int]) -> int:
        own = sum((case.ruleset, case.players) == there for case in CASES)
        return own + sum(1 for _ in ANNEXES.heirs(CASES, lambda *claimed: claimed == there))

    own = sum((case.ruleset, case.players) == base for case in CASES)
    assert judged(place) * 100 >= own * LEAST
