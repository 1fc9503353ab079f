"""Parameters, and where the pieces and values of a position are kept: zones, marks and variables."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias, assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.data import constant, param_values
from tilelaw_dsl.check.declare.draft import Draft
from tilelaw_dsl.check.declare.kinds import check_has_blank, type_of
from tilelaw_dsl.check.types import PLAYER
from tilelaw_dsl.check.world import MAX_CELLS, MAX_MEMBERS
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import respelt
from tilelaw_dsl.ir.geometry import DIRECTIONS
from tilelaw_dsl.source import Span

Starts: TypeAlias = tuple[tuple[str | int, int], ...]
"""How many pieces of each sort a zone starts with."""


def declare_param(draft: Draft, item: s.Param) -> None:
    """Declare a parameter: one value, or a table of them."""
    type_ = type_of(draft, item.type)
    index = type_of(draft, item.index) if item.index else None
    if type_ is None or (item.index and index is None):
        return
    keys: list[str | int] | None = [""]
    if item.index is not None:
        keys = _index_values(draft, index, item.index.span)
    values = param_values(draft, item, keys, type_) if keys is not None else None
    if values is not None:
        draft.world.tables[item.name.text] = ir.TableDecl(item.name.text, type_, index, values)


def _index_values(draft: Draft, index: ir.Type | None, span: Span) -> list[str | int] | None:
    match index:
        case ir.NumberType() if index.high - index.low < MAX_MEMBERS:
            return list(range(index.low, index.high + 1))
        case ir.ThingType(sort=ir.Sort.KIND, maybe=False):
            return [m.name for m in draft.world.kinds[index.name].members]
        case ir.ThingType(sort=ir.Sort.DIRECTION, maybe=False):
            return list(DIRECTIONS[index.name])
        case ir.ThingType(sort=ir.Sort.PLAYER):
            return list(range(draft.world.players))
        case _:
            message = "a table is indexed by a kind, by players, by directions or by a range of numbers"
            draft.report.add(Code.BAD_INDEX, message, span)
            return None


def declare_zone(draft: Draft, item: s.Zone) -> None:
    """Declare a zone; the asks during which somebody sees it are added when the flow is known."""
    name = item.name.text
    kind = _things(draft, item.kind)
    owner = _things(draft, item.owner) if item.owner else None
    if kind is None or (item.owner and owner is None):
        return
    starts: Starts = ()
    seen = ir.Viewers.ALL
    for option in item.options:
        match option:
            case s.StartsAll() | s.StartsEach():
                starts = _starts(draft, option, kind, starts)
                if item.owner and isinstance(option, s.StartsAll):
                    message = f"every {item.owner.text} has a `{name}`, and all pieces lie in only one zone"
                    hint = "deal pieces to it at a step of the setup, or start with a number of each"
                    draft.report.add(Code.OWNED_START, message, item.name.span, hint=hint)
                    starts = ()
            case s.SeenBy():
                seen = option.viewers
                message, cure = f"zone `{name}` belongs to no player", f"write `zone {name} of player`"
                _check_seen(draft, option, owner, message, cure)
            case s.SeenWhile():
                pass  # its condition is checked with the flow
            case _:
                assert_never(option)
    order = item.order
    if item.by is not None:
        _check_sortable(draft, item.by, order, kind)
    draft.world.zones[name] = ir.ZoneDecl(
        name=name,
        owner=owner,
        written=item.written.text if item.written else name,
        order=order,
        of=kind,
        by=item.by.text if item.by else "",
        starts=starts,
        seen_by=seen,
        glimpses=(),
    )


def _check_seen(draft: Draft, seen: s.SeenBy, owner: ir.Type | None, message: str, cure: str) -> None:
    """Report what is seen by its owner or a team but belongs to no player."""
    if seen.viewers in (ir.Viewers.OWNER, ir.Viewers.TEAM) and owner != PLAYER:
        hint = f"{cure}, or `seen by all` or `seen by nobody`"
        draft.report.add(Code.SEEN_BY_NO_OWNER, message, seen.span, hint=hint)


def _things(draft: Draft, name: s.Word) -> ir.ThingType | None:
    """Return the type of a zone's pieces or owners: players, or a kind."""
    if name.text == "player":
        return PLAYER
    return ir.ThingType(ir.Sort.KIND, name.text) if _is_kind(draft, name) else None


