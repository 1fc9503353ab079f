"""The witnesses of the bundled cases: the check accepts them and nothing else, and the search finds them again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from conformance import setting
from thorough import some
from tilelaw_conformance import Case, Witnesses, bundled_corpus
from tilelaw_reach import Effort, reach
from tilelaw_reach.play.data import Data
from tilelaw_reach.reacher import Reacher
from tilelaw_reach.survey import Way

CASES = {case.id: case for case in setting.corpus().cases}
SAMPLE = (
    "kingdomino/place/rejects-the-castle-square",
    "kingdomino/score/scores-properties-of-one-terrain-apart",
    "origins/edition-hu/rejects-declining-without-an-eruption",
    "origins/recruit/rejects-open-with-one-kind",
    "ingenious/lines/scores-in-five-directions",
    "ingenious/bonus/gives-a-placement-at-eighteen",
)
Answers = Sequence[Data]


@cache
def reacher() -> Reacher:
    return Reacher()


def answers_of(case: Case) -> Answers:
    answers = Witnesses(bundled_corpus()).answers(case)
    assert answers is not None
    return answers


def without_last(answers: Answers) -> Answers:
    return answers[:-1]


def with_last_twice(answers: Answers) -> Answers:
    return [*answers, answers[-1]]


def otherwise_shuffled(answers: Answers) -> Answers:
    first = answers[0]["order"]
    assert isinstance(first, list)
    return [{**answers[0], "order": first[::-1]}, *answers[1:]]


@pytest.mark.parametrize("id_", some(SAMPLE, 2))
def test_the_search_finds_the_bundled_witness_again(id_: str) -> None:
    """The search is frozen and depends on nothing but the case, so it finds the same game answer by answer."""
    found = reacher().search(CASES[id_], 60.0)
    assert (found.failure, list(found.answers)) == (None, answers_of(CASES[id_]))


@pytest.mark.parametrize("id_", SAMPLE)
@pytest.mark.parametrize("change", [without_last, with_last_twice, otherwise_shuffled])
def test_a_changed_witness_is_none(id_: str, change: Callable[[Answers], Answers]) -> None:
    case, answers = CASES[id_], answers_of(CASES[id_])
    assert reacher().fault(case, answers) == ""
    assert reacher().fault(case, change(answers)) != ""


@pytest.mark.parametrize(("id_", "other"), list(zip(SAMPLE[::2], SAMPLE[1::2], strict=True)))
def test_the_witness_of_another_case_is_none(id_: str, other: str) -> None:
    assert reacher().fault(CASES[id_], answers_of(CASES[other])) != ""


def test_a_check_replays_every_witness_and_writes_nothing(tmp_path: Path) -> None:
    cases = [CASES[id_] for id_ in SAMPLE]
    witnesses = Witnesses(tmp_path)
    witnesses.put({case.id: answers_of(case) for case in cases})
    broken = cases[-1]
    witnesses.put({broken.id: without_last(answers_of(broken))})
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json")}
    done: list[tuple[int, int, str]] = []

    reached = reach(cases, witnesses, Effort(0.0), on_done=lambda *told: done.append(told))

    assert reached.problems == (f"{broken.id}: its witness leads to another position",)
    assert done == [(number, len(cases), case.id) for number, case in enumerate(cases, start=1)]
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.json")} == before


@pytest.mark.long
def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    cases = [CASES[id_] for id_ in SAMPLE[:2]]
    reached = reach(cases, Witnesses(tmp_path), Effort(60.0, jobs=2))
    assert (reached.problems, set(reached.ways.values())) == ((), {Way.WITNESS})
    for case in cases:
        written = json.loads((tmp_path / "witnesses" / f"{case.topic}.json").read_text(encoding="utf-8"))
        assert written[case.id]["answers"] == answers_of(case)
