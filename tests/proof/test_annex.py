"""What annexes say is true: proved again by the reference, for all neighbours and for samples of the rest."""

from __future__ import annotations

import json
import runpy
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from thorough import so_many, some
from tilelaw.background import corpus
from tilelaw_conformance import Annex, Annexes, Answer, Case, Given, Witnesses, bundled_corpus
from tilelaw_play import load
from tilelaw_proof import Judge, Rulesets, Work, carried, work_out
from tilelaw_reference import State

FOLDER = bundled_corpus()
CASES = corpus(FOLDER).cases
ANNEXES = Annexes(FOLDER)
WITNESSES = Witnesses(FOLDER)
REFUSED = [case for case in CASES if case.then.legal is False]
SAMPLES = {
    "kingdomino/score": [("kingdomino/classic", 2), ("kingdomino/classic+harmony", 4), ("kingdomino/mighty-duel", 2)],
    "ingenious/refill": [("ingenious/solo", 1), ("ingenious/standard+ruling-swap-again", 2), ("ingenious/team", 4)],
    "origins/hordes": [("origins/totem", 4), ("origins/tribe", 2), ("origins/tribe+complete", 3)],
}
"""Topics of which some cases are worked out again, and where else; `make prove` works out all cases everywhere."""


ONE_OF = so_many(250, 1)
"""Of so many heirs the position of one is looked at."""
REPLAYED = so_many(60, 1)
"""Of so many refusals one is tried at the end of its game as well, which takes long."""


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
    moved = [case for case in REFUSED if case.near is not None and "shuffle" not in case.near]
    for case in moved:
        assert before(case).judge(dict(case.near or {})).legal, case.id
    for case in moved[::REPLAYED]:
        if (history := WITNESSES.answers(case)) is not None:
            assert before(case, history).judge(dict(case.near or {})).legal, case.id


def test_annexes_belong_to_cases() -> None:
    assert ANNEXES.ids() <= {case.id for case in CASES}


def at(places: Sequence[tuple[str, int]], annex: Annex) -> dict[str, object]:
    """Return what an annex says about a case by itself, and about some places only."""
    found: dict[str, object] = {**annex}
    told = {"holds": annex.get("holds", {}), "replays": annex.get("replays", {}), "bare": annex.get("bare", {})}
    told |= {"whole": annex.get("whole", {}), "replays_whole": annex.get("replays_whole", {})}
    for part, everywhere in told.items():
        here = {name: [n for n in numbers if (name, n) in places] for name, numbers in everywhere.items()}
        found[part] = {name: numbers for name, numbers in here.items() if numbers}
    return {part: value for part, value in found.items() if value}


@pytest.mark.parametrize("topic", SAMPLES)
def test_what_is_written_is_what_is_found(topic: str) -> None:
    cases = [case for case in CASES if case.topic == topic][:4]
    found = work_out(Work(cases, WITNESSES.games(), SAMPLES[topic]))
    written: Mapping[str, object] = {case.id: at(SAMPLES[topic], ANNEXES.of(case)) for case in cases}
    assert {**found} == written
    assert any("holds" in annex for annex in found.values())


def test_samples_are_among_the_places_where_everything_is_looked_for() -> None:
    places = Rulesets().bundled({case.ruleset for case in CASES})
    assert {place for sample in SAMPLES.values() for place in sample} <= set(places)


def test_no_case_is_inherited_whose_rule_is_changed() -> None:
    place = ("origins/discovery+ruling-lava-on-hut", 4)
    cases = [case for case in CASES if case.topic == "origins/lava"]
    heirs = {heir.id for heir in carried(cases, place, Judge(), Rulesets(), WITNESSES.answers, ANNEXES.of)}
    assert "origins/lava/accepts-three-squares-from-one-crater" in heirs
    assert "origins/lava/rejects-hut" not in heirs


def test_no_case_is_inherited_where_no_game_has_its_position() -> None:
    burning = next(case for case in CASES if case.id == "origins/rulings/fire-lady-beside-a-burning-hut")
    assert "origins/tribe" not in ANNEXES.of(burning)["holds"]
    assert 4 in ANNEXES.of(burning)["holds"]["origins/tribe+ruling-lava-on-hut"]
    rulesets = Rulesets()
    assert rulesets.is_unchanged(burning, "origins/tribe", 3)
    assert not rulesets.is_possible(burning, "origins/tribe", 3)
    assert rulesets.is_possible(burning, "origins/tribe+ruling-lava-on-hut", 4)
    heirs = [(case, heir) for case in CASES for heir in ANNEXES.heirs([case], lambda _name, _players: True)]
    for case, heir in heirs[::ONE_OF]:
        assert rulesets.is_possible(case, heir.ruleset, heir.players), heir.id


def test_refusals_are_put_as_whole_turns_too() -> None:
    whole = [case for case in REFUSED if ANNEXES.of(case).keys() & {"turn", "bare_turn"}]
    assert len(whole) * 100 >= len(REFUSED) * 85
    assert all(ANNEXES.by_turns(case).near is not None for case in whole if case.near is not None)


LEAST = 80
"""Of the cases of the base, in hundredths, at which every ruleset with additions is judged."""


@pytest.mark.parametrize(
    ("place", "base"),
    [
        (("origins/discovery+ruling-lava-on-hut", 4), ("origins/discovery", 4)),
        (("origins/discovery+centre+complete", 4), ("origins/discovery", 4)),
        (("kingdomino/classic+harmony", 4), ("kingdomino/classic", 4)),
        (("kingdomino/classic", 3), ("kingdomino/classic", 4)),
        (("kingdomino/classic", 2), ("kingdomino/classic", 4)),
    ],
)
def test_nobody_is_judged_on_much_less_than_the_base(place: tuple[str, int], base: tuple[str, int]) -> None:
    def judged(there: tuple[str, int]) -> int:
        own = sum((case.ruleset, case.players) == there for case in CASES)
        return own + sum(1 for _ in ANNEXES.heirs(CASES, lambda *claimed: claimed == there))

    own = sum((case.ruleset, case.players) == base for case in CASES)
    assert judged(place) * 100 >= own * LEAST


SHARES = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "shares.py"))


def test_the_table_of_shares_is_fresh() -> None:
    page = SHARES["PAGE"].read_text(encoding="utf-8")
    assert SHARES["table"](SHARES["shares"]()) in page, "run python benchmarks/shares.py --write"


def test_engines_that_only_replay_are_judged_on_nearly_as_much() -> None:
    few = {name for (name, _), each in SHARES["shares"]().items() if round(100 * each.replayed / each.cases) < LEAST}
    assert few == set()


def test_heirs_hold_as_whole_turns_where_the_game_is_sent_that_leads_to_them() -> None:
    for place in (("ingenious/solo+edition-en", 1), ("kingdomino/classic", 3)):
        heirs = [
            heir
            for heir in ANNEXES.heirs(CASES, lambda *claimed, place=place: claimed == place)
            if heir.given is Given.POSITION and ANNEXES.replays_whole(heir)
        ]
        cases = [ANNEXES.by_turns(heir, is_replayed=True) for heir in some(heirs, 8)]
        assert cases
        sent = {case.id: ANNEXES.history(case, WITNESSES.of(case) or ()) for case in cases}
        games = {id_: [json.loads(answer) for answer in answers or ()] for id_, answers in sent.items()}
        assert Judge().all_replay_by_turns(cases, games) == [True] * len(cases)
