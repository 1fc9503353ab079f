"""What is to be written at one moment: gathered first, compared, then written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_engine.lower.body import Body
from tilelaw_engine.rules import writes
from tilelaw_engine.text.atoms import Value

MOST_COMPARED = 6
"""So many effects on a store are compared by pairs; more leave stamps."""


@dataclass(frozen=True, slots=True)
class Single:
    """A value for a single place."""

    store: writes.Store
    entry: Value
    value: Value
    rule: int
    reads: bool


@dataclass(frozen=True, slots=True)
class Later:
    """Something to be written, and when; for a single place also what."""

    guard: Value
    work: Callable[[], None]
    single: Single | None


class Effects:
    """The effects of one moment, being lowered."""

    def __init__(self, b: Body, consequences: list[ir.Consequence]) -> None:
        self.b = b
        self.record = b.record
        self.has_loop = any(isinstance(node, ir.ForEach) for one in consequences for node in ir.walk(one))
        self.later: list[Later] = []
        self.ends: list[Value] = []
        self.uses = Counter(store.key for one in consequences for store in _stores(b, one.effects))
        self.stores = {store.key: store for one in consequences for store in _stores(b, one.effects)}
        self.additions = {store.key for one in consequences for store in _stores(b, one.effects, is_added=True)}
        self.noted = False
        """Whether it is noted which pieces move, since they cannot simply be moved one after the other."""
        zones = Counter(node.zone for one in consequences for node in ir.walk(one) if isinstance(node, ir.ZoneRef))
        self.apart = not self.has_loop and all(count == 1 for count in zones.values())
        """Whether no zone is named twice."""
        self.summed: set[ir.Store] = set()
        """The stores to whose places a bag adds."""
        self.marked: list[Callable[[], None]] = []
        """What takes marks off pieces again that lie in no row."""

    def write(self, guard: Value, work: Callable[[], None], single: Single | None = None) -> None:
        """Write under a condition: later, or at once where old values are read from a copy."""
        if guard.constant == 0:
            return
        if self.has_loop:
            with self.b.code.when(guard):
                work()
        else:
            self.later.append(Later(guard, work, single))

    def write_all(self) -> None:
        """Write what was to be written later. Where a store is changed only in single places, these are compared."""
        singles = Counter(one.single.store.key for one in self.later if one.single is not None)
        plain = {key for key, count in singles.items() if count == self.uses[key] and count <= MOST_COMPARED}
        for place, one in enumerate(self.later):
            if one.single is not None and one.single.store.key in plain:
                for other in self.later[:place]:
                    if other.single is not None and other.single.store.key == one.single.store.key:
                        self._compare(other, one)
        for one in self.later:
            with self.b.code.when(one.guard):
                if one.single is not None and one.single.store.key in plain:
                    writes.write(self.b, one.single.store, one.single.entry, one.single.value, self.record)
                else:
                    one.work()

    def _compare(self, first: Later, second: Later) -> None:
        """End the function with an error if two effects give one place different values."""
        b, one, other = self.b, first.single, second.single
        assert one is not None, "only single places are compared"
        assert other is not None, "only single places are compared"
        same = b.both(b.both(first.guard, second.guard), b.op("i32.eq", one.entry, other.entry))
        clash = b.both(same, b.op("i32.ne", one.value, other.value))
        rules = f"(i32.const {one.rule})", f"(i32.const {other.rule})"
        if clash.constant != 0:
            b.code.line(f"(if {clash.text} (then {writes.fail(b, writes.TWO_VALUES, *rules)}))")
        if other.reads and same.constant != 0:
            b.code.line(f"(if {same.text} (then {writes.fail(b, writes.FROM_OLD, *rules)}))")


def _stores(b: Body, effects: Iterable[ir.Effect], *, is_added: bool = False) -> Iterator[writes.Store]:
    for effect in effects:
        match effect:
            case ir.SetCell() | ir.SetMark() | ir.SetVariable():
                if not is_added or isinstance(effect.value, ir.Addition):
                    yield writes.store_of(b, effect)
            case ir.Put(fields=fields) if not is_added:
                yield from (writes.store_of(b, effect, field) for field in fields)
            case ir.When(effects=inner):
                yield from _stores(b, inner, is_added=is_added)
            case ir.ForEach(effects=inner):
                for store in _stores(b, inner, is_added=is_added):  # it may come to one place more than once
                    yield from (store, store)
            case _:
                pass
