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
from typing import Literal, TypeAlias, TypeVar

from tilelaw_conformance import Annex, Answer, Case, TurnForm, by_turns, ids_of_games, with_annex
from tilelaw_play import EngineName, load
from tilelaw_proof.annex.carry import Heir, Rulesets, carried
from tilelaw_proof.annex.fill import fillings
from tilelaw_proof.annex.near import neighbour
from tilelaw_proof.annex.spell import other_spellings
from tilelaw_proof.annex.turn import replayed_turns_of, turns_of
from tilelaw_proof.judge import Judge
from tilelaw_reference import Engine

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")
_PlacesPart: TypeAlias = Literal["holds", "replays", "bare", "whole", "replays_whole"]
_Places: TypeAlias = defaultdict[str, defaultdict[str, list[int]]]


PARTS: Mapping[_PlacesPart, Callable[[Heir], bool]] = {
    "holds": lambda _heir: True,
    "replays": lambda heir: heir.is_replayed,
    "bare": lambda heir: heir.is_bare,
    "whole": lambda heir: heir.is_whole,
    "replays_whole": lambda heir: heir.is_whole_replayed,
}
"""The parts of an annex that name rulesets and players, and of which heirs each is told."""


@dataclass(frozen=True, slots=True)
class Work:
    """What to work out: for which cases, with which witnesses, where else, in how many processes."""

    cases: Sequence[Case]
    witnesses: Mapping[str, Sequence[Answer]]
    """The answers that lead to positions, by the ids of cases and of heirs."""
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
    alone = _mapped(_alone, [(case, work.witnesses.get(case.id)) for case in work.cases], work.jobs)
    for case, annex in zip(work.cases, alone, strict=True):
        found[case.id] = annex
        on_done(len(found), number, case.id)
    cases = [_with(case, found[case.id]) for case in work.cases]
    told = {part: _places() for part in PARTS}
    # What is found in the plain modes is tried where something is added to them.
    plain = [place for place in places if "+" not in place[0]]
    done = len(found)
    for some in (plain, [place for place in places if "+" in place[0]]):
        there = _mapped(partial(_there, cases=cases, witnesses=work.witnesses, annexes={**found}), some, work.jobs)
        for (name, players), heirs in zip(some, there, strict=True):
            done += 1
            on_done(done, number, f"{name} for {players}")
            for heir in heirs:
                for part in (part for part, is_so in PARTS.items() if is_so(heir)):
                    told[part][heir.id][name].append(players)
                if heir.form is not None:
                    found[heir.id] = _with_turns(found[heir.id], heir.form, name, players)
    for part, by_id in told.items():
        for id_, where in by_id.items():
            found[id_][part] = dict(sorted(where.items()))
    return found


def _with_turns(annex: Annex, form: TurnForm, name: str, players: int) -> Annex:
    """Return an annex that also says where an heir holds as other turns; a new one, since others look at the old."""
    others = [*annex.get("other_turns", ())]
    known = next((place for place, other in enumerate(others) if other["form"] == form), None)
    if known is None:
        others.append({"form": form, "holds": {name: [players]}})
    else:
        holds = others[known]["holds"]
        numbers = sorted({*holds.get(name, ()), players})
        others[known] = {"form": form, "holds": dict(sorted({**holds, name: numbers}.items()))}
    return {**annex, "other_turns": others}


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


def _alone(task: tuple[Case, Sequence[Answer] | None]) -> Annex:
    """Return what is to be said of a case, given the answers that lead to its position, if there are any."""
    case, history = task
    found: Annex = {}
    judge, _ = _judge()
    engine = load(case.ruleset, engine=EngineName.EVALUATOR).engine(case.players)
    near = neighbour(case, engine, history) if case.then.legal is False else None
    if near is not None:
        found["near"] = near
    for filling in fillings(case, engine, history):
        if judge.holds([replace(case, filling=filling, near=near)]) == [True]:
            found["filling"] = filling
            break
    spellings = other_spellings(case, engine)
    if spellings:
        found["spellings"] = spellings
    bare = replace(case, near=near)
    if "filling" in found:
        filled = _turn(replace(bare, filling=found["filling"]), engine, history)
        plain = _turn(bare, engine, history)
        found |= {"turn": filled} if filled is not None else {}
        found |= {"bare_turn": plain} if plain is not None else {}
    elif (form := _turn(bare, engine, history)) is not None:
        found["turn"] = form
    form = found.get("turn", found.get("bare_turn"))
    if history is not None and (form is None or "stated" in form):
        replayed = _replayed_turn(bare, engine, history)
        found |= {"replayed_turn": replayed} if replayed is not None else {}
    return found


def _turn(case: Case, engine: Engine, history: Sequence[Answer] | None) -> TurnForm | None:
    """Return a case as whole turns that hold; they say if they do not at the end of its witness."""
    judge, _ = _judge()
    form = turns_of(case, engine, history)
    if form is None or judge.holds_by_turns([by_turns(case, form)]) != [True]:
        return None
    if history is not None and not judge.replays_by_turns(by_turns(case, form), history, form):
        form["stated"] = True
    return form


def _replayed_turn(case: Case, engine: Engine, history: Sequence[Answer]) -> TurnForm | None:
    """Return a case as whole turns that hold where the game is sent that leads to the first of them."""
    judge, _ = _judge()
    form = replayed_turns_of(case, engine, history)
    holds = form is not None and judge.replays_by_turns(by_turns(case, form), history, form)
    return form if holds else None


def _with(case: Case, annex: Annex) -> Case:
    """Return a case with what its annex adds."""
    return replace(with_annex(case, annex), filling=annex.get("filling", {}))


# ---- other rulesets


def _there(
    place: tuple[str, int],
    cases: Sequence[Case],
    witnesses: Mapping[str, Sequence[Answer]],
    annexes: Mapping[str, Annex],
) -> list[Heir]:
    judge, rulesets = _judge()

    def answers(heir: Case) -> Sequence[Answer] | None:
        return next((witnesses[id_] for id_ in ids_of_games(heir) if id_ in witnesses), None)

    return list(carried(cases, place, judge, rulesets, answers, lambda heir: annexes[heir.inherited_from]))


@cache
def _judge() -> tuple[Judge, Rulesets]:
    """Return what a process judges with, and keeps."""
    return Judge(), Rulesets()
