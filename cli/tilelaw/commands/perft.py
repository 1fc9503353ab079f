"""`tilelaw perft`: counts the sequences of a number of moves, to compare engines by a single number."""

from __future__ import annotations

import argparse
from random import Random

from tilelaw.command_line import Commands
from tilelaw.ending import end_by_signals
from tilelaw.problems import Problem, errors_as_problems
from tilelaw.rulesets import add_position, position_of
from tilelaw_reference import State, perft

EXAMPLES = (
    "perft origins/discovery --players 3 --depth 3",
    "perft kingdomino/classic --seed 7 --depth 2 --divide",
    "perft origins/discovery --depth 3 --divide -- node my-engine.js",
)


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "perft",
        usage="tilelaw perft [options] RULESET [-- COMMAND ...]",
        epilog="With --divide and a command it walks down to the first position in which the two list other moves.",
        examples=EXAMPLES,
    )
    add_position(parser)
    parser.add_argument("--depth", type=int, required=True, metavar="D", help="number of moves")
    parser.add_argument("--divide", action="store_true", help="a count for each first move")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the count, or where that of an implementation parts from it."""
    if arguments.depth < 0:
        raise Problem("error: --depth is 0 or more")
    if arguments.command_line and not arguments.divide:
        raise Problem("error: an implementation is compared with --divide")
    state = position_of(arguments)
    if arguments.command_line:
        return _compare(state, arguments)
    with errors_as_problems():
        if not arguments.divide:
            print(perft(state, arguments.depth))
            return 0
        counts = perft(state, arguments.depth, divide=True)
    for move, count in counts.items():
        print(f"{move}  {count}")
    print(f"total  {sum(counts.values())}")
    return 0


def _compare(state: State, arguments: argparse.Namespace) -> int:
    # Imported here: who asks for help need not wait for the cases.
    from tilelaw.background import draw, manifest_of, turn_starts
    from tilelaw_conformance import Knowledge, left_behind_text
    from tilelaw_proof import CannotFuzz, Inquirer, Link, first_parting

    end_by_signals()
    # Who counts both spellings of a move counts too many, so here they are two.
    link = Link(arguments.command_line, 60.0, Knowledge(manifest=manifest_of, turn_starts=turn_starts))
    inquirer = Inquirer(state.engine, state.engine.game.name, Random(0))
    try:
        with errors_as_problems():
            parting = first_parting(link, inquirer, state, arguments.depth)
    except CannotFuzz as error:
        raise Problem(f"error: {error}") from error
    if link.left_behind:
        print(left_behind_text(link.left_behind))
    if not link.asked:
        raise Problem("error: it does not claim this ruleset, or not the method perft")
    if parting is None:
        print(f"the same: {perft(state, arguments.depth)}")
        return 1 if link.left_behind else 0
    for move in parting.moves:
        print(f"after     {move}")
    print("\n".join(f"    {line}".rstrip() for line in draw(parting.judged.case.position).splitlines()))
    for difference in parting.judged.differences[:3]:
        print(f"expected  {difference.expected}\ngot       {difference.got}")
    return 1
