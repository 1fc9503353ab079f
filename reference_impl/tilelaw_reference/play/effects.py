"""Effects that happen at once.

First every expression of all consequences is evaluated against the old position, and what is to change is
collected: values for places, pieces that leave zones, pieces that join them. Only then is the new position
made, in that order. What several rules add to one place is summed, and every bound holds for the sum. Two
different values for one place, a value for a place that is added to, and a piece that is taken twice or is not
there, are clashes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from tilelaw_dsl import ir
from tilelaw_reference.errors import RulesError
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.evaluate.visibility import place_viewers, viewers
from tilelaw_reference.model.json_values import json_value
from tilelaw_reference.model.position import (
    CellPlace,
    MarkPlace,
    Place,
    Position,
    VariablePlace,
    ZonePlace,
    store_of,
    type_of,
)
from tilelaw_reference.model.values import (
    SHARED,
    Bag,
    Env,
    Value,
    as_cell,
    as_cells,
    as_number,
    as_owner,
    as_record,
    blank,
    each,
    is_within,
)
from tilelaw_reference.play.events import (
    EndEvent,
    Event,
    MoveEvent,
    PutEvent,
    RemoveEvent,
    SetEvent,
    ShowEvent,
    ShuffleEvent,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has become of a position; nothing is due in it."""

    position: Position
    events: tuple[Event, ...]
    shuffles: tuple[ZonePlace, ...]
    """The zones whose order must now be given."""
    is_end: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """When effects happen at once: the consequences that are judged, and what they read."""

    here: Evaluator
    """What evaluates expressions in the position before."""
    consequences: tuple[ir.Consequence, ...]
    bindings: Env


class Taking(NamedTuple):
    """A piece to be taken from a zone: the one at `place`, or any of this name."""

    rule: str
    piece: Value
    place: int | None


class Amount(NamedTuple):
    """One addition to a place."""

    amount: int
    most: int | None
    least: int | None


class Sum(NamedTuple):
    """All additions to one place."""

    rule: str
    event: int
    """Where its event stands among the others; its value is known at the end."""
    amounts: list[Amount]

    def added_to(self, old: int) -> int:
        """Return the new value; every bound holds for the whole sum."""
        total = old + sum(one.amount for one in self.amounts)
        total = min([total, *(one.most for one in self.amounts if one.most is not None)])
        return max([total, *(one.least for one in self.amounts if one.least is not None)])


def happen(moment: Moment) -> Outcome:
    """Return what becomes of a position when the consequences that apply happen at once."""
    here, env = moment.here, moment.bindings
    changes = Changes(here)
    for consequence in moment.consequences:
        if here.holds(consequence.when, env):
            changes.collect(consequence.rule, consequence.effects, env)
    return changes.outcome()


