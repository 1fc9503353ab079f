"""The command `tilelaw`: reads the command line and hands it to the module of the command.

Exit status: 0 all is well, 1 what was looked at is not (an illegal move, a wrong text, a failing case), 2 the
command itself could not be carried out: above all, something that it names does not exist.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tilelaw.command_line import Commands, Parser, check_commands
from tilelaw.problems import Problem
from tilelaw.rulesets import forget

COMMANDS = {
    "rules": "list, show, lint, format and compile rules",
    "play": "play a game in the terminal, or watch a random one",
    "perft": "count sequences of moves from a position",
    "explain": "say why a move is illegal, or where a score comes from",
    "draw": "draw a position as an SVG picture",
    "serve": "answer the protocol on standard input and output",
    "check": "judge implementations by the conformance cases",
    "adapter": "write an adapter for an engine of your own",
    "smoke": "tell a broken adapter from a broken engine",
    "fuzz": "play against an implementation until it disagrees",
    "cases": "list, show, lint and export conformance cases, and what they cover",
}
"""Each is a module of `tilelaw.commands`, imported only when it is wanted: most need the whole language, while a run of
the suite or a look at the help does not."""

EXAMPLES = ("rules list", "play origins/discovery --players 4", "check -- node my-engine.js")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"tilelaw {version('tilelaw')}")
        parser.exit()


def build_parser(words: Sequence[str] | None = None) -> Parser:
    """Return the parser of the whole command line; given words, it knows only the command that they begin with."""
    parser = Parser(
        prog="tilelaw",
        description="Play, check and explain the rules of tile-laying games.",
        epilog="A ruleset is game/mode, with additions game/mode+layer; a path to a .rules file works in its place.",
    )
    parser.examples = EXAMPLES
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and stop")
    commands = Commands(parser, COMMANDS)
    for name in COMMANDS:
        if words is None or name in words[:1]:
            import_module(f"tilelaw.commands.{name}").add_to(commands)
        else:
            commands.add_parser(name)
    return parser


def split(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return our words and, after `--`, the command of an implementation."""
    ours = list(words)
    return (ours[: ours.index("--")], ours[ours.index("--") + 1 :]) if "--" in ours else (ours, [])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    words = sys.argv[1:] if argv is None else argv
    ours, theirs = split(words)
    status = 0
    try:
        parser = build_parser(ours)
        check_commands(parser, ours)
        if not theirs and "--" in words:  # as of a variable that is not set: it must not mean the bundled ones
            raise Problem("error: there is no command after `--`")
        arguments = parser.parse_args(ours)
        arguments.command_line = theirs
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_, **__: print(f"warning: {message}", file=sys.stderr)
            status = arguments.run(arguments)
        sys.stdout.flush()
    except Problem as problem:
        try:
            sys.stdout.flush()
        except OSError:
            _forget_output()
        print(problem, file=sys.stderr)
        return problem.status
    except ModuleNotFoundError as error:
        if error.name not in _OF_THE_LANGUAGE:
            raise
        print(f"error: this needs the language, and `{error.name}` is not installed", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader went away, as `head` does
        _forget_output()
    except OSError as error:
        if error.errno not in _OF_THE_SYSTEM:
            raise
        if error.filename is None:
            _forget_output()
        where = f"{error.filename}" if error.filename else "the output cannot be written"
        print(f"error: {where[:300]}: {(error.strerror or '').lower()}", file=sys.stderr)
        return 2
    finally:
        forget()  # who calls this again, in the same process, begins anew
    return status


_OF_THE_LANGUAGE = ("lark", "tilelaw_spec", "tilelaw_dsl", "tilelaw_reference", "tilelaw_play", "tilelaw_reach")
"""What `check`, `smoke` and `adapter` do without."""

_OF_THE_SYSTEM = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.ENAMETOOLONG)
"""What nobody could have seen coming: a full disk, or a name that no file can have."""


def _forget_output() -> None:
    """Write what is still to be written to nowhere: at the end it would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
