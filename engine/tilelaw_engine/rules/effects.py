"""Effects that happen at once: one function for each ask and action, and for each step at which something happens.

Every operand is worked out before anything is written. Where a loop runs over a set that is known only in play, this is
not possible: there a copy of the record is made first, which everything is read from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, conditions, expressions, folds, sets, stored
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Bag, Cell, Env, Set, Term, Thing, as_flag, as_num
from tilelaw_engine.lower.world import World
from tilelaw_engine.rules import bindings, pieces, writes
from tilelaw_engine.text.atoms import Value, i32
from tilelaw_engine.text.code import Code

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


def happen(b: Body, consequences: list[ir.Consequence], env: Env) -> None:
    """Write what becomes of a record when some consequences happen at once; end the function with an error if they
    clash, or give 0, or 1 when the game has ended."""
    effects = Effects(b, consequences)
    code = b.code
    if any(count > 1 or sort == "mark" for (sort, *_), count in effects.uses.items()):  # stamps may be left
        code.line("(global.set $moment (i64.add (global.get $moment) (i64.const 65536)))")
    if effects.has_loop:
        size = b.world.layout["size"]
        old = b.world.area("old", size)
        code.line(f"(memory.copy {old.text} {effects.record.text} (i32.const {size}))")
        b.record = old
    for one in consequences:
        code.comment(one.rule)
        guard = ONE if one.when is None else as_flag(b.expr(one.when, env))
        _collect(effects, b.world.rules[one.rule], one.effects, env, guard)
    effects.write_all()
    for key in sorted(effects.additions):
        if effects.uses[key] > 1 or key in effects.summed:
            writes.add_up(b, effects.stores[key], b.record if effects.has_loop else effects.record, effects.record)
    if effects.noted:
        status = code.fresh("i32", f"(call $move_noted {effects.record.text})")
        code.line(f"(if {status.text} (then (return {status.text})))")
    for piece in effects.marked:
        piece()
    ended = i32(0)
    for flag in effects.ends:
        ended = b.either(ended, flag)
    b.record = effects.record
    code.line(ended.text)


def _collect(effects: Effects, rule: int, items: Iterable[ir.Effect], env: Env, guard: Value) -> None:
    b = effects.b
    bound = dict(env)
    for effect in items:
        match effect:
            case ir.Let(name, value):
                bound[name] = b.expr(value, bound)
            case ir.SetCell():
                _set_cell(effects, rule, effect, bound, guard)
            case ir.SetMark():
                _set_mark(effects, rule, effect, bound, guard)
            case ir.SetVariable():
                _set_variable(effects, rule, effect, bound, guard)
            case ir.Put():
                _put(effects, rule, effect, bound, guard)
            case ir.MovePieces():
                _move(effects, rule, effect, bound, guard)
            case ir.ShuffleZone(zone):
                _shuffle(effects, zone, bound, guard)
            case ir.Show():
                pass
            case ir.EndGame():
                effects.ends.append(_remembered(effects, guard))
            case ir.ForEach():
                _for_each(effects, rule, effect, bound, guard)
            case ir.When(condition, inner):
                if effects.has_loop:
                    holds = b.both(guard, as_flag(b.expr(condition, bound)))
                    with b.code.when(holds):
                        _collect(effects, rule, inner, bound, ONE)
                else:
                    _collect(effects, rule, inner, bound, b.both(guard, as_flag(b.expr(condition, bound))))


def _remembered(effects: Effects, guard: Value) -> Value:
    """Return a flag that can be read at the end of the function, also if it is set in a loop."""
    if not effects.has_loop:
        return guard
    code = effects.b.code
    name = code.local("i32")
    with code.when(guard):
        code.set(name, ONE)
    return Value("i32", f"(local.get {name})", code.root)


def _for_each(effects: Effects, rule: int, effect: ir.ForEach, env: Env, guard: Value) -> None:
    b = effects.b
    over = b.expr(effect.over, env)
    if isinstance(over, Thing | Cell):
        sure = conditions.is_something(b, over)
        with b.code.when(b.both(guard, sure)):
            _collect(effects, rule, effect.effects, {**env, effect.element: over}, ONE)
        return
    of = folds.collection(over)
    if isinstance(of, Set) and of.universe is None:
        return
    with b.code.when(guard), folds.each_of(b, of) as (element, _, _), b.code.opened("(block", ")"):
        _collect(effects, rule, effect.effects, {**env, effect.element: element}, ONE)


def _given(b: Body, given: ir.Given, env: Env, type_: ir.Type) -> Value | writes.Sum:
    match given:
        case ir.Addition(amount, most, least):
            bounds = [None if one is None else as_num(b.expr(one, env)).value for one in (most, least)]
            return writes.Sum(as_num(b.expr(amount, env)).value, bounds[0], bounds[1])
        case _:
            return writes.number(b, b.expr(given, env), type_)


def _reads(given: ir.Given, store: writes.Store) -> bool:
    return store.key in map(ir.store_of, ir.walk(given))


def _assign(
    effects: Effects,
    rule: int,
    store: writes.Store,
    entry: Value,
    given: ir.Given,
    value: Value | writes.Sum,
    guard: Value,
) -> None:
    """Give one place a value, or add to it."""
    b = effects.b
    if isinstance(value, writes.Sum):
        if effects.uses[store.key] == 1:
            new = writes.added_once(b, writes.read(b, store, entry, effects.record), value)
            effects.write(guard, lambda: writes.write(b, store, entry, new, effects.record))
        else:
            effects.write(guard, lambda: writes.add(b, store, entry, value, rule))
    elif effects.uses[store.key] == 1:
        effects.write(guard, lambda: writes.write(b, store, entry, value, effects.record))
    else:
        reads = _reads(given, store)
        single = Single(store, entry, value, rule, reads)
        effects.write(guard, lambda: writes.give(b, store, entry, value, rule, effects.record, reads=reads), single)


def _set_cell(effects: Effects, rule: int, effect: ir.SetCell, env: Env, guard: Value) -> None:
    b = effects.b
    store = writes.store_of(b, effect)
    value = _given(b, effect.value, env, store.type)
    of = b.expr(effect.of, env)
    if isinstance(of, Thing):
        return
    if isinstance(of, Cell):
        there = b.both(guard, conditions.is_something(b, of))
        if effects.uses[store.key] == 1 and not isinstance(value, writes.Sum):
            effects.write(there, lambda: writes.write_cell(b, effect.field, of, value, effects.record))
        else:
            _assign(effects, rule, store, writes.cell_entry(b, of), effect.value, value, there)
        return
    found = bags.as_set(b, of)
    if found.universe is None:
        return
    if effects.uses[store.key] == 1 and not isinstance(value, writes.Sum) and found.universe.sort == "cell":
        # The words must be known before anything is written.
        words = [found.word(number) for number in range(found.universe.words)]
        whole = Set(found.universe, found.owner, lambda part: words[sets.as_number(part)])
        effects.write(guard, lambda: writes.write_cells(b, effect.board, effect.field, whole, value, effects.record))
        return
    _each_place(effects, rule, store, found, effect.value, value, guard)


def _each_place(
    effects: Effects,
    rule: int,
    store: writes.Store,
    found: Set | Bag,
    given: ir.Given,
    value: Value | writes.Sum,
    guard: Value,
) -> None:
    """Give every place of a set a value, or add to it."""
    b = effects.b
    reads = _reads(given, store)
    is_alone = effects.uses[store.key] == 1 and isinstance(found, Set)  # a bag may name a piece twice
    if isinstance(found, Set):
        b.kept(found)
    elif isinstance(value, writes.Sum):
        effects.summed.add(store.key)

    def work() -> None:
        with folds.each_of(b, found) as (element, _, _), b.code.opened("(block", ")"):
            if isinstance(element, Cell):
                entry = writes.cell_entry(b, element)
            else:
                assert isinstance(element, Thing), "pieces are things"
                entry = element.value
            if isinstance(value, writes.Sum):
                if is_alone:
                    new = writes.added_once(b, writes.read(b, store, entry, effects.record), value)
                    writes.write(b, store, entry, new, effects.record)
                else:
                    writes.add(b, store, entry, value, rule)
            elif is_alone:
                writes.write(b, store, entry, value, effects.record)
            else:
                writes.give(b, store, entry, value, rule, effects.record, reads=reads)

    effects.write(guard, work)


def _set_mark(effects: Effects, rule: int, effect: ir.SetMark, env: Env, guard: Value) -> None:
    b = effects.b
    store = writes.store_of(b, effect)
    value = _given(b, effect.value, env, store.type)
    of = b.expr(effect.of, env)
    kind = pieces.marked_kinds(b.world).index(next(one.kind for one in b.world.game.marks if one.name == effect.mark))
    every = f"(call $settle_all_{kind} {effects.record.text})"
    if isinstance(of, Thing):
        if of.sort:
            there = b.both(guard, conditions.is_something(b, of))
            _assign(effects, rule, store, of.value, effect.value, value, there)
            settle = f"(call $settle_{kind} {effects.record.text} {of.value.text})"
            effects.marked.append(lambda: b.code.line(settle if not effects.has_loop else every))
        return
    found = folds.collection(of)
    assert isinstance(found, Set | Bag), "pieces are marked"
    if not (isinstance(found, Set) and found.universe is None):
        _each_place(effects, rule, store, found, effect.value, value, guard)
        effects.marked.append(lambda: b.code.line(every))


def _set_variable(effects: Effects, rule: int, effect: ir.SetVariable, env: Env, guard: Value) -> None:
    b = effects.b
    store = writes.store_of(b, effect)
    types = b.world.variable_decl(effect.name).indices
    indices = [stored.typed(b.expr(one, env), type_) for one, type_ in zip(effect.indices, types, strict=True)]
    entry, there = expressions.entry_of(b, types, indices)
    value = _given(b, effect.value, env, store.type)
    _assign(effects, rule, store, entry, effect.value, value, b.both(guard, there))


def _put(effects: Effects, rule: int, effect: ir.Put, env: Env, guard: Value) -> None:
    b = effects.b
    record, cell = b.expr(effect.value, env), b.expr(effect.on, env)
    if not isinstance(record, Thing) or not record.sort or not isinstance(cell, Cell):
        return
    there = b.both(guard, b.both(conditions.is_something(b, record), conditions.is_something(b, cell)))
    for field in effect.fields:
        store = writes.store_of(b, effect, field)
        value = writes.number(b, stored.record_field(b, record.of, field, record), store.type)
        if effects.uses[store.key] == 1:
            effects.write(there, partial(writes.write_cell, b, field, cell, value, effects.record))
        else:
            _assign(effects, rule, store, writes.cell_entry(b, cell), effect.value, value, there)


def _zone_number(b: Body, zone: ir.ZoneRef, env: Env) -> tuple[Value, Value]:
    """Return the number of a zone place, and whether there is such a place."""
    first = pieces.first_place(b.world, zone.zone)
    if zone.owner is None:
        return i32(first), ONE
    owner = b.expr(zone.owner, env)
    assert isinstance(owner, Thing), "players own zones"
    return b.plus(owner.value, first - 1), conditions.is_something(b, owner) if owner.sort else i32(0)


def _move(effects: Effects, rule: int, effect: ir.MovePieces, env: Env, guard: Value) -> None:
    b = effects.b
    source, there = _zone_number(b, effect.source, env)
    target, also = (None, ONE) if effect.target is None else _zone_number(b, effect.target, env)
    there = b.both(guard, b.both(there, also))

    def note(piece: Value, place: str) -> None:
        b.code.line(f"(call $note_taking {source.text} {piece.text} {place} (i32.const {rule}))")
        if target is not None:
            b.code.line(f"(call $note_joining {target.text} {piece.text})")

    if not isinstance(effect.pieces, ir.ThesePieces) and effects.apart and not _loses_marks(b, effect):
        bag = _whole(b, effect, env)
        goal = i32(-1) if target is None else target
        call = f"(call $move_top {effects.record.text} {source.text} {bag.count.text} {goal.text})"
        effects.write(there, lambda: b.code.line(call))
        return
    match effect.pieces:
        case ir.ThesePieces(named):
            of = b.expr(named, env)
            if isinstance(of, Thing) and effects.apart:
                some = b.both(there, conditions.is_something(b, of)) if of.sort else i32(0)
                effects.write(some, lambda: _move_one(effects, rule, effect, of, source, target))
                return
            effects.noted = True
            if isinstance(of, Thing):
                some = b.both(there, conditions.is_something(b, of)) if of.sort else i32(0)
                with b.code.when(some):
                    note(of.value, f"(i32.const {pieces.BY_NAME})")
                return
            by_name = f"(i32.const {pieces.BY_NAME})"
            found = folds.collection(of)
            if not (isinstance(found, Set) and found.universe is None):
                with b.code.when(there), folds.each_of(b, found) as (piece, _, _):
                    assert isinstance(piece, Thing), "pieces are things"
                    note(piece.value, by_name)
        case ir.AllPieces() | ir.TopPieces():
            effects.noted = True
            bag = _whole(b, effect, env)
            with b.code.when(there), bags.each_piece(b, bag) as (piece, index, _, _):
                assert isinstance(piece, Thing), "pieces are things"
                note(piece.value, index.text)


def _loses_marks(b: Body, effect: ir.MovePieces) -> bool:
    """Return whether pieces with marks may leave the rows."""
    source = b.world.zone(effect.source.zone)
    if source["order"] != "row" or source["type"].get("of") not in pieces.marked_kinds(b.world):
        return False
    return effect.target is None or b.world.zone(effect.target.zone)["order"] != "row"


def _move_one(
    effects: Effects, rule: int, effect: ir.MovePieces, piece: Thing, source: Value, target: Value | None
) -> None:
    """Move one piece at once; end the function with an error if it is not there."""
    b, record = effects.b, effects.record.text
    call = f"(call $take_one {record} {source.text} {piece.value.text} (i32.const {rule}))"
    status = b.code.fresh("i32", call)
    b.code.line(f"(if {status.text} (then (call $forget) (return {status.text})))")
    if target is not None:
        b.code.line(f"(call $join {record} {target.text} {piece.value.text})")
    if _loses_marks(b, effect):
        kind = pieces.marked_kinds(b.world).index(piece.of)
        b.code.line(f"(call $settle_{kind} {record} {piece.value.text})")


def _whole(b: Body, effect: ir.MovePieces, env: Env) -> Bag:
    """Return the pieces that are taken from the top of a zone."""
    owner = None if effect.source.owner is None else b.expr(effect.source.owner, env)
    bag = expressions.zone_of(b, effect.source.zone, owner)
    if isinstance(effect.pieces, ir.TopPieces):
        wanted = as_num(b.expr(effect.pieces.count, env))
        number = wanted.value if wanted.value.type == "i32" else b.op("i32.wrap_i64", wanted.value)
        number = b.select(b.op("i32.gt_s", number, i32(0)), number, i32(0))
        bag.count = b.select(b.op("i32.lt_s", number, bag.count), number, bag.count)
    return bag


def _shuffle(effects: Effects, zone: ir.ZoneRef, env: Env, guard: Value) -> None:
    b = effects.b
    number, there = _zone_number(b, zone, env)
    number = b.plus(number, 1)
    effects.write(b.both(guard, there), lambda: b.code.line(f"(call $pend {effects.record.text} {number.text})"))


def settle(world: World) -> list[Code]:
    """Return the functions that take marks off pieces that lie in no row: off one (record, piece), off all (record)."""
    found = []
    for number, kind in enumerate(pieces.marked_kinds(world)):
        one = Code(f"settle_{number}", ["i32", "i32"], "")
        b = bindings.body(world, one, one.parameters[0])
        for zone in world.layout["zones"]:
            if zone["order"] == "row" and zone["type"].get("of") == kind:
                for owner in range(len(zone["offsets"])):
                    is_shared = not zone["owned"] and "owner" not in zone
                    holder: Term | None = None if is_shared else Thing(i32(owner + 1), "player", "", False)
                    bag = expressions.zone_of(b, zone["name"], holder)
                    with bags.each_piece(b, bag) as (piece, _, _, _):
                        assert isinstance(piece, Thing), "pieces are things"
                        one.line(f"(if {b.op('i32.eq', piece.value, one.parameters[1]).text} (then (return)))")
        for mark in world.layout["marks"]:
            if mark["kind"] == kind:
                at = b.op("i32.add", b.record, b.times(one.parameters[1], mark["width"]))
                b.store(mark["width"], at, i32(0), mark["offset"])
        every = Code(f"settle_all_{number}", ["i32"], "")
        left = every.local("i32")
        every.set(left, i32(len(world.kind(kind).members)))
        with every.loop() as (out, _):
            every.line(f"(br_if {out} (i32.eqz (local.get {left})))")
            every.line(f"(call $settle_{number} {every.parameters[0].text} (local.get {left}))")
            every.line(f"(local.set {left} (i32.sub (local.get {left}) (i32.const 1)))")
        found += [one, every]
    return found


def after_answer(world: World, ask: ir.Ask, action: ir.Action) -> Code:
    """Return the function (record, move) that lets a move take effect."""
    number = [one.name for one in world.game.actions].index(action.name)
    code = Code(f"do_{list(world.asks).index(ask.name)}_{number}", ["i32", "i32"], "i32")
    record, move = code.parameters
    b = bindings.body(world, code, record, ask)
    arguments = bindings.move_arguments(b, action, move, is_legal=True)
    env: dict[str, Term] = {**bindings.carried(b, ask), **arguments, "you": bindings.you(b)}
    triggers = (ir.AfterAnswer(action.name, None), ir.AfterAnswer(action.name, ask.name))
    happen(b, [one for one in world.game.consequences if one.trigger in triggers], env)
    return code


def at_step(world: World, step: ir.Step, number: int, env: Callable[[Body], Env]) -> Code | None:
    """Return the function (record) that lets happen what happens at a step; nothing if nothing does."""
    consequences = [one for one in world.game.consequences if one.trigger == ir.AtStep(step.name)]
    if not consequences:
        return None
    code = Code(f"at_{number}", ["i32"], "i32")
    b = bindings.body(world, code, code.parameters[0])
    happen(b, consequences, env(b))
    return code
