"""From rules to IR: every clause of every rule, and what is known of the rule itself. Actions, effects and `skip`
are typed here; `requirements` types what is demanded of actions, `scoring` how a game is won and what always
holds, and `citations` reads titles and sources.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.citations import Citations
from tilelaw_dsl.check.effects import Effects
from tilelaw_dsl.check.flow import Course
from tilelaw_dsl.check.infer import MAX_COST, Expressions
from tilelaw_dsl.check.narrowing import narrowed
from tilelaw_dsl.check.requirements import Requirements
from tilelaw_dsl.check.scope import Env
from tilelaw_dsl.check.scoring import Scoring
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.layers.merge import Merged, MergedRule
from tilelaw_dsl.source import Span

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
    consequences: list[ir.Consequence] = field(default_factory=list)
    skips: dict[str, list[ir.Skip]] = field(default_factory=dict)
    rules: list[ir.RuleInfo] = field(default_factory=list)
    shuffled_at: dict[str, Span] = field(default_factory=dict)
    argument_types: dict[str, dict[str, ir.Type | None]] = field(default_factory=dict)

    def check(self) -> None:
        """Type everything; the results stand in the fields."""
        self.effects = Effects(self.e)
        self.citations = Citations(self.merged, self.e)
        self.requirements = Requirements(self.merged, self.effects, self.citations)
        self.scoring = Scoring(self.e)
        for name, (written, declaring) in self.written_actions.items():
            self.e.clause = declaring
            self._action(name, written, declaring)
        for rule in self.merged.rules.values():
            self.e.clause = rule.id.text
            self._rule(rule)
        self.e.clause = ""
        self.requirements.check_circles({name: written for name, (written, _) in self.written_actions.items()})
        self.actions = {name: narrowed(action, self.requirements.found) for name, action in self.actions.items()}

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
                Code.UNKNOWN_NAME,
                f"no action is called `{written.instead_of.text}`",
                written.instead_of.span,
                hint=nearest(written.instead_of.text, self.written_actions),
            )
        if name not in self.course.asks_of:
            self.e.complain(
                Code.NEVER_ASKED,
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
                self.e.complain(
                    Code.BOUND_TWICE, f"`{one.name.text}` is bound already around this place", one.name.span
                )
            self.e.check_fresh(one.name)
            domain = self.e.set(one.domain, env)
            element = types.element_of(domain.type)
            if isinstance(element, ir.SetType) or (
                isinstance(element, ir.ThingType) and element.sort is ir.Sort.RECORD
            ):
                self.e.complain(Code.NO_SINGLE_VALUE, "an argument is a single thing or a number", one.domain.span)
                element = None
            found_types[one.name.text] = element
            env = env.bind(one.name.text, element)
            if element is not None and isinstance(domain.type, ir.SetType):
                answers = min(answers * max(1, domain.type.most), MAX_COST)
                arguments.append(ir.Argument(one.name.text, element, domain.node, ()))
        if answers > MAX_ANSWERS:
            self.e.complain(
                Code.TOO_MANY_ANSWERS,
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
                        Code.UNKNOWN_NAME,
                        f"`{name}` has no argument `{word.text}`",
                        word.span,
                        hint=nearest(word.text, found_types),
                    )
            when = self.e.condition(swap.when, env) if swap.when is not None else None
            same.append(ir.Swapped(swap.first.text, swap.second.text, when.node if when else None))
        self.actions[name] = ir.Action(name, rule, tuple(arguments), tuple(same))

    # ---- rules

    def _rule(self, rule: MergedRule) -> None:
        does: list[ir.ClauseKind] = []
        cost = 0
        follows: list[str] = []
        for clause in rule.clauses:
            kind, steps = self._clause(rule, clause)
            does.append(kind)
            cost += steps
            if isinstance(clause, s.Follows):
                follows += self.citations.rules(clause.rules)
        if not rule.clauses:
            self.e.complain(
                Code.SAYS_NOTHING,
                f"rule `{rule.id.text}` says nothing",
                rule.id.span,
                hint="add a requirement, an effect, a score line …, or `follows` the rules it comes from",
            )
        if rule.title is None:
            self.e.complain(Code.NO_TITLE, f"rule `{rule.id.text}` has no title", rule.id.span, hint='add `title "…"`')
        if not rule.citations:
            self.e.complain(
                Code.NO_SOURCE,
                f"rule `{rule.id.text}` has no source",
                rule.id.span,
                hint='let an `edition` say where it stands, or write `ruling "why"` or `house`',
            )
        if cost > MAX_RULE_COST:
            self.e.complain(
                Code.TOO_COSTLY,
                f"rule `{rule.id.text}` may cost {cost} steps; the limit is {MAX_RULE_COST}",
                rule.id.span,
                hint="narrow the sets it runs over",
            )
        info = ir.RuleInfo(
            id=rule.id.text,
            title=self.citations.filled(rule.title.text, rule.title.span) if rule.title else "",
            layer=rule.layer,
            changed_by=rule.changed_by,
            citations=self.citations.of(rule),
            cited_on=rule.said_on,
            follows=tuple(follows),
            does=tuple(dict.fromkeys(does)),
            cost=cost,
        )
        self.rules.append(info)

    # ---- clauses

    def _clause(self, rule: MergedRule, clause: s.Clause) -> tuple[ir.ClauseKind, int]:
        match clause:
            case s.ForAction():
                return self._for_action(rule, clause)
            case s.AtStep():
                return ir.ClauseKind.EFFECT, self._at_step(rule, clause)
            case s.Skip():
                return ir.ClauseKind.SKIP, self._skip(rule, clause)
            case s.Action():
                return ir.ClauseKind.ACTION, 0
            case s.Define():
                signature = self.e.lookup.signature(clause.name.text, clause.name.span)
                return ir.ClauseKind.DEFINE, signature.cost if signature else 0
            case s.Score():
                return ir.ClauseKind.SCORE, self.scoring.add_score(rule, clause)
            case s.Rank():
                return ir.ClauseKind.RANK, self.scoring.add_rank(rule, clause)
            case s.Sides():
                return ir.ClauseKind.SIDES, self.scoring.add_sides(rule, clause)
            case s.Invariant():
                return ir.ClauseKind.INVARIANT, self.scoring.add_invariant(rule, clause)
            case s.Follows():
                return ir.ClauseKind.FOLLOWS, 0
            case _:
                assert_never(clause)

    def _for_action(self, rule: MergedRule, clause: s.ForAction) -> tuple[ir.ClauseKind, int]:
        demands = [x for x in clause.body if isinstance(x, s.Require)]
        kind = ir.ClauseKind.REQUIRE if demands else ir.ClauseKind.EFFECT
        known = [a.text for a in clause.actions if a.text in self.written_actions]
        for word in clause.actions:
            if word.text not in self.written_actions:
                self.e.complain(
                    Code.UNKNOWN_NAME,
                    f"no action is called `{word.text}`",
                    word.span,
                    hint=nearest(word.text, self.written_actions),
                )
        ask = clause.ask.text if clause.ask else None
        if clause.ask is not None and not isinstance(self.course.items.get(clause.ask.text), s.Ask):
            asks = [n for n, i in self.course.items.items() if isinstance(i, s.Ask)]
            self.e.complain(
                Code.UNKNOWN_STEP,
                f"no ask is called `{clause.ask.text}`",
                clause.ask.span,
                hint=nearest(clause.ask.text, asks),
            )
            return kind, 0
        if ask is not None:
            for word in clause.actions:
                if word.text in known and word.text not in self.course.actions_at.get(ask, ()):
                    self.e.complain(Code.ACTION_NOT_TAKEN, f"ask `{ask}` does not take `{word.text}`", word.span)
                    return kind, 0
        if not known:
            return kind, 0
        env = self._asked(known, ask)
        when = self.e.condition(clause.when, env) if clause.when is not None else None
        cost = when.cost if when else 0
        if demands:
            cost += self.requirements.add(rule, clause, demands, known, ask, when.node if when else None, env)
        else:
            effects, steps = self.effects.check(_effects(clause.body), env, at_step=False)
            cost += steps
            for action in known:
                self.consequences.append(
                    ir.Consequence(rule.id.text, ir.AfterAnswer(action, ask), when.node if when else None, effects)
                )
        return kind, cost

    def _at_step(self, rule: MergedRule, clause: s.AtStep) -> int:
        name = clause.step.text
        if not isinstance(self.course.items.get(name), s.Step):
            steps = [n for n, i in self.course.items.items() if isinstance(i, s.Step)]
            what = "is no step" if name in self.course.items else "is not in the flow"
            self.e.complain(Code.UNKNOWN_STEP, f"`{name}` {what}", clause.step.span, hint=nearest(name, steps))
            return 0
        env = self.course.scopes[name]
        when = self.e.condition(clause.when, env) if clause.when is not None else None
        for line in clause.body:
            if isinstance(line, s.Require):
                self.e.complain(
                    Code.DEMAND_AT_STEP,
                    "at a step there is nothing to refuse",
                    line.span,
                    hint="demands stand under `for ACTION`",
                )
        effects, cost = self.effects.check(_effects(clause.body), env, at_step=True)
        for node in (n for line in clause.body for n in s.walk(line) if isinstance(n, s.Shuffle)):
            if name in self.shuffled_at:
                self.e.complain(
                    Code.TWO_SHUFFLES,
                    f"step `{name}` shuffles twice",
                    node.span,
                    labels=[(self.shuffled_at[name], "first here")],
                    hint="make it two steps",
                )
            self.shuffled_at[name] = node.span
        self.consequences.append(ir.Consequence(rule.id.text, ir.AtStep(name), when.node if when else None, effects))
        return cost + (when.cost if when else 0)

    def _skip(self, rule: MergedRule, clause: s.Skip) -> int:
        name = clause.item.text
        if name not in self.course.items:
            self.e.complain(
                Code.UNKNOWN_STEP,
                f"`{name}` is not in the flow",
                clause.item.span,
                hint=nearest(name, self.course.items),
            )
            return 0
        when = self.e.condition(clause.when, self.course.scopes[name])
        self.skips.setdefault(name, []).append(ir.Skip(rule.id.text, when.node))
        return when.cost


def _effects(body: tuple[s.BodyLine, ...]) -> tuple[s.Effect, ...]:
    return tuple(x for x in body if not isinstance(x, s.Require))
