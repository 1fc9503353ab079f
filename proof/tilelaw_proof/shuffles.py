"""Orders of shuffles that are due."""

from __future__ import annotations

from collections.abc import Sequence

from tilelaw_conformance import Answer
from tilelaw_reference import Json, State

_NAMED = ("shuffle", "owner", "step")
"""What names the pile in an answer; a shuffle that is due may tell more of where it stands."""


def pieces_due(state: State) -> list[Json]:
    """Return the pieces of the pile whose order is due, as they lie."""
    due = state.due or {}
    zone = state.to_json().get(due["shuffle"], [])
    return list(zone[due["owner"]] if "owner" in due else zone)


def ordered(state: State, pieces: Sequence[Json]) -> Answer:
    """Return the answer that gives the pile that is due an order."""
    due = state.due or {}
    return {**{name: due[name] for name in _NAMED if name in due}, "order": list(pieces)}
