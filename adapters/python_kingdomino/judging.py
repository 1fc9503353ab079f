"""Which answers to the due ask are legal, and which rules refuse the others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from components import CAVEMAN_NAMES, RESOURCES, TWOSOMES, WAYS
from lava import RANGE, landing_faults, landings, vents
from moves import (
    Answer,
    Choose,
    Decline,
    Discard,
    Erupt,
    Fizzle,
    Give,
    Lead,
    Move,
    Pass,
    Pay,
    Place,
    Recruit,
    Select,
    Settle,
    Spend,
    Take,
)
from position import Ask, Position
from reading import Cell, MalformedError
from territory import HUT, place_faults, placings
from totems import heirs
from tribe import recruit_faults, settle_faults, spend_faults

ANSWERS: dict[str, tuple[type, ...]] = {
    "setup.first-pick": (Select,),
    "two.first-pick": (Choose,),
    "place": (Place, Discard),
    "lava.token.order": (Lead,),
    "erupt": (Erupt, Fizzle, Decline),
    "totem.pass": (Give,),
    "select": (Select,),
    "recruit": (Recruit, Pass),
    "recruit.kinds": (Spend,),
    "pay": (Pay,),
    "take": (Take,),
    "settle": (Settle,),
}


def refusals(position: Position, answer: Answer) -> list[str]:
    """Name all rules that refuse an answer; none means that it is legal."""
    ask, move = position.due, answer.move
    if not isinstance(ask, Ask) or answer.player not in (None, ask.player):
        return ["turn.not-asked"]
    if type(move) not in ANSWERS[ask.name]:
        return ["turn.not-asked"]
    if isinstance(move, Decline) and "edition-hu" not in position.ruleset.layers:
        return ["turn.not-asked"]
    if answer.owners - {ask.player}:
        return [_rule_of_own_territory(ask)]
    return faults(position, ask, move)


def _rule_of_own_territory(ask: Ask) -> str:
    rules = {"place": "place.connects", "settle": "recruit.square", "pay": "recruit.spent"}
    return rules.get(ask.name, "lava.on-territory")


def faults(position: Position, ask: Ask, move: Move) -> list[str]:
    """Name the rules that refuse an answer of the right player to the right ask."""
    land = position.territories[ask.player]
    match move:
        case Select(tile):
            return [] if any(entry.tile == tile and entry.by is None for entry in position.next) else ["select.free"]
        case Place(a, b):
            halves = position.halves(position.entry_to_place(ask.player))
            return place_faults(land, halves, a, b, position.ruleset.size)
        case Discard():
            halves = position.halves(position.entry_to_place(ask.player))
            return ["place.must"] if placings(land, halves, position.ruleset.size) else []
        case Lead(at):
            return [] if at in vents(land) else ["lava.token.order"]
        case Erupt(at):
            return landing_faults(position.ruleset, land, vent_of(position, ask), at)
        case Fizzle():
            return ["lava.nowhere"] if landings(position.ruleset, land, vent_of(position, ask)) else []
        case Give(to):
            return [] if to in heirs(position, totem_of(ask), ask.player) else ["totem.pass"]
        case Recruit(how):
            return recruit_faults(position, ask.player, how)
        case Spend(one_kind, other_kind):
            return spend_faults(land, one_kind, other_kind)
        case Pay(at):
            return [] if at in land and land[at].resource == kind_of(ask) else ["recruit.spent"]
        case Take(caveman):
            return [] if caveman in on_offer(position, ask) else ["recruit.take"]
        case Settle(at):
            return settle_faults(land, at)
        case Choose() | Decline() | Pass():
            return []


def options(position: Position) -> list[Move]:
    """List every legal answer to the due ask once, in canonical order; none when the game is over."""
    if position.due is None:
        return []
    if not isinstance(position.due, Ask):
        raise MalformedError(f"the {position.due.zone} must be shuffled, nobody is asked")
    ask = position.due
    if ask.name == "place":  # asking about every candidate would be slow
        halves = position.halves(position.entry_to_place(ask.player))
        places = placings(position.territories[ask.player], halves, position.ruleset.size)
        return [Place(a, b) for a, b in places] or [Discard()]
    return [move for move in _candidates(position, ask) if not faults(position, ask, move)]


def _candidates(position: Position, ask: Ask) -> Iterator[Move]:
    cells = sorted({HUT, *position.territories[ask.player]})
    match ask.name:
        case "setup.first-pick" | "select":
            yield from (Select(entry.tile) for entry in position.next)
        case "two.first-pick":
            yield from (Choose(which) for which in TWOSOMES)
        case "lava.token.order":
            yield from (Lead(at) for at in cells)
        case "erupt":
            yield from (Erupt(at) for at in cells)
            yield Fizzle()
            if "edition-hu" in position.ruleset.layers:
                yield Decline()
        case "totem.pass":
            yield from (Give(to) for to in range(position.ruleset.players))
        case "recruit":
            yield from (Recruit(how) for how in WAYS)
            yield Pass()
        case "recruit.kinds":
            yield from (Spend(one, other) for one, other in combinations(RESOURCES, 2))
        case "pay":
            yield from (Pay(at) for at in cells)
        case "take":
            yield from (Take(caveman) for caveman in CAVEMAN_NAMES)
        case "settle":
            yield from (Settle(at) for at in cells)


# What an ask written by hand may have left out although nothing else tells it


def vent_of(position: Position, ask: Ask) -> Cell:
    """Return the erupting volcano."""
    if ask.vent_at is None:
        raise MalformedError("the ask does not say which volcano erupts, and several or none could be meant")
    square = position.territories[ask.player].get(ask.vent_at)
    if square is None or square.craters not in RANGE:
        raise MalformedError(f"there is no crater on {list(ask.vent_at)}")
    return ask.vent_at


def totem_of(ask: Ask) -> str:
    """Return the totem to be handed on."""
    if not ask.totem:
        raise MalformedError("the ask does not say which totem is handed on")
    return ask.totem


def kind_of(ask: Ask) -> str:
    """Return the kind of resource to be paid."""
    if not ask.kind:
        raise MalformedError("the ask does not say which resource is paid")
    return ask.kind


def on_offer(position: Position, ask: Ask) -> list[str]:
    """Return the cavemen to take from."""
    if not ask.how:
        raise MalformedError("the ask does not say whether the caveman comes from the cave or the pile")
    return position.pile if ask.how == "pile" else position.cave
