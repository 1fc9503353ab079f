"""What a case says, as data: a position, answers, and what must hold after them.

`Expectation` holds the parts of a `then`; a part that is absent is not looked at. `Case.wire` is what the case
contributes to requests, encoded once, when the case is made.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

_ENCODER = json.JSONEncoder(separators=(",", ":"))


class Basis(StrEnum):
    """What an expectation rests on."""

    STATED = "stated"
    PICTURED = "pictured"
    RULING = "ruling"
    EDITION = "edition"
    RECORDED = "recorded"


class Given(StrEnum):
    """Where a case begins."""

    POSITION = "position"
    START = "start"
    NOTHING = "nothing"
    """It is about components, and there is no position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must hold; parts that are absent are not looked at."""

    legal: bool | None = None
    refused_by: tuple[str, ...] = ()
    only: bool = False
    """Exactly the rules of `refused_by` refuse the answer, and no others."""
    moves: tuple[dict[str, Any], ...] | None = None
    state: Mapping[str, Any] | None = None
    score: tuple[dict[str, Any], ...] | None = None
    rank: tuple[tuple[int, ...], ...] | None = None
    observe: tuple[dict[str, Any], ...] | None = None
    """What players see, each `{player, sees}`."""
    perft: Mapping[str, int] | None = None
    over: bool | None = None
    components: Mapping[str, Any] | None = None
    parts: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The parts that are there, in the order in which they are judged."""

    def __post_init__(self) -> None:
        parts = tuple(name for name in PARTS if getattr(self, name) is not None)
        object.__setattr__(self, "parts", parts)


PARTS = ("legal", "components", "moves", "state", "over", "score", "rank", "observe", "perft")
"""Every part of an expectation, in the order in which they are judged."""

KINDS = ("legal", "illegal", *PARTS[1:], "checkpoints")
"""What cases can be chosen by: the parts of `then`, and whole games."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What must hold in the middle of a game, after so many of its answers."""

    after: int
    then: Expectation


@dataclass(frozen=True, slots=True)
class Wire:
    """A case as it is sent: the position and each answer as JSON text."""

    state: bytes
    answers: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One behaviour that an implementation must show."""

    id: str
    title: str
    ruleset: str
    players: int
    rules: tuple[str, ...]
    basis: Basis
    editions: tuple[str, ...]
    """The editions the source names; for the basis `edition`, the one it holds for."""
    source: str
    why: str
    since: str
    given: Given = Given.POSITION
    constructed: str = ""
    """Why no game leads to the position, if none does."""
    position: Mapping[str, Any]
    """The position, if one is given; otherwise just the ruleset and the players."""
    answers: tuple[dict[str, Any], ...]
    then: Expectation
    checkpoints: tuple[Checkpoint, ...] = ()
    file: str
    line: int
    wire: Wire = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        wire = Wire(encode(self.position), tuple(map(encode, self.answers)))
        object.__setattr__(self, "wire", wire)

    @property
    def game(self) -> str:
        """The first word of the ruleset."""
        return self.ruleset.split("/")[0]

    @property
    def topic(self) -> str:
        """The id without its last part: the file the case stands in."""
        return self.id.rpartition("/")[0]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The parts of its expectations, as people write them."""
        found = {part for then in (self.then, *(point.then for point in self.checkpoints)) for part in then.parts}
        if self.then.legal is False:
            found = found - {"legal"} | {"illegal"}
        return tuple(kind for kind in KINDS if kind in found or (kind == "checkpoints" and self.checkpoints))


def encode(data: Any) -> bytes:
    """Return data as JSON in the fewest characters, all of them ASCII, so that no encoding can be got wrong."""
    return _ENCODER.encode(data).encode("ascii")
