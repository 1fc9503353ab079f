"""How often conditions held, and what the numbers they read were then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tilelaw.lint.account.facts import Judged, Reader
from tilelaw_dsl import ir
from tilelaw_reference import Env

When = tuple[int, str, int]
"""The number of players, what is counted (a name that a loop binds, or else turns), and which one it was."""


@dataclass(slots=True)
class Tally:
    """How often one condition held."""

    yes: int = 0
    no: int = 0
    numbers: dict[str, tuple[Counter[int], Counter[int]]] = field(default_factory=dict)
    """The numbers that its parts came to, where it held and where not."""
    times: set[When] = field(default_factory=set)
    """When it held."""
    nearest: Judged | None = None
    """Where it did not hold, but nearly."""

    def add(self, judged: Judged, when: Iterable[When] = ()) -> None:
        """Count what a condition came to."""
        self.yes += judged.holds
        self.no += not judged.holds
        if judged.holds:
            self.times |= set(when)
        elif self.nearest is None or (judged.missed, judged.margin) < (self.nearest.missed, self.nearest.margin):
            self.nearest = judged
        for fact in judged.facts:
            if isinstance(fact.value, int) and fact.is_counted:
                self.numbers.setdefault(fact.text, (Counter(), Counter()))[not judged.holds][fact.value] += 1


@dataclass(slots=True)
class Choices:
    """The choices by `if` in what rules calculate: how often each condition held."""

    tallies: dict[str, Tally] = field(default_factory=dict)

    def look(self, reader: Reader, node: ir.Node, env: Env, when: Iterable[When] = ()) -> None:
        """Look at the choices in a part of the rules."""
        when = tuple(when)
        for inner, bound in reader.within(node, env):
            if isinstance(inner, ir.If) and ir.names_read(inner.condition) <= bound.keys():
                text = reader.words.text(inner.condition)
                judged = reader.judged(inner.condition, bound)
                self.tallies.setdefault(text, Tally()).add(judged, when)
