"""What commands declare themselves with: parsers with examples in their help, and the commands below a parser."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from tilelaw.problems import Problem
from tilelaw.wording import meant


class Parser(argparse.ArgumentParser):
    """A parser whose help ends with examples."""

    examples: tuple[str, ...] = ()
    """Command lines without the word `tilelaw`."""
    commands: Commands | None = None

    def format_help(self) -> str:
        """Return the help with the examples below it."""
        lines = [f"  tilelaw {example}\n" for example in self.examples]
        return super().format_help() + ("\nexamples:\n" + "".join(lines) if lines else "")


class Commands:
    """The commands below a parser, by name."""

    def __init__(self, parser: Parser, summaries: Mapping[str, str] | None = None) -> None:
        self._summaries = summaries or {}
        self._action = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
        self.parsers: dict[str, Parser] = {}
        parser.commands = self

    def add_parser(
        self,
        name: str,
        *,
        help: str = "",
        description: str | None = None,
        usage: str | None = None,
        epilog: str | None = None,
        examples: Sequence[str] = (),
    ) -> Parser:
        """Add a command and return its parser; the help is a line in the list, unless the summaries have it."""
        help = help or self._summaries[name]
        parser = self._action.add_parser(name, help=help, description=description, usage=usage, epilog=epilog)
        parser.examples = tuple(examples)
        self.parsers[name] = parser
        return parser


def check_commands(parser: Parser, words: Sequence[str]) -> None:
    """Stop with the help where a command is missing, and with the nearest one where there is no such command.

    A missing command ends with status 1, as with git: nothing was wrong with the words, but nothing was done either.
    """
    for word in words:
        if parser.commands is None or word.startswith("-"):
            return
        known = parser.commands.parsers
        if word not in known:
            hint = meant(word, known, f"`{parser.prog} --help` lists all commands")
            raise Problem(f"error: there is no command `{parser.prog} {word}`{hint}")
        parser = known[word]
    if parser.commands is not None:
        parser.print_help()
        parser.exit(1)
