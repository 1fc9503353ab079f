"""What a layer does to the flow of those beneath.

Several layers may insert at one place. There a layer's items stand nearer to the anchor than those of the layers
beneath it; siblings are ordered by their paths, unless one says `after` the other. `insertions` settles this before
any layer is applied, so that neither the order of additions nor that of files plays a part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, Report, respelt, there_are
from tilelaw_dsl.layers.applying import Applying
from tilelaw_dsl.layers.library import Library
from tilelaw_dsl.source import Span

Place: TypeAlias = tuple[s.Where, str]
"""A side of an item of the flow."""


@dataclass(frozen=True, slots=True)
class Insertion:
    """All that a layer inserts at one place."""

    layer: str
    place: Place
    inserts: tuple[s.Insert, ...]

    @property
    def span(self) -> Span:
        """Return where the layer names the place."""
        return self.inserts[0].anchor.span

    @property
    def items(self) -> tuple[s.FlowItem, ...]:
        """Return what is inserted, as written."""
        return tuple(item for insert in self.inserts for item in insert.items)

    def says_after(self, other: Insertion) -> bool:
        """Say whether this asks to come after what another layer inserts."""
        return other.layer in {word.text for insert in self.inserts for word in insert.after}


Insertions: TypeAlias = dict[Place, list[Insertion]]
"""What is inserted at each place, in the order of the flow."""


def insertions(library: Library, layers: Sequence[s.Layer], report: Report) -> Insertions:
    """Return what the layers of a stack insert, each place in its order."""
    found: Insertions = {}
    for layer in layers:
        inserts = [item for item in layer.items if isinstance(item, s.Insert)]
        for place in dict.fromkeys((insert.where, insert.anchor.text) for insert in inserts):
            here = tuple(insert for insert in inserts if (insert.where, insert.anchor.text) == place)
            found.setdefault(place, []).append(Insertion(layer.name.text, place, here))
    return {place: _ordered(library, here, report) for place, here in found.items()}


def _ordered(library: Library, here: list[Insertion], report: Report) -> list[Insertion]:
    result: list[Insertion] = []
    waiting = sorted(here, key=lambda insertion: insertion.layer)
    while waiting:
        asked = [x for x in waiting if not any(x.says_after(y) for y in waiting if y is not x)]
        if not asked:
            message = f"what is inserted at `{waiting[0].place[1]}` would have to come after itself"
            labels = [(x.span, f"`{x.layer}` inserts here") for x in waiting[1:]]
            report.add(Code.SIBLINGS_CLASH, message, waiting[0].span, labels=labels, hint="leave out one `after`")
        near = [x for x in asked if not any(_is_nearer(library, y, x) for y in waiting if y is not x)]
        chosen = [*near, *asked, *waiting][0]
        result.append(chosen)
        waiting.remove(chosen)
    return result


def _is_nearer(library: Library, one: Insertion, other: Insertion) -> bool:
    """Say whether one insertion comes before another because of how their layers stand, unless they say otherwise."""
    if one.says_after(other):
        return False
    upper, lower = (one, other) if one.place[0] is s.Where.AFTER else (other, one)
    return lower.layer in library.under(upper.layer)


def begin_flow(applying: Applying, item: s.Flow) -> None:
    """Take a flow, unless there is one."""
    if applying.merged.flow:
        hint = "use `insert`, `replace step`"
        applying.report.add(Code.SECOND_FLOW, "the layers below have a flow already", item.span, hint=hint)
        return
    applying.touch("the flow", item.span)
    applying.merged.flow = item.items


def insert_all(applying: Applying, inserted: Insertions) -> None:
    """Make the insertions of a layer."""
    for here in inserted.values():
        for number, insertion in enumerate(here):
            if insertion.layer == applying.name:
                _insert(applying, insertion, here[:number], here[number + 1 :])


def _insert(applying: Applying, new: Insertion, earlier: list[Insertion], later: list[Insertion]) -> None:
    where, anchor = new.place
    if anchor not in flow_names(applying.merged.flow):
        if (at := applying.touched.get(_at(anchor))) is None or not applying.is_sibling(at[0]):
            _report_anchor(applying, new.inserts[0].anchor)
        return
    names = set(flow_names(applying.merged.flow))
    if where is s.Where.AFTER:
        before = [x.items[-1].name.text for x in earlier]
        beside = next((name for name in reversed(before) if name in names), anchor)
    else:
        behind = [x.items[0].name.text for x in later]
        beside = next((name for name in behind if name in names), anchor)
    applying.merged.flow = _edited(
        applying.merged.flow,
        beside,
        lambda old: (old, *new.items) if where is s.Where.AFTER else (*new.items, old),
    )


def replace_step(applying: Applying, name: s.Word, items: tuple[s.FlowItem, ...], inserted: Insertions) -> None:
    """Put items, perhaps none, in the place of an item of the flow. What stood there is no place for siblings."""
    nodes = (node for item in applying.merged.flow for node in s.walk(item))
    old = next((node for node in nodes if isinstance(node, s.FlowItem) and node.name.text == name.text), None)
    if old is None:
        _report_anchor(applying, name)
        return
    if items == (old,):
        applying.warn_same(f"the flow at `{name.text}`", name.span)
    for lost in flow_names((old,)):
        applying.touch(_at(lost), name.span)
        for other in (x for where in s.Where for x in inserted.get((where, lost), [])):
            if applying.is_sibling(other.layer) and applying.name not in applying.library.under(other.layer):
                applying.report_clash((other.layer, other.span), _at(lost), name.span)
    applying.change(name.span, name.text, *flow_names((old,)))
    applying.merged.flow = _edited(applying.merged.flow, name.text, lambda _: items)


def _at(name: str) -> str:
    return f"the flow at `{name}`"


def _report_anchor(applying: Applying, name: s.Word) -> None:
    names = flow_names(applying.merged.flow)
    applying.report.add(
        Code.UNKNOWN_ANCHOR,
        f"nothing in the flow below is called `{name.text}`",
        name.span,
        hint=_asked_for(applying, name)
        or _of_rule(applying, name)
        or respelt(name.text, names, there_are("items of the flow", name.text, names)),
    )


def _asked_for(applying: Applying, name: s.Word) -> Hint:
    """Return the hint for an action that was taken for an item of the flow: to name the ask that it answers."""
    clauses = [clause for rule in applying.merged.rules.values() for clause in rule.clauses]
    action = next((c for c in clauses if isinstance(c, s.Action) and c.name.text == name.text), None)
    if action is None:
        return ""
    ask = action.instead_of.text if action.instead_of is not None else ""
    words = f"`{name.text}` is an action, no item of the flow"
    if ask not in flow_names(applying.merged.flow):
        return f"{words}: name the ask that it answers"
    return Edit(f"{words}; it answers the ask `{ask}`", ask, otherwise=words)


def _of_rule(applying: Applying, name: s.Word) -> str:
    """Return the hint for a rule that was taken for an item of the flow: to name one near to where it holds."""
    rule = applying.merged.rules.get(name.text)
    if rule is None:
        return ""
    nodes = [node for item in applying.merged.flow for node in s.walk(item) if isinstance(node, s.FlowItem)]
    answers = {word.text for clause in rule.clauses if isinstance(clause, s.ForAction) for word in clause.actions}
    steps = {clause.step.text for clause in rule.clauses if isinstance(clause, s.AtStep)}
    names = [node.name.text for node in nodes]
    asked = [{(node.action or node.name).text} if isinstance(node, s.Ask) else set() for node in nodes]
    at = [place for place, each in enumerate(names) if each in steps or asked[place] & answers]
    near = dict.fromkeys(each for place in at for each in names[max(0, place - 1) : place + 2])
    items = ", ".join(f"`{each}`" for each in list(near or dict.fromkeys(names))[:6])
    return f"`{name.text}` is a rule; items of the flow {'near to it ' if near else ''}are {items}"


def flow_names(items: tuple[s.FlowItem, ...]) -> list[str]:
    """Return the names of all items of a flow."""
    return [node.name.text for item in items for node in s.walk(item) if isinstance(node, s.FlowItem)]


def _edited(
    items: tuple[s.FlowItem, ...], name: str, change: Callable[[s.FlowItem], tuple[s.FlowItem, ...]]
) -> tuple[s.FlowItem, ...]:
    """Return items of a flow with the one that has a name changed, wherever it stands."""
    result: list[s.FlowItem] = []
    for item in items:
        if item.name.text == name:
            result.extend(change(item))
            continue
        match item:
            case s.Ask():
                branches = (replace(x, items=_edited(x.items, name, change)) for x in item.branches)
                result.append(replace(item, branches=tuple(branches)))
            case s.Repeat() | s.Each():
                result.append(replace(item, items=_edited(item.items, name, change)))
            case s.Step():
                result.append(item)
    return tuple(result)
