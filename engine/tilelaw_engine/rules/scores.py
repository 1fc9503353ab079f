"""What sides have scored and how they rank, which rules hold in every whole position, and who sees what."""

from __future__ import annotations

from math import prod

from tilelaw_dsl import ir
from tilelaw_engine.lower import expressions, folds, stored
from tilelaw_engine.lower.body import NO_ENV, ONE, Body
from tilelaw_engine.lower.terms import Bag, Env, Num, Set, Term, Thing, as_flag, as_num
from tilelaw_engine.lower.world import World
from tilelaw_engine.rules import bindings
from tilelaw_engine.shapes import PLAYER, VariableLayout
from tilelaw_engine.text.atoms import Value, i32
from tilelaw_engine.text.code import Code
from tilelaw_engine.to_json import zone_places

LINE = 16
"""The bytes of a score line."""


def lines(world: World) -> Code:
    """Return the function (record, side, to) that writes the score lines of a side and gives their total."""
    code = Code("lines", ["i32", "i32", "i32"], "i64")
    record, side, to = code.parameters
    b = bindings.body(world, code, record)
    you: Env = {"you": Thing(side, "player" if world.game.sides is None else "side", "", False)}
    total, at = code.local("i64"), code.local("i32")
    code.set(at, to)
    for number, line in enumerate(world.game.scores):
        code.comment(line.rule)
        if line.each is None:
            _line(b, total, at, number, i32(0), as_num(b.expr(line.points, you)))
            continue
        over = folds.collection(b.expr(line.each.over, you))
        if isinstance(over, Set) and over.universe is None:
            continue
        with folds.each_of(b, over) as (element, _, _):
            points = as_num(b.expr(line.points, {**you, line.each.element: element}))
            _line(b, total, at, number, stored.number_of(b, element), points)
    code.line(f"(local.get {total})")
    return code


def _line(b: Body, total: str, at: str, number: int, key: Value, points: Num) -> None:
    code = b.code
    value = b.wide(points.value)
    code.line(f"(local.set {total} (i64.add (local.get {total}) {value.text}))")
    key = key if key.type == "i32" else b.op("i32.wrap_i64", key)
    stores = f"(i32.store (local.get {at}) (i32.const {number})) (i32.store offset=4 (local.get {at}) {key.text})"
    step = f"(local.set {at} (i32.add (local.get {at}) (i32.const {LINE})))"
    code.line(f"(if (local.get {at}) (then {stores} (i64.store offset=8 (local.get {at}) {value.text}) {step}))")
    code.line("(global.set $lines (i32.add (global.get $lines) (i32.const 1)))")


def most_lines(world: World) -> int:
    """Return how many score lines a side can have."""
    code = Code("unused", ["i32", "i32"], "")
    b = bindings.body(world, code, code.parameters[0])
    you: Env = {"you": Thing(code.parameters[1], "player" if world.game.sides is None else "side", "", False)}
    count = 0
    for line in world.game.scores:
        if line.each is None:
            count += 1
            continue
        count += folds.most_elements(b, folds.collection(b.expr(line.each.over, you)))
    return count


def results(world: World) -> tuple[Code, int]:
    """Return the function (record, side, to) that writes the numbers by which a side is ranked and gives their
    number, and how many there can be."""
    code = Code("result", ["i32", "i32", "i32"], "i32")
    record, side, to = code.parameters
    b = bindings.body(world, code, record)
    you: Env = {"you": Thing(side, "player" if world.game.sides is None else "side", "", False)}
    at, most = code.local("i32"), 0
    code.set(at, to)
    for line in world.game.ranks:
        if isinstance(line, ir.RankShared):
            break
        code.comment(line.rule)
        value = b.expr(line.value, you)
        if isinstance(value, Bag):
            size = b.times(value.count, 8)
            code.line(f"(memory.copy (local.get {at}) {value.address.text} {size.text})")
            code.line(f"(local.set {at} (i32.add (local.get {at}) {size.text}))")
            most += value.most
            continue
        code.line(f"(i64.store (local.get {at}) {b.wide(as_num(value).value).text})")
        code.line(f"(local.set {at} (i32.add (local.get {at}) (i32.const 8)))")
        most += 1
    code.line(f"(i32.shr_u (i32.sub (local.get {at}) {to.text}) (i32.const 3))")
    return code, most


def side(world: World) -> Code:
    """Return the function (record, player) that gives the side of a player."""
    code = Code("side", ["i32", "i32"], "i32")
    b = bindings.body(world, code, code.parameters[0])
    code.line(expressions.side_of(b, Thing(code.parameters[1], "player", "", True)).value.text)
    return code


def invariants(world: World, judged: Value) -> Code:
    """Return the function (record) that notes which invariants are broken and gives their number."""
    code = Code("invariants", ["i32"], "i32")
    b = bindings.body(world, code, code.parameters[0])
    count = code.local("i32")
    for number, one in enumerate(world.game.invariants):
        code.comment(one.rule)
        broken = code.local("i32")
        code.set(broken, i32(0))
        if one.each is None:
            code.set(broken, b.negate(as_flag(b.expr(one.condition, NO_ENV))))
        else:
            over = folds.collection(b.expr(one.each.over, NO_ENV))
            if not (isinstance(over, Set) and over.universe is None):
                with folds.each_of(b, over) as (element, _, _):
                    fails = b.negate(as_flag(b.expr(one.condition, {one.each.element: element})))
                    code.line(f"(local.set {broken} (i32.or (local.get {broken}) {fails.text}))")
        b.store(1, judged, code.get(broken, "i32"), number)
        code.line(f"(local.set {count} (i32.add (local.get {count}) (local.get {broken})))")
    code.line(f"(local.get {count})")
    return code


