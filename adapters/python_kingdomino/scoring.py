"""Points, line by line as on the score sheet, and the ranking. Both mean: if the game ended here."""

from __future__ import annotations

from components import RESOURCES, TOTEM_POINTS, VOLCANO, terrains
from position import Position
from reading import JsonObject
from territory import HUT, Territory, regions
from tribe import POINTS, gatherer_points, horde_points

CENTRE_POINTS = 10
COMPLETE_POINTS = 5


def _region_points(land: Territory) -> dict[str, int]:
    points: dict[str, int] = {}
    for terrain, cells in regions(land):
        points[terrain] = points.get(terrain, 0) + len(cells) * sum(land[cell].flames for cell in cells)
    return points


def _is_central(land: Territory, size: int) -> bool:
    return all(max(abs(x), abs(y)) <= size // 2 for x, y in land)


def _is_evenly_built(land: Territory) -> bool:
    # Transposed, the cells are all x and then all y, those of the castle among them.
    return all(max(ordinates) + min(ordinates) == 0 for ordinates in zip(HUT, *land, strict=True))


def _is_complete(land: Territory, size: int) -> bool:
    return len(land.keys() - {HUT}) == size * size - 1


def lines(position: Position, player: int) -> list[JsonObject]:
    """List what a player scores, also where it is nothing."""
    ruleset, land = position.ruleset, position.territories[player]
    by_terrain = _region_points(land)
    found: list[JsonObject] = [
        {"rule": "score.region", "key": terrain, "points": by_terrain.get(terrain, 0)}
        for terrain in terrains(ruleset)
        if terrain != VOLCANO
    ]
    if ruleset.totem:
        for kind in RESOURCES:
            # Holding decides, not a recount.
            points = TOTEM_POINTS[kind] if position.totems.get(kind) == player else 0
            found.append({"rule": "score.totem", "key": kind, "points": points})
        found.append({"rule": "score.resource", "points": sum(square.resource != "" for square in land.values())})
    if ruleset.tribe:
        for caveman in POINTS:
            rule = "score." + caveman.replace("_", "-")
            found.append({"rule": rule, "points": gatherer_points(land, caveman)})
        found.append({"rule": "score.horde", "points": horde_points(land)})
    if ruleset.centre_bonus:
        central = _is_evenly_built(land) if ruleset.even_sides else _is_central(land, ruleset.size)
        found.append({"rule": "bonus.centre", "points": CENTRE_POINTS if central else 0})
    if ruleset.complete_bonus:
        points = COMPLETE_POINTS if _is_complete(land, ruleset.size) else 0
        found.append({"rule": "bonus.complete", "points": points})
    return found


def side(position: Position, player: int) -> JsonObject:
    """Return a player's lines, total, and the numbers players are compared by: total, largest region, flames."""
    land = position.territories[player]
    scored = lines(position, player)
    total = sum(line["points"] for line in scored)
    largest = max((len(cells) for _, cells in regions(land)), default=0)
    flames = sum(square.flames for square in land.values())
    return {
        "side": player,
        "players": [player],
        "lines": scored,
        "total": total,
        "result": [total, largest, flames],
    }


def score(position: Position) -> list[JsonObject]:
    """Return the score of every player."""
    return [side(position, player) for player in range(position.ruleset.players)]


def rank(position: Position) -> list[JsonObject]:
    """Group the players, best first; decided_by is the place in the result that tells a group from the next."""
    by_result: dict[tuple[int, ...], list[int]] = {}
    for scored in score(position):
        by_result.setdefault(tuple(scored["result"]), []).append(scored["side"])
    best_first = sorted(by_result, reverse=True)
    groups: list[JsonObject] = []
    for index, result in enumerate(best_first):
        group: JsonObject = {"sides": by_result[result]}
        if index + 1 < len(best_first):
            pairs = zip(result, best_first[index + 1], strict=True)
            group["decided_by"] = next(place for place, (ours, theirs) in enumerate(pairs) if ours != theirs)
        groups.append(group)
    return groups
