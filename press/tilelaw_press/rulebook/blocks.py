"""A rulebook in one language as a tree of blocks: chapters, loops, asks, rules, each with what it says.

Blocks are compared by what they say, so two rulesets can be laid over each other (`folding`). A block is called among
its neighbours by its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_press.model import Reading, Said
from tilelaw_press.rulebook.chapters import Branch, Outline, Section
from tilelaw_press.rulebook.components import Group, groups
from tilelaw_press.rulebook.places import Chapter


class BlockKind(StrEnum):
    """What a block is."""

    CHAPTER = "chapter"
    HEAD = "head"
    """What a loop or an ask itself says, the first block in it: one option may change that, another what is inside."""
    TEXT = "text"
    LOOP = "loop"
    ASK = "ask"
    STEP = "step"
    BRANCH = "branch"
    """What follows one answer, in a diagram."""
    GROUP = "group"
    """Components."""
    RULE = "rule"


class LoopRole(StrEnum):
    """What a loop means to a player."""

    ROUND = "round"
    TURN = "turn"
    """It goes from player to player."""
    EACH = "each"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class Cited:
    """What a rule rests on, and what is remarked about that, which may be nothing."""

    citation: ir.Citation
    note: Said


@dataclass(frozen=True, slots=True)
class Details:
    """What is folded away beneath a rule; of these only the formal text is in no language."""

    layer: str
    changed_by: tuple[str, ...]
    citations: tuple[Cited, ...]
    follows: tuple[str, ...]
    formal: str


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule as it is read."""

    id: str
    title: Said
    text: Said
    details: Details


@dataclass(frozen=True, slots=True)
class LoopHead:
    """The head of a loop."""

    name: str
    role: LoopRole
    text: Said


@dataclass(frozen=True, slots=True)
class AskHead:
    """A decision: what it is called, what is asked, and what can be answered."""

    name: str
    heading: Said
    text: Said
    actions: tuple[Said, ...]
    is_conditional: bool


@dataclass(frozen=True, slots=True)
class StepHead:
    """A step: what happens there."""

    name: str
    text: Said


