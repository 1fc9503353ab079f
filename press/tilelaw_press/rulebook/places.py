"""Where each rule of a game stands: at an item of the flow, beside another rule, or in a chapter that its id names.

A rule touches the items of the flow at which it takes effect, whose action it declares, of which it requires something
or over which it passes. It stands at the one that its id begins with, else at the first. One that only defines
something stands beside the first rule that uses the definition, and one that only follows others beside the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tilelaw_dsl import ir


class Chapter(StrEnum):
    """The chapters that have rules, in their order."""

    COMPONENTS = "components"
    SETUP = "setup"
    COURSE = "course"
    END = "end"
    SCORING = "scoring"
    RANKING = "ranking"


NAMED = {
    "components": Chapter.COMPONENTS,
    "setup": Chapter.SETUP,
    "end": Chapter.END,
    "score": Chapter.SCORING,
    "rank": Chapter.RANKING,
}
"""What ids begin with that say where their rules stand."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a rule stands: a chapter, and in it an item of the flow, or none."""

    chapter: Chapter
    item: str = ""


class Places:
    """The places of all rules of a game."""

    def __init__(self, game: ir.Game) -> None:
        self._game = game
        self._infos = {rule.id: rule for rule in game.rules}
        self._found: dict[str, Place] = {}
        for rule in game.rules:
            self._place(rule.id, ())

    def __getitem__(self, rule: str) -> Place:
        return self._found[rule]

    @cached_property
    def main(self) -> ir.FlowItem | None:
        """The last loop of the flow in which somebody is asked something."""
        loops = [item for item in self._game.flow if isinstance(item, ir.Repeat | ir.Each) and _asks(item)]
        return loops[-1] if loops else None

    def parts(self) -> tuple[tuple[ir.FlowItem, ...], tuple[ir.FlowItem, ...], tuple[ir.FlowItem, ...]]:
        """Return the items of the flow before the course of play, in it, and after it."""
        flow = self._game.flow
        if self.main is None:
            return (), flow, ()
        at = flow.index(self.main)
        return flow[:at], (self.main,), flow[at + 1 :]

    # ---- one rule

    def _place(self, rule: str, asked: tuple[str, ...]) -> Place | None:
        """Return the place of a rule; nothing while it is still being looked for."""
        if rule in asked:
            return None
        if rule not in self._found:
            self._found[rule] = self._look(self._infos[rule], (*asked, rule))
        return self._found[rule]

    def _look(self, rule: ir.RuleInfo, asked: tuple[str, ...]) -> Place:
        first = rule.id.split(".")[0]
        touched = [item for item in self._order if item in self._touched.get(rule.id, ())]
        if ir.ClauseKind.SCORE in rule.does:
            return Place(Chapter.SCORING)
        if ir.ClauseKind.RANK in rule.does:
            return Place(Chapter.RANKING)
        if rule.id in self._ending:
            return Place(Chapter.END)
        named = NAMED.get(first)
        if named is Chapter.SETUP:
            inside = [item for item in touched if self._chapters[item] is Chapter.SETUP]
            return Place(Chapter.SETUP, inside[0] if inside else "")
        if named in (Chapter.COMPONENTS, Chapter.END, Chapter.RANKING):
            return Place(named)
        if touched:
            return self._at(first, first if first in touched else touched[0])
        if ir.ClauseKind.SIDES in rule.does:
            return Place(Chapter.SETUP)
        beside = self._beside(rule, asked)
        if named is not None and (beside is None or beside.chapter is not Chapter.COURSE):
            return Place(named)
        return beside or Place(Chapter.COURSE, first if self._chapters.get(first) is Chapter.COURSE else "")

    def _at(self, first: str, item: str) -> Place:
        """Return the place at an item; a rule named after a loop stands at its head, unless the item is, too."""
        chapter = self._chapters[item]
        is_loop = first in self._loops and self._chapters[first] is chapter
        return Place(chapter, first if is_loop and item.split(".")[0] != first else item)

    def _beside(self, rule: ir.RuleInfo, asked: tuple[str, ...]) -> Place | None:
        """Return the place of the first rule that it follows, or that uses its definitions."""
        for other in (*rule.follows, *self._users.get(rule.id, ())):
            place = self._place(other, asked) if other in self._infos else None
            if place is not None:
                return place
        return None

    # ---- what all rules touch

    @cached_property
    def _order(self) -> list[str]:
        return [item.name for item in ir.flow_items(self._game.flow)]

    @cached_property
    def _chapters(self) -> Mapping[str, Chapter]:
        kinds = (Chapter.SETUP, Chapter.COURSE, Chapter.END)
        parts = zip(kinds, self.parts(), strict=True)
        return {item.name: kind for kind, items in parts for item in ir.flow_items(items)}

    @cached_property
    def _loops(self) -> frozenset[str]:
        items = ir.flow_items(self._game.flow)
        return frozenset(item.name for item in items if isinstance(item, ir.Repeat | ir.Each))

    @cached_property
    def _touched(self) -> Mapping[str, set[str]]:
        found: dict[str, set[str]] = {rule: set() for rule in self._infos}
        for rule, item in self._touches():
            found.setdefault(rule, set()).add(item)
        return found

    def _touches(self) -> Iterator[tuple[str, str]]:
        game = self._game
        asks: dict[str, list[str]] = {}
        for item in ir.flow_items(game.flow):
            yield from ((skip.rule, item.name) for skip in item.skips)
            for answer in item.actions if isinstance(item, ir.Ask) else ():
                asks.setdefault(answer, []).append(item.name)
        for action in game.actions:
            yield from ((action.rule, ask) for ask in asks.get(action.name, ()))
        for requirement in game.requirements:
            named = [requirement.ask] if requirement.ask else asks.get(requirement.action, [])
            yield from ((requirement.rule, ask) for ask in named)
        for consequence in game.consequences:
            match consequence.trigger:
                case ir.AtStep(step):
                    yield consequence.rule, step
                case ir.AfterAnswer(answer, ask):
                    yield from ((consequence.rule, name) for name in ([ask] if ask else asks.get(answer, [])))

    @cached_property
    def _ending(self) -> frozenset[str]:
        """The rules that end the game."""
        return frozenset(
            consequence.rule
            for consequence in self._game.consequences
            if any(isinstance(node, ir.EndGame) for node in ir.walk(*consequence.effects))
        )

    @cached_property
    def _users(self) -> Mapping[str, tuple[str, ...]]:
        """By rule, the other rules that use what it defines, in the order of the rules."""
        owner = {define.name: define.rule for define in self._game.defines if define.rule}
        using: dict[str, set[str]] = {}
        defines = {define.name: define for define in self._game.defines}
        game = self._game
        clauses: list[tuple[str, ir.Node]]
        clauses = [(r.rule, r) for r in (*game.requirements, *game.consequences, *game.scores, *game.ranks)]
        clauses += [(action.rule, action) for action in game.actions]
        clauses += [(define.rule, define) for define in game.defines if define.rule]
        clauses += [(skip.rule, skip.when) for item in ir.flow_items(game.flow) for skip in item.skips]
        for rule, clause in clauses:
            for node in ir.walk_called(clause, defines):
                if isinstance(node, ir.Call) and owner.get(node.define, rule) != rule:
                    using.setdefault(owner[node.define], set()).add(rule)
        return {rule: tuple(other for other in self._infos if other in users) for rule, users in using.items()}


def _asks(item: ir.FlowItem) -> bool:
    return any(isinstance(inner, ir.Ask) for inner in ir.flow_items((item,)))
