"""Who may see what: the pieces of zones, the arguments of answers, and what an ask carries with it."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.position import Question, Shuffling, ZonePlace
from tilelaw_reference.model.values import SHARED


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


def answer_viewers(here: Evaluator, action: ir.Action, player: int) -> frozenset[int]:
    """Return who sees an answer: all, unless its arguments come from zones that not everybody sees."""
    players = everybody(here)
    for argument in action.arguments:
        for zone in ir.zones_read(argument.domain, here.rules.defines):
            owner = player if here.rules.zones[zone].owned else SHARED
            players &= viewers(here, ZonePlace(zone, owner))
    return players | {player}


@dataclass(frozen=True, slots=True)
class Eyes:
    """What one player may see of a position."""

    here: Evaluator
    player: int

    def sees(self, zone: ZonePlace) -> bool:
        """Return whether this player sees the pieces of a zone, and not only their number."""
        return self.player in viewers(self.here, zone)

    def knows(self, binding: ir.Carried, due: Question | Shuffling) -> bool:
        """Return whether this player knows a binding of an ask.

        A hidden one is known to the player asked and to those who see the zone it came from.
        """
        if not binding.hidden_in:
            return True
        asked = due.player if isinstance(due, Question) else SHARED
        owner = asked if self.here.rules.zones[binding.hidden_in].owned else SHARED
        return self.player == asked or self.sees(ZonePlace(binding.hidden_in, owner))
