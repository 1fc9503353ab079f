"""What is bound around rules: the player asked, what an ask or step carries, the arguments of a move, flow bindings."""

from __future__ import annotations

from collections.abc import Iterable

from tilelaw_dsl import ir
from tilelaw_engine.layout import argument_slots
from tilelaw_engine.lower import expressions, stored
from tilelaw_engine.lower.body import Body
from tilelaw_engine.lower.terms import Cell, Env, Num, Term, Thing
from tilelaw_engine.lower.world import World
from tilelaw_engine.shapes import PLAYER, Spot
from tilelaw_engine.text.atoms import Value, i32, i64
from tilelaw_engine.text.code import Code


def body(world: World, code: Code, record: Value, ask: ir.Ask | None = None) -> Body:
    """Return a function in which expressions can be lowered."""
    return Body(world, code, record, expressions.lower, ask)


def you(b: Body) -> Thing:
    """Return the player asked."""
    return Thing(b.load(2, False, b.record, PLAYER), "player", "", False)


def carried(b: Body, item: ir.Ask | ir.Step) -> Env:
    """Return what is bound at a resting place."""
    layout = b.world.layout
    rests = layout["asks"] if isinstance(item, ir.Ask) else layout["steps"]
    spots = next(rest["carries"] for rest in rests if rest["name"] == item.name)
    return {one.name: read_spot(b, spot, one.type) for one, spot in zip(item.carries, spots, strict=True)}


def read_spot(b: Body, spot: Spot, type_: ir.Type) -> Term:
    """Return a value of the record."""
    return stored.term_of(b, type_, b.load(spot["width"], spot["signed"], b.record, spot["offset"]))


def write_spot(b: Body, spot: Spot, term: Term) -> None:
    """Write a value to the record."""
    b.store(spot["width"], b.record, stored.number_of(b, term), spot["offset"])


def move_arguments(b: Body, action: ir.Action, move: Value, *, is_legal: bool) -> dict[str, Term]:
    """Return the arguments of a move; those of a legal one are within their types."""
    found: dict[str, Term] = {}
    offset = 2
    for argument in action.arguments:
        slots = argument_slots(b.world.game, argument.type)
        signed = isinstance(argument.type, ir.NumberType) and argument.type.low < 0
        value = b.load(2 * slots, signed or slots == 2, move, offset)
        term = stored.term_of(b, argument.type, value)
        found[argument.name] = term if is_legal else _unsure(term)
        offset += 2 * slots
    return found


def _unsure(term: Term) -> Term:
    """Return an argument that may be anything that can be written in its place."""
    match term:
        case Num(value):
            return Num(value, -(1 << 31), (1 << 31) - 1)
        case Thing(value, sort, of):
            return Thing(value, sort, of, True)
        case Cell(board, place, owner):
            return Cell(board, place, owner, True)
        case _:
            return term


def move_words(b: Body, number: int, action: ir.Action, env: Env) -> list[Value]:
    """Return a move as words of 64 bits."""
    slots: list[Value] = [i32(number)]
    for argument in action.arguments:
        value = stored.number_of(b, env[argument.name])
        if value.type == "i64":
            value = b.op("i32.wrap_i64", value)
        if argument_slots(b.world.game, argument.type) == 2:
            slots.append(b.both(value, i32(0xFFFF)))
            value = b.op("i32.shr_u", value, i32(16))
        is_signed = isinstance(argument.type, ir.NumberType) and argument.type.low < 0
        slots.append(b.both(value, i32(0xFFFF)) if is_signed else value)
    words: list[Value] = []
    for start in range(0, b.world.layout["move"] // 2, 4):
        word = b.word(slots[start] if start < len(slots) else i32(0))
        for place, slot in enumerate(slots[start + 1 : start + 4], 1):
            word = b.op("i64.or", word, b.op("i64.shl", b.word(slot), i64(16 * place)))
        words.append(word)
    return words


def requirements(world: World, action: str, ask: str) -> Iterable[ir.Requirement]:
    """Return what is required of an action at an ask."""
    return [one for one in world.game.requirements if one.action == action and one.ask in (None, ask)]
