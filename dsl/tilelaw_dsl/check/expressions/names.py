"""What names mean: bound values, members, fields, declarations, calls of definitions, tables and variables.

A name is resolved by what it stands beside, in this order: a bound name; where a kind is expected, its members;
a field of the element (`it`) inside brackets and folds; a declaration; a member that only one kind has; a direction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import boards, expect, functions
from tilelaw_dsl.check.expressions.definitions import apply
from tilelaw_dsl.check.expressions.expect import Reported, stop_if_reported
from tilelaw_dsl.check.expressions.fields import field, whose
from tilelaw_dsl.check.expressions.foreign import meant_by, meant_by_call
from tilelaw_dsl.check.expressions.functions import FUNCTIONS
from tilelaw_dsl.check.expressions.scope import ERROR, Env, Scope, Typed
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead, respelt
from tilelaw_dsl.ir.geometry import DIRECTIONS, SQUARES
from tilelaw_dsl.source import Span


def name(scope: Scope, node: s.Name, env: Env, expected: ir.Type | None) -> Typed:
    """Return what a name means where it stands."""
    text = node.text
    if text in env.locals:
        if text != "it" and scope.world.has_field(env.it, text):
            return scope.error(
                Code.BOUND_OR_FIELD,
                f"`{text}` is bound here and is also a field of the element",
                node.span,
                hint=Edit(f"write `it.{text}` for the field, or give the bound value another name", f"it.{text}"),
            )
        return Typed(ir.Local(text), env.locals[text])
    wanted = types.element_of(expected)
    if isinstance(wanted, ir.ThingType):
        member = _member_of(scope, text, wanted)
        if member is not None:
            return member
    if env.it is not None and scope.world.has_field(env.it, text):
        return field(scope, Typed(ir.Local("it"), env.it), s.Word(text=text, span=node.span), node.span)
    declared = _declared(scope, text, node.span, env)
    if declared is not None:
        return declared
    kinds = scope.world.members_named(text)
    if len(kinds) == 1:
        return Typed(ir.Member(kinds[0], text), ir.ThingType(ir.Sort.KIND, kinds[0]))
    if kinds:
        shown = ", ".join(f"`{k}`" for k in kinds)
        return scope.error(
            Code.SEVERAL_MEMBERS,
            f"`{text}` is a member of several kinds: {shown}",
            node.span,
            hint="compare it with something of the kind you mean",
        )
    for shape in scope.world.shapes:
        direction = boards.named_direction(text, shape)
        if direction is not None:
            return direction
    return _unknown(scope, node, env, wanted)


def _member_of(scope: Scope, text: str, wanted: ir.ThingType) -> Typed | None:
    kind = scope.world.kinds.get(wanted.name)
    if wanted.sort is ir.Sort.KIND and kind is not None and any(m.name == text for m in kind.members):
        return Typed(ir.Member(wanted.name, text), replace(wanted, maybe=False))
    if wanted.sort is ir.Sort.DIRECTION:
        return boards.named_direction(text, wanted.name)
    return None


def _declared(scope: Scope, text: str, span: Span, env: Env) -> Typed | None:
    """Return what is declared under a name, or is the same in every ruleset."""
    world = scope.world
    built_in = _built_in(scope, text)
    if built_in is not None:
        return built_in
    if text in world.defines or text in scope.needs:
        return apply(scope, text, (), span, env)
    if text in world.tables:
        if world.tables[text].index is not None:
            hint = _with_index(text, (world.tables[text].index,), env)
            return scope.error(Code.NEEDS_BRACKETS, f"`{text}` is a table", span, hint=hint)
        # By its declared range, not its value: another layer may set it, and every rule still holds.
        return Typed(ir.Table(text, None), world.tables[text].type)
    if text in world.variables:
        if world.variables[text].indices:
            hint = _with_index(text, world.variables[text].indices, env)
            return scope.error(Code.NEEDS_BRACKETS, f"`{text}` has an index", span, hint=hint)
        return Typed(ir.Variable(text, ()), world.variables[text].type)
    if text in world.zones:
        return _zone(scope, text, None, span, env)
    if text in world.boards:
        return _board(scope, text, None, span, env)
    if text in world.kinds:
        type_ = ir.SetType(ir.ThingType(ir.Sort.KIND, text), len(world.kinds[text].members))
        return Typed(ir.Members(text), type_)
    return None


def _of_somebody(text: str, env: Env, otherwise: Hint) -> Hint:
    """Return the hint to write what belongs to a player with a player who is bound there."""
    somebody = [name for name, type_ in env.locals.items() if type_ == types.PLAYER]
    hint = otherwise
    for name in reversed(["you", *(name for name in somebody if name != "you")]):
        hint = instead(f"{text}({name})", otherwise=hint)
    return hint


def _with_index(text: str, indices: Sequence[ir.Type | None], env: Env) -> Hint:
    """Return the hint to write a name with what stands in its brackets."""
    shown = ", ".join(types.show(index) for index in indices)
    words = f"write `{text}(…)` with {shown} in its brackets"
    return _of_somebody(text, env, words) if list(indices) == [types.PLAYER] else words


def _built_in(scope: Scope, text: str) -> Typed | None:
    players = Typed(ir.Players(), ir.SetType(types.PLAYER, scope.world.players))
    match text:
        case "players":
            return players
        case "sides":
            if not scope.world.has_sides:
                return players
            return Typed(ir.Sides(), ir.SetType(types.SIDE, scope.world.side_count))
        case "true":
            return Typed(ir.Flag(True), types.FLAG)
        case "false":
            return Typed(ir.Flag(False), types.FLAG)
        case "none":
            return Typed(ir.Nothing(), types.NOTHING)
        case _:
            return None


def _zone(scope: Scope, text: str, owner: Typed | None, span: Span, env: Env) -> Typed:
    """Return the pieces of a zone."""
    zone = scope.world.zones[text]
    _check_owner(scope, text, zone.owner, owner, span, env)
    type_ = ir.BagType(zone.of, scope.world.pieces(zone))
    return Typed(ir.ZoneOf(text, owner.node if owner else None), type_)


def _board(scope: Scope, text: str, owner: Typed | None, span: Span, env: Env) -> Typed:
    """Return the cells of a board."""
    _check_owner(scope, text, scope.world.owner_of(text), owner, span, env)
    cell = ir.ThingType(ir.Sort.CELL, text)
    size = scope.world.size(cell)
    if owner is None:
        return Typed(ir.Cells(text, None), ir.SetType(cell, size))
    return Typed(ir.Cells(text, owner.node), ir.SetType(cell, size // scope.world.players))


def _check_owner(
    scope: Scope, text: str, wanted: ir.ThingType | None, owner: Typed | None, span: Span, env: Env
) -> None:
    """Report a board or zone of each player or member without its owner, and the only one with an owner."""
    if wanted is not None and owner is None:
        message = f"every {wanted.name or wanted.sort} has a `{text}`"
        words = f"write `{text}(…)`"
        example = _of_somebody(text, env, words) if wanted == types.PLAYER else words
        raise expect.failure(scope, Code.NEEDS_BRACKETS, message, span, hint=example)
    if wanted is None and owner is not None:
        raise expect.failure(scope, Code.NEEDS_NO_BRACKETS, f"there is only one `{text}`", span, hint=instead(text))


def _unknown(scope: Scope, node: s.Name, env: Env, wanted: ir.Type | None) -> Typed:
    text, world = node.text, scope.world
    if text in world.declared:
        return ERROR  # its declaration was reported
    if isinstance(wanted, ir.ThingType) and wanted.sort is ir.Sort.KIND and wanted.name in world.kinds:
        members = [str(m.name) for m in world.kinds[wanted.name].members]
        hint = respelt(text, [*members, *_known_names(scope, env)], f"there are {', '.join(members[:12])}")
        return scope.error(Code.UNKNOWN_NAME, f"no {wanted.name} is called `{text}`", node.span, hint=hint)
    if text in FUNCTIONS or text in world.relations:
        message = f"`{text}` needs something in brackets"
        return scope.error(Code.NEEDS_BRACKETS, message, node.span, hint=f"write `{text}(…)`")
    if text == "you":
        hint = _parameter_for(node) or (
            "use what the flow binds at a step, a parameter in a definition, `for p in players:` in an invariant"
        )
        return scope.error(Code.NOBODY_THERE, "nobody is asked here, so there is no `you`", node.span, hint=hint)
    if text == "it":
        return scope.error(Code.NOBODY_THERE, "there is no element here, so there is no `it`", node.span)
    otherwise: Hint = whose(world, text) if env.it is not None else ""
    if text in world.arguments and env.it is None:
        action = world.arguments[text]
        otherwise = (
            f"`{text}` belongs to the answer `{action}`: known under `for {action}`, and at steps in `on {action}`"
        )
        return scope.error(Code.UNKNOWN_NAME, f"nothing is called `{text}` here", node.span, hint=otherwise)
    if text in world.bound:
        otherwise = f"`{text}` is bound by a loop of the flow, and known only inside it"
        here = [f"`{name}`" for name in env.locals if name != "you"]
        otherwise += f"; here {', '.join(here)} {'is' if len(here) == 1 else 'are'}" if here else ""
        otherwise = _parameter_for(node) or otherwise
        otherwise = instead("you", otherwise=otherwise) if "you" in env.locals else otherwise
    hint = (
        meant_by(text)
        or _bound_later(node)
        or _other_direction(scope, text)
        or respelt(text, _known_names(scope, env), otherwise)
    )
    return scope.error(Code.UNKNOWN_NAME, f"nothing is called `{text}` here", node.span, hint=hint)


def _parameter_for(node: s.Name) -> str:
    """Return the hint to give the definition in which a player stands a parameter; nothing if it stands in none."""
    lines = node.span.source.text[: node.span.start].split("\n")
    margin = len(lines[-1]) - len(lines[-1].lstrip())
    for line in reversed(lines):
        indent = len(line) - len(line.lstrip())
        found = re.match(r" *(?:replace +)?define +(\w+)(?:\(([^)]*)\))?", line)
        if found is not None:
            name, more = found.groups()
            if node.text != "you":
                return f"a definition sees its parameters only: give `{name}` one for `{node.text}`"
            parameters, given = (f"{more}, p: player", "…, you") if more else ("p: player", "you")
            hint = f"a definition sees its parameters only: write `define {name}({parameters}) = …` with `p` for `you`"
            return f"{hint}, and `{name}({given})` where it is used"
        if indent < margin:
            return ""
        margin = indent
    return ""


def _other_direction(scope: Scope, text: str) -> str:
    """Return the hint for a direction of boards that are not there, or nothing."""
    shape = next((shape for shape, directions in DIRECTIONS.items() if text in directions), None)
    if shape is None:
        return ""
    there = [direction for other in scope.world.shapes for direction in DIRECTIONS[other]]
    are = f"here they are {', '.join(f'`{one}`' for one in there)}" if there else "here is no board"
    return f"`{text}` is a direction on a board of {'squares' if shape == SQUARES else 'hexagons'}; {are}"


def _bound_later(node: s.Name) -> str:
    """Return the hint for a name that is bound further on in the same lines, or nothing."""
    rest = node.span.source.text[node.span.end :].split("\n\n")[0]
    found = re.search(rf"\b(let|over|for|every|as|with|,) {node.text}( =| in\b)", rest)
    if found is None:
        return ""
    if found.group(1) == "with":
        return (
            f"`{node.text}` is bound by this loop, whose test does not see it: speak of all, as `some players[…]`, or "
            "let the loop end when what it binds is nothing"
        )
    words = "bind it first: its line stands above the one that uses it" if found.group(1) == "let" else "bind it first"
    return f"`{node.text}` is bound only further on, and what stands before does not see it; {words}"


def _known_names(scope: Scope, env: Env) -> list[str]:
    """Return every name that could stand in an expression here."""
    world = scope.world
    members = [m.name for kind in world.kinds.values() for m in kind.members if isinstance(m.name, str)]
    ways = [name for shape in world.shapes for name in DIRECTIONS[shape]]
    return [*env.locals, *world.kinds, *_callable_names(scope), *members, *ways, *world.field_names(env.it), "players"]


def _callable_names(scope: Scope) -> list[str]:
    """Return every name that could stand before brackets."""
    w = scope.world
    return [*w.defines, *w.tables, *w.variables, *w.zones, *w.boards, *w.relations, *FUNCTIONS]


def call(scope: Scope, node: s.Call, env: Env) -> Typed:
    """Return what a name with something in brackets means."""
    text, world = node.function.text, scope.world
    if text in env.locals:
        message = f"`{text}` is a value here, not a function"
        return scope.error(Code.NEEDS_NO_BRACKETS, message, node.function.span)
    if text in world.relations or text in FUNCTIONS:
        return functions.call(scope, node, env)
    if text in world.defines or text in scope.needs:
        return apply(scope, text, node.arguments, node.span, env)
    if text in world.tables:
        return _table(scope, node, env)
    if text in world.variables:
        return _variable(scope, node, env)
    if text in world.zones or text in world.boards:
        return _owned(scope, node, env)
    if text in world.kinds:
        return scope.error(Code.NEEDS_NO_BRACKETS, f"`{text}` is a kind; it has no index", node.function.span)
    if text in world.declared:
        return ERROR  # its declaration was reported
    hint = meant_by_call(node) or respelt(text, _callable_names(scope))
    return scope.error(Code.UNKNOWN_NAME, f"nothing is called `{text}`", node.function.span, hint=hint)


def _owned(scope: Scope, node: s.Call, env: Env) -> Typed:
    text = node.function.text
    wanted = scope.world.owner_of(text) or types.PLAYER
    if len(node.arguments) != 1:
        message = f"`{text}` takes one {wanted.name or wanted.sort}"
        return scope.error(Code.WRONG_ARGUMENTS, message, node.span)
    owner = expect.fitting(scope, node.arguments[0], env, wanted, f"the owner of `{text}`")
    stop_if_reported(owner)
    made = _zone if text in scope.world.zones else _board
    return made(scope, text, owner, node.span, env)


def _table(scope: Scope, node: s.Call, env: Env) -> Typed:
    table = scope.world.tables[node.function.text]
    if table.index is None or len(node.arguments) != 1:
        message = f"`{table.name}` takes {0 if table.index is None else 1} index"
        return scope.error(Code.WRONG_ARGUMENTS, message, node.span)
    index = scope.infer(node.arguments[0], env, table.index)
    surely = _surely_hits(scope, index, table.index, node.arguments[0].span)
    type_ = table.type if surely else types.or_blank(table.type)
    return Typed(ir.Table(table.name, index.node), type_)


def _variable(scope: Scope, node: s.Call, env: Env) -> Typed:
    variable = scope.world.variables[node.function.text]
    if len(node.arguments) != len(variable.indices):
        usage = f"`{variable.name}` has {len(variable.indices)} in its brackets, not {len(node.arguments)}"
        usage = usage if variable.indices else f"`{variable.name}` takes no brackets"
        words = (
            f"there is one `{variable.name}` for all; for one of each player declare `var {variable.name}(player): …`"
        )
        return scope.error(Code.WRONG_ARGUMENTS, usage, node.span, hint="" if variable.indices else words)
    nodes = []
    for argument, index in zip(node.arguments, variable.indices, strict=True):
        typed = scope.infer(argument, env, index)
        name = variable.name
        words = (
            f"with sides, scores are theirs: declare `var {name}(side): …`, and write `{name}(side(you))` in effects"
        )
        _surely_hits(scope, typed, index, argument.span, words if typed.type == types.SIDE else "")
        nodes.append(typed.node)
    return Typed(ir.Variable(variable.name, tuple(nodes)), variable.type)


def _surely_hits(scope: Scope, found: Typed, wanted: ir.Type, span: Span, hint: str = "") -> bool:
    """Say whether an index surely names a place; report one of the wrong type."""
    match found.type, wanted:
        case ir.NumberType(), ir.NumberType():
            if found.type.low <= wanted.high and found.type.high >= wanted.low:
                return wanted.low <= found.type.low and found.type.high <= wanted.high
            message = f"the index is {wanted.low}..{wanted.high}, this is never in it"
            raise expect.failure(scope, Code.OUT_OF_RANGE, message, span)
        case ir.ThingType(), ir.ThingType() if types.same_thing(found.type, wanted):
            return not found.type.maybe
        case _:
            expect.fit(scope, found, wanted, span, "the index", hint=hint)
            raise Reported
