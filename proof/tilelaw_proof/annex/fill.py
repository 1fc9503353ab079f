"""What fills the zones that a case leaves out, so that no implementation is sent an empty bag that no game has.

Taken from the end of its witness: there the piles, rows and hands hold what is left beside the named boards. Boards and
everything that the case names stay as they are written. Whether the case still says the same is for the judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilelaw_conformance import Answer, Case, Given
from tilelaw_dsl.ir import Order
from tilelaw_reference import Engine, JsonObject


def fillings(case: Case, engine: Engine, history: Sequence[Answer] | None) -> Iterator[JsonObject]:
    """Yield what could fill the zones of a case, all of them first, then the piles alone."""
    if case.given is not Given.POSITION or history is None:
        return
    start = {"ruleset": engine.game.name, "players": engine.game.players}
    end = engine.play({"start": start, "answers": [*history]}).to_json()
    for zones in (engine.game.zones, [zone for zone in engine.game.zones if zone.order is Order.PILE]):
        found = {zone.written: end[zone.written] for zone in zones if zone.written in end}
        found = {name: value for name, value in found.items() if name not in case.position}
        if found:
            yield found
