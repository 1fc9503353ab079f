"""The things in the box, as printed: dominoes, fire tokens, resources, totems and cavemen."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from reading import JsonObject
from rulesets import Ruleset

VOLCANO = "volcano"
ORIGINS_TERRAINS = ("desert", "grassland", "lake", "jungle", "quarry", VOLCANO)
CLASSIC_TERRAINS = ("wheat", "forest", "water", "grass", "swamp", "mine")
TILES = range(1, 49)

# Component order: totems change hands and payments are asked for in it.
RESOURCES = ("mammoth", "fish", "mushroom", "flint")
RESOURCE_ON = {"grassland": "mammoth", "lake": "fish", "jungle": "mushroom", "quarry": "flint"}
TOTEM_POINTS = {"mammoth": 3, "fish": 4, "mushroom": 5, "flint": 6}

FIRE_TOKENS = {1: 5, 2: 4, 3: 1}  # flames on a token: number of such tokens in the bank

# Name: copies and strength. Only warriors have a strength.
CAVEMEN = {
    "hunter": (2, 0),
    "fisher": (2, 0),
    "gatherer": (2, 0),
    "sculptor": (2, 0),
    "painter": (2, 0),
    "fire_lady": (2, 0),
    "shaman": (2, 0),
    "brawler": (4, 1),
    "amazon": (3, 2),
    "oaf": (1, 3),
}
CAVEMAN_NAMES = tuple(CAVEMEN)

TWOSOMES = ("ends", "middle")
WAYS = ("open", "pile")


class Half(NamedTuple):
    """One square of a domino as printed; its symbols are flames in Origins and crowns in the classic game."""

    terrain: str
    symbols: int
    craters: int


Domino = tuple[Half, Half]


@cache
def _dominoes_in(file_name: str, symbol: str) -> dict[int, Domino]:
    found = {}
    with (Path(__file__).parent / file_name).open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            a, b = (
                Half(line[f"{half}_terrain"], int(line[f"{half}_{symbol}"]), int(line.get(f"{half}_craters", 0)))
                for half in "ab"
            )
            found[int(line["number"])] = (a, b)
    return found


def dominoes(ruleset: Ruleset) -> dict[int, Domino]:
    """Return the dominoes of a game by their number."""
    if ruleset.origins:
        return _dominoes_in("origins_dominoes.csv", "flames")
    return _dominoes_in("classic_dominoes.csv", "crowns")


def terrains(ruleset: Ruleset) -> tuple[str, ...]:
    """List the terrains of a game in component order."""
    return ORIGINS_TERRAINS if ruleset.origins else CLASSIC_TERRAINS


def symbol_name(ruleset: Ruleset) -> str:
    """Say what the printed symbols are called in positions."""
    return "flames" if ruleset.origins else "crowns"


def all_cavemen() -> list[str]:
    """List the 22 cavemen in component order."""
    return [name for name, (copies, _) in CAVEMEN.items() for _ in range(copies)]


def in_component_order(cavemen: list[str]) -> list[str]:
    """Sort cavemen as they stand in the component list."""
    return sorted(cavemen, key=CAVEMAN_NAMES.index)


def catalogue(ruleset: Ruleset) -> list[JsonObject]:
    """Describe the components in the shape of the protocol: kinds with their members, copies and data."""

    def plain(names: tuple[str, ...]) -> list[JsonObject]:
        return [{"name": name, "copies": 1} for name in names]

    def printed(half: Half) -> JsonObject:
        data = {"terrain": half.terrain, symbol_name(ruleset): half.symbols, "craters": half.craters}
        return {key: value for key, value in data.items() if value}

    kinds = {"terrain": plain(terrains(ruleset))}
    if ruleset.origins and ruleset.players == 2:
        kinds["twosome"] = plain(TWOSOMES)
    if ruleset.resources:
        kinds["resource"] = plain(RESOURCES)
    if ruleset.tribe:
        kinds["way"] = plain(WAYS)
    kinds["tile"] = [
        {"name": number, "copies": 1, "data": {"number": number, "a": printed(a), "b": printed(b)}}
        for number, (a, b) in dominoes(ruleset).items()
    ]
    if ruleset.tribe:
        kinds["caveman"] = [
            {"name": name, "copies": copies, "data": {"strength": strength}}
            for name, (copies, strength) in CAVEMEN.items()
        ]
    return [{"kind": kind, "members": members} for kind, members in kinds.items()]
