"""What a layout is made of: plain JSON data, so that a host in any language can read and write records.

`layout` works it out from the declarations of a game; `to_json` and `to_record` need nothing else.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from tilelaw_engine.data import Written


class TypeLayout(TypedDict):
    """What sort of value a number stands for; `of` names a kind, a board, a record or, of a direction, a shape."""

    sort: str
    of: NotRequired[str]
    low: NotRequired[int]
    high: NotRequired[int]


class Spot(TypedDict):
    """Where one value lies: `width` bytes at `offset`, the lowest first."""

    offset: int
    width: int
    signed: bool
    type: TypeLayout


class NamedSpot(Spot):
    """A spot with the name that it has in a position."""

    name: str
    hidden_in: str
    """The zone it was taken from when not everybody may know it; else empty."""


class RestLayout(TypedDict):
    """A place where play rests: an ask with its actions by number, or a step that shuffles; and what it carries."""

    name: str
    actions: list[int]
    carries: list[NamedSpot]


class ArgumentLayout(Spot):
    """An argument of an action, where it lies in a move."""

    name: str


class ActionLayout(TypedDict):
    """An action, its rule and its arguments in order; `requirements` are the rules that judge it, in order."""

    name: str
    rule: str
    arguments: list[ArgumentLayout]
    requirements: list[str]
    asks: list[str | None]
    """For each requirement, the only ask at which it counts, if there is one."""


class ZoneLayout(TypedDict):
    """A zone: for each owner the number of pieces (16 bits) and then the pieces, `width` bytes each."""

    name: str
    key: str
    place: int
    """The number of its first owner's among all zones of all owners."""
    owned: bool
    """Whether every player has one."""
    owner: NotRequired[TypeLayout]
    """The kind, if every member of one has a zone."""
    order: str
    type: TypeLayout
    offsets: list[int]
    width: int
    capacity: int
    ranks: NotRequired[list[int]]
    """For a row that is sorted by a field: the rank of each member."""
    marks: list[str]
    shuffled_at: list[str]


class MarkLayout(TypedDict):
    """A mark: an array by member, with a blank entry in front."""

    name: str
    kind: str
    offset: int
    width: int
    signed: bool
    type: TypeLayout


class VariableLayout(TypedDict):
    """A variable: an array with a blank entry in front. `sizes` says how many entries each index has."""

    name: str
    indices: list[TypeLayout]
    sizes: list[int]
    offset: int
    width: int
    signed: bool
    type: TypeLayout
    seen_by: str


class FieldLayout(TypedDict):
    """A field of cells, for the first owner: `planes` of them, or, if that is 0, an array by place."""

    name: str
    offset: int
    planes: int
    width: int
    signed: bool
    type: TypeLayout


class BoardLayout(TypedDict):
    """A board: its grid, and its fields, which lie `size` bytes further on for each owner."""

    name: str
    key: str
    owned: bool
    hexagon: bool
    left: int
    top: int
    width: int
    height: int
    words: int
    places: int
    stride: int
    size: int
    fields: list[FieldLayout]


class RecordLayout(TypedDict):
    """A record type: the names and types of its fields, and the records that stand in tables, in canonical order."""

    name: str
    fields: list[tuple[str, TypeLayout]]
    values: list[dict[str, Written]]


class ScoreLayout(TypedDict):
    """A score line: its rule and, if it has keys, what they are."""

    rule: str
    key: NotRequired[TypeLayout]


class Layout(TypedDict):
    """Everything about the records and moves of one game."""

    ruleset: str
    players: int
    sides: int
    teams: list[list[int]]
    """The players of each side."""
    sided: bool
    """Whether the rules form sides: cells among the keys of scores are then told with their owners."""
    size: int
    """The bytes of a record."""
    move: int
    """The bytes of a move."""
    pending: int
    """Where the zones wait whose order is due: 16 bits each, the number of a zone place + 1."""
    shuffles: int
    """How many there can be."""
    kinds: dict[str, list[str | int]]
    copies: dict[str, list[int]]
    """How many of each member there are at most in all zones."""
    directions: dict[str, list[str]]
    """By the shape of the grid."""
    records: list[RecordLayout]
    asks: list[RestLayout]
    steps: list[RestLayout]
    actions: list[ActionLayout]
    rules: list[str]
    scores: list[ScoreLayout]
    ranks: list[str]
    """The rule behind each rank line; what stands after one that shares is left out."""
    invariants: list[str]
    zones: list[ZoneLayout]
    marks: list[MarkLayout]
    variables: list[VariableLayout]
    boards: list[BoardLayout]


DUE, PLAYER, HEADER = 0, 2, 4
"""Where a record says what is due (an ask's number + 1; behind the asks, a step's; 0: the game is over) and of whom."""
