"""The rules of one ruleset for one number of players, as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilelaw_dsl.ir.components import (
    BoardDecl,
    Define,
    KindDecl,
    MarkDecl,
    RecordDecl,
    TableDecl,
    VariableDecl,
    ZoneDecl,
)
from tilelaw_dsl.ir.flow import FlowItem
from tilelaw_dsl.ir.node import Node
from tilelaw_dsl.ir.rules import Action, Consequence, Invariant, RankLine, Requirement, ScoreLine, SidesLine
from tilelaw_dsl.vocabulary import LabelKind, Standing


class CitationKind(StrEnum):
    """Where a rule comes from."""

    SOURCE = "source"
    RULING = "ruling"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Citation(Node):
    """One edition's heading, or the reason of a ruling, or the note of a house rule."""

    kind: CitationKind
    edition: str
    heading: str
    note: str
    standing: Standing = Standing.STATES


class ClauseKind(StrEnum):
    """What a clause of a rule does: it declares an action, makes a requirement, has an effect, ..."""

    ACTION = "action"
    REQUIRE = "require"
    EFFECT = "effect"
    SKIP = "skip"
    DEFINE = "define"
    SCORE = "score"
    RANK = "rank"
    SIDES = "sides"
    INVARIANT = "invariant"
    FOLLOWS = "follows"


@dataclass(frozen=True, slots=True)
class RuleInfo(Node):
    """A rule as people know it."""

    id: str
    title: str
    layer: str
    """The layer that introduced it."""
    changed_by: tuple[str, ...]
    citations: tuple[Citation, ...]
    cited_on: str
    """The layer on which editions speak of it; empty when none does."""
    follows: tuple[str, ...]
    does: tuple[ClauseKind, ...]
    """The kinds of clauses it has, each once."""
    cost: int


@dataclass(frozen=True, slots=True)
class Label(Node):
    """What something is called at the table, in one language."""

    kind: LabelKind
    of: str
    """Of a member the kind, otherwise empty."""
    name: str
    """Of the thing; empty for the title of the ruleset."""
    text: str
    is_ours: bool
    """No book in this language has the word."""


@dataclass(frozen=True, slots=True)
class Texts(Node):
    """What readers of one language are told; what has no text is empty or missing."""

    language: str
    aim: str
    components: str
    steps: tuple[tuple[str, str], ...]
    """Names of steps, each with its text; likewise asks and rules."""
    asks: tuple[tuple[str, str], ...]
    rules: tuple[tuple[str, str], ...]
    titles: tuple[tuple[str, str], ...]
    """Of rules; those in English stand with the rules themselves."""
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Game(Node):
    """The rules of one ruleset for one number of players."""

    name: str
    players: int
    title: str
    layers: tuple[str, ...]
    editions: tuple[tuple[str, str], ...]
    rules: tuple[RuleInfo, ...]
    kinds: tuple[KindDecl, ...]
    records: tuple[RecordDecl, ...]
    tables: tuple[TableDecl, ...]
    boards: tuple[BoardDecl, ...]
    zones: tuple[ZoneDecl, ...]
    marks: tuple[MarkDecl, ...]
    variables: tuple[VariableDecl, ...]
    defines: tuple[Define, ...]
    actions: tuple[Action, ...]
    requirements: tuple[Requirement, ...]
    consequences: tuple[Consequence, ...]
    scores: tuple[ScoreLine, ...]
    ranks: tuple[RankLine, ...]
    sides: SidesLine | None
    invariants: tuple[Invariant, ...]
    flow: tuple[FlowItem, ...]
