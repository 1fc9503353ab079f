"""The command `tilelaw`: reads the command line and hands it to the module of the command.

Exit status: 0 all is well, 1 what was looked at is not (an illegal move, a wrong text, a failing case), 2 the
command itself could not be carried out.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from tilelaw.commands import check, explain, perft, play, rules, serve
from tilelaw.problems import Problem


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="tilelaw",
        description="Play, check and explain the rules of tile-laying games.",
        epilog="A ruleset is game/mode, with additions game/mode+layer; a path to a .rules file works in its place.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('tilelaw')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (rules, play, perft, explain, serve, check):
        module.add_to(commands)
    return parser


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """Return our words and, after `--`, the command of an implementation."""
    return (words[: words.index("--")], words[words.index("--") + 1 :]) if "--" in words else (words, [])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    ours, theirs = _split(sys.argv[1:] if argv is None else list(argv))
    arguments = build_parser().parse_args(ours)
    arguments.command_line = theirs
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except Problem as problem:
        print(problem, file=sys.stderr)
        return problem.status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


if __name__ == "__main__":
    sys.exit(main())
