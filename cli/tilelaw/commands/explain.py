"""`tilelaw explain`: why a move is illegal (or what it would do), and where a score comes from."""

from __future__ import annotations

import argparse
import json

from tilelaw.command_line import Commands
from tilelaw.problems import Problem, errors_as_problems, parse_json
from tilelaw.rulesets import add_position, position_of
from tilelaw_reference import Explanation, ScoreExplanation

EXAMPLES = (
    """explain origins/discovery --move '{"select": {"tile": 8}}'""",
    "explain origins/discovery --position position.json --score",
)


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("explain", examples=EXAMPLES)
    add_position(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--move", metavar="JSON", help='such as \'{"place": {"a": [1, 0], "b": [2, 0]}}\'')
    what.add_argument("--score", action="store_true", help="the score, line by line")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation; an illegal move gives exit status 1."""
    state = position_of(arguments, goes_on=not arguments.score)
    with errors_as_problems():
        if arguments.score:
            _show(state.explain_score(), arguments.format)
            return 0
        move = parse_json(arguments.move, "the move")
        if not isinstance(move, dict):
            raise Problem("error: a move is an object with one action")
        explanation = state.explain(move)
    _show(explanation, arguments.format)
    return 0 if explanation.legal else 1


def _show(explanation: Explanation | ScoreExplanation, format_: str) -> None:
    as_json = json.dumps(explanation.to_json(), indent=2, ensure_ascii=False)
    print(as_json if format_ == "json" else explanation)