Content: TypeAlias = RuleEntry | Group | LoopHead | AskHead | StepHead | Said | str | None


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a rulebook."""

    kind: BlockKind
    key: str
    content: Content
    children: tuple[Block, ...] = ()
    shown_with: frozenset[str] = frozenset()
    """The options that must all be chosen for it to hold."""
    hidden_with: frozenset[str] = frozenset()
    """The options of which none may be chosen."""

    def rules(self) -> Iterator[Block]:
        """Yield the blocks of rules in it."""
        if self.kind is BlockKind.RULE:
            yield self
        for child in self.children:
            yield from child.rules()


class Maker:
    """Makes blocks from the outline of a game; `formal` has the formal text of its rules."""

    def __init__(self, reading: Reading, formal: dict[str, str]) -> None:
        self._reading = reading
        self._formal = formal

    def chapters(self, outline: Outline) -> tuple[Block, ...]:
        """Return the chapters of a rulebook."""
        found: list[Block] = []
        if self._reading.aim:
            aim = Block(BlockKind.TEXT, "aim", self._reading.aim)
            found.append(Block(BlockKind.CHAPTER, "aim", None, (aim,)))
        parts = {part.chapter: part for part in outline.parts}
        for chapter in Chapter:
            inner = self._components() if chapter is Chapter.COMPONENTS else []
            if (part := parts.get(chapter)) is not None:
                inner[1:1] = self._rules(part.rules)
                inner += [block for section in part.sections for block in self._section(section)]
                inner += self._rules(part.last)
            if inner:
                found.append(Block(BlockKind.CHAPTER, chapter, None, tuple(inner)))
        return tuple(found)

    def _components(self) -> list[Block]:
        text = self._reading.components
        found = [Block(BlockKind.TEXT, "components", text)] if text else []
        return found + [Block(BlockKind.GROUP, f"of {one.name}", one) for one in groups(self._reading)]

    def flow(self, outline: Outline) -> tuple[Block, ...]:
        """Return the course of play, with every step and decision, for a diagram."""
        course = next((part for part in outline.parts if part.chapter is Chapter.COURSE), None)
        return tuple(block for section in (course.sections if course else ()) for block in self._drawn(section))

    # ---- chapters

    def _rules(self, rules: Iterable[str]) -> list[Block]:
        return [Block(BlockKind.RULE, rule, self.entry(rule)) for rule in rules]

    def entry(self, rule: str) -> RuleEntry:
        """Return a rule as it is read."""
        reading = self._reading
        info = reading.infos[rule]
        cited = tuple(Cited(each, reading.note(each.note)) for each in info.citations)
        details = Details(info.layer, info.changed_by, cited, info.follows, self._formal.get(rule, ""))
        return RuleEntry(rule, reading.rule_title(rule), reading.rule_text(rule), details)

    def _section(self, section: Section) -> Iterator[Block]:
        """Yield the blocks of an item of the flow at which, or in which, some rule stands."""
        inner = [*self._rules(section.rules)]
        inner += [block for branch in section.inner for each in branch.sections for block in self._section(each)]
        if not inner:
            return
        match section.item:
            case ir.Step():
                yield from inner
            case ir.Ask():
                yield _headed(BlockKind.ASK, self._ask(section.item), inner)
            case ir.Repeat() | ir.Each():
                head = self._loop(section.item)
                if head.role is LoopRole.ROUND:  # what belongs to the round stands before the turns, not behind them
                    inner.sort(key=lambda block: block.kind is not BlockKind.RULE)
                if head.role in (LoopRole.ROUND, LoopRole.TURN):
                    yield _headed(BlockKind.LOOP, head, inner)
                else:
                    yield from inner

    # ---- the diagram

    def _drawn(self, section: Section) -> Iterator[Block]:
        item = section.item
        inner = tuple(block for branch in section.inner for block in self._branch(branch))
        match item:
            case ir.Step():
                text = self._reading.step_text(item.name) or self._titles(section.rules)
                if text:
                    yield Block(BlockKind.STEP, item.name, StepHead(item.name, text))
            case ir.Ask():
                yield _headed(BlockKind.ASK, self._ask(item), inner)
            case ir.Repeat() | ir.Each():
                if inner:
                    yield _headed(BlockKind.LOOP, self._loop(item), inner)

    def _branch(self, branch: Branch) -> Iterator[Block]:
        inner = tuple(block for section in branch.sections for block in self._drawn(section))
        if not branch.action:
            yield from inner
        elif inner:
            yield Block(BlockKind.BRANCH, branch.action, self._reading.label(ir.LabelKind.ACTION, branch.action), inner)

    def _titles(self, rules: tuple[str, ...]) -> Said:
        """Return the titles of the rules at a step of which nothing is told."""
        titles = [self._reading.rule_title(rule) for rule in rules]
        return Said(". ".join(title.text for title in titles), titles[0].language if titles else "")

    # ---- heads

    def _ask(self, ask: ir.Ask) -> AskHead:
        labels = tuple(self._reading.label(ir.LabelKind.ACTION, action) for action in ask.actions)
        first = labels[0]
        heading = Said(first.text[:1].upper() + first.text[1:], first.language)
        return AskHead(ask.name, heading, self._reading.ask_text(ask.name), labels, ask.when is not None)

    def _loop(self, loop: ir.Repeat | ir.Each) -> LoopHead:
        return LoopHead(loop.name, _role(loop, self._reading.game), self._reading.step_text(loop.name))


def _headed(kind: BlockKind, head: LoopHead | AskHead, inner: Iterable[Block]) -> Block:
    return Block(kind, head.name, None, (Block(BlockKind.HEAD, "head", head), *inner))


def _role(loop: ir.Repeat | ir.Each, game: ir.Game) -> LoopRole:
    asks = [item for item in ir.flow_items(loop.items) if isinstance(item, ir.Ask)]
    match loop:
        case ir.Repeat(bindings=bindings):
            players = {each.name for each in bindings if _is_player(each.type)}
        case ir.Each(element=element, type=type_):
            players = {element} if _is_player(type_) else set()
    if any(names & players for names in (ir.names_in(ask.of) for ask in asks)):
        return LoopRole.TURN
    if loop in game.flow and any(isinstance(item, ir.Repeat | ir.Each) for item in loop.items):
        return LoopRole.ROUND
    return LoopRole.EACH if isinstance(loop, ir.Each) else LoopRole.REPEAT


def _is_player(type_: ir.Type) -> bool:
    return isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.PLAYER
