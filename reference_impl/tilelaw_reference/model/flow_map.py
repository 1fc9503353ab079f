"""The flow of play as a map: for each flow item the one that follows it and the one it lies in.

Names of flow items are unique, so a resting place is found again by its name alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from tilelaw_dsl import ir


class FlowMap:
    """The flow tree of a game, by name."""

    def __init__(self, flow: tuple[ir.FlowItem, ...]) -> None:
        self.first = flow[0] if flow else None
        self.asks: dict[str, ir.Ask] = {}
        self.steps: dict[str, ir.Step] = {}
        self.following: dict[str, ir.FlowItem] = {}
        """The item after an item in the same list; the last of a list has none."""
        self.around: dict[str, ir.FlowItem] = {}
        """The loop, or the ask with branches, that an item lies in; outermost ones have none."""
        self._enlist(flow, None)

    def _enlist(self, items: tuple[ir.FlowItem, ...], around: ir.FlowItem | None) -> None:
        self.following |= {item.name: following for item, following in pairwise(items)}
        for item in items:
            if around is not None:
                self.around[item.name] = around
            match item:
                case ir.Step():
                    self.steps[item.name] = item
                case ir.Ask():
                    self.asks[item.name] = item
                    for branch in item.branches:
                        self._enlist(branch.items, item)
                case ir.Repeat() | ir.Each():
                    self._enlist(item.items, item)
                case _:
                    assert_never(item)
