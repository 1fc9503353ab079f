"""Positions as JSON: reading whole ones and fragments, writing the canonical form, and hiding what is hidden."""

from __future__ import annotations

from typing import Any

from components import CAVEMAN_NAMES, RESOURCES, TILES, VOLCANO, WAYS, in_component_order, symbol_name, terrains
from lava import vents
from position import Ask, Entry, Position, Shuffle
from reading import (
    Cell,
    JsonObject,
    MalformedError,
    read_boolean,
    read_cell,
    read_integer,
    read_list,
    read_name,
    read_object,
)
from rulesets import Ruleset, find_ruleset
from territory import HUT, Square, Territory
from totems import totem_meant

ASK_PARTS: dict[str, tuple[str, ...]] = {
    "setup.first-pick": (),
    "two.first-pick": (),
    "place": ("mover",),
    "lava.token.order": ("mover",),
    "erupt": ("mover", "vent_at"),
    "totem.pass": ("mover", "totem"),
    "select": ("mover",),
    "recruit": ("mover",),
    "recruit.kinds": ("mover", "how"),
    "pay": ("mover", "how", "kind"),
    "take": ("mover", "how"),
    "settle": ("mover", "caveman"),
}
TRIBE_ASKS = ("recruit", "recruit.kinds", "pay", "take", "settle")


def _position_parts(ruleset: Ruleset) -> list[str]:
    parts = ["ruleset", "players", "box", "row", "next", "chiefs"]
    parts += ["pile", "cave"] if ruleset.tribe else []
    parts += ["territories"]
    parts += ["taken"] if ruleset.origins else []
    parts += ["totems"] if ruleset.totem else []
    parts += ["ahead"] if ruleset.ties_end_majorities else []
    parts += ["owed"] if ruleset.tribe else []
    return [*parts, "asks"]


def _ask_names(ruleset: Ruleset) -> list[str]:
    first = "two.first-pick" if ruleset.origins and ruleset.players == 2 else "setup.first-pick"
    names = [first, "place", "select"]
    names += ["lava.token.order", "erupt"] if ruleset.origins else []
    names += ["totem.pass"] if ruleset.totem else []
    return [*names, *(TRIBE_ASKS if ruleset.tribe else ())]


# Reading


def read_position(value: object) -> Position:
    """Read a position or a fragment of one; what is absent is empty."""
    if not isinstance(value, dict):
        raise MalformedError("the position is no object")
    ruleset = find_ruleset(value.get("ruleset"), value.get("players"))
    said = read_object(value, "the position", _position_parts(ruleset))
    players = ruleset.players
    lands = read_list(said.get("territories", []), "territories", longest=players)
    territories = [_read_territory(land, owner, ruleset) for owner, land in enumerate(lands)]
    position = Position(
        ruleset,
        territories + [{} for _ in range(players - len(territories))],
        box=[_read_tile(tile) for tile in read_list(said.get("box", []), "box")],
        row=[_read_entry(entry, ruleset) for entry in read_list(said.get("row", []), "row")],
        next=[_read_entry(entry, ruleset) for entry in read_list(said.get("next", []), "next")],
        chiefs=[read_integer(each, "a chief", 0, players - 1) for each in read_list(said.get("chiefs", []), "chiefs")],
        pile=[read_name(each, "a caveman", CAVEMAN_NAMES) for each in read_list(said.get("pile", []), "pile")],
        cave=in_component_order(
            [read_name(each, "a caveman", CAVEMAN_NAMES) for each in read_list(said.get("cave", []), "cave")]
        ),
    )
    for flames, number in read_object(said.get("taken", {}), "taken", ("1", "2", "3")).items():
        position.taken[int(flames)] = read_integer(number, "taken", 0, 9)
    for kind, holder in read_object(said.get("totems", {}), "totems", RESOURCES).items():
        position.totems[kind] = read_integer(holder, "the holder of a totem", 0, players - 1)
    for kind, leader in read_object(said.get("ahead", {}), "ahead", RESOURCES).items():
        position.ahead[kind] = read_integer(leader, "who is ahead", 0, players - 1)
    owed = read_object(said.get("owed", {}), "owed", RESOURCES)
    position.owed = {kind for kind in owed if read_boolean(owed[kind], "owed")}
    asks = read_list(said.get("asks", []), "asks")
    position.due = _read_due(asks[0], position) if asks else None
    return position


def _read_tile(value: object) -> int:
    return read_integer(value, "a domino", TILES[0], TILES[-1])


