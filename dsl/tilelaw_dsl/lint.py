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
from tilelaw_dsl.check import Checked
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Diagnostic, Report, Severity, nearest
from tilelaw_dsl.doubts import doubts
from tilelaw_dsl.doubts.mentions import doubt_unused, named_in
from tilelaw_dsl.edits import tried
from tilelaw_dsl.files import is_same_file
from tilelaw_dsl.layers.blame import doubted
from tilelaw_dsl.layers.elsewhere import pointed
from tilelaw_dsl.layers.texts import labels_of
from tilelaw_dsl.notes import check_notes, untold_remarks
from tilelaw_dsl.rendering import ORIGINAL, State, check_renderings, renderings
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.runs import DOUBTS, Runs
from tilelaw_dsl.source import Source, Span
from tilelaw_dsl.telling import begun, labelled_in, untold, written

Keys: TypeAlias = dict[str, set[str]]
"""What looks can speak of: the keys of boards, zones and variables in positions, and the kinds of pieces."""
CheckLooks: TypeAlias = Callable[[tuple[Source, ...], Keys, Report], None]
"""Reports what is wrong with the looks of a ruleset, which stand from the bottom up."""


def lint(book: Rulebook, path: Path, check_looks: CheckLooks = lambda _looks, _keys, _report: None) -> list[Diagnostic]:
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
    file = _file_at(book, path)
    if not (file.layers or file.editions or file.texts):
        hint = "begin with `mode game/name`; what belongs to it stands indented beneath it"
        report.add(Code.NO_LAYER, "this text holds no layer", file.span, hint=hint)
    if not report.has_errors:
        runs = _checked(book, file, path, report, check_looks)
        for item in _told(book, path, runs, report):
            report.extend([item])  # one by one: what is known already decides about the next
        _check_labels(book, file, report)
        for texts in file.texts:
            check_renderings(book.library, texts, report)
            check_notes(book, texts, report)
            _check_completeness(book, texts, report)
    doubt_unused(book.library, file, report)
    first = [pointed(book.library, item) for item in _of_file(book, report.sorted(), path)]
    places = {(item.code, item.span) for item in first}
    return first + [item for item in report.sorted() if (item.code, item.span) not in places]


def _checked(book: Rulebook, file: s.File, path: Path, report: Report, check_looks: CheckLooks) -> Runs:
    """Check the rulesets of a file, each for every number of players."""
    runs = Runs()
    for layer in _layers(book, file):
        for names in _rulesets(book, layer.name.text):
            keys = _keys(book, names)
            counts = _counts(book, layer.name.text, names)
            beneath = book.counts(tuple(word.text for word in layer.on))
            if layer.counts and beneath and not counts:
                these, those = (", ".join(map(str, numbers)) for numbers in (layer.counts, beneath))
                message = f"`{layer.name.text}` is for {these} players, but what it stands on for {those}"
                report.add(Code.WRONG_PLAYER_COUNT, message, layer.name.span)
                continue
            if not counts:
                message = f"`{layer.name.text}` does not say for how many players it is"
                report.add(Code.NO_PLAYERS, message, layer.name.span, hint="add a line such as `players 2..4`")
            for players in counts or (2,):
                found = Report()  # of its own: an error for one number of players hides none for another
                checked = book.check(names, players, found)
                check_looks(book.looks(names, players, found), keys, found)
                if _can_break_texts(file):
                    book.told(names, players, found)
                if checked is not None and file.layers:
                    found.extend(book.doubted(names, players, doubts))
                    moved = list(_brought_about(book, layer, names, checked, found.items))
                    found.extend(moved)
                    runs.moved.update(moved)
                own = _of_file(book, found.items, path)  # what is only suspicious in other files is theirs
                own += [item for item in found.items if item.code is Code.BAD_LOOK and _names_look(file, item)]
                errors = [item for item in found.items if item.severity is Severity.ERROR or item in own]
                runs.add(names, players, checked, errors)
    return runs


def _can_break_texts(file: s.File) -> bool:
    """Say whether sentences for readers could show what there is not: only what is declared anew changes that."""
    return bool(file.texts) or any(isinstance(item, s.Replace) for layer in file.layers for item in layer.items)


