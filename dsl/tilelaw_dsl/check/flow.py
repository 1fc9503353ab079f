"""The course of the game: which names are bound where, and what each resting place has to carry.

There is no program counter. A resting place is its name, and three checks make that enough:

identity    every step, ask and loop has a name of its own
carry       what is read after an ask is written into it, or is part of the position
loops       a loop with an ask in it can be taken up again from the position alone: it reads its condition anew,
            or runs over things with a fixed order

`survey` walks the flow once and learns the scope of every item. `build` makes IR of it when the rules are known,
because what is read after an ask depends on them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.infer import Expressions
from tilelaw_dsl.check.scope import Env
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest


@dataclass
class Course:
    """What the flow makes known to the rules."""

    scopes: dict[str, Env] = field(default_factory=dict)
    """The names bound at each item."""
    items: dict[str, s.FlowItem] = field(default_factory=dict)
    asks_of: dict[str, list[str]] = field(default_factory=dict)
    """The asks that take an action."""
    actions_at: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The actions an ask takes, its own first."""
    expressions: dict[int, ir.Expr] = field(default_factory=dict)
    """The typed form of each expression of the flow, by the identity of what was written."""
    binding_types: dict[int, ir.Type] = field(default_factory=dict)

    def scope_of(self, action: str) -> Env:
        """Return the names bound at every ask that takes an action."""
        scopes = [self.scopes[a].locals for a in self.asks_of.get(action, [])]
        if not scopes:
            return Env()
        common = {
            name: type_
            for name, type_ in scopes[0].items()
            if all(name in other and other[name] == type_ for other in scopes[1:])
        }
        return Env(common)


@dataclass
class Surveyor:
    """Walks a flow from the top and types what stands in it."""

    e: Expressions
    actions: dict[str, s.Action]
    course: Course = field(default_factory=Course)

    def survey(self, items: tuple[s.FlowItem, ...]) -> Course:
        """Return the scopes of a flow."""
        self._block(items, Env())
        return self.course

    def _block(self, items: tuple[s.FlowItem, ...], env: Env) -> None:
        for item in items:
            self._item(item, env)

    def _item(self, item: s.FlowItem, env: Env) -> None:
        name = item.name.text
        known = self.course.items.get(name)
        if known is not None:
            self.e.complain(
                Code.FLOW_NAME_TWICE,
                f"`{name}` occurs twice in the flow",
                item.name.span,
                labels=[(known.name.span, "first here")],
                hint="every step, ask and loop has its own name",
            )
            return
        self.course.items[name] = item
        self.course.scopes[name] = env
        match item:
            case s.Step():
                self._condition(item.when, env)
            case s.Ask():
                self._ask(item, env)
            case s.Repeat():
                self._repeat(item, env)
            case s.Each():
                self._each(item, env)
            case _:
                assert_never(item)

    def _condition(self, node: s.Expr | None, env: Env) -> None:
        if node is not None:
            self.course.expressions[id(node)] = self.e.condition(node, env).node

    def _ask(self, item: s.Ask, env: Env) -> None:
        self._condition(item.when, env)
        of = self.e.fitting(item.of, env, types.PLAYER, "the player asked")
        self.course.expressions[id(item.of)] = of.node
        own = item.action or item.name
        if own.text not in self.actions:
            self.e.complain(
                Code.UNKNOWN_ACTION,
                f"ask `{item.name.text}` takes action `{own.text}`, which no rule declares",
                own.span,
                hint=nearest(own.text, self.actions) or "add `action …` to a rule, or `for ACTION` to the ask",
            )
            return
        taken = [own.text]
        taken += [n for n, a in self.actions.items() if a.instead_of and a.instead_of.text == own.text]
        self.course.actions_at[item.name.text] = tuple(taken)
        for action in taken:
            self.course.asks_of.setdefault(action, []).append(item.name.text)
        for branch in item.branches:
            if branch.action.text not in taken:
                self.e.complain(
                    Code.ACTION_NOT_TAKEN,
                    f"ask `{item.name.text}` does not take `{branch.action.text}`",
                    branch.action.span,
                    hint=nearest(branch.action.text, taken),
                )
                continue
            self._block(branch.items, self._with_arguments(self.actions[branch.action.text], env))

    def _with_arguments(self, action: s.Action, env: Env) -> Env:
        """Return the scope after an answer; mistakes in the action are reported with its rule, not here."""
        # Definitions that are met here first are typed again with their rule, where their mistakes are reported.
        quiet = self.e.quietly()
        asked = replace(env.bind("you", types.PLAYER), asked=True)
        for argument in action.arguments:
            domain = quiet.collection(argument.domain, asked)
            element = types.element_of(domain.type)
            asked = asked.bind(argument.name.text, element)
            env = self._bind(argument.name, element, env)
        return env

    def _bind(self, name: s.Word, type_: ir.Type | None, env: Env) -> Env:
        if name.text in env.locals:
            self.e.complain(
                Code.BOUND_TWICE,
                f"`{name.text}` is bound already around this place",
                name.span,
                hint="choose another name",
            )
        self.e.check_fresh(name)
        return env.bind(name.text, type_)

    def _repeat(self, item: s.Repeat, env: Env) -> None:
        self._condition(item.test.condition if item.test else None, env)
        inner = env
        for binding in item.bindings:
            value = self.e.infer(binding.value, inner)
            self.course.expressions[id(binding.value)] = value.node
            type_ = replace(value.type, maybe=False) if isinstance(value.type, ir.ThingType) else value.type
            if isinstance(type_, ir.SetType | ir.BagType | ir.ListType):
                self.e.complain(
                    Code.LOOP_BINDS_SET,
                    f"a loop binds a thing, a number or a flag, not {types.show(type_)}",
                    binding.span,
                )
                type_ = None
            inner = self._bind(binding.name, type_, inner)
            if binding.then is not None and type_ is not None:
                then = self.e.fitting(binding.then, inner, type_, f"`{binding.name.text}`")
                self.course.expressions[id(binding.then)] = then.node
            if type_ is not None:
                self.course.binding_types[id(binding)] = type_
        if not any(isinstance(n, s.Ask) for i in item.items for n in s.walk(i)):
            self.e.complain(
                Code.ENDLESS_LOOP,
                f"the loop `{item.name.text}` asks nobody, so nothing ends it for certain",
                item.name.span,
                hint="use `each … in` for a loop without an ask",
            )
        self._block(item.items, inner)

    def _each(self, item: s.Each, env: Env) -> None:
        over = self.e.collection(item.of, env)
        if isinstance(over.type, ir.BagType) and any(isinstance(n, s.Ask) for i in item.items for n in s.walk(i)):
            self.e.complain(
                Code.LOOP_OVER_PIECES,
                "the pieces of a zone may change while somebody is asked",
                item.of.span,
                hint="run over a kind or over players, and narrow it with `[…]`",
            )
        over = self.e.as_set(over, item.of.span)
        self.course.expressions[id(item.of)] = over.node
        element = types.element_of(over.type)
        if isinstance(element, ir.SetType):
            self.e.complain(
                Code.LOOP_BINDS_SET, "a loop of the flow binds a thing or a number, not a set", item.of.span
            )
            element = None
        inner = self._bind(item.element, element, env)
        self._condition(item.when, inner)
        if element is not None:
            self.course.binding_types[id(item)] = element
        self._block(item.items, inner)


