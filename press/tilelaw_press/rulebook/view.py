"""What a page knows about the rules on it: which are new or changed, where their pages lie, their pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from markupsafe import Markup

from tilelaw_dsl.ir import LabelKind
from tilelaw_press.addresses import addresses
from tilelaw_press.formal import highlighted
from tilelaw_press.model import Said
from tilelaw_press.page import LANGUAGES, link
from tilelaw_press.press import Press
from tilelaw_press.rulebook.blocks import RuleEntry
from tilelaw_press.rulebook.book import Book
from tilelaw_press.rulebook.components import boards
from tilelaw_press.rulebook.pieces import Note, Pieces, Shown

Pictures: TypeAlias = Callable[[str], tuple[Markup, ...]]
"""Hands out the pictures that stand beside a rule, as HTML of the press."""


def no_pictures(_rule: str) -> tuple[Markup, ...]:
    """Return no picture for any rule."""
    return ()


class View:
    """What the templates of one page ask about rules."""

    def __init__(
        self,
        press: Press,
        book: Book,
        path: str,
        *,
        base: Mapping[str, RuleEntry] | None = None,
        own: frozenset[str] = frozenset(),
        has_links: bool = True,
        pictures: Pictures = no_pictures,
        shown: Shown | None = None,
        shows_all: bool = False,
    ) -> None:
        """`base` has the rules to compare with, `own` are the layers whose rules are always marked."""
        self._press = press
        self._book = book
        self._path = path
        self._base = base
        self._own = own
        self._has_links = has_links
        self.pictures = pictures
        self._pieces = Pieces(press.shelf, book.name, book.players, shown) if shown else None
        self._marked: dict[str, Mapping[str, Note]] = {}
        self.shows_all = shows_all
        """Whether all components are shown, however many there are."""
        self._costs = {rule.id: rule.cost for rule in book.reading.game.rules}
        self.repository = press.sources.repository or addresses().repository

    @property
    def wording(self) -> str:
        """Say whose words are on the page: `ours`, the `authors`, or `mixed`."""
        layers = set(self._book.reading.game.layers)
        bundled = self._press.shelf.bundled
        return "ours" if layers <= bundled else "mixed" if layers & bundled else "authors"

    def difference(self, entry: RuleEntry) -> str:
        """Say whether a rule is `new`, or `changed`, beside those to compare with."""
        if self._base is None:
            return ""
        if entry.id not in self._base:
            return "new"
        return "changed" if entry.text != self._base[entry.id].text else ""

    def house_mark(self, entry: RuleEntry) -> str:
        """Return how a rule of somebody's own is marked."""
        layers = (entry.details.layer, *entry.details.changed_by)
        is_house = any(one.citation.kind == "house" for one in entry.details.citations)
        if is_house or self._own.intersection(layers):
            return self._press.phrases("rulebook.house")
        return ""

    def rule_page(self, rule: str) -> str:
        """Return the address of a rule's page, or nothing where there are no such pages."""
        if not self._has_links:
            return ""
        game = self._book.name.split("/")[0]
        return link(self._path, f"r/{game}/{rule}.html")

    def cost(self, rule: str) -> int:
        """Return how many steps it takes at most to evaluate a rule of the mode; 0 when it is not known here."""
        return self._costs.get(rule, 0)

    def piece(self, kind: str, member: str | int) -> Markup:
        """Return the picture of a component, or nothing."""
        return self._pieces(kind, member) if self._pieces else Markup("")

    def note(self, kind: str, member: str | int) -> Note | None:
        """Return the mark that says how well a component is known."""
        return self._marks(kind).get(str(member))

    def notes_of(self, kind: str) -> tuple[Note, ...]:
        """Return the marks of a kind, with what they say."""
        return tuple(dict.fromkeys(self._marks(kind).values()))

    def _marks(self, kind: str) -> Mapping[str, Note]:
        if self._pieces is None or not self.shows_all:
            return {}
        if kind not in self._marked:
            self._marked[kind] = self._pieces.marks(kind, self._book.reading)
        return self._marked[kind]

    @property
    def boards(self) -> list[tuple[Said, Markup]]:
        """The boards that all players share, each with its picture, where everything is shown on one page."""
        if self._pieces is None or not self.shows_all:
            return []
        reading = self._book.reading
        named = [(name, reading.label(LabelKind.BOARD, name)) for name in boards(reading.game)]
        return [(label, self._pieces.board(name, label.text)) for name, label in named]

    @property
    def components_page(self) -> str:
        """The address of the page of all components, or nothing where there is none."""
        return link(self._path, f"components/{self._book.name.split('/')[0]}.html") if self._has_links else ""

    def language_of(self, edition: str) -> str:
        """Return the language of an edition's headings."""
        return edition if edition in LANGUAGES else "en"

    def coloured(self, formal: str) -> Markup:
        """Return formal text as HTML."""
        return highlighted(formal)
