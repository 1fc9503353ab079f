"""What a layer does to the flow of those beneath."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.layers.applying import Applying


def begin_flow(applying: Applying, item: s.Flow) -> None:
    """Take a flow, unless there is one."""
    if applying.merged.flow:
        hint = "use `insert`, `replace step`"
        applying.report.add(Code.SECOND_FLOW, "the layers below have a flow already", item.span, hint=hint)
        return
    applying.touch("the flow", item.span)
    applying.merged.flow = item.items


def insert_all(applying: Applying, inserts: list[s.Insert]) -> None:
    """Insert items; later insertions at one place come later: those after an anchor are made from the last."""
    for insert in reversed([i for i in inserts if i.where is s.Where.AFTER]):
        edit_flow(applying, insert.anchor, insert.items, keep=insert.where)
    for insert in [i for i in inserts if i.where is s.Where.BEFORE]:
        edit_flow(applying, insert.anchor, insert.items, keep=insert.where)


def edit_flow(applying: Applying, name: s.Word, items: tuple[s.FlowItem, ...], *, keep: s.Where | None) -> None:
    """Put items in the place of a flow item, or beside it, on the side that `keep` says."""

    def change(old: s.FlowItem) -> tuple[s.FlowItem, ...]:
        match keep:
            case None:
                return items
            case s.Where.AFTER:
                return (old, *items)
            case s.Where.BEFORE:
                return (*items, old)

    flow, found = _edited(applying.merged.flow, name.text, change)
    if not found:
        applying.report.add(
            Code.UNKNOWN_ANCHOR,
            f"nothing in the flow below is called `{name.text}`",
            name.span,
            hint=nearest(name.text, flow_names(applying.merged.flow)),
        )
        return
    applying.touch(f"the flow {keep or 'at'} `{name.text}`", name.span)
    applying.merged.flow = flow


def flow_names(items: tuple[s.FlowItem, ...]) -> list[str]:
    """Return the names of all items of a flow."""
    return [n.name.text for item in items for n in s.walk(item) if isinstance(n, s.Step | s.Ask | s.Repeat | s.Each)]


def _edited(
    items: tuple[s.FlowItem, ...], name: str, change: Callable[[s.FlowItem], tuple[s.FlowItem, ...]]
) -> tuple[tuple[s.FlowItem, ...], bool]:
    result: list[s.FlowItem] = []
    found = False
    for item in items:
        if item.name.text == name:
            result.extend(change(item))
            found = True
            continue
        new = item
        match item:
            case s.Ask():
                branches = []
                for branch in item.branches:
                    inner, here = _edited(branch.items, name, change)
                    found = found or here
                    branches.append(replace(branch, items=inner))
                new = replace(item, branches=tuple(branches))
            case s.Repeat() | s.Each():
                inner, here = _edited(item.items, name, change)
                found = found or here
                new = replace(item, items=inner)
            case s.Step():
                pass
        result.append(new)
    return tuple(result), found
