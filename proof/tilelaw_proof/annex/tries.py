"""Turns that show which moves are listed, for implementations that list none: their moves are whole turns.

Of the listed moves some are put, spread over the list, each in a turn that goes on legally. Of what is not listed some
neighbours are put, in the turn of the move that they are much like: for every rule that refuses one, if it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tilelaw_conformance import Answer, Try
from tilelaw_reference import NotationError, State

_MOST_LISTED = 8
_MOST_REFUSED = 6
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def tries(state: State, listed: Sequence[Answer], rest: Callable[[State], list[Answer]]) -> list[Try]:
    """Return turns to try where moves are listed; `rest` plays a turn to its end."""
    if "shuffle" in (state.due or {}) or not listed:
        return []
    some = [listed[number * len(listed) // _MOST_LISTED] for number in range(_MOST_LISTED)]
    chosen = [move for number, move in enumerate(some) if move not in some[:number]]
    rests = [rest(state.apply(dict(move))) for move in chosen]
    found = [Try(move=move, rest=each, legal=True) for move, each in zip(chosen, rests, strict=True)]
    refused: dict[tuple[str, ...], list[Try]] = {}
    for move, each in zip(chosen, rests, strict=True):
        for other in _neighbours(move, state):
            reasons = _reasons(state, other)
            if reasons and all(known["move"] != other for same in refused.values() for known in same):
                refused.setdefault(reasons, []).append(Try(move=other, rest=each, legal=False))
    fewest = sorted(refused, key=lambda reasons: (len(reasons), reasons))
    deep = max(map(len, refused.values()), default=0)
    turned = [refused[reasons][row] for row in range(deep) for reasons in fewest if row < len(refused[reasons])]
    return [*found, *turned[:_MOST_REFUSED]]


def _reasons(state: State, move: Answer) -> tuple[str, ...]:
    """Return the rules that refuse a move; none too for what is no move."""
    try:
        return tuple(state.refused_by(dict(move)))
    except NotationError:
        return ()


def _neighbours(move: Answer, state: State) -> Iterator[Answer]:
    """Yield moves that differ from one in a step of its cells or numbers, or in the action."""
    action = next(name for name in move if name != "player")
    given: Any = move[action]
    cells = [name for name, value in given.items() if isinstance(value, list)]
    for dx, dy in _STEPS:
        shifted = {name: [given[name][0] + dx, given[name][1] + dy, *given[name][2:]] for name in cells}
        yield from ({action: {**given, name: shifted[name]}} for name in cells)
        if len(cells) > 1:
            yield {action: {**given, **shifted}}
    numbers = [name for name, value in given.items() if isinstance(value, int) and not isinstance(value, bool)]
    yield from ({action: {**given, name: given[name] + step}} for name in numbers for step in (1, -1))
    for other in state.engine.game.actions:
        if not other.arguments and other.name != action:
            yield {other.name: {}}
