"""What expressions become: terms, which say of what type a value is and which numbers in play make it up.

    Flag    0 or 1                                      Set     a universe, an owner, and its words by number
    Num     a number between bounds                     Bag     pieces (or numbers) in memory, in order
    Thing   its number, 0 for nothing                   Sets    sets of one universe in memory, in canonical order
    Cell    its place, 0 for nothing, and its owner

Sets are lazy: a word of one, or a window (a word that begins anywhere), is written when somebody asks for it. A cell
always has an owner that exists (player 1 where nobody owns the board, or the cell is nothing), so that what is read of
it may be read in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tilelaw_engine.text.atoms import Value

WORD = 64


class NoWindow(Exception):
    """A set has words only."""


@dataclass(frozen=True, slots=True)
class OneByOne:
    """A requirement that the module tests for one candidate of an argument after another, and why."""

    rule: str
    requirement: str
    action: str
    argument: str
    is_narrowed: bool
    """Whether other requirements leave only some cells to be tested."""
    why: str


class NotLowered(Exception):
    """Something in the typed rules cannot be compiled yet; the message names it."""


@dataclass(frozen=True, slots=True)
class Universe:
    """What a set can have in it: `bits` elements at most, the first of which has the number `low`."""

    sort: str
    """A sort of the layout; `cells` are the cells of all owners of a board, `cell` those of one."""
    of: str
    low: int
    bits: int

    @property
    def words(self) -> int:
        """How many words of 64 bits a set has."""
        return -(-self.bits // WORD)


@dataclass(frozen=True, eq=False, slots=True)
class Window:
    """The bits of a set from a bit on that is known only in play: at least 57 of them."""

    start: Value


Part: TypeAlias = int | Window
"""A part of a set: a word by its number, or a window."""


@dataclass(eq=False, slots=True)
class Flag:
    """True or false."""

    value: Value


@dataclass(eq=False, slots=True)
class Num:
    """A number; `there` says whether it is something, where that is not certain."""

    value: Value
    low: int
    high: int
    there: Value | None = None


@dataclass(eq=False, slots=True)
class Thing:
    """A member, a player, a side, a direction or a record; nothing by itself has no sort."""

    value: Value
    sort: str
    of: str
    maybe: bool


@dataclass(eq=False, slots=True)
class Cell:
    """A cell; `assumed` tells the values of its fields where they are taken as given, whatever the position."""

    board: str
    place: Value
    owner: Value
    maybe: bool
    assumed: Mapping[str, Term] | None = None


@dataclass(eq=False, slots=True)
class Set:
    """A set of cells, members, players, sides, directions, records or numbers; `{}` has no universe."""

    universe: Universe | None
    owner: Value
    word: Callable[[Part], Value]
    kept: tuple[Value, Value] | None = None
    """Where its words lie in memory, if they do, and what stands for their being written."""
    single: Cell | None = None
    """The cell that it is the set of, if it is made so."""


@dataclass(eq=False, slots=True)
class Bag:
    """Pieces in order; or a list of numbers, 8 bytes each."""

    sort: str
    of: str
    address: Value
    count: Value
    width: int
    most: int
    after: Value | None
    low: int = 0
    high: int = 0


@dataclass(eq=False, slots=True)
class Sets:
    """Sets of one universe, in canonical order, each once."""

    universe: Universe
    owner: Value
    address: Value
    count: Value
    most: int
    after: Value


Term: TypeAlias = Flag | Num | Thing | Cell | Set | Bag | Sets
Env: TypeAlias = Mapping[str, Term]


def values_of(term: Term) -> Iterator[Value]:
    """Yield the numbers in play that make up a term."""
    match term:
        case Flag(value) | Thing(value):
            yield value
        case Num(value, _, _, there):
            yield value
            if there is not None:
                yield there
        case Cell(_, place, owner, _, assumed):
            yield place
            yield owner
            for inner in (assumed or {}).values():
                yield from values_of(inner)
        case Set(universe):
            yield term.owner
            yield from (term.word(number) for number in range(universe.words if universe else 0))
        case Bag(address=address, count=count, after=after):
            yield from (value for value in (address, count, after) if value is not None)
        case Sets(_, owner, address, count, _, after):
            yield from (owner, address, count, after)


def as_flag(term: Term) -> Value:
    """Return the value of a flag."""
    assert isinstance(term, Flag), f"a flag, not {type(term).__name__}"
    return term.value


def as_num(term: Term) -> Num:
    """Return a number; nothing as it stands, as the first of no numbers, is 0."""
    if isinstance(term, Thing) and not term.sort:
        return Num(term.value, 0, 0, term.value)
    assert isinstance(term, Num), f"a number, not {type(term).__name__}"
    return term


def as_thing(term: Term) -> Thing:
    """Return a thing that is no cell and no record."""
    assert isinstance(term, Thing), f"a thing, not {type(term).__name__}"
    return term
