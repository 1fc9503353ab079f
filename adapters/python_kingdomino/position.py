"""A position: everything on the table and who must decide what. No JSON here; see position_json.py."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from components import RESOURCE_ON, dominoes
from reading import Cell, MalformedError
from rulesets import Ruleset
from territory import Halves, Square, Territory


class Entry(NamedTuple):
    """A domino in a row, and whose chief stands on it; bare halves carry no resource although one is printed."""

    tile: int
    by: int | None = None
    a_bare: bool = False
    b_bare: bool = False


@dataclass(frozen=True)
class Ask:
    """Somebody must decide. The mover is the player whose turn it is, mostly the one asked."""

    name: str
    player: int
    mover: int
    vent_at: Cell | None = None
    totem: str = ""
    how: str = ""
    kind: str = ""
    caveman: str = ""


@dataclass(frozen=True)
class Shuffle:
    """A pile must be shuffled. The last two are known when the pile was looked through for a caveman."""

    zone: str
    step: str
    mover: int | None = None
    caveman: str = ""


@dataclass
class Position:
    """Everything on the table. Piles are in drawing order; no due ask means that the game is over."""

    ruleset: Ruleset
    territories: list[Territory]
    box: list[int] = field(default_factory=list)
    row: list[Entry] = field(default_factory=list)  # being laid
    next: list[Entry] = field(default_factory=list)  # being chosen from
    chiefs: list[int] = field(default_factory=list)  # not yet drawn in the setup
    pile: list[str] = field(default_factory=list)
    cave: list[str] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)  # fire tokens no longer in the bank, by their flames
    totems: dict[str, int] = field(default_factory=dict)  # holders
    ahead: dict[str, int] = field(default_factory=dict)  # who had the majority when the domino was placed
    owed: set[str] = field(default_factory=set)  # kinds of resources still to be paid
    due: Ask | Shuffle | None = None

    def copy(self) -> Position:
        """Return a position that can be changed without changing this one."""
        return replace(
            self,
            territories=[dict(land) for land in self.territories],
            box=list(self.box),
            row=list(self.row),
            next=list(self.next),
            chiefs=list(self.chiefs),
            pile=list(self.pile),
            cave=list(self.cave),
            taken=dict(self.taken),
            totems=dict(self.totems),
            ahead=dict(self.ahead),
            owed=set(self.owed),
        )

    def entry_to_place(self, player: int) -> Entry:
        """Return the domino a player must lay: the lowest on which a chief of theirs stands."""
        own = [entry for entry in self.row if entry.by == player]
        # A row written by hand may leave out the chiefs.
        candidates = own or [entry for entry in self.row if entry.by is None]
        if not candidates:
            raise MalformedError(f"there is no domino in the row for player {player} to place")
        return min(candidates, key=lambda entry: entry.tile)

    def halves(self, entry: Entry) -> Halves:
        """Return the two squares of a domino with the resources that lie on them."""
        a, b = dominoes(self.ruleset)[entry.tile]
        resources = self.ruleset.resources
        return _square(a, resources and not entry.a_bare), _square(b, resources and not entry.b_bare)


def _square(half: tuple[str, int, int], with_resource: bool) -> Square:
    terrain, symbols, craters = half
    # A printed flame takes the place of the resource symbol.
    resource = RESOURCE_ON.get(terrain, "") if with_resource and not symbols else ""
    return Square(terrain, symbols, craters, resource=resource)
