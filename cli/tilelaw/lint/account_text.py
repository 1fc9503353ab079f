"""What the rules of a file did in games at random, as text: a paragraph for each rule, to be held against its title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tilelaw.lint.accounts import Account, Demand, Doings, Places, Points, Scene
from tilelaw.wording import counted
from tilelaw_dsl import ir
from tilelaw_reference import Json, JsonObject, ScorePart, State

HEAD = "What these rules did; compare it with what you meant:"
MOST_RULES = 12
MOST_LINES = 4
"""Of one example."""
MOST_CELLS = 8

VIEWERS = {
    ir.Viewers.ALL: "everybody sees",
    ir.Viewers.OWNER: "only its player sees",
    ir.Viewers.NOBODY: "nobody sees",
    ir.Viewers.TEAM: "only its player's team sees",
}

Draw = Callable[[State, int], list[str]]
"""Draws the boards of a side, line by line."""


def account_lines(account: Account, draw: Draw, known: set[str]) -> list[str]:
    """Return what rules did that are not `known` yet, and add them to these."""
    game = account.game
    assert game is not None, "games were played"
    told: list[str] = []
    rules = [info for info in game.rules if info.id not in known]
    paragraphs = [(info, lines) for info in rules if (lines := list(_rule(account, game, info.id, draw)))]
    for info, lines in paragraphs[:MOST_RULES]:
        told += [f"  {info.id}  {info.title}", *(f"    {line}".rstrip() for line in lines)]
    if len(paragraphs) > MOST_RULES:
        told.append(f"  and {counted(len(paragraphs) - MOST_RULES, 'rule')} more")
    for ask, actions in account.asked.items():
        if ask not in known:
            chosen = ", ".join(f"{action} {number}" for action, number in actions.most_common())
            often = f"at most {counted(account.running[ask], 'time')} before another player was asked"
            told.append(f"  ask `{ask}`: {counted(actions.total(), 'time')}, {often}; answered at random: {chosen}")
    seen = _seen(account, game)
    if seen and seen not in known:
        told.append(f"  {seen}")
    known |= {info.id for info, _ in paragraphs} | account.asked.keys() | {seen}
    return [HEAD, *told] if told else []


def _rule(account: Account, game: ir.Game, rule: str, draw: Draw) -> Iterator[str]:
    for (of, _), demand in account.demands.items():
        if of == rule:
            yield from _demand(demand, _types(game, rule))
    if rule in account.told.rules and any(each.rule == rule for each in game.invariants):
        yield f"its invariant held in all {counted(account.positions, 'position')}"
    if rule in account.doings:
        yield from _doings(account.doings[rule], game)
    if rule in account.points:
        yield from _points(account.points[rule], draw)
    if rule in account.places:
        yield from _places(account.places[rule])


def _seen(account: Account, game: ir.Game) -> str:
    """Return who sees what the file declares."""
    found: dict[str, list[str]] = {}
    for zone in game.zones:
        also = "".join(f" (and who is asked `{glimpse.ask}`)" for glimpse in zone.glimpses)
        if zone.name in account.told.stores:
            found.setdefault(VIEWERS[zone.seen_by], []).append(f"`{zone.name}`{also}")
    for variable in game.variables:
        if variable.name in account.told.stores:
            found.setdefault(VIEWERS[variable.seen_by], []).append(f"`{variable.name}`")
    return "; ".join(f"{who}: {', '.join(names)}" for who, names in found.items())


def _demand(demand: Demand, types: dict[str, ir.Type]) -> Iterator[str]:
    number = demand.met + demand.refused
    yield f"requires {demand.text}"
    refused = f"refused {demand.refused} of {counted(number, 'answer')} that it was about"
    if demand.example is None:
        yield refused
    else:
        scene, facts = demand.example
        values = [f"{text} = {said(value, types.get(text))}" for text, value in facts.items() if _is_short(value)]
        because = f": {', '.join(values)}" if values else ""
        yield f"{refused}; with {_where(scene)}, {_who(scene)} `{scene.move}`{because}"
    for text, (met, not_met) in demand.found.items():
        type_ = types.get(text)
        if isinstance(type_, ir.NumberType) and len(met.keys() | not_met.keys()) > 1:
            parts = [f"{_ranges(found)} {what}" for found, what in ((met, "allowed"), (not_met, "refused")) if found]
            yield f"  {text}: {', '.join(parts)}"


def _doings(doings: Doings, game: ir.Game) -> Iterator[str]:
    if not doings.times:
        yield f"changed nothing in {counted(doings.looked, 'move')} that were looked at"
        return
    yield f"changed something in {doings.times} of {counted(doings.looked, 'move')}"
    for scene, events in doings.examples.values():
        when = f"after {_who(scene)} `{scene.move}`" if scene.move else "before the first move"
        yield f"  with {_where(scene)}, {when}:"
        lines = [_event(event, game) for event in events]
        yield from (f"    {line}" for line in lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            yield f"    and {len(lines) - MOST_LINES} more"


def _points(points: Points, draw: Draw) -> Iterator[str]:
    given = points.given
    average = sum(number * times for number, times in given.items()) / given.total()
    yield f"gave {_ranges(given)} points to {counted(given.total(), 'side')}, {average:.1f} on average"
    if points.example is None:
        return
    scene, state, side, lines = points.example
    yield f"  with {_where(scene)}, at the end, side {side + 1}:"
    for line in lines[: 2 * MOST_LINES]:
        if not line["points"]:
            continue
        key = f" for {said(line['key'], None)}" if "key" in line else ""
        parts = [_part(part) for part in line["parts"] if part["points"]]
        yield f"    {line['points']}{key}{': ' if parts else ''}{', '.join(parts[: 2 * MOST_LINES])}"
    game = state.engine.game
    defines = {define.name: define for define in game.defines}
    read = {store for each in game.scores if each.rule == lines[0]["rule"] for store in ir.stores_read(each, defines)}
    if any(store[0] == "cell" for store in read):
        yield from (f"    {line}" for line in draw(state, side))
    yield from (f"    {line}" for line in _values(state, {name for sort, *names in read for name in names}))


def _values(state: State, read: set[str]) -> Iterator[str]:
    """Yield the values of the variables that a rule counts points by."""
    position = state.to_json()
    for variable in state.engine.game.variables:
        value = position.get(variable.name) if variable.name in read else None
        if isinstance(value, dict) and variable.indices:
            of = variable.indices[0]
            names = {key: said(int(key) if key.isdigit() else key, of) for key in value}
            yield f"{variable.name}: {', '.join(f'{names[key]} {said(value[key], variable.type)}' for key in value)}"
        elif value is not None:
            yield f"{variable.name}: {said(value, variable.type)}"


def _part(part: ScorePart) -> str:
    cells = " ".join(said(cell, None) for cell in part["cells"][:MOST_CELLS])
    return f"{part['points']} at {cells}{' …' if len(part['cells']) > MOST_CELLS else ''}"


def _places(places: Places) -> Iterator[str]:
    yield f"decided who comes before whom in {places.decided} of {counted(places.games, 'game')}"
    if places.example is not None:
        scene, order = places.example
        yield f"  with {_where(scene)}: {', then '.join(f'side {side + 1} with {number}' for side, number in order)}"


def _event(event: JsonObject, game: ir.Game) -> str:
    """Return what an event changed, in words."""
    match event["event"]:
        case "set":
            place, type_ = _place(event, game)
            return f"{place}: {said(event.get('was'), type_)} -> {said(event.get('value'), type_)}"
        case "put":
            return f"{said(event['value'], None)} is put on {said(event['at'], None)}"
        case "move" | "remove":
            pieces = event["pieces"]
            assert isinstance(pieces, list), "pieces are listed"
            zones = game.zones
            kind = next((zone.of for zone in zones if zone.name == event["from"]), None)
            names = ", ".join(said(piece, kind) for piece in pieces[:MOST_CELLS])
            more = " …" if len(pieces) > MOST_CELLS else ""
            to = f" to {_zone(event, 'to')}" if "to" in event else " and is gone"
            return f"{names}{more} from {_zone(event, 'from')}{to}"
        case "shuffle":
            return f"{_zone(event, 'zone')} is shuffled"
        case "show":
            return f"{said(event.get('what'), None)} is shown"
        case _:
            return "the game ended"


def _place(event: JsonObject, game: ir.Game) -> tuple[str, ir.Type | None]:
    """Return the name of a place that was given a value, and what values it has."""
    if "variable" in event:
        variable = next(each for each in game.variables if each.name == event["variable"])
        indices = event.get("index", [])
        assert isinstance(indices, list), "indices are listed"
        where = ", ".join(said(index, type_) for index, type_ in zip(indices, variable.indices, strict=True))
        return f"{variable.name}({where})" if where else variable.name, variable.type
    if "mark" in event:
        mark = next(each for each in game.marks if each.name == event["mark"])
        return f"{mark.name} of {said(event['piece'], None)}", mark.type
    board = next(each for each in game.boards if each.name == event["board"] or each.written == event["board"])
    cell = next(each for each in board.fields if each.name == event["field"])
    return f"{cell.name} of {said(event['at'], None)}", cell.type


def _zone(event: JsonObject, name: str) -> str:
    owner = event.get(f"{name}_owner")
    return f"{event[name]}" + (f" of player {owner + 1}" if isinstance(owner, int) else "")


def said(value: Json, type_: ir.Type | None) -> str:
    """Return a value as it is said at the table; players are counted from 1."""
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
            return f"{{{', '.join(said(each, type_) for each in value)}}}"
        case dict():
            return " ".join(f"{name} {said(each, None)}" for name, each in value.items())
        case _:
            return str(value)


def _is_short(value: Json) -> bool:
    return not isinstance(value, list) or len(value) <= 3


def _types(game: ir.Game, rule: str) -> dict[str, ir.Type]:
    return {part.text: part.type for each in game.requirements if each.rule == rule for part in each.parts}


def _where(scene: Scene) -> str:
    return f"{counted(scene.players, 'player')}, seed {scene.seed}"


def _who(scene: Scene) -> str:
    return "" if scene.player is None else f"player {scene.player + 1}'s"


def _ranges(numbers: Counter[int]) -> str:
    """Return numbers as ranges, such as `0, 2 to 5`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    shown = [" to ".join(map(str, each)) for each in found]
    return ", ".join(shown if len(shown) <= MOST_CELLS else [*shown[: MOST_CELLS - 1], "…", shown[-1]])


def boards_of(state: State, side: int, drawn: Callable[[dict[str, Json]], str]) -> list[str]:
    """Return the boards of a side and the shared ones, drawn without what is beside them."""
    position, game = state.to_json(), state.engine.game
    players: Sequence[int] = next(each["players"] for each in state.score() if each["side"] == side)
    kept: dict[str, Json] = {name: position[name] for name in ("ruleset", "players")}
    for board in game.boards:
        there = position.get(board.written)
        if isinstance(there, list):
            kept[board.written] = (
                [each if player in players else [] for player, each in enumerate(there)] if board.owned else there
            )
    paragraphs = drawn(kept).split("\n\n")
    return paragraphs[0].splitlines() if len(kept) > 2 else []
