"""`tilelaw serve`: an engine behind the protocol."""

from __future__ import annotations

import argparse
from pathlib import Path

from tilelaw.command_line import Commands
from tilelaw.rulesets import all_names, book, find, know
from tilelaw_play import EngineName
from tilelaw_play.serve import Server, serve

EXAMPLES = ("serve my.rules", "serve --engine compiled", "check --impl 'mine=tilelaw serve'")


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("serve", examples=EXAMPLES)
    parser.add_argument("files", metavar="FILE", nargs="*", help="rules files whose rulesets are known as well")
    engines = [EngineName.EVALUATOR.value, EngineName.COMPILED.value]
    parser.add_argument(
        "--engine", choices=engines, default=engines[0], help="which engine answers (default: the first)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer until `bye` or the end of input."""
    know(Path(name) for name in arguments.files)
    if arguments.files:
        book()  # what is wrong with them is told at once
    return serve(Server(EngineName(arguments.engine), find, all_names))
