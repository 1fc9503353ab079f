"""Layers as written, and what one does to those beneath."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tilelaw_dsl.syntax.books import Edition, Texts
from tilelaw_dsl.syntax.declarations import (
    AddTable,
    Board,
    Define,
    FieldDecl,
    KindsData,
    KindsList,
    Look,
    Mark,
    NeedsDefine,
    NeedsKinds,
    Param,
    Players,
    RecordDecl,
    Relation,
    Title,
    Var,
    Zone,
)
from tilelaw_dsl.syntax.expressions import Arm, Expr
from tilelaw_dsl.syntax.flow import Flow, FlowItem
from tilelaw_dsl.syntax.node import Node, Word
from tilelaw_dsl.syntax.rules import House, Rule, RuleLine

Replaceable: TypeAlias = KindsList | KindsData | Param | Zone | Mark | Var | Define
"""What is declared in one line, or can be: a layer above may give another line for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(Node):
    """`replace var coins(player): 0..200`; a table without fields beneath keeps those that it has"""

    declaration: Replaceable


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceField(Node):
    """`replace field price of seed: 0..20`"""

    of: Word
    """A board, a record, or a kind with a table."""
    field: FieldDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceRelation(Node):
    """`replace relation beside = king`"""

    relation: Relation


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceRule(Node):
    """`replace rule score.region "Regions score"`"""

    id: Word
    title: Title | None
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendRule(Node):
    """`amend rule score.region "Regions score"`"""

    id: Word
    title: Title | None
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveRule(Node):
    """`remove rule plant.pass because "…"`"""

    id: Word
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetParam(Node):
    """`set reach = 4, 3, 2`"""

    name: Word
    values: tuple[Expr, ...] | tuple[Arm, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMembers(Node):
    """`add to kinds colour: yellow`"""

    kind: Word
    members: tuple[Word, ...]


class Fielded(StrEnum):
    """What fields can be added to without a table."""

    BOARD = "board"
    RECORD = "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddFields(Node):
    """`add to board bed`, `add to record half` with fields"""

    to: Fielded
    name: Word
    fields: tuple[FieldDecl, ...]


class Where(StrEnum):
    """The side of an anchor on which a layer inserts."""

    AFTER = "after"
    BEFORE = "before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert(Node):
    """`insert after select after garden/roses` with flow items"""

    where: Where
    anchor: Word
    after: tuple[Word, ...]
    """The layers whose items at this place come first."""
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceStep(Node):
    """`replace step opening` with flow items"""

    name: Word
    items: tuple[FlowItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveStep(Node):
    """`remove step swap because "…"`"""

    name: Word
    reason: str


Declaration: TypeAlias = KindsList | KindsData | RecordDecl | Param | Board | Zone | Mark | Var | Define
Verb: TypeAlias = (
    Replace
    | ReplaceField
    | ReplaceRelation
    | ReplaceRule
    | AmendRule
    | RemoveRule
    | SetParam
    | AddMembers
    | AddTable
    | AddFields
    | Insert
    | ReplaceStep
    | RemoveStep
)
Item: TypeAlias = Title | Look | Players | House | NeedsKinds | NeedsDefine | Declaration | Flow | Rule | Verb


class Role(StrEnum):
    """What a layer is to those who play: a game, something added to one, or a part of others."""

    MODE = "mode"
    OPTION = "option"
    LAYER = "layer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Node):
    """`layer garden/duel on garden/basic for players 2`"""

    role: Role
    name: Word
    on: tuple[Word, ...]
    counts: tuple[int, ...]
    """The player counts it is bound to; none means any."""
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class File(Node):
    """Everything in one text; each part in the order written."""

    layers: tuple[Layer, ...]
    editions: tuple[Edition, ...] = ()
    texts: tuple[Texts, ...] = ()
