"""Conditions that always or never hold, sets that are always empty, bounds that never bind: wherever they stand.

A part that is certain by itself is told, the smallest first; then a whole condition that is certain where it stands,
because its parts exclude each other or something around it has decided it already.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.denials import denies_one_thing
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.comparisons import beside_extreme, rules_out
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.known.estimates import Many, Range, Thing, Truth
from tilelaw_dsl.doubts.known.loops import outcomes
from tilelaw_dsl.doubts.legality import known_if_legal
from tilelaw_dsl.doubts.places import Doubter, flow_items


def doubt_conditions(doubter: Doubter) -> None:
    """Look through every expression of a game."""
    look = Look(doubter)
    for define in doubter.game.defines:
        look.rule = define.rule
        look.at(define.body, doubter.known_in(define))
    look.answers()
    look.scoring()
    look.flow()
    look.doubter = replace(doubter, estimator=doubter.estimator.by_types())
    look.invariants()


@dataclass
class Look:
    """A walk through expressions, with what is known where each stands."""

    doubter: Doubter
    rule: str = ""
    _told: set[int] = field(default_factory=set)

    def answers(self) -> None:
        """Look through actions, requirements and consequences."""
        game, doubter = self.doubter.game, self.doubter
        for action in game.actions:
            self.rule = action.rule
            known = doubter.known_for(action)
            for argument in action.arguments:
                self.at(argument.domain, known)
            for same in action.same:
                if same.when is not None:
                    self.decided(same.when, known)
        for requirement in game.requirements:
            self.rule = requirement.rule
            known = self._within(
                requirement.when, doubter.known_for(doubter.action(requirement.action), requirement.ask)
            )
            for let in requirement.lets:
                known = self._let(let, known)
            self.decided(requirement.condition, known)
        for consequence in game.consequences:
            self.rule = consequence.rule
            known = self._within(consequence.when, doubter.known_with(consequence.trigger))
            match consequence.trigger:
                case ir.AfterAnswer(name, None) if any(isinstance(x, ir.When) for x in ir.walk(*consequence.effects)):
                    legal = known_if_legal(doubter, doubter.action(name))
                    known = replace(known, facts={**legal.facts, **known.facts})
                case _:
                    pass
            self.effects(consequence.effects, known)

    def scoring(self) -> None:
        """Look through score and rank lines."""
        game, known = self.doubter.game, self.doubter.known_of_side()
        for score in game.scores:
            self.rule = score.rule
            self.at(score.points, self._each(score.each, known))
        for rank in game.ranks:
            self.rule = rank.rule
            if not isinstance(rank, ir.RankShared):
                self.at(rank.value, known)

    def invariants(self) -> None:
        """Look through invariants."""
        for invariant in self.doubter.game.invariants:
            self.rule = invariant.rule
            self.at(invariant.condition, self._each(invariant.each, Known()))
            if invariant.each is not None:
                self._speaks(invariant.each.element, invariant.each.over, invariant.condition)

    def flow(self) -> None:
        """Look through the conditions of the flow."""
        before = outcomes(self.doubter)
        for item in flow_items(self.doubter.game.flow):
            known = self.doubter.known_at(item.name)
            for condition in before[item.name]:
                known = self.doubter.estimator.assume(condition, known)
            outside = known
            self.rule = ""
            match item:
                case ir.Step() | ir.Ask():
                    if item.when is not None:
                        self.decided(item.when, known)
                    if isinstance(item, ir.Ask):
                        self.at(item.of, known)
                case ir.Repeat():
                    if item.test is not None:
                        self.decided(item.test.condition, known)
                    for binding in item.bindings:
                        self.at(binding.value, known)
                        known = known.bind(binding.name, e.of_type(binding.type))
                        if binding.then is not None:
                            self.at(binding.then, known)
                case ir.Each():
                    self.at(item.over, known)
                    if item.when is not None:
                        self.decided(item.when, known.bind(item.element, e.of_type(item.type)))
            for skip in item.skips:
                self.rule = skip.rule
                self.decided(skip.when, outside)

    def effects(self, effects: tuple[ir.Effect, ...], known: Known) -> None:
        """Look through effects."""
        estimator = self.doubter.estimator
        for effect in effects:
            match effect:
                case ir.Let():
                    known = self._let(effect, known)
                case ir.ForEach(element, over, inner):
                    self.at(over, known)
                    self.effects(inner, known.bind(element, estimator.many(over, known).each))
                case ir.When(condition, inner):
                    self.decided(condition, known)
                    self.effects(inner, estimator.assume(condition, known))
                case _:
                    self.at(effect, known)

    def _let(self, let: ir.Let, known: Known) -> Known:
        self.at(let.value, known)
        return known.bind(let.name, self.doubter.estimator.value(let.value, known))

    def _within(self, when: ir.Expr | None, known: Known) -> Known:
        """Look through the condition of a block and return what is known inside it."""
        if when is None:
            return known
        self.decided(when, known)
        return self.doubter.estimator.assume(when, known)

    def _each(self, each: ir.Elements | None, known: Known) -> Known:
        if each is None:
            return known
        self.at(each.over, known)
        return known.bind(each.element, self.doubter.estimator.many(each.over, known).each or e.of_type(each.type))

    # ---- one expression

    def decided(self, condition: ir.Expr, known: Known) -> None:
        """Look through a condition on which something depends, and tell if it is certain where it stands."""
        self.at(condition, known)
        found = self.doubter.estimator.truth(condition, known)
        if found.is_certain and not self._has_told(condition):
            self._tell(condition, found, known)

    def at(self, node: ir.Node, known: Known) -> None:
        """Look through an expression and everything in it."""
        estimator = self.doubter.estimator
        match node:
            case ir.Narrow(of, element, condition):
                self.at(of, known)
                self.decided(condition, known.bind(element, estimator.many(of, known).each))
                self._speaks(element, of, condition)
                self._trailing(element, of, condition)
            case ir.Tied(of, element, _, key):
                self.at(of, known)
                self.at(key, known.bind(element, estimator.many(of, known).each))
                self._empty(of, known)
                self._speaks(element, of, key)
            case ir.Fold(_, element, over, body):
                self.at(over, known)
                self.at(body, known.bind(element, estimator.many(over, known).each))
                self._empty(over, known)
                self._speaks(element, over, body)
            case ir.If(condition, then, otherwise):
                self._same_results(node, [then, otherwise])
                self.decided(condition, known)
                self.at(then, estimator.assume(condition, known))
                self.at(otherwise, estimator.assume(ir.Not(condition), known))
            case ir.And(parts) | ir.Or(parts):
                for part in parts:
                    self.at(part, known)
                self._together(node, known)
            case _:
                if isinstance(node, ir.Match):
                    last = [node.otherwise] if node.otherwise is not None else []
                    self._same_results(node, [*(arm.result for arm in node.arms), *last])
                for inner in ir.children(node):
                    self.at(inner, known)
                self._alone(node, known)

    def _alone(self, node: ir.Node, known: Known) -> None:
        """Tell what is certain of a node by itself."""
        match node:
            case ir.Compare() | ir.SameThing() | ir.SameSet() | ir.Inside() | ir.Subset() | ir.Meets():
                found = self.doubter.estimator.truth(node, known.without_facts())
                if self._whole_kind(node) or self._has_told(node):
                    return
                self._one_and_all(node, known)
                if found.is_certain:
                    self._tell(node, found, known)
                elif isinstance(node, ir.SameThing) and node.left == node.right:
                    self._with_itself(node)
            case ir.Arithmetic(ir.ArithmeticOperator.AT_MOST | ir.ArithmeticOperator.AT_LEAST):
                self._bound(node, known.without_facts())
                self._loose(node)
            case ir.First(of) | ir.Nth(of):
                self._empty(of, known)
                self._no_such_place(node, known)
            case ir.NextPlayer(_, ir.AsSet(one)):
                message = f"the next player out of `{self._shown(one)}` alone is always `{self._shown(one)}`"
                hint = f"write `next_player({self._shown(one)})`; second stands the set of those who can be next"
                self._warn(Code.NO_EFFECT, message, node, hint)
            case _:
                pass

    def _with_itself(self, node: ir.SameThing) -> None:
        """Tell a thing that is compared with itself: within two pairs of brackets a field is the inner element's."""
        self._told.add(id(node))
        message = f"both sides of `{self._shown(node)}` are the same: this only asks whether there is something"
        hint = "within two pairs of brackets a bare field is the inner element's; name the outer one: `S[s: … s.field]`"
        self._warn(Code.ALWAYS_OR_NEVER, message, node, hint)

    def _together(self, node: ir.And | ir.Or, known: Known) -> None:
        """Tell parts that exclude each other, or of which one always holds."""
        found = self.doubter.estimator.truth(node, known.without_facts())
        if found.is_certain and not self._has_told(node):
            if found.can_hold == isinstance(node, ir.And):
                self._tell(node, found, known)
                return
            self._told.add(id(node))
            is_or = isinstance(node, ir.Or)
            message = f"one part of `{self._shown(node)}` always holds"
            message = message if is_or else f"the parts of `{self._shown(node)}` exclude each other"
            self._warn(Code.ALWAYS_OR_NEVER, message, node, f"perhaps `{'and' if is_or else 'or'}` was meant")
        elif isinstance(node, ir.Or) and denies_one_thing(node, self.doubter.estimator.defines):
            message = f"`{self._shown(node)}` forbids only what both parts forbid"
            hint = "perhaps `and` was meant; to forbid no more than that write `not (… and …)`"
            self._warn(Code.LOOSE_OR, message, node, hint)

    def _same_results(self, node: ir.If | ir.Match, results: list[ir.Expr]) -> None:
        """Tell a choice between equals."""
        if len(results) > 1 and all(result == results[0] for result in results):
            message = f"`{self._shown(results[0])}` is chosen in every case, so there is no choice"
            self._warn(Code.NO_EFFECT, message, node)

    def _has_told(self, node: ir.Expr) -> bool:
        return any(id(part) in self._told for part in ir.walk(node))

    def _tell(self, node: ir.Expr, found: Truth, known: Known) -> None:
        self._told.add(id(node))
        how = "always" if found.can_hold else "never"
        reason = self._reason(node, known)
        self._warn(Code.ALWAYS_OR_NEVER, f"`{self._shown(node)}` {how} holds{reason and ': ' + reason}", node)

    def _warn(self, code: Code, message: str, node: ir.Node, hint: str = "") -> None:
        self.doubter.warn(code, message, self.doubter.span(node), hint=hint, rule=self.rule)

    def _shown(self, node: ir.Node) -> str:
        return self.doubter.text(node)

    def _whole_kind(self, node: ir.Node) -> bool:
        """Tell a kind that is compared with one thing, or looked for in a zone, as if it were one of its members."""
        match node:
            case ir.SameSet(ir.Members(kind) as whole, ir.AsSet()) | ir.SameSet(ir.AsSet(), ir.Members(kind) as whole):
                pass
            case ir.Subset(ir.Members(kind) as whole, ir.AsSet()):
                pass
            case _:
                return False
        self._told.add(id(node))
        message = f"`{kind}` is all of its members together, not one of them"
        self._warn(Code.WHOLE_KIND, message, whole, "name the one that is meant: an argument, an element, a field")
        return True

    def _one_and_all(self, node: ir.Node, known: Known) -> None:
        """Tell a thing that is compared with a set of several, as if it were looked for among them."""
        match node:
            case ir.SameSet(ir.AsSet(thing), whole) | ir.SameSet(whole, ir.AsSet(thing)):
                found = self.doubter.estimator.value(thing, known)
            case _:
                return
        if not isinstance(found, Thing) or isinstance(whole, ir.AsSet | ir.SetOf):
            return
        one, all_ = self._shown(thing), self._shown(whole)
        message = f"`{one}` is one thing and `{all_}` a set: they are equal only if there is no other in it"
        self._told.add(id(node))
        self._warn(
            Code.WHOLE_KIND, message, node, f"write `{one} in {all_}`, or, if that is meant, `{all_} = {{{one}}}`"
        )

    def _speaks(self, element: str, over: ir.Expr, of_it: ir.Expr) -> None:
        """Tell what is said of each element and speaks of none."""
        if element in ir.names_read(of_it) or self._has_told(of_it):
            return
        is_of_you = isinstance(over, ir.Players) and "you" in ir.names_read(of_it)
        while isinstance(of_it, ir.Not) and self.doubter.span(of_it) is None:  # `every` is told as it was written
            of_it = of_it.of
        message = f"this is the same for each of `{self._shown(over)}`: it does not speak of the element"
        hint = f"`you` is the same player throughout; the one who is looked at is `{element}`" if is_of_you else ""
        self._warn(Code.NEVER_READ, message, of_it, hint)

    def _bound(self, node: ir.Arithmetic, known: Known) -> None:
        """Tell `at most` and `at least` that change nothing."""
        left, right = (self.doubter.estimator.range(part, known) for part in (node.left, node.right))
        is_most = node.operator is ir.ArithmeticOperator.AT_MOST
        if (left.high <= right.low) if is_most else (left.low >= right.high):
            changes = f"`{node.operator} {self._shown(node.right)}` changes nothing"
            self._warn(Code.NO_EFFECT, f"{changes}: `{self._shown(node.left)}` is {_range(left)}", node, "leave it out")
        elif (left.low >= right.high) if is_most else (left.high <= right.low):
            meant = ir.ArithmeticOperator.AT_LEAST if is_most else ir.ArithmeticOperator.AT_MOST
            message = f"this is always `{self._shown(node.right)}`: `{self._shown(node.left)}` is {_range(left)}"
            self._warn(Code.NO_EFFECT, message, node, f"perhaps `{meant}` was meant")

    def _loose(self, node: ir.Arithmetic) -> None:
        """Tell a number as a bound to which something is added that was perhaps meant to be added to the whole."""
        match node.right:
            case ir.Arithmetic(ir.ArithmeticOperator.ADD, ir.Number() as bound, added):
                span = self.doubter.span(node.right)
            case _:
                return
        if isinstance(added, ir.Number) or span is None or span.source.text[: span.start].rstrip().endswith("("):
            return
        left, right = self._shown(node.left), self._shown(node.right)
        message = f"`{node.operator}` binds looser than `+`, so that the bound is `{right}`"
        whole = f"({left} {node.operator} {self._shown(bound)}) + {self._shown(added)}"
        hint = f"write `{whole}`, or put the bound in brackets: `{node.operator} ({right})`"
        self._warn(Code.LOOSE_BOUND, message, node.right, hint)

    def _trailing(self, element: str, over: ir.Expr, condition: ir.Expr) -> None:
        """Tell what is joined by `and` at the end of `every`, and does not speak of the element."""
        match condition:
            case ir.Not(ir.And(parts)) if self.doubter.span(condition) is None:
                last = parts[-1]
            case _:
                return
        if element not in ir.names_read(last) and not self._has_told(last):
            message = f"this does not speak of `{element}`, and is asked only if there is one in `{self._shown(over)}`"
            hint = f"`every` goes on to the end: put this before it, `{self._shown(last)} and every {element} in …`"
            self._warn(Code.NEVER_READ, message, last, hint)

    def _empty(self, of: ir.Expr, known: Known) -> None:
        """Tell a set that has no elements, where one is asked for something."""
        if self.doubter.estimator.many(of, known.without_facts()).most == 0 and not self._has_told(of):
            self._told.add(id(of))
            self._warn(Code.ALWAYS_EMPTY, f"`{self._shown(of)}` is always empty", of)

    def _no_such_place(self, node: ir.First | ir.Nth, known: Known) -> None:
        if isinstance(node, ir.Nth) and not self._has_told(node):
            of, at = (self.doubter.estimator.many(node.of, known), self.doubter.estimator.range(node.place, known))
            if at.low > of.most or at.high < 1:
                self._told.add(id(node))
                have = f"there are never more than {of.most}" if at.low > of.most else "places are counted from 1"
                self._warn(Code.ALWAYS_EMPTY, f"`{self._shown(node)}` is always nothing: {have}", node)

    def _reason(self, node: ir.Expr, known: Known) -> str:
        """Return why a test is certain, in a few words; empty if they would not help."""
        match node:
            case ir.Compare(_, left, right) | ir.SameThing(left, right) | ir.SameSet(left, right) if left == right:
                return "both sides are the same"
            case ir.Inside(left, ir.AsSet(right)) if left == right:
                return "both sides are the same"
            case ir.Compare(operator, left, right) if beside_extreme(operator, left, right) is not None:
                return "the one is among the numbers of which the other is the most or the least"
            case ir.Inside() | ir.Meets() if self.doubter.estimator.is_of_two_players(node, known):
                return "they lie on the boards of two players"
            case ir.Compare() if facts := [self._shown(f) for f in known.facts if rules_out(f, known.facts[f], node)]:
                return f"here `{facts[0]}` holds" if facts[0] else ""
            case ir.Compare(_, ir.Count(of), ir.Number()) if self.doubter.span(node.left) is None:
                return self._said(of, self.doubter.estimator.many(of, known))
            case ir.Compare(_, left, right) | ir.SameThing(left, right) | ir.SameSet(left, right):
                sides = (left, right)
            case ir.Inside(left, right) | ir.Subset(left, right) | ir.Meets(left, right):
                sides = (left, right)
            case _:
                return ""
        said = [self._said(side, self.doubter.estimator.value(side, known)) for side in sides]
        return ", ".join(one for one in said if one)

    def _said(self, node: ir.Expr, value: e.Estimate | None) -> str:
        """Return what is known of one side of a test, unless it stands there."""
        while isinstance(node, ir.AsSet) and self.doubter.span(node) is None:
            node = node.of
        text = self._shown(node)
        if not text or isinstance(node, ir.Number | ir.Member | ir.Direction | ir.Flag | ir.Nothing | ir.SetOf):
            return ""
        match value:
            case Range():
                return f"`{text}` is {_range(value)}"
            case Many(_, 0):
                return f"`{text}` is always empty"
            case Many(least, most) if most < e.MANY:
                return f"`{text}` has {_range(Range(least, most))} element{'s' * (most != 1)}"
            case e.NOTHING:
                return f"`{text}` is always nothing"
            case Thing(among=among) if among is not None:
                return f"`{text}` is {' or '.join(f'`{name}`' for name in sorted(map(str, among))[:4])}"
            case _:
                return ""


def _range(of: Range) -> str:
    if of.low == of.high:
        return str(of.low)
    return f"{of.low}..{of.high}" if of.high < e.MANY else f"{of.low} or more"
