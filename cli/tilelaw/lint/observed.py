"""What becomes of the things that a file declares, in games at random: stores that stay blank, flags that stay true.

None of it is wrong by itself. An author who did not mean it learns it here and nowhere else: a text says what may
happen, and only games show what does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tilelaw_dsl import Rulebook, ir
from tilelaw_dsl import syntax as s
from tilelaw_reference import Move, State

FEW_MEMBERS = 12
"""Kinds with more are not looked at member by member: of fifty cards some are always left over."""
OFTEN = 100
"""An action that was chosen so often, and never with some member, is told."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a file speaks of, and games are looked at for."""

    stores: frozenset[str] = frozenset()
    """The variables and fields of cells that it declares."""
    actions: frozenset[str] = frozenset()
    """The actions that its rules are about."""


def spoken_in(book: Rulebook, path: Path) -> Spoken:
    """Return what a file declares, and which actions it says something about."""
    layers = next(file.layers for known, file in book.files.values() if known.resolve() == path.resolve())
    nodes = [node for layer in layers for item in layer.items for node in s.walk(item)]
    actions = {node.name.text for node in nodes if isinstance(node, s.Action)}
    actions |= {word.text for node in nodes if isinstance(node, s.ForAction) for word in node.actions}
    boards = [node for node in nodes if isinstance(node, s.Board | s.AddFields)]
    fields = {each.name.text for board in boards for each in board.fields if not each.printed}
    stores = fields | {node.name.text for node in nodes if isinstance(node, s.Var)}
    return Spoken(frozenset(stores), frozenset(actions))


@dataclass(slots=True)
class Observed:
    """What was seen in some games of a ruleset with a number of players."""

    game: ir.Game
    spoken: Spoken = Spoken()
    given: set[str] = field(default_factory=set)
    """Those that were seen with a value."""
    raised: set[str] = field(default_factory=set)
    """The flags that were seen true."""
    lowered: set[str] = field(default_factory=set)
    """The flags that were seen false after they had been true."""
    chosen: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """How often an action was chosen with a member as one of its arguments."""
    _true: set[tuple[str, str]] = field(default_factory=set)
    """The flags that are true in this game, each with its index."""

    def begin(self) -> None:
        """Forget the game before."""
        self._true = set()

    def at(self, state: State) -> None:
        """Look at a position."""
        if not self.spoken.stores:
            return
        position = state.to_json()
        cells = [cell for board in self.game.boards for cell in _cells(position.get(board.written, []))]
        self.given |= self.spoken.stores & {name for part in (position, *cells) for name in part}
        true = {(flag, key) for flag in self._flags for key in _true_of(position.get(flag))}
        self.raised |= {flag for flag, _ in true}
        self.lowered |= {flag for flag, _ in self._true - true}
        self._true = true

    def moved(self, move: Move) -> None:
        """Look at a move."""
        for name, value in move.to_json()[move.action].items():
            self.chosen[move.action, name, str(value)] += 1

    @property
    def _flags(self) -> list[str]:
        flags = (v.name for v in self.game.variables if v.type == ir.FlagType() and len(v.indices) < 2)
        return [flag for flag in flags if flag in self.spoken.stores]


def _true_of(written: object) -> list[str]:
    """Return at which indices a flag is true, as it is written in a position."""
    if isinstance(written, dict):
        return [key for key, value in written.items() if value]
    return [""] if written else []


def _cells(board: object) -> list[dict[str, object]]:
    """Return the cells of a board as it is written, or of those of all players."""
    if not isinstance(board, list):
        return []
    return [cell for each in board for cell in (each if isinstance(each, list) else [each]) if isinstance(cell, dict)]


def stay_blank(observed: list[Observed]) -> list[str]:
    """Return what never had a value, whatever the number of players."""
    there = dict.fromkeys(name for each in observed for name in _stores(each.game) if name in each.spoken.stores)
    return [name for name in there if not any(name in each.given for each in observed)]


def stay_true(observed: list[Observed]) -> list[str]:
    """Return the flags that were never false again once they were true."""
    raised = dict.fromkeys(flag for each in observed for flag in sorted(each.raised))
    return [flag for flag in raised if not any(flag in each.lowered for each in observed)]


def never_chosen(observed: list[Observed]) -> list[str]:
    """Return the members that were never chosen in an action that often was, with the action and its argument."""
    chosen = sum((each.chosen for each in observed), Counter[tuple[str, str, str]]())
    found = {}
    for each in observed:
        kinds = {kind.name: [str(member.name) for member in kind.members] for kind in each.game.kinds}
        for action in (action for action in each.game.actions if action.name in each.spoken.actions):
            swapped = {name for same in action.same for name in (same.first, same.second)}
            for argument in (argument for argument in action.arguments if argument.name not in swapped):
                members = kinds.get(argument.type.name, []) if isinstance(argument.type, ir.ThingType) else []
                times = {member: chosen[action.name, argument.name, member] for member in members}
                left = [member for member in members if not times[member]]
                if len(members) <= FEW_MEMBERS and sum(times.values()) >= OFTEN and left:
                    found[action.name, argument.name] = left
    return [f"{action} with {name} {' or '.join(left)}" for (action, name), left in found.items()]


def _stores(game: ir.Game) -> list[str]:
    fields = [f.name for board in game.boards for f in board.fields if not f.is_printed]
    return [*(variable.name for variable in game.variables), *fields]
