"""Corners of a game: positions that whole games rarely reach, made from ones they do. Knows no game.

Piles and hands are cut short, counters lifted towards the highest value that no invariant forbids, and things strewn
over boards. Such a position is a fragment: it need not conserve pieces, but it must play on by the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from tilelaw_dsl import ir
from tilelaw_reference import State
from tilelaw_reference.evaluate import broken_invariants, evaluator, legality
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.position import CellPlace, Place, Position, Question, VariablePlace
from tilelaw_reference.model.values import Bag, Value, blank, canonical
from tilelaw_reference.wire.write import json_position

FEW = 3
STREWN = 16


def is_plain(state: State) -> bool:
    """Whether a decision is due that hangs together with none before it: only then may something be changed."""
    due = state.position.due
    return isinstance(due, Question) and all(value == due.player for value in due.bindings.values())


def can_go_on(state: State) -> bool:
    """Whether the game is over or has an answer; with too many pieces cut away it may have neither."""
    return state.is_over or any(True for _ in legality.answers(evaluator(state.engine.rules, state.position)))


def corner(state: State, chance: random.Random) -> State:
    """Return a position like that of a state, with something cut, lifted or strewn."""
    rules = state.engine.rules
    here = evaluator(rules, state.position)
    for change in chance.sample([_cut, _lifted, _strewn], chance.randint(1, 3)):
        here = change(here, chance)
    return state.engine.state(json_position(rules, here.position))


def _cut(here: Evaluator, chance: random.Random) -> Evaluator:
    for place, pieces in here.position.zones.items():
        if here.rules.zones[place.zone].order is not ir.Order.ROW and chance.random() < 0.5:
            kept = Bag(pieces[: max(chance.randint(-FEW, FEW), 0)])
            here = _if_playable(here, replace(here.position, zones={**here.position.zones, place: kept}))
    return here


def _lifted(here: Evaluator, chance: random.Random) -> Evaluator:
    for variable in here.rules.game.variables:
        for indices in product(*(_values(here.rules, index) for index in variable.indices)):
            place: Place = VariablePlace(variable.name, indices)
            if isinstance(variable.type, ir.NumberType):
                # Well below what can be stored: no effect may run into the end of a range.
                top = _highest(here, place, variable.type.high - FEW)
                number = max(chance.choice([top, top - 1, top - 2, chance.randint(0, top)]), 0)
                here = here.after(_with(here, place, number))
            elif isinstance(variable.type, ir.ThingType):
                value = chance.choice([None, *_values(here.rules, variable.type)])
                here = _if_playable(here, _with(here, place, value))
    return here


def _strewn(here: Evaluator, chance: random.Random) -> Evaluator:
    for board in here.rules.game.boards:
        fields = [f for f in board.fields if not f.is_printed and not isinstance(f.type, ir.FlagType)]
        held = canonical({cell for field in fields for cell in here.holding(board.name, field.name)})
        for _ in range(STREWN if held else 0):
            field = chance.choice(fields)
            place = CellPlace(board.name, field.name, chance.choice(held))
            value = chance.choice([blank(field.type), *_values(here.rules, field.type)])
            here = _if_playable(here, _with(here, place, value))
    return here


def _highest(here: Evaluator, place: Place, high: int) -> int:
    """Return the highest value that no invariant forbids, by halving."""
    low = 0
    while low < high:
        middle = (low + high + 1) // 2
        if broken_invariants(here.after(_with(here, place, middle))):
            high = middle - 1
        else:
            low = middle
    return low


def _with(here: Evaluator, place: Place, value: Value) -> Position:
    values = {other: held for other, held in here.position.values.items() if other != place}
    return replace(here.position, values=values | ({place: value} if value not in (None, 0) else {}))


def _if_playable(here: Evaluator, position: Position) -> Evaluator:
    """Return another position if every invariant holds there and what is asked can still be answered."""
    there = here.after(position)
    fits = not broken_invariants(there) and any(True for _ in legality.answers(there))
    return there if fits else here


def _values(rules: Rules, kind: ir.Type) -> Iterator[Value]:
    match kind:
        case ir.NumberType(low, high):
            yield from range(low, high + 1)
        case ir.ThingType(ir.Sort.KIND, name):
            yield from rules.members[name]
        case ir.ThingType(ir.Sort.SIDE):
            yield from range(rules.side_count)
        case ir.ThingType(ir.Sort.PLAYER):
            yield from range(rules.game.players)
