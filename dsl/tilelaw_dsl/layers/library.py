"""Which layers a ruleset has, and in which order.

`Library` holds every layer known. `stack` answers which layers a ruleset name means for a number of players:
the named ones, those they stand on, and those bound to that number. The order is fixed by `on`, then by the
library's order, so that `a+b` and `b+a` are one ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, nearest
from tilelaw_dsl.source import NOWHERE, Span

MAX_PLAYERS = 12


@dataclass
class Library:
    """All layers that can be named, and what books and readers are told about them, in reading order."""

    layers: dict[str, s.Layer] = field(default_factory=dict)
    editions: dict[tuple[str, str], s.Edition] = field(default_factory=dict)
    """By game and name."""
    own_texts: list[s.Texts] = field(default_factory=list)
    later: Callable[[], Iterable[s.Texts]] = tuple
    """Reads the texts of files that nobody has needed yet."""

    @property
    def texts(self) -> list[s.Texts]:
        """Return what readers are told; now all of it is read."""
        return [*self.later(), *self.own_texts]

    def copy(self) -> Library:
        """Return a library of the same that can be added to without changing this one."""
        return Library(dict(self.layers), dict(self.editions), list(self.own_texts), self.later)

    def add(self, file: s.File, report: Report) -> None:
        """Take in the layers, editions and texts of a file."""
        self.own_texts += file.texts
        for edition in file.editions:
            key = edition.game.text, edition.name.text
            if key in self.editions:
                report.add(
                    Code.EDITION_TWICE,
                    f"edition `{edition.name.text}` of `{edition.game.text}` exists already",
                    edition.name.span,
                    labels=[(self.editions[key].name.span, "first here")],
                )
            else:
                self.editions[key] = edition
        for layer in file.layers:
            known = self.layers.get(layer.name.text)
            if known is not None:
                report.add(
                    Code.LAYER_TWICE,
                    f"layer `{layer.name.text}` exists already",
                    layer.name.span,
                    labels=[(known.name.span, "first here")],
                )
            else:
                self.layers[layer.name.text] = layer

    def order(self, name: str) -> int:
        """Return the place of a layer in reading order."""
        known = list(self.layers)
        return known.index(name) if name in self.layers else len(known)

    def below(self, name: str) -> set[str]:
        """Return every layer a layer stands on, directly or not."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            layer = self.layers.get(waiting.pop())
            for base in layer.on if layer else ():
                if base.text not in found:
                    found.add(base.text)
                    waiting.append(base.text)
        return found

    def under(self, name: str) -> set[str]:
        """Return every layer a layer goes over: those it stands on, and what is bound to a number of players there.

        A layer bound to a number of players is part of what it stands on, so that an addition need not know it.
        """
        below = self.below(name)
        if name not in self.layers or self.layers[name].counts:  # one that is nowhere has been reported
            return below
        bound = {n for n, x in self.layers.items() if x.counts and n != name and {w.text for w in x.on} <= below}
        return below | bound

    def rules_on(self, name: str) -> set[str]:
        """Return the rules that there are on a layer: its own, and those of what it stands on."""
        found: set[str] = {s.NOT_ASKED}
        for layer in _topological(self, {name} | self.below(name)):
            for item in self.layers[layer].items if layer in self.layers else ():
                if isinstance(item, s.Rule):
                    found.add(item.id.text)
                elif isinstance(item, s.RemoveRule):
                    found.discard(item.id.text)
        return found

    def title_on(self, name: str, rule: str) -> str:
        """Return the title that a rule has on a layer."""
        title = ""
        for layer in _topological(self, {name} | self.below(name)):
            for item in self.layers[layer].items if layer in self.layers else ():
                if isinstance(item, s.Rule | s.AmendRule | s.ReplaceRule) and item.id.text == rule and item.title:
                    title = item.title.text
        return title

    def flow_on(self, name: str) -> list[s.FlowItem]:
        """Return all items of the flow that a layer and what it stands on declare, also those taken away again."""
        own = [self.layers[layer] for layer in {name} | self.below(name) if layer in self.layers]
        return [node for layer in own for node in s.walk(layer) if isinstance(node, s.FlowItem)]

    def find(self, word: str, near: str = "") -> str | None:
        """Return the layer a word names: in full, or by its last part in the same game, or if only one has it."""
        if word in self.layers:
            return word
        same_game = f"{near.split('/')[0]}/{word}"
        if same_game in self.layers:
            return same_game
        fitting = [name for name in self.layers if name.split("/")[-1] == word]
        return fitting[0] if len(fitting) == 1 else None


