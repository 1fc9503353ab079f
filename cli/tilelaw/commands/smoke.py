"""`tilelaw smoke`: tells a broken adapter from a broken engine."""

from __future__ import annotations

import argparse
import shlex
import sys
import textwrap

from tilelaw.background import corpus, manifest_of, turn_starts
from tilelaw.colour import has_colour
from tilelaw.command_line import Commands
from tilelaw.ending import end_by_signals
from tilelaw.inheritance import Inherited
from tilelaw.problems import Problem
from tilelaw.wording import counted
from tilelaw_conformance import ChildProcess, Inheritance, Mark, Options, Step, bundled_corpus
from tilelaw_conformance import smoke_test as smoke

_COLOURS = {Mark.FINE: "32", Mark.FAULT: "31", Mark.NOTE: "33", Mark.UNTRIED: "33"}


EXAMPLES = ("smoke -- node my-engine.js", "smoke --seconds 2 -- tilelaw serve")


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "smoke",
        usage="tilelaw smoke [options] -- COMMAND ...",
        description="Try whether a program speaks the protocol, step by step. Whether its answers are right does not"
        " matter here: that is what `tilelaw check` finds out.",
        epilog="Exit status: 0 the adapter is sound, 1 it has faults, 2 it cannot be started.",
        examples=EXAMPLES,
    )
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="time for each answer (default 10)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Take the steps and print what each has shown."""
    command: list[str] = arguments.command_line
    if not command:
        raise Problem("error: name the program to try after --, as in `tilelaw smoke -- node my-engine.js`")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    end_by_signals()
    colour = has_colour(sys.stdout)
    faults = 0
    status = 0
    cases = corpus(bundled_corpus()).cases
    plain = Inherited(cases, bundled_corpus(), argparse.Namespace(inherited=Inheritance.NONE))
    options = Options(
        prepare=plain.prepare, witness=plain.witness, turn_starts=turn_starts, manifest=manifest_of
    )  # what cases need is the same as in `check`, so that what can be judged there can be asked here
    for step in smoke(ChildProcess(command), cases, arguments.seconds, options):
        print(_text(step, colour), flush=True)
        if step.mark is Mark.FAULT:
            faults += 1
            status = 2 if step.name == "it starts" else max(status, 1)
    again = f"tilelaw check -- {shlex.join(command)}"
    if faults:
        print(f"\nThe adapter has {counted(faults, 'fault')}, to be mended before its engine is judged.")
    else:
        print(f"\nThe adapter is sound. What fails now is the engine's: {again}")
    return status


def _text(step: Step, colour: bool) -> str:
    mark = f"{step.mark:<9}"
    painted = f"\x1b[{_COLOURS[step.mark]}m{mark}\x1b[0m" if colour else mark
    lines = [f"{painted}  {step.name}"]
    if step.told:
        lines.append(f"             {step.told}")
    if step.advice:
        lines.append(f"             -> {step.advice}")
    if step.stderr and step.mark is Mark.FAULT:
        lines += ["             its error output ends with", textwrap.indent(step.stderr, "             | ")]
    return "\n".join(lines)
