"""`tilelaw rules asks` and `tilelaw rules parts`: what an engine is asked, and what positions consist of.

Both tell in words what the manifest of a ruleset says; who writes an engine or an adapter looks there first.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tilelaw.command_line import Commands
from tilelaw.rulesets import add_ruleset, player_count, ruleset
from tilelaw.wording import counted

_MOST_VALUES = 24
"""An argument with more values than this is told by the first and the last."""

_ORDERS = {"pile": "in drawing order", "hand": "in component order", "row": "sorted by what is printed on its pieces"}
"""What the order of a zone means in a position."""


def add_to(parts: Commands) -> None:
    """Declare both parts of `tilelaw rules`."""
    one = parts.add_parser(
        "asks",
        help="list what players are asked: actions, arguments, and what each ask carries",
        examples=("rules asks origins/tribe", "rules asks origins/totem --players 2"),
    )
    add_ruleset(one)
    one.set_defaults(run=run_asks)
    one = parts.add_parser(
        "parts",
        help="list what positions consist of: zones, boards with their fields and printed cells, variables",
        examples=("rules parts ingenious/standard", "rules parts origins/tribe --players 3"),
    )
    add_ruleset(one)
    one.set_defaults(run=run_parts)


def run_asks(arguments: argparse.Namespace) -> int:
    """Print what players are asked."""
    manifest = _manifest(arguments)
    actions = {action["name"]: action for action in manifest["actions"]}
    for ask in manifest["asks"]:
        print(f"\n{ask['name']}  {ask['question']}")
        for name, type_ in ask["bound"].items():
            if name != "mover":  # the player asked, who is never repeated
                print(f"    carries {name}: {_type(type_)}")
        for name in ask["actions"]:
            print("\n".join(_action(actions[name])))
    return 0


def run_parts(arguments: argparse.Namespace) -> int:
    """Print what positions consist of."""
    parts = _manifest(arguments)["parts"]
    for zone in parts["zones"]:
        marks = f", each with {', '.join(zone['marks'])}" if zone["marks"] else ""
        print(f"\n{zone['key']}  a {zone['order']} of {_type(zone['pieces'])}{marks}{_owner(zone)}")
        print(f"    {_ORDERS[zone['order']]}; seen by {_seen(zone)}")
    for board in parts["boards"]:
        print(f"\n{board['key']}  a board of {board['cell']} cells, {_grid(board['grid'])}{_owner(board)}")
        for field in board["fields"]:
            print("\n".join(_field(field)))
    for variable in parts["variables"]:
        by = f" by {', then '.join(map(_type, variable['indices']))}" if variable["indices"] else ""
        print(f"\n{variable['key']}  {_type(variable)}{by}")
        if variable.get("seen_by", "all") != "all":
            print(f"    seen by {_seen(variable)}")
    return 0


def _manifest(arguments: argparse.Namespace) -> Mapping[str, Any]:
    """Return the manifest of the ruleset that is named, and print of what it is."""
    found = ruleset(arguments.name)
    players = player_count(found, arguments.players)
    print(f"{found.name} for {counted(players, 'player')}")
    manifest: Mapping[str, Any] = found.manifest(players)
    return manifest


def _action(action: Mapping[str, Any]) -> Iterator[str]:
    arguments: Mapping[str, Any] = action["arguments"]["properties"]
    written = ", ".join(f'"{name}": …' for name in arguments)
    yield f'    {{"{action["name"]}": {{{written}}}}}'
    for name, schema in arguments.items():
        yield f"        {name}: {_values(schema)}"
    for same in action["same"]:
        when = "" if same["always"] else ", where both are alike"
        yield f"        {' and '.join(same['swapped'])} may be swapped{when}: that is the same move"


def _values(schema: Mapping[str, Any]) -> str:
    """Return what an argument may be."""
    if "prefixItems" in schema:
        has_owner = len(schema["prefixItems"]) > 2
        return "a cell [x, y]" + (", or [x, y, owner] on the board of somebody else" if has_owner else "")
    if "enum" in schema:
        return _listed([each if isinstance(each, str) else json.dumps(each) for each in schema["enum"]])
    if "minimum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return json.dumps(schema)


def _listed(values: Sequence[str]) -> str:
    return ", ".join(values) if len(values) <= _MOST_VALUES else f"{values[0]} to {values[-1]}"


def _type(type_: Mapping[str, Any]) -> str:
    if type_["type"] == "number":
        return f"{type_['low']} to {type_['high']}"
    return str(type_["of"]) if type_["type"] in ("kind", "record") else str(type_["type"])


def _owner(part: Mapping[str, Any]) -> str:
    return ", one for each player" if part["owned"] else ""


def _seen(part: Mapping[str, Any]) -> str:
    """Return who sees a part; instead of pieces that a player does not see stands their number."""
    return {"owner": "its owner only", "team": "the team of its owner"}.get(part["seen_by"], str(part["seen_by"]))


def _grid(grid: Mapping[str, Any]) -> str:
    if grid["grid"] == "hexagon":
        return f"{grid['side']} along each side"
    return ", ".join(f"{name} {low} to {high}" for name, (low, high) in list(grid.items())[1:])


def _field(field: Mapping[str, Any]) -> Iterator[str]:
    """Yield a field of a board; what is printed there never stands in a position."""
    printed = ", printed: never in a position" if field["printed"] else ""
    yield f"    {field['name']}: {_type(field)}{printed}"
    for cell in field.get("cells", ()):
        value = cell["value"] if isinstance(cell["value"], str) else json.dumps(cell["value"])
        yield f"        {json.dumps(cell['at'])} {value}"
