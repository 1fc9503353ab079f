"""Rules that are right but slow: what the compiled engine tests for one cell after another.

A requirement that the compiler can turn into a set of cells costs next to nothing, whatever else is required. Where it
cannot, each cell that the others leave is tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilelaw_dsl import Report, Rulebook, ir
from tilelaw_engine import NotLowered, one_by_one


def slow_rules(book: Rulebook, path: Path) -> list[str]:
    """Return a sentence for each requirement, in the rulesets of a file, that is tested for one cell after another."""
    found: dict[str, None] = {}
    for layer in book.add_path(path) or ():
        layers = book.layers_of(layer, Report())
        for players in book.counts(layers)[-1:] if layers else ():
            game = book.compile(layers, players, Report()) if layers else None
            found |= dict.fromkeys(_sentences(game)) if game is not None else {}
    return list(found)


def _sentences(game: ir.Game) -> Iterator[str]:
    try:
        slow = one_by_one(game)
    except NotLowered as what:
        yield f"{game.name}: everything, because no module can hold {what}"
        return
    for one in slow:
        cells = "each cell that other requirements leave" if one.is_narrowed else "every cell"
        yield (
            f"{one.rule}: `{one.requirement}` is tested for {cells} as `{one.argument}` of `{one.action}`, "
            f"because {one.why}"
        )
