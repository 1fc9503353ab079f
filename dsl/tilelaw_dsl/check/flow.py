"""The flow of the game: which names are bound where, and what each resting place has to carry.

There is no program counter. A game rests at an ask (or at a step that waits for a shuffle), and its position is
written down as the name of that place with the values of the position. Whoever takes the game up again knows
nothing else. But the text that follows may speak of names bound further out: the player whose turn it is, the
element of a loop, the arguments of an answer already given. So every resting place *carries* those bound names
that anything after it still reads, and only those: what nobody reads is no part of a position, or two positions
that play on alike would differ. Three checks make the name of the place enough for all the rest:

identity    every step, ask and loop has a name of its own
carry       what is read after an ask is written into it, or is part of the position
loops       a loop with an ask in it can be taken up again from the position alone: it reads its condition anew,
            or runs over things with a fixed order

This takes two walks with the rules between them. `survey` goes first, from the outside in: it types what the flow
says and learns which names are bound at every item, without which no rule can be typed. `build` comes last, from
the end of the flow to its beginning: what is read after an ask includes what the rules read that judge and apply
its answers, so the rules must be typed by then. Of every item it knows what is read later, as a compiler knows
which variables are live, and a loop counts as read again by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.scope import Env, Scope, check_fresh
from tilelaw_dsl.check.secrets import hidden_in
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, respelt


@dataclass
class FlowMap:
    """What the flow makes known to the rules."""

    envs: dict[str, Env] = field(default_factory=dict)
    """The names bound at each item."""
    items: dict[str, s.FlowItem] = field(default_factory=dict)
    asks_of: dict[str, list[str]] = field(default_factory=dict)
    """The asks that take an action."""
    actions_at: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The actions an ask takes, its own first."""
    expressions: dict[int, ir.Expr] = field(default_factory=dict)
    """The typed form of each expression of the flow, by the identity of what was written."""
    binding_types: dict[int, ir.Type] = field(default_factory=dict)
    spoilt: set[str] = field(default_factory=set)
    """Items of a block that is wrong itself, which was reported."""
    meant: set[str] = field(default_factory=set)
    """Actions that no ask takes, while an ask names one that there is not, which was reported."""

    def env_of(self, action: str) -> Env:
        """Return the names bound at every ask that takes an action."""
        bound = [self.envs[a].locals for a in self.asks_of.get(action, [])]
        if not bound:
            return Env()
        common = {
            name: type_
            for name, type_ in bound[0].items()
            if all(name in other and other[name] == type_ for other in bound[1:])
        }
        return Env(common)


def survey(scope: Scope, actions: Mapping[str, s.Action], items: tuple[s.FlowItem, ...]) -> FlowMap:
    """Return what a flow makes known; `actions` are all actions as written."""
    asks = [node for item in items for node in s.walk(item) if isinstance(node, s.Ask)]
    surveyor = Surveyor(scope, actions, {(ask.action or ask.name).text for ask in asks})
    surveyor.block(items, Env())
    return surveyor.flow


