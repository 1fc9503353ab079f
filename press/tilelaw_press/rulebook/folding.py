"""Options folded into a rulebook: one tree in which each block says with which options it holds.

For each option the tree with it is compared with the tree without it. What is gone there is hidden when the option is
chosen, what is new is shown then. Options that stand beside each other may not touch the same rule, so what each does
holds beside the others as well; one that stands on another option is compared with the tree of that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from enum import StrEnum

from tilelaw_press.rulebook.blocks import Block, BlockKind, Content, RuleEntry


@dataclass(frozen=True, slots=True)
class Layered:
    """An option with the trees without it and with it."""

    option: str
    needs: frozenset[str]
    without: tuple[Block, ...]
    chosen: tuple[Block, ...]


class ChangeKind(StrEnum):
    """What an option does to a rule."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Change:
    """What an option does to a rule: the rule as it is then, or as it was if it is gone."""

    kind: ChangeKind
    entry: RuleEntry


@dataclass(slots=True)
class _Node:
    """A block that can still be changed."""

    kind: BlockKind
    key: str
    content: Content
    children: list[_Node]
    shown_with: frozenset[str] = frozenset()
    hidden_with: set[str] = field(default_factory=set)

    def holds(self, chosen: frozenset[str]) -> bool:
        return self.shown_with <= chosen and not self.hidden_with & chosen


def folded(base: Sequence[Block], options: Iterable[Layered]) -> tuple[Block, ...]:
    """Return the tree of a ruleset with all its options in it."""
    tree = [_open(block) for block in base]
    for layered in options:
        _fold(tree, layered.without, layered.chosen, layered.needs, layered.option)
    return tuple(_closed(node) for node in tree)


def chosen(tree: Iterable[Block], options: frozenset[str]) -> tuple[Block, ...]:
    """Return what holds of a folded tree when some options are chosen, without a trace of folding."""
    return tuple(
        replace(block, children=chosen(block.children, options), shown_with=frozenset(), hidden_with=frozenset())
        for block in tree
        if block.shown_with <= options and not block.hidden_with & options
    )


def changes(without: Iterable[Block], chosen: Iterable[Block]) -> tuple[Change, ...]:
    """Return what an option does to rules, in the order in which they stand."""
    before = {entry.id: entry for entry in _entries(without)}
    after = {entry.id: entry for entry in _entries(chosen)}
    found = [Change(ChangeKind.REMOVED, entry) for id_, entry in before.items() if id_ not in after]
    for id_, entry in after.items():
        if id_ not in before:
            found.append(Change(ChangeKind.ADDED, entry))
        elif (entry.text, entry.title) != (before[id_].text, before[id_].title):
            found.append(Change(ChangeKind.CHANGED, entry))
    return tuple(found)


def _entries(tree: Iterable[Block]) -> Iterable[RuleEntry]:
    for block in (rule for top in tree for rule in top.rules()):
        assert isinstance(block.content, RuleEntry), "a rule has its entry"
        yield block.content


def _open(block: Block) -> _Node:
    return _Node(block.kind, block.key, block.content, [_open(child) for child in block.children])


def _closed(node: _Node) -> Block:
    children = tuple(_closed(child) for child in node.children)
    return Block(node.kind, node.key, node.content, children, node.shown_with, frozenset(node.hidden_with))


def _fold(
    tree: list[_Node], before: Sequence[Block], after: Sequence[Block], needs: frozenset[str], option: str
) -> None:
    """Change siblings of the tree as an option changes them. `before` are those that hold with what it needs."""
    there = [node for node in tree if node.holds(needs)]
    assert [node.key for node in there] == [block.key for block in before], "what holds is what was compared"
    matcher = SequenceMatcher(None, [block.key for block in before], [block.key for block in after], autojunk=False)
    at = 0  # in the tree, behind all that has been seen to
    for tag, low, high, new_low, new_high in matcher.get_opcodes():
        if tag == "equal":
            for node, old, new in zip(there[low:high], before[low:high], after[new_low:new_high], strict=True):
                at = _index(tree, node) + 1
                if (old.kind, old.content) == (new.kind, new.content):
                    _fold(node.children, old.children, new.children, needs, option)
                else:
                    node.hidden_with.add(option)
                    at = _insert(tree, at, [new], needs, option)
            continue
        for node in there[low:high]:
            node.hidden_with.add(option)
            at = _index(tree, node) + 1
        at = _insert(tree, at, after[new_low:new_high], needs, option)


def _insert(tree: list[_Node], at: int, blocks: Sequence[Block], needs: frozenset[str], option: str) -> int:
    """Insert blocks behind those that other options have put there, and return the place behind them."""
    while at < len(tree) and tree[at].shown_with and not tree[at].shown_with <= needs:
        at += 1
    for block in blocks:
        node = _open(block)
        node.shown_with = needs | {option}
        tree.insert(at, node)
        at += 1
    return at


def _index(tree: list[_Node], node: _Node) -> int:
    return next(place for place, other in enumerate(tree) if other is node)
