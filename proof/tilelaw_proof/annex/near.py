"""A legal answer much like one that is refused: the same action before others, as few arguments changed as can be.

A refusal alone proves little: who refuses everything refuses this as well. Beside a neighbour that must be accepted in
the same position, it shows that the implementation tells the two apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilelaw_conformance import Answer, Case, Given
from tilelaw_proof.shuffles import ordered, pieces_due
from tilelaw_reference import Engine, IllegalMove, Json, NotationError, RulesError, ShuffleDue, State

_OTHER_ACTION = 1000
_OTHER_ARGUMENT = 20


def neighbour(case: Case, engine: Engine, history: Sequence[Answer] | None) -> Answer | None:
    """Return the neighbour of the answer that a case refuses, legal in its position and at the end of its witness."""
    refused = case.answers[-1]
    there = [_before(case, engine.start() if case.given is Given.START else engine.state(dict(case.position)))]
    if history is not None:
        start = {"ruleset": engine.game.name, "players": engine.game.players}
        there.append(_before(case, engine.play({"start": start, "answers": [*history]})))
    if there[0].is_over:
        return None
    if "shuffle" in (there[0].due or {}):
        return _order(there) if "order" in refused else None  # a move is judged, an order only applied
    moves = [{_text(move): move for move in _moves(state)} for state in there]
    common = [move for text, move in moves[0].items() if all(text in others for others in moves[1:])]
    return min(common, key=lambda move: (_distance(refused, move), _text(move)), default=None)


def _before(case: Case, state: State) -> State:
    for answer in case.answers[:-1]:
        state = state.apply(dict(answer))
    return state


def _moves(state: State) -> Iterable[Answer]:
    try:
        return [move.to_json() for move in state.moves()]
    except (IllegalMove, NotationError, RulesError, ShuffleDue):
        return []


def _order(states: Sequence[State]) -> Answer | None:
    """Return an order of the pile that is due, if it holds the same pieces in all states."""
    if not all("shuffle" in (state.due or {}) and pieces_due(state) for state in states):
        return None
    same = {_text(ordered(state, sorted(pieces_due(state), key=str))) for state in states}
    return ordered(states[0], pieces_due(states[0])) if len(same) == 1 else None


def _distance(refused: Answer, move: Answer) -> int:
    mine, others = ({name: value for name, value in each.items() if name != "player"} for each in (refused, move))
    action = next(iter(mine))
    given, legal = mine[action], others.get(action)
    if not isinstance(legal, Mapping) or not isinstance(given, Mapping):
        return _OTHER_ACTION
    return sum(_apart(given.get(name), value) for name, value in legal.items())


def _apart(one: Json, other: Json) -> int:
    """Return how far two arguments are apart: cells by their distance, anything else is another or the same."""
    if one == other:
        return 0
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        steps = [abs(a - b) for a, b in zip(one, other, strict=True) if isinstance(a, int) and isinstance(b, int)]
        return min(sum(steps), _OTHER_ARGUMENT - 1)
    return _OTHER_ARGUMENT


def _text(answer: Answer) -> str:
    return str(answer)
