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
from tilelaw_dsl.ir.rules import Action, Consequence, Invariant, RankLine, Requirement, ScoreLine, SidesLine


class CitationKind(StrEnum):
    """Where a rule comes from."""

    SOURCE = "source"
    RULING = "ruling"
    HOUSE = "house"


class Standing(StrEnum):
    """How an edition says what a rule says; an edition that is not cited is silent."""

    STATES = "states"
    DIFFERS = "differs"
    PICTURED = "pictured"


@dataclass(frozen=True, slots=True)
class Citation:
    """One edition's heading, or the reason of a ruling, or the note of a house rule."""

    kind: CitationKind
    edition: str
    heading: str
    note: str
    standing: Standing = Standing.STATES


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule as people know it."""

    id: str
    title: str
    layer: str
    """The layer that introduced it."""
    changed_by: tuple[str, ...]
    citations: tuple[Citation, ...]
    follows: tuple[str, ...]
    does: tuple[str, ...]
    """What kinds of clauses it has: action, require, effect, skip, define, score, rank, sides, invariant."""
    cost: int


@dataclass(frozen=True, slots=True)
class Game:
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
