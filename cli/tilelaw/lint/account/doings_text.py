"""What the effects of a rule did, as text: examples of what was, what is and what was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from tilelaw.lint.account.doings import Doing, Example
from tilelaw.lint.account.said import MOST_CELLS, said_facts, said_json, where, whose
from tilelaw.lint.account.tally_text import Lengths, choice_lines, number_lines
from tilelaw.wording import counted
from tilelaw_dsl import ir
from tilelaw_reference import JsonObject, State

Draw: TypeAlias = Callable[[State, int], list[str]]
"""Draws the boards of a player's side, line by line."""
EXAMPLES = 2
"""Of what effects do, as long as they differ in what they change."""
MOST_LINES = 4
"""Of one example."""


def doing_lines(doing: Doing, rule: str, game: ir.Game, lengths: Lengths, draw: Draw) -> Iterator[str]:
    """Yield what the effects of a rule did."""
    if not doing.times:
        held = sum(tally.yes for tally in doing.tallies.values())
        though = f", though its condition held in {held}" if held else ""
        yield f"changed nothing in {counted(doing.looked, 'move')} that were looked at{though}"
    else:
        yield f"changed something in {doing.times} of {counted(doing.looked, 'move')}"
    is_drawn = False
    chosen = [doing.examples[kind] for kind, _ in doing.often.most_common(EXAMPLES)]
    for example in sorted(chosen, key=lambda example: example.scene.player is not None):
        yield from (f"  {line}" for line in _example(example, game, rule))
        if example.shows_cells and not is_drawn:
            is_drawn = True
            player = example.scene.player or 0
            yield from (f"    {line}" for line in draw(example.after, player))
    if doing.late.scene is not None:
        scene = doing.late.scene
        times = f"did nothing {counted(doing.late.times, 'time')} when its condition held only afterwards"
        yield f"  {times}; {where(scene)}, after {whose(scene)}:"
        yield f"    {said_facts(doing.late.facts, scene)}"
    for tally in doing.tallies.values():
        yield from (f"  {line}" for line in number_lines(tally, "true", "false"))
    yield from (f"  {line}" for line in choice_lines(doing.choices, lengths))


def _example(example: Example, game: ir.Game, rule: str) -> Iterator[str]:
    scene = example.scene
    when = f"after {whose(scene)}" if scene.move else "before the first move"
    facts = said_facts(example.facts, scene)
    yield f"{where(scene)}, {when}:"
    if facts:
        yield f"  {facts}"
    lines = [*(_event(event, game) + _with(event, rule) for event in example.events), *example.staying]
    most = MOST_LINES if len(lines) > MOST_LINES + 1 else len(lines)
    yield from (f"  {line}" for line in lines[:most])
    if len(lines) > most:
        yield f"  and {len(lines) - most} more"
    if any(event["event"] == "end" for event in example.events):
        turns = (f"player {player + 1} {number}" for player, number in enumerate(example.turns))
        yield f"  turns so far: {', '.join(turns)}"


def _with(event: JsonObject, rule: str) -> str:
    return "" if event["rule"] == rule else f" (together with {event['rule']})"


def _event(event: JsonObject, game: ir.Game) -> str:
    """Return what an event changed, in words."""
    match event["event"]:
        case "set":
            place, type_ = _place(event, game)
            return f"{place}: {said_json(event.get('was'), type_)} -> {said_json(event.get('value'), type_)}"
        case "put":
            return f"{said_json(event['value'], None)} is put on {said_json(event['at'], None)}"
        case "move" | "remove":
            pieces = event["pieces"]
            assert isinstance(pieces, list), "pieces are listed"
            kind = next((zone.of for zone in game.zones if zone.name == event["from"]), None)
            names = ", ".join(said_json(piece, kind) for piece in pieces[:MOST_CELLS])
            more = " …" if len(pieces) > MOST_CELLS else ""
            to = f" to {_zone(event, 'to')}" if "to" in event else " and is gone"
            return f"{names}{more} from {_zone(event, 'from')}{to}"
        case "shuffle":
            return f"{_zone(event, 'zone')} is shuffled"
        case "show":
            return f"{said_json(event.get('what'), None)} is shown"
        case _:
            return "the game ended"


def _place(event: JsonObject, game: ir.Game) -> tuple[str, ir.Type | None]:
    """Return the name of a place that was given a value, and what values it has."""
    if "variable" in event:
        variable = next(each for each in game.variables if each.name == event["variable"])
        indices = event.get("index", [])
        assert isinstance(indices, list), "indices are listed"
        named = (said_json(index, type_) for index, type_ in zip(indices, variable.indices, strict=True))
        return f"{variable.name}({', '.join(named)})" if indices else variable.name, variable.type
    if "mark" in event:
        mark = next(each for each in game.marks if each.name == event["mark"])
        return f"{mark.name} of {said_json(event['piece'], None)}", mark.type
    board = next(each for each in game.boards if each.name == event["board"] or each.written == event["board"])
    cell = next(each for each in board.fields if each.name == event["field"])
    return f"{cell.name} of {said_json(event['at'], None)}", cell.type


def _zone(event: JsonObject, name: str) -> str:
    owner = event.get(f"{name}_owner")
    return f"{event[name]}" + (f" of player {owner + 1}" if isinstance(owner, int) else "")
