"""`tilelaw check`: judges an implementation by the conformance cases; without a command, the reference."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from tilelaw.looks import look_of
from tilelaw.problems import Problem
from tilelaw_conformance.case import Basis, BoardError, bundled, load_corpus
from tilelaw_conformance.judge import Judged, Limits, Verdict
from tilelaw_conformance.process import ChildProcess
from tilelaw_conformance.report import Background, problem_text, report, verdict_line
from tilelaw_conformance.run import run as run_cases
from tilelaw_conformance.select import SelectionError, select
from tilelaw_draw.look import read_look
from tilelaw_draw.notation import NotationError, read_board
from tilelaw_draw.terminal import draw_position
from tilelaw_reference.library import load
from tilelaw_reference.manifest import manifest

REFERENCE = [sys.executable, "-m", "tilelaw_reference.serve"]


def add_to(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "check",
        help="judge an implementation by the conformance cases",
        usage="tilelaw check [options] [ID ...] [-- COMMAND ...]",
        description="Judge an implementation that speaks the protocol. Without a command the reference is judged.",
    )
    parser.add_argument("ids", metavar="ID", nargs="*", help="cases, or the beginning of their ids (default: all)")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=[str(b) for b in Basis],
        help="leave out cases that rest on this; the report names them",
    )
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="time for each case (default 10)")
    parser.add_argument("--quiet", action="store_true", help="only what went wrong, and the summary")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge, print a line for each case and the story of each failure."""
    corpus = load_corpus(bundled(), board_reader)
    if corpus.problems:
        raise Problem(problem_text(corpus.problems))
    try:
        selection = select(corpus.cases, arguments.ids, without=[Basis(b) for b in arguments.without])
    except SelectionError as error:
        raise Problem(f"error: {error}") from error
    command: list[str] = arguments.command_line or REFERENCE
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")

    def told(judged: Judged) -> None:
        if not arguments.quiet or judged.verdict is not Verdict.PASSED:
            print(verdict_line(judged, colour=colour), flush=True)

    limits = Limits(seconds=arguments.seconds, start_seconds=max(10.0, arguments.seconds))
    outcome = run_cases(selection.cases, ChildProcess(command), limits=limits, on_judged=told)
    shown = f" -- {shlex.join(arguments.command_line)}" if arguments.command_line else ""
    background = Background(manifest=manifest_of, draw=draw, again=lambda id_: f"tilelaw check {id_}{shown}")
    print(report(outcome, background, selection, colour=colour))
    return outcome.status


def board_reader(ruleset: str, key: str, text: str) -> list[dict[str, Any]] | None:
    """Return the cells of a board written in the notation, or nothing when the ruleset has no such board."""
    boards = read_look(look_of(load(ruleset))).boards
    if key not in boards:
        return None
    try:
        return read_board(text, boards[key])
    except NotationError as error:
        raise BoardError(error.line, error.column, error.message) from error


@cache
def manifest_of(ruleset: str, players: int) -> dict[str, Any]:
    """Return the manifest of a ruleset."""
    return manifest(load(ruleset).game(players))


def draw(position: Mapping[str, Any]) -> str:
    """Return a position as text; players are counted from 0, as in the JSON beside it."""
    ruleset, players = position["ruleset"], position["players"]
    names = [f"player {i}" for i in range(players)]
    return draw_position(
        dict(position), manifest_of(ruleset, players), look_of(load(ruleset)), colour=False, names=names
    )