@dataclass(frozen=True)
class Stack:
    """The layers of a ruleset for one number of players, from the bottom up."""

    name: str
    players: int
    layers: tuple[s.Layer, ...]


def player_counts(library: Library, names: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of players a set of layers is for: the topmost layer that says so decides."""
    counts: tuple[int, ...] = ()
    chosen: set[str] = set()
    for name in names:
        chosen |= {name} | library.below(name)
    bound: set[int] | None = None
    for name in sorted(chosen & set(library.layers), key=lambda n: (len(library.below(n)), library.order(n))):
        layer = library.layers[name]
        for item in layer.items:
            if isinstance(item, s.Players):
                counts = item.counts
        if layer.counts:
            bound = set(layer.counts) if bound is None else bound & set(layer.counts)
    if bound is not None:
        counts = tuple(c for c in counts if c in bound) if counts else tuple(sorted(bound))
    return counts


def stack(library: Library, names: tuple[str, ...], players: int, report: Report, at: Span = NOWHERE) -> Stack | None:
    """Return the layers that these names (the mode first, then additions) mean for a number of players."""
    if not 1 <= players <= MAX_PLAYERS:
        report.add(Code.WRONG_PLAYER_COUNT, f"games are for 1 to {MAX_PLAYERS} players, not for {players}", at)
        return None
    base, *extras = names
    chosen = {base} | library.below(base)
    for extra in extras:
        chosen.add(extra)
    lacking = chosen - set(library.layers)
    if lacking:  # reported with the files
        report.add(
            Code.UNKNOWN_LAYER, f"no layer is called `{min(lacking)}`", at, hint=nearest(min(lacking), library.layers)
        )
        return None
    if not has_ground(library, base, extras, report):
        return None
    for name in names:
        if library.layers[name].counts and players not in library.layers[name].counts:
            report.add(
                Code.WRONG_PLAYER_COUNT, f"`{name}` is not for {players} players", library.layers[name].name.span
            )
            return None
    while True:  # layers bound to the count may themselves carry layers bound to it
        bound = {
            layer.name.text
            for layer in library.layers.values()
            if players in layer.counts and {b.text for b in layer.on} <= chosen
        }
        if bound <= chosen:
            break
        chosen |= bound
    for layer in (library.layers[name] for name in chosen):
        if layer.counts and players not in layer.counts:
            report.add(Code.WRONG_PLAYER_COUNT, f"`{layer.name.text}` is not for {players} players", layer.name.span)
            return None
    allowed = player_counts(library, names)
    if allowed and players not in allowed:
        shown = ", ".join(str(n) for n in allowed)
        name = ruleset_name(library, base, extras)
        report.add(Code.WRONG_PLAYER_COUNT, f"`{name}` is for {shown} players, not for {players}", at)
        return None
    ordered = _topological(library, chosen)
    return Stack(ruleset_name(library, base, extras), players, tuple(library.layers[n] for n in ordered))


def has_ground(library: Library, base: str, extras: Iterable[str], report: Report) -> bool:
    """Report the first addition that stands on something which is neither in the mode nor added."""
    there = {base, *library.below(base), *extras}
    for extra in extras:
        for below in library.layers[extra].on:
            if below.text not in there:
                report.add(
                    Code.MISSING_GROUND,
                    f"`{extra}` stands on `{below.text}`, which `{base}` does not contain",
                    below.span,
                    hint=f"add it to a ruleset that contains `{below.text}`",
                )
                return False
    return True


def ruleset_name(library: Library, base: str, extras: Iterable[str]) -> str:
    """Return how a ruleset is called: its mode, then what is added, in reading order. Parts of options have no say."""
    named = [extra for extra in extras if library.layers[extra].role is not s.Role.LAYER]
    return "+".join([base, *(_short(extra, base) for extra in sorted(named, key=library.order))])


def _short(extra: str, base: str) -> str:
    game, part = extra.split("/")
    return part if game == base.split("/")[0] else extra


def by_path(library: Library, chosen: Iterable[str]) -> list[str]:
    """Return layers from the bottom up, siblings in the order of their paths, wherever their files lie."""
    return _sorted_up(library, sorted(chosen))


def _topological(library: Library, chosen: set[str]) -> list[str]:
    return _sorted_up(library, sorted(chosen, key=library.order))


def _sorted_up(library: Library, remaining: list[str]) -> list[str]:
    """Return layers from the bottom up; those that are not ordered by `on` keep the order in which they are given."""
    result: list[str] = []
    while remaining:
        ready = next((n for n in remaining if not (library.under(n) & set(remaining) - {n})), remaining[0])
        result.append(ready)
        remaining.remove(ready)
    return result
