"""Reads moves, and the orders of shuffled zones, from JSON data."""

from __future__ import annotations

from collections import Counter
from typing import NoReturn

from tilelaw_dsl import ir
from tilelaw_reference.errors import IllegalMove, MoveError
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import Json, JsonObject, json_value
from tilelaw_reference.model.move import Move, Rejection
from tilelaw_reference.model.position import Shuffling
from tilelaw_reference.model.values import Bag
from tilelaw_reference.wire.read import Reader, inner, read_json, shown


def read_move(rules: Rules, data: Json, player: int) -> Move:
    """Return the move that is written as JSON data or text, of this player unless it names another."""
    reader = Reader(rules, MoveError)
    given = reader.fields(read_json(data, MoveError), "", [*rules.actions, "player"])
    names = [name for name in given if name != "player"]
    if len(names) != 1:
        reader.fail("", "expected one action")
    action = rules.actions[names[0]]
    player = reader.player(given.get("player", player), "player")
    arguments = reader.fields(given[action.name], action.name, [a.name for a in action.arguments])
    values = []
    for argument in action.arguments:
        path = inner(action.name, argument.name)
        if argument.name not in arguments:
            reader.fail(path, "this argument is missing")
        values.append((argument.name, reader.value(arguments[argument.name], argument.type, player, path)))
    return Move(player, action.name, tuple(values))


def read_order(rules: Rules, data: Json, due: Shuffling, pieces: Bag) -> Bag:
    """Return the order given for a zone: all its pieces, each as often as it is there.

    What can be read, but is no order of that zone, is an illegal answer and not a malformed one.
    """
    reader = Reader(rules, MoveError)
    path = ""
    data = read_json(data, MoveError)
    if isinstance(data, dict):
        given = reader.fields(data, "", ["shuffle", "owner", "step", "order"])
        due_data: JsonObject = {"shuffle": due.zone.zone, "owner": json_value(due.zone.owner), "step": due.step}
        for name in ("shuffle", "owner", "step"):
            if name in given and given[name] != due_data[name]:
                _refuse(f"{name}: `{shown(due_data[name])}` is due, found `{shown(given[name])}`")
        path, data = "order", given.get("order")
    kind = rules.zones[due.zone.zone].of
    order = Bag(reader.value(entry, kind, None, where) for where, entry in reader.items(data, path))
    for surplus, what in (
        (Counter(order) - Counter(pieces), "too many"),
        (Counter(pieces) - Counter(order), "too few"),
    ):
        if surplus:
            names = ", ".join(f"`{json_value(piece)}`" for piece in surplus)
            _refuse(f"{what} of {names}")
    return order


def _refuse(text: str) -> NoReturn:
    raise IllegalMove((Rejection(ir.NOT_ASKED, "shuffle", text),))
