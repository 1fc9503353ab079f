"""Values that are read while they change: the effects of a moment all read the position before it.

`move top 3 from bag to pot` and beneath it `jackpot := sum(worth(it) over pot)` add up what lay in the pot before. That
is doubted only where nobody can have meant it: a value that is kept as it was (`before := now`), two that are swapped,
a place that is made blank while it is emptied, and a calculation that takes the new value into account are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.places import Change, Doubter, changed_place
from tilelaw_dsl.doubts.stores import BLANKS

Place = ir.CellField | ir.MarkOf | ir.Variable | ir.ZoneOf


@dataclass(frozen=True, slots=True)
class Line:
    """An effect that changes a place, what it puts there, and its value if it calculates one."""

    effect: Change | ir.MovePieces
    place: Place
    given: ir.Node
    value: ir.Expr | None


def doubt_before(doubter: Doubter) -> None:
    """Look through the blocks of all rules."""
    for consequence in doubter.game.consequences:
        lines = list(_lines(consequence.effects))
        for number, line in enumerate(lines):
            if line.value is not None:
                changed = [other for other in lines[:number] if _is_mistaken(doubter, other, line, line.value)]
                if changed:
                    _tell(doubter, changed[0], line, consequence.rule)


def _lines(effects: tuple[ir.Effect, ...]) -> Iterator[Line]:
    for effect in effects:
        match effect:
            case ir.SetCell() | ir.SetMark() | ir.SetVariable():
                value = effect.value.amount if isinstance(effect.value, ir.Addition) else effect.value
                yield Line(effect, changed_place(effect), effect.value, value)
            case ir.MovePieces(pieces, source, ir.ZoneRef(zone, owner)):
                given = pieces.pieces if isinstance(pieces, ir.ThesePieces) else ir.ZoneOf(source.zone, source.owner)
                yield Line(effect, ir.ZoneOf(zone, owner), given, None)
            case ir.ForEach(effects=inner) | ir.When(effects=inner):
                yield from _lines(inner)
            case _:
                pass


def _is_mistaken(doubter: Doubter, earlier: Line, later: Line, value: ir.Expr) -> bool:
    """Say whether a value reads what an earlier line changes, as if that had happened already."""
    store = ir.store_of(earlier.place)
    if store == ir.store_of(later.place) or value == earlier.place or earlier.given in BLANKS:
        return False
    is_swapped = ir.store_of(later.place) in ir.stores_read(earlier.given, doubter.estimator.defines)
    return not is_swapped and _reads(doubter, value, earlier.place) and not _allows_for(value, earlier)


def _reads(doubter: Doubter, value: ir.Expr, place: Place) -> bool:
    """Say whether a value reads a place, by its name or among all of its sort."""
    free, defines = ir.names_read(value), doubter.estimator.defines
    for part in ir.walk_called(value, defines):
        if isinstance(part, Place) and ir.store_of(part) == ir.store_of(place):
            is_alone = not list(ir.children(part))
            if is_alone or part == place or (part in ir.walk(value) and ir.names_read(part) - free):
                return True
    return False


def _allows_for(value: ir.Expr, earlier: Line) -> bool:
    """Say whether a value also reads what an earlier line puts there, or corrects what it reads by a number."""
    new = ir.names_read(earlier.given) - ir.names_read(earlier.place)
    old = (earlier.place, ir.Count(earlier.place))
    for part in ir.walk(value):
        match part:
            case ir.Arithmetic(ir.ArithmeticOperator.ADD | ir.ArithmeticOperator.SUBTRACT, was, ir.Number()) if (
                was in old
            ):
                return True
            case ir.Arithmetic(ir.ArithmeticOperator.ADD, ir.Number(), was) if was in old:
                return True
            case ir.ZoneOf() if part == earlier.given:
                return True
            case _:
                pass
    return bool(new & ir.names_read(value))


def _tell(doubter: Doubter, earlier: Line, later: Line, rule: str) -> None:
    store = ir.store_of(earlier.place)
    assert store is not None, "it is a place that is kept"
    assert later.value is not None, "the caller looked"
    span = doubter.span(earlier.effect)
    also = {span: "this happens at the same moment"} if span is not None else {}
    message = f"this reads `{store[-1]}` as it was before: all that stands in a block happens at once"
    hint = "to read what it is then, do this at a step of its own after it"
    doubter.warn(Code.READS_BEFORE, message, doubter.span(later.value), rule=rule, also=also, hint=hint)
