"""Effects that change nothing, that always clash with others, or that miss the place they are meant for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.known.estimates import Range
from tilelaw_dsl.doubts.known.facts import can_hold
from tilelaw_dsl.doubts.legality import known_if_legal
from tilelaw_dsl.doubts.places import Change, Doubter, changed_place


@dataclass(frozen=True, slots=True)
class Happening:
    """A change that surely happens when its block does."""

    rule: str
    when: ir.Expr | None
    place: ir.Expr | ir.MovePieces
    """What is changed, as it would be read; of pieces that are moved, from where."""
    value: ir.Given | None
    """What it is given; pieces can be taken once, wherever they go."""
    effect: Change | ir.MovePieces


def doubt_effects(doubter: Doubter) -> None:
    """Look through the effects of all rules."""
    for consequence in doubter.game.consequences:
        known = doubter.known_with(consequence.trigger)
        for effect in ir.walk(*consequence.effects):
            if isinstance(effect, Change):
                _idle(doubter, effect, consequence.rule, known)
            if isinstance(effect, ir.MovePieces) and _moves_nothing(doubter, effect, known):
                doubter.warn(Code.NO_EFFECT, "this moves no pieces", doubter.span(effect), rule=consequence.rule)
            if isinstance(effect, ir.SetVariable) and effect in consequence.effects:
                _outside(doubter, effect, consequence.rule, known)
            if isinstance(effect, ir.MovePieces):
                _unordered(doubter, effect, consequence.rule)
    triggers = dict.fromkeys(consequence.trigger for consequence in doubter.game.consequences)
    for trigger in triggers:
        known = Known()
        if isinstance(trigger, ir.AfterAnswer):
            known = known_if_legal(doubter, doubter.action(trigger.action))
        _clashes(doubter, [c for c in doubter.game.consequences if c.trigger == trigger], known)


def _idle(doubter: Doubter, effect: Change, rule: str, known: Known) -> None:
    """Tell a place that keeps the value it has."""
    match effect.value:
        case ir.Addition(amount):
            is_idle, message = doubter.estimator.range(amount, known) == Range(0, 0), "this adds 0"
        case value:
            is_idle, message = value == changed_place(effect), "this gives a place the value that it has"
    if is_idle:
        doubter.warn(Code.NO_EFFECT, message, doubter.span(effect), rule=rule)
    elif isinstance(effect.value, ir.Addition):
        _one_result(doubter, effect, effect.value, rule, known)


def _one_result(doubter: Doubter, effect: Change, given: ir.Addition, rule: str, known: Known) -> None:
    """Tell an addition whose bounds leave one value, whatever there was before and is added."""
    before, amount = _range_of(doubter, effect), doubter.estimator.range(given.amount, known)
    low, high = before.low + amount.low, before.high + amount.high
    if given.least is not None:
        least = doubter.estimator.range(given.least, known)
        low, high = max(low, least.low), max(high, least.high)
    if given.most is not None:
        most = doubter.estimator.range(given.most, known)
        low, high = min(low, most.low), min(high, most.high)
    if low == high and before.low < before.high:
        name = _named(doubter, effect)
        message = f"the bounds leave `{name}` one value, {low}, whatever it was before"
        doubter.warn(
            Code.NO_EFFECT, message, doubter.span(effect), rule=rule, hint=f"write `:= {low}` if that is meant"
        )


def _range_of(doubter: Doubter, effect: Change) -> Range:
    """Return between what bounds a place keeps a number."""
    game = doubter.game
    match effect:
        case ir.SetCell(board, field):
            fields = next(b.fields for b in game.boards if b.name == board)
            type_ = next(f.type for f in fields if f.name == field)
        case ir.SetMark(mark):
            type_ = next(m.type for m in game.marks if m.name == mark)
        case ir.SetVariable(name):
            type_ = next(v.type for v in game.variables if v.name == name)
    assert isinstance(type_, ir.NumberType), "the checker refuses to add to anything else"
    return Range(type_.low, type_.high)


def _moves_nothing(doubter: Doubter, effect: ir.MovePieces, known: Known) -> bool:
    match effect.pieces:
        case ir.TopPieces(count):
            return doubter.estimator.range(count, known).high <= 0
        case _:
            return False


def _outside(doubter: Doubter, effect: ir.SetVariable, rule: str, known: Known) -> None:
    """Tell an index that may lie outside, and not only at 0, which is what nothing counts as."""
    declared = next(v for v in doubter.game.variables if v.name == effect.name)
    for index, type_ in zip(effect.indices, declared.indices, strict=True):
        if isinstance(type_, ir.NumberType):
            found = doubter.estimator.range(index, known)
            if found.high > type_.high or found.low < min(0, type_.low):
                there = f"`{effect.name}` has {type_.low}..{type_.high}: outside it nothing is changed"
                message = f"`{doubter.text(index)}` is {found.low}..{found.high}, {there}"
                hint = f"bound it with `at most {type_.high}`, or widen the index"
                doubter.warn(Code.OUTSIDE_INDEX, message, doubter.span(index), hint=hint, rule=rule)


def _unordered(doubter: Doubter, effect: ir.MovePieces, rule: str) -> None:
    """Tell pieces that are taken from the top of what has no top."""
    zone = next(z for z in doubter.game.zones if z.name == effect.source.zone)
    kinds = [kind for kind in doubter.game.kinds if kind.name == zone.of.name and len(kind.members) > 1]
    if isinstance(effect.pieces, ir.TopPieces) and zone.order is ir.Order.HAND and kinds:
        message = f"`{zone.name}` is a hand and has no top: this takes the kinds of `{kinds[0].name}` in their order"
        hint = "name the pieces, let somebody choose them, or make it a `pile`"
        doubter.warn(Code.NO_TOP, message, doubter.span(effect), rule=rule, hint=hint)


def _clashes(doubter: Doubter, consequences: list[ir.Consequence], known: Known) -> None:
    """Tell two effects of one moment that always write one place."""
    seen: list[Happening] = []
    for change in (x for c in consequences for x in _happenings(c.rule, c.when, c.effects)):
        for other in seen:
            if (
                _can_meet(doubter, other.when, change.when, known)
                and _differ(other.value, change.value)
                and _is_one_place(doubter, other, change, known)
            ):
                _tell_clash(doubter, other, change)
                break
        seen.append(change)


def _can_meet(doubter: Doubter, one: ir.Expr | None, other: ir.Expr | None, known: Known) -> bool:
    """Say whether two conditions can surely hold together.

    Those about what changes in play may exclude each other by the course of the game; not so what is printed on pieces,
    or what has been answered, where the other condition does not speak of it.
    """
    if one is None or other is None or one == other:
        return True
    if not (_is_of_print(one) or _is_of_print(other) or _are_apart(one, other) or _are_apart(other, one)):
        return False
    return can_hold(doubter.estimator, other, doubter.estimator.assume(one, known))


def _are_apart(answered: ir.Expr, other: ir.Expr) -> bool:
    """Say whether a condition compares one thing of the answer with a member, and another one is not about that."""
    match answered:
        case ir.SameThing(ir.Local(name), ir.Member()) | ir.SameThing(ir.Member(), ir.Local(name)):
            return name not in ir.names_read(other) and bool(ir.names_read(other))
        case _:
            return False


def _is_of_print(condition: ir.Expr) -> bool:
    """Say whether a condition only compares what is printed on pieces with numbers or members."""
    fixed = ir.Member | ir.Number | ir.Flag | ir.Direction
    sides: tuple[ir.Expr, ...]
    match condition:
        case ir.And(parts) | ir.Or(parts):
            return all(map(_is_of_print, parts))
        case ir.Not(of):
            return _is_of_print(of)
        case ir.SameThing(left, right) | ir.Compare(_, left, right) | ir.SameSet(left, right):
            sides = (left, right)
        case ir.Inside(element, ir.SetOf(elements)):
            sides = (element, *elements)
        case _:
            return False
    printed = [side for side in sides if isinstance(side, ir.DataField | ir.RecordField)]
    return len(printed) == 1 and all(isinstance(side, fixed) for side in sides if side not in printed)


def _is_one_place(doubter: Doubter, one: Happening, other: Happening, known: Known) -> bool:
    """Say whether two changes surely meet: they name the same place, or one of those that the other names."""
    match one.place, other.place:
        case ir.CellField(board, field, of), ir.CellField(board_, field_, of_) if (board, field) == (board_, field_):
            return of == of_ or any(
                isinstance(thing, ir.Local) and doubter.estimator.truth(ir.Inside(thing, whole), known) == e.ALWAYS
                for thing, whole in ((of, of_), (of_, of))
            )
        case ir.MovePieces(ir.ThesePieces(pieces), source), ir.MovePieces(ir.ThesePieces(pieces_), source_):
            return (pieces, source) == (pieces_, source_)
        case ir.MovePieces(these, source), ir.MovePieces(those, source_):  # of all there are, or from the same top
            whole = ir.AllPieces in (type(these), type(those)) or type(these) is type(those)
            return whole and source == source_
        case a, b:
            return a == b


def _tell_clash(doubter: Doubter, one: Happening, other: Happening) -> None:
    first, name = doubter.span(one.effect), _named(doubter, one.effect)
    also = {first: "here"} if first is not None else {}
    who = f"rule `{one.rule}`" if one.rule != other.rule else "another line"
    if one.when is not None and other.when is not None and one.when != other.when:
        who += ", whose condition can hold as well,"
    message = f"{who} gives `{name}` a value at the same moment; unless both are the same, that stops the game"
    if isinstance(one.effect, ir.MovePieces):
        message = f"{who} takes {name} from `{one.effect.source.zone}` at the same moment; no piece is taken twice"
    hint = "let one of them say it, in an amendment of its rule, or do it at a later step"
    doubter.warn(Code.CLASH, message, doubter.span(other.effect), also=also, hint=hint, rule=other.rule)


def _named(doubter: Doubter, effect: Change | ir.MovePieces) -> str:
    match effect:
        case ir.MovePieces(ir.ThesePieces(pieces)):
            return f"`{doubter.text(pieces)}`"
        case ir.MovePieces(ir.TopPieces()):
            return "what is on top"
        case ir.MovePieces():
            return "everything"
        case ir.SetCell(_, field, of):
            return f"{doubter.text(of)}.{field}"
        case ir.SetMark(mark, of):
            return f"{doubter.text(of)}.{mark}"
        case ir.SetVariable(name):
            return name


def _happenings(rule: str, when: ir.Expr | None, effects: tuple[ir.Effect, ...]) -> Iterator[Happening]:
    """Yield the changes of a block that happen whenever it does, also those that it makes under a condition."""
    for effect in effects:
        match effect:
            case ir.SetCell() | ir.SetMark() | ir.SetVariable():
                yield Happening(rule, when, changed_place(effect), effect.value, effect)
            case ir.MovePieces():
                yield Happening(rule, when, replace(effect, target=None), None, effect)
            case ir.When(condition, inner):
                both = condition if when is None else ir.And((when, condition))
                changes = tuple(x for x in inner if isinstance(x, Change | ir.When))
                yield from _happenings(rule, both, changes)  # there may be several pieces alike to be taken
            case _:
                pass


def _differ(one: ir.Given | None, other: ir.Given | None) -> bool:
    """Say whether two values given to one place clash: additions are summed, equal values agree."""
    match one, other:
        case ir.Addition(), ir.Addition():
            return False
        case None, None:
            return True
        case (ir.Addition(), _) | (_, ir.Addition()):
            return True
        case _:
            return one != other
