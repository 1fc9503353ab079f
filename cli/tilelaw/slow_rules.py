"""Rules that are right but slow: those that do not tell an engine where to look for answers.

An engine that lists moves goes through the values of each argument. Where a requirement says `x in S`, it goes through
S alone, whatever else is required; where none does, it tries every cell of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilelaw_dsl import Report, Rulebook, ir


def slow_rules(book: Rulebook, path: Path) -> list[str]:
    """Return a sentence for each argument of actions, in the rulesets of a file, that nothing narrows."""
    found: dict[str, None] = {}
    for layer in book.add_path(path) or ():
        layers = book.layers_of(layer, Report())
        for players in book.counts(layers)[-1:] if layers else ():
            game = book.compile(layers, players, Report()) if layers else None
            found |= dict.fromkeys(_sentences(game)) if game is not None else {}
    return list(found)


def _sentences(game: ir.Game) -> Iterator[str]:
    for action in game.actions:
        for argument in action.arguments:
            is_cell = isinstance(argument.type, ir.ThingType) and argument.type.sort is ir.Sort.CELL
            if is_cell and isinstance(argument.domain, ir.Cells) and not argument.within:
                yield (
                    f"{action.rule}: every cell is tried as `{argument.name}` of `{action.name}`, "
                    f"because no requirement says `{argument.name} in …`"
                )