@dataclass
class Surveyor:
    """Walks a flow from the top, types what stands in it and draws the map."""

    scope: Scope
    actions: Mapping[str, s.Action]
    asked: Collection[str] = ()
    """The actions that asks name, also where there is none of the name."""
    flow: FlowMap = field(default_factory=FlowMap)

    def block(self, items: tuple[s.FlowItem, ...], env: Env) -> None:
        """Take in items that follow each other."""
        for item in items:
            self._item(item, env)

    def _item(self, item: s.FlowItem, env: Env) -> None:
        name = item.name.text
        known = self.flow.items.get(name)
        if known is not None:
            self.scope.error(
                Code.FLOW_NAME_TWICE,
                f"`{name}` occurs twice in the flow",
                item.name.span,
                labels=[(known.name.span, "first here")],
                hint="every step, ask and loop has its own name",
            )
            return
        self.flow.items[name] = item
        self.flow.envs[name] = env
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
            self.flow.expressions[id(node)] = expect.condition(self.scope, node, env).node

    def _tell_unknown_action(self, item: s.Ask, own: s.Word) -> None:
        """Report an ask for an action that there is not; actions that nobody else asks for were perhaps meant."""
        idle = [name for name, action in self.actions.items() if action.instead_of is None and name not in self.asked]
        hint: Hint = "add `action …` to a rule, or `for ACTION` to the ask"
        if len(idle) == 1 and item.action is None:
            written = f"{item.name.text} for {idle[0]}"
            hint = Edit(f"write `ask {written}`", written, item.name.span, otherwise=hint)
        message = f"ask `{item.name.text}` takes action `{own.text}`, which no rule declares"
        self.scope.error(Code.UNKNOWN_ACTION, message, own.span, hint=respelt(own.text, self.actions, hint))
        self.flow.meant.update(idle)

    def _ask(self, item: s.Ask, env: Env) -> None:
        self._condition(item.when, env)
        of = self.scope.infer(item.of, env, types.PLAYER)
        if types.is_collection(of.type):
            loop = f"to ask several write a loop: `each NAME as p in {item.of.span.text}`, and beneath it `ask … of p`"
            message = f"an ask is put to one player, but this is {types.show(of.type)}"
            of = self.scope.error(Code.DOES_NOT_FIT, message, item.of.span, hint=loop)
        of = expect.fit(self.scope, of, types.PLAYER, item.of.span, "the player asked")
        self.flow.expressions[id(item.of)] = of.node
        own = item.action or item.name
        if own.text not in self.actions:
            self._tell_unknown_action(item, own)
            return
        taken = [own.text]
        taken += [n for n, a in self.actions.items() if a.instead_of and a.instead_of.text == own.text]
        self.flow.actions_at[item.name.text] = tuple(taken)
        for action in taken:
            self.flow.asks_of.setdefault(action, []).append(item.name.text)
        for branch in item.branches:
            if branch.action.text not in taken:
                self.scope.error(
                    Code.ACTION_NOT_TAKEN,
                    f"ask `{item.name.text}` does not take `{branch.action.text}`",
                    branch.action.span,
                    hint=respelt(branch.action.text, taken, f"it takes {', '.join(f'`{name}`' for name in taken)}"),
                )
                for lost in (x for one in branch.items for x in s.walk(one) if isinstance(x, s.FlowItem)):
                    self.flow.spoilt.add(lost.name.text)
                continue
            self.block(branch.items, self._with_arguments(self.actions[branch.action.text], env))

    def _with_arguments(self, action: s.Action, env: Env) -> Env:
        """Return the names bound after an answer."""
        quiet = self.scope.quiet()  # errors in the action are reported with its rule
        asked = replace(env.bind("you", types.PLAYER), asked=True)
        for argument in action.arguments:
            domain = expect.collection(quiet, argument.domain, asked)
            element = types.element_of(domain.type)
            asked = asked.bind(argument.name.text, element)
            env = self._bind(argument.name, element, env)
        return env

    def _bind(self, name: s.Word, type_: ir.Type | None, env: Env) -> Env:
        if name.text in env.locals:
            self.scope.error(
                Code.BOUND_TWICE,
                f"`{name.text}` is bound already around this place",
                name.span,
                hint="choose another name",
            )
        check_fresh(self.scope, name)
        return env.bind(name.text, type_)

    def _repeat(self, item: s.Repeat, env: Env) -> None:
        self._condition(item.test.condition if item.test else None, env)
        inner = env
        for binding in item.bindings:
            value = self.scope.infer(binding.value, inner)
            self.flow.expressions[id(binding.value)] = value.node
            type_ = replace(value.type, maybe=False) if isinstance(value.type, ir.ThingType) else value.type
            if isinstance(type_, ir.SetType | ir.BagType | ir.ListType):
                self.scope.error(
                    Code.LOOP_BINDS_SET,
                    f"a loop binds a thing, a number or a flag, not {types.show(type_)}",
                    binding.span,
                )
                type_ = None
            inner = self._bind(binding.name, type_, inner)
            if binding.then is not None and type_ is not None:
                then = expect.fitting(self.scope, binding.then, inner, type_, f"`{binding.name.text}`")
                self.flow.expressions[id(binding.then)] = then.node
            if type_ is not None:
                self.flow.binding_types[id(binding)] = type_
        if not any(isinstance(n, s.Ask) for i in item.items for n in s.walk(i)):
            self.scope.error(
                Code.ENDLESS_LOOP,
                f"the loop `{item.name.text}` asks nobody, so nothing ends it for certain",
                item.name.span,
                hint="use `each … in` for a loop without an ask",
            )
        self.block(item.items, inner)

    def _each(self, item: s.Each, env: Env) -> None:
        over = expect.collection(self.scope, item.of, env)
        if isinstance(over.type, ir.BagType) and any(isinstance(n, s.Ask) for i in item.items for n in s.walk(i)):
            self.scope.error(
                Code.LOOP_OVER_PIECES,
                "the pieces of a zone may change while somebody is asked",
                item.of.span,
                hint="run over a kind or over players, and narrow it with `[…]`",
            )
        over = expect.as_set(self.scope, over, item.of.span)
        self.flow.expressions[id(item.of)] = over.node
        element = types.element_of(over.type)
        if isinstance(element, ir.SetType):
            self.scope.error(
                Code.LOOP_BINDS_SET, "a loop of the flow binds a thing or a number, not a set", item.of.span
            )
            element = None
        inner = self._bind(item.element, element, env)
        self._condition(item.when, inner)
        if element is not None:
            self.flow.binding_types[id(item)] = element
        self.block(item.items, inner)


