"""Errors and doubts in a layer that are the doing of a layer above it.

What a layer changes, those beneath see as well, and something there may then no longer fit. A layer is right by
itself when it is used; so an error in it is reported once, where the change is made, with a label at every place
that no longer fits. Which change is to blame is found by its names, through the definitions that mention them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Diagnostic, Label, Severity
from tilelaw_dsl.layers.merged import Change, Merged
from tilelaw_dsl.source import NOWHERE, Span

WORD = re.compile(r"[a-z][a-z0-9_]*")
ID = re.compile(r"[a-z][a-z0-9]*(?:[.-][a-z0-9]+)+")
MAX_LABELS = 5
TOLD = -1
"""The place of texts for readers, beneath all layers."""


def blamed(merged: Merged, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors of a ruleset, those of a layer beneath a change as errors of the change."""
    result: list[Diagnostic] = []
    fallen: dict[Change, list[Diagnostic]] = {}
    for item in found:
        change = _to_blame(merged, item) if item.severity is Severity.ERROR else None
        if change is None:
            result.append(item)
        else:
            fallen.setdefault(change, []).append(item)
    gone = {name for change in fallen for name in _gone(merged, change)}
    own = [item for item in result if item.severity is not Severity.ERROR or item.span.text not in gone]
    return [_at_the_change(merged, change, items) for change, items in fallen.items()] + own


def _gone(merged: Merged, change: Change) -> list[str]:
    """Return the actions and definitions that a rule had before it was replaced or removed, and nothing has now."""
    rule, removal = merged.rules.get(change.names[0]), merged.removed.get(change.names[0])
    if (rule is None or rule.id.span != change.span) and (removal is None or removal.span != change.span):
        return []
    clauses = [clause for rule in merged.rules.values() for clause in rule.clauses]
    there = {clause.name.text for clause in clauses if isinstance(clause, s.Action | s.Define)}
    return [name for name in change.names[1:] if name not in there | merged.declarations.keys()]


def doubted(merged: Merged, item: Diagnostic, layer: str) -> Diagnostic | None:
    """Return a doubt that is not there without a layer as a doubt about the change of it that led to it, if any did."""
    change = _to_blame(merged, item, layer)
    if change is None:
        return None
    message = f"after this change {item.message}"
    return replace(item, message=message, span=change.span, labels=(Label(item.span, "here"), *item.labels), rule="")


def _at_the_change(merged: Merged, change: Change, items: list[Diagnostic]) -> Diagnostic:
    places = "a place" if len(items) == 1 else f"{len(items)} places"
    fits = "fits" if len(items) == 1 else "fit"
    remedies = ", ".join(
        f"`{remedy}`" for remedy in dict.fromkeys(_remedy(merged, change, item) for item in items) if remedy
    )
    too = f"change what is used there as well{f' ({remedies})' if remedies else ''}"
    hint = f"{too}, or leave this as it was"
    if gone := _gone(merged, change):
        lost = ", ".join(f"`{name}`" for name in gone)
        hint = f"the rule declared {lost}, which went with it: "
        if change.names[0] in merged.removed:
            hint += f"write `replace rule {change.names[0]}` with what is to stay, or change what is used there as well"
        else:
            hint += (
                f"write `amend rule {change.names[0]}`, which keeps what it does not name, or declare that here again"
            )
    return Diagnostic(
        Code.NO_LONGER_FITS,
        f"{places} in the layers beneath no longer {fits} this `{change.names[0]}`",
        change.span,
        tuple(Label(item.span, f"used here: {item.message}") for item in items[:MAX_LABELS]),
        hint,
    )


def _remedy(merged: Merged, change: Change, item: Diagnostic) -> str:
    """Return the line that changes the place of an error in a layer beneath, as far as it can be told."""
    if item.rule:
        is_gone = item.code is Code.UNKNOWN_STEP and _acts_there_only(merged, item)
        return f"remove rule {item.rule} because …" if is_gone else f"amend rule {item.rule}"
    for param in (known for known in merged.declarations.values() if isinstance(known, s.Param)):
        values = param.values[0].span.to(param.values[-1].span)
        if values.holds(item.span):
            added = [f"{name}: …" for name in change.names if f"`{name}`" in item.message]
            is_short = item.code is Code.MISSING_CASE and added
            return f"set {param.name.text} = {', '.join([' '.join(values.text.split()), *added]) if is_short else '…'}"
    return ""


def _acts_there_only(merged: Merged, item: Diagnostic) -> bool:
    """Say whether a rule does nothing but at the step, or about the item of the flow, that an error is about."""
    rule = merged.rules.get(item.rule)
    clauses = [clause for clause in rule.clauses if not isinstance(clause, s.Define)] if rule is not None else []
    placed = [clause for clause in clauses if isinstance(clause, s.AtStep | s.Skip)]
    names = {(clause.step if isinstance(clause, s.AtStep) else clause.item).text for clause in placed}
    return len(placed) == len(clauses) and names == {item.span.text}


def _to_blame(merged: Merged, item: Diagnostic, layer: str = "") -> Change | None:
    """Return the change over the layer of an error that most likely led to it; of one layer only, if it is known."""
    home = _home(merged, item.span)
    if home is None:
        return None
    over = [change for change in merged.changes if merged.layers.index(change.layer) > home]
    over = [change for change in over if layer in ("", change.layer)]
    text = f"{item.span.text} {item.message}"
    words = {*WORD.findall(text), *ID.findall(text)}
    named = [change for change in over if words & set(change.names)]
    led_to = [change for change in over if words & _reached(merged, set(change.names))]
    likely = (named,) if home == TOLD else (named, led_to, over)
    return next((changes[-1] for changes in likely if changes), None)


def _home(merged: Merged, span: Span) -> int | None:
    """Return the place in the stack of the layer in which something is written; texts of other files stand beneath."""
    for place, layer in enumerate(merged.layers):
        written = merged.places[layer]
        if written.source is span.source and written.start <= span.start < written.end:
            return place
    sources = [NOWHERE.source, *(written.source for written in merged.places.values())]
    return None if any(span.source is known for known in sources) else TOLD


def _reached(merged: Merged, names: set[str]) -> set[str]:
    """Return names and those of all definitions that mention them, directly or not."""
    clauses = [clause for rule in merged.rules.values() for clause in rule.clauses]
    defines = [d for d in (*merged.declarations.values(), *clauses) if isinstance(d, s.Define)]
    mentioned = {d.name.text: set(WORD.findall(d.span.text)) for d in defines}
    while more := {name for name, words in mentioned.items() if words & names} - names:
        names = names | more
    return names
