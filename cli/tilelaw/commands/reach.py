"""`tilelaw cases reach`: games that lead to the positions of cases, for implementations that only replay."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from tilelaw.command_line import Commands
from tilelaw.problems import Problem
from tilelaw.selection import add_selection, chosen, folder_of, is_everything, sound_corpus
from tilelaw.wording import show_progress
from tilelaw_conformance import Annexes, CannotWrite, WitnessError, Witnesses

if TYPE_CHECKING:
    from tilelaw_reach import Reached


def add_to(parts: Commands) -> None:
    """Declare the command."""
    one = parts.add_parser(
        "reach",
        help="find games that lead to the positions of cases",
        description="Finds, for cases that begin in the middle of a game, a game that leads there, and writes it beside"
        " the cases. Implementations that can only replay are judged by these. What is there and still right is kept."
        " Exit status 1 if a case has neither such a game nor a reason, or if fewer than 80 % can be judged by replay.",
        examples=(
            "cases reach --check",
            "cases reach --again --seconds 60 ingenious/lines",
            "cases reach --heirs --seconds 3 origins/place",
        ),
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
    one.add_argument(
        "--heirs",
        action="store_true",
        help="search for games of inherited cases as well, about a second each",
    )
    one.add_argument("--seconds", type=float, default=20.0, metavar="N", help="give up a case after so long (20)")
    one.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (one for each core)")
    one.set_defaults(run=run_reach)


def run_reach(arguments: argparse.Namespace) -> int:
    """Search, write what is found, and print how cases are reached."""
    from tilelaw_reach import LEAST, reached_text

    if arguments.jobs < 1 or not 0 < arguments.seconds < float("inf"):
        raise Problem("error: --jobs and --seconds are numbers above 0")
    try:
        reached = _reach(arguments)
    except (WitnessError, CannotWrite) as error:
        raise Problem(f"error: {error}") from error
    for problem in reached.problems:
        print(problem)
    print(reached_text(reached))
    too_few = is_everything(arguments) and reached.share < LEAST
    if too_few:
        print(f"too few: at least {LEAST} % are wanted")
    return 1 if reached.problems or too_few else 0


def _reach(arguments: argparse.Namespace) -> Reached:
    from tilelaw_reach import Effort, heirs_with_games, reach

    cases = chosen(sound_corpus(arguments).cases, arguments).cases
    seconds = 0.0 if arguments.check else arguments.seconds
    effort = Effort(seconds, arguments.again, arguments.heirs, arguments.jobs)
    annexes, witnesses = Annexes(folder_of(arguments)), Witnesses(folder_of(arguments))
    return reach(
        cases,
        witnesses,
        effort,
        heirs=list(heirs_with_games(cases, annexes, witnesses)),
        everything=is_everything(arguments),
        on_done=show_progress,
    )
