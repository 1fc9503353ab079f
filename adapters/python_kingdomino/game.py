"""The course of the game: each answer runs on until somebody must decide, a pile must be shuffled, or it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from components import CAVEMAN_NAMES, FIRE_TOKENS, RESOURCES, TILES, all_cavemen
from judging import kind_of, on_offer, options, refusals, totem_of, vent_of
from lava import burn, calm, vents
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
    Order,
    Pass,
    Pay,
    Place,
    Recruit,
    Select,
    Settle,
    Spend,
    Take,
)
from position import Ask, Entry, Position, Shuffle
from reading import MalformedError
from rulesets import Ruleset
from totems import compare, note_majorities
from tribe import refill

Dealer = Callable[[list[Any]], list[Any]]


class IllegalError(Exception):
    """An answer is refused, by these rules."""

    def __init__(self, rules: list[str], message: str = "an answer is illegal") -> None:
        super().__init__(message)
        self.rules = rules


def start(ruleset: Ruleset) -> Position:
    """Return the first position, in which the dominoes have yet to be shuffled."""
    return Position(
        ruleset,
        [{} for _ in range(ruleset.players)],
        box=list(TILES),
        chiefs=ruleset.chiefs,
        pile=all_cavemen() if ruleset.tribe else [],
        due=Shuffle("box", "setup.box"),
    )


def apply(position: Position, answer: Answer | Order) -> Position:
    """Return the position after an answer or the outcome of a shuffle; raises IllegalError."""
    after = position.copy()
    if isinstance(answer, Order):
        if not is_due(position, answer):
            raise IllegalError(["turn.not-asked"], f"the {answer.zone} is not to be shuffled")
        shuffle(after, answer.order)
    else:
        rules = refusals(position, answer)
        if rules:
            raise IllegalError(rules)
        carry_out(after, answer.move)
    return after


def is_due(position: Position, order: Order) -> bool:
    """Say whether the pile that an order is of is the one to be shuffled."""
    due = position.due
    return isinstance(due, Shuffle) and due.zone == order.zone and order.step in ("", due.step)


def perft(position: Position, depth: int) -> int:
    """Count the sequences of so many moves; shuffles are no moves and leave the order of the component list."""
    while isinstance(position.due, Shuffle):
        position = position.copy()
        shuffle_with(position, _component_order)
    if depth == 0:
        return 1
    moves = options(position)
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        after = position.copy()
        carry_out(after, move)
        nodes += perft(after, depth - 1)
    return nodes


def _component_order(things: list[Any]) -> list[Any]:
    return sorted(things, key=CAVEMAN_NAMES.index if things and things[0] in CAVEMAN_NAMES else None)


# Shuffles


def shuffle_with(position: Position, dealer: Dealer) -> None:
    """Let a dealer decide the order of the pile that is due to be shuffled."""
    if isinstance(position.due, Shuffle):
        shuffle(position, dealer(getattr(position, position.due.zone)))


def shuffle(position: Position, order: list[Any]) -> None:
    """Put the pile that is due into its new order and run on."""
    due = position.due
    if not isinstance(due, Shuffle):
        raise IllegalError(["turn.not-asked"], "nothing is to be shuffled")
    if sorted(map(repr, order)) != sorted(map(repr, getattr(position, due.zone))):
        raise IllegalError(["turn.not-asked"], f"the order does not hold what is in the {due.zone}")
    setattr(position, due.zone, list(order))
    ruleset = position.ruleset
    match due.step:
        case "setup.box":
            position.box = position.box[ruleset.set_aside :]
            position.next = _draw_row(position)
            position.due = Shuffle("pile", "cave.setup") if ruleset.tribe else Shuffle("chiefs", "setup.chiefs")
        case "cave.setup":
            refill(position)
            position.due = Shuffle("chiefs", "setup.chiefs")
        case "setup.chiefs":
            _ask_first_pick(position)
        case _:  # the pile that was looked through
            if due.mover is None or not due.caveman:
                raise MalformedError("the shuffle does not say who took which caveman")
            position.due = Ask("settle", due.mover, due.mover, caveman=due.caveman)


# Answers


def carry_out(position: Position, move: Move) -> None:
    """Change the position as a legal move does and run on."""
    ask = position.due
    if not isinstance(ask, Ask):
        raise IllegalError(["turn.not-asked"])
    player, land = ask.player, position.territories[ask.player]
    match move:
        case Select(tile):
            _put_chief(position, player, tile)
            if ask.name == "setup.first-pick":
                if player in position.chiefs:
                    position.chiefs.remove(player)
                _ask_first_pick(position)
            elif position.ruleset.tribe:
                position.due = Ask("recruit", player, player)
            else:
                _next_turn(position)
        case Choose(which):
            ends = (0, len(position.next) - 1)
            for place, entry in enumerate(position.next):
                mine = (place in ends) == (which == "ends")
                position.next[place] = entry._replace(by=player if mine else 1 - player)
            position.chiefs = []
            _ask_first_pick(position)
        case Place() | Discard():
            entry = position.entry_to_place(player)
            position.row.remove(entry)
            if isinstance(move, Place):
                note_majorities(position)
                _lay(position, player, entry, move)
                _erupt_next(position, player)
            else:
                _after_placing(position, player)  # nothing was placed, so no totems are compared
        case Lead(at):
            land[at] = land[at]._replace(leads=True)
            position.due = Ask("erupt", player, ask.mover, vent_at=at)
        case Erupt() | Fizzle() | Decline():
            vent = vent_of(position, ask)
            flames = land[vent].craters
            calm(land, vent)
            if isinstance(move, Erupt):
                burn(land, move.at, flames)
            if not isinstance(move, Decline):
                position.taken[flames] = position.taken.get(flames, 0) + 1
            _erupt_next(position, player)
        case Give(to):
            position.totems[totem_of(ask)] = to
            _compare_totems(position, ask.mover, after=totem_of(ask))
        case Pass():
            _next_turn(position)
        case Recruit(how):
            if how == "pile":
                _ask_payment(position, player, how, set(RESOURCES))
            else:
                position.due = Ask("recruit.kinds", player, player, how=how)
        case Spend(one_kind, other_kind):
            _ask_payment(position, player, ask.how, {one_kind, other_kind})
        case Pay(at):
            land[at] = land[at]._replace(resource="")
            _ask_payment(position, player, ask.how, position.owed - {kind_of(ask)})
        case Take(caveman):
            on_offer(position, ask).remove(caveman)
            if ask.how == "pile":
                position.due = Shuffle("pile", "recruit.reshuffle", player, caveman)
            else:
                position.due = Ask("settle", player, player, caveman=caveman)
        case Settle(at):
            if not ask.caveman:
                raise MalformedError("the ask does not say which caveman settles")
            land[at] = land[at]._replace(caveman=ask.caveman)
            _next_turn(position)


def _put_chief(position: Position, player: int, tile: int) -> None:
    for place, entry in enumerate(position.next):
        if entry.tile == tile and entry.by is None:
            position.next[place] = entry._replace(by=player)
            return


def _lay(position: Position, player: int, entry: Entry, move: Place) -> None:
    bank = {flames: number - position.taken.get(flames, 0) for flames, number in FIRE_TOKENS.items()}
    for half, cell in zip(position.halves(entry), (move.a, move.b), strict=True):
        erupts = bank.get(half.craters, 0) > 0  # without a token there is no eruption
        if erupts:
            bank[half.craters] -= 1
        position.territories[player][cell] = half._replace(vent=erupts)


def _ask_payment(position: Position, player: int, how: str, owed: set[str]) -> None:
    """Ask for one kind after the other in component order; when all is paid, whom to take."""
    position.owed = owed
    kind = next((each for each in RESOURCES if each in owed), "")
    position.due = Ask("pay" if kind else "take", player, player, how=how, kind=kind)


# Running on


def _draw_row(position: Position) -> list[Entry]:
    length = position.ruleset.row_length
    if len(position.box) < length:
        return []
    drawn, position.box = position.box[:length], position.box[length:]
    return [Entry(tile) for tile in sorted(drawn)]


def _ask_first_pick(position: Position) -> None:
    if position.chiefs:
        two = position.ruleset.origins and position.ruleset.players == 2
        player = position.chiefs[0]
        position.due = Ask("two.first-pick" if two else "setup.first-pick", player, player)
    else:
        _start_round(position)


def _erupt_next(position: Position, player: int) -> None:
    """Let the volcanoes just laid erupt one after the other, then compare totems."""
    waiting = vents(position.territories[player])
    if len(waiting) > 1:  # not with the printed dominoes
        position.due = Ask("lava.token.order", player, player)
    elif waiting:
        position.due = Ask("erupt", player, player, vent_at=waiting[0])
    elif position.ruleset.totem:
        _compare_totems(position, player)
    else:
        _after_placing(position, player)


def _compare_totems(position: Position, mover: int, after: str = "") -> None:
    ask = compare(position, mover, after)
    if ask is None:
        _after_placing(position, mover)
    else:
        position.due = ask


def _after_placing(position: Position, player: int) -> None:
    if position.next:
        position.due = Ask("select", player, player)
    elif position.ruleset.tribe:
        position.due = Ask("recruit", player, player)  # asked in the last round too, although it must be declined
    else:
        _next_turn(position)


def _next_turn(position: Position) -> None:
    """Ask the owner of the next chief in the row; after the last one the round is over."""
    waiting = [entry for entry in position.row if entry.by is not None]
    if not waiting:
        _start_round(position)
        return
    player = min(waiting, key=lambda entry: entry.tile).by
    if player is not None:
        position.due = Ask("place", player, player)


def _start_round(position: Position) -> None:
    """Make the chosen row the one to be laid, without the domino nobody took, and lay the next one."""
    position.row = [entry for entry in position.next if entry.by is not None]
    position.next = []
    if not position.row:
        position.due = None
        return
    position.next = _draw_row(position)
    if position.next and position.ruleset.tribe:
        refill(position)
    _next_turn(position)
