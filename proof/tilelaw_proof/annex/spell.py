"""Other spellings of the moves that a case lists, as `same if` in the rules tells them.

The smaller spelling is listed; an implementation may list the other one, or both. That the two are one move depends on
the position, so only the rules know it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_conformance import Answer, Case, Given, Spelled
from tilelaw_reference import Engine, IllegalMove, NotationError, RulesError, ShuffleDue, State, manifest


def other_spellings(case: Case, engine: Engine) -> list[Spelled]:
    """Return the other spellings of all moves that a case lists at its end."""
    if case.checkpoints or case.then.moves is None:
        return []
    state = engine.start() if case.given is Given.START else engine.state(dict(case.position))
    for answer in case.answers:
        state = state.apply(dict(answer))
    swaps = {
        action["name"]: [same["swapped"] for same in action["same"]] for action in manifest(engine.game)["actions"]
    }
    return [
        Spelled(move=other, listed=move)
        for move in case.then.moves
        for other in _swapped(move, swaps)
        if other != move and _listed(state, other) == move
    ]


def _swapped(move: Answer, swaps: dict[str, list[list[str]]]) -> Iterator[Answer]:
    for action, arguments in move.items():
        if isinstance(arguments, dict):
            for one, other in swaps.get(action, ()):
                yield {**move, action: {**arguments, one: arguments[other], other: arguments[one]}}


def _listed(state: State, move: Answer) -> Answer | None:
    """Return a move as it is listed; nothing if it is illegal."""
    try:
        listed: Answer = state.apply(dict(move)).history["answers"][-1]
        return listed
    except (IllegalMove, NotationError, RulesError, ShuffleDue):
        return None
