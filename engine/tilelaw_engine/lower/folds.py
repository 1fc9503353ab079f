"""Lowers what goes through the elements of a set, a bag or a set of sets: narrowing, ties, folds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, lists, nested, probes, sets, shared, stored
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Bag, Env, Num, Set, Sets, Term, Universe, as_flag, as_num
from tilelaw_engine.text.atoms import Block, Value, i32, i64

Collection = Set | Bag | Sets

MOST_UNROLLED = 9
LIGHT = 60
"""A body with more nodes than this is written once, in a loop."""


def collection(term: Term) -> Collection:
    """Return what has elements that can be gone through in play."""
    assert isinstance(term, Set | Bag | Sets), f"a collection, not {type(term).__name__}"
    return term


@contextmanager
def each_of(b: Body, of: Collection) -> Iterator[tuple[Term, str, str]]:
    """Write a loop over elements in their order; yields the element and the labels of the loop."""
    match of:
        case Set():
            with b.each(of) as found:
                yield found
        case Bag():
            with bags.each_piece(b, of) as (piece, _, out, following):
                yield piece, out, following
        case Sets():
            with nested.each_set(b, of) as (one, _, out, following):
                yield one, out, following


def unrolled(b: Body, of: Collection, body: ir.Node) -> list[tuple[Term, Value]] | None:
    """Return the possible elements of a small set, each with whether it is in it; nothing if a loop is better."""
    if not isinstance(of, Set) or of.universe is None or of.universe.words > 1 or of.universe.sort == "cell":
        return None
    word = of.word(0)
    if word.constant is not None:
        numbers = [bit for bit in range(of.universe.bits) if word.constant >> bit & 1]
    else:
        numbers = list(range(of.universe.sort != "number", of.universe.bits))
    if len(numbers) > MOST_UNROLLED or len(numbers) * shared.weight(b, body) > LIGHT * 6:
        return None
    found = []
    for bit in numbers:
        flag = b.both(b.op("i32.wrap_i64", b.op("i64.shr_u", word, i64(bit))), ONE)
        element = b.element(of.universe, of.owner, i32(bit))
        if isinstance(element, Num):
            element = Num(element.value, bit + of.universe.low, bit + of.universe.low)
        found.append((element, flag))
    return found


def narrow(b: Body, node: ir.Narrow, env: Env) -> Term:
    """Lower the elements for which a condition holds."""
    of = collection(b.expr(node.of, env))
    if isinstance(of, Set) and of.universe is None:
        return of
    if isinstance(of, Set) and of.universe is not None and of.universe.sort == "cell":
        probe = probes.probe_for(of.universe, of.owner)
        words = probes.where(b, node.condition, {**env, node.element: probe}, probe)
        if words is not None:
            known = of
            return Set(of.universe, of.owner, lambda number: b.op("i64.and", known.word(number), words(number)))
    few = unrolled(b, of, node.condition)
    if few is not None:
        assert isinstance(of, Set), "only sets are unrolled"
        assert of.universe is not None, "an empty set was handed back"
        return _narrow_few(b, node, env, few, of.universe)
    return b.node_once(node, env, lambda: _kept(b, of, lambda one: _holds(b, node, env, one)), of)


def _holds(b: Body, node: ir.Narrow, env: Env, element: Term) -> Value:
    return as_flag(b.expr(node.condition, {**env, node.element: element}))


def _narrow_few(b: Body, node: ir.Narrow, env: Env, few: list[tuple[Term, Value]], universe: Universe) -> Set:
    word = i64(0)
    for element, flag in few:
        bit, _ = sets.bit_of(b, universe, element)
        assert bit.constant is not None, "the element is known"
        holds = b.both(flag, _holds(b, node, env, element))
        word = b.op("i64.or", word, b.op("i64.shl", b.word(holds), i64(bit.constant)))
    return Set(universe, ONE, lambda _: word)


def _kept(b: Body, of: Collection, keeps: Callable[[Term], Value]) -> Term:
    """Return the elements that are kept, judged one by one."""
    match of:
        case Bag():
            return bags.filtered(b, of, keeps)
        case Sets():
            return nested.kept_sets(b, of, keeps)
        case Set(universe):
            assert universe is not None, "an empty set has no elements"
            address = b.scratch(8 * universe.words)
            b.clear(address, universe.words)
            with b.each(of) as (element, _, following):
                b.code.line(f"(br_if {following} (i32.eqz {keeps(element).text}))")
                bit, _ = sets.bit_of(b, universe, element)
                bags.set_bit(b, address, bit)
            return b.at(universe, of.owner, address, b.code.token())


def tied(b: Body, node: ir.Tied, env: Env) -> Term:
    """Lower the elements tied for the highest or lowest key."""
    of = collection(b.expr(node.of, env))
    if isinstance(of, Set) and of.universe is None:
        return of

    def key(element: Term) -> Value:
        return b.wide(as_num(b.expr(node.key, {**env, node.element: element})).value)

    few = unrolled(b, of, node.key)
    if few is not None:
        assert isinstance(of, Set), "only sets are unrolled"
        assert of.universe is not None, "an empty set was handed back"
        return _tied_few(b, node.which, [(element, flag, key(element)) for element, flag in few], of.universe)

    def make() -> Term:
        code = b.code
        best = code.local("i64")
        code.set(best, i64(-(1 << 63) if node.which is ir.Extreme.HIGHEST else (1 << 63) - 1))
        compare = "i64.gt_s" if node.which is ir.Extreme.HIGHEST else "i64.lt_s"
        with each_of(b, of) as (element, _, _):
            found = key(element)
            now = code.get(best, "i64")
            code.set(best, b.select(b.op(compare, found, now), found, now))
        highest = code.get(best, "i64")
        return _kept(b, of, lambda element: b.op("i64.eq", key(element), highest))

    return b.node_once(node, env, make, of)


def _tied_few(b: Body, which: ir.Extreme, keys: list[tuple[Term, Value, Value]], universe: Universe) -> Set:
    """Return the elements of a small set that are tied; each comes with whether it is in the set, and its key."""
    is_highest = which is ir.Extreme.HIGHEST
    best = i64(-(1 << 63) if is_highest else (1 << 63) - 1)
    for _, flag, key in keys:
        better = b.op("i64.gt_s" if is_highest else "i64.lt_s", key, best)
        best = b.select(b.both(flag, better), key, best)
    word = i64(0)
    for element, flag, key in keys:
        bit, _ = sets.bit_of(b, universe, element)
        assert bit.constant is not None, "the element is known"
        ties = b.both(flag, b.op("i64.eq", key, best))
        word = b.op("i64.or", word, b.op("i64.shl", b.word(ties), i64(bit.constant)))
    return Set(universe, ONE, lambda _: word)


def fold(b: Body, node: ir.Fold, env: Env) -> Term:
    """Lower a value for each element made into one."""
    of = collection(b.expr(node.over, env))
    if node.operator is ir.FoldOperator.UNION:
        return _union(b, node, of, env)
    if isinstance(of, Set) and of.universe is None:
        return _list(b, node, of, env) if node.operator is ir.FoldOperator.SORTED else Num(i32(0), 0, 0)
    if node.operator is ir.FoldOperator.SORTED:
        return b.node_once(node, env, lambda: _list(b, node, of, env), of)
    if isinstance(of, Set) and of.universe is not None and of.universe.sort == "cell":
        found = _by_planes(b, node.operator, node.body, of, node.element, env)
        if found is not None:
            return found
    few = unrolled(b, of, node.body)
    if few is not None:
        parts = [(flag, as_num(b.expr(node.body, {**env, node.element: element}))) for element, flag in few]
        return _made_one(b, node.operator, parts)
    return b.node_once(node, env, lambda: _looped(b, node, of, env), of)


def _union_of(b: Body, parts: list[tuple[Term, Value]]) -> Set:
    """Return the union of some sets, each perhaps left out."""
    found = sets.EMPTY
    for part, flag in parts:
        one = sets.masked(b, bags.as_set(b, part), flag)
        found = one if found is sets.EMPTY else sets.combined(b, ir.SetOperator.UNION, found, one)
    return found


def _by_planes(b: Body, operator: ir.FoldOperator, body: ir.Expr, of: Set, element: str, env: Env) -> Num | None:
    """Return a fold over cells whose body reads only fields of few values: each combination counts at once."""
    assert of.universe is not None, "the cells are known"
    probe = probes.probe_for(of.universe, of.owner)
    is_plus = isinstance(body, ir.Arithmetic) and body.operator is ir.ArithmeticOperator.ADD
    if operator is ir.FoldOperator.SUM and is_plus and isinstance(body, ir.Arithmetic):
        left = _by_planes(b, operator, body.left, of, element, env)
        right = None if left is None else _by_planes(b, operator, body.right, of, element, env)
        return None if left is None or right is None else plus(b, left, right)
    inner = {**env, element: probe}
    if not probes.looks_at(body, inner, probe):
        return None
    combinations = probes.by_fields(b, body, inner, probe)
    if combinations is None:
        return None
    parts = []
    for planes, term in combinations:
        number = as_num(term)
        if operator is ir.FoldOperator.SUM and number.value.constant == 0:
            continue
        total, every = i64(0), i64(0)
        for word in range(of.universe.words):
            bits = of.word(word)
            for plane in planes:
                bits = bits if plane is None else b.op("i64.and", bits, plane(word))
            total = b.op("i64.add", total, b.op("i64.popcnt", bits)) if operator is ir.FoldOperator.SUM else total
            every = every if operator is ir.FoldOperator.SUM else b.op("i64.or", every, bits)
        if operator is ir.FoldOperator.SUM:
            most = sets.most_of(b, of.universe)
            count = Num(b.op("i32.wrap_i64", total), 0, most)
            parts.append((ONE, times(b, count, number)))
        else:
            parts.append((b.op("i64.ne", every, i64(0)), number))
    return _made_one(b, operator, parts)


def plus(b: Body, left: Num, right: Num) -> Num:
    """Return the sum of two numbers."""
    low, high = left.low + right.low, left.high + right.high
    return _calculated(b, "add", left, right, low, high)


def times(b: Body, left: Num, right: Num) -> Num:
    """Return the product of two numbers."""
    corners = [x * y for x in (left.low, left.high) for y in (right.low, right.high)]
    return _calculated(b, "mul", left, right, min(corners), max(corners))


def _calculated(b: Body, operator: str, left: Num, right: Num, low: int, high: int) -> Num:
    ours, theirs = left.value, right.value
    is_wide = "i64" in (ours.type, theirs.type) or low < -(1 << 31) or high >= 1 << 31
    if is_wide:
        ours, theirs = b.wide(ours), b.wide(theirs)
    return b.num(b.op(f"{'i64' if is_wide else 'i32'}.{operator}", ours, theirs), low, high)


def _made_one(b: Body, operator: ir.FoldOperator, parts: list[tuple[Value, Num]]) -> Num:
    """Return some numbers, each perhaps left out, made into one."""
    if operator is ir.FoldOperator.SUM:
        total = Num(i32(0), 0, 0)
        for flag, number in parts:
            part = stored.guarded(b, flag, number)
            total = plus(b, total, as_num(part))
        return total
    found, there = i64(0), i32(0)
    compare = "i64.gt_s" if operator is ir.FoldOperator.MOST else "i64.lt_s"
    for flag, number in parts:
        value = b.wide(number.value)
        better = b.either(b.negate(there), b.op(compare, value, found))
        found = b.select(b.both(flag, better), value, found)
        there = b.either(there, flag)
    low = min([0, *(number.low for _, number in parts)])
    high = max([0, *(number.high for _, number in parts)])
    return b.num(found, low, high)


def _looped(b: Body, node: ir.Fold, of: Collection, env: Env) -> Num:
    code = b.code
    found, some = code.local("i64"), code.local("i32")
    code.set(found, i64(0))
    code.set(some, i32(0))
    with each_of(b, of) as (element, _, _):
        number = as_num(b.expr(node.body, {**env, node.element: element}))
        value, now = b.wide(number.value), code.get(found, "i64")
        match node.operator:
            case ir.FoldOperator.SUM:
                code.set(found, b.op("i64.add", now, value))
            case _:
                compare = "i64.gt_s" if node.operator is ir.FoldOperator.MOST else "i64.lt_s"
                better = b.either(b.negate(code.get(some, "i32")), b.op(compare, value, now))
                code.set(found, b.select(better, value, now))
                code.set(some, ONE)
    times_ = most_elements(b, of) if node.operator is ir.FoldOperator.SUM else 1
    low, high = min(0, number.low * times_), max(0, number.high * times_)
    return b.num(code.get(found, "i64"), low, high)


def most_elements(b: Body, of: Collection) -> int:
    """Return how many elements there can be."""
    match of:
        case Set(universe):
            return 0 if universe is None else sets.most_of(b, universe)
        case Bag() | Sets():
            return of.most


def _list(b: Body, node: ir.Fold, of: Collection, env: Env) -> Bag:
    """Return the numbers of all elements in order."""
    code = b.code
    most = most_elements(b, of)
    address = b.scratch(8 * max(most, 1))
    count = code.local("i32")
    code.set(count, i32(0))
    low = high = 0
    if not (isinstance(of, Set) and of.universe is None):
        with each_of(b, of) as (element, _, _):
            number = as_num(b.expr(node.body, {**env, node.element: element}))
            low, high = number.low, number.high
            goal = b.op("i32.add", address, b.times(code.get(count, "i32"), 8))
            code.store("i64.store", goal, b.wide(number.value))
            code.line(f"(local.set {count} (i32.add (local.get {count}) (i32.const 1)))")
    found = Bag("number", "", address, code.get(count, "i32"), 8, most, None, low, high)
    bags.sorted_numbers(b, found)
    found.after = code.token()
    return found


def _union(b: Body, node: ir.Fold, of: Collection, env: Env) -> Term:
    if isinstance(of, Set) and of.universe is None:
        return of
    few = unrolled(b, of, node.body)
    if few is not None:
        parts = [(b.expr(node.body, {**env, node.element: element}), flag) for element, flag in few]
        if not any(isinstance(part, Sets) for part, _ in parts) and not lists.are_far(*(part for part, _ in parts)):
            return _union_of(b, parts)
    return b.node_once(node, env, lambda: _looped_union(b, node, of, env), of)


def _looped_union(b: Body, node: ir.Fold, of: Collection, env: Env) -> Term:
    """Return the union of the sets of all elements, gathered in memory."""
    code = b.code
    outer = code.block
    result: Term = sets.EMPTY
    with each_of(b, of) as (element, _, _):
        part = b.expr(node.body, {**env, node.element: element})
        if isinstance(part, Bag) and part.sort == "number":
            result = _gather_numbers(b, part, outer, most_elements(b, of))
        elif isinstance(part, Sets):
            result = _gather_sets(b, part, outer, most_elements(b, of))
        else:
            result = _gather_set(b, bags.as_set(b, part), outer)
    after = code.token()
    match result:
        case Set(universe, owner, _, kept) if kept is not None:
            return b.at(universe, owner, kept[0], after)
        case Bag(count=count):
            result.count, result.after = code.fresh("i32", count.text), after
            return result
        case Sets(universe, owner, address, count, most):
            return Sets(universe, owner, address, code.fresh("i32", count.text), most, after)
        case _:
            return result


def _gather_set(b: Body, part: Set, outer: Block) -> Set:
    """Join a set, in a loop, to those before it; what they are gathered in is made in front of the loop."""
    code, universe = b.code, part.universe
    if universe is None:
        return sets.EMPTY
    owner = part.owner
    if universe.sort == "cell" and not _is_outside(outer, owner):
        universe, owner = b.world.universe("cells", universe.of), ONE
    with code.inside(outer):
        address = b.scratch(8 * universe.words)
        b.clear(address, universe.words)
    words = sets.aligned(b, part, universe)
    for number in range(universe.words):
        goal = f"offset={8 * number} {address.text}"
        code.line(f"(i64.store {goal} (i64.or (i64.load {goal}) {words(number).text}))")
    return b.at(universe, owner, address, code.token())


def _gather_numbers(b: Body, part: Bag, outer: Block, times_: int) -> Bag:
    """Join numbers, in a loop, to those before them."""
    code = b.code
    most = min(part.most * max(times_, 1), part.high - part.low + 1)
    with code.inside(outer):
        kept = lists.room(b, most)
        count = code.local("i32")
        code.set(count, i32(0))
    before = Bag("number", "", kept, code.get(count, "i32"), 8, most, code.token(), part.low, part.high)
    joined = lists.combined(b, ir.SetOperator.UNION, before, part)
    size = b.times(joined.count, 8)
    code.line(f"(memory.copy {kept.text} {joined.address.text} {size.text})")
    code.set(count, joined.count)
    now = Value("i32", f"(local.get {count})", outer)
    return Bag("number", "", kept, now, 8, most, code.token(), part.low, part.high)


def _gather_sets(b: Body, part: Sets, outer: Block, times_: int) -> Sets:
    """Join sets of sets, in a loop, to those before them."""
    code = b.code
    if part.universe.sort == "cell" and not _is_outside(outer, part.owner):
        part = nested.widened(b, part)
    most = part.most * max(times_, 1)
    with code.inside(outer):
        kept, spare = (nested.room(b, most, part.universe) for _ in range(2))
        count = code.local("i32")
        code.set(count, i32(0))
    function = nested.merge(b, part.universe.words)
    call = f"(call {function} {kept.text} (local.get {count}) {part.address.text} {part.count.text} {spare.text})"
    code.line(f"(local.set {count} {call})")
    size = 8 * part.universe.words
    code.line(f"(memory.copy {kept.text} {spare.text} (i32.mul (local.get {count}) (i32.const {size})))")
    return Sets(part.universe, part.owner, kept, Value("i32", f"(local.get {count})", outer), most, code.token())


def _is_outside(outer: Block, owner: Value) -> bool:
    """Return whether an owner is known before a loop begins."""
    block: Block | None = outer
    while block is not None and owner.block is not None:
        if owner.block is block:
            return True
        block = block.parent
    return owner.block is None
