"""`tilelaw serve`: the reference engine behind the protocol."""

from __future__ import annotations

import argparse

from tilelaw.command_line import Commands
from tilelaw_play.serve import serve

EXAMPLES = ("serve", "check --impl 'mine=tilelaw serve'")


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("serve", examples=EXAMPLES)
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Answer until `bye` or the end of input."""
    return serve()
