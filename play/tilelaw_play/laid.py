"""What was laid together: the cells that one answer filled at once, as a history tells it.

A position does not say which cells one piece covers; its history does. An answer lays cells together when one rule puts
something on several cells of a board because of it, or gives several empty cells a value. A cell that is filled anew
later belongs to what came last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from tilelaw_reference import Engine, State


class Laid(TypedDict):
    """Cells of a board that one answer filled, and whose board it is where each player has one."""

    board: str
    owner: NotRequired[int]
    cells: list[list[int]]


def laid_together(engine: Engine, history: Mapping[str, Any]) -> list[Laid]:
    """Return the groups of cells that were laid together in a history, in the order of the answers."""
    keys = {board.name: board.written for board in engine.game.boards}
    state = engine.play({"start": history.get("start", {}), "answers": []})
    found: list[Laid] = []
    for answer in history.get("answers", []):
        before, state = state, state.apply(answer)
        for laid in _filled(before, state, keys):
            found = [each for each in (_without(each, laid) for each in found) if len(each["cells"]) > 1]
            found.append(laid)
    return [each for each in found if len(each["cells"]) > 1]


def _filled(before: State, state: State, keys: Mapping[str, str]) -> list[Laid]:
    """Return what the transition to a state filled, by rule, board and owner."""
    groups: dict[tuple[str, str, int | None], Laid] = {}
    events = [event for event in state.events if event["event"] in ("put", "set") and "board" in event]
    position = before.to_json() if any(event["event"] == "set" for event in events) else {}
    for event in events:
        at: Sequence[int] = event["at"]
        key, owner = keys[event["board"]], at[2] if len(at) > 2 else None
        if event["event"] == "set":
            boards = position.get(key, [])
            cells = boards if owner is None else boards[owner] if owner < len(boards) else []
            if not event.get("value") or any(cell["at"][:2] == [*at[:2]] for cell in cells):
                continue
        laid: Laid = {"board": key, "cells": []}
        if owner is not None:
            laid["owner"] = owner
        group = groups.setdefault((event["rule"], key, owner), laid)
        if [*at[:2]] not in group["cells"]:
            group["cells"].append([*at[:2]])
    found: list[Laid] = []
    for group in sorted(groups.values(), key=lambda group: -len(group["cells"])):
        for larger in found:  # what comes to lie on a piece at once belongs to it
            group = _without(group, larger)
        if group["cells"]:
            found.append(group)
    return found


def _without(laid: Laid, later: Laid) -> Laid:
    """Return a group without the cells that a later one covers."""
    if (laid["board"], laid.get("owner")) != (later["board"], later.get("owner")):
        return laid
    return {**laid, "cells": [cell for cell in laid["cells"] if cell not in later["cells"]]}
