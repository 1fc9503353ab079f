"""Names that a layer does not know, and another layer declares: the one to stand on, if it is of the same game."""

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
    """Return an error about an unknown name with the hint which layer declares it, if one does."""
    if item.code not in UNKNOWN:
        return item
    layer = next((x for x in library.layers.values() if _holds(x, item.span)), None)
    if layer is None or not layer.on:
        return item
    if any(item.span.text in _declared(library.layers[name]) for name in library.under(layer.name.text)):
        return item  # it is there, though not as what it is taken for
    games = {base.split("/")[0] for base in library.below(layer.name.text)}
    under = {layer.name.text, *library.under(layer.name.text)}
    others = [
        other
        for name, other in library.layers.items()
        if name not in under
        and layer.name.text not in library.under(name)
        and item.span.text in _declared_with(library, name)
    ]
    hint: Hint = item.hint if item.edit is None else replace(item.edit, words=item.hint)
    near = [other for other in others if other.name.text.split("/")[0] in games]
    if near:
        return with_hint(item, _to_stand_on(library, layer, _best(library, layer, near), item.span.text, hint))
    if others:
        home = next(x for x in others if item.span.text in _declared(x)).name.text
        words = f"`{item.span.text}` is declared by `{home}`, which is another game: here there is none"
        return with_hint(item, _or_else(hint, words))
    return item


def _or_else(hint: Hint, words: str) -> Hint:
    """Return a hint with what to say if it has nothing to say, or none of its edits holds."""
    return replace(hint, otherwise=_or_else(hint.otherwise, words)) if isinstance(hint, Edit) else hint or words


def _best(library: Library, layer: s.Layer, others: list[s.Layer]) -> s.Layer:
    """Return the layer that has most of what a layer names and lacks; of several the lowest."""
    there = {name for below in library.under(layer.name.text) for name in _declared(library.layers[below])}
    words = {node.text for node in s.walk(layer) if isinstance(node, s.Word | s.Name)}
    lacking = words - there - _declared(layer)
    has = {other.name.text: len(lacking & _declared_with(library, other.name.text)) for other in others}
    best = [other for other in others if has[other.name.text] == max(has.values())]
    # The lowest is enough: whatever stands on it has the names as well.
    return next(x for x in best if not any(o.name.text in library.under(x.name.text) for o in best))


def _declared_with(library: Library, name: str) -> set[str]:
    """Return what a layer and those beneath it declare."""
    return {
        one
        for layer in (name, *library.under(name))
        if layer in library.layers
        for one in _declared(library.layers[layer])
    }


def _to_stand_on(library: Library, layer: s.Layer, other: s.Layer, name: str, otherwise: Hint) -> Hint:
    """Return the hint to stand on another layer too; what it stands on itself need not be named."""
    path = other.name.text
    has = "is declared by" if name in _declared(other) else "comes with"
    words = f"`{name}` {has} `{path}`, which this layer does not stand on"
    kept = [word.text for word in layer.on if word.text not in library.below(path)]
    modes = [x for x in kept if x in library.layers and library.layers[x].role is s.Role.MODE]
    if other.role is s.Role.MODE and modes:  # of two modes only one is played; the very name is more than one like it
        return words
    bases = ", ".join([*kept, path])
    place = layer.on[0].span.to(layer.on[-1].span)
    return Edit(f"{words}: write `on {bases}`", bases, place, otherwise=otherwise or words)


def _declared(layer: s.Layer) -> set[str]:
    """Return the names of all that a layer declares, also those of members, fields, actions and items of the flow."""
    replaced = {id(item.declaration) for item in layer.items if isinstance(item, s.Replace)}
    named = (s.KindsList, s.KindsData, s.RecordDecl, s.Param, s.Board, s.Zone, s.Mark, s.Var, s.Define)
    within = (s.FieldDecl, s.Step, s.Ask, s.Repeat, s.Each, s.Action)
    rules = {item.id.text for item in layer.items if isinstance(item, s.Rule)}
    members = {m.text for node in s.walk(layer) if isinstance(node, s.KindsList | s.AddMembers) for m in node.members}
    return (
        rules
        | members
        | {node.name.text for node in s.walk(layer) if isinstance(node, named + within) and id(node) not in replaced}
    )


def _holds(layer: s.Layer, span: Span) -> bool:
    return layer.span.source is span.source and layer.span.start <= span.start < layer.span.end
