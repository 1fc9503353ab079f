"""The answers players can give: one small class for each action, read from JSON and written back."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple, get_args

from components import CAVEMAN_NAMES, RESOURCES, TILES, TWOSOMES, WAYS
from reading import Cell, JsonObject, MalformedError, read_cell, read_integer, read_list, read_name, read_object
from rulesets import Ruleset


@dataclass(frozen=True)
class Select:
    """Put the chief on a domino of the row to choose from."""

    tile: int


@dataclass(frozen=True)
class Choose:
    """With two players: take both dominoes at the ends of the first row, or both in the middle."""

    which: str


@dataclass(frozen=True)
class Place:
    """Lay the domino, its halves as in the component list."""

    a: Cell
    b: Cell


@dataclass(frozen=True)
class Discard:
    """Throw the domino away."""


@dataclass(frozen=True)
class Lead:
    """Say which of several volcanoes erupts first."""

    at: Cell


@dataclass(frozen=True)
class Erupt:
    """Let the lava land."""

    at: Cell


@dataclass(frozen=True)
class Fizzle:
    """Say that the lava can land nowhere."""


@dataclass(frozen=True)
class Decline:
    """Leave the fire token in the bank."""


@dataclass(frozen=True)
class Give:
    """Hand on a totem."""

    to: int


@dataclass(frozen=True)
class Recruit:
    """Recruit a caveman, face up or from the pile."""

    how: str


@dataclass(frozen=True)
class Pass:
    """Recruit nobody."""


@dataclass(frozen=True)
class Spend:
    """Say which two kinds of resources to spend."""

    one_kind: str
    other_kind: str


@dataclass(frozen=True)
class Pay:
    """Spend the resource lying there."""

    at: Cell


@dataclass(frozen=True)
class Take:
    """Take a caveman."""

    caveman: str


@dataclass(frozen=True)
class Settle:
    """Put the caveman there."""

    at: Cell


Move = (
    Select
    | Choose
    | Place
    | Discard
    | Lead
    | Erupt
    | Fizzle
    | Decline
    | Give
    | Recruit
    | Pass
    | Spend
    | Pay
    | Take
    | Settle
)

# The name of an action in JSON is the name of its class in small letters, its arguments are the fields.
ACTIONS: dict[str, Any] = {kind.__name__.lower(): kind for kind in get_args(Move)}


class Answer(NamedTuple):
    """A move with what its sender said about the player and about whose territory its cells are on."""

    move: Move
    player: int | None
    owners: frozenset[int]


class Order(NamedTuple):
    """The outcome of a shuffle."""

    zone: str
    step: str  # empty when left out
    order: list[Any]


def action_name(move: Move) -> str:
    """Return the name of a move's action."""
    return type(move).__name__.lower()


def read_answer(value: object, ruleset: Ruleset) -> Answer:
    """Read a move such as {"place": {"a": [1, 0], "b": [1, 1]}}, perhaps with the player who makes it."""
    said = read_object(value, "the move", ("player", *ACTIONS))
    names = [name for name in said if name != "player"]
    if len(names) != 1:
        raise MalformedError("a move is one action")
    player = read_integer(said["player"], "player", 0, ruleset.players - 1) if "player" in said else None
    action = ACTIONS[names[0]]
    wanted = [each.name for each in fields(action)]
    given = read_object(said[names[0]], names[0], wanted)
    owners: set[int] = set()
    arguments: JsonObject = {}
    for name in wanted:
        if name not in given:
            raise MalformedError(f"{names[0]} needs {name}")
        if name in ("a", "b", "at"):
            arguments[name], owner = read_cell(given[name], name, ruleset.players)
            owners |= set() if owner is None else {owner}
        else:
            arguments[name] = _read_argument(name, given[name], ruleset)
    return Answer(action(**arguments), player, frozenset(owners))


def _read_argument(name: str, value: object, ruleset: Ruleset) -> int | str:
    if name == "tile":
        return read_integer(value, name, TILES[0], TILES[-1])
    if name == "to":
        return read_integer(value, name, 0, ruleset.players - 1)
    names = {"which": TWOSOMES, "how": WAYS, "caveman": CAVEMAN_NAMES}.get(name, RESOURCES)
    return read_name(value, name, names)


def read_answer_or_order(value: object, ruleset: Ruleset) -> Answer | Order:
    """Read what apply takes: a move, or the outcome of a shuffle."""
    if not isinstance(value, dict) or "shuffle" not in value:
        return read_answer(value, ruleset)
    said = read_object(value, "the outcome of a shuffle", ("shuffle", "step", "order"))
    zone = read_name(said["shuffle"], "shuffle", ("box", "pile", "chiefs"))
    step = said.get("step", "")
    if not isinstance(step, str):
        raise MalformedError("the step of a shuffle is no name")
    return Order(zone, step, read_list(said.get("order"), "order"))


def write_move(move: Move) -> JsonObject:
    """Write a move as JSON."""
    arguments = {each.name: getattr(move, each.name) for each in fields(move)}
    return {
        action_name(move): {
            name: list(value) if isinstance(value, tuple) else value for name, value in arguments.items()
        }
    }