class Changes:
    """The changes collected so far."""

    def __init__(self, here: Evaluator) -> None:
        self.here = here
        self.events: list[Event] = []
        self._values: dict[Place, tuple[Value, str]] = {}
        self._sums: dict[Place, Sum] = {}
        self._takings: dict[ZonePlace, list[Taking]] = defaultdict(list)
        self._joining: dict[ZonePlace, list[Value]] = defaultdict(list)
        self._shuffles: dict[ZonePlace, None] = {}
        self._is_end = False

    def collect(self, rule: str, effects: Iterable[ir.Effect], env: Env) -> None:
        """Collect what some effects of a rule change."""
        for effect in effects:
            match effect:
                case ir.Let():
                    env = {**env, effect.name: self.here.value(effect.value, env)}
                case ir.SetCell():
                    self._set_cell(rule, effect, env)
                case ir.SetMark():
                    self._set_mark(rule, effect, env)
                case ir.SetVariable():
                    self._set_variable(rule, effect, env)
                case ir.Put():
                    self._put(rule, effect, env)
                case ir.MovePieces():
                    self._move_pieces(rule, effect, env)
                case ir.ShuffleZone():
                    self._shuffle_zone(rule, effect, env)
                case ir.Show():
                    self.events.append(ShowEvent(rule, self.here.value(effect.what, env)))
                case ir.EndGame():
                    self._is_end = True
                    self.events.append(EndEvent(rule))
                case ir.ForEach():
                    for element in each(self.here.value(effect.over, env)):
                        self.collect(rule, effect.effects, {**env, effect.element: element})
                case ir.When():
                    if self.here.holds(effect.condition, env):
                        self.collect(rule, effect.effects, env)
                case _:
                    assert_never(effect)

    def _given(self, given: ir.Given, env: Env) -> Value | Amount:
        match given:
            case ir.Addition(amount, most, least):
                return Amount(
                    self.here.number(amount, env),
                    None if most is None else self.here.number(most, env),
                    None if least is None else self.here.number(least, env),
                )
            case _:
                return self.here.value(given, env)

    def _set(self, rule: str, place: Place, value: Value | Amount, written: ir.Given) -> None:
        if isinstance(value, Amount):
            self._add(rule, place, value)
        elif self._give(rule, place, value, written):
            self.events.append(self._set_event(rule, place, value))

    def _set_event(self, rule: str, place: Place, value: Value) -> SetEvent:
        old = self.here.position.values.get(place, blank(type_of(self.here.rules, place)))
        return SetEvent(rule, place, old, value, place_viewers(self.here, place))

    def _add(self, rule: str, place: Place, value: Amount) -> None:
        """Add to a place; the first addition to it has the event."""
        if place in self._values:
            raise _set_and_added(self._values[place][1], rule, self._described(place))
        if place not in self._sums:
            self._sums[place] = Sum(rule, len(self.events), [])
            self.events.append(self._set_event(rule, place, None))
        self._sums[place].amounts.append(value)

    def _add_up(self) -> None:
        """Give every place that is added to its sum, and its event the value; what stays as it was is no event."""
        idle = set()
        for place, total in self._sums.items():
            old = as_number(self.here.position.values.get(place, 0))
            value = total.added_to(old)
            self._values[place] = (value, total.rule)
            self.events[total.event] = self._set_event(total.rule, place, value)
            idle |= {total.event} if value == old else set()
        self.events = [event for number, event in enumerate(self.events) if number not in idle]

    def _give(self, rule: str, place: Place, value: Value, worked_out: ir.Given | None = None) -> bool:
        """Give a place a value; twice the same is once, unless it was worked out from what the place had.

        Returns whether that changes anything: what stays as it was is no event.
        """
        nothing = blank(type_of(self.here.rules, place))
        if value is None:
            value = nothing
        if place in self._sums:
            raise _set_and_added(rule, self._sums[place].rule, self._described(place))
        is_second = place in self._values
        other, other_rule = self._values.setdefault(place, (value, rule))
        if other != value:
            what = f"`{self._described(place)}` both `{json_value(other)}` and `{json_value(value)}`"
            raise RulesError(f"{_both(other_rule, rule)} give {what}")
        if is_second and worked_out is not None and _reads(worked_out, place):
            raise RulesError(
                f"{_both(other_rule, rule)} both change `{self._described(place)}` from its old value; "
                "effects happen at once, so one change would be lost: write `add … to`"
            )
        return bool(value != self.here.position.values.get(place, nothing))

    def _described(self, place: Place) -> str:
        """Return a place in words; players are counted as at the table."""
        match place:
            case CellPlace(_, field, cell):
                return f"{field} of {json_value(cell)}"
            case MarkPlace(mark, piece):
                return f"{mark} of {json_value(piece)}"
            case VariablePlace(variable, ()):
                return variable
            case VariablePlace(variable, indices):
                types = self.here.rules.variables[variable].indices
                shown = (_index(index, type_) for index, type_ in zip(indices, types, strict=True))
                return f"{variable}({', '.join(shown)})"

    def _set_cell(self, rule: str, effect: ir.SetCell, env: Env) -> None:
        """Collect a value for a field of some cells."""
        value = self._given(effect.value, env)
        for cell in sorted(as_cells(self.here.value(effect.of, env))):
            self._set(rule, CellPlace(effect.board, effect.field, cell), value, effect.value)

    def _set_mark(self, rule: str, effect: ir.SetMark, env: Env) -> None:
        """Collect a mark for some pieces."""
        value = self._given(effect.value, env)
        for piece in each(self.here.value(effect.of, env)):
            self._set(rule, MarkPlace(effect.mark, piece), value, effect.value)

    def _set_variable(self, rule: str, effect: ir.SetVariable, env: Env) -> None:
        """Collect a value for a variable, unless an index is nothing or out of bounds."""
        indices = tuple(self.here.value(index, env) for index in effect.indices)
        kinds = self.here.rules.variables[effect.name].indices
        if all(is_within(index, kind) for index, kind in zip(indices, kinds, strict=True)):
            value = self._given(effect.value, env)
            self._set(rule, VariablePlace(effect.name, indices), value, effect.value)

    def _put(self, rule: str, effect: ir.Put, env: Env) -> None:
        """Collect the fields of a record for a cell; of nothing, or on nothing, none."""
        record, cell = as_record(self.here.value(effect.value, env)), as_cell(self.here.value(effect.on, env))
        if record is None or cell is None:
            return
        fields = dict(zip(record.shape.names, record.values, strict=True))
        for field in effect.fields:
            self._give(rule, CellPlace(effect.board, field, cell), fields[field])
        self.events.append(PutEvent(rule, effect.board, cell, record))

    def _move_pieces(self, rule: str, effect: ir.MovePieces, env: Env) -> None:
        """Collect pieces that leave a zone for another, or for good."""
        source = self._zone(effect.source, env)
        target = None if effect.target is None else self._zone(effect.target, env)
        if source is None or (effect.target is not None and target is None):
            return
        pieces = self._pieces(rule, effect, source, env)
        self._takings[source].extend(pieces)
        moved = tuple(taking.piece for taking in pieces)
        if target is not None:
            self._joining[target].extend(moved)
        if moved:
            self.events.append(self._moved(rule, moved, source, target))

    def _moved(self, rule: str, pieces: tuple[Value, ...], source: ZonePlace, target: ZonePlace | None) -> Event:
        """Return the event of moved pieces; who sees one of the zones sees it."""
        seen = viewers(self.here, source)
        if target is None:
            return RemoveEvent(rule, pieces, source, seen)
        return MoveEvent(rule, pieces, source, target, seen | viewers(self.here, target))

    def _pieces(self, rule: str, effect: ir.MovePieces, source: ZonePlace, env: Env) -> list[Taking]:
        there = self.here.position.zones[source]
        match effect.pieces:
            case ir.AllPieces():
                number = len(there)
            case ir.TopPieces(count):
                number = max(self.here.number(count, env), 0)
            case ir.ThesePieces(pieces):
                return [Taking(rule, piece, None) for piece in each(self.here.value(pieces, env))]
        return [Taking(rule, piece, place) for place, piece in enumerate(there[:number])]

    def _shuffle_zone(self, rule: str, effect: ir.ShuffleZone, env: Env) -> None:
        """Collect a zone whose order must be given."""
        place = self._zone(effect.zone, env)
        if place is not None:
            self._shuffles[place] = None
            self.events.append(ShuffleEvent(rule, place))

    def _zone(self, zone: ir.ZoneRef, env: Env) -> ZonePlace | None:
        owner = SHARED if zone.owner is None else as_owner(self.here.value(zone.owner, env))
        return None if owner is None else ZonePlace(zone.zone, owner)

    def outcome(self) -> Outcome:
        """Return the position after everything that was collected."""
        self._add_up()
        old = self.here.position
        zones = dict(old.zones)
        for place, takings in self._takings.items():
            zones[place] = _without(place, zones[place], takings)
        for place, joining in self._joining.items():
            zones[place] = self.here.rules.arranged(place.zone, (*zones[place], *joining))
        values = dict(old.values) | {place: value for place, (value, _) in self._values.items()}
        position = Position(zones, self._settled(values, zones))
        return Outcome(position, tuple(self.events), tuple(self._shuffles), self._is_end)

    def _settled(self, values: dict[Place, Value], zones: dict[ZonePlace, Bag]) -> dict[Place, Value]:
        """Return values without blank ones and without marks on pieces that lie in no row."""
        rules = self.here.rules
        in_rows = {
            piece
            for place, pieces in zones.items()
            if rules.zones[place.zone].order is ir.Order.ROW
            for piece in pieces
        }
        return {
            place: value
            for place, value in values.items()
            if value != blank(type_of(rules, place)) and (not isinstance(place, MarkPlace) or place.piece in in_rows)
        }


