"""Rulesets by name. The one module that drives the language and knows the folder of the bundled rules.

What a name means and the typed rules are remembered from one run to the next; a `Rulebook`, for which all rules must be
read, is made only when something has changed or is wrong, or when somebody wants to see the rules themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import tilelaw_spec
from tilelaw_dsl import ir
from tilelaw_play.engines import EngineName, TypedRules, engine_of, module_of
from tilelaw_play.remember import Read, remembered, source_of
from tilelaw_reference import Engine, Given, Json, PositionError, State, manifest, read_json

if TYPE_CHECKING:
    from tilelaw_dsl import Diagnostic, Rulebook


class RulesetError(Exception):
    """A ruleset cannot be loaded: its text is wrong, or nothing has that name. Carries the diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        from tilelaw_dsl import render

        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(render(d) for d in self.diagnostics))


@lru_cache(maxsize=1)
def rulebook() -> Rulebook:
    """Return the bundled rules, read once."""
    # Imported here and below: what is remembered need not wait for the language.
    from tilelaw_dsl import Rulebook

    return Rulebook.read([tilelaw_spec.root()], texts_later=True)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name means: how the ruleset is called, its layers, the numbers of players, the options to add."""

    name: str
    layers: tuple[str, ...]
    counts: tuple[int, ...]
    options: tuple[str, ...]


class Ruleset:
    """A ruleset by name; complete only together with a number of players."""

    def __init__(self, given: str, source: str, meaning: Meaning, book: Rulebook | None, wanted: EngineName) -> None:
        self.name = meaning.name
        self.layers = meaning.layers
        self.counts = meaning.counts
        """The numbers of players it is for."""
        self.options = list(meaning.options)
        """The options that can be added, as they are written behind a plus sign."""
        self._given = given
        self._source = source
        """A digest of what it is made from; empty if nothing of it is remembered."""
        self._book = book
        self._wanted = wanted
        self._engines: dict[int, Engine] = {}
        self._typed: dict[int, TypedRules] = {}

    def __repr__(self) -> str:
        return f"Ruleset({self.name!r})"

    @property
    def book(self) -> Rulebook:
        """The rules from which it is made, and all others that are known."""
        if self._book is None:
            self._book, _ = _read(self._given, rulebook())
        return self._book

    def game(self, players: int) -> ir.Game:
        """Return the typed rules for a number of players."""
        return self._rules(players).game

    def texts(self, players: int) -> tuple[ir.Texts, ...]:
        """Return what readers are told about the rules for a number of players, one record for each language."""
        if not self._source:
            return self._told(players)

        def written() -> str:
            return ir.texts_to_json(self._told(players))

        return remembered(f"texts-{players}", self._given, self._source, written, ir.texts_from_json)

    def _told(self, players: int) -> tuple[ir.Texts, ...]:
        from tilelaw_dsl import Report

        report = Report()
        told = self.book.told(self.layers, players, report)
        if report.has_errors:
            raise RulesetError(report.sorted())
        return told

    def manifest(self, players: int) -> dict[str, Any]:
        """Return all that other programs want to know about the rules, and what readers are told about them."""
        return manifest(self.game(players), self.texts(players))

    def engine(self, players: int) -> Engine:
        """Return the engine for a number of players, made once."""
        rules = self._rules(players)
        if players not in self._engines:
            self._engines[players] = engine_of(rules, self._wanted)
        return self._engines[players]

    def module(self, players: int) -> bytes | None:
        """Return the compiled module for a number of players, or nothing if these rules cannot be compiled."""
        return module_of(self._rules(players))

    def _rules(self, players: int) -> TypedRules:
        if type(players) is not int:
            raise PositionError("players", f"expected a number of players, found `{players!r}`")
        if players not in self._typed:
            self._typed[players] = self._read(players)
        return self._typed[players]

    def _read(self, players: int, *, anew: bool = False) -> TypedRules:
        if not self._source:
            return TypedRules(self._checked(players))
        made: list[ir.Game] = []

        def written() -> str:
            made.append(self._checked(players))
            return ir.to_json(made[0])

        def typed(text: str) -> TypedRules:
            return TypedRules(made[0] if made else None, text, lambda: self._read(players, anew=True))

        return remembered(f"rules-{players}", self._given, self._source, written, typed, anew=anew)

    def _checked(self, players: int) -> ir.Game:
        from tilelaw_dsl import Report

        report = Report()
        game = self.book.compile(self.layers, players, report)
        if game is None:
            raise RulesetError(report.sorted())
        return game

    def start(self, players: int, seed: int | None = None, shuffles: Iterable[Sequence[Json]] = ()) -> State:
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
        from tilelaw_dsl import Report

        layers = self.book.copy().layers_of(said, Report())  # it may name a file, which is nobody's business here
        return position | {"ruleset": self.name} if layers == self.layers else position


def load(name: str, book: Rulebook | None = None, *, engine: EngineName | str = EngineName.COMPILED) -> Ruleset:
    """Return a ruleset: `game/mode`, `game/mode+layer`, or a path to a rules file in place of a name.

    The compiled engine plays it where it can, unless the `evaluator` is wanted.
    """
    wanted = EngineName(engine)
    if book is not None:
        read, layers = _read(name, book)
        return Ruleset(name, "", _meaning(name, read, layers), read, wanted)

    def make() -> str:
        nonlocal book
        book, layers = _read(name, rulebook())
        return json.dumps(asdict(_meaning(name, book, layers)))

    source = source_of(name)
    return Ruleset(name, source, remembered("ruleset", name, source, make, _written_meaning), book, wanted)


def names(*, all: bool = False, book: Rulebook | None = None) -> list[str]:
    """Return the bundled modes, or those of a rulebook, in reading order; with `all`, options with their modes too."""
    if book is not None:
        return _names(all, book)
    kind = "all-names" if all else "names"
    return remembered(kind, "", source_of(""), lambda: json.dumps(_names(all, rulebook())), _written_names)


def _written_names(text: str) -> list[str]:
    return list(_all_of(str, json.loads(text)))


def _written_meaning(text: str) -> Meaning:
    said = json.loads(text)
    (name,) = _all_of(str, [said["name"]])
    layers, options = _all_of(str, said["layers"]), _all_of(str, said["options"])
    return Meaning(name, layers, _all_of(int, said["counts"]), options)


def _all_of(type_: type[Read], values: object) -> tuple[Read, ...]:
    """Return the values of a list; raises `TypeError` where one is of another type: somebody else has written it."""
    if not isinstance(values, list) or any(type(value) is not type_ for value in values):
        raise TypeError(f"expected a list of {type_.__name__}")
    return tuple(values)


def _names(all: bool, book: Rulebook) -> list[str]:
    from tilelaw_dsl import Role

    found = book.named(Role.MODE, Role.OPTION) if all else book.named(Role.MODE)
    return [load(name, book).name for name in found]


def _read(name: str, book: Rulebook) -> tuple[Rulebook, tuple[str, ...]]:
    """Return the rules that hold a ruleset, and its layers."""
    from tilelaw_dsl import Report

    if ".rules" in name:  # a file is read anew each time, and only this ruleset knows it
        book = book.copy()
    report = Report()
    layers = book.layers_of(name, report)
    if layers is None or report.has_errors or book.report.has_errors:
        raise RulesetError(report.sorted() or book.report.sorted())
    return book, layers


def _meaning(name: str, book: Rulebook, layers: tuple[str, ...]) -> Meaning:
    """Return what a name means, or refuse it."""
    from tilelaw_dsl import Code, Report

    counts = book.counts(layers)
    if not counts:
        report = Report()
        place = book.library.layers[layers[0]].name.span
        report.add(Code.NO_PLAYERS, f"`{name}` does not say for how many players it is", place)
        raise RulesetError(report.sorted())
    _check_additions(book, layers)
    called = book.name_of(layers)
    return Meaning(called, layers, counts, tuple(_options(book, called, layers)))


def _options(book: Rulebook, name: str, layers: tuple[str, ...]) -> Iterable[str]:
    from tilelaw_dsl import Role

    there = set(layers).union(*(book.library.below(layer) for layer in layers))
    for option in book.named(Role.OPTION):  # in reading order, so what is stood on comes first
        if option not in there and {each.text for each in book.library.layers[option].on} <= there:
            yield option.removeprefix(f"{name.split('/')[0]}/")
            there.add(option)


def _check_additions(book: Rulebook, layers: tuple[str, ...]) -> None:
    """Refuse additions that do not fit together for any number of players."""
    from tilelaw_dsl import Report

    for players in book.counts(layers) if len(layers) > 1 else ():
        report = Report()
        book.merged(layers, players, report)
        if report.has_errors:
            raise RulesetError(report.sorted())
