"""Which heirs of cases may have games of their own.

The game of a case mostly does not lead to the position of an heir for another number of players, or in another mode.
One game for each mode and number of players mostly will do: where something is added to a mode, heirs share its game,
and annexes say which do. The others have one with that addition, if there can be one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tilelaw_conformance import Annexes, Case, Given, Witnesses, inherited


class HeirOf(NamedTuple):
    """An heir, and the case that it is from."""

    heir: Case
    origin: Case


def heirs_with_games(cases: Iterable[Case], annexes: Annexes, witnesses: Witnesses) -> Iterator[HeirOf]:
    """Yield the heirs that have a game of their own, or might have one and share none that leads to their positions."""
    for case in cases:
        if case.given is not Given.POSITION:
            continue
        for heir in annexes.heirs([case], lambda _ruleset, _players: True):
            is_led_to = annexes.replays(heir)
            if witnesses.game(heir.id) is not None or (not is_led_to and _may_have_one(heir, case, annexes, witnesses)):
                yield HeirOf(heir, case)


def _may_have_one(heir: Case, case: Case, annexes: Annexes, witnesses: Witnesses) -> bool:
    """Say whether a game is worth searching: with an addition, only if one leads to the position without it."""
    mode = heir.ruleset.partition("+")[0]
    if (mode, heir.players) == (case.ruleset, case.players):
        return witnesses.game(case.id) is not None
    holds_without = heir.players in annexes.of(case).get("holds", {}).get(mode, ())
    return mode == heir.ruleset or not holds_without or annexes.replays(inherited(case, mode, heir.players))
