"""Pieces that move: from zone to zone, out of the game, into another order; and the marks they lose."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_engine.lower import bags, conditions, folds, reads
from tilelaw_engine.lower.body import ONE, Body
from tilelaw_engine.lower.terms import Bag, Env, Set, Term, Thing, as_num
from tilelaw_engine.lower.world import World
from tilelaw_engine.rules import bindings, pieces
from tilelaw_engine.rules.moment import Effects
from tilelaw_engine.text.atoms import Value, i32
from tilelaw_engine.text.code import Code


def _zone_number(b: Body, zone: ir.ZoneRef, env: Env) -> tuple[Value, Value]:
    """Return the number of a zone place, and whether there is such a place."""
    first = pieces.first_place(b.world, zone.zone)
    if zone.owner is None:
        return i32(first), ONE
    owner = b.expr(zone.owner, env)
    assert isinstance(owner, Thing), "players own zones"
    return b.plus(owner.value, first - 1), conditions.is_something(b, owner) if owner.sort else i32(0)


def move(effects: Effects, rule: int, effect: ir.MovePieces, env: Env, guard: Value) -> None:
    """Lower pieces that move, or leave the game."""
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
    bag = reads.zone_of(b, effect.source.zone, owner)
    if isinstance(effect.pieces, ir.TopPieces):
        wanted = as_num(b.expr(effect.pieces.count, env))
        number = wanted.value if wanted.value.type == "i32" else b.op("i32.wrap_i64", wanted.value)
        number = b.select(b.op("i32.gt_s", number, i32(0)), number, i32(0))
        bag.count = b.select(b.op("i32.lt_s", number, bag.count), number, bag.count)
    return bag


def shuffle(effects: Effects, zone: ir.ZoneRef, env: Env, guard: Value) -> None:
    """Lower that a zone is to be shuffled."""
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
                    bag = reads.zone_of(b, zone["name"], holder)
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
