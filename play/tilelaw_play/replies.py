"""What states of the compiled engine remember beside their records: replies, and what only some states have."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_reference import JsonObject, Policy, State


@dataclass(frozen=True, slots=True)
class Order:
    """The order of a zone, its pieces by number."""

    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Playout:
    """All answers of a playout."""

    seed: int
    policy: Policy
    most: int


@dataclass(slots=True)
class Notes:
    """What only some states have."""

    start: JsonObject | None = None
    """How the game began, if it began here and not with a position."""
    is_joined: bool = False
    """Whether the last answer was a dealer's, in the transition that led to the state before, or from nowhere."""
    twin: State | None = None
    """The same position in the evaluator, with nobody to deal."""
    led: State | None = None
    """The same again, if it was come to from the one before, so that it knows what happened."""
    text: str = ""
