"""`tilelaw explain`: why a move is illegal (or what it would do), and where a score comes from."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tilelaw.problems import Problem, parse_json, player_count, read_json, ruleset, told_plainly
from tilelaw_reference.explain import Explanation, ScoreExplanation


def add_to(commands: Any) -> None:
    """Declare the command."""
    parser = commands.add_parser("explain", help="say why a move is illegal, or where a score comes from")
    parser.add_argument("name", metavar="RULESET")
    parser.add_argument("--players", type=int, metavar="N", help="for N players (default: the most it is for)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--seed", type=int, default=1, metavar="S", help="the first position, dealt by this seed")
    where.add_argument("--position", metavar="FILE", help="a position in JSON (- for standard input)")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--move", metavar="JSON", help='such as \'{"place": {"a": [1, 0], "b": [2, 0]}}\'')
    what.add_argument("--score", action="store_true", help="the score, line by line")
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation; an illegal move gives exit status 1."""
    found = ruleset(arguments.name)
    with told_plainly():
        if arguments.position is not None:
            state = found.state(read_json(arguments.position))
        else:
            state = found.start(player_count(found, arguments.players), seed=arguments.seed)
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
