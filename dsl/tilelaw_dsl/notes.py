"""Remarks of authors, and the notes that say them to readers of other languages.

A remark is a sentence beside the rules: the reason of a ruling or of a removal, what a house says, what an edition says
in other words, from what it was read, how well a row of a table is known. A note names its remark by the sentence
itself, so nothing has to be stamped: where the remark changes, the note has none, and the remark has no note.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass

from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare.tables import FOR_PEOPLE
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, respelt
from tilelaw_dsl.rendering import ORIGINAL
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.telling import begun

UNKNOWN = "unknown"
"""What is written of a printing of which nothing is known; pages have a word for that."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark, the layer on which it is made, and the note that a language has for it."""

    layer: str
    remark: str
    note: s.Note | None


def remarks_on(book: Rulebook, layer: str) -> dict[str, None]:
    """Return the remarks that a layer itself makes, and that editions make on it, in the order of writing."""
    found: list[str] = []
    for item in book.library.layers[layer].items:
        match item:
            case s.Rule() | s.AmendRule() | s.ReplaceRule():
                found += [reason_of(line) for line in item.lines if isinstance(line, s.Ruling | s.House)]
            case s.RemoveRule() | s.RemoveStep():
                found.append(item.reason)
            case s.House():
                found.append(item.note)
            case s.KindsData():
                found += _rows(book, item)
            case _:
                pass
    for edition in book.library.editions.values():
        blocks = [block for block in edition.blocks if block.layer.text == layer]
        if blocks and blocks[0] is edition.blocks[0]:
            found += [part.text for part in (edition.printing, edition.read_from) if part]
        found += [remark.note for block in blocks for remark in block.remarks]
    return dict.fromkeys(remark for remark in found if remark and remark != UNKNOWN)


def reason_of(basis: s.Basis) -> str:
    """Return what a ruling or a house rule says."""
    return basis.reason if isinstance(basis, s.Ruling) else basis.note


def _rows(book: Rulebook, kinds: s.KindsData) -> list[str]:
    text = book.data(kinds.file.text, kinds.file.span) or ""
    return [row.get(FOR_PEOPLE) or "" for row in csv.DictReader(text.splitlines())]


def remarked(book: Rulebook, language: str) -> list[Remarked]:
    """Return the remarks on all modes and options that a language has begun, with the notes it has for them.

    Only games that are told in English count: whoever writes in another language remarks in it, too.
    """
    library = book.library
    found: dict[tuple[str, str], Remarked] = {}
    english = {texts.game.text for texts in library.texts if texts.language.text == ORIGINAL}
    tops = [top for top in begun(library, language) if top.split("/")[0] in english]
    games = {top.split("/")[0] for top in tops}
    for top in tops:
        notes = _notes(book, language, top)
        there = [layer for layer in sorted(library.under(top), key=library.order) if layer in library.layers]
        for layer in (*there, top):
            own = layer
            if layer.split("/")[0] not in games:  # what several games stand on is told in the words of each
                own = min((each for each in (*there, top) if each in tops), key=lambda each: len(library.below(each)))
            for remark in remarks_on(book, layer):
                found.setdefault((own, remark), Remarked(own, remark, notes.get(remark)))
    return list(found.values())


def _notes(book: Rulebook, language: str, top: str) -> dict[str, s.Note]:
    there = {top, *book.library.under(top)}
    blocks = (block for texts in book.library.texts if texts.language.text == language for block in texts.blocks)
    return {note.remark: note for block in blocks if block.layer.text in there for note in block.notes}


def untold_remarks(book: Rulebook, language: str) -> list[Remarked]:
    """Return the remarks that a language has begun to tell about and has no note for; English needs none."""
    return [] if language == ORIGINAL else [one for one in remarked(book, language) if one.note is None]


def check_notes(book: Rulebook, texts: s.Texts, report: Report) -> None:
    """Report notes for remarks that nobody makes, or makes no longer."""
    for block in (block for block in texts.blocks if block.notes):
        layers = {block.layer.text, *book.library.under(block.layer.text)} & book.library.layers.keys()
        known = {remark for layer in layers for remark in remarks_on(book, layer)}
        for note in block.notes:
            if note.remark not in known:
                message = f"nothing on `{block.layer.text}` or beneath says `{note.remark}`"
                hint = respelt(note.remark, known, "a note repeats the sentence of a ruling, an edition or a table")
                report.add(Code.STALE_TEXT, message, note.span, hint=hint)
