"""Editions and texts as written: what printed books say about rules, and sentences of our own for readers."""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl.syntax.declarations import Title
from tilelaw_dsl.syntax.node import Node, Word
from tilelaw_dsl.vocabulary import LabelKind, Standing, TextKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing(Node):
    """`printing "publisher, year"`"""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFrom(Node):
    """`read from "a scan, without pictures"`"""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section(Node):
    """`section aim "What it is about"`"""

    name: Word
    heading: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark(Node):
    """`differs on plant.free, plant.apart in aim "may plant"`"""

    standing: Standing
    rules: tuple[Word, ...]
    section: Word
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks(Node):
    """`on garden/basic` with remarks"""

    layer: Word
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition(Node):
    """`edition en "Garden, second printing" of garden after cs`"""

    name: Word
    title: str
    game: Word
    after: Word | None
    printing: Printing | None
    read_from: ReadFrom | None
    sections: tuple[Section, ...]
    blocks: tuple[Remarks, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLine(Node):
    """`"A flower is planted on a free spot."`"""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renders(Node):
    """`renders 5c1d09ab`"""

    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Node):
    """`rule plant.free "The title in this language"` with lines, which are one text"""

    kind: TextKind
    name: Word | None
    """Of the step, ask or rule; there is one aim, and one list of components."""
    title: Title | None
    """Of the rule, in this language."""
    lines: tuple[TextLine, ...]
    renders: Renders | None
    """Which wording of the English text it says in its own language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Node):
    """`note "no edition says"` with lines: what somebody remarks in rules, editions or tables, for these readers"""

    remark: str
    """As it is written there: it names itself, so one that is changed has no note any more."""
    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Label(Node):
    """`zone bag "the bag"`, or `kinds colour "colour"` with a label for each member"""

    kind: LabelKind
    name: Word | None
    """Of the thing that is labelled; a layer has one title."""
    text: str
    is_ours: bool
    """No book in this language has the word."""
    members: tuple[Label, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBlock(Node):
    """`on garden/basic for players 2` with texts"""

    layer: Word
    counts: tuple[int, ...]
    """The player counts it is for; none means any."""
    texts: tuple[Text, ...]
    labels: tuple[Label, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts(Node):
    """`texts en of garden`"""

    language: Word
    game: Word
    blocks: tuple[TextBlock, ...]
