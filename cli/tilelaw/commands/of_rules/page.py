"""`tilelaw rules page`: the rulebook of a ruleset, or of a rules file, as one page to read and print."""

from __future__ import annotations

import argparse
from pathlib import Path

from tilelaw.command_line import Commands
from tilelaw.problems import Problem, errors_as_problems
from tilelaw.rulesets import add_ruleset, player_count, ruleset
from tilelaw.wording import counted, meant

LANGUAGES = ("en", "cs", "sk", "hu", "pl")
"""Those of the press; asking for them by name would make everybody wait who asks for help."""

EXAMPLES = (
    "rules page my.rules -o my.html",
    "rules page my.rules --players 3 --language sk -o my.html",
    "rules page origins/tribe+centre --language cs -o tribe.html",
)


def add_to(parts: Commands) -> None:
    """Declare the part of `tilelaw rules`."""
    one = parts.add_parser(
        "page",
        help="write the rulebook of a ruleset or a rules file as one page to read and print",
        description="Write a rulebook as one HTML page that needs no other file. What a rules file adds or changes is "
        "marked; other rules are told in the chosen language, and what no language tells in the words of its author.",
        examples=EXAMPLES,
    )
    add_ruleset(one)
    one.add_argument("--language", default="en", metavar="CODE", help=f"{', '.join(LANGUAGES)} (default: en)")
    one.add_argument("-o", "--output", metavar="FILE", help="where to write it")
    one.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the page."""
    if arguments.language not in LANGUAGES:
        hint = meant(arguments.language, LANGUAGES)
        raise Problem(f"error: pages are written in {', '.join(LANGUAGES)}, not in `{arguments.language}`{hint}")
    if not arguments.output:
        raise Problem("error: say where to write the page: -o FILE, such as -o my.html")
    found = ruleset(arguments.name)
    players = player_count(found, arguments.players)
    # Imported here: who asks for help, or names no ruleset, need not wait for the press.
    from tilelaw.pages import bundled_sources
    from tilelaw_press import standalone

    with errors_as_problems():
        text = standalone(bundled_sources(), arguments.name, players, arguments.language)
    try:
        Path(arguments.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem(f"error: cannot write {arguments.output}: {error.strerror or error}") from error
    print(f"{found.name} for {counted(players, 'player')}: {arguments.output}")
    return 0
