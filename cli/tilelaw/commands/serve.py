"""`tilelaw serve`: an engine behind the protocol."""

from __future__ import annotations

import argparse

from tilelaw.command_line import Commands
from tilelaw_play import EngineName
from tilelaw_play.serve import serve

EXAMPLES = ("serve", "serve --engine compiled", "check --impl 'mine=tilelaw serve'")


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("serve", examples=EXAMPLES)
    engines = [EngineName.EVALUATOR.value, EngineName.COMPILED.value]
    parser.add_argument(
        "--engine", choices=engines, default=engines[0], help="which engine answers (default: the first)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer until `bye` or the end of input."""
    return serve(EngineName(arguments.engine))
