"""What editions say about rules, ready for pages: who states, pictures, differs or is silent, and our rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tilelaw_dsl import ir
from tilelaw_dsl.editions import Comparison, Word, Wording, compare
from tilelaw_press.model import Reading, Said
from tilelaw_press.page import LANGUAGES
from tilelaw_press.pages.catalogue import Changed, Entry, Place, catalogue, ruleset_with
from tilelaw_press.pages.scopes import chosen, scope, where
from tilelaw_press.press import Press
from tilelaw_press.shelf import Shelf

SIGNS = {"states": "\N{CHECK MARK}", "pictured": "\N{WHITE SQUARE CONTAINING BLACK SMALL SQUARE}", "differs": "\u2260"}
SILENT, RULING = "silent", "ruling"


@dataclass(frozen=True, slots=True)
class Voice:
    """What one edition says about a rule."""

    edition: str
    standing: str
    sign: str
    passages: tuple[tuple[Said, Said], ...]
    """Headings in the edition's language, each with a remark in ours."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An option that decides a ruling in another way."""

    title: Said
    address: str


@dataclass(frozen=True, slots=True)
class Sourced:
    """One wording of a rule with everything it rests on."""

    entry: Entry
    title: Said
    scope: str
    """Where it is worded so; empty for everywhere."""
    voices: tuple[Voice, ...]
    rulings: tuple[Said, ...]
    house: tuple[Said, ...]
    otherwise: tuple[Otherwise, ...]
    is_of_one_voice: bool

    @property
    def standings(self) -> dict[str, list[str]]:
        """The editions by how they stand to the rule."""
        found: dict[str, list[str]] = {}
        for voice in self.voices:
            found.setdefault(voice.standing, []).append(voice.edition)
        return found


@dataclass(frozen=True, slots=True)
class Book:
    """A printed edition."""

    name: str
    title: Said
    printing: Said
    read_from: Said


@lru_cache(maxsize=16)
def compared(shelf: Shelf, game: str) -> Comparison:
    """Return what the editions of a game say, worked out once for all languages."""
    return compare(shelf.book, game, _rulesets(shelf, game))


def _rulesets(shelf: Shelf, game: str) -> Iterator[ir.Game]:
    """Yield the rulesets of a game: modes, and each with every option of the game itself."""
    for mode in shelf.games[game]:
        yield from (shelf.game(mode.name, players) for players in reversed(mode.counts))
    for mode in shelf.games[game]:
        for option in mode.options:
            if option.layer.startswith(f"{game}/"):
                yield from (shelf.game(ruleset_with(mode, option), players) for players in reversed(option.counts))


def books(press: Press, game: str) -> tuple[Book, ...]:
    """Return the editions of a game; what is not known of one is empty."""
    found = compared(press.shelf, game)
    printings, read = dict(found.printings), dict(found.read_from)

    def told(lines: Mapping[str, str], name: str) -> Said:
        return press.shelf.edition_note(game, lines.get(name, ""), press.language)

    return tuple(
        Book(name, Said(title, _language(name)), told(printings, name), told(read, name))
        for name, title in found.editions
    )


def _language(edition: str) -> str:
    return edition if edition in LANGUAGES else "en"


def sourced(press: Press, game: str) -> list[Sourced]:
    """Return every wording of every rule of a game, in reading order; rules that only the house has come last."""
    entries = catalogue(press.shelf)[game]
    found = [_sourced(press, entries[wording.id], wording) for wording in compared(press.shelf, game).wordings]
    known = {each.entry.id for each in found}
    return [*found, *(_of_house(press, entry) for id_, entry in entries.items() if id_ not in known)]


def _sourced(press: Press, entry: Entry, wording: Wording) -> Sourced:
    places = [place for place in entry.places if _top(press.shelf, place) == wording.layer]
    options = [change for change in entry.changes if change.place and _top(press.shelf, change.place) == wording.layer]
    place = next(iter(places), None) or next((each.place for each in options if each.place), entry.example)
    reading = press.reading(place.ruleset, place.players)
    return Sourced(
        entry,
        reading.rule_title(entry.id),
        scope(press, entry.game, where(places)) if places else with_options(press, options),
        tuple(_voice(reading, word) for word in wording.words),
        tuple(map(reading.note, wording.rulings)),
        tuple(reading.note(note) for note in wording.house if note),
        tuple(otherwise(press, entry)),
        wording.is_of_one_voice,
    )


def _of_house(press: Press, entry: Entry) -> Sourced:
    place = entry.example
    notes = [c.note for c in place.info.citations if c.kind is ir.CitationKind.HOUSE and c.note]
    reading = press.reading(place.ruleset, place.players)
    house = tuple(map(reading.note, notes))
    return Sourced(entry, reading.rule_title(entry.id), with_options(press, entry.changes), (), (), house, (), True)


def _voice(reading: Reading, word: Word) -> Voice:
    standing = str(word.standing or SILENT)
    passages = tuple((Said(heading, _language(word.edition)), reading.note(note)) for heading, note in word.passages)
    return Voice(word.edition, standing, SIGNS.get(standing, "\N{EN DASH}"), passages)


def _top(shelf: Shelf, place: Place) -> str:
    """Return the topmost layer that has a part in a rule."""
    layers = shelf.game(place.ruleset, place.players).layers
    info = place.info
    return max((info.layer, *info.changed_by, info.cited_on or info.layer), key=layers.index)


def otherwise(press: Press, entry: Entry) -> Iterator[Otherwise]:
    """Yield the options that change or remove a rule, each once, with the address where it can be read so."""
    seen: set[str] = set()
    for change in entry.changes:
        if entry.places and change.option.name not in seen:
            seen.add(change.option.name)
            title = press.shelf.layer_title(change.option.layer, press.language)
            yield Otherwise(title, chosen(change, entry))


def with_options(press: Press, changes: list[Changed]) -> str:
    """Return with which options something holds."""
    titles = [press.shelf.layer_title(each.option.layer, press.language).text for each in changes]
    return press.phrases("scope.with-option", option=", ".join(dict.fromkeys(titles)))
