"""Where something holds, in words: in which modes, and for how many players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from tilelaw_press.model import Said
from tilelaw_press.pages.catalogue import Changed, Entry, Place
from tilelaw_press.press import Press
from tilelaw_press.shelf import Mode


def mode_title(press: Press, mode: Mode) -> Said:
    """Return what a mode is called among those of its game."""
    whole = press.reading(mode.name, mode.counts[0]).title
    game = press.shelf.game_title(mode.game, press.language).text
    short = whole.text.removeprefix(game).lstrip(" :,\N{EN DASH}-")
    # What stands in brackets is another name of the game, and none of the mode.
    return Said(whole.text if not short or short.startswith("(") else short, whole.language)


def scope(press: Press, game: str, places: Iterable[tuple[str, int]]) -> str:
    """Return where a text holds, given modes and numbers of players; empty when it holds everywhere."""
    pairs = {*places}
    modes = press.shelf.games[game]
    counts = {players for _, players in pairs}
    if pairs == {(mode.name, players) for mode in modes for players in mode.counts}:
        return ""
    if pairs == {(mode.name, players) for mode in modes for players in mode.counts if players in counts}:
        return for_players(press, counts)
    return press.phrases("scope.in-modes", modes=", ".join(_parts(press, modes, pairs)))


def _parts(press: Press, modes: Iterable[Mode], pairs: Collection[tuple[str, int]]) -> Iterator[str]:
    for mode in modes:
        counts = {players for name, players in pairs if name == mode.name}
        if counts:
            title = mode_title(press, mode).text
            yield title if counts == {*mode.counts} else f"{title} {for_players(press, counts)}"


def for_players(press: Press, counts: Collection[int]) -> str:
    """Return for how many players something is."""
    return press.phrases("scope.players", n=max(counts), counts=", ".join(map(str, sorted(counts))))


def where(places: Iterable[Place | Changed]) -> list[tuple[str, int]]:
    """Return modes and numbers of players of some places."""
    return [(place.mode.name, place.players) for place in places]


def chosen(changed: Changed, entry: Entry) -> str:
    """Return the address of a rulebook with an option chosen; of a rule that the mode itself has, its place there."""
    option = changed.option
    is_there = (changed.mode.name, changed.players) in where(entry.places)
    anchor = f"#rule-{entry.id}" if is_there else ""
    return f"{changed.mode.page(changed.players)}?with={','.join([*option.needs, option.name])}{anchor}"
