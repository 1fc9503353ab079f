"""`tilelaw perft`: counts the sequences of a number of moves, to compare engines by a single number."""

from __future__ import annotations

import argparse

from tilelaw.command_line import Commands
from tilelaw.problems import Problem, errors_as_problems
from tilelaw.rulesets import add_position, position_of
from tilelaw_reference import perft

EXAMPLES = (
    "perft origins/discovery --players 3 --depth 3",
    "perft kingdomino/classic --seed 7 --depth 2 --divide",
    "perft origins/discovery --position position.json --depth 1",
)


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("perft", examples=EXAMPLES)
    add_position(parser)
    parser.add_argument("--depth", type=int, required=True, metavar="D", help="number of moves")
    parser.add_argument("--divide", action="store_true", help="a count for each first move")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the count."""
    if arguments.depth < 0:
        raise Problem("error: --depth is 0 or more")
    state = position_of(arguments)
    with errors_as_problems():
        if not arguments.divide:
            print(perft(state, arguments.depth))
            return 0
        counts = perft(state, arguments.depth, divide=True)
    for move, count in counts.items():
        print(f"{move}  {count}")
    print(f"total  {sum(counts.values())}")
    return 0
