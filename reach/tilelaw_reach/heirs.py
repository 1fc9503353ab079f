"""Which heirs of cases may have games of their own.

The game of a case mostly does not lead to the position of an heir for another number of players, or in another mode.
One game for each mode and number of players will do: where something is added to a mode, most heirs share its game, and
annexes say which. Only where a case holds with an addition alone, its heir with that addition has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tilelaw_conformance import Annexes, Case, Given, Witnesses


class HeirOf(NamedTuple):
    """An heir, and the case that it is from."""

    heir: Case
    origin: Case


def heirs_with_games(cases: Iterable[Case], annexes: Annexes, witnesses: Witnesses) -> Iterator[HeirOf]:
    """Yield the heirs that have a game of their own, or share none that leads to their positions."""
    for case in cases:
        if case.given is not Given.POSITION:
            continue
        holds = annexes.of(case).get("holds", {})
        for heir in annexes.heirs([case], lambda _ruleset, _players: True):
            mode = heir.ruleset.partition("+")[0]
            is_shared = mode != heir.ruleset and (
                heir.players in holds.get(mode, ()) or (mode, heir.players) == (case.ruleset, case.players)
            )
            if not is_shared and (not annexes.replays(heir) or witnesses.game(heir.id) is not None):
                yield HeirOf(heir, case)
