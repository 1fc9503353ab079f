"""Files with several modes or options: whether these can be played together, for naming the file means all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilelaw_dsl import Code, Report, Rulebook, Severity
from tilelaw_dsl import syntax as s


def taken_apart(book: Rulebook, paths: list[Path]) -> Iterator[str]:
    """Yield a sentence for each file that can only be played in parts: why, and how these are named."""
    for path in paths:
        layers = next(file.layers for known, file in book.files.values() if known.resolve() == path.resolve())
        named = [layer.name.text for layer in layers if layer.role is not s.Role.LAYER]
        if len(named) > 1 and (reason := _reason(book, path)):
            parts = " or ".join(f"{path}:{name}" for name in named)
            yield f"{path} as a whole cannot be played: {reason}. Name one: {parts}"


def _reason(book: Rulebook, path: Path) -> str:
    """Return why the layers of a file cannot be played together; empty if they can, or are for several modes."""
    report = Report()
    layers = book.layers_of(str(path), report)
    if layers is not None:
        for players in book.counts(layers):
            book.check(layers, players, report)
    errors = [item for item in report.items if item.severity is Severity.ERROR]
    return errors[0].message if errors and errors[0].code is not Code.TWO_MODES else ""
