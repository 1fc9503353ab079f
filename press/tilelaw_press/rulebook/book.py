"""A book: a ruleset for a number of players in one language, as blocks, with the options that can be chosen for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tilelaw_press.formal import formal_text
from tilelaw_press.model import Reading
from tilelaw_press.press import Press
from tilelaw_press.rulebook.blocks import Block, Maker, RuleEntry
from tilelaw_press.rulebook.chapters import Outline, outline
from tilelaw_press.rulebook.folding import Change, Layered, changes, folded
from tilelaw_press.shelf import Mode, Option, Shelf


class Book:
    """A ruleset by its name, for a number of players, in the language of a press."""

    def __init__(self, press: Press, name: str, players: int, mode: Mode | None = None) -> None:
        self.press = press
        self.name = name
        self.players = players
        self.mode = mode
        """The mode, if that is what the ruleset is: then it has options, and perhaps a mode on which it stands."""

    @cached_property
    def reading(self) -> Reading:
        """The ruleset in the language."""
        return self.press.reading(self.name, self.players)

    @cached_property
    def chapters(self) -> tuple[Block, ...]:
        """The chapters, without options."""
        return self._maker.chapters(self._outline)

    @cached_property
    def flow(self) -> tuple[Block, ...]:
        """The course of play for a diagram, without options."""
        return self._maker.flow(self._outline)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options that can be chosen."""
        return self.mode.options_for(self.players) if self.mode else ()

    @cached_property
    def folded(self) -> tuple[Block, ...]:
        """The chapters with all options in them."""
        return folded(self.chapters, self._layered("chapters"))

    @cached_property
    def folded_flow(self) -> tuple[Block, ...]:
        """The course of play with all options in it."""
        return folded(self.flow, self._layered("flow"))

    def changes(self, option: Option) -> tuple[Change, ...]:
        """Return what an option does to rules."""
        return changes(self._with(option.needs).chapters, self._with((*option.needs, option.name)).chapters)

    @cached_property
    def base(self) -> Book | None:
        """The book of the mode on which this one stands, for the same number of players or the nearest."""
        base = self.press.shelf.modes.get(self.mode.base) if self.mode else None
        if base is None:
            return None
        players = min(base.counts, key=lambda count: (abs(count - self.players), count))
        return Book(self.press, base.name, players)

    @cached_property
    def entries(self) -> Mapping[str, RuleEntry]:
        """The rules by id, without options."""
        return {entry.id: entry for entry in (self._maker.entry(rule) for rule in self._outline.rules())}

    def _layered(self, part: str) -> list[Layered]:
        return [
            Layered(
                option.name,
                frozenset(option.needs),
                getattr(self._with(option.needs), part),
                getattr(self._with((*option.needs, option.name)), part),
            )
            for option in self.options
        ]

    def _with(self, options: tuple[str, ...]) -> Book:
        if not options:
            return self
        if options not in self._others:
            self._others[options] = Book(self.press, "+".join([self.name, *options]), self.players)
        return self._others[options]

    @cached_property
    def _others(self) -> dict[tuple[str, ...], Book]:
        return {}

    @property
    def _outline(self) -> Outline:
        return _outlined(self.press.shelf, self.name, self.players)

    @cached_property
    def _maker(self) -> Maker:
        return Maker(self.reading, _formal(self.press.shelf, self.name, self.players))


def _outlined(shelf: Shelf, name: str, players: int) -> Outline:
    kept = shelf.kept.setdefault("outline", {})
    if (name, players) not in kept:
        kept[name, players] = outline(shelf.game(name, players))
    found: Outline = kept[name, players]
    return found


def _formal(shelf: Shelf, name: str, players: int) -> dict[str, str]:
    kept = shelf.kept.setdefault("formal", {})
    if (name, players) not in kept:
        merged = shelf.merged(name, players)
        kept[name, players] = {id_: formal_text(rule) for id_, rule in merged.rules.items() if rule.clauses}
    found: dict[str, str] = kept[name, players]
    return found