def _without(zone: ZonePlace, pieces: Bag, takings: list[Taking]) -> Bag:
    """Return the pieces that are left; pieces taken by name are any that have it and are not taken by place."""
    taken: dict[int, str] = {}
    for taking in sorted(takings, key=lambda taking: taking.place is None):
        of_name = [place for place, piece in enumerate(pieces) if piece == taking.piece]
        wanted = of_name if taking.place is None else [taking.place]
        free = [place for place in wanted if place not in taken]
        if not free:
            what = f"`{json_value(taking.piece)}` from `{zone.zone}`"
            if not wanted:
                raise RulesError(f"the rule `{taking.rule}` takes {what}, where it is not")
            raise RulesError(f"{_both(taken[wanted[0]], taking.rule)} both take {what}")
        taken[free[0]] = taking.rule
    return Bag(piece for place, piece in enumerate(pieces) if place not in taken)


def _reads(node: ir.Given, place: Place) -> bool:
    """Return whether an expression itself reads the store of a place (not through a definition)."""
    return store_of(place) in map(ir.store_of, ir.walk(node))


def _set_and_added(setter: str, adder: str, place: str) -> RulesError:
    return RulesError(f"{_both(setter, adder)} both change `{place}`: one gives it a value, the other adds to it")


def _both(one: str, other: str) -> str:
    """Return whom to blame: two rules, or one that says two things."""
    return f"the rules `{one}` and `{other}`" if one != other else f"two effects of the rule `{one}`"


def _index(value: Value, type_: ir.Type) -> str:
    is_player = isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.PLAYER
    return f"player {value + 1}" if is_player and isinstance(value, int) else str(json_value(value))