def observe(world: World, seen: Value) -> Code:
    """Return the function (record, player) that writes what a player (from 1) sees of a position: a record in which
    the rest is 0, and behind it a byte for each zone place that says whether its pieces are seen."""
    code = Code("observe", ["i32", "i32"], "")
    record, player = code.parameters
    b = bindings.body(world, code, record)
    size = world.layout["size"]
    code.line(f"(memory.copy {seen.text} {record.text} (i32.const {size}))")
    sees: dict[tuple[str, int], Value] = {}
    for number, (zone, owner) in enumerate(zone_places(world.layout)):
        sees[zone["name"], owner] = flag = _sees(b, zone["name"], owner + 1, player)
        b.store(1, seen, flag, size + number)
        _hide(code, flag, seen, zone["offsets"][owner] + 2, zone["capacity"] * zone["width"])
    due = b.load(2, False, record)
    for number, rest in enumerate([*world.layout["asks"], *world.layout["steps"]], 1):
        for one in rest["carries"]:
            if one["hidden_in"]:
                knows = b.either(b.op("i32.ne", due, i32(number)), _knows(b, one["hidden_in"], player, sees))
                _hide(code, knows, seen, one["offset"], one["width"])
    for variable in world.layout["variables"]:
        if variable["seen_by"] != ir.Viewers.ALL:
            _hide_variable(b, variable, player, seen)
    return code


def _hide(code: Code, flag: Value, seen: Value, offset: int, size: int) -> None:
    """Write zeros over what is not seen."""
    if flag.constant != 1:
        fill = f"(memory.fill (i32.add {seen.text} (i32.const {offset})) (i32.const 0) (i32.const {size}))"
        code.line(f"(if (i32.eqz {flag.text}) (then {fill}))")


def _hide_variable(b: Body, variable: VariableLayout, player: Value, seen: Value) -> None:
    """Write zeros over what is not seen of a variable: of each owner, who is its first index, or all of it."""
    owners = variable["sizes"][0] if variable["seen_by"] != ir.Viewers.NOBODY else 1
    size = prod(variable["sizes"]) // owners * variable["width"]
    for owner in range(owners):
        match variable["seen_by"]:
            case ir.Viewers.NOBODY:
                flag = i32(0)
            case ir.Viewers.OWNER:
                flag = b.op("i32.eq", player, i32(owner + 1))
            case _:
                flag = _is_team(b, i32(owner + 1), player)
        _hide(b.code, flag, seen, variable["offset"] + variable["width"] + owner * size, size)


def _is_team(b: Body, one: Value, other: Value) -> Value:
    ours = expressions.side_of(b, Thing(one, "player", "", False))
    theirs = expressions.side_of(b, Thing(other, "player", "", False))
    return b.both(b.op("i32.eq", ours.value, theirs.value), b.some(ours.value))


def _knows(b: Body, zone: str, player: Value, sees: dict[tuple[str, int], Value]) -> Value:
    if zone not in {one.name for one in b.world.game.zones}:
        return i32(0)  # who may know a hidden variable sees it
    at, asked = b.world.zone(zone), b.load(2, False, b.record, PLAYER)
    if not at["owned"]:
        return b.either(b.op("i32.eq", player, asked), sees[zone, 0])
    found = b.op("i32.eq", player, asked)
    for owner in range(len(at["offsets"])):
        its = b.both(b.op("i32.eq", asked, i32(owner + 1)), sees[zone, owner])
        found = b.either(found, its)
    return found


def _sees(b: Body, zone: str, owner: int, player: Value) -> Value:
    decl = next(one for one in b.world.game.zones if one.name == zone)
    has_owner = b.world.zone(zone)["owned"]
    match decl.seen_by:
        case ir.Viewers.ALL:
            return ONE
        case ir.Viewers.NOBODY:
            found = i32(0)
        case ir.Viewers.OWNER:
            found = b.op("i32.eq", player, i32(owner)) if has_owner else i32(0)
        case ir.Viewers.TEAM:
            found = _is_team(b, i32(owner), player) if has_owner else i32(0)
    due, asked = b.load(2, False, b.record), b.load(2, False, b.record, PLAYER)
    for glimpse in decl.glimpses:
        number = list(b.world.asks).index(glimpse.ask) + 1
        is_due = b.both(b.op("i32.eq", due, i32(number)), b.op("i32.eq", player, asked))
        if glimpse.when is not None:
            item = b.world.asks[glimpse.ask]
            if ir.names_read(glimpse.when) - {"you", *(one.name for one in item.carries)}:
                continue  # it speaks of what is not known while the ask is due
            you = Thing(b.select(b.some(asked), asked, ONE), "player", "", False)
            env: dict[str, Term] = {**bindings.carried(b, item), "you": you}
            is_due = b.both(is_due, as_flag(b.expr(glimpse.when, env)))
        found = b.either(found, is_due)
    return found
