"""Values, numbers and places as they are said at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tilelaw.lint.account.facts import Fact
from tilelaw.lint.account.told import Scene
from tilelaw.wording import counted
from tilelaw_dsl import ir
from tilelaw_reference import Bag, Cell, Direction, Json, Member, Record, Value, canonical, json_value

MOST_CELLS = 8
MOST_FACTS = 5
"""Of one answer."""
MOST_ELEMENTS = 4
"""Larger sets are not written out in a sentence."""


def said(value: Value, type_: ir.Type | None, own: int | None = None) -> str:
    """Return a value as it is said at the table: players count from 1, cells of one's `own` board need no owner."""
    match value:
        case Cell() | Member() | Direction() | Record():
            return said_json(json_value(value, own), type_)
        case frozenset() | Bag():
            of = type_.of if isinstance(type_, ir.SetType | ir.BagType) else None
            elements = canonical(value) if isinstance(value, frozenset) else value
            return f"{{{', '.join(said(each, of, own) for each in elements)}}}" if elements else "none"
        case _:
            return said_json(value, type_)


def said_json(value: Json, type_: ir.Type | None) -> str:
    """Return a value of an event or a position as it is said at the table."""
    is_player = isinstance(type_, ir.ThingType) and type_.sort in (ir.Sort.PLAYER, ir.Sort.SIDE)
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int() if is_player:
            return f"player {value + 1}"
        case [int(), int()]:
            return f"{value[0]},{value[1]}"
        case [int(), int(), int(owner)]:
            return f"{value[0]},{value[1]} of player {owner + 1}"
        case list():
            return f"{{{', '.join(said_json(each, type_) for each in value)}}}"
        case dict():
            return " ".join(f"{name} {said_json(each, None)}" for name, each in value.items())
        case _:
            return str(value)


def said_cells(cells: Iterable[Value], own: int | None) -> str:
    """Return cells one after the other, the first few."""
    named = [said(cell, None, own) for cell in canonical(cells)]
    return " ".join(named[:MOST_CELLS]) + (" …" if len(named) > MOST_CELLS else "")


def said_facts(facts: Iterable[Fact], scene: Scene | None = None) -> str:
    """Return what was read, as far as it is short and the answer does not say it."""
    move, own = (scene.move.split(), scene.player) if scene is not None else ([], None)
    told = [fact for fact in facts if _is_short(fact) and (_is_more(fact) or fact.text not in move)]
    return ", ".join(_fact(fact, own) for fact in told[:MOST_FACTS])


def _is_more(fact: Fact) -> bool:
    """Say whether a fact says more than an argument that has this name; players are written in another way there."""
    is_player = isinstance(fact.type, ir.ThingType) and fact.type.sort is ir.Sort.PLAYER
    return fact.among is not None or is_player


def _fact(fact: Fact, own: int | None) -> str:
    sign = "is" if isinstance(fact.value, bool) else "="
    text = f"{fact.text} {sign} {said(fact.value, fact.type, own)}{_among(fact, own)}"
    if fact.cells:
        text += f" at {said_cells(fact.cells, own)}"
    for later in fact.later:
        text += ", afterwards " + ("too" if later == fact.value else said(later, fact.type, own))
    return text


def _among(fact: Fact, own: int | None) -> str:
    """Return whether a thing is in the set it was looked for in, or which of several things are."""
    match fact.among:
        case None:
            return ""
        case bool():
            return " (in it)" if fact.among else " (not in it)"
        case found if not found:
            return " (none in it)"
        case found if isinstance(fact.value, frozenset) and len(found) < len(fact.value):
            return f" (only {' '.join(said(each, None, own) for each in canonical(found))} in it)"
        case _:
            return " (all in it)"


def _is_short(fact: Fact) -> bool:
    values = (fact.value, *fact.later)
    return all(not isinstance(value, frozenset | Bag) or len(value) <= _most(value) for value in values)


def _most(value: frozenset[Value] | Bag) -> int:
    return MOST_CELLS if all(isinstance(each, Cell) for each in value) else MOST_ELEMENTS


def where(scene: Scene) -> str:
    """Return in which game something was."""
    return f"with {counted(scene.players, 'player')}, seed {scene.seed}"


def whose(scene: Scene) -> str:
    """Return who answered and what; nothing before the first answer and at the end."""
    return "" if scene.player is None else f"player {scene.player + 1}'s `{scene.move}`"


def ranges(numbers: Iterable[int] | Counter[int]) -> str:
    """Return numbers as ranges, such as `0, 2 to 5`."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    shown = [" to ".join(map(str, each)) for each in found]
    return ", ".join(shown if len(shown) <= MOST_CELLS else [*shown[: MOST_CELLS - 1], "…", shown[-1]])
