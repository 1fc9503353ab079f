"""Which names the layers of a library use, and what a file declares that none of them does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Report, Severity
from tilelaw_dsl.layers.library import Library
from tilelaw_dsl.source import Span

DECLARED = (s.Define, s.Param, s.Var, s.Mark, s.Zone, s.KindsList, s.RecordDecl)


def doubt_unused(library: Library, file: s.File, report: Report) -> None:
    """Warn of what a file declares and no text uses; what fills a need or changes a rule is used."""
    for layer in file.layers:
        _doubt_empty(layer, report)
        _doubt_plain(library, layer, report)
        together = _together(library, layer.name.text)
        used = {used for name in together for used in _mentioned(library.layers[name])}
        replaced = {item.declaration.name.text for item in layer.items if isinstance(item, s.Replace)}
        amended = replaced | {
            x.name.text
            for item in layer.items
            if isinstance(item, s.AmendRule | s.ReplaceRule)
            for x in item.lines
            if isinstance(x, s.Define)
        }
        declared = [node for node in s.walk(layer) if isinstance(node, DECLARED)]
        idle = [node for node in declared if node.name.text not in used | amended]
        told = _told_with(library, together) if idle else set()  # asked last: all texts are read for it
        for node in (node for node in idle if node.name.text not in told):
            message, hint = f"`{node.name.text}` is declared but never used", "use it or leave it out"
            report.add(Code.UNUSED, message, node.name.span, hint=hint, severity=Severity.WARNING)


def _doubt_empty(layer: s.Layer, report: Report) -> None:
    """Warn of an option that has nothing but a name."""
    changes = [item for item in layer.items if not isinstance(item, s.Title | s.House)]
    if layer.role is s.Role.OPTION and len(layer.on) < 2 and not changes:
        message = f"`{layer.name.text}` changes nothing"
        report.add(Code.NO_EFFECT, message, layer.name.span, severity=Severity.WARNING)


def _doubt_plain(library: Library, layer: s.Layer, report: Report) -> None:
    """Warn of a plain layer on others that is part of no game, because nothing stands on it."""
    name = layer.name.text
    is_open = any(isinstance(item, s.NeedsDefine | s.NeedsKinds) for item in layer.items)
    if layer.role is not s.Role.LAYER or not layer.on or layer.counts or is_open or report.has_errors:
        return
    if not any(name in library.under(other) for other in library.layers):
        message = f"nothing stands on `{name}`, and a plain layer is never named alone: nobody can play it"
        word = Span(layer.span.source, layer.span.start, layer.span.start + len("layer"))
        hint = Edit(f"write `option {name}`", "option", word)
        report.add(Code.NEVER_PLAYED, message, layer.name.span, hint=hint, severity=Severity.WARNING)


def named_in(layers: Iterable[s.Layer]) -> dict[str, set[Span]]:
    """Return every word that layers use as a name, with the places where it stands."""
    found: dict[str, set[Span]] = {}
    for node in (node for layer in layers for node in s.walk(layer)):
        if isinstance(node, s.Word | s.Name):
            found.setdefault(node.text, set()).add(node.span)
    return found


def _together(library: Library, layer: str) -> set[str]:
    """Return the layers with which a layer takes part: itself, what stands on it, and what those stand on.

    The same word in another game is another name.
    """
    over = [layer, *(name for name in library.layers if layer in library.under(name))]
    return {*over, *(name for top in over for name in library.under(top))} & library.layers.keys()


def _told_with(library: Library, layers: set[str]) -> set[str]:
    """Return every name that readers of some layers are told."""
    blocks = (block for texts in library.texts for block in texts.blocks if block.layer.text in layers)
    return {name for block in blocks for name in _mentioned(block)}


def _mentioned(node: s.Node) -> Iterator[str]:
    """Yield every name that a text uses, as opposed to declares."""
    for part in s.walk(node):
        match part:
            case s.Name():
                yield part.text
            case s.Call():
                yield part.function.text
            case s.Field():
                yield part.field.text
            case s.NamedType():
                yield part.name.text
                if part.board is not None:
                    yield part.board.text
            case s.Zone():
                yield from (part.kind.text, part.owner.text if part.owner else "")
            case s.Mark():
                yield part.kind.text
            case s.NeedsDefine() | s.NeedsKinds() | s.SetParam():
                yield part.name.text
            case s.AddMembers() | s.AddTable():
                yield part.kind.text
            case s.ReplaceField():
                yield part.of.text
            case s.Title() | s.TextLine():
                yield from (piece.split("(")[0] for piece in part.text.replace("}", "{").split("{")[1::2])
            case _:
                pass