# ---- what is read where -----------------------------------------------------------------------------------------


@dataclass
class FlowBuilder:
    """Makes the IR of a flow, given the rules that take effect in it."""

    flow: FlowMap
    actions: dict[str, ir.Action]
    requirements: list[ir.Requirement]
    consequences: list[ir.Consequence]
    skips: dict[str, list[ir.Skip]]
    hidden: frozenset[str]
    glimpses: tuple[ir.Glimpse, ...]
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
                again = (set().union(*(self.free(x) for x in item.items)) - bound) | self._reads(_written_in(item))
                bindings = tuple(
                    ir.Binding(
                        b.name.text,
                        self.flow.binding_types[id(b)],
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
                type_ = self.flow.binding_types[id(item)]
                return ir.Each(name, element, type_, self._sure(item.of), self._typed(item.when), inner, skips)
            case _:
                assert_never(item)

    def _ask(self, item: s.Ask, skips: tuple[ir.Skip, ...], after: set[str]) -> ir.Ask:
        name = item.name.text
        branches = tuple(ir.Branch(b.action.text, self._block(b.items, after)) for b in item.branches)
        actions = self.flow.actions_at[name]
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
        """Return the names read when an answer is thought over, judged and applied, its own arguments apart."""
        if (ask, action) not in self._answers:
            declared = self.actions[action]
            parts: list[ir.Node] = [declared]
            parts += [r for r in self.requirements if r.action == action and r.ask in (None, ask)]
            triggers = (ir.AfterAnswer(action, None), ir.AfterAnswer(action, ask))
            parts += [c for c in self.consequences if c.trigger in triggers]
            parts += [glimpse for glimpse in self.glimpses if glimpse.ask == ask]
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
                for action in self.flow.actions_at[name]:
                    reads |= self._answer_reads(name, action)
                for branch in item.branches:
                    arguments = {a.name for a in self.actions[branch.action.text].arguments}
                    reads |= set().union(*(self.free(x) for x in branch.items)) - arguments
                return reads
            case s.Repeat():
                inner = set().union(*(self.free(x) for x in item.items))
                return reads | ((inner | self._reads(_written_in(item))) - {b.name.text for b in item.bindings})
            case s.Each():
                inner = set().union(*(self.free(x) for x in item.items)) | self._reads([item.when])
                return reads | self._reads([item.of]) | (inner - {item.element.text})
            case _:
                assert_never(item)

    def _reads(self, written: Iterable[s.Expr | None]) -> frozenset[str]:
        return ir.names_in(*(node for w in written if (node := self._typed(w)) is not None))

    def _typed(self, node: s.Expr | None) -> ir.Expr | None:
        return None if node is None else self.flow.expressions.get(id(node))

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
        return self.flow.expressions[id(node)]

    def _carried(self, name: str, live: set[str]) -> tuple[ir.Carried, ...]:
        return tuple(
            ir.Carried(bound, type_, hidden_in(bound, self.actions.values(), self.consequences, self.hidden))
            for bound, type_ in self.flow.envs[name].locals.items()
            if bound in live and type_ is not None
        )


def _written_in(item: s.Repeat) -> list[s.Expr | None]:
    test = item.test.condition if item.test else None
    return [test, *(b.value for b in item.bindings), *(b.then for b in item.bindings)]
