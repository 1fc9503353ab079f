"""Effects of every form.

What one answer or step does at once is kept from clashing most of the time: a place is given a value by one effect
only, and pieces leave a zone by one. Now and then nobody looks, so that clashes occur too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.programs import reads
from engine.programs.conditions import some_element, some_sets
from engine.programs.world import FLAG, NUMBER, Field, Zone, set_of
from engine.programs.writer import Env, Writer
from tilelaw_dsl import ir

CARELESS = 0.08
"""How often an effect may clash with another."""


@dataclass
class Moment:
    """What happens at once: the stores that are given values or added to, and the zones that lose pieces."""

    is_step: bool
    given: set[str] = field(default_factory=set)
    added: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    is_shuffled: bool = False


class Effects:
    """Writes the effects of one moment."""

    def __init__(self, writer: Writer, moment: Moment) -> None:
        self.w = writer
        self.moment = moment

    @property
    def _is_careless(self) -> bool:
        return self.w.chance.random() < CARELESS

    def lines(self, env: Env, number: int, depth: int = 2, element: ir.Type | None = None) -> Iterator[str]:
        """Yield some effects; inside a `for`, of each element by itself."""
        forms = [self._variable, self._field, self._mark, self._move, self._put, self._show]
        forms += [self._variable, self._field, self._move]
        for _ in range(number):
            if depth > 0 and self.w.chance.random() < 0.25:
                yield from self.w.chance.choice((self._for, self._when))(env, depth - 1, element)
            elif self.w.chance.random() < 0.15:
                line, env = self._let(env)
                yield line
            else:
                first = self.w.chance.randrange(len(forms))
                found = (form(env, element) for form in [*forms[first:], *forms[:first]])
                yield next((line for line in found if line is not None), f"show {self.w.number(env)} to all")

    def _let(self, env: Env) -> tuple[str, Env]:
        name = self.w.world.name("n")
        type_ = self.w.chance.choice((NUMBER, FLAG, some_element(self.w), set_of(some_element(self.w))))
        maybe = replace(type_, maybe=True) if isinstance(type_, ir.ThingType) else type_
        return f"let {name} = {self.w.value(type_, env)}", env.bind(name, maybe)

    def _for(self, env: Env, depth: int, _element: ir.Type | None) -> Iterator[str]:
        of, name = some_sets(self.w), self.w.world.name("e")
        yield f"for {name} in {self.w.all_of(of, env)}"
        yield from indented(self.lines(env.each(name, of), self.w.chance.choice((1, 2)), depth, of))

    def _when(self, env: Env, depth: int, element: ir.Type | None) -> Iterator[str]:
        yield f"when {self.w.flag(env)}"
        yield from indented(self.lines(env, self.w.chance.choice((1, 2)), depth, element))

    def _changed(self, store: str, type_: ir.Type, place: str, env: Env, is_apart: bool) -> str | None:
        """Return the line that gives a place a value or adds to it; `is_apart`: no two elements change one place."""
        adds = isinstance(type_, ir.NumberType) and (self.w.chance.random() < 0.5 or not is_apart)
        if not adds and not is_apart and not self._is_careless:
            return None
        others = self.moment.given if adds else self.moment.given | self.moment.added
        if store in others and not self._is_careless:
            return None
        (self.moment.added if adds else self.moment.given).add(store)
        if adds and isinstance(type_, ir.NumberType):
            bounds = [f"at most {type_.high}", f"at least {type_.low}"]
            self.w.chance.shuffle(bounds)
            return f"add {self.w.number(env)} to {place} {' '.join(bounds)}"
        return f"{place} := {self._value(type_, env)}"

    def _value(self, type_: ir.Type, env: Env) -> str:
        if isinstance(type_, ir.ThingType) and self.w.chance.random() < 0.2:
            return "none"
        return self.w.fitting(type_, env)

    def _variable(self, env: Env, element: ir.Type | None) -> str | None:
        chosen = self.w.chance.choice(self.w.world.variables)
        bound = env.locals[-1] if element is not None and env.locals else None
        is_apart = element is None or element in chosen.indices
        indices = [self._index(index, env, element, bound) for index in chosen.indices]
        place = f"{chosen.name}({', '.join(indices)})" if indices else chosen.name
        return self._changed(chosen.name, chosen.type, place, env, is_apart)

    def _index(self, index: ir.Type, env: Env, element: ir.Type | None, bound: tuple[str, ir.Type] | None) -> str:
        if bound is not None and index == element and bound[1] == element:
            return bound[0]
        return self.w.index(index, env)

    def _fields(self, sort: ir.Sort) -> list[Field]:
        return [f for f in self.w.world.fields if f.can_change and f.of.sort is sort]

    def _field(self, env: Env, element: ir.Type | None) -> str | None:
        return self._given_field(self._fields(ir.Sort.CELL), env, element)

    def _mark(self, env: Env, element: ir.Type | None) -> str | None:
        return self._given_field(self._fields(ir.Sort.KIND), env, element)

    def _given_field(self, fields: list[Field], env: Env, element: ir.Type | None) -> str | None:
        if not fields:
            return None
        chosen = self.w.chance.choice(fields)
        is_apart = element is None or element == chosen.of
        if element is not None and element == chosen.of:
            of = env.locals[-1][0] if env.locals[-1][1] == element else reads.local(self.w, env, chosen.of)
        elif self.w.chance.random() < 0.6:
            of = self.w.value(chosen.of, env)
        else:
            of = self.w.all_of(chosen.of, env)
        return self._changed(chosen.name, chosen.type, f"{of}.{chosen.name}", env, is_apart)

    def _put(self, env: Env, element: ir.Type | None) -> str | None:
        for record in self.w.world.held_records():
            copied = {f.name for f in self.w.world.fields if f.of == record}
            on = next((f.of for f in self.w.world.fields if f.name in copied and f.can_change), None)
            if on is None or ((element or copied & self.moment.given) and not self._is_careless):
                continue
            self.moment.given |= copied
            return f"put {self.w.value(record, env)} on {self.w.value(on, env)}"
        return None

    def _move(self, env: Env, element: ir.Type | None) -> str | None:
        zones = [zone for zone in self.w.world.zones if zone.name not in self.moment.taken or self._is_careless]
        if not zones or (element is not None and not self._is_careless):
            return None
        source = self.w.chance.choice(zones)
        self.moment.taken.add(source.name)
        written = self._zone(source, env)
        pieces = self._pieces(source, written, env)
        targets = [zone for zone in self.w.world.zones if zone.of == source.of]
        if self.w.chance.random() < 0.15:
            return f"remove {pieces} from {written}"
        return f"move {pieces} from {written} to {self._zone(self.w.chance.choice(targets), env)}"

    def _zone(self, zone: Zone, env: Env) -> str:
        return zone.name if zone.owner is None else f"{zone.name}({reads.owner(self.w, env, zone.owner)})"

    def _pieces(self, zone: Zone, written: str, env: Env) -> str:
        match self.w.chance.randrange(6):
            case 0:
                return "all"
            case 1 | 2:
                return f"top ({self.w.number(env)} at least 0 at most 3)"
            case 3:
                return f"first({written})"
            case 4:
                name, inner = self.w.element(env, zone.of)
                return f"{written}[{name}{self.w.flag(inner)}]"
            case _:
                return self.w.value(zone.of, env) if self._is_careless else f"first({self.w.number(env)}, {written})"

    def _show(self, env: Env, _element: ir.Type | None) -> str:
        type_ = self.w.chance.choice((NUMBER, FLAG, some_element(self.w), set_of(some_sets(self.w))))
        return f"show {self.w.value(type_, env)} to all"

    def shuffle(self, env: Env) -> Iterator[str]:
        """Yield the shuffle of a pile, or of everybody's, once at a step."""
        piles = [zone for zone in self.w.world.zones if zone.order is ir.Order.PILE]
        if not self.moment.is_step or self.moment.is_shuffled or not piles:
            return
        self.moment.is_shuffled = True
        pile = self.w.chance.choice(piles)
        if pile.owner is None or self.w.chance.random() < 0.3:
            yield f"shuffle {self._zone(pile, env)}"
            return
        name = self.w.world.name("e")
        yield f"for {name} in {self.w.all_of(pile.owner, env)}"
        yield f"    shuffle {pile.name}({name})"


def indented(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines one block deeper."""
    return (f"    {line}" for line in lines)
