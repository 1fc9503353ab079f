"""Definitions: what each takes and gives, typed once, in an order in which none waits for itself; and their calls."""

from __future__ import annotations

from dataclasses import replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.scope import ERROR, Env, Scope, Signature, Typed
from tilelaw_dsl.check.world import World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Hint, instead
from tilelaw_dsl.source import Span


def type_definitions(scope: Scope) -> None:
    """Type all definitions, each after those that it mentions, so that long chains of them cost no depth."""
    world = scope.world
    begun: set[str] = set()
    for start in world.defines:
        waiting = [(start, _mentioned(world, start))] if start not in begun else []
        begun.add(start)
        while waiting:
            name, mentioned = waiting[-1]
            following = next((m for m in mentioned if m not in begun), None)
            if following is None:
                waiting.pop()
                signature(scope, name, world.defines[name].name.span)
            else:
                begun.add(following)
                waiting.append((following, _mentioned(world, following)))


def signature(scope: Scope, name: str, span: Span) -> Signature | None:
    """Return what a definition takes and gives; report one that is defined by itself."""
    if name in scope.signatures:
        return scope.signatures[name]
    if name in scope.in_progress:
        circle = " -> ".join([*scope.in_progress[scope.in_progress.index(name) :], name])
        scope.error(
            Code.DEFINED_BY_ITSELF,
            f"`{name}` is defined by itself: {circle}",
            span,
            hint="definitions cannot recur; use `around(S, n)` or a fold",
        )
        return None
    if len(scope.in_progress) > 1 and (found := _circle(scope.world, name)):
        # Definitions are typed in order, so this one waits for itself; going on would only cost depth.
        scope.error(Code.DEFINED_BY_ITSELF, f"`{name}` is defined by itself: {' -> '.join(found)}", span)
        return None
    define = scope.world.defines.get(name)
    if define is None:
        need = scope.needs[name]
        return Signature(_parameters(scope, need.parameters), scope.type_of(need.type), ir.Nothing())
    inside = replace(scope, rule=scope.homes.get(name, ""), in_progress=(*scope.in_progress, name))
    scope.signatures[name] = made = _signature(inside, define)
    return made


def _signature(scope: Scope, define: s.Define) -> Signature:
    name = define.name.text
    parameters = _parameters(scope, define.parameters)
    env = Env({**{p.name.text: None for p in define.parameters}, **{p.name: p.type for p in parameters}})
    wanted = scope.type_of(define.type) if define.type else None
    if wanted is None and name in scope.needs:
        wanted = scope.type_of(scope.needs[name].type)
    body = scope.infer(define.body, env, wanted)
    if wanted is not None:
        at = define.type.span if define.type else None
        body = expect.fit(scope, body, wanted, define.body.span, f"`{name}`", at)
        if body.type is not None and not isinstance(wanted, ir.NumberType):
            body = replace(body, type=types.join(body.type, wanted) or body.type)
    if len(parameters) < len(define.parameters):
        body = ERROR  # a parameter was reported
    return Signature(parameters, body.type, body.node)


def _parameters(scope: Scope, written: tuple[s.TypedName, ...]) -> tuple[ir.ParameterDecl, ...]:
    result: dict[str, ir.ParameterDecl] = {}
    for one in written:
        if one.name.text in result:
            first = next(p.name.span for p in written if p.name.text == one.name.text)
            message = f"parameter `{one.name.text}` is declared already"
            scope.error(Code.DECLARED_TWICE, message, one.name.span, labels=[(first, "first here")])
        type_ = scope.type_of(one.type)
        if type_ is not None:
            result[one.name.text] = ir.ParameterDecl(one.name.text, type_)
    return tuple(result.values())


def _usage(name: str, of: Signature, arguments: tuple[s.Expr, ...]) -> Hint:
    """Return how a definition is called."""
    if not of.parameters:
        return instead(name)
    shown = ", ".join(f"{parameter.name}: {types.show(parameter.type)}" for parameter in of.parameters)
    words = f"it is used as `{name}({', '.join(parameter.name for parameter in of.parameters)})`, where {shown}"
    is_player = not arguments and [parameter.type for parameter in of.parameters] == [types.PLAYER]
    return instead(f"{name}(you)", otherwise=words) if is_player else words


def apply(scope: Scope, name: str, arguments: tuple[s.Expr, ...], span: Span, env: Env) -> Typed:
    """Return the call of a definition."""
    of = signature(scope, name, span)
    if of is None or of.type is None:
        return ERROR
    if len(arguments) != len(of.parameters):
        many = f"{len(of.parameters)} argument{'s' * (len(of.parameters) != 1)}"
        message = f"`{name}` takes {many}, not {len(arguments)}"
        return scope.error(Code.WRONG_ARGUMENTS, message, span, hint=_usage(name, of, arguments))
    nodes, blank = [], False
    for argument, parameter in zip(arguments, of.parameters, strict=True):
        typed = expect.fitting(scope, argument, env, parameter.type, f"`{parameter.name}` of `{name}`")
        if typed.type is None:
            return ERROR
        blank = blank or (types.is_maybe(typed.type) and not types.is_maybe(parameter.type))
        nodes.append(typed.node)
    return Typed(ir.Call(name, tuple(nodes)), types.or_blank(of.type) if blank else of.type)


def _mentioned(world: World, name: str) -> list[str]:
    """Return the definitions that a definition seems to use, judged by names alone."""
    define = world.defines.get(name)
    if define is None:
        return []
    bound = {p.name.text for p in define.parameters}
    words = [
        node.text if isinstance(node, s.Name) else node.function.text
        for node in s.walk(define.body)
        if isinstance(node, s.Name | s.Call)
    ]
    return [w for w in dict.fromkeys(words) if w in world.defines and w not in bound]


def _circle(world: World, name: str) -> list[str]:
    """Return the definitions from one to those it mentions and back to itself, if they lead there."""
    paths = [[name]]
    seen: set[str] = set()
    while paths:
        path = paths.pop(0)
        for following in _mentioned(world, path[-1]):
            if following == name:
                return [*path, name] if len(path) < 8 else [*path[:4], "…", name]
            if following not in seen:
                seen.add(following)
                paths.append([*path, following])
    return []
