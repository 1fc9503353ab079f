"""The bundled rules as engines: the one module here that knows the language's facade and the rules' folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import tilelaw_spec
from tilelaw_dsl import Code, Diagnostic, Report, Role, Rulebook, ir, render
from tilelaw_reference.engine import Engine, State
from tilelaw_reference.errors import PositionError
from tilelaw_reference.model.json_values import Given, Json
from tilelaw_reference.wire.read import read_json


class RulesetError(Exception):
    """A ruleset cannot be loaded: its text is wrong, or nothing has that name. Carries the diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(render(d) for d in self.diagnostics))


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """Return the bundled rules, read once."""
    return Rulebook.read([tilelaw_spec.root()])


@dataclass
class Ruleset:
    """A ruleset by name; complete only together with a number of players."""

    name: str
    layers: tuple[str, ...]
    book: Rulebook = field(repr=False)
    engines: dict[int, Engine] = field(default_factory=dict, repr=False)

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the numbers of players it is for."""
        return self.book.counts(self.layers)

    @property
    def options(self) -> list[str]:
        """Return the options that can be added, as they are written behind a plus sign."""
        there = set(self.layers).union(*(self.book.library.below(layer) for layer in self.layers))
        found = []
        for option in self.book.named(Role.OPTION):  # in reading order, so what is stood on comes first
            if option not in there and {each.text for each in self.book.library.layers[option].on} <= there:
                found.append(option.removeprefix(f"{self.name.split('/')[0]}/"))
                there.add(option)
        return found

    def game(self, players: int) -> ir.Game:
        """Return the typed rules for a number of players."""
        return self.engine(players).game

    def engine(self, players: int) -> Engine:
        """Return the engine for a number of players, made once."""
        if type(players) is not int:
            raise PositionError("players", f"expected a number of players, found `{players!r}`")
        if players not in self.engines:
            report = Report()
            game = self.book.compile(self.layers, players, report)
            if game is None:
                raise RulesetError(report.sorted())
            self.engines[players] = Engine(game)
        return self.engines[players]

    def start(self, players: int, seed: int | None = None, shuffles: Iterable[Sequence[Any]] = ()) -> State:
        """Return the first position of a game; a seed deals, otherwise shuffle orders are given or asked for."""
        return self.engine(players).start(seed=seed, shuffles=shuffles)

    def state(self, data: Given, *, check: bool = False) -> State:
        """Return the position that JSON describes; it says for how many players it is.

        `check` requires that every invariant holds in it.
        """
        position = read_json(data, PositionError)
        players = position.get("players") if isinstance(position, dict) else None
        if not isinstance(players, int) or isinstance(players, bool):
            raise PositionError("players", "expected the number of players")
        return self.engine(players).state(self._by_its_name(position), check=check)

    def _by_its_name(self, position: Json) -> Json:
        """Return a position under the canonical name, if the name it has means this ruleset."""
        said = position.get("ruleset") if isinstance(position, dict) else None
        if not isinstance(position, dict) or not isinstance(said, str) or said == self.name:
            return position
        layers = self.book.copy().layers_of(said, Report())  # it may name a file, which is nobody's business here
        return position | {"ruleset": self.name} if layers == self.layers else position


def load(name: str, book: Rulebook | None = None) -> Ruleset:
    """Return a ruleset: `game/mode`, `game/mode+layer`, or a path to a rules file in place of a name."""
    book = book or rulebook()
    if ".rules" in name:  # a file is read anew each time, and only this ruleset knows it
        book = book.copy()
    report = Report()
    layers = book.layers_of(name, report)
    if layers is None or report.has_errors or book.report.has_errors:
        raise RulesetError(report.sorted() or book.report.sorted())
    if not book.counts(layers):
        report.add(
            Code.NO_PLAYERS,
            f"`{name}` does not say for how many players it is",
            book.library.layers[layers[0]].name.span,
        )
        raise RulesetError(report.sorted())
    _check_additions(book, layers)
    return Ruleset(book.name_of(layers), layers, book)


def _check_additions(book: Rulebook, layers: tuple[str, ...]) -> None:
    """Refuse additions that do not fit together for any number of players."""
    for players in book.counts(layers) if len(layers) > 1 else ():
        report = Report()
        book.merged(layers, players, report)
        if report.has_errors:
            raise RulesetError(report.sorted())


def names(*, all: bool = False, book: Rulebook | None = None) -> list[str]:
    """Return the bundled modes in reading order; with `all`, each option with its mode as well."""
    book = book or rulebook()
    found = book.named(Role.MODE, Role.OPTION) if all else book.named(Role.MODE)
    return [load(name, book).name for name in found]
