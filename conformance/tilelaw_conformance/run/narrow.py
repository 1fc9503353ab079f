"""What is left of an expectation for an implementation that keeps some parts of positions, or knows some actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from tilelaw_conformance.cases.expectation import Answer, Case, Expectation, Part, Sight
from tilelaw_conformance.data.jsondata import Json, JsonObject
from tilelaw_conformance.run.claims import SkipReason


def known(
    case: Case,
    then: Expectation,
    after: int,
    history: Sequence[bytes],
    actions: frozenset[str],
    notes: list[SkipReason],
) -> Expectation:
    """Return an expectation without what takes actions that the implementation does not know."""
    given = [*map(json.loads, history), *case.answers[:after]]
    others = unknown(given, actions)
    if others and then.parts:
        notes.append(SkipReason(f"it does not claim the action {others[0]}", "rulesets"))
        return Expectation()
    has_moves = then.moves is not None and not unknown(then.moves, actions)
    for part in [Part.PERFT] if has_moves else [Part.MOVES, Part.PERFT]:
        if part in then.parts:
            notes.append(SkipReason(f"{part}: it claims the actions {', '.join(sorted(actions))} only", "rulesets"))
    return replace(then, moves=then.moves if has_moves else None, perft=None)


def unknown(answers: Sequence[Answer], actions: frozenset[str]) -> list[str]:
    """Return the names of the actions among some answers that the implementation does not know."""
    names = [name for answer in answers if "shuffle" not in answer for name in answer if name != "player"]
    return [name for name in names if name not in actions]


def kept(then: Expectation, keeps: frozenset[str], notes: list[SkipReason]) -> Expectation:
    """Return an expectation without the parts of positions that the implementation does not keep."""
    if then.state is not None:
        then = replace(then, state=_kept_parts(then.state, keeps, "state", notes) or None)
    if then.observe is not None:
        sights = [
            Sight(player=each["player"], sees=_kept_parts(each["sees"], keeps, "observe", notes))
            for each in then.observe
        ]
        then = replace(then, observe=tuple(each for each in sights if each["sees"]) or None)
    return then


def _kept_parts(parts: JsonObject, keeps: frozenset[str], where: str, notes: list[SkipReason]) -> dict[str, Json]:
    notes += [
        SkipReason(f"{where}.{name}: it does not keep `{name}`", "positions") for name in parts if name not in keeps
    ]
    return {name: value for name, value in parts.items() if name in keeps}
