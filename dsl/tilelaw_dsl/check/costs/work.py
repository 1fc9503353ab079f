"""Steps, by the names on which they depend.

Both engines work a *piece* (a fold, a narrowing, regions, a call …) out once for the same values of the names it
reads. So the work of an expression is a number of steps that are taken whenever it is evaluated, and pieces that are
not. A loop repeats only the pieces that read its element, and equal calls are one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl.check.costs.sizes import NO_SLOPES, Slopes, steeper

MOST_PIECES = 1000
"""Beyond so many, pieces are added up: definitions that call each other with ever other arguments have millions."""
ENDLESS = 10**15
"""Steps are counted up to here."""
NO_NAMES: frozenset[str] = frozenset()

Key: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Piece:
    """What is worked out once for the same values of some names, and repeated by loops over these."""

    node: ir.Node
    """Where the steps are taken."""
    steps: int
    names: frozenset[str]
    slopes: Slopes = field(default_factory=dict)
    loops: tuple[tuple[ir.Expr, int], ...] = ()
    """The sets that are run through, outermost first, and how often each repeats the rest."""


Pieces: TypeAlias = Mapping[Key, Piece]


@dataclass(frozen=True, slots=True)
class Work:
    """What an expression takes: `steps` at every evaluation, and pieces; and the names it reads."""

    steps: int = 0
    names: frozenset[str] = NO_NAMES
    pieces: Pieces = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a name stands for: the names read by what gives it its values, and how often it changes.

    `parts`: of a set that is one of several disjoint ones, the most elements it can have and those of all together.
    """

    over: ir.Expr
    names: frozenset[str]
    times: int = 1
    slopes: Slopes = field(default_factory=dict)
    parts: tuple[int, int] | None = None
    room: int = 0
    """Of a set that is given to a definition: how many elements the definition allows for."""
    size: int = 0
    """How many it has."""


class Keys:
    """Gives out keys: the same for what is the same piece."""

    def __init__(self) -> None:
        self._known: dict[object, Key] = {}

    def of(self, *what: object) -> Key:
        """Return the key of something."""
        return self._known.setdefault(what, len(self._known))


def together(works: Iterable[Work], steps: int = 0) -> Work:
    """Return the work of several expressions that are all evaluated, and some steps more."""
    pieces: dict[Key, Piece] = {}
    names: set[str] = set()
    for work in works:
        steps += work.steps
        names |= work.names
        if not pieces:
            pieces = dict(work.pieces)
            continue
        for key, piece in work.pieces.items():
            known = pieces.get(key)
            if known is None or known.steps < piece.steps:
                pieces[key] = piece
    return Work(min(steps, ENDLESS), frozenset(names), _few(pieces))


def _few(pieces: Pieces) -> Pieces:
    """Return pieces, those that depend on the same names added up if there are too many."""
    if len(pieces) <= MOST_PIECES:
        return pieces
    sums: dict[frozenset[str], tuple[Key, Piece]] = {}
    for key, piece in pieces.items():
        first, sum_ = sums.get(piece.names, (key, replace(piece, steps=0)))
        steps = min(sum_.steps + piece.steps, ENDLESS)
        sums[piece.names] = first, replace(sum_, steps=steps, slopes=NO_SLOPES)
    return dict(sums.values())


def bind(name: str, to: Bound, pieces: Pieces, key: Callable[[Key], Key]) -> Pieces:
    """Return pieces as they are outside what binds a name; `key` gives new keys to those that read it."""
    return {
        (key(old) if name in piece.names else old): _bound(name, to, piece) if name in piece.names else piece
        for old, piece in pieces.items()
    }


def _bound(name: str, to: Bound, piece: Piece) -> Piece:
    slopes = {other: slope for other, slope in piece.slopes.items() if other != name}
    names = piece.names - {name} | to.names
    slope = piece.slopes.get(name)
    if to.room:
        return _given(slope, to, replace(piece, names=names, slopes=slopes))
    times = to.times
    if slope is not None and to.parts is not None:
        most, all_together = to.parts
        times = min(times, ceil(slope * all_together / max(most, 1)))
    loops = ((to.over, times), *piece.loops) if times > 1 else piece.loops
    steps = min(piece.steps * max(times, 1), ENDLESS)
    return Piece(piece.node, steps, names, steeper(slopes, to.slopes) if times > 1 else slopes, loops)


def _given(slope: float | None, to: Bound, piece: Piece) -> Piece:
    """Return a piece of a definition whose set has the size of the one that it is called with."""
    if slope is None or piece.steps >= ENDLESS:
        return piece
    wanted = slope * piece.steps * to.size / max(to.room, 1)
    steps = min(piece.steps, max(ceil(wanted), 1))
    slopes = {name: other * wanted / steps for name, other in to.slopes.items()}
    return replace(piece, steps=steps, slopes=steeper(piece.slopes, slopes))
