"""From rules to IR: every clause of every rule, and what is known of the rule itself.

Effects and `skip` are typed here; `actions` types what an answer consists of, `requirements` what is required of
it, `scoring` how a game is won and what always holds, and `citations` reads titles and sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.actions import DeclaredAction, check_action
from tilelaw_dsl.check.citations import citations_of, filled, named_rules
from tilelaw_dsl.check.effects import check_effects
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.definitions import signature
from tilelaw_dsl.check.expressions.scope import Env, Scope
from tilelaw_dsl.check.flow import FlowMap
from tilelaw_dsl.check.narrowing import narrowed
from tilelaw_dsl.check.requirements import check_circles, requirements_of
from tilelaw_dsl.check.scoring import Scoring
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, respelt, there_are
from tilelaw_dsl.ir.geometry import is_mutual
from tilelaw_dsl.layers.merged import Merged, MergedRule
from tilelaw_dsl.source import Span


@dataclass
class RuleChecker:
    """Types the rules of a ruleset one after another and gathers what they come to."""

    scope: Scope
    merged: Merged
    flow: FlowMap
    declared: Mapping[str, DeclaredAction]
    actions: dict[str, ir.Action] = field(default_factory=dict)
    requirements: list[ir.Requirement] = field(default_factory=list)
    consequences: list[ir.Consequence] = field(default_factory=list)
    skips: dict[str, list[ir.Skip]] = field(default_factory=dict)
    scoring: Scoring = field(default_factory=Scoring)
    rules: list[ir.RuleInfo] = field(default_factory=list)
    _argument_types: dict[str, dict[str, ir.Type | None]] = field(default_factory=dict)
    _shuffled_at: dict[str, Span] = field(default_factory=dict)

    def check(self) -> None:
        """Type everything; the results stand in the fields."""
        for name, action in self.declared.items():
            scope = self.scope.within_rule(action.rule)
            self.actions[name], found = check_action(scope, action.written, self.flow, self.declared)
            self._argument_types[name] = found
        for rule in self.merged.rules.values():
            self._rule(self.scope.within_rule(rule.id.text), rule)
        homes = {rule.id.text: self.merged.by_path.index(rule.layer) for rule in self.merged.rules.values()}
        self.scoring.ranks.sort(key=lambda line: homes[line.rule])
        written = {name: action.written for name, action in self.declared.items()}
        check_circles(self.scope, self.requirements, written)
        boards = self.scope.world.boards.values()
        mutual = frozenset(r.name for board in boards for r in board.relations if is_mutual(board, r))
        self.actions = {name: narrowed(action, self.requirements, mutual) for name, action in self.actions.items()}

    def _rule(self, scope: Scope, rule: MergedRule) -> None:
        does: list[ir.ClauseKind] = []
        follows: list[str] = []
        for clause in rule.clauses:
            does.append(self._clause(scope, clause))
            if isinstance(clause, s.Follows):
                follows += named_rules(scope, self.merged, clause.rules)
        _check_whole(scope, rule)
        info = ir.RuleInfo(
            id=rule.id.text,
            title=filled(scope, rule.title.text, rule.title.span) if rule.title else "",
            layer=rule.layer,
            changed_by=rule.changed_by,
            citations=citations_of(rule),
            cited_on=rule.said_on,
            follows=tuple(follows),
            does=tuple(dict.fromkeys(does)),
            cost=0,
        )
        self.rules.append(info)

    def _clause(self, scope: Scope, clause: s.Clause) -> ir.ClauseKind:
        """Take in a clause; return what it does, in a word."""
        match clause:
            case s.ForAction():
                has_requirement = any(isinstance(x, s.Require) for x in clause.body)
                self._for_action(scope, clause)
                return ir.ClauseKind.REQUIRE if has_requirement else ir.ClauseKind.EFFECT
            case s.AtStep():
                self._at_step(scope, clause)
                return ir.ClauseKind.EFFECT
            case s.Skip():
                self._skip(scope, clause)
                return ir.ClauseKind.SKIP
            case s.Action():
                return ir.ClauseKind.ACTION
            case s.Define():
                signature(scope, clause.name.text, clause.name.span)
                return ir.ClauseKind.DEFINE
            case s.Score():
                self.scoring.add_score(scope, clause)
                return ir.ClauseKind.SCORE
            case s.Rank():
                self.scoring.add_rank(scope, clause)
                return ir.ClauseKind.RANK
            case s.Sides():
                self.scoring.add_sides(scope, clause)
                return ir.ClauseKind.SIDES
            case s.Invariant():
                self.scoring.add_invariant(scope, clause)
                return ir.ClauseKind.INVARIANT
            case s.Follows():
                return ir.ClauseKind.FOLLOWS
            case _:
                assert_never(clause)

    def _for_action(self, scope: Scope, clause: s.ForAction) -> None:
        known = self._taken_actions(scope, clause)
        if not known:
            return
        ask = clause.ask.text if clause.ask else None
        env = self._asked(known, ask)
        when = expect.condition(scope, clause.when, env) if clause.when is not None else None
        condition = when.node if when else None
        if any(isinstance(x, s.Require) for x in clause.body):
            self.requirements += requirements_of(scope, clause, known, condition, env, self.requirements)
        else:
            effects = check_effects(scope, _effects(clause.body), env, at_step=False)
            for action in known:
                self.consequences.append(ir.Consequence(scope.rule, ir.AfterAnswer(action, ask), condition, effects))

    def _taken_actions(self, scope: Scope, clause: s.ForAction) -> list[str]:
        """Return the actions that a block is for; none after an error that leaves nothing to type."""
        for word in clause.actions:
            if word.text not in self.declared:
                there = ", ".join(f"`{name}`" for name in list(self.declared)[:8])
                hint = respelt(word.text, self.declared, f"there are {there}" if there else "")
                scope.error(Code.UNKNOWN_NAME, f"no action is called `{word.text}`", word.span, hint=hint)
        known = [a for a in clause.actions if a.text in self.declared]
        if clause.ask is not None:
            ask = clause.ask.text
            if not isinstance(self.flow.items.get(ask), s.Ask):
                hint = respelt(ask, [n for n, i in self.flow.items.items() if isinstance(i, s.Ask)])
                scope.error(Code.UNKNOWN_STEP, f"no ask is called `{ask}`", clause.ask.span, hint=hint)
                return []
            for word in known:
                if word.text not in self.flow.actions_at.get(ask, ()):
                    scope.error(Code.ACTION_NOT_TAKEN, f"ask `{ask}` does not take `{word.text}`", word.span)
                    return []
        return [word.text for word in known]

    def _asked(self, actions: list[str], ask: str | None) -> Env:
        """Return the names bound where answers by these actions are judged."""
        if ask is not None:
            bound = self.flow.envs[ask].locals
        else:
            bound = _in_common([self.flow.env_of(action).locals for action in actions])
        arguments = _in_common([self._argument_types.get(action, {}) for action in actions])
        return Env({**bound, **arguments, "you": types.PLAYER}, asked=True)

    def _at_step(self, scope: Scope, clause: s.AtStep) -> None:
        name = clause.step.text
        if not isinstance(self.flow.items.get(name), s.Step):
            steps = [n for n, i in self.flow.items.items() if isinstance(i, s.Step)]
            if name in self.flow.spoilt:
                return  # it stands in a block that was reported
            what, hint = "is not in the flow", respelt(name, steps, there_are("steps", name, steps))
            if (item := self.flow.items.get(name)) is not None:
                is_ask = isinstance(item, s.Ask)
                what = f"is {'an ask' if is_ask else 'a loop'}, no step"
                within = () if isinstance(item, s.Ask | s.Step) else item.items
                there = [f"`{x.name.text}`" for x in within if isinstance(x, s.Step)]
                words = (
                    f"its steps are {', '.join(there)}" if there else f"add a step: `insert before {name}`, `step …`"
                )
                hint = words if not is_ask else hint or words
            if name in self.declared:
                whole = Span(clause.span.source, clause.span.start, clause.step.span.end)
                hint = Edit(f"for answers of players write `for {name}`", f"for {name}", whole, otherwise=hint)
            scope.error(Code.UNKNOWN_STEP, f"`{name}` {what}", clause.step.span, hint=hint)
            return
        env = self.flow.envs[name]
        when = expect.condition(scope, clause.when, env) if clause.when is not None else None
        for line in clause.body:
            if isinstance(line, s.Require):
                scope.error(
                    Code.REQUIREMENT_AT_STEP,
                    "at a step there is nothing to refuse",
                    line.span,
                    hint="requirements stand under `for ACTION`",
                )
        effects = check_effects(scope, _effects(clause.body), env, at_step=True)
        self._check_shuffles(scope, clause)
        condition = when.node if when else None
        self.consequences.append(ir.Consequence(scope.rule, ir.AtStep(name), condition, effects))

    def _check_shuffles(self, scope: Scope, clause: s.AtStep) -> None:
        """Report a second shuffle at a step, in this rule or another."""
        name = clause.step.text
        for node in (n for line in clause.body for n in s.walk(line) if isinstance(n, s.Shuffle)):
            if name in self._shuffled_at:
                scope.error(
                    Code.TWO_SHUFFLES,
                    f"step `{name}` shuffles twice",
                    node.span,
                    labels=[(self._shuffled_at[name], "first here")],
                    hint="make it two steps",
                )
            self._shuffled_at[name] = node.span

    def _skip(self, scope: Scope, clause: s.Skip) -> None:
        name = clause.item.text
        if name not in self.flow.items:
            hint = respelt(name, self.flow.items, there_are("items of the flow", name, self.flow.items))
            scope.error(Code.UNKNOWN_STEP, f"`{name}` is not in the flow", clause.item.span, hint=hint)
            return
        when = expect.condition(scope, clause.when, self.flow.envs[name])
        self.skips.setdefault(name, []).append(ir.Skip(scope.rule, when.node))


def _check_whole(scope: Scope, rule: MergedRule) -> None:
    """Report a rule that says nothing, or lacks its title or source."""
    name, span = rule.id.text, rule.id.span
    if not rule.clauses and name != s.NOT_ASKED:
        hint = "add a requirement, an effect, a score line …, or `follows` the rules it comes from"
        scope.error(Code.SAYS_NOTHING, f"rule `{name}` says nothing", span, hint=hint)
    if rule.title is None or not rule.title.text.strip():
        has = "has no title" if rule.title is None else "has an empty title"
        scope.error(Code.NO_TITLE, f"rule `{name}` {has}", span, hint=f'write it on its line: `rule {name} "…"`')
    if not rule.citations:
        hint = 'let an `edition` say where it stands, or write `ruling "why"` or `house`'
        scope.error(Code.NO_SOURCE, f"rule `{name}` has no source", span, hint=hint)


def _in_common(tables: list[dict[str, ir.Type | None]]) -> dict[str, ir.Type | None]:
    """Return the names that are bound to the same type everywhere."""
    first, *others = tables
    return {name: type_ for name, type_ in first.items() if all(other.get(name) == type_ for other in others)}


def _effects(body: tuple[s.BodyLine, ...]) -> tuple[s.Effect, ...]:
    return tuple(x for x in body if not isinstance(x, s.Require | s.Without))
