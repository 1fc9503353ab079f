"""Everything that can come about in a game, as occasions: items of the flow, answers, and effects.

An occasion comes about after one of others, if its conditions hold and what it works with is not blank; then something
comes into its stores. Order within the flow is left out: in a loop, what comes after an item comes before it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tilelaw_dsl import ir
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.places import Change, Doubter
from tilelaw_dsl.doubts.stores import written_by


@dataclass(frozen=True, slots=True, eq=False)
class Occasion:
    """Something that may come about."""

    words: str
    """What is said where it never does: `nobody can ever …`."""
    rule: str
    known: Known
    after: tuple[Occasion, ...] = ()
    """One of these comes about before it; none if it needs no other."""
    holds: tuple[ir.Expr, ...] = ()
    """The conditions that must hold, each where those before it do."""
    worked_with: tuple[ir.Expr, ...] = ()
    """Values that must not be blank."""
    fills: frozenset[ir.Store] = frozenset()
    effect: ir.Effect | None = None


@dataclass
class _Gathering:
    doubter: Doubter
    found: list[Occasion] = field(default_factory=list)
    steps: dict[str, list[Occasion]] = field(default_factory=dict)
    answers: dict[tuple[str, str], list[Occasion]] = field(default_factory=dict)
    """By action and ask."""

    def add(self, occasion: Occasion) -> Occasion:
        self.found.append(occasion)
        return occasion

    def flow(self, items: Iterable[ir.FlowItem], after: tuple[Occasion, ...]) -> None:
        for item in items:
            one = self.add(
                Occasion(
                    f"`{item.name}` never comes",
                    "",
                    _inside(self.doubter, item),
                    after,
                    (*_conditions(item), *(ir.Not(skip.when) for skip in item.skips)),
                )
            )
            match item:
                case ir.Step(name):
                    self.steps[name] = [one]
                case ir.Ask():
                    self.ask(item, one)
                case ir.Repeat() | ir.Each():
                    self.flow(item.items, (one,))

    def ask(self, ask: ir.Ask, asked: Occasion) -> None:
        for name in ask.actions:
            action = self.doubter.action(name)
            required = [r for r in self.doubter.game.requirements if r.action == name and r.ask in (None, ask.name)]
            holds = [ir.Inside(ir.Local(argument.name), argument.domain) for argument in action.arguments]
            known = self.doubter.known_for(action, ask.name)
            always = [r.condition for r in required if r.when is None and not r.lets]
            answer = self.add(
                Occasion(f"nobody can ever `{name}`", action.rule, known, (asked,), (*holds, *always)),
            )
            self.answers[name, ask.name] = [answer]
            for branch in ask.branches:
                if branch.action == name:
                    self.flow(branch.items, (answer,))

    def consequence(self, consequence: ir.Consequence) -> None:
        match consequence.trigger:
            case ir.AtStep(step):
                after = self.steps.get(step, [])
            case ir.AfterAnswer(action, ask):
                after = [x for (a, k), found in self.answers.items() if a == action and ask in (None, k) for x in found]
        known = self.doubter.known_with(consequence.trigger)
        holds = () if consequence.when is None else (consequence.when,)
        block = self.add(Occasion("this never happens", consequence.rule, known, tuple(after), holds))
        self.effects(consequence.effects, block, known)

    def effects(self, effects: Iterable[ir.Effect], block: Occasion, known: Known) -> None:
        estimator, rule = self.doubter.estimator, block.rule
        for effect in effects:
            match effect:
                case ir.Let(name, value):
                    known = known.bind(name, estimator.value(value, known))
                case ir.ForEach(element, over, inner):
                    each = self.add(Occasion("this never happens", rule, known, (block,), (_some(over),)))
                    self.effects(inner, each, known.bind(element, estimator.many(over, known).each))
                case ir.When(condition, inner):
                    within = self.add(Occasion("this never happens", rule, known, (block,), (condition,)))
                    self.effects(inner, within, known)
                case ir.SetCell() | ir.SetMark() | ir.SetVariable() | ir.Put() | ir.MovePieces():
                    with_, fills = _worked_with(effect), frozenset(written_by([effect]))
                    self.add(Occasion("this never changes anything", rule, known, (block,), (), with_, fills, effect))
                case ir.ShuffleZone() | ir.Show() | ir.EndGame():
                    pass


def occasions(doubter: Doubter) -> list[Occasion]:
    """Return everything that can come about in a game, each after those that come before it."""
    gathering = _Gathering(doubter)
    gathering.flow(doubter.game.flow, ())
    for consequence in doubter.game.consequences:
        gathering.consequence(consequence)
    return gathering.found


def _some(of: ir.Expr) -> ir.Expr:
    return ir.Compare(ir.Comparison.GREATER, ir.Count(of), ir.Number(0))


def _inside(doubter: Doubter, item: ir.FlowItem) -> Known:
    """Return what is known where the conditions of an item are judged, with what a loop binds."""
    known = doubter.known_at(item.name)
    match item:
        case ir.Each(element=element, type=type_):
            return known.bind(element, e.of_type(type_))
        case ir.Repeat(bindings=bindings):
            for binding in bindings:
                known = known.bind(binding.name, e.of_type(binding.type))
        case _:
            pass
    return known


def _conditions(item: ir.FlowItem) -> Iterator[ir.Expr]:
    """Yield what must hold for an item to be come to, or for a loop to be entered."""
    match item:
        case ir.Step(when=when):
            yield from [when] if when is not None else []
        case ir.Ask(of=of, when=when):
            yield from [when] if when is not None else []
            yield _some(ir.AsSet(of))
        case ir.Repeat(test=test):
            yield from [test.condition] if isinstance(test, ir.While) else []
            yield from (_some(ir.AsSet(b.value)) for b in item.bindings if isinstance(b.type, ir.ThingType))
        case ir.Each(over=over, when=when):
            yield _some(over)
            yield from [when] if when is not None else []


def _worked_with(effect: Change | ir.Put | ir.MovePieces) -> tuple[ir.Expr, ...]:
    """Return the values without which an effect puts nothing anywhere."""
    match effect:
        case ir.SetCell(of=of) | ir.SetMark(of=of):
            return of, _given(effect)
        case ir.SetVariable():
            return (_given(effect),)
        case ir.Put(value=value, on=on):
            return value, on
        case ir.MovePieces(ir.ThesePieces(pieces), source):
            return pieces, ir.ZoneOf(source.zone, source.owner)
        case ir.MovePieces(source=source):
            return (ir.ZoneOf(source.zone, source.owner),)


def _given(effect: Change) -> ir.Expr:
    return effect.value.amount if isinstance(effect.value, ir.Addition) else effect.value
