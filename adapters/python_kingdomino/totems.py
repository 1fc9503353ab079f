"""Totem mode: who has the most of a resource, who takes a totem and who must hand it on."""

from __future__ import annotations

from components import RESOURCES
from position import Ask, Position


def counts(position: Position, kind: str) -> list[int]:
    """Count a resource on each territory; what lies on dominoes of a row does not count."""
    return [sum(square.resource == kind for square in land.values()) for land in position.territories]


def heirs(position: Position, kind: str, holder: int) -> list[int]:
    """List the players with the most of a resource, without the holder, who hands its totem on."""
    owned = counts(position, kind)
    return [player for player, number in enumerate(owned) if number == max(owned) and player != holder]


def note_majorities(position: Position) -> None:
    """Remember, before a domino is laid, who has more of a resource than anybody else."""
    if not position.ruleset.ties_end_majorities:
        return
    for kind in RESOURCES:
        owned = counts(position, kind)
        if owned.count(max(owned)) == 1:
            position.ahead[kind] = owned.index(max(owned))


def has_lost(position: Position, kind: str, holder: int) -> bool:
    """Tell whether the holder of a totem must hand it on."""
    owned = counts(position, kind)
    if owned[holder] < max(owned):
        return True
    # A tie is no loss, not even at zero each; only by the other ruling one that has just ended a majority is.
    return position.ahead.get(kind) == holder and max(owned) > 0 and owned.count(max(owned)) > 1


def compare(position: Position, mover: int, after: str = "") -> Ask | None:
    """Move the totems after a placing, kind by kind; stop at the first whose holder must be asked.

    After the answer, the kinds behind the one asked about are still to be looked at.
    """
    kinds = RESOURCES[RESOURCES.index(after) + 1 :] if after else RESOURCES
    for kind in kinds:
        owned = counts(position, kind)
        if all(owned[mover] > number for player, number in enumerate(owned) if player != mover):
            position.totems[kind] = mover
        holder = position.totems.get(kind)
        if holder is None or not has_lost(position, kind, holder):
            continue
        candidates = heirs(position, kind, holder)
        if len(candidates) > 1:
            return Ask("totem.pass", holder, mover, totem=kind)
        position.totems[kind] = candidates[0]
    position.ahead = {}
    return None


def totem_meant(position: Position, holder: int) -> str:
    """Find the totem an ask must mean that does not name it: the first one lost with a choice of heirs."""
    for kind in RESOURCES:
        held = position.totems.get(kind) == holder
        if held and has_lost(position, kind, holder) and len(heirs(position, kind, holder)) > 1:
            return kind
    return ""
