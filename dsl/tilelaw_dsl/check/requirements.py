"""From rules to IR: what rules require of actions. `rules` hands over the blocks that hold a `require`; here each
becomes a requirement with the parts that explain its outcome, and at the end all of them are looked over for
requirements that depend on themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.effects import let
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.infer import as_written
from tilelaw_dsl.check.expressions.scope import Env, Scope
from tilelaw_dsl.codes import Code


def requirements_of(
    scope: Scope,
    clause: s.ForAction,
    actions: list[str],
    when: ir.Expr | None,
    env: Env,
    known: Sequence[ir.Requirement],
) -> list[ir.Requirement]:
    """Return what a block requires of some actions; `known` are those of the blocks before."""
    written = [line for line in clause.body if isinstance(line, s.Require)]
    lets, env = _lets(scope, clause, written, env)
    first = written[0]
    condition = expect.condition(scope, first.condition, env)
    ask = clause.ask.text if clause.ask else None
    found: list[ir.Requirement] = []
    for action in actions:
        if any(
            (r.rule, r.action, r.ask) == (scope.rule, action, ask) and (r.when is None or when is None)
            for r in (*known, *found)
        ):
            message = f"rule `{scope.rule}` has a second requirement for `{action}`"
            scope.error(Code.TWO_REQUIREMENTS, message, first.span, hint="give it a rule of its own")
        found.append(
            ir.Requirement(
                rule=scope.rule,
                action=action,
                ask=ask,
                when=when,
                lets=lets,
                condition=condition.node,
                text=as_written(first.condition),
                parts=tuple(_parts(scope.quiet(), first.condition, env)),
            )
        )
    return found


def _lets(scope: Scope, clause: s.ForAction, written: list[s.Require], env: Env) -> tuple[tuple[ir.Let, ...], Env]:
    """Return what a block binds, and the names bound then; report what else stands in it."""
    for extra in written[1:]:
        scope.error(
            Code.TWO_REQUIREMENTS,
            "a rule has one requirement for an action",
            extra.span,
            labels=[(written[0].span, "the first requirement")],
            hint=f"give the second a rule of its own, e.g. `rule {scope.rule}.second`",
        )
    lets: list[ir.Let] = []
    for line in clause.body:
        if isinstance(line, s.Let):
            bound, env = let(scope, line, env)
            lets.append(bound)
        elif not isinstance(line, s.Require):
            scope.error(
                Code.REQUIREMENT_WITH_EFFECTS,
                "a requirement and effects do not stand in one block",
                line.span,
                hint="begin a second `for` block for the effects",
            )
    return tuple(lets), env


def _parts(scope: Scope, node: s.Expr, env: Env) -> list[ir.Part]:
    """Return the operands of a condition whose values explain its outcome."""
    match node:
        case s.And() | s.Or():
            return [*_parts(scope, node.left, env), *_parts(scope, node.right, env)]
        case s.Not():
            return _parts(scope, node.of, env)
        case s.Grouped():
            return _parts(scope, node.inner, env)
        case s.Quantified() | s.Every():
            return _part(scope, node.of, env, None)
        case s.Compare():
            other = scope.infer(node.right, env).type
            return [
                *_part(scope, node.left, env, other),
                *_part(scope, node.right, env, scope.infer(node.left, env, other).type),
            ]
        case _:
            return []


def _part(scope: Scope, node: s.Expr, env: Env, expected: ir.Type | None) -> list[ir.Part]:
    if isinstance(node, s.Integer):
        return []
    found = scope.infer(node, env, expected)
    if found.type is None or isinstance(found.node, ir.Member | ir.Number):
        return []
    return [ir.Part(as_written(node), found.type, found.node)]


def check_circles(scope: Scope, requirements: Sequence[ir.Requirement], actions: Mapping[str, s.Action]) -> None:
    """Report actions whose legality depends on itself through `no legal`; `actions` are all actions as written."""
    needs: dict[str, set[str]] = {name: set() for name in actions}
    for requirement in requirements:
        needs[requirement.action] |= {n.action for n in ir.walk(requirement) if isinstance(n, ir.NoLegal)}
    for start in needs:
        seen: set[str] = set()
        waiting = list(needs[start])
        while waiting:
            action = waiting.pop()
            if action == start:
                message = f"whether `{start}` is legal depends on itself through `no legal`"
                here = [n for r in requirements if r.action == start for n in ir.walk(r) if isinstance(n, ir.NoLegal)]
                note = next((scope.notes[id(n)] for n in here if id(n) in scope.notes), None)
                labels = [(actions[start].name.span, "this action")] if note is not None else []
                place = note.span if note is not None else actions[start].name.span
                scope.error(Code.LEGAL_IN_A_CIRCLE, message, place, labels=labels)
                break
            if action not in seen:
                seen.add(action)
                waiting += needs.get(action, set())
