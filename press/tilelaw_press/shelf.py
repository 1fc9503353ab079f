"""The shelf: which games, modes and options there are, and their typed rules, each compiled once for all languages.

Everything comes from a rulebook: modes and options by their roles, what they stand on, and for how many players. The
name of a mode is its ruleset's (`origins/tribe`); an option is named as behind a plus sign (`centre`, `house/coast`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tilelaw_dsl import ORIGINAL, Merged, Report, Role, Rulebook, ir, remarks_on, sentences, told_in
from tilelaw_dsl import syntax as s
from tilelaw_play import RulesetError, names, rulebook
from tilelaw_press.model import Bundled, Reading, Said
from tilelaw_press.page import Sources
from tilelaw_press.words import Phrases

if TYPE_CHECKING:
    from tilelaw_play import Ruleset


DASH = "\u2013"
NOT_ASKED = "rule.not-asked"
"""The phrase for the reason of the one rule that no author has written."""
UNKNOWN = "unknown"
"""What an edition says of a printing of which nothing is known."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a mode."""

    name: str
    """As it is written behind a plus sign, and in addresses."""
    layer: str
    needs: tuple[str, ...]
    """Other options on which it stands."""
    excludes: tuple[str, ...]
    """Other options beside which it cannot stand."""
    counts: tuple[int, ...]
    """The numbers of players for which it can be chosen."""
    is_house: bool


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of a game."""

    name: str
    game: str
    short: str
    """The name without the game's, as addresses have it."""
    counts: tuple[int, ...]
    options: tuple[Option, ...]
    base: str
    """The mode on which it stands; empty when it stands on none."""

    def options_for(self, players: int) -> tuple[Option, ...]:
        """Return the options for a number of players."""
        return tuple(option for option in self.options if players in option.counts)

    def page(self, players: int) -> str:
        """Return the path of its rulebook."""
        return f"rules/{self.game}/{self.short}-{players}.html"

    def summary(self, players: int) -> str:
        """Return the path of its summary."""
        return f"rules/{self.game}/{self.short}-{players}-summary.html"


