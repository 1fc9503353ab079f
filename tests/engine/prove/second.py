"""The engine that is compared with the evaluator."""

from __future__ import annotations

from engine.prove.compare import SomeEngine
from tilelaw_dsl import ir
from tilelaw_dsl.ir.text import from_json, to_json
from tilelaw_reference import Engine


def second(game: ir.Game) -> SomeEngine:
    """Return the second engine of a game."""
    # Until there is a compiled one: the evaluator itself, of rules that were written as JSON and read again.
    return Engine(from_json(to_json(game)))
