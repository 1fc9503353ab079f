"""`tilelaw cases reach`: games that lead to the positions of cases, for implementations that only replay."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from tilelaw.problems import Problem
from tilelaw.selection import add_selection, chosen, folder_of, sound_corpus
from tilelaw_conformance.cases.expectation import Case, Given
from tilelaw_conformance.cases.witness import WitnessError, Witnesses
from tilelaw_conformance.data.atomic import CannotWrite

if TYPE_CHECKING:
    from tilelaw_reach.reacher import Reached, Reacher

Answers: TypeAlias = Sequence[dict[str, Any]]
_Task: TypeAlias = tuple[Case, Answers | None, float, bool]
"""A case, its witness, how many seconds one may be searched, and whether that is done if there is one."""
_Result: TypeAlias = tuple[str, Answers | None, str]
"""An id, a witness that is right, and otherwise what is wrong."""


def add_to(parts: Any) -> None:
    """Declare the command."""
    one = parts.add_parser(
        "reach",
        help="find games that lead to the positions of cases",
        description="Finds, for cases that begin in the middle of a game, a game that leads there, and writes it beside"
        " the cases. Implementations that can only replay are judged by these. What is there and still right is kept."
        " Exit status 1 if a case has neither such a game nor a reason, or if fewer than 80 % can be judged by replay.",
    )
    add_selection(one)
    one.add_argument(
        "--check", action="store_true", help="search nothing and write nothing, only examine what is there"
    )
    one.add_argument(
        "--again",
        action="store_true",
        help="search anew where there is a game already, and for cases that are `constructed`",
    )
    one.add_argument("--seconds", type=float, default=20.0, metavar="N", help="give up a case after so long (20)")
    one.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (one for each core)")
    one.set_defaults(run=run_reach)


def run_reach(arguments: argparse.Namespace) -> int:
    """Search, write what is found, and print how cases are reached."""
    from tilelaw_reach.reacher import LEAST, reached_text

    if arguments.jobs < 1 or not 0 < arguments.seconds < float("inf"):
        raise Problem("error: --jobs and --seconds are numbers above 0")
    try:
        reached = _reach(arguments)
    except (WitnessError, CannotWrite) as error:
        raise Problem(f"error: {error}") from error
    for problem in reached.problems:
        print(problem)
    print(reached_text(reached))
    too_few = _is_all(arguments) and reached.share < LEAST
    if too_few:
        print(f"too few: at least {LEAST} % are wanted")
    return 1 if reached.problems or too_few else 0


def _reach(arguments: argparse.Namespace) -> Reached:
    from tilelaw_reach.reacher import survey

    selected = chosen(sound_corpus(arguments).cases, arguments).cases
    witnesses = Witnesses(folder_of(arguments))
    seconds = 0.0 if arguments.check else arguments.seconds
    tasks: list[_Task] = []
    for case in selected:
        answers = witnesses.answers(case)
        is_searched = seconds and (arguments.again or not case.constructed)
        if case.given is Given.POSITION and (answers is not None or is_searched):
            tasks.append((case, answers, seconds, arguments.again))
    faults: dict[str, str] = {}
    for id_, found, fault in _watched(_worked(tasks, arguments.jobs), len(tasks)):
        if fault:
            faults[id_] = fault
        if not arguments.check:
            witnesses.put({id_: found})
    return survey(selected, witnesses.ids(), faults, everything=_is_all(arguments))


def _is_all(arguments: argparse.Namespace) -> bool:
    words = ("ids", "game", "ruleset", "rule", "kind", "basis", "without")
    return not any(getattr(arguments, word) for word in words)


def _watched(results: Iterable[_Result], number: int) -> Iterator[_Result]:
    """Pass results on, and show how far they are to somebody who waits at a terminal."""
    for done, result in enumerate(results, start=1):
        if sys.stderr.isatty():
            print(f"\r{done} of {number}  {result[0]:<70.70}", end="", file=sys.stderr, flush=True)
        yield result
    if sys.stderr.isatty() and number:
        print(f"\r{'':<90}\r", end="", file=sys.stderr, flush=True)


# ---- in other processes


def _worked(tasks: Sequence[_Task], jobs: int) -> Iterator[_Result]:
    if jobs == 1 or len(tasks) < 2:
        yield from map(_work, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        yield from pool.map(_work, tasks)


def _work(task: _Task) -> _Result:
    case, answers, seconds, again = task
    fault = "" if answers is None else _reacher().fault(case, answers)
    kept = None if fault else answers
    if not seconds or (kept is not None and not again):
        return case.id, kept, fault
    found = _reacher().search(case, seconds)
    return case.id, found.answers or kept, "" if kept is not None else str(found.failure or "")


@cache
def _reacher() -> Reacher:
    from tilelaw.playing import make_reacher

    return make_reacher()