class Shelf:
    """Modes and options with their typed rules."""

    def __init__(self, sources: Sources, book: Rulebook | None = None) -> None:
        self.sources = sources
        self._own = book
        self._rulesets: dict[str, Ruleset] = {}
        self._games: dict[tuple[str, int], ir.Game] = {}
        self._texts: dict[tuple[str, int], tuple[ir.Texts, ...]] = {}
        self._merged: dict[tuple[str, int], Merged] = {}
        self._readings: dict[tuple[str, int, str], Reading] = {}
        self.kept: dict[str, dict[tuple[str, int], Any]] = {}
        """What makers of pages have worked out about rulesets and is the same in all languages."""

    @property
    def book(self) -> Rulebook:
        """The rules of all modes."""
        return self._own or rulebook()

    @cached_property
    def bundled(self) -> frozenset[str]:
        """The layers that come with this project: what they say is English."""
        return frozenset(rulebook().library.layers)

    @cached_property
    def modes(self) -> dict[str, Mode]:
        """The modes by name, in reading order."""
        return {name: self._mode(name) for name in names(book=self._own)}

    @cached_property
    def games(self) -> dict[str, tuple[Mode, ...]]:
        """The games with their modes, in reading order."""
        found = dict.fromkeys(mode.game for mode in self.modes.values())
        return {game: tuple(mode for mode in self.modes.values() if mode.game == game) for game in found}

    def ruleset(self, name: str) -> Ruleset:
        """Return a ruleset by its name, or the path of a rules file."""
        if name not in self._rulesets:
            self._rulesets[name] = self.sources.ruleset(name)
        return self._rulesets[name]

    def game(self, name: str, players: int) -> ir.Game:
        """Return the typed rules of a ruleset."""
        if (name, players) not in self._games:
            self._games[name, players] = self.ruleset(name).game(players)
        return self._games[name, players]

    def texts(self, name: str, players: int) -> tuple[ir.Texts, ...]:
        """Return what readers of a ruleset are told, in each language."""
        if (name, players) not in self._texts:
            self._texts[name, players] = self.ruleset(name).texts(players)
        return self._texts[name, players]

    def merged(self, name: str, players: int) -> Merged:
        """Return a ruleset as one text, with the formal text of every rule."""
        if (name, players) not in self._merged:
            found = self.ruleset(name)
            merged = found.book.merged(found.layers, players, Report())
            assert merged is not None, "the game was compiled from it"
            self._merged[name, players] = merged
        return self._merged[name, players]

    def reading(self, name: str, players: int, language: str) -> Reading:
        """Return a ruleset in a language."""
        if (name, players, language) not in self._readings:
            told = told_in(self.ruleset(name).book.library, self.merged(name, players))
            notes = {known: {remark: sentences(note) for remark, note in told[known].notes.items()} for known in told}
            if (phrases := Phrases(language)).has(NOT_ASKED):
                notes.setdefault(language, {})[s.NOT_ASKED_REASON] = phrases(NOT_ASKED)
            bundled = Bundled(self.bundled, bundled_remarks())
            texts = self.texts(name, players)
            reading = Reading(self.game(name, players), texts, language, bundled, notes)
            self._readings[name, players, language] = reading
        return self._readings[name, players, language]

    def game_title(self, game: str, language: str) -> Said:
        """Return what a game is called: what the titles of its modes begin with."""
        titles = [self.reading(mode.name, mode.counts[0], language).title for mode in self.games[game]]
        return Said(_common([title.text for title in titles]), titles[0].language)

    def layer_title(self, layer: str, language: str) -> Said:
        """Return what a layer itself is called; one without a title has its name."""
        library = self.book.library
        for wanted in dict.fromkeys((language, ORIGINAL)):
            for texts in (texts for texts in library.texts if texts.language.text == wanted):
                for block in (block for block in texts.blocks if block.layer.text == layer and not block.counts):
                    for label in block.labels:
                        if label.kind is ir.LabelKind.TITLE:
                            return Said(label.text, wanted)
        titles = [item.text for item in library.layers[layer].items if isinstance(item, s.Title)]
        return Said(titles[0] if titles else layer, ORIGINAL if layer in self.bundled else "")

    def edition_note(self, game: str, remark: str, language: str) -> Said:
        """Return what is known of a printed book of a game; nothing if nothing is."""
        if remark in ("", UNKNOWN):
            return Said("", language)
        for wanted in dict.fromkeys((language, ORIGINAL)):
            for texts in self.book.library.texts:
                if (texts.language.text, texts.game.text) == (wanted, game):
                    for note in (note for block in texts.blocks for note in block.notes if note.remark == remark):
                        return Said(sentences(note), wanted)
        return Said(remark, ORIGINAL if remark in bundled_remarks() else "")

    def _mode(self, name: str) -> Mode:
        found = self.ruleset(name)
        game, _, short = name.partition("/")
        layers = self.book.library.layers
        under = self.book.library.under(found.layers[0])
        bases = [layer for layer in self.book.named(Role.MODE) if layer in under]
        # The one that stands on all the others is the nearest.
        bases.sort(key=lambda layer: len(self.book.library.under(layer)))
        near = {option: _full(game, option, layers) for option in found.options}
        options = tuple(self._options(name, near))
        return Mode(name, game, short.replace("/", "-"), found.counts, options, bases[-1] if bases else "")

    def _options(self, mode: str, near: dict[str, str]) -> Iterator[Option]:
        """Yield the options of a mode that can be added to it; some stand on what the mode has removed."""
        library = self.book.library
        needs = {name: tuple(o for o in near if near[o] in library.below(near[name])) for name in near}
        counts = {name: self._counts([mode, *needs[name], name]) for name in near}
        there = [name for name in near if counts[name]]
        pairs = [frozenset(pair) for pair in combinations(there, 2)]
        whole = {pair: dict.fromkeys(each for name in sorted(pair) for each in (*needs[name], name)) for pair in pairs}
        clashes = {pair for pair, parts in whole.items() if not self._counts([mode, *parts])}
        for name in there:
            excludes = tuple(other for other in there if frozenset((name, other)) in clashes)
            is_house = near[name].split("/")[0] != mode.split("/")[0] or near[name] not in self.bundled
            yield Option(name, near[name], needs[name], excludes, counts[name], is_house)

    def _counts(self, parts: list[str]) -> tuple[int, ...]:
        """Return the numbers of players a stack of layers is for; none if they cannot stand together."""
        try:
            return self.ruleset("+".join(parts)).counts
        except RulesetError:
            return ()


@cache
def bundled_remarks() -> frozenset[str]:
    """Return everything that is remarked on the layers that come with this project."""
    book = rulebook()
    return frozenset(remark for layer in book.library.layers for remark in remarks_on(book, layer))


@lru_cache(maxsize=2)
def shelf_of(sources: Sources) -> Shelf:
    """Return the shelf of some sources, made once for all languages."""
    return Shelf(sources)


def _full(game: str, option: str, layers: dict[str, s.Layer]) -> str:
    return f"{game}/{option}" if f"{game}/{option}" in layers else option


def _common(titles: list[str]) -> str:
    """Return the words with which all titles begin, or the first title if they have none in common."""
    words = [title.split() for title in titles]
    same = 0
    while all(len(each) > same and each[same].rstrip(":,") == words[0][same].rstrip(":,") for each in words):
        same += 1
    same = words[0].index(DASH) if DASH in words[0][:same] else same  # what stands behind it says which mode
    return " ".join(words[0][:same]).rstrip(":,\u2013- ") or titles[0]
