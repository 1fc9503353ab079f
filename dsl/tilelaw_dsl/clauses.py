"""From rules to IR: actions, requirements, consequences, score and rank lines, invariants, citations."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from tilelaw_dsl import ir, types
from tilelaw_dsl import syntax as s
from tilelaw_dsl.citations import Citations
from tilelaw_dsl.course import Course, nodes
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.effects import Effects
from tilelaw_dsl.expressions import MAX_COST, Expressions
from tilelaw_dsl.merge import Merged, MergedRule
from tilelaw_dsl.narrowing import narrowed
from tilelaw_dsl.source import Span
from tilelaw_dsl.typed import Env

MAX_RULE_COST = 50_000_000
MAX_ANSWERS = 5_000_000


@dataclass
class Clauses:
    """Types the clauses of all rules of a ruleset."""

    merged: Merged
    e: Expressions
    course: Course
    written_actions: dict[str, tuple[s.Action, str]]
    """Each action as written, and the rule that declares it."""
    actions: dict[str, ir.Action] = field(default_factory=dict)
    requirements: list[ir.Requirement] = field(default_factory=list)
    consequences: list[ir.Consequence] = field(default_factory=list)
    skips: dict[str, list[ir.Skip]] = field(default_factory=dict)
    scores: list[ir.ScoreLine] = field(default_factory=list)
    ranks: list[ir.RankLine] = field(default_factory=list)
    sides: ir.SidesLine | None = None
    invariants: list[ir.Invariant] = field(default_factory=list)
    rules: list[ir.RuleInfo] = field(default_factory=list)
    shuffled_at: dict[str, Span] = field(default_factory=dict)
    argument_types: dict[str, dict[str, ir.Type | None]] = field(default_factory=dict)

    def check(self) -> None:
        """Type everything; the results stand in the fields."""
        self.effects = Effects(self.e)
        self.citations = Citations(self.merged, self.e)
        for name, (written, declaring) in self.written_actions.items():
            self.e.clause = declaring
            self._action(name, written, declaring)
        for rule in self.merged.rules.values():
            self.e.clause = rule.id.text
            self._rule(rule)
        self.e.clause = ""
        self._check_cycles()
        self._check_given()
        self.actions = {name: narrowed(action, self.requirements) for name, action in self.actions.items()}

    # ---- actions

    def _asked(self, actions: list[str], ask: str | None) -> Env:
        """Return the scope in which answers by these actions are judged."""
        scope = self.course.scopes[ask] if ask is not None else self.course.scope_of(actions[0])
        common = dict(scope.locals)
        if ask is None:
            for other in actions[1:]:
                theirs = self.course.scope_of(other).locals
                common = {n: t for n, t in common.items() if theirs.get(n) == t}
        arguments = dict(self.argument_types.get(actions[0], {}))
        for other in actions[1:]:
            theirs = self.argument_types.get(other, {})
            arguments = {n: t for n, t in arguments.items() if theirs.get(n) == t}
        return Env({**common, **arguments, "you": types.PLAYER}, asked=True)

    def _action(self, name: str, written: s.Action, rule: str) -> None:
        if written.instead_of is not None and written.instead_of.text not in self.written_actions:
            self.e.complain(
                "T303",
                f"no action is called `{written.instead_of.text}`",
                written.instead_of.span,
                hint=nearest(written.instead_of.text, self.written_actions),
            )
        if name not in self.course.asks_of:
            self.e.complain(
                "T613",
                f"no ask takes action `{name}`",
                written.name.span,
                hint="add an ask to the flow, or say `instead of` an action that is asked",
            )
        env = Env({**self.course.scope_of(name).locals, "you": types.PLAYER}, asked=True)
        arguments: list[ir.Argument] = []
        answers = 1
        found_types: dict[str, ir.Type | None] = {}
        for one in written.arguments:
            if one.name.text in env.locals:
                self.e.complain("T609", f"`{one.name.text}` is bound already around this place", one.name.span)
            self.e.check_fresh(one.name)
            domain = self.e.set(one.domain, env)
            element = types.element_of(domain.type)
            if isinstance(element, ir.SetType) or (
                isinstance(element, ir.ThingType) and element.sort is ir.Sort.RECORD
            ):
                self.e.complain("T614", "an argument is a single thing or a number", one.domain.span)
                element = None
            found_types[one.name.text] = element
            env = env.bind(one.name.text, element)
            if element is not None and isinstance(domain.type, ir.SetType):
                answers = min(answers * max(1, domain.type.most), MAX_COST)
                arguments.append(ir.Argument(one.name.text, element, domain.node, ()))
        if answers > MAX_ANSWERS:
            self.e.complain(
                "T704",
                f"`{name}` may have {answers} answers or more; at most {MAX_ANSWERS} can be looked through",
                written.name.span,
                hint="split the decision into two asks",
            )
        self.argument_types[name] = found_types
        same = []
        for swap in written.same:
            for word in (swap.first, swap.second):
                if word.text not in found_types:
                    self.e.complain(
                        "T303",
                        f"`{name}` has no argument `{word.text}`",
                        word.span,
                        hint=nearest(word.text, found_types),
                    )
            when = self.e.condition(swap.when, env) if swap.when is not None else None
            same.append(ir.Swapped(swap.first.text, swap.second.text, when.node if when else None))
        self.actions[name] = ir.Action(name, rule, tuple(arguments), tuple(same))

    # ---- rules

    def _rule(self, rule: MergedRule) -> None:
        does: list[str] = []
        cost = 0
        follows: list[str] = []
        for clause in rule.clauses:
            kind, steps = self._clause(rule, clause)
            does.append(kind)
            cost += steps
            if isinstance(clause, s.Follows):
                follows += self._known_rules(clause.rules)
        if not rule.clauses:
            self.e.complain(
                "T502",
                f"rule `{rule.id.text}` says nothing",
                rule.id.span,
                hint="add a requirement, an effect, a score line …, or `follows` the rules it comes from",
            )
        if rule.title is None:
            self.e.complain("T503", f"rule `{rule.id.text}` has no title", rule.id.span, hint='add `title "…"`')
        if not rule.citations:
            self.e.complain(
                "T501",
                f"rule `{rule.id.text}` has no source",
                rule.id.span,
                hint='cite a section with `source …`, or say `ruling "why"` or `house`',
            )
        if cost > MAX_RULE_COST:
            self.e.complain(
                "T705",
                f"rule `{rule.id.text}` may cost {cost} steps; the limit is {MAX_RULE_COST}",
                rule.id.span,
                hint="narrow the sets it runs over",
            )
        info = ir.RuleInfo(
            id=rule.id.text,
            title=self.citations.title(rule.title),
            layer=rule.layer,
            changed_by=rule.changed_by,
            citations=self.citations.of(rule),
            follows=tuple(follows),
            does=tuple(dict.fromkeys(does)),
            cost=cost,
        )
        self.rules.append(info)

    def _known_rules(self, words: tuple[s.Word, ...]) -> list[str]:
        """Return the rules that some words name, less those that a layer has removed."""
        for word in words:
            if word.text not in self.merged.rules and word.text not in self.merged.removed:
                hint = nearest(word.text, self.merged.rules)
                self.e.complain("T208", f"no rule is called `{word.text}`", word.span, hint=hint)
        return [word.text for word in words if word.text not in self.merged.removed]

    # ---- clauses

    def _clause(self, rule: MergedRule, clause: s.Clause) -> tuple[str, int]:
        match clause:
            case s.ForAction():
                return self._for_action(rule, clause)
            case s.AtStep():
                return "effect", self._at_step(rule, clause)
            case s.Skip():
                return "skip", self._skip(rule, clause)
            case s.Action():
                return "action", 0
            case s.Define():
                signature = self.e.lookup.signature(clause.name.text, clause.name.span)
                return "define", signature.cost if signature else 0
            case s.Score():
                return "score", self._score(rule, clause)
            case s.Rank():
                return "rank", self._rank(rule, clause)
            case s.Sides():
                return "sides", self._sides(rule, clause)
            case s.Invariant():
                return "invariant", self._invariant(rule, clause)
            case s.Follows():
                return "follows", 0
            case _:
                assert_never(clause)

    def _for_action(self, rule: MergedRule, clause: s.ForAction) -> tuple[str, int]:
        demands = [x for x in clause.body if isinstance(x, s.Require)]
        kind = "require" if demands else "effect"
        known = [a.text for a in clause.actions if a.text in self.written_actions]
        for word in clause.actions:
            if word.text not in self.written_actions:
                self.e.complain(
                    "T303",
                    f"no action is called `{word.text}`",
                    word.span,
                    hint=nearest(word.text, self.written_actions),
                )
        ask = clause.ask.text if clause.ask else None
        if clause.ask is not None and not isinstance(self.course.items.get(clause.ask.text), s.Ask):
            asks = [n for n, i in self.course.items.items() if isinstance(i, s.Ask)]
            self.e.complain(
                "T610",
                f"no ask is called `{clause.ask.text}`",
                clause.ask.span,
                hint=nearest(clause.ask.text, asks),
            )
            return kind, 0
        if ask is not None:
            for word in clause.actions:
                if word.text in known and word.text not in self.course.actions_at.get(ask, ()):
                    self.e.complain("T619", f"ask `{ask}` does not take `{word.text}`", word.span)
                    return kind, 0
        if not known:
            return kind, 0
        env = self._asked(known, ask)
        when = self.e.condition(clause.when, env) if clause.when is not None else None
        cost = when.cost if when else 0
        if demands:
            cost += self._require(rule, clause, demands, known, ask, when.node if when else None, env)
        else:
            effects, steps = self.effects.check(_effects(clause.body), env, at_step=False)
            cost += steps
            for action in known:
                self.consequences.append(
                    ir.Consequence(rule.id.text, action, ask, None, when.node if when else None, effects)
                )
        return kind, cost

    def _require(
        self,
        rule: MergedRule,
        clause: s.ForAction,
        demands: list[s.Require],
        actions: list[str],
        ask: str | None,
        when: ir.Expr | None,
        env: Env,
    ) -> int:
        for extra in demands[1:]:
            self.e.complain(
                "T507",
                "one rule makes one demand on an action",
                extra.span,
                labels=[(demands[0].span, "the first demand")],
                hint=f"give the second a rule of its own, e.g. `rule {rule.id.text}.second`",
            )
        lets: list[ir.Let] = []
        cost = 0
        for line in clause.body:
            if isinstance(line, s.Let):
                let, steps, env = self.effects.let(line, env)
                lets.append(let)
                cost += steps
            elif not isinstance(line, s.Require):
                self.e.complain(
                    "T508",
                    "a demand and effects do not stand in one block",
                    line.span,
                    hint="begin a second `for` block for the effects",
                )
        demand = demands[0]
        condition = self.e.condition(demand.condition, env)
        given = tuple(self._known_rules(demand.given))
        for action in actions:
            clash = next(
                (
                    r
                    for r in self.requirements
                    if (r.rule, r.action, r.ask) == (rule.id.text, action, ask) and (r.when is None or when is None)
                ),
                None,
            )
            if clash is not None:
                self.e.complain(
                    "T507",
                    f"rule `{rule.id.text}` makes a second demand on `{action}`",
                    demand.span,
                    hint="give it a rule of its own",
                )
            self.requirements.append(
                ir.Requirement(
                    rule=rule.id.text,
                    action=action,
                    ask=ask,
                    when=when,
                    lets=tuple(lets),
                    condition=condition.node,
                    given=given,
                    text=_flat(demand.condition.span.text),
                    parts=tuple(self._parts(demand.condition, env)),
                )
            )
        return cost + condition.cost

    def _parts(self, node: s.Expr, env: Env) -> list[ir.Part]:
        """Return the operands of a condition whose values explain its outcome."""
        match node:
            case s.And() | s.Or():
                return [*self._parts(node.left, env), *self._parts(node.right, env)]
            case s.Not():
                return self._parts(node.of, env)
            case s.Grouped():
                return self._parts(node.inner, env)
            case s.Quantified():
                return self._part(node.of, env, None)
            case s.Compare():
                other = self.e.infer(node.right, env).type
                return [
                    *self._part(node.left, env, other),
                    *self._part(node.right, env, self.e.infer(node.left, env, other).type),
                ]
            case _:
                return []

    def _part(self, node: s.Expr, env: Env, expected: ir.Type | None) -> list[ir.Part]:
        if isinstance(node, s.Integer):
            return []
        found = self.e.infer(node, env, expected)
        if found.type is None or isinstance(found.node, ir.Member | ir.Number):
            return []
        return [ir.Part(_flat(node.span.text), found.type, found.node)]

    def _at_step(self, rule: MergedRule, clause: s.AtStep) -> int:
        name = clause.step.text
        if not isinstance(self.course.items.get(name), s.Step):
            steps = [n for n, i in self.course.items.items() if isinstance(i, s.Step)]
            what = "is no step" if name in self.course.items else "is not in the flow"
            self.e.complain("T610", f"`{name}` {what}", clause.step.span, hint=nearest(name, steps))
            return 0
        env = self.course.scopes[name]
        when = self.e.condition(clause.when, env) if clause.when is not None else None
        for line in clause.body:
            if isinstance(line, s.Require):
                self.e.complain(
                    "T509",
                    "at a step there is nothing to refuse",
                    line.span,
                    hint="demands stand under `for ACTION`",
                )
        effects, cost = self.effects.check(_effects(clause.body), env, at_step=True)
        for node in (n for line in clause.body for n in s.walk(line) if isinstance(n, s.Shuffle)):
            if name in self.shuffled_at:
                self.e.complain(
                    "T615",
                    f"step `{name}` shuffles twice",
                    node.span,
                    labels=[(self.shuffled_at[name], "first here")],
                    hint="make it two steps",
                )
            self.shuffled_at[name] = node.span
        self.consequences.append(ir.Consequence(rule.id.text, None, None, name, when.node if when else None, effects))
        return cost + (when.cost if when else 0)

    def _skip(self, rule: MergedRule, clause: s.Skip) -> int:
        name = clause.item.text
        if name not in self.course.items:
            self.e.complain(
                "T610",
                f"`{name}` is not in the flow",
                clause.item.span,
                hint=nearest(name, self.course.items),
            )
            return 0
        when = self.e.condition(clause.when, self.course.scopes[name])
        self.skips.setdefault(name, []).append(ir.Skip(rule.id.text, when.node))
        return when.cost

    # ---- scores and the like

    def _each(
        self, element: s.Word | None, over: s.Expr | None, env: Env
    ) -> tuple[str | None, ir.Type | None, ir.Expr | None, Env, int]:
        if element is None or over is None:
            return None, None, None, env, 1
        found = self.e.set(over, env)
        if not isinstance(found.type, ir.SetType):
            return element.text, None, None, env.bind(element.text, None), 1
        name, inner = self.e.element(element, found.type.of, env)
        return name, found.type.of, found.node, inner, found.type.most

    def _scored(self) -> Env:
        return Env({"you": types.SIDE if self.e.world.has_sides else types.PLAYER})

    def _score(self, rule: MergedRule, clause: s.Score) -> int:
        name, type_, over, env, times = self._each(clause.element, clause.over, self._scored())
        points = self.e.number(clause.points, env)
        if name is not None and type_ is not None and not isinstance(type_, ir.ThingType | ir.NumberType):
            self.e.complain("T614", "a score line is keyed by a thing or a number", clause.span)
        if any((line.rule, line.element) == (rule.id.text, None) for line in self.scores):
            self.e.complain(
                "T510",
                f"rule `{rule.id.text}` has two score lines",
                clause.span,
                hint="give each a rule of its own",
            )
        self.scores.append(ir.ScoreLine(rule.id.text, name, type_, over, points.node, _flat(clause.points.span.text)))
        return points.cost * times

    def _rank(self, rule: MergedRule, clause: s.Rank) -> int:
        if clause.value is None:
            self.ranks.append(ir.RankLine(rule.id.text, None, False))
            return 0
        value = self.e.infer(clause.value, replace(self._scored(), ranking=True))
        if value.type is not None and not isinstance(value.type, ir.NumberType | ir.ListType):
            self.e.complain(
                "T411",
                f"sides are ranked by a number or a list of numbers, not {types.show(value.type)}",
                clause.value.span,
            )
        if any(line.value is None for line in self.ranks):
            self.e.complain("T511", "`rank shared` comes last", clause.span)
        self.ranks.append(ir.RankLine(rule.id.text, value.node, isinstance(value.type, ir.ListType)))
        return value.cost

    def _sides(self, rule: MergedRule, clause: s.Sides) -> int:
        players: list[int] = []
        nodes = []
        for one in clause.sides:
            found = self.e.set(one, Env())
            nodes.append(found.node)
            if isinstance(found.node, ir.SetOf):
                players += [
                    n.place.value
                    for n in found.node.elements
                    if isinstance(n, ir.Nth) and isinstance(n.place, ir.Number)
                ]
        if sorted(players) != list(range(1, self.e.world.players + 1)):
            self.e.complain(
                "T512",
                "sides name every player once",
                clause.span,
                hint="write them as `{nth(players, 1), nth(players, 3)}, …`",
            )
        if self.sides is not None:
            self.e.complain("T512", "sides are declared twice", clause.span)
        self.sides = ir.SidesLine(rule.id.text, tuple(nodes))
        return 1

    def _invariant(self, rule: MergedRule, clause: s.Invariant) -> int:
        name, _type, over, env, times = self._each(clause.element, clause.over, Env())
        condition = self.e.condition(clause.condition, env)
        text = _flat(clause.condition.span.text)
        self.invariants.append(ir.Invariant(rule.id.text, name, over, condition.node, text))
        return condition.cost * times

    # ---- cycles

    def _check_cycles(self) -> None:
        """Report actions whose legality depends on itself through `no legal`."""
        needs: dict[str, set[str]] = {name: set() for name in self.actions}
        for requirement in self.requirements:
            needs[requirement.action] |= {n.action for n in nodes(requirement) if isinstance(n, ir.NoLegal)}
        for start in needs:
            seen: set[str] = set()
            waiting = list(needs[start])
            while waiting:
                action = waiting.pop()
                if action == start:
                    span = self.written_actions[start][0].name.span
                    self.e.complain("T616", f"whether `{start}` is legal depends on itself through `no legal`", span)
                    break
                if action not in seen:
                    seen.add(action)
                    waiting += needs.get(action, set())

    def _check_given(self) -> None:
        """Report premises that make no demand on the same action, and premises in a circle."""
        by_rule = {(r.rule, r.action): r for r in self.requirements}
        for requirement in self.requirements:
            span = self.merged.rules[requirement.rule].id.span
            for premise in requirement.given:
                if (premise, requirement.action) not in by_rule:
                    self.e.complain(
                        "T513",
                        f"`{requirement.rule}` is given `{premise}`, which demands nothing of `{requirement.action}`",
                        span,
                    )
            waiting, seen = list(requirement.given), set()
            while waiting:
                premise = waiting.pop()
                if premise == requirement.rule:
                    self.e.complain("T513", f"`{requirement.rule}` is given itself", span)
                    break
                if premise not in seen:
                    seen.add(premise)
                    found = by_rule.get((premise, requirement.action))
                    waiting += found.given if found else ()


def _effects(body: tuple[s.BodyLine, ...]) -> tuple[s.Effect, ...]:
    return tuple(x for x in body if not isinstance(x, s.Require))


def _flat(text: str) -> str:
    """Return written text on one line."""
    return " ".join(line.split("#")[0].strip() for line in text.splitlines()).strip()
