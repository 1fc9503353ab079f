"""Other spellings of the moves that a case lists, as `same if` in the rules tells them.

The smaller spelling is listed; an implementation may list the other one, or both. That the two are one move depends on
the position, so only the rules know it. So it is of an answer whose arguments an ask tells afterwards: it may tell them
in either order only if the answer could be spelled either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tilelaw_conformance import Answer, Case, Given, Spelled
from tilelaw_reference import Engine, IllegalMove, Json, NotationError, RulesError, ShuffleDue, State, manifest


def other_spellings(case: Case, engine: Engine) -> list[Spelled]:
    """Return the other spellings of all moves that a case lists at its end, or of its answers that an ask tells."""
    return [*_listed_otherwise(case, engine), *_bound(case, engine)]


def _listed_otherwise(case: Case, engine: Engine) -> list[Spelled]:
    if case.checkpoints or case.then.moves is None:
        return []
    state = _begin(case, engine)
    for answer in case.answers:
        state = state.apply(dict(answer))
    swaps = _swaps(engine)
    return [
        Spelled(move=other, listed=move)
        for move in case.then.moves
        for other in _swapped(move, swaps)
        if other != move and _listed(state, other) == move
    ]


def _bound(case: Case, engine: Engine) -> list[Spelled]:
    """Return the other spellings of the answers of a case whose swapped arguments an expected ask has bound."""
    swaps = _swaps(engine)
    if not any({*pair} <= ask.keys() for ask in _asks(case) for pairs in swaps.values() for pair in pairs):
        return []
    found: list[Spelled] = []
    state = _begin(case, engine)
    for answer in case.answers:
        for other in _swapped(answer, swaps):
            listed = _listed(state, answer)
            if other != answer and listed is not None and _listed(state, other) == listed:
                found.append(Spelled(move=other if listed == answer else answer, listed=listed))
        state = state.apply(dict(answer))
    return found


def _asks(case: Case) -> Iterator[Mapping[str, Json]]:
    """Yield the asks that a case expects anywhere."""
    for then in (case.then, *(checkpoint.then for checkpoint in case.checkpoints)):
        for position in (then.state or {}, *(sight["sees"] for sight in then.observe or ())):
            asks = position.get("asks")
            yield from (ask for ask in asks if isinstance(ask, Mapping)) if isinstance(asks, Sequence) else ()


def _begin(case: Case, engine: Engine) -> State:
    return engine.start() if case.given is Given.START else engine.state(dict(case.position))


def _swaps(engine: Engine) -> dict[str, list[list[str]]]:
    """Return, by action, what may be swapped in it."""
    return {action["name"]: [same["swapped"] for same in action["same"]] for action in manifest(engine.game)["actions"]}


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
