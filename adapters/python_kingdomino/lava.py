"""Eruptions: how far lava flies, where it may land and what it does there."""

from __future__ import annotations

from components import VOLCANO
from reading import Cell
from rulesets import Ruleset
from territory import HUT, Square, Territory, around

RANGE = {1: 3, 2: 2, 3: 1}  # craters: squares


def vents(land: Territory) -> list[Cell]:
    """List the volcanoes just laid that have yet to erupt."""
    return sorted(cell for cell, square in land.items() if square.vent)


def in_range(ruleset: Ruleset, land: Territory, vent: Cell, at: Cell) -> bool:
    """Tell whether lava of this volcano can fly so far."""
    reach = RANGE[land[vent].craters]
    if "ruling-gaps-stop-lava" in ruleset.layers:
        return _reached_without_gaps(land, vent, at, reach)
    # Any direction, turning allowed, gaps do not matter: that is the distance of a chess king.
    return max(abs(at[0] - vent[0]), abs(at[1] - vent[1])) <= reach


def _reached_without_gaps(land: Territory, vent: Cell, at: Cell, reach: int) -> bool:
    reached = {vent}
    for _ in range(reach):
        flown_over = {cell for cell in reached if cell in land or cell == HUT}
        reached |= {cell for start in flown_over for cell in around(start)}
    return at in reached


def landing_faults(ruleset: Ruleset, land: Territory, vent: Cell, at: Cell) -> list[str]:
    """Name every rule against lava of this volcano landing there."""
    on_hut = at == HUT
    hut_burns = "ruling-lava-on-hut" in ruleset.layers
    square = land.get(at)
    faults = []
    if not in_range(ruleset, land, vent, at):
        faults.append("lava.range")
    if square is not None and square.flames:
        faults.append("lava.landing")
    if square is None and not on_hut:
        faults.append("lava.on-territory")  # the hut has a rule of its own
    if square is not None and square.terrain == VOLCANO:
        faults.append("lava.not-volcano")
    if on_hut and not hut_burns:
        faults.append("lava.not-hut")
    return faults


def landings(ruleset: Ruleset, land: Territory, vent: Cell) -> list[Cell]:
    """List the cells on which the fire token may land."""
    return [at for at in sorted({HUT, *land}) if not landing_faults(ruleset, land, vent, at)]


def burn(land: Territory, at: Cell, flames: int) -> None:
    """Lay a fire token: a resource is burnt, a caveman flees for good."""
    square = land.get(at, Square(""))
    land[at] = square._replace(fire=flames, resource="", caveman="")


def calm(land: Territory, vent: Cell) -> None:
    """Note that a volcano has erupted."""
    land[vent] = land[vent]._replace(vent=False, leads=False)
