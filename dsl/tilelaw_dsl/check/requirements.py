"""From rules to IR: what rules demand of actions. `rules` hands over the blocks that hold a `require`; here each
becomes a requirement with the parts that explain its outcome, and at the end all of them are looked over for
demands that depend on themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.citations import Citations
from tilelaw_dsl.check.effects import Effects
from tilelaw_dsl.check.infer import as_written
from tilelaw_dsl.check.scope import Env
from tilelaw_dsl.codes import Code
from tilelaw_dsl.layers.merge import Merged, MergedRule


class Requirements:
    """Types what the rules of one ruleset demand of actions."""

    def __init__(self, merged: Merged, effects: Effects, citations: Citations) -> None:
        self.merged = merged
        self.e = effects.e
        self.effects = effects
        self.citations = citations
        self.found: list[ir.Requirement] = []

    def add(
        self,
        rule: MergedRule,
        clause: s.ForAction,
        demands: list[s.Require],
        actions: list[str],
        ask: str | None,
        when: ir.Expr | None,
        env: Env,
    ) -> int:
        """Type the demand of one block on some actions and return what it costs."""
        for extra in demands[1:]:
            self.e.complain(
                Code.TWO_DEMANDS,
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
                    Code.DEMAND_WITH_EFFECTS,
                    "a demand and effects do not stand in one block",
                    line.span,
                    hint="begin a second `for` block for the effects",
                )
        demand = demands[0]
        condition = self.e.condition(demand.condition, env)
        given = tuple(self.citations.rules(demand.given))
        for action in actions:
            clash = next(
                (
                    r
                    for r in self.found
                    if (r.rule, r.action, r.ask) == (rule.id.text, action, ask) and (r.when is None or when is None)
                ),
                None,
            )
            if clash is not None:
                self.e.complain(
                    Code.TWO_DEMANDS,
                    f"rule `{rule.id.text}` makes a second demand on `{action}`",
                    demand.span,
                    hint="give it a rule of its own",
                )
            self.found.append(
                ir.Requirement(
                    rule=rule.id.text,
                    action=action,
                    ask=ask,
                    when=when,
                    lets=tuple(lets),
                    condition=condition.node,
                    given=given,
                    text=as_written(demand.condition),
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
        return [ir.Part(as_written(node), found.type, found.node)]

    # ---- circles

    def check_circles(self, actions: Mapping[str, s.Action]) -> None:
        """Report demands that depend on themselves; `actions` are all actions as written."""
        self._check_legality(actions)
        self._check_given()

    def _check_legality(self, actions: Mapping[str, s.Action]) -> None:
        """Report actions whose legality depends on itself through `no legal`."""
        needs: dict[str, set[str]] = {name: set() for name in actions}
        for requirement in self.found:
            needs[requirement.action] |= {n.action for n in ir.walk(requirement) if isinstance(n, ir.NoLegal)}
        for start in needs:
            seen: set[str] = set()
            waiting = list(needs[start])
            while waiting:
                action = waiting.pop()
                if action == start:
                    span = actions[start].name.span
                    self.e.complain(
                        Code.LEGAL_IN_A_CIRCLE, f"whether `{start}` is legal depends on itself through `no legal`", span
                    )
                    break
                if action not in seen:
                    seen.add(action)
                    waiting += needs.get(action, set())

    def _check_given(self) -> None:
        """Report premises that make no demand on the same action, and premises in a circle."""
        by_rule = {(r.rule, r.action): r for r in self.found}
        for requirement in self.found:
            span = self.merged.rules[requirement.rule].id.span
            for premise in requirement.given:
                if (premise, requirement.action) not in by_rule:
                    self.e.complain(
                        Code.BAD_PREMISE,
                        f"`{requirement.rule}` is given `{premise}`, which demands nothing of `{requirement.action}`",
                        span,
                    )
            waiting, seen = list(requirement.given), set()
            while waiting:
                premise = waiting.pop()
                if premise == requirement.rule:
                    self.e.complain(Code.BAD_PREMISE, f"`{requirement.rule}` is given itself", span)
                    break
                if premise not in seen:
                    seen.add(premise)
                    found = by_rule.get((premise, requirement.action))
                    waiting += found.given if found else ()
