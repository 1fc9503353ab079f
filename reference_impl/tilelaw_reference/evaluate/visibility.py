"""Who may see what: the pieces of zones, the values of variables, answers, and what an ask carries with it."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.position import Place, Question, Shuffling, VariablePlace, ZonePlace
from tilelaw_reference.model.values import SHARED, Value, is_player


def viewers(here: Evaluator, place: ZonePlace) -> frozenset[int]:
    """Return the players who see the pieces of a zone."""
    zone = here.rules.zones[place.zone]
    return _always(here, zone.seen_by, place.owner) | _asked(here, zone)


def place_viewers(here: Evaluator, place: Place) -> frozenset[int]:
    """Return the players who see the value of a place."""
    if not isinstance(place, VariablePlace):
        return everybody(here)
    owner = place.indices[0] if place.indices else None
    return _always(here, here.rules.variables[place.variable].seen_by, owner)


def _always(here: Evaluator, seen_by: ir.Viewers, owner: Value) -> frozenset[int]:
    match seen_by:
        case ir.Viewers.ALL:
            return everybody(here)
        case ir.Viewers.NOBODY:
            return frozenset()
        case ir.Viewers.OWNER:
            return frozenset({owner}) if isinstance(owner, int) else frozenset()
        case ir.Viewers.TEAM:
            return next((side for side in here.sides if owner in side), frozenset())


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


def answer_viewers(here: Evaluator, ask: str, action: ir.Action, player: int) -> frozenset[int]:
    """Return who sees an answer.

    Everybody does, unless its arguments come from where not everybody looks, or some answer to the ask changes a
    variable that not everybody sees.
    """
    players = everybody(here)
    for argument in action.arguments:
        for zone in ir.zones_read(argument.domain, here.rules.defines):
            players &= viewers(here, ZonePlace(zone, player if _is_players(here, zone) else SHARED))
    for variable in here.rules.secrets(ask):
        players &= place_viewers(here, VariablePlace(variable, (player,)))
    return players | {player}


def _is_players(here: Evaluator, zone: str) -> bool:
    owner = here.rules.zones[zone].owner
    return owner is not None and is_player(owner)


@dataclass(frozen=True, slots=True)
class Eyes:
    """What one player may see of a position."""

    here: Evaluator
    player: int

    def sees(self, zone: ZonePlace) -> bool:
        """Return whether this player sees the pieces of a zone, and not only their number."""
        return self.player in viewers(self.here, zone)

    def sees_value(self, place: Place) -> bool:
        """Return whether this player sees the value of a place."""
        return self.player in place_viewers(self.here, place)

    def knows(self, binding: ir.Carried, due: Question | Shuffling) -> bool:
        """Return whether this player knows a binding of an ask.

        One hidden in a zone is known to the player asked and to those who see the zone. One hidden in a variable is
        told to nobody: who may know it sees the variable.
        """
        if not binding.hidden_in:
            return True
        if binding.hidden_in in self.here.rules.variables:
            return False
        asked = due.player if isinstance(due, Question) else SHARED
        owner = asked if _is_players(self.here, binding.hidden_in) else SHARED
        return self.player == asked or self.sees(ZonePlace(binding.hidden_in, owner))