def _is_kind(draft: Draft, name: s.Word) -> bool:
    """Say whether a word names a kind; report it otherwise."""
    if name.text in draft.world.kinds:
        return True
    hint = respelt(name.text, draft.world.kinds)
    draft.report.add(Code.UNKNOWN_TYPE, f"no kind is called `{name.text}`", name.span, hint=hint)
    return False


def _starts(draft: Draft, option: s.StartsAll | s.StartsEach, kind: ir.ThingType, before: Starts) -> Starts:
    pieces: Starts
    if kind.sort is ir.Sort.PLAYER:
        pieces = tuple((player, 1) for player in range(draft.world.players))
    else:
        pieces = tuple((m.name, m.copies) for m in draft.world.kinds[kind.name].members)
    if isinstance(option, s.StartsAll):
        return pieces
    number = constant(draft, option.count, ir.NumberType(0, 1_000))
    if not isinstance(number, int):
        return before
    return tuple((key, number) for key, _ in pieces if number)


def _check_sortable(draft: Draft, by: s.Word, order: ir.Order, kind: ir.ThingType) -> None:
    """Report a zone sorted by what its pieces do not have, or one that is no row."""
    known = [f.name for f in draft.world.kinds[kind.name].fields] if kind.sort is ir.Sort.KIND else []
    if order is not ir.Order.ROW or by.text not in known:
        near = respelt(by.text, known) if order is ir.Order.ROW else ""
        draft.report.add(
            Code.NOT_SORTABLE,
            f"a zone cannot be sorted by `{by.text}`",
            by.span,
            hint=near or "only a row is sorted, by a field of its pieces",
        )


def declare_mark(draft: Draft, item: s.Mark) -> None:
    """Declare a value that is kept with every piece of a kind."""
    name = item.name.text
    type_ = type_of(draft, item.type)
    if not _is_kind(draft, item.kind):
        return
    kind = draft.world.kinds[item.kind.text]
    if any(m.copies != 1 for m in kind.members) or _has_copies_in_play(draft, kind.name):
        draft.report.add(
            Code.MARKED_COPIES,
            f"pieces of `{kind.name}` cannot be told apart, so they cannot be marked",
            item.kind.span,
            hint="only kinds with one piece of each can be marked",
        )
    if name in [f.name for f in kind.fields]:
        draft.report.add(Code.DECLARED_TWICE, f"`{name}` is a field of `{kind.name}` already", item.name.span)
    if type_ is not None:
        check_has_blank(draft, type_, item.type)
        draft.world.marks[name] = ir.MarkDecl(name, kind.name, type_)


def _has_copies_in_play(draft: Draft, kind: str) -> bool:
    """Say whether zones start with more than one piece of some member, all of them together."""
    world = draft.world
    zones = [zone for zone in world.zones.values() if zone.of == ir.ThingType(ir.Sort.KIND, kind)]
    pieces: Counter[str | int] = Counter()
    for zone in zones:
        for name, number in zone.starts:
            pieces[name] += number * (world.size(zone.owner) if zone.owner is not None else 1)
    return any(number > 1 for number in pieces.values())


def declare_variable(draft: Draft, item: s.Var) -> None:
    """Declare a variable, or one for each value of its indices."""
    indices = [type_of(draft, t) for t in item.indices]
    type_ = type_of(draft, item.type)
    for index, node in zip(indices, item.indices, strict=True):
        is_set = isinstance(index, ir.FlagType | ir.SetType)
        if index is not None and (is_set or draft.world.size(index) > MAX_CELLS):
            message = "a variable is indexed by kinds, players, cells or small ranges"
            draft.report.add(Code.BAD_INDEX, message, node.span)
    known = tuple(i for i in indices if i is not None)
    if type_ is None or len(known) < len(indices):
        return
    check_has_blank(draft, type_, item.type)
    name, seen = item.name.text, ir.Viewers.ALL
    if item.seen is not None:
        seen = item.seen.viewers
        owner = known[0] if known else None
        _check_seen(draft, item.seen, owner, f"the first index of `{name}` is no player", "write `player` first")
    draft.world.variables[name] = ir.VariableDecl(name, known, type_, seen)
