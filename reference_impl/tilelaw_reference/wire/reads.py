"""Which parts of a position the rules read, and which actions they may refuse, for programs that do not read rules.

A part is named by its key in a position. Where a requirement asks whether an action is legal, or for the points of a
side, the rule reads what those depend on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tilelaw_dsl import ir


def parts_read(game: ir.Game) -> dict[str, list[str]]:
    """Return, by the ids of rules, the parts that their requirements, effects, scores and rankings read."""
    keys = _keys(game)
    found: dict[str, set[str]] = defaultdict(set)
    for rule, node in _clauses(game):
        found[rule] |= _read(game, node, frozenset())
    found[ir.NOT_ASKED].add("asks")
    return {rule: [key for key in ("asks", *keys.values()) if key in read] for rule, read in found.items()}


def actions_refused(game: ir.Game) -> dict[str, list[str]]:
    """Return, by the ids of rules, the actions of which they require something."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for action in game.actions:
        found[action.rule][action.name] = None
    for requirement in game.requirements:
        found[requirement.rule][requirement.action] = None
    return {rule: list(actions) for rule, actions in found.items()}


def _clauses(game: ir.Game) -> Iterator[tuple[str, ir.Node]]:
    """Yield what may read a position, each with its rule; invariants hold anyway."""
    for action in game.actions:
        yield from ((action.rule, argument) for argument in action.arguments)
    for clause in (*game.requirements, *game.consequences, *game.scores, *game.ranks):
        yield clause.rule, clause


def _keys(game: ir.Game) -> dict[tuple[str, str], str]:
    """Return the keys of parts in a position, by sort and name."""
    zones = {("zone", zone.name): zone.written for zone in game.zones}
    boards = {("cell", board.name): board.written for board in game.boards}
    return {**zones, **boards, **{("variable", one.name): one.name for one in game.variables}}


def _read(game: ir.Game, node: ir.Node, asked: frozenset[str]) -> set[str]:
    """Return the keys of the parts that a node reads; `asked` are the actions whose legality is being followed."""
    keys = _keys(game)
    defines = {define.name: define for define in game.defines}
    sides = game.sides.sides if game.sides else ()
    found = set()
    for sort, *names in ir.stores_read(node, defines, sides):
        if sort == "mark":  # marks stand in rows
            found |= {keys["zone", zone.name] for zone in game.zones if zone.order is ir.Order.ROW}
        elif names:
            found.add(keys[sort, names[0]])
    for part in ir.walk_called(node, defines):
        match part:
            case ir.NoLegal(action) if action not in asked:
                for requirement in [each for each in game.requirements if each.action == action]:
                    found |= _read(game, requirement, asked | {action})
            case ir.Total():
                for line in game.scores:
                    found |= _read(game, line, asked)
            case ir.ZoneRef(zone):
                found.add(keys["zone", zone])
            case ir.Cells(board):
                found.add(keys["cell", board])
    return found