# ---- what is read where -----------------------------------------------------------------------------------------


@dataclass
class Builder:
    """Makes the IR of a flow, given the rules that take effect in it."""

    course: Course
    actions: dict[str, ir.Action]
    requirements: list[ir.Requirement]
    consequences: list[ir.Consequence]
    skips: dict[str, list[ir.Skip]]
    zones: dict[str, ir.ZoneDecl]
    # Read again and again, from the inside of the flow outwards.
    _answers: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    _free: dict[int, set[str]] = field(default_factory=dict)

    def build(self, items: tuple[s.FlowItem, ...]) -> tuple[ir.FlowItem, ...]:
        """Return a whole flow."""
        return self._block(items, set())

    def _block(self, items: tuple[s.FlowItem, ...], after: set[str]) -> tuple[ir.FlowItem, ...]:
        result = []
        later = set(after)
        for item in reversed(items):
            result.append(self._item(item, set(later)))
            later |= self.free(item)
        return tuple(reversed(result))

    def _item(self, item: s.FlowItem, after: set[str]) -> ir.FlowItem:
        name = item.name.text
        skips = tuple(self.skips.get(name, []))
        match item:
            case s.Step():
                return ir.Step(name, self._typed(item.when), skips, self._carried(name, after))
            case s.Ask():
                return self._ask(item, skips, after)
            case s.Repeat():
                bound = {b.name.text for b in item.bindings}
                written = [
                    item.test.condition if item.test else None,
                    *(b.value for b in item.bindings),
                    *(b.then for b in item.bindings),
                ]
                again = (set().union(*(self.free(x) for x in item.items)) - bound) | self._reads(written)
                bindings = tuple(
                    ir.Binding(
                        b.name.text,
                        self.course.binding_types[id(b)],
                        self._sure(b.value),
                        self._typed(b.then),
                    )
                    for b in item.bindings
                )
                inner = self._block(item.items, after | again)
                return ir.Repeat(name, self._test(item.test), bindings, inner, skips)
            case s.Each():
                element = item.element.text
                again = set().union(*(self.free(x) for x in item.items)) | self._reads([item.of, item.when]) | {element}
                inner = self._block(item.items, after | again)
                type_ = self.course.binding_types[id(item)]
                return ir.Each(name, element, type_, self._sure(item.of), self._typed(item.when), inner, skips)
            case _:
                assert_never(item)

    def _ask(self, item: s.Ask, skips: tuple[ir.Skip, ...], after: set[str]) -> ir.Ask:
        name = item.name.text
        branches = tuple(ir.Branch(b.action.text, self._block(b.items, after)) for b in item.branches)
        actions = self.course.actions_at[name]
        own = set().union(*(self._answer_reads(name, a) for a in actions))
        own |= set().union(*(self.free(x) for b in item.branches for x in b.items))
        carries = self._carried(name, after | own)
        return ir.Ask(
            name,
            actions,
            self._sure(item.of),
            self._typed(item.when),
            skips,
            item.question,
            branches,
            carries,
        )

    def _answer_reads(self, ask: str, action: str) -> frozenset[str]:
        """Return the names that judging and applying an answer reads, its own arguments apart."""
        if (ask, action) not in self._answers:
            declared = self.actions[action]
            parts: list[ir.Node] = [declared]
            parts += [r for r in self.requirements if r.action == action and r.ask in (None, ask)]
            triggers = (ir.AfterAnswer(action, None), ir.AfterAnswer(action, ask))
            parts += [c for c in self.consequences if c.trigger in triggers]
            self._answers[ask, action] = ir.names_in(*parts) - {a.name for a in declared.arguments}
        return self._answers[ask, action]

    def free(self, item: s.FlowItem) -> set[str]:
        """Return the names bound around an item that it reads."""
        if id(item) not in self._free:
            self._free[id(item)] = self._read_in(item)
        return self._free[id(item)]

    def _read_in(self, item: s.FlowItem) -> set[str]:
        name = item.name.text
        reads = set(ir.names_in(*self.skips.get(name, [])))
        match item:
            case s.Step():
                here = [c for c in self.consequences if c.trigger == ir.AtStep(name)]
                return reads | self._reads([item.when]) | ir.names_in(*here)
            case s.Ask():
                reads |= self._reads([item.of, item.when])
                for action in self.course.actions_at[name]:
                    reads |= self._answer_reads(name, action)
                for branch in item.branches:
                    arguments = {a.name for a in self.actions[branch.action.text].arguments}
                    reads |= set().union(*(self.free(x) for x in branch.items)) - arguments
                return reads
            case s.Repeat():
                written = [
                    item.test.condition if item.test else None,
                    *(b.value for b in item.bindings),
                    *(b.then for b in item.bindings),
                ]
                inner = set().union(*(self.free(x) for x in item.items))
                return reads | ((inner | self._reads(written)) - {b.name.text for b in item.bindings})
            case s.Each():
                inner = set().union(*(self.free(x) for x in item.items)) | self._reads([item.when])
                return reads | self._reads([item.of]) | (inner - {item.element.text})
            case _:
                assert_never(item)

    def _reads(self, written: Iterable[s.Expr | None]) -> frozenset[str]:
        return ir.names_in(*(node for w in written if (node := self._typed(w)) is not None))

    def _typed(self, node: s.Expr | None) -> ir.Expr | None:
        return None if node is None else self.course.expressions.get(id(node))

    def _test(self, test: s.While | s.Until | None) -> ir.While | ir.Until | None:
        match test:
            case None:
                return None
            case s.While():
                return ir.While(self._sure(test.condition))
            case s.Until():
                return ir.Until(self._sure(test.condition))
            case _:
                assert_never(test)

    def _sure(self, node: s.Expr) -> ir.Expr:
        return self.course.expressions[id(node)]

    def _carried(self, name: str, live: set[str]) -> tuple[ir.Carried, ...]:
        scope = self.course.scopes[name].locals
        return tuple(
            ir.Carried(bound, type_, self._hidden_in(bound))
            for bound, type_ in scope.items()
            if bound in live and type_ is not None
        )

    def _hidden_in(self, bound: str) -> str:
        """Return the zone from which an argument of this name is taken without everybody knowing it."""
        for action in self.actions.values():
            for argument in action.arguments:
                if argument.name != bound:
                    continue
                shown = [
                    n
                    for c in self.consequences
                    if isinstance(c.trigger, ir.AfterAnswer) and c.trigger.action == action.name
                    for n in ir.walk(c)
                    if isinstance(n, ir.Show) and n.what == ir.Local(bound)
                ]
                hidden = [
                    n.zone
                    for n in ir.walk(argument.domain)
                    if isinstance(n, ir.ZoneOf) and self.zones[n.zone].seen_by is not ir.Viewers.ALL
                ]
                if hidden and not shown:
                    return hidden[0]
        return ""
