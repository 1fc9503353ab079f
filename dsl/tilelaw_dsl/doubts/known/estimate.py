"""Estimates of typed expressions: a walk over them with ranges in the place of values.

What has a name of its own (a parameter, a definition, a field, a variable) is judged by its declared type, not by what
it happens to be in this ruleset: another layer may change it, and a rule that allows for that is no mistake. Where a
condition is known to hold, `Known` has what follows from it (`facts` finds that out) and the walk looks there first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from tilelaw_dsl import ir
from tilelaw_dsl.check.expressions.operators import interval
from tilelaw_dsl.check.expressions.scope import Notes
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.comparisons import beside_extreme, is_whole, rules_out
from tilelaw_dsl.doubts.known.estimates import Estimate, Many, Range, Thing, Truth
from tilelaw_dsl.doubts.known.owners import are_apart, owner_of
from tilelaw_dsl.doubts.known.substitute import Defines
from tilelaw_dsl.ir.geometry import cells, farthest, neighbours

MAX_STEPS = 100_000
"""How many expressions are estimated for one game: a text made to be slow shall not be. Bundled ones take far less."""
MAX_WAYS = 200  # so many cells a board may have for the longest way on it to be looked for


@dataclass(frozen=True, slots=True)
class Known:
    """What is known at a place: the names bound there, and what follows from the conditions that hold there."""

    names: Mapping[str, Estimate | None] = field(default_factory=dict)
    facts: Mapping[ir.Expr, Estimate] = field(default_factory=dict)

    def bind(self, name: str, value: Estimate | None) -> Known:
        """Return what is known where a name is bound; what was known of another thing of that name is left behind."""
        facts = {node: known for node, known in self.facts.items() if name not in ir.names_in(node)}
        return Known({**self.names, name: value}, facts)

    def without_facts(self) -> Known:
        """Return the names alone."""
        return replace(self, facts={})


class Estimator:
    """Estimates the expressions of one game; `notes` has the types, and `assume` says what follows from a condition."""

    def __init__(self, game: ir.Game, notes: Notes, assume: Callable[[Estimator, ir.Expr, Known], Known]) -> None:
        self.game = game
        self._steps = MAX_STEPS
        self._assume = assume
        self.defines = Defines(game)
        self._notes = notes
        self._has_owners = any(board.owned for board in game.boards)
        self._kinds = {kind.name: kind for kind in game.kinds}
        self._degrees: dict[tuple[str, str], tuple[int, int]] = {}
        self._ways: dict[tuple[str, str], Range] = {}
        self._given: dict[str, Range] = {}
        self._is_by_types = False

    def by_types(self) -> Estimator:
        """Return the same, but for what variables are ever given: an invariant may well say what that leads to."""
        other = copy(self)
        other._is_by_types = True
        return other

    def value(self, node: ir.Expr, known: Known) -> Estimate | None:
        """Return what is known of an expression's value; nothing once too much work was done for one game."""
        self._steps -= 1
        if self._steps < 0:
            return None
        found = self._value(node, known)
        fact = known.facts.get(node)
        return found if fact is None else e.both(found, fact)

    def truth(self, node: ir.Expr, known: Known) -> Truth:
        """Return what a condition can come to."""
        found = self.value(node, known)
        return found if isinstance(found, Truth) else e.OPEN

    def range(self, node: ir.Expr, known: Known) -> Range:
        """Return the range of a number."""
        found = self.value(node, known)
        return found if isinstance(found, Range) else Range(-e.MANY, e.MANY)

    def many(self, node: ir.Expr, known: Known) -> Many:
        """Return how many elements a set has."""
        found = self.value(node, known)
        return found if isinstance(found, Many) else Many(0, e.MANY)

    def thing(self, node: ir.Expr, known: Known) -> Thing:
        """Return what a thing can be."""
        found = self.value(node, known)
        return found if isinstance(found, Thing) else Thing(True)

    def assume(self, condition: ir.Expr, known: Known) -> Known:
        """Return what is known where a condition holds."""
        return self._assume(self, condition, known)

    def is_of_two_players(self, node: ir.Expr, known: Known) -> bool:
        """Say whether a test looks for cells of one player's board among those of another's."""
        match node:
            case ir.Inside(left, right) | ir.Meets(left, right) if self._has_owners:
                one = owner_of(self.defines, known.facts, left)
                # Where the one cannot be told, nobody need look for the other.
                other = owner_of(self.defines, known.facts, right) if one is not None else None
                return are_apart(one, other, self.game.players)
            case _:
                return False

    def _typed(self, node: ir.Expr) -> Estimate | None:
        note = self._notes.get(id(node))
        return e.of_type(note.type) if note is not None else None

    def _value(self, node: ir.Expr, known: Known) -> Estimate | None:
        match node:
            case ir.Flag(value):
                return e.ALWAYS if value else e.NEVER
            case ir.Number(value):
                return Range(value, value)
            case ir.Numbers(low, high):
                return Many(high - low + 1, high - low + 1, Range(low, high))
            case ir.Nothing():
                return e.NOTHING
            case ir.Member(_, name) | ir.Direction(_, name):
                return Thing(False, among=frozenset({name}))
            case ir.Local(name):
                return known.names.get(name)
            case ir.Variable(name):
                return self._kept(name, self._typed(node))
            case ir.Members(kind):
                members = frozenset(m.name for m in self._kinds[kind].members)
                return Many(len(members), len(members), Thing(False, among=members))
            case ir.Players():
                return Many(self.game.players, self.game.players, Thing(False))
            case ir.Call(define):
                return _unless_constant(self._typed(node) or e.of_type(self.defines[define].type))
            case ir.Cells(_, owner):
                found = self._typed(node)
                sure = owner is None or not self.thing(owner, known).can_be_nothing
                return replace(found, least=found.most) if isinstance(found, Many) and sure else found
            case ir.If(condition, then, otherwise):
                return self._if(condition, then, otherwise, known)
            case ir.Match():
                return self._match(node, known)
            case ir.Arithmetic(operator, left, right):
                return self._calculated(operator, self.range(left, known), self.range(right, known))
            case ir.AsSet() | ir.SetOf() | ir.SetAlgebra() | ir.Narrow() | ir.Tied() | ir.Regions():
                return self._set(node, known)
            case ir.Count(of):
                found = self.many(of, known)
                return Range(found.least, found.most)
            case ir.Fold():
                return self._fold(node, known)
            case ir.First() | ir.Nth():
                return self._picked(node, known)
            case ir.Distance(board, relation):
                return self._distance(node, board, relation)
            case ir.Reach():
                return self._reached(node, known)
            case ir.Not(of):
                inner = self.truth(of, known)
                return Truth(inner.can_fail, inner.can_hold)
            case ir.And(parts):
                return self._all(parts, known)
            case ir.Or(parts):
                none = self._all(tuple(ir.Not(part) for part in parts), known)
                return Truth(none.can_fail, none.can_hold)
            case ir.Compare() | ir.SameThing() | ir.SameSet() | ir.Inside() | ir.Subset() | ir.Meets():
                return self._test(node, known)
            case _:
                return self._typed(node)

    def _kept(self, name: str, declared: Estimate | None) -> Estimate | None:
        """Return what a variable can be, by its declaration and, if it is a number, by what it is ever given."""
        if self._is_by_types or not isinstance(declared, Range):
            return declared
        if name not in self._given:
            self._given[name] = self._ever_given(name)
        given = self._given[name]
        is_used = given.low < given.high  # what is never given anything is told as such; another layer may give it more
        return e.both(declared, given) if is_used else declared

    def _ever_given(self, name: str) -> Range:
        """Return between what bounds a variable stays: it starts at 0."""
        low = high = 0
        for effect in ir.walk(*self.game.consequences):
            if isinstance(effect, ir.SetVariable) and effect.name == name:
                match effect.value:
                    case ir.Addition(amount, most, least):
                        added = self._bounds(amount)
                        low = low if added.low >= 0 else min(low, self._bounds(least).low)
                        high = high if added.high <= 0 else max(high, self._bounds(most).high)
                    case value:
                        low, high = min(low, self._bounds(value).low), max(high, self._bounds(value).high)
        return Range(low, high)

    def _bounds(self, node: ir.Expr | None) -> Range:
        found = None if node is None else self._typed(node) or self._value(node, Known())
        return found if isinstance(found, Range) else Range(-e.MANY, e.MANY)

    def _if(self, condition: ir.Expr, then: ir.Expr, otherwise: ir.Expr, known: Known) -> Estimate | None:
        test = self.truth(condition, known)
        if test == e.ALWAYS:
            return self.value(then, known)
        if test == e.NEVER:
            return self.value(otherwise, known)
        return e.either(self.value(then, known), self.value(otherwise, known))

    def _match(self, node: ir.Match, known: Known) -> Estimate | None:
        results = [arm.result for arm in node.arms] + ([node.otherwise] if node.otherwise is not None else [])
        found = self.value(results[0], known)
        for result in results[1:]:
            found = e.either(found, self.value(result, known))
        return found

    def _calculated(self, operator: ir.ArithmeticOperator, a: Range, b: Range) -> Range:
        divides = operator in (ir.ArithmeticOperator.DIVIDE, ir.ArithmeticOperator.REMAINDER)
        if divides and b.low <= 0 <= b.high:  # only what is known beside the type can say so
            return Range(-e.MANY, e.MANY)
        found = interval(operator, ir.NumberType(a.low, a.high), ir.NumberType(b.low, b.high))
        return Range(found.low, found.high)

    def _set(
        self, node: ir.AsSet | ir.SetOf | ir.SetAlgebra | ir.Narrow | ir.Tied | ir.Regions, known: Known
    ) -> Estimate | None:
        match node:
            case ir.AsSet(of):
                inner = self.value(of, known)
                if isinstance(inner, Many):
                    return replace(inner, least=min(1, inner.least))
                if isinstance(inner, Thing):
                    return Many(0 if inner.can_be_nothing else 1, int(inner.is_possible and inner != e.NOTHING), inner)
                return Many(0, e.MANY)
            case ir.SetOf(elements):
                return self._listed([self.value(element, known) for element in elements])
            case ir.SetAlgebra(operator, left, right):
                return e.joined(operator, self.many(left, known), self.many(right, known))
            case ir.Narrow(of, element, condition):
                whole = self.many(of, known)
                if whole.most == 0:
                    return whole
                test = self.truth(condition, known.bind(element, whole.each))
                if test.is_certain:
                    return whole if test.can_hold else replace(whole, least=0, most=0)
                return replace(whole, least=0)
            case ir.Tied(of):
                whole = self.many(of, known)
                return replace(whole, least=min(1, whole.least))
            case ir.Regions(of=of):
                whole = self.many(of, known)
                return Many(min(1, whole.least), whole.most, replace(whole, least=min(1, whole.most)))

    def _reached(self, node: ir.Reach, known: Known) -> Estimate | None:
        """Return how many cells are reached: from one cell in one step as many as it has neighbours, else no fewer."""
        start, steps = self.many(node.of, known), self.range(node.steps, known)
        found = self._typed(node)
        if start.most == 0:
            return e.EMPTY
        if not isinstance(found, Many):
            return found
        fewest, most = self._neighbours(node.board, node.relation)
        if start.least and steps.low >= 1 and node.inside is None:
            found = replace(found, least=fewest)
        return replace(found, most=most) if start.most == 1 and steps.high == 1 else found

    def _distance(self, node: ir.Expr, board: str, relation: str) -> Estimate | None:
        """Return how far apart two cells can be; on a large board not all of them are tried."""
        if (board, relation) not in self._ways:
            declared = next(b for b in self.game.boards if b.name == board)
            by = next(r for r in declared.relations if r.name == relation)
            is_small = len(cells(declared.grid)) <= MAX_WAYS
            self._ways[board, relation] = Range(0, farthest(declared, by) if is_small else e.MANY)
        return e.both(self._typed(node), self._ways[board, relation])

    def _neighbours(self, board: str, relation: str) -> tuple[int, int]:
        """Return how many neighbours a cell of a board has at least and at most."""
        if (board, relation) not in self._degrees:
            declared = next(b for b in self.game.boards if b.name == board)
            by = next(r for r in declared.relations if r.name == relation)
            degrees = [len(set(cells)) for cells in neighbours(declared, by).values()]
            self._degrees[board, relation] = min(degrees), max(degrees)
        return self._degrees[board, relation]

    def _listed(self, elements: list[Estimate | None]) -> Many:
        if not elements:
            return e.EMPTY
        each = elements[0]
        for one in elements[1:]:
            each = e.either(each, one)
        sure = any(isinstance(x, Range) or (isinstance(x, Thing) and not x.can_be_nothing) for x in elements)
        if isinstance(each, Thing):
            each = replace(each, can_be_nothing=False)
        return Many(int(sure), sum(x != e.NOTHING for x in elements), each)

    def _fold(self, node: ir.Fold, known: Known) -> Estimate | None:
        over = self.many(node.over, known)
        if over.most == 0:
            return e.EMPTY if node.operator in (ir.FoldOperator.UNION, ir.FoldOperator.SORTED) else Range(0, 0)
        body = self.value(node.body, known.bind(node.element, over.each))
        match node.operator, body:
            case ir.FoldOperator.SUM, Range(low, high):
                least, most = over.least, over.most
                return Range(low * (least if low > 0 else most), high * (most if high > 0 else least))
            case ir.FoldOperator.SORTED, _:
                return Many(over.least, over.most)
            case ir.FoldOperator.UNION, Many():
                joined = Many(body.least if over.least else 0, over.most * body.most, body.each)
                return e.both(self._typed(node), joined)  # no more than there are of their sort
            case _, Range():
                return body if over.least else e.or_blank(body)
            case _:
                return self._typed(node)

    def _picked(self, node: ir.First | ir.Nth, known: Known) -> Estimate | None:
        of = self.many(node.of, known)
        match node:
            case ir.First(count=None):
                sure, possible = of.least > 0, of.most > 0
            case ir.First(count=count) if count is not None:
                taken = self.range(count, known)
                return Many(max(0, min(of.least, taken.low)), max(0, min(of.most, taken.high)), of.each)
            case ir.Nth(place=place):
                at = self.range(place, known)
                sure, possible = at.low >= 1 and at.high <= of.least, at.low <= of.most and at.high >= 1
            case _:
                return None
        if not possible:
            return e.blank(of.each)
        return of.each if sure else e.or_blank(of.each)

    def _all(self, parts: tuple[ir.Expr, ...], known: Known) -> Truth:
        result = e.ALWAYS
        for part in parts:
            one = self.truth(part, known)
            if not one.can_hold:
                return e.NEVER
            result = Truth(True, result.can_fail or one.can_fail)
            known = self.assume(part, known)
        return result

    def _test(
        self, node: ir.Compare | ir.SameThing | ir.SameSet | ir.Inside | ir.Subset | ir.Meets, known: Known
    ) -> Truth:
        match node:
            case ir.Compare(operator, left, right):
                if left == right:
                    same = Range(0, 0)
                    return e.compare(operator, same, same)
                if any(rules_out(fact, found, node) for fact, found in known.facts.items()):
                    return e.NEVER
                if (certain := beside_extreme(operator, left, right)) is not None:
                    return certain
                return e.compare(operator, self.range(left, known), self.range(right, known))
            case ir.SameThing(left, right):
                a, b = self.thing(left, known), self.thing(right, known)
                sure = not a.can_be_nothing and not b.can_be_nothing
                one = left == right or (a.among is not None and a.among == b.among and len(a.among) == 1)
                return Truth(e.have_common(a, b), not (sure and one))
            case ir.SameSet(left, right):
                return self._same(left, right, known)
            case ir.Inside(element, ir.AsSet(of)) if element == of:
                return Truth(True, self.thing(element, known).can_be_nothing)
            case ir.Inside(element, ir.Reach(of=ir.AsSet(of), steps=ir.Number(1))) if element == of:
                return e.NEVER  # no cell is its own neighbour
            case ir.Inside() | ir.Meets() if self.is_of_two_players(node, known):
                return e.NEVER
            case ir.Inside(element, of):
                return self._inside(self.value(element, known), of, known)
            case ir.Subset(part, of):
                inner, outer = self.many(part, known), self.many(of, known)
                return Truth(inner.least <= outer.most, inner.most > 0 and part != of and not is_whole(of))
            case ir.Meets(left, right):
                one_set, other = self.many(left, known), self.many(right, known)
                return Truth(one_set.most > 0 and other.most > 0 and e.have_common(one_set.each, other.each), True)

    def _same(self, left: ir.Expr, right: ir.Expr, known: Known) -> Truth:
        """Return whether two sets, or two flags, are equal."""
        a, b = self.value(left, known), self.value(right, known)
        if left == right:
            return e.ALWAYS
        if isinstance(a, Truth) and isinstance(b, Truth):
            sure = a.is_certain and b.is_certain
            return Truth(not (sure and a != b), not (sure and a == b))
        if isinstance(a, Many) and isinstance(b, Many):
            return Truth(a.least <= b.most and b.least <= a.most, not a.most == b.most == 0)
        return e.OPEN

    def _inside(self, element: Estimate | None, of: ir.Expr, known: Known) -> Truth:
        whole = self.many(of, known)
        if element == e.NOTHING or whole.most == 0 or not e.have_common(element, whole.each):
            return e.NEVER
        sure = isinstance(element, Thing) and not element.can_be_nothing and is_whole(of)
        if isinstance(of, ir.Numbers) and isinstance(element, Range):
            sure = of.low <= element.low and element.high <= of.high
        return Truth(True, not sure)


def _unless_constant(value: Estimate | None) -> Estimate | None:
    """Return what is known of a definition, which may be another in other rulesets where it is a constant here."""
    match value:
        case Range(low, high) if low == high:
            return Range(-e.MANY, e.MANY)
        case Many(_, 0):
            return Many(0, e.MANY)
        case _:
            return value
