"""The outline of a rulebook: chapters with sections that follow the flow, and every rule in exactly one of them.

Nothing here is in any language. Rules of one section keep the order in which they are declared, except that one which
only follows a rule of another layer stands right behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_press.rulebook.places import Chapter, Place, Places


@dataclass(frozen=True, slots=True)
class Section:
    """An item of the flow, the rules that stand at it, and the items inside it."""

    item: ir.FlowItem
    rules: tuple[str, ...]
    inner: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows one action of an ask, or what a loop holds (then there is no action)."""

    action: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter: rules that stand at no item of the flow, then sections, then rules that stand behind them."""

    chapter: Chapter
    rules: tuple[str, ...]
    sections: tuple[Section, ...]
    last: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The chapters of a game that hold something, in order."""

    parts: tuple[Part, ...]

    def rules(self) -> Iterator[str]:
        """Yield every rule in the order in which it stands."""
        for part in self.parts:
            yield from part.rules
            yield from _rules_in(part.sections)
            yield from part.last


def _rules_in(sections: Iterable[Section]) -> Iterator[str]:
    for section in sections:
        yield from section.rules
        for branch in section.inner:
            yield from _rules_in(branch.sections)


def outline(game: ir.Game) -> Outline:
    """Return the outline of a game."""
    places = Places(game)
    before, course, after = places.parts()
    at: dict[Place, list[str]] = {}
    for rule in _in_reading_order(game, places):
        at.setdefault(places[rule], []).append(rule)

    def part(chapter: Chapter, items: tuple[ir.FlowItem, ...] = ()) -> Part:
        loose = at.get(Place(chapter), [])
        sections = tuple(_section(item, chapter, at) for item in items)
        if chapter is Chapter.SETUP:
            last = _said_last(game, loose, places)
            return Part(chapter, tuple(rule for rule in loose if rule not in last), sections, last)
        if chapter is Chapter.COURSE:  # what stands nowhere else comes after what everybody needs
            return Part(chapter, (), sections, tuple(loose))
        return Part(chapter, tuple(loose), sections)

    parts = (
        part(Chapter.COMPONENTS),
        part(Chapter.SETUP, before),
        part(Chapter.COURSE, course),
        part(Chapter.END, after),
        part(Chapter.SCORING),
        part(Chapter.RANKING),
    )
    return Outline(tuple(part for part in parts if part.rules or part.sections or part.last))


def _section(item: ir.FlowItem, chapter: Chapter, at: dict[Place, list[str]]) -> Section:
    match item:
        case ir.Step():
            inner: tuple[Branch, ...] = ()
        case ir.Ask(branches=branches):
            inner = tuple(
                Branch(branch.action, tuple(_section(each, chapter, at) for each in branch.items))
                for branch in branches
            )
        case ir.Repeat(items=items) | ir.Each(items=items):
            inner = (Branch("", tuple(_section(each, chapter, at) for each in items)),)
    return Section(item, tuple(at.get(Place(chapter, item.name), ())), inner)


def _said_last(game: ir.Game, loose: list[str], places: Places) -> tuple[str, ...]:
    """Return the rules of the setup that are declared behind one which stands at a step: they come after the steps."""
    last: list[str] = []
    known = {rule.id: rule for rule in game.rules}
    order = list(known)
    for rule in loose:
        before = order[order.index(rule) - 1] if order.index(rule) else rule
        is_near = known[before].layer == known[rule].layer and places[before].chapter is Chapter.SETUP
        if is_near and (places[before].item or before in last):
            last.append(rule)
    return tuple(last)


def _in_reading_order(game: ir.Game, places: Places) -> list[str]:
    """Return all rules, those that only follow one of another layer right behind it."""
    known = {rule.id: rule for rule in game.rules}
    behind: dict[str, list[str]] = {}
    order: list[str] = []
    for rule in game.rules:
        same = [other for other in rule.follows if other in known and places[other] == places[rule.id]]
        is_guest = rule.does == (ir.ClauseKind.FOLLOWS,) and all(known[o].layer != rule.layer for o in same)
        if same and is_guest:
            behind.setdefault(same[-1], []).append(rule.id)
        else:
            order.append(rule.id)
    found: list[str] = []

    def add(rule: str) -> None:
        found.append(rule)
        for follower in behind.get(rule, ()):
            add(follower)

    for rule_id in order:
        add(rule_id)
    return found + [rule for rule in known if rule not in found]
