"""Everything that can be said about a rules file: its syntax, its layers, its types, what it declares in vain.

A layer is checked as its users meet it: together with all it stands on, for every number of players. A layer
that needs something from above is checked inside the smallest rulesets that supply it. Texts are checked in the
rulesets of the layers they are for; a language that gives a layer its aim is expected to tell the rest as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Diagnostic, Report, Severity, nearest
from tilelaw_dsl.edits import tried
from tilelaw_dsl.files import is_same_file
from tilelaw_dsl.layers.merged import Merged
from tilelaw_dsl.layers.texts import labels_of
from tilelaw_dsl.rendering import ORIGINAL, State, check_renderings, renderings
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.source import Source
from tilelaw_dsl.telling import begun, labelled_in, untold, written

CheckLooks: TypeAlias = Callable[[tuple[Source, ...], Report], None]
"""Reports what is wrong with the looks of a ruleset, which stand from the bottom up."""


def lint(book: Rulebook, path: Path, check_looks: CheckLooks = lambda _looks, _report: None) -> list[Diagnostic]:
    """Return everything wrong with one rules file, in order of place; who draws says how looks are checked."""
    return tried(book, found_in(book, path, check_looks), lambda other: found_in(other, path, check_looks))


def found_in(book: Rulebook, path: Path, check_looks: CheckLooks) -> list[Diagnostic]:
    """Return everything wrong with one rules file, with hints that nobody has tried."""
    report = Report()
    before = len(book.report.items)
    if book.add_path(path) is None:
        report.extend(book.report.items[before:] or _of_file(book, book.report.items, path))
        return report.sorted()
    report.extend(_of_file(book, book.report.items, path))
    file = next(f for known, f in book.files.values() if is_same_file(known, path))
    if not (file.layers or file.editions or file.texts):
        hint = "begin with `mode game/name`; what belongs to it stands indented beneath it"
        report.add(Code.NO_LAYER, "this text holds no layer", file.span, hint=hint)
    if not report.has_errors:
        for layer in _layers(book, file):
            for names in _rulesets(book, layer.name.text):
                if not book.counts(names):
                    message = f"`{layer.name.text}` does not say for how many players it is"
                    report.add(Code.NO_PLAYERS, message, layer.name.span, hint="add a line such as `players 2..4`")
                for players in book.counts(names) or (2,):
                    found = Report()  # of its own: an error for one number of players hides none for another
                    book.compile(names, players, found)
                    check_looks(book.looks(names, players, found), found)
                    own = _of_file(book, found.items, path)  # what is only suspicious in other files is theirs
                    errors = [item for item in found.items if item.severity is Severity.ERROR or item in own]
                    report.extend(item for item in errors if not _is_known(report, item))
        _check_labels(book, file, report)
        for texts in file.texts:
            check_renderings(book.library, texts, report)
            _check_completeness(book, texts, report)
    _unused(book, file, report)
    return report.sorted()


def _is_known(report: Report, item: Diagnostic) -> bool:
    """Say whether a layer is blamed for what is wrong beneath it without it."""
    known = {other.span for other in report.items}
    return item.code is Code.NO_LONGER_FITS and all(label.span in known for label in item.labels)


def _layers(book: Rulebook, file: s.File) -> list[s.Layer]:
    """Return the layers of a file, and those that its texts are for."""
    told = {block.layer.text for texts in file.texts for block in texts.blocks}
    others = told - {layer.name.text for layer in file.layers}
    return [*file.layers, *(layer for name, layer in book.library.layers.items() if name in others)]


def _of_file(book: Rulebook, items: Iterable[Diagnostic], path: Path) -> list[Diagnostic]:
    names = {name for name, (known, _) in book.files.items() if is_same_file(known, path)}
    return [d for d in items if d.span.source.name in names or Path(d.span.source.name) == path]


def _rulesets(book: Rulebook, layer: str) -> list[tuple[str, ...]]:
    """Return the rulesets in which a layer is to be checked."""
    if book.is_complete(layer):
        return [(layer,)]
    library = book.library
    over = [n for n, x in library.layers.items() if layer in library.below(n) and not x.counts and book.is_complete(n)]
    smallest = [n for n in over if not any(other in library.below(n) for other in over)]
    return [(n,) for n in smallest] or [(layer,)]


def _games(book: Rulebook, layer: str) -> list[tuple[Merged, ir.Game]]:
    """Return the rulesets in which a layer is to be checked, for every number of players, if they are right."""
    found = []
    for names in _rulesets(book, layer):
        for players in book.counts(names):
            merged, game = book.merged(names, players, Report()), book.compile(names, players, Report())
            if merged is not None and game is not None:
                found.append((merged, game))
    return found


def _check_labels(book: Rulebook, file: s.File, report: Report) -> None:
    """Report labels of things that no ruleset of their layer has."""
    for block in (block for texts in file.texts for block in texts.blocks if block.labels):
        games = [game for _, game in _games(book, block.layer.text)]
        known = {labelled for game in games for labelled in labelled_in(game)}
        for labelled, label in labels_of(block):
            if games and labelled not in known:
                names = [name for kind, of, name in known if (kind, of) == labelled[:2]]
                message = f"`{block.layer.text}` has no {written(labelled)}"
                hint = nearest(labelled[2], names)
                report.add(Code.UNKNOWN_LABEL, message, (label.name or label).span, hint=hint)


def _check_completeness(book: Rulebook, texts: s.Texts, report: Report) -> None:
    """Report what a language leaves out of the modes and options of a game that it has begun."""
    language = texts.language.text
    known: set[str] = set()
    for layer, what in _missing(book, language):
        if layer.split("/")[0] == texts.game.text and (new := [each for each in what if each not in known]):
            known.update(new)
            place = next((block.layer for block in texts.blocks if block.layer.text == layer), texts.language)
            message = f"`{language}` has no text on `{layer}` for {', '.join(new)}"
            report.add(Code.MISSING_TEXT, message, place.span, hint="add them there or on a layer beneath")


def _missing(book: Rulebook, language: str) -> Iterator[tuple[str, list[str]]]:
    """Yield layers, and what a language that has begun does not tell of their rulesets, or of their English texts."""
    layers = begun(book.library, language)
    for layer in layers:
        yield layer, [what for merged, game in _games(book, layer) for what in untold(merged, game, language)]
    if language != ORIGINAL:
        there = {layer for top in layers for layer in (top, *book.library.under(top))}
        for one in renderings(book.library, language):
            if one.state is State.MISSING and one.layer in there:
                yield one.layer, [one.about]


def _unused(book: Rulebook, file: s.File, report: Report) -> None:
    """Warn of what a file declares and no text uses; what fills a need or changes a rule is used."""
    for layer in file.layers:
        used = set(_mentioned_with(book, layer.name.text))
        replaced = {item.declaration.name.text for item in layer.items if isinstance(item, s.Replace)}
        amended = replaced | {
            x.name.text
            for item in layer.items
            if isinstance(item, s.AmendRule | s.ReplaceRule)
            for x in item.lines
            if isinstance(x, s.Define)
        }
        for node in s.walk(layer):
            if not isinstance(node, s.Define | s.Param | s.Var | s.Mark | s.Zone | s.KindsList | s.RecordDecl):
                continue
            name = node.name.text
            if name not in used and name not in amended:
                report.add(
                    Code.UNUSED,
                    f"`{name}` is declared but never used",
                    node.name.span,
                    hint="use it or leave it out",
                    severity=Severity.WARNING,
                )


def _mentioned_with(book: Rulebook, layer: str) -> Iterator[str]:
    """Yield every name used where a layer takes part: in it, in what stands on it, and in what those stand on.

    The same word in another game is another name.
    """
    library = book.library
    over = [layer, *(name for name in library.layers if layer in library.under(name))]
    together = {*over, *(name for top in over for name in library.under(top))}
    for name in together & set(library.layers):
        yield from _mentioned(library.layers[name])
    for texts in library.texts:
        for block in texts.blocks:
            if block.layer.text in together:
                yield from _mentioned(block)


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
