"""A ruleset as one text: what comes out when its layers have been applied."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilelaw_dsl import syntax as s
from tilelaw_dsl.layers.editions import Said
from tilelaw_dsl.source import Span


@dataclass(frozen=True)
class MergedRule:
    """A rule after all layers have spoken."""

    id: s.Word
    layer: str
    changed_by: tuple[str, ...]
    title: s.Title | None
    bases: tuple[s.Basis, ...]
    clauses: tuple[s.Clause, ...]
    anew_on: str
    """The layer that gave the whole rule, or made it the house's; what editions say beneath it is about another."""
    titled_on: str
    """The layer that gave the title."""
    said: tuple[Said, ...] = ()
    said_on: str = ""
    """The layer on which editions speak of it, if they do."""

    @property
    def citations(self) -> tuple[Said | s.Basis, ...]:
        """Return everything that the rule rests on."""
        return (*self.said, *self.bases)


@dataclass(frozen=True, slots=True)
class Change:
    """Where a layer changes something that the layers beneath use, and the names under which they do."""

    layer: str
    span: Span
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Removal:
    """A rule that a layer took away, and where."""

    rule: MergedRule
    layer: str
    span: Span


@dataclass
class Merged:
    """A ruleset as one text."""

    name: str
    players: int
    layers: tuple[str, ...]
    places: dict[str, Span] = field(default_factory=dict)
    """Where each layer is written."""
    by_path: tuple[str, ...] = ()
    """The layers from the bottom up, siblings in the order of their paths: in this order their `rank` lines decide."""
    title: str = ""
    editions: dict[str, str] = field(default_factory=dict)
    """The titles of the editions that speak on its layers."""
    declarations: dict[str, s.Declaration] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    """What layers did to each other, from the bottom up."""
    needs: dict[str, s.NeedsKinds | s.NeedsDefine] = field(default_factory=dict)
    rules: dict[str, MergedRule] = field(default_factory=dict)
    removed: dict[str, Removal] = field(default_factory=dict)
    """Rules that a layer took away: others may still rest on them."""
    flow: tuple[s.FlowItem, ...] = ()

    @property
    def missing(self) -> list[s.NeedsKinds | s.NeedsDefine]:
        """Return what no layer supplies."""
        defined = {d.name.text for d in self.declarations.values()}
        for rule in self.rules.values():
            defined |= {c.name.text for c in rule.clauses if isinstance(c, s.Define)}
        return [need for name, need in self.needs.items() if name not in defined]
