"""Effects that happen at once: one function for each ask and action, and for each step at which something happens.

Every operand is worked out before anything is written. Where a loop runs over a set that is known only in play, this is
not possible: there a copy of the record is made first, which everything is read from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, conditions, folds, reads, sets, stored
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Bag, Cell, Env, Set, Term, Thing, as_flag, as_num
from tilelaw_engine.lower.world import World
from tilelaw_engine.rules import bindings, moving, pieces, writes
from tilelaw_engine.rules.moment import Effects, Single
from tilelaw_engine.text.atoms import Value, i32
from tilelaw_engine.text.code import Code


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
                moving.move(effects, rule, effect, bound, guard)
            case ir.ShuffleZone(zone):
                moving.shuffle(effects, zone, bound, guard)
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
    entry, there = reads.entry_of(b, types, indices)
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
