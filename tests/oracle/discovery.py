"""Kingdomino Origins, Discovery mode: a plain second engine written from the rulebooks, independent of spec/.

Positions, moves and asks are plain JSON dicts. This file plays whole games; territory.py judges one
territory, and its functions can be imported from here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from .territory import (
    Cell,
    Half,
    Position,
    canonical_place,
    cell_of,
    dominoes,
    failing_lava_rules,
    failing_place_rules,
    legal_landings,
    legal_places,
    printed,
    ranking,
    region_points,
    regions,
    result,
    total,
)

__all__ = [
    "Cell",
    "Game",
    "Half",
    "Move",
    "Position",
    "dominoes",
    "failing_lava_rules",
    "failing_place_rules",
    "legal_landings",
    "legal_places",
    "play",
    "ranking",
    "region_points",
    "regions",
    "result",
    "total",
]

Move = dict[str, dict[str, Any]]

ROW_LENGTH = 4
FIRE_BANK = {1: 5, 2: 4, 3: 1}
POSITIONS = {"ends": (0, 3), "middle": (1, 2)}


class Game:
    """A game of two to four players that stops wherever somebody has to decide."""

    def __init__(self, players: int, box_order: list[int], chief_order: list[int]) -> None:
        """Set the game up; the first of chief_order is asked first."""
        if players not in (2, 3, 4):
            raise ValueError(f"two to four players, not {players}")
        if sorted(chief_order) != list(range(players)):
            raise ValueError(f"chief_order must name every player once: {chief_order}")
        if len(set(box_order)) != len(box_order) or len(box_order) < ROW_LENGTH:
            raise ValueError("box_order must hold at least four dominoes, none of them twice")
        for tile in box_order:
            if all(half.craters for half in printed()[tile]):
                raise ValueError(f"domino {tile} has two volcanoes: no such domino is printed")
        self.players = players
        self.box = list(box_order)
        self.row: list[dict[str, int]] = []
        self.next: list[dict[str, int]] = []
        self.territories: list[list[dict[str, Any]]] = [[] for _ in range(players)]
        self.bank = dict(FIRE_BANK)
        self.eruption: tuple[Cell, int] | None = None  # the erupting square and its craters, while asked
        self.chiefs = list(chief_order)  # not yet drawn
        self.asks: list[dict[str, Any]] = []
        self.row = self._new_row()
        if players == 2:
            self._ask("two.first-pick", chief_order[0])
        else:
            self._ask("setup.first-pick", self.chiefs.pop(0))

    def position(self) -> Position:
        """Return the position as JSON; empty piles, rows and asks are left out."""
        whole: Position = {
            "ruleset": "origins/discovery",
            "players": self.players,
            "box": self.box,
            "row": self.row,
            "next": self.next,
            "territories": self.territories,
            "asks": self.asks,
        }
        return deepcopy({key: value for key, value in whole.items() if value != []})

    def moves(self) -> list[Move]:
        """List the legal answers to the due ask, each once; none when the game is over."""
        if not self.asks:
            return []
        ask, player = self.asks[0]["ask"], self.asks[0]["player"]
        if ask == "two.first-pick":
            return [{"choose": {"which": "ends"}}, {"choose": {"which": "middle"}}]
        if ask == "setup.first-pick":
            return [{"select": {"tile": entry["tile"]}} for entry in self.row if "by" not in entry]
        if ask == "select":
            return [{"select": {"tile": entry["tile"]}} for entry in self.next if "by" not in entry]
        if ask == "place":
            places = sorted(legal_places(self.position(), player, self.row[0]["tile"]))
            if not places:
                return [{"discard": {}}]
            return [{"place": {"a": list(a), "b": list(b)}} for a, b in places]
        if self.eruption is None:
            raise AssertionError("an eruption is asked for, so one is under way")
        landings = sorted(legal_landings(self.position(), player, *self.eruption))
        if not landings:
            return [{"fizzle": {}}]
        return [{"erupt": {"at": list(at)}} for at in landings]

    def apply(self, move: Move) -> None:
        """Carry out an answer to the due ask and run on to the next one."""
        if "place" in move and self.row:
            halves = printed()[self.row[0]["tile"]]
            a, b = canonical_place(halves, cell_of(move["place"]["a"]), cell_of(move["place"]["b"]))
            move = {"place": {"a": list(a), "b": list(b)}}
        if move not in self.moves():
            raise ValueError(f"not a legal answer to {self.asks[:1]}: {move}")
        ask, player = self.asks[0]["ask"], self.asks[0]["player"]
        if ask == "two.first-pick":
            self._choose(player, move["choose"]["which"])
        elif ask == "setup.first-pick":
            self._first_pick(player, move["select"]["tile"])
        elif ask == "place":
            self._place(player, move)
        elif ask == "erupt":
            self._erupt(player, move)
        else:
            self._put_chief(self.next, player, move["select"]["tile"])
            self._next_turn()

    def _ask(self, ask: str, player: int) -> None:
        self.asks = [{"ask": ask, "player": player}]

    def _new_row(self) -> list[dict[str, int]]:
        if len(self.box) < ROW_LENGTH:
            return []
        drawn = sorted(self.box[:ROW_LENGTH])
        self.box = self.box[ROW_LENGTH:]
        return [{"tile": tile} for tile in drawn]

    def _put_chief(self, row: list[dict[str, int]], player: int, tile: int) -> None:
        for entry in row:
            if entry["tile"] == tile:
                entry["by"] = player

    def _choose(self, player: int, which: str) -> None:
        for index, entry in enumerate(self.row):
            if index in POSITIONS[which]:
                entry["by"] = player
            else:
                entry["by"] = 1 - player
        self._finish_setup()

    def _first_pick(self, player: int, tile: int) -> None:
        self._put_chief(self.row, player, tile)
        if self.chiefs:
            self._ask("setup.first-pick", self.chiefs.pop(0))
        else:
            self._finish_setup()

    def _finish_setup(self) -> None:
        self.row = [entry for entry in self.row if "by" in entry]
        self.next = self._new_row()
        self._ask("place", self.row[0]["by"])

    def _place(self, player: int, move: Move) -> None:
        tile = self.row.pop(0)["tile"]
        if "place" in move:
            for half, at in zip(printed()[tile], (move["place"]["a"], move["place"]["b"]), strict=True):
                self._lay(player, half, cell_of(at))
                if half.craters and self.bank[half.craters] > 0:
                    self.bank[half.craters] -= 1
                    self.eruption = (cell_of(at), half.craters)
        if self.eruption is not None:
            self._ask("erupt", player)
        else:
            self._after_placing(player)

    def _lay(self, player: int, half: Half, at: Cell) -> None:
        square: dict[str, Any] = {"at": list(at), "terrain": half.terrain}
        if half.flames:
            square["flames"] = half.flames
        if half.craters:
            square["craters"] = half.craters
        self.territories[player].append(square)
        self.territories[player].sort(key=lambda each: cell_of(each["at"]))

    def _erupt(self, player: int, move: Move) -> None:
        if self.eruption is None:
            raise AssertionError("an eruption is asked for, so one is under way")
        if "erupt" in move:
            for square in self.territories[player]:
                if square["at"] == move["erupt"]["at"]:
                    square["fire"] = self.eruption[1]
        self.eruption = None
        self._after_placing(player)

    def _after_placing(self, player: int) -> None:
        if self.next:
            self._ask("select", player)
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        if not self.row:  # the round is over: what nobody took leaves the game, then a new row is laid
            self.row = [entry for entry in self.next if "by" in entry]
            self.next = self._new_row()
        if self.row:
            self._ask("place", self.row[0]["by"])
        else:
            self.asks = []


def play(
    players: int, box_order: list[int], chief_order: list[int], choose: Callable[[list[Move]], Move]
) -> Iterator[Position]:
    """Play a whole game with choose picking every move; yields the start and the position after each move."""
    game = Game(players, box_order, chief_order)
    yield game.position()
    while game.asks:
        game.apply(choose(game.moves()))
        yield game.position()
