"""From rules to IR: the actions that rules declare, with the arguments an answer gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.scope import Env, Scope, check_fresh
from tilelaw_dsl.check.flow import FlowMap
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, respelt
from tilelaw_dsl.layers.merged import Merged

MAX_ANSWERS = 5_000_000


@dataclass(frozen=True, slots=True)
class DeclaredAction:
    """An action as written, and the rule that declares it."""

    written: s.Action
    rule: str


def declared_actions(merged: Merged, report: Report) -> dict[str, DeclaredAction]:
    """Return the actions of all rules by name."""
    found: dict[str, DeclaredAction] = {}
    for rule in merged.rules.values():
        for clause in rule.clauses:
            if not isinstance(clause, s.Action):
                continue
            known = found.get(clause.name.text)
            if known is not None:
                report.add(
                    Code.DECLARED_TWICE,
                    f"action `{clause.name.text}` is declared already",
                    clause.name.span,
                    labels=[(known.written.name.span, "first here")],
                    rule=rule.id.text,
                )
            else:
                found[clause.name.text] = DeclaredAction(clause, rule.id.text)
    return found


def check_action(
    scope: Scope, written: s.Action, flow: FlowMap, declared: Mapping[str, DeclaredAction]
) -> tuple[ir.Action, dict[str, ir.Type | None]]:
    """Return an action and the types of its arguments, also of those that are wrong."""
    name = written.name.text
    if written.instead_of is not None and written.instead_of.text not in declared:
        other = written.instead_of
        hint = respelt(other.text, declared)
        scope.error(Code.UNKNOWN_NAME, f"no action is called `{other.text}`", other.span, hint=hint)
    if name not in flow.asks_of and name not in flow.meant:
        scope.error(
            Code.NEVER_ASKED,
            f"no ask takes action `{name}`",
            written.name.span,
            hint="add an ask to the flow, or say `instead of` an action that is asked",
        )
    env = Env({**flow.env_of(name).locals, "you": types.PLAYER}, asked=True)
    arguments: list[ir.Argument] = []
    answers = 1
    found: dict[str, ir.Type | None] = {}
    for one in written.arguments:
        if one.name.text in env.locals:
            scope.error(Code.BOUND_TWICE, f"`{one.name.text}` is bound already around this place", one.name.span)
        check_fresh(scope, one.name)
        domain = expect.set_(scope, one.domain, env)
        element = _single(scope, types.element_of(domain.type), one)
        found[one.name.text] = element
        env = env.bind(one.name.text, element)
        if element is not None and isinstance(domain.type, ir.SetType):
            answers *= max(1, domain.type.most)
            arguments.append(ir.Argument(one.name.text, element, domain.node, ()))
    if answers > MAX_ANSWERS:
        scope.error(
            Code.TOO_MANY_ANSWERS,
            f"`{name}` may have {answers} answers or more; at most {MAX_ANSWERS} can be looked through",
            written.name.span,
            hint="split the decision into two asks",
        )
    same = tuple(_swapped(scope, name, swap, found, env) for swap in written.same)
    return ir.Action(name, scope.rule, tuple(arguments), same), found


def _single(scope: Scope, element: ir.Type | None, argument: s.Argument) -> ir.Type | None:
    """Return the type of an argument; report one that no answer could give in one word."""
    if isinstance(element, ir.SetType) or (isinstance(element, ir.ThingType) and element.sort is ir.Sort.RECORD):
        scope.error(Code.NO_SINGLE_VALUE, "an argument is a single thing or a number", argument.domain.span)
        return None
    return element


def _swapped(
    scope: Scope, action: str, swap: s.SameSwapped, arguments: Mapping[str, ir.Type | None], env: Env
) -> ir.Swapped:
    for word in (swap.first, swap.second):
        if word.text not in arguments:
            hint = respelt(word.text, arguments)
            scope.error(Code.UNKNOWN_NAME, f"`{action}` has no argument `{word.text}`", word.span, hint=hint)
    when = expect.condition(scope, swap.when, env) if swap.when is not None else None
    one, other = arguments.get(swap.first.text), arguments.get(swap.second.text)
    if one is not None and other is not None and types.join(one, other) is None:
        message = f"only arguments of one sort can be swapped, this is {types.show(other)}"
        scope.error(Code.DIFFERENT_SORTS, message, swap.second.span, labels=[(swap.first.span, types.show(one))])
    # The smaller value stands in the earlier argument, whichever is named first here.
    names = [*arguments, swap.first.text, swap.second.text]
    first, second = sorted((swap.first.text, swap.second.text), key=names.index)
    return ir.Swapped(first, second, when.node if when else None)
