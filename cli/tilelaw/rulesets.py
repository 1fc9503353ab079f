"""The ruleset, the number of players and the position that the words of the command line name."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tilelaw.problems import Problem, errors_as_problems, read_json
from tilelaw.wording import counted

if TYPE_CHECKING:
    from tilelaw_play import Ruleset
    from tilelaw_reference import State


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """Declare the words that name a ruleset and a number of players."""
    parser.add_argument("name", metavar="RULESET", help="such as origins/discovery, or a .rules file")
    parser.add_argument("--players", type=int, metavar="N", help="for N players (default: the most it is for)")


def add_position(parser: argparse.ArgumentParser) -> None:
    """Declare the words that name a ruleset and a position of it."""
    add_ruleset(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--seed", type=int, default=1, metavar="S", help="the first position, dealt by this seed")
    where.add_argument("--position", metavar="FILE", help="a position in JSON (- for standard input)")


def ruleset(name: str) -> Ruleset:
    """Return a ruleset, or stop with the diagnostics."""
    # Imported here: who asks for help need not wait for the language.
    from tilelaw_play import load

    with errors_as_problems():
        return load(name)


def player_count(found: Ruleset, wanted: int | None) -> int:
    """Return the number of players asked for, or the largest the ruleset is for."""
    counts = found.counts
    if wanted is None:
        return counts[-1]
    if wanted not in counts:
        raise Problem(f"error: {found.name} is for {players_text(counts)}, not for {wanted}")
    return wanted


def players_text(counts: tuple[int, ...]) -> str:
    """Return some numbers of players in words."""
    return counted(1, "player") if counts == (1,) else f"{', '.join(map(str, counts))} players"


def position_of(arguments: argparse.Namespace) -> State:
    """Return the position that the words name."""
    found = ruleset(arguments.name)
    with errors_as_problems():
        if arguments.position is not None:
            return found.state(read_json(arguments.position))
        return found.start(player_count(found, arguments.players), seed=arguments.seed)
