"""Names that a layer does not know, and another layer of the same game declares: the one to stand on."""

from __future__ import annotations

from dataclasses import replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Diagnostic, Edit, Hint, with_hint
from tilelaw_dsl.layers.library import Library
from tilelaw_dsl.source import Span

UNKNOWN = frozenset(
    {
        Code.UNKNOWN_RULE,
        Code.UNKNOWN_DECLARATION,
        Code.UNKNOWN_ANCHOR,
        Code.UNKNOWN_NAME,
        Code.UNKNOWN_FIELD,
        Code.UNKNOWN_ACTION,
        Code.UNKNOWN_STEP,
    }
)
"""What is said of a name that is nowhere in a ruleset."""


def pointed(library: Library, item: Diagnostic) -> Diagnostic:
    """Return an error about an unknown name with the hint which layer declares it, if one of the same game does."""
    if item.code not in UNKNOWN:
        return item
    layer = next((x for x in library.layers.values() if _holds(x, item.span)), None)
    if layer is None or not layer.on:
        return item
    games = {base.split("/")[0] for base in library.below(layer.name.text)}
    under = {layer.name.text, *library.under(layer.name.text)}
    others = [
        other
        for name, other in library.layers.items()
        if name not in under
        and layer.name.text not in library.under(name)
        and name.split("/")[0] in games
        and item.span.text in _declared(other)
    ]
    # The lowest is enough: whatever stands on it has the name as well.
    lowest = [x for x in others if not any(o.name.text in library.under(x.name.text) for o in others)]
    hint: Hint = item.hint if item.edit is None else replace(item.edit, words=item.hint)
    return with_hint(item, _to_stand_on(library, layer, lowest[0], item.span.text, hint)) if lowest else item


def _to_stand_on(library: Library, layer: s.Layer, other: s.Layer, name: str, otherwise: Hint) -> Hint:
    """Return the hint to stand on another layer too; what it stands on itself need not be named."""
    path = other.name.text
    words = f"`{name}` is declared by `{path}`, which this layer does not stand on"
    kept = [word.text for word in layer.on if word.text not in library.below(path)]
    modes = [x for x in kept if x in library.layers and library.layers[x].role is s.Role.MODE]
    if other.role is s.Role.MODE and modes:  # of two modes only one is played
        return otherwise or words
    bases = ", ".join([*kept, path])
    place = layer.on[0].span.to(layer.on[-1].span)
    return Edit(f"{words}: write `on {bases}`", bases, place, otherwise=otherwise or words)


def _declared(layer: s.Layer) -> set[str]:
    """Return the names of all that a layer declares: rules, items of the flow, actions, fields and the rest."""
    replaced = {id(item.declaration) for item in layer.items if isinstance(item, s.Replace)}
    named = (s.KindsList, s.KindsData, s.RecordDecl, s.Param, s.Board, s.Zone, s.Mark, s.Var, s.Define)
    within = (s.FieldDecl, s.Step, s.Ask, s.Repeat, s.Each, s.Action)
    rules = {item.id.text for item in layer.items if isinstance(item, s.Rule)}
    return rules | {
        node.name.text for node in s.walk(layer) if isinstance(node, named + within) and id(node) not in replaced
    }


def _holds(layer: s.Layer, span: Span) -> bool:
    return layer.span.source is span.source and layer.span.start <= span.start < layer.span.end
