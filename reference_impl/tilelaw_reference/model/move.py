"""Moves: an action of a player with a value for each argument."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilelaw_reference.model.values import Env, Value
from tilelaw_reference.wire.write import json_value


@dataclass(frozen=True, slots=True)
class Move:
    """An answer by an action; `values` are its arguments by name, in declaration order."""

    player: int
    action: str
    values: tuple[tuple[str, Value], ...] = ()

    @property
    def arguments(self) -> Env:
        """The arguments as bindings."""
        return dict(self.values)

    def to_json(self) -> dict[str, Any]:
        """Return the move as it is written: the action, and its arguments by name."""
        return {self.action: {name: json_value(value, self.player) for name, value in self.values}}
