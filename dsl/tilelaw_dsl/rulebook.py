"""The facade of the language: rules texts in, games out.

`Rulebook` holds the rules files of one or more folders, or texts in memory. A ruleset is named `game/mode`, with
additions `game/mode+layer+layer`; a path to a `.rules` file stands for the layers in it, wherever a name does.

Files of texts for readers are most of what the bundled games consist of, and no game needs them to be played: they can
be left for later, and are then read when somebody asks for texts or for one of these files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import Checked, check, check_told
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Diagnostic, Report, nearest
from tilelaw_dsl.files import Unreadable, decoded, is_same_file, read_file, why_unreadable
from tilelaw_dsl.layers.blame import blamed
from tilelaw_dsl.layers.inspect import check_library
from tilelaw_dsl.layers.later import Later, has_only_texts, with_unix_line_ends
from tilelaw_dsl.layers.library import Library, player_counts, ruleset_name, stack
from tilelaw_dsl.layers.merge import merge, told_in
from tilelaw_dsl.layers.merged import Merged
from tilelaw_dsl.layers.naming import canonical
from tilelaw_dsl.source import NOWHERE, Source, Span
from tilelaw_dsl.text.parser import parse

MAX_FILE_NAME = 100


Key: TypeAlias = tuple[tuple[str, ...], int]
"""The layers of a ruleset as they are named, and a number of players."""
Doubts: TypeAlias = Callable[[Checked], Iterable[Diagnostic]]
"""Finds what is suspicious in a game, always the same."""


@dataclass
class _Known:
    """What came out for rulesets of the same files."""

    checked: dict[Key, tuple[Checked | None, tuple[Diagnostic, ...]]] = field(default_factory=dict)
    doubted: dict[Key, tuple[Diagnostic, ...]] = field(default_factory=dict)
    told: dict[Key, tuple[tuple[ir.Texts, ...], tuple[Diagnostic, ...]]] = field(default_factory=dict)
    complete: dict[str, bool] = field(default_factory=dict)

    def among_others(self, library: Library, changed: Iterable[s.File]) -> _Known:
        """Return what still holds where some files come, go or change; a library has the layers there were before.

        A layer says nothing of rulesets that do not name it, unless it joins them by itself. What is wrong or lacks
        something may be mended.
        """
        files = list(changed)
        if not any(file.layers or file.editions for file in files):  # texts are no part of a game
            return replace(self, told={})
        if any(file.editions or any(layer.counts for layer in file.layers) for file in files):
            return _Known()
        own = {layer.name.text for file in files for layer in file.layers}
        apart = {name for name in library.layers if name not in own and own.isdisjoint(library.below(name))}
        sound = {key for key, (checked, _) in self.checked.items() if checked is not None and apart.issuperset(key[0])}
        return _Known(
            {key: self.checked[key] for key in sound},
            {key: found for key, found in self.doubted.items() if key in sound},
            complete={name: True for name, is_complete in self.complete.items() if is_complete and name in apart},
        )


@dataclass
class Rulebook:
    """Rules files, parsed, and the folders in which their data lie."""

    library: Library = field(default_factory=Library)
    report: Report = field(default_factory=Report)
    """What is wrong with the files themselves."""
    files: dict[str, tuple[Path, s.File]] = field(default_factory=dict)
    data_folders: list[Path] = field(default_factory=list)
    tables: Mapping[str, str] | None = None
    """The data of a rulebook in memory, by file name: such a one looks for data nowhere else."""
    _looks: dict[str, Source] = field(default_factory=dict)
    _unread: dict[str, Path] = field(default_factory=dict)
    """The files that are known but could not be read, which is in the report."""
    _later: Later = field(default_factory=Later)
    """The files of texts that nobody has needed yet."""
    _known: _Known = field(default_factory=_Known)
    """What came out for rulesets of these files: lint asks for the same ones over and over."""

    @staticmethod
    def read(folders: Iterable[Path], *, texts_later: bool = False) -> Rulebook:
        """Return the rulebook of all rules files below some folders; texts may wait until somebody wants them."""
        book = Rulebook()
        for folder in folders:
            book.data_folders.append(folder / "data")
            for path in sorted(p for p in folder.rglob("*.rules") if p.is_file()):
                name = path.relative_to(folder).as_posix()
                if texts_later and has_only_texts(path):
                    book._later.files[name] = path
                else:
                    book.add_file(path, name)
        book.library.later = book._later.texts
        check_library(book.library, book.report)
        return book

    @staticmethod
    def of_texts(texts: Mapping[str, str | bytes], tables: Mapping[str, str] | None = None) -> Rulebook:
        """Return the rulebook of texts in memory, by name, with the data files that they may name."""
        book = Rulebook(tables=dict(tables or {}))
        for name, text in texts.items():
            book.add_text(name, text, Path(name))
        check_library(book.library, book.report)
        return book

    def copy(self) -> Rulebook:
        """Return a rulebook of the same files that can be added to without changing this one."""
        report = Report()
        report.extend(self.report.items)
        book = Rulebook(
            self.library.copy(), report, dict(self.files), list(self.data_folders), self.tables, {}, dict(self._unread)
        )
        book._later = self._later
        book._known = self._known  # shared until one of them takes in another file
        return book

    def with_text(self, name: str, text: str) -> Rulebook:
        """Return a rulebook in which one file has another text; this one stays as it is."""
        if name in self._later.files:
            opened = self.copy()
            opened.open_texts()
            return opened.with_text(name, text)
        book = Rulebook(Library(later=self.library.later), data_folders=list(self.data_folders), tables=self.tables)
        book._later = self._later
        before = [self.files[name][1]] if name in self.files else []
        path = self.files[name][0] if before else self._unread.get(name, Path(name))
        for other, (known, file) in self.files.items():
            if other == name:
                book.add_text(name, text, path)
            else:
                book.files[other] = (known, file)
                book.library.add(file, book.report)
        if name not in self.files:
            book.add_text(name, text, path)
        after = [book.files[name][1]] if name in book.files else []
        book._known = self._known.among_others(self.library, [*before, *after])
        check_library(book.library, book.report)
        return book

    def add_file(self, path: Path, name: str) -> s.File | None:
        """Take in one rules file under a name for messages."""
        if name in self.files:
            return self.files[name][1]
        try:
            content = read_file(path)
        except Unreadable as reason:
            message = f"`{name}` cannot be read: {reason}"
            self.report.add(Code.NO_SUCH_FILE, message, Span(Source(name, ""), 0, 0))
            self._unread[name] = path
            return None
        return self.add_text(name, content, path)

    def add_text(self, name: str, text: str | bytes, path: Path) -> s.File | None:
        """Take in a text under a name for messages and the path at which it lies, or would lie."""
        try:
            text = text if isinstance(text, str) else decoded(text)
        except Unreadable as reason:
            message, hint = f"`{name}` is not written in UTF-8", f"{reason}; save it as UTF-8"
            self.report.add(Code.NOT_UTF8, message, Span(Source(name, ""), 0, 0), hint=hint)
            self._unread[name] = path
            return None
        file = parse(Source(name, with_unix_line_ends(text)), self.report)
        if file is None:
            self._unread[name] = path
        else:
            self._known = self._known.among_others(self.library, [file])
            self.files[name] = (path, file)
            self.library.add(file, self.report)
        return file

    def open_texts(self) -> None:
        """Take in the files of texts that were left for later."""
        for name, (path, file) in self._later.read.items():
            self.files[name] = (path, file)
            self.library.add(file, self.report)
        self.report.extend(self._later.report.items)
        self._unread |= {name: path for name, path in self._later.files.items() if name not in self._later.read}
        self._later, self.library.later = Later(), tuple
        self._known = replace(self._known, told={})
        check_library(self.library, self.report)

    def add_paths(self, paths: Iterable[Path]) -> None:
        """Take in rules files outside the folders, in any order: one may stand on another that is named later."""
        for path in paths:
            known = (*(known for known, _ in self.files.values()), *self._later.files.values(), *self._unread.values())
            if not any(is_same_file(other, path) for other in known):
                self.add_file(path, str(path))
        check_library(self.library, self.report)

    def add_path(self, path: Path) -> tuple[str, ...] | None:
        """Take in a rules file outside the folders and return the layers that naming it means."""
        if any(is_same_file(known, path) for known in self._later.files.values()):
            self.open_texts()
        for known, file in self.files.values():
            if is_same_file(known, path):
                return _plain_layers(file)
        if any(is_same_file(known, path) for known in self._unread.values()):
            return None
        added = self.add_file(path, str(path))
        check_library(self.library, self.report)
        return None if added is None else _plain_layers(added)

    def data(self, name: str, span: Span) -> str | None:
        """Return the text of a data file, looked for beside the rules file that names it, then in the folders."""
        if "/" in name or "\\" in name or name.startswith(".") or len(name) > MAX_FILE_NAME:
            return None
        if self.tables is not None:
            return self.tables.get(name)
        beside = [path.parent for path, _ in self.files.values() if span.source.name and path.match(span.source.name)]
        owner = self.files.get(span.source.name)
        folders = ([owner[0].parent] if owner else beside) + self.data_folders
        for folder in folders:
            try:
                return read_file(folder / name).decode("utf-8-sig", errors="replace")
            except Unreadable:
                continue
        return None

    def looks(self, layers: tuple[str, ...], players: int, report: Report) -> tuple[Source, ...]:
        """Return the looks that the layers of a ruleset bring, from the bottom up; what they mean is not known here."""
        found = stack(self.library, layers, players, report)
        lines = [item for layer in found.layers for item in layer.items if isinstance(item, s.Look)] if found else []
        sources = []
        for file in (line.file for line in lines):
            text = self.data(file.text, file.span)
            if text is None:
                hint = "it is looked for beside the rules file"
                report.add(Code.NO_LOOK_FILE, f"there is no look `{file.text}`", file.span, hint=hint)
            else:
                name = (PurePath(file.span.source.name).parent / file.text).as_posix()
                if name not in self._looks or self._looks[name].text != text:
                    self._looks[name] = Source(name, text)  # one for all rulesets: a finding is reported once
                sources.append(self._looks[name])
        return tuple(sources)

    def layers_of(self, name: str, report: Report) -> tuple[str, ...] | None:
        """Return the layers a ruleset name means, the mode first."""
        chosen: list[str] = []
        parts = [part.rpartition(":") if ".rules:" in part else (part, "", "") for part in ruleset_parts(name)]
        named = {file: Path(file) for file, _, _ in parts if file.endswith(".rules")}
        for file, path in named.items():
            if (reason := why_unreadable(path)) is not None:
                report.add(Code.NO_SUCH_FILE, f"`{file}` cannot be read: {reason}", NOWHERE)
                return None
        before = len(self.report.items)
        self.add_paths(named.values())
        report.extend(self.report.items[before:])
        if any(item.code is Code.UNKNOWN_LAYER for item in self.report.items[before:]):
            return None
        for part, colon, wanted in parts:
            if part in named:
                found = self.add_path(named[part])
                if found is None:
                    return None
                if colon and wanted not in self.library.layers:
                    report.add(
                        Code.UNKNOWN_LAYER, f"`{part}` has no layer `{wanted}`", NOWHERE, hint=nearest(wanted, found)
                    )
                    return None
                chosen += [layer for layer in ([wanted] if colon else found) if layer not in chosen]
                continue
            layer = self.library.find(part, chosen[0] if chosen else "")
            if layer is None:
                short = [n.split("/")[-1] for n in self.library.layers]
                report.add(
                    Code.UNKNOWN_LAYER,
                    f"no ruleset or layer is called `{part}`",
                    NOWHERE,
                    hint=_rules_file(part)
                    or nearest(part, [*self.library.layers, *short])
                    or "if it stands in a rules file, name that file",
                )
                return None
            chosen.append(layer)
        if not chosen:
            report.add(Code.NO_LAYER, f"`{name}` holds no layer that can be played by itself", NOWHERE)
            return None
        return canonical(self.library, tuple(dict.fromkeys(chosen)), report)

    def name_of(self, layers: tuple[str, ...]) -> str:
        """Return how a ruleset is called."""
        return ruleset_name(self.library, layers[0], layers[1:])

    def named(self, *roles: s.Role) -> list[str]:
        """Return the layers that have one of these roles, in reading order."""
        return [name for name, layer in self.library.layers.items() if layer.role in roles]

    def counts(self, layers: tuple[str, ...]) -> tuple[int, ...]:
        """Return the numbers of players a ruleset is for."""
        return player_counts(self.library, layers)

    def merged(self, layers: tuple[str, ...], players: int, report: Report) -> Merged | None:
        """Return a ruleset as one text."""
        found = stack(self.library, layers, players, report)
        return None if found is None else merge(self.library, found, report)

    def compile(self, layers: tuple[str, ...], players: int, report: Report) -> ir.Game | None:
        """Return a ruleset as a game, or nothing when something is wrong."""
        checked = self.check(layers, players, report)
        return None if checked is None else checked.game

    def check(self, layers: tuple[str, ...], players: int, report: Report) -> Checked | None:
        """Return a ruleset as a game that knows where it was written, or nothing when something is wrong."""
        if (layers, players) not in self._known.checked:
            self._known.checked[layers, players] = self._check(layers, players)
        checked, found = self._known.checked[layers, players]
        was_wrong = report.has_errors
        report.extend(found)
        return None if was_wrong else checked

    def _check(self, layers: tuple[str, ...], players: int) -> tuple[Checked | None, tuple[Diagnostic, ...]]:
        report = Report()
        merged = self.merged(layers, players, report)
        if merged is None or report.has_errors:
            return None, report.items
        found = Report()
        checked = check(merged, self.data, found)
        report.extend(blamed(merged, found.items))
        return checked, report.items

    def told(self, layers: tuple[str, ...], players: int, report: Report) -> tuple[ir.Texts, ...]:
        """Return what readers of a ruleset are told, one record for each language; nothing when something is wrong."""
        checked = self.check(layers, players, report)
        if checked is None:
            return ()
        known = self._known.told
        if (layers, players) not in known:
            found = Report()
            texts = check_told(checked, told_in(self.library, checked.merged), found)
            known[layers, players] = texts, tuple(blamed(checked.merged, found.items))
        report.extend(self._later.report.items)
        texts, wrong = known[layers, players]
        report.extend(wrong)
        return texts

    def doubted(self, layers: tuple[str, ...], players: int, doubts: Doubts) -> tuple[Diagnostic, ...]:
        """Return what is suspicious in a ruleset, if it is right."""
        known = self._known.doubted
        if (layers, players) not in known:
            checked = self.check(layers, players, Report())
            known[layers, players] = () if checked is None else tuple(doubts(checked))
        return known[layers, players]

    def is_complete(self, layer: str) -> bool:
        """Say whether a layer can be played with what it stands on."""
        known = self._known.complete
        if layer not in known:
            counts = self.counts((layer,)) or (2,)
            merged = self.merged((layer,), counts[0], Report())
            known[layer] = merged is not None and not merged.missing and bool(merged.flow)
        return known[layer]


def _rules_file(part: str) -> str:
    """Return the hint for a name that is a file of another ending, or lacks it."""
    if PurePath(part).suffix not in ("", ".rules") and why_unreadable(Path(part)) is None:
        return f"a rules file ends in `.rules`: rename it to `{PurePath(part).with_suffix('.rules')}`"
    if why_unreadable(Path(f"{part}.rules")) is None:
        return f"did you mean the file `{part}.rules`?"
    return ""


def _plain_layers(file: s.File) -> tuple[str, ...]:
    return tuple(layer.name.text for layer in file.layers if not layer.counts)


def ruleset_parts(name: str) -> list[str]:
    """Split a ruleset name at its plus signs; a path may hold some of its own."""
    parts: list[str] = []
    for piece in name.split("+"):
        if parts and parts[-1].startswith(("/", "./", "../")) and ".rules" not in parts[-1]:
            parts[-1] += "+" + piece
        else:
            parts.append(piece)
    return parts
