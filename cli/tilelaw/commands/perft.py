"""`tilelaw perft`: counts the sequences of so many moves, to compare engines by a single number."""

from __future__ import annotations

import argparse
from typing import Any

from tilelaw.problems import Problem, player_count, read_json, ruleset, told_plainly
from tilelaw_reference.perft import perft


def add_to(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser("perft", help="count sequences of moves from a position")
    parser.add_argument("name", metavar="RULESET")
    parser.add_argument("--players", type=int, metavar="N", help="for N players (default: the most it is for)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--seed", type=int, default=1, metavar="S", help="from the start, dealt by this seed")
    where.add_argument("--position", metavar="FILE", help="from a position in JSON (- for standard input)")
    parser.add_argument("--depth", type=int, required=True, metavar="D", help="number of moves")
    parser.add_argument("--divide", action="store_true", help="a count for each first move")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the count."""
    if arguments.depth < 0:
        raise Problem("error: --depth is 0 or more")
    found = ruleset(arguments.name)
    with told_plainly():
        if arguments.position is not None:
            state = found.state(read_json(arguments.position))
        else:
            state = found.start(player_count(found, arguments.players), seed=arguments.seed)
        if not arguments.divide:
            print(perft(state, arguments.depth))
            return 0
        counts = perft(state, arguments.depth, divide=True)
    for move, count in counts.items():
        print(f"{move}  {count}")
    print(f"total  {sum(counts.values())}")
    return 0
