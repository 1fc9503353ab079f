"""How often everybody was asked in a game, and how many turns they had.

A turn of a player begins where another player was asked before, and where the flow comes round again to something that
is asked directly in a loop from player to player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tilelaw_dsl import ir


@dataclass(slots=True)
class Turns:
    """The turns of one game."""

    game: ir.Game
    asked: Counter[tuple[int, str]] = field(default_factory=Counter)
    """How often a player was asked something."""
    taken: Counter[int] = field(default_factory=Counter)
    """How many turns a player has had, the one that lasts included."""
    running: Counter[str] = field(default_factory=Counter)
    """How often each ask has come since this player is asked."""
    _last: tuple[int, str] | None = None
    _loops: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The loop from player to player in which something is asked directly, and the place in it."""

    def __post_init__(self) -> None:
        self._loops = {ask: (loop, place) for place, (ask, loop) in enumerate(_rounds(self.game.flow, ""))}

    def begin(self) -> None:
        """Begin another game."""
        self.asked, self.taken, self.running, self._last = Counter(), Counter(), Counter(), None

    def ask(self, player: int, ask: str) -> None:
        """Count an ask."""
        is_other = self._last is None or self._last[0] != player
        if is_other:
            self.running = Counter()
        if is_other or self._comes_round(ask):
            self.taken[player] += 1
        self.asked[player, ask] += 1
        self.running[ask] += 1
        self._last = player, ask

    def _comes_round(self, ask: str) -> bool:
        assert self._last is not None, "somebody was asked before"
        loop, place = self._loops.get(ask, ("", 0))
        loop_before, place_before = self._loops.get(self._last[1], ("", 0))
        return bool(loop and loop_before) and (loop != loop_before or place <= place_before)


def _rounds(items: Iterable[ir.FlowItem], around: str) -> Iterator[tuple[str, str]]:
    """Yield what is asked directly in loops from player to player, in the order of the flow, with the loop."""
    for item in items:
        match item:
            case ir.Ask():
                if around:
                    yield item.name, around
                for branch in item.branches:
                    yield from _rounds(branch.items, around)
            case ir.Repeat():
                is_round = any(_is_player(binding.type) for binding in item.bindings)
                yield from _rounds(item.items, item.name if is_round else "")
            case ir.Each():
                yield from _rounds(item.items, item.name if _is_player(item.type) else "")
            case ir.Step():
                pass


def _is_player(type_: ir.Type) -> bool:
    return isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.PLAYER


def loop_numbers(game: ir.Game) -> frozenset[str]:
    """Return the names that loops bind to numbers."""
    found: set[str] = set()
    for item in ir.flow_items(game.flow):
        match item:
            case ir.Each(element=name, type=ir.NumberType()):
                found.add(name)
            case ir.Repeat(bindings=bindings):
                found |= {binding.name for binding in bindings if isinstance(binding.type, ir.NumberType)}
            case _:
                pass
    return frozenset(found)


def tests_of(game: ir.Game, ask: str) -> list[ir.Expr]:
    """Return the conditions on which a player is asked: of the ask, and of loops that go round for one player."""
    return _tests(game.flow, ask, [])


def _tests(items: Iterable[ir.FlowItem], ask: str, around: list[ir.Expr]) -> list[ir.Expr]:
    for item in items:
        match item:
            case ir.Ask():
                if item.name == ask:
                    return [*around, *([] if item.when is None else [item.when])]
                inner = [each for branch in item.branches for each in _tests(branch.items, ask, around)]
            case ir.Repeat():
                is_round = any(_is_player(binding.type) for binding in item.bindings)
                own = [] if is_round or item.test is None else [item.test.condition]
                inner = _tests(item.items, ask, own)
            case ir.Each():
                inner = _tests(item.items, ask, [])
            case ir.Step():
                inner = []
        if inner:
            return inner
    return []