def _read_entry(value: object, ruleset: Ruleset) -> Entry:
    if not isinstance(value, dict):
        return Entry(_read_tile(value))
    bare = ("a_bare", "b_bare") if ruleset.origins else ()
    said = read_object(value, "a domino in a row", ("tile", "by", *bare))
    return Entry(
        _read_tile(said.get("tile")),
        read_integer(said["by"], "by", 0, ruleset.players - 1) if "by" in said else None,
        read_boolean(said.get("a_bare", False), "a_bare"),
        read_boolean(said.get("b_bare", False), "b_bare"),
    )


def _read_territory(value: object, owner: int, ruleset: Ruleset) -> Territory:
    land: Territory = {}
    for each in read_list(value, "a territory"):
        at, square = _read_square(each, owner, ruleset)
        if at in land:
            raise MalformedError(f"two squares on {list(at)}")
        land[at] = square
    return land


def _read_square(value: object, owner: int, ruleset: Ruleset) -> tuple[Cell, Square]:
    symbols = symbol_name(ruleset)
    parts = ["at", "terrain", symbols]
    parts += ["craters", "fire", "vent", "leads"] if ruleset.origins else []
    parts += ["resource"] if ruleset.resources else []
    parts += ["caveman"] if ruleset.tribe else []
    said = read_object(value, "a square", parts)
    at = _read_own_cell(said.get("at"), owner, ruleset)
    # Lava may land on the hut, which has no terrain; every other square has one.
    if (at == HUT) == ("terrain" in said):
        raise MalformedError(f"the hut, and only the hut, has no terrain: {list(at)}")
    return at, Square(
        read_name(said["terrain"], "terrain", terrains(ruleset)) if "terrain" in said else "",
        read_integer(said.get(symbols, 0), symbols, 0, 2 if ruleset.origins else 3),
        read_integer(said.get("craters", 0), "craters", 0, 3),
        read_integer(said.get("fire", 0), "fire", 0, 3),
        read_boolean(said.get("vent", False), "vent"),
        read_boolean(said.get("leads", False), "leads"),
        read_name(said["resource"], "resource", RESOURCES) if "resource" in said else "",
        read_name(said["caveman"], "caveman", CAVEMAN_NAMES) if "caveman" in said else "",
    )


def _read_own_cell(value: object, owner: int, ruleset: Ruleset) -> Cell:
    cell, said_owner = read_cell(value, "a cell", ruleset.players)
    if said_owner not in (None, owner):
        raise MalformedError(f"a cell of player {owner} says it is player {said_owner}'s")
    return cell


def _read_due(value: object, position: Position) -> Ask | Shuffle:
    if isinstance(value, dict) and "shuffle" in value:
        return _read_shuffle(value, position)
    ruleset = position.ruleset
    if not isinstance(value, dict):
        raise MalformedError("an ask is no object")
    name = read_name(value.get("ask"), "ask", _ask_names(ruleset))
    said = read_object(value, "the ask", ("ask", "player", *ASK_PARTS[name]))
    most = ruleset.players - 1
    player = read_integer(said.get("player"), "player", 0, most)
    ask = Ask(
        name,
        player,
        read_integer(said.get("mover", player), "mover", 0, most),
        _read_own_cell(said["vent_at"], player, ruleset) if "vent_at" in said else None,
        read_name(said["totem"], "totem", RESOURCES) if "totem" in said else "",
        read_name(said["how"], "how", WAYS) if "how" in said else "",
        read_name(said["kind"], "kind", RESOURCES) if "kind" in said else "",
        read_name(said["caveman"], "caveman", CAVEMAN_NAMES) if "caveman" in said else "",
    )
    return _completed(ask, position)


def _completed(ask: Ask, position: Position) -> Ask:
    """Fill in what the ask leaves out and the rest of the position tells."""
    vent_at, totem, how, kind = ask.vent_at, ask.totem, ask.how, ask.kind
    if ask.name == "erupt" and vent_at is None:
        vent_at = _vent_meant(position.territories[ask.player])
    if ask.name == "totem.pass" and not totem:
        totem = totem_meant(position, ask.player)
    if ask.name == "recruit.kinds":
        how = how or "open"  # from the pile all four kinds are spent, so nothing is asked
    if ask.name in ("pay", "take") and not how:
        how = "pile" if not position.cave else "open" if not position.pile else ""
    if ask.name == "pay":
        kind = kind or next((each for each in RESOURCES if each in position.owed), "")
        position.owed |= {kind} if kind else set()
    return Ask(ask.name, ask.player, ask.mover, vent_at, totem, how, kind, ask.caveman)


