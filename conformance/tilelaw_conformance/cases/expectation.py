"""What a case says, as data: a position, answers, and what must hold after them.

`Expectation` holds the parts of a `then`; a part that is absent is not looked at. Where it names parts of a position or
the data of components, `None` expects what is absent or empty. `Case.wire` is what the case contributes to requests,
encoded once, when the case is made.

CONTRIBUTING.md says what a new part of an expectation takes; a part that is forgotten somewhere is found by the type
checker or by a test.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NotRequired, TypeAlias, TypedDict

from tilelaw_conformance.data.jsondata import Json, JsonObject

Position: TypeAlias = Mapping[str, Json]
"""A position, or parts of one, as it is sent; only the manifest of its ruleset knows what is in it."""

Answer: TypeAlias = Mapping[str, Json]
"""A move, or the outcome of a shuffle, as it is sent."""

NOTHING_WORD = "nothing"
"""How cases write that something is absent or empty; `null` says the same."""

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


class Part(StrEnum):
    """The parts of an expectation, in the order in which they are judged."""

    LEGAL = "legal"
    COMPONENTS = "components"
    MOVES = "moves"
    STATE = "state"
    OVER = "over"
    SCORE = "score"
    RANK = "rank"
    OBSERVE = "observe"
    PERFT = "perft"


class ScoreLine(TypedDict):
    """The points that a rule gives, perhaps for some key."""

    rule: str
    points: int
    key: NotRequired[Json]


class SideScore(TypedDict):
    """The score of a side, as far as it is named."""

    side: int
    total: NotRequired[int]
    lines: NotRequired[Sequence[ScoreLine]]
    result: NotRequired[Sequence[int]]


class Sight(TypedDict):
    """What a player may know, as far as it is named."""

    player: int
    sees: JsonObject


class Count(TypedDict):
    """How many sequences of `depth` moves there are."""

    depth: int
    nodes: int


class ComponentKind(TypedDict):
    """How many components of a kind there are in all, and some of them with their data."""

    count: NotRequired[int]
    members: NotRequired[Sequence[JsonObject]]


class Spelled(TypedDict):
    """A move, and the move that is listed of which it is another spelling."""

    move: Answer
    listed: Answer


class TriedTurn(TypedDict):
    """A turn that shows whether a move is among those that are listed."""

    move: Answer
    before: Sequence[Answer]
    """The answers of the turn before it."""
    rest: Sequence[Answer]
    """Those after it."""
    legal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must hold; parts that are absent are not looked at."""

    legal: bool | None = None
    refused_by: tuple[str, ...] = ()
    only: bool = False
    """Exactly the rules of `refused_by` refuse the answer, and no others."""
    moves: tuple[Answer, ...] | None = None
    state: JsonObject | None = None
    score: tuple[SideScore, ...] | None = None
    rank: tuple[tuple[int, ...], ...] | None = None
    observe: tuple[Sight, ...] | None = None
    perft: Count | None = None
    over: bool | None = None
    components: Mapping[str, ComponentKind] | None = None
    parts: tuple[Part, ...] = field(init=False, repr=False, compare=False)
    """The parts that are there, in the order in which they are judged."""

    def __post_init__(self) -> None:
        parts = tuple(part for part in Part if getattr(self, part) is not None)
        object.__setattr__(self, "parts", parts)


KINDS = ("legal", "illegal", *(part.value for part in Part if part is not Part.LEGAL), "checkpoints")
"""What cases can be chosen by: the parts of `then`, and whole games."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What must hold in the middle of a game, after a number of its answers."""

    after: int
    then: Expectation


@dataclass(frozen=True, slots=True)
class Wire:
    """A case as it is sent: the position and each answer as JSON text."""

    state: bytes
    answers: tuple[bytes, ...]


@dataclass(frozen=True, kw_only=True)
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
    position: Position
    """The position, if one is given; otherwise just the ruleset and the players."""
    boards: tuple[str, ...] = ()
    """The names under which positions of the ruleset hold boards."""
    answers: tuple[Answer, ...]
    then: Expectation
    checkpoints: tuple[Checkpoint, ...] = ()
    near: Answer | None = None
    """Where the last answer is refused: an answer much like it that is legal in the same position."""
    inherited_from: str = ""
    """The id of the case that this is, under another ruleset or for another number of players."""
    filling: JsonObject = field(default_factory=dict)
    """What is sent with the position beside what is written, so that piles, rows and hands hold what is left."""
    turns: tuple[int, ...] | None = None
    """After how many answers a turn begins, where the case was put into whole turns; in a case as written, nothing."""
    rest: int = 0
    """How many answers follow the one that the case is about, only to end its turn."""
    tries: tuple[TriedTurn, ...] = ()
    """Whole turns in which moves that the case lists are made, and others that it does not list."""
    spellings: tuple[Spelled, ...] = ()
    """Moves that are other spellings of moves that are listed."""
    file: str
    line: int

    @cached_property
    def wire(self) -> Wire:
        """The case as it is sent; heirs are made by the thousand, and few of them are."""
        return Wire(encode({**self.position, **self.filling}), tuple(map(encode, self.answers)))

    @property
    def game(self) -> str:
        """The first word of the ruleset."""
        return self.ruleset.split("/")[0]

    @property
    def origin(self) -> str:
        """The id of the case that was written: its own, or that of the one it is inherited from."""
        return self.inherited_from or self.id

    @property
    def start(self) -> JsonObject:
        """What a game of it is started with."""
        return {"ruleset": self.ruleset, "players": self.players}

    @property
    def digest(self) -> str:
        """A name for exactly what is put to implementations and expected of them."""
        then = [{part.value: getattr(each, part) for part in each.parts} for each in self._expectations]
        refused = [list(self.then.refused_by), self.then.only]
        said = [self.ruleset, self.players, self.given, self.position, self.answers, then, refused, self.near]
        said += [[point.after for point in self.checkpoints]]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    @property
    def _expectations(self) -> tuple[Expectation, ...]:
        return self.then, *(point.then for point in self.checkpoints)

    @property
    def topic(self) -> str:
        """The id without its last part: the file the case stands in."""
        return (self.inherited_from or self.id).rpartition("/")[0]

    @property
    def parts(self) -> frozenset[Part]:
        """The parts of all its expectations."""
        return frozenset(part for then in self._expectations for part in then.parts)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The parts of its expectations, as people write them."""
        found = {part.value for part in self.parts}
        if self.then.legal is False:
            found = found - {"legal"} | {"illegal"}
        return tuple(kind for kind in KINDS if kind in found or (kind == "checkpoints" and self.checkpoints))


def encode(data: Json) -> bytes:
    """Return data as JSON in the fewest characters, all of them ASCII, so that no encoding can be got wrong."""
    return _ENCODER.encode(data).encode("ascii")