def _brought_about(
    book: Rulebook, layer: s.Layer, names: tuple[str, ...], checked: Checked, found: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """Yield, as doubts about a layer, those about layers beneath it that are not there without it."""
    others = [item for item in found if item.code in DOUBTS and not _holds(layer, item.span)]
    before = _without(book, layer.name.text, names, checked.merged.players) if others else None
    if before is None or book.check(*before, Report()) is None:
        return
    known = {(item.code, item.span) for item in book.doubted(*before, doubts)}
    for item in others:
        if (item.code, item.span) not in known:
            moved = doubted(checked.merged, item, layer.name.text)
            yield from [moved] if moved is not None and _holds(layer, moved.span) else []


def _without(book: Rulebook, gone: str, names: tuple[str, ...], players: int) -> tuple[tuple[str, ...], int] | None:
    """Return a ruleset without a layer and all that stands on it, if that can be played; by so many, if it can."""
    under = {name: {name, *book.library.under(name)} for top in names for name in (top, *book.library.under(top))}
    left = [name for name, parts in under.items() if gone not in parts and not book.library.layers[name].counts]
    tops = tuple(name for name in left if not any(name in under[other] - {other} for other in left))
    counts = book.counts(tops) if tops else ()
    return (tops, players if players in counts else counts[-1]) if counts else None


def _file_at(book: Rulebook, path: Path) -> s.File:
    return next(file for known, file in book.files.values() if is_same_file(known, path))


def _told(book: Rulebook, path: Path, runs: Runs, report: Report) -> Iterator[Diagnostic]:
    """Yield what is to be told of what was found; what is wrong elsewhere only because of this file waits."""
    told = list(runs.told())
    used = _used_by_others(book, runs, told)
    own = _of_file(book, told, path)
    is_wrong = any(item.severity is Severity.ERROR for item in own)
    for item in (item for item in told if item not in used and not _is_known(report, item)):
        if item in own or not is_wrong or _is_wrong_alone(book, item):
            yield item


def rulesets_in(book: Rulebook, path: Path) -> list[tuple[str, ...]]:
    """Return the rulesets in which the layers of a file are checked, each once."""
    if book.add_path(path) is None:
        return []
    file = _file_at(book, path)
    found = [names for layer in file.layers for names in _rulesets(book, layer.name.text)]
    # A layer for a number of players joins by itself what it stands on.
    return [names for names in dict.fromkeys(found) if not any(book.library.layers[name].counts for name in names)]


def _is_known(report: Report, item: Diagnostic) -> bool:
    """Say whether a layer is blamed for what is wrong beneath it without it."""
    known = {other.span for other in report.items}
    return item.code is Code.NO_LONGER_FITS and all(label.span in known for label in item.labels)


def _is_wrong_alone(book: Rulebook, item: Diagnostic) -> bool:
    """Say whether an error in another file is there without this one, and not a consequence of what is wrong in it."""
    home = next((name for name, layer in book.library.layers.items() if _holds(layer, item.span)), None)
    if home is None:
        return False
    for players in book.counts((home,)) or (2,):
        alone = Report()
        book.check((home,), players, alone)
        if any((x.code, x.span) == (item.code, item.span) for x in alone.items):
            return True
    return False


def _names_look(file: s.File, item: Diagnostic) -> bool:
    """Say whether a layer of a file brings the look in which something stands."""
    looks = {line.file.text for layer in file.layers for line in layer.items if isinstance(line, s.Look)}
    return Path(item.span.source.name).name in looks


def _keys(book: Rulebook, names: tuple[str, ...]) -> Keys:
    """Return what a look can speak of, also where only other rulesets with the same layers have it."""
    library = book.library
    own = {layer for name in names for layer in (name, *library.under(name))}
    over = [name for name in library.layers if own & {name, *library.under(name)}]
    keys: Keys = {section: set() for section in ("boards", "zones", "variables", "pieces")}
    items = (item for name in over for item in library.layers[name].items)
    # Rules declare nothing of that, and are most of it.
    declared = (item for item in items if not isinstance(item, s.Rule | s.AmendRule | s.ReplaceRule))
    for node in (node for item in declared for node in s.walk(item)):
        match node:
            case s.Board():
                keys["boards"].add(node.written.text if node.written else node.name.text)
            case s.Zone():
                keys["zones"].add(node.written.text if node.written else node.name.text)
            case s.Var():
                keys["variables"].add(node.name.text)
            case s.KindsList() | s.KindsData() | s.NeedsKinds():
                keys["pieces"].add(node.name.text)
            case _:
                pass
    return keys


LEFT_TO_OTHERS = (Code.NEVER_WRITTEN, Code.NEVER_READ, Code.NOTHING_HAPPENS)
"""Doubts that another layer dispels by making use of a thing."""


def _used_by_others(book: Rulebook, runs: Runs, items: list[Diagnostic]) -> list[Diagnostic]:
    """Return those findings about something without a use that is there for other layers."""
    asked = [item for item in items if item.code in LEFT_TO_OTHERS and item not in runs.moved]
    if not asked:
        return []
    layers = book.library.layers
    everywhere = named_in(layers.values())
    over = {name for name in layers if not runs.layers.isdisjoint(book.library.under(name))}
    elsewhere = named_in(layers[name] for name in over - runs.layers)
    found = []
    for item in asked:
        name = item.span.text
        if item.code is Code.NOTHING_HAPPENS:  # a step may be there for others to hold on to
            is_used = len(everywhere[name]) > 1
        else:
            home = next((layer for layer in layers.values() if _holds(layer, item.span)), None)
            # A part of other games may keep something for layers to come.
            is_kept = item.code is Code.NEVER_WRITTEN and home is not None and home.role is s.Role.LAYER
            is_used = is_kept or name in elsewhere
        if is_used:
            found.append(item)
    return found


def _holds(layer: s.Layer, span: Span) -> bool:
    return layer.span.source is span.source and layer.span.start <= span.start < layer.span.end


def _layers(book: Rulebook, file: s.File) -> list[s.Layer]:
    """Return the layers of a file, and those that its texts are for."""
    told = {block.layer.text for texts in file.texts for block in texts.blocks}
    others = told - {layer.name.text for layer in file.layers}
    return [*file.layers, *(layer for name, layer in book.library.layers.items() if name in others)]


def _of_file(book: Rulebook, items: Iterable[Diagnostic], path: Path) -> list[Diagnostic]:
    names = {name for name, (known, _) in book.files.items() if is_same_file(known, path)}
    return [d for d in items if d.span.source.name in names or Path(d.span.source.name) == path]


def _rulesets(book: Rulebook, layer: str) -> list[tuple[str, ...]]:
    """Return the rulesets in which a layer is to be checked; one for a number of players joins them by itself."""
    if book.is_complete(layer):
        return [(layer,)]
    library = book.library
    over = [n for n, x in library.layers.items() if layer in library.under(n) and not x.counts]
    over = [n for n in over if book.is_complete(n)] or over
    smallest = [n for n in over if not any(other in library.below(n) for other in over)]
    return [(n,) for n in smallest] or [(layer,)]


def _counts(book: Rulebook, layer: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return the numbers of players for which a layer is to be checked in a ruleset."""
    return book.counts(tuple(dict.fromkeys((*names, layer))))


def _games(book: Rulebook, layer: str) -> list[tuple[tuple[str, ...], ir.Game]]:
    """Return the rulesets in which a layer is to be checked, for every number of players, if they are right."""
    found = (
        (names, book.compile(names, players, Report()))
        for names in _rulesets(book, layer)
        for players in _counts(book, layer, names)
    )
    return [(names, game) for names, game in found if game is not None]


def _check_labels(book: Rulebook, file: s.File, report: Report) -> None:
    """Report labels of things that no ruleset of their layer has."""
    for block in (block for texts in file.texts for block in texts.blocks if block.labels):
        games = _games(book, block.layer.text)
        known = {labelled for _, game in games for labelled in labelled_in(game)}
        for labelled, label in labels_of(block):
            if games and labelled not in known:
                names = [name for kind, of, name in known if (kind, of) == labelled[:2]]
                message = f"`{block.layer.text}` has no {written(labelled)}"
                hint = nearest(labelled[2], names)
                report.add(Code.UNKNOWN_LABEL, message, (label.name or label).span, hint=hint)


def _check_completeness(book: Rulebook, texts: s.Texts, report: Report) -> None:
    """Report what a language leaves out of the modes and options of a game that it has begun."""
    language = texts.language.text
    missing: dict[str, str] = {}  # each thing, and the first layer on which it is missing
    for layer, what in _missing(book, language):
        if layer.split("/")[0] == texts.game.text:
            missing.setdefault(what, layer)
    for layer in dict.fromkeys(missing.values()):
        place = next((block.layer for block in texts.blocks if block.layer.text == layer), texts.language)
        what = ", ".join(each for each, on in missing.items() if on == layer)
        message = f"`{language}` has no text on `{layer}` for {what}"
        report.add(Code.MISSING_TEXT, message, place.span, hint="add them there or on a layer beneath")


def _missing(book: Rulebook, language: str) -> Iterator[tuple[str, str]]:
    """Yield layers with what a language that has begun does not tell of their rulesets, or of their English texts."""
    layers = begun(book.library, language)
    for layer in layers:
        for names, game in _games(book, layer):
            told = book.told(names, game.players, Report())
            yield from ((layer, what) for what in untold(game, told, language))
    if language != ORIGINAL:
        there = {layer for top in layers for layer in (top, *book.library.under(top))}
        for one in renderings(book.library, language):
            if one.state is State.MISSING and one.layer in there:
                yield one.layer, one.about
    yield from ((one.layer, f'note "{one.remark}"') for one in untold_remarks(book, language))
