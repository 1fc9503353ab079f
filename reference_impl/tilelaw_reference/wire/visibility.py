"""Who may see what: the pieces of zones, and what an ask carries with it."""

from __future__ import annotations

from typing import Any

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.position import Question, Shuffling, ZonePlace
from tilelaw_reference.model.values import SHARED
from tilelaw_reference.wire.write import View, json_position


def viewers(here: Evaluator, place: ZonePlace) -> frozenset[int]:
    """Return the players who see the pieces of a zone."""
    zone = here.rules.zones[place.zone]
    match zone.seen_by:
        case ir.Viewers.ALL:
            return everybody(here)
        case ir.Viewers.NOBODY:
            always: frozenset[int] = frozenset()
        case ir.Viewers.OWNER:
            always = frozenset({place.owner})
        case ir.Viewers.TEAM:
            always = next((side for side in here.sides if place.owner in side), frozenset())
    return always | _asked(here, zone)


def everybody(here: Evaluator) -> frozenset[int]:
    """Return all players."""
    return frozenset(range(here.rules.game.players))


def _asked(here: Evaluator, zone: ir.ZoneDecl) -> frozenset[int]:
    """Return the player asked, if he has a glimpse of the zone now."""
    due = here.position.due
    if isinstance(due, Question):
        env = {**due.bindings, "you": due.player}
        if any(glimpse.ask == due.ask and here.holds(glimpse.when, env) for glimpse in zone.glimpses):
            return frozenset({due.player})
    return frozenset()


class Eyes(View):
    """What one player may see."""

    def __init__(self, here: Evaluator, player: int) -> None:
        self._here = here
        self._player = player

    def sees(self, zone: ZonePlace) -> bool:
        """Return whether this player sees the pieces of a zone."""
        return self._player in viewers(self._here, zone)

    def knows(self, binding: ir.Carried, due: Question | Shuffling) -> bool:
        """Return whether this player knows a binding: a hidden one is known to the player asked and to those
        who see the zone it came from."""
        if not binding.hidden_in:
            return True
        asked = due.player if isinstance(due, Question) else SHARED
        owner = asked if self._here.rules.zones[binding.hidden_in].owned else SHARED
        return self._player == asked or self.sees(ZonePlace(binding.hidden_in, owner))


def observe(here: Evaluator, player: int) -> dict[str, Any]:
    """Return the position as one player may know it: an unseen zone is the number of its pieces."""
    return json_position(here.rules, here.position, Eyes(here, player))


def answer_seen_by(here: Evaluator, action: ir.Action, player: int) -> str | list[int]:
    """Return who sees an answer: all, unless its arguments come from zones that not everybody sees."""
    players = everybody(here)
    for argument in action.arguments:
        for zone in ir.zones_read(argument.domain, here.rules.defines):
            owner = player if here.rules.zones[zone].owned else SHARED
            players &= viewers(here, ZonePlace(zone, owner))
    players |= {player}
    return "all" if players == everybody(here) else sorted(players)


def seen_by(here: Evaluator, *places: ZonePlace) -> str | list[int]:
    """Return who sees at least one of some zones, as it stands in events."""
    players = frozenset[int]().union(*(viewers(here, place) for place in places))
    return "all" if players == everybody(here) else sorted(players)