def _vent_meant(land: Territory) -> Cell | None:
    fresh = vents(land)
    first = [cell for cell in fresh if land[cell].leads]
    volcanoes = [cell for cell, square in land.items() if square.terrain == VOLCANO]
    for candidates in (first, fresh, volcanoes):
        if candidates:
            return candidates[0] if len(candidates) == 1 else None
    return None


def _read_shuffle(value: JsonObject, position: Position) -> Shuffle:
    said = read_object(value, "the shuffle", ("shuffle", "step", "mover", "caveman"))
    zones = ("box", "pile", "chiefs") if position.ruleset.tribe else ("box", "chiefs")
    zone = read_name(said["shuffle"], "shuffle", zones)
    steps = {"box": ("setup.box",), "chiefs": ("setup.chiefs",), "pile": ("cave.setup", "recruit.reshuffle")}[zone]
    step = read_name(said["step"], "step", steps) if "step" in said else steps[0]
    if zone == "pile" and "step" not in said and not position.chiefs:
        step = steps[1]  # the setup is over
    mover = read_integer(said["mover"], "mover", 0, position.ruleset.players - 1) if "mover" in said else None
    caveman = read_name(said["caveman"], "caveman", CAVEMAN_NAMES) if "caveman" in said else ""
    return Shuffle(zone, step, mover, caveman)


# Writing


def write_position(position: Position) -> JsonObject:
    """Write a position in canonical form: what is empty is absent, keys and squares have one order."""
    ruleset = position.ruleset
    whole = {
        "ruleset": ruleset.written,
        "players": ruleset.players,
        "box": list(position.box),
        "row": [_write_entry(entry) for entry in position.row],
        "next": [_write_entry(entry) for entry in position.next],
        "chiefs": list(position.chiefs),
        "pile": list(position.pile),
        "cave": list(position.cave),
        "territories": _write_territories(position),
        "taken": {str(flames): position.taken[flames] for flames in (1, 2, 3) if position.taken.get(flames)},
        "totems": {kind: position.totems[kind] for kind in RESOURCES if kind in position.totems},
        "ahead": {kind: position.ahead[kind] for kind in RESOURCES if kind in position.ahead},
        "owed": {kind: True for kind in RESOURCES if kind in position.owed},
        "asks": [_write_due(position.due)] if position.due else [],
    }
    return {key: value for key, value in whole.items() if value not in ([], {})}


def _write_entry(entry: Entry) -> JsonObject:
    whole = {"tile": entry.tile, "by": entry.by, "a_bare": entry.a_bare or None, "b_bare": entry.b_bare or None}
    return {key: value for key, value in whole.items() if value is not None}


def _write_territories(position: Position) -> list[list[JsonObject]]:
    if not any(position.territories):
        return []
    symbols = symbol_name(position.ruleset)
    # Nobody's empty territory is left out: the place in the list says whose it is.
    return [[_write_square(at, land[at], symbols) for at in sorted(land)] for land in position.territories]


def _write_square(at: Cell, square: Square, symbols: str) -> JsonObject:
    whole: dict[str, Any] = {"at": list(at), "terrain": square.terrain, symbols: square.symbols}
    for key in ("craters", "fire", "vent", "leads", "resource", "caveman"):
        whole[key] = getattr(square, key)
    return {key: value for key, value in whole.items() if value}


def _write_due(due: Ask | Shuffle) -> JsonObject:
    if isinstance(due, Shuffle):
        # Only the pile is shuffled in two places, so only there the step is written.
        whole: JsonObject = {"shuffle": due.zone, "step": due.step if due.zone == "pile" else "", "mover": due.mover}
        whole["caveman"] = due.caveman
    else:
        whole = {"ask": due.name, "player": due.player, "mover": due.mover if due.mover != due.player else None}
        whole["vent_at"] = list(due.vent_at) if due.vent_at else None
        whole |= {"totem": due.totem, "how": due.how, "kind": due.kind, "caveman": due.caveman}
    return {key: value for key, value in whole.items() if value is not None and value != ""}


def observe(position: Position, player: int) -> JsonObject:
    """Write a position as a player may know it: hidden piles are only counted."""
    seen = write_position(position)
    due = position.due
    looks_through = isinstance(due, Ask) and (due.name, due.how, due.player) == ("take", "pile", player)
    for zone in ("box", "chiefs", "pile"):
        if zone in seen and not (zone == "pile" and looks_through):
            seen[zone] = len(seen[zone])
    return seen
