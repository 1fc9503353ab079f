"""Works out the annexes of cases, all of them with the reference; what is written down is proved by being found.

Each case by itself comes first: its neighbour, what fills it, its turns. Then, for every ruleset and number of
players, the cases that hold there, filled if that can be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TypeAlias, TypeVar

from tilelaw_conformance import Annex, Answer, Case, by_turns
from tilelaw_play import EngineName, load
from tilelaw_proof.annex.carry import Heir, Rulesets, carried
from tilelaw_proof.annex.fill import fillings
from tilelaw_proof.annex.near import neighbour
from tilelaw_proof.annex.turn import turn_form
from tilelaw_proof.judge import Judge

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")
_Places: TypeAlias = defaultdict[str, defaultdict[str, list[int]]]


@dataclass(frozen=True, slots=True)
class Work:
    """What to work out: for which cases, with which witnesses, where else, in how many processes."""

    cases: Sequence[Case]
    witnesses: Mapping[str, Sequence[Answer]]
    """The answers that lead to positions, by the ids of cases."""
    places: Sequence[tuple[str, int]]
    """The rulesets, with numbers of players, in which cases may hold as well."""
    jobs: int = 1


def work_out(
    work: Work, on_done: Callable[[int, int, str], None] = lambda _done, _all, _what: None
) -> Mapping[str, Annex]:
    """Return the annexes of cases by id, empty where there is nothing to say."""
    games = {case.game for case in work.cases}
    places = [place for place in work.places if place[0].split("/")[0] in games]
    found: dict[str, Annex] = {}
    number = len(work.cases) + len(places)
    alone = _mapped(partial(_alone, witnesses=work.witnesses), work.cases, work.jobs)
    for case, annex in zip(work.cases, alone, strict=True):
        found[case.id] = annex
        on_done(len(found), number, case.id)
    cases = [_with(case, found[case.id]) for case in work.cases]
    holds, replays, bare = _places(), _places(), _places()
    there = _mapped(partial(_there, cases=cases, witnesses=work.witnesses), places, work.jobs)
    for done, ((name, players), heirs) in enumerate(zip(places, there, strict=True), start=len(found) + 1):
        on_done(done, number, f"{name} for {players}")
        for heir in heirs:
            holds[heir.id][name].append(players)
            if heir.is_replayed:
                replays[heir.id][name].append(players)
            if heir.is_bare:
                bare[heir.id][name].append(players)
    for id_, told in holds.items():
        found[id_]["holds"] = dict(told)
    for id_, told in replays.items():
        found[id_]["replays"] = dict(told)
    for id_, told in bare.items():
        found[id_]["bare"] = dict(told)
    return found


def _places() -> _Places:
    """Return nowhere: rulesets and numbers of players are added by the ids of cases."""
    return defaultdict(lambda: defaultdict(list))


def _mapped(function: Callable[[_Task], _Result], tasks: Sequence[_Task], jobs: int) -> Iterator[_Result]:
    if jobs == 1 or len(tasks) < 2:
        yield from map(function, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(function, tasks, chunksize=1)


# ---- each case by itself


def _alone(case: Case, witnesses: Mapping[str, Sequence[Answer]]) -> Annex:
    found: Annex = {}
    judge, _ = _judge()
    history = witnesses.get(case.id)
    engine = load(case.ruleset, engine=EngineName.EVALUATOR).engine(case.players)
    near = neighbour(case, engine, history) if case.then.legal is False else None
    if near is not None:
        found["near"] = near
    for filling in fillings(case, engine, history):
        if judge.holds([replace(case, filling=filling, near=near)]) == [True]:
            found["filling"] = filling
            break
    turn = turn_form(case, engine, history, near)
    if turn is not None and judge.holds_by_turns(by_turns(case, turn)):
        found["turn"] = turn
    return found


def _with(case: Case, annex: Annex) -> Case:
    """Return a case with what its annex adds."""
    return replace(case, near=annex.get("near"), filling=annex.get("filling", {}))


# ---- other rulesets


def _there(place: tuple[str, int], cases: Sequence[Case], witnesses: Mapping[str, Sequence[Answer]]) -> list[Heir]:
    judge, rulesets = _judge()
    return list(carried(cases, place, judge, rulesets, lambda heir: witnesses.get(heir.inherited_from)))


@cache
def _judge() -> tuple[Judge, Rulesets]:
    """Return what a process judges with, and keeps."""
    return Judge(), Rulesets()
