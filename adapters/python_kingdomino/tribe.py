"""Tribe mode: recruiting, settling, and what cavemen are worth at the end."""

from __future__ import annotations

from components import CAVEMEN, RESOURCES, VOLCANO, in_component_order
from position import Position
from reading import Cell
from territory import HUT, Territory, around, beside, kinds_of_resources

FACE_UP = 4

# Hunter-gatherers: points for each matching thing on the eight squares around them.
POINTS = {"hunter": 3, "fisher": 3, "gatherer": 4, "sculptor": 5, "painter": 2, "fire_lady": 1, "shaman": 2}
FAVOURITE = {"hunter": "mammoth", "fisher": "fish", "gatherer": "mushroom", "sculptor": "flint"}


def refill(position: Position) -> None:
    """Turn up cavemen until four lie face up or the pile is empty. Their order on the board has no meaning."""
    drawn = max(0, FACE_UP - len(position.cave))
    position.cave = in_component_order(position.cave + position.pile[:drawn])
    position.pile = position.pile[drawn:]


def recruit_faults(position: Position, player: int, how: str) -> list[str]:
    """Name every rule against recruiting face up or from the pile."""
    faults = []
    # Only in the last round there is no row to choose from.
    if not position.next and "ruling-recruit-last-round" not in position.ruleset.layers:
        faults.append("recruit.not-last")
    kinds = kinds_of_resources(position.territories[player])
    if how == "open":
        if len(kinds) < 2:
            faults.append("recruit.open")
        if not position.cave:
            faults.append("recruit.open.someone")
    else:
        if len(kinds) < len(RESOURCES):
            faults.append("recruit.pile")
        if not position.pile:
            faults.append("cave.empty")
    return faults


def spend_faults(land: Territory, one_kind: str, other_kind: str) -> list[str]:
    """Name every rule against spending these two kinds."""
    faults = []
    if not {one_kind, other_kind} <= kinds_of_resources(land):
        faults.append("recruit.open")
    if one_kind == other_kind:
        faults.append("recruit.open.different")
    return faults


def settle_faults(land: Territory, at: Cell) -> list[str]:
    """Name every rule against a caveman settling there."""
    square = land.get(at)
    faults = []
    if square is None:
        free = at == HUT  # a square of the territory on which nothing lies
    else:
        free = not (square.terrain == VOLCANO or square.flames or square.resource or square.caveman)
    if not free:
        faults.append("recruit.square")
    if at == HUT:
        faults.append("recruit.not-hut")
    return faults


# Points


def gatherer_points(land: Territory, caveman: str) -> int:
    """Add up what the hunter-gatherers of one kind score on a territory."""
    return sum(
        POINTS[caveman] * _matches_around(land, at, caveman) for at, square in land.items() if square.caveman == caveman
    )


def _matches_around(land: Territory, at: Cell, caveman: str) -> int:
    squares = [land[cell] for cell in around(at) if cell in land]
    if caveman == "painter":
        return sum(square.resource != "" for square in squares)
    if caveman == "fire_lady":
        return sum(square.flames for square in squares)  # craters are no flames
    if caveman == "shaman":
        return sum(square.caveman != "" for square in squares)
    return sum(square.resource == FAVOURITE[caveman] for square in squares)


def horde_points(land: Territory) -> int:
    """Add up members times strength of all hordes; a lone warrior is a horde of one."""
    strength = {at: CAVEMEN[square.caveman][1] for at, square in land.items() if square.caveman}
    left = {at for at, strong in strength.items() if strong}
    points = 0
    while left:
        horde = [left.pop()]
        for at in horde:  # grows while it is walked through
            for cell in beside(at):
                if cell in left:
                    left.remove(cell)
                    horde.append(cell)
        points += len(horde) * sum(strength[at] for at in horde)
    return points
