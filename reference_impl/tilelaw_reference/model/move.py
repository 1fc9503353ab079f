"""Moves, each an action of a player with a value for every argument, and the reasons why moves are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tilelaw_dsl import ir
from tilelaw_reference.model.json_values import Json, json_value
from tilelaw_reference.model.values import Env, Value

Facts: TypeAlias = tuple[tuple[str, Value], ...]


def _short(value: Json) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else json.dumps(value).strip('"')


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

    def __str__(self) -> str:
        """Return the move in short, as people type it: `place a 1,0 b 2,0`."""
        shown = [f"{name} {_short(json_value(value, self.player))}" for name, value in self.values]
        return " ".join([self.action, *shown])

    def to_json(self) -> dict[str, Any]:
        """Return the move as it is written: the action, and its arguments by name."""
        return {self.action: {name: json_value(value, self.player) for name, value in self.values}}


@dataclass(frozen=True, slots=True)
class Rejection:
    """One reason why a move is refused: the rule, what it requires, and the values of the parts of that."""

    rule: str
    action: str
    text: str
    player: int | None = None
    """Whose move it is, if a player's."""
    argument: str | None = None
    """The argument that is outside its domain, if that is the reason."""
    evidence: Callable[[], Facts] = field(default=tuple, compare=False, repr=False)
    """Works out the facts: most callers only want the rules, and a fact may be a large set."""

    @property
    def facts(self) -> Facts:
        """The values of the parts of what is required, each beside its text."""
        return self.evidence()


@dataclass(frozen=True, slots=True)
class Tested:
    """A requirement that applies to an answer: whether it is met, and what is bound in it."""

    requirement: ir.Requirement
    is_met: bool
    bindings: Env
