"""What a rule read when its effects happened, or when they might have happened and did not.

Effects read the position before them. What they read is looked up again afterwards: a condition that comes to hold only
by the effects themselves was perhaps meant to be read later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tilelaw.lint.account.facts import PLAIN, Fact, Judged, Reader
from tilelaw.lint.account.tally import Choices
from tilelaw_dsl import ir
from tilelaw_reference import Bag, Env, JsonObject, json_value

Stores: TypeAlias = Callable[[ir.Expr], frozenset[ir.Store]]
"""Tells what an expression reads of the position."""
MOST_ELEMENTS = 200
"""Effects for each element are looked at for so many, all together."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on which something happens, and what it came to."""

    text: str
    judged: Judged
    late: tuple[Fact, ...] = ()
    """If it held only when the effects had happened: what it read, then and afterwards."""


@dataclass(slots=True)
class Reading:
    """What one rule read in one transition."""

    stores: Stores
    looks_at_boards: Callable[[ir.Expr], bool]
    choices: Choices
    conditions: list[Condition] = field(default_factory=list)
    facts: dict[str, Fact] = field(default_factory=dict)
    """What the conditions read that held, and the sets of which only the first was taken."""
    shows_cells: bool = False
    """Whether the conditions look at whole boards."""
    is_tied: bool = False
    """Whether the first of several was taken."""
    added_to: list[JsonObject] = field(default_factory=list)
    """The places that are added to, as events name them: what several rules add is one event, of the first."""
    _left: int = MOST_ELEMENTS

    def read(self, consequence: ir.Consequence, before: Reader, after: Reader, env: Env) -> None:
        """Look at what a consequence reads."""
        if consequence.when is None or self._judge(consequence.when, before, after, env):
            self._effects(consequence.effects, before, after, env)

    def _judge(self, node: ir.Expr, before: Reader, after: Reader, env: Env) -> bool:
        """Look at a condition; return whether it holds."""
        judged, stores = before.judged(node, env), self.stores(node)
        late: tuple[Fact, ...] = ()
        if judged.holds:
            self.shows_cells = self.shows_cells or self.looks_at_boards(node)
            self.facts = {fact.text: fact for fact in judged.facts} | self.facts
        elif stores and after.holds(node, env):
            late = tuple(self._with_later(fact, after) for fact in judged.facts)
        self.conditions.append(Condition(before.words.text(node), judged, late))
        return judged.holds

    def _effects(self, effects: Iterable[ir.Effect], before: Reader, after: Reader, env: Env) -> None:
        for effect in effects:
            match effect:
                case ir.ForEach():
                    for element in before.elements(effect.over, env):
                        self._left -= 1
                        if self._left < 0:
                            break
                        self._effects(effect.effects, before, after, {**env, effect.element: element})
                case ir.When():
                    if self._judge(effect.condition, before, after, env):
                        self._effects(effect.effects, before, after, env)
                case _:
                    self._look_inside(effect, before, env)
                    self.added_to += _added_to(effect, before, env)
                    if isinstance(effect, ir.Let):
                        env = {**env, effect.name: before.value(effect.value, env)}

    def _look_inside(self, effect: ir.Effect, before: Reader, env: Env) -> None:
        """Look for choices by conditions, and for sets of which the first is taken though they have several."""
        self.choices.look(before, effect, env)
        for node, bound in before.within(effect, env):
            if isinstance(node, ir.First) and node.count is None and not isinstance(node.of, PLAIN):
                value = before.value(node.of, bound)
                if isinstance(value, frozenset) and not isinstance(value, Bag) and len(value) > 1:
                    self.is_tied = True
                    self.facts |= {fact.text: fact for fact in before.fact(node.of, bound)}

    def _with_later(self, fact: Fact, after: Reader) -> Fact:
        """Return a fact with what it is afterwards, if it speaks of the position."""
        is_read = bool(self.stores(fact.node)) and not fact.is_inner
        return replace(fact, later=(after.value(fact.node, fact.bindings),)) if is_read else fact

    def facts_with_later(self, after: Reader) -> tuple[Fact, ...]:
        """Return what was read, with what it is afterwards; what was empty and stays empty says nothing."""
        facts = [self._with_later(fact, after) for fact in self.facts.values()]
        return tuple(fact for fact in facts if not (fact.later == (fact.value,) == (frozenset(),)))


def _added_to(effect: ir.Effect, before: Reader, env: Env) -> Iterator[JsonObject]:
    """Yield the places that an effect adds to, as events name them."""
    match effect:
        case ir.SetVariable(name, indices, ir.Addition()):
            values = [json_value(before.value(index, env)) for index in indices]
            yield {"variable": name, **({"index": values} if values else {})}
        case ir.SetCell(board, name, of, ir.Addition()):
            yield from ({"board": board, "at": json_value(cell), "field": name} for cell in before.elements(of, env))
        case ir.SetMark(mark, of, ir.Addition()):
            yield from ({"mark": mark, "piece": json_value(piece)} for piece in before.elements(of, env))
