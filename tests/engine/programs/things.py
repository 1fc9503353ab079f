"""Forms of things: members, players, cells, directions, sides and records."""

from __future__ import annotations

from engine.programs import reads
from engine.programs.world import PLAYER, set_of
from engine.programs.writer import Env, Forms, Writer
from tilelaw_dsl import ir


def universe(w: Writer, type_: ir.ThingType) -> str:
    """Return all things of a type, or all on somebody's board, in the fewest words."""
    match type_.sort:
        case ir.Sort.PLAYER:
            return "players"
        case ir.Sort.SIDE:
            return "sides"
        case ir.Sort.KIND:
            return type_.name
        case ir.Sort.CELL:
            board = w.world.board_of(type_)
            return f"{board.name}({_first_player(w)})" if board.owned else board.name
        case ir.Sort.DIRECTION:
            board = w.world.board_of(type_)
            return f"directions({w.chance.choice([r.name for r in board.relations if r.has_ways])})"
        case ir.Sort.RECORD:
            raise AssertionError("there is no set of all records")


def _first_player(w: Writer) -> str:
    return w.chance.choice(("first(players)", f"nth(players, {w.world.players})"))


def named(w: Writer, _env: Env, wanted: ir.Type) -> str | None:
    """One that can be named by itself; else the first of all, or of those that have a record."""
    assert isinstance(wanted, ir.ThingType)
    if wanted.sort is ir.Sort.KIND and wanted.name in w.world.members:
        return w.chance.choice(w.world.members[wanted.name])
    if wanted.sort is ir.Sort.PLAYER:
        return _first_player(w)
    if wanted.sort is ir.Sort.RECORD:
        field = next((f for f in w.world.fields if f.type == wanted), None)
        return f"first({universe(w, field.of)}).{field.name}" if field else None
    whole = universe(w, wanted)
    return w.chance.choice((f"first({whole})", f"nth({whole}, {w.chance.choice((2, 3, 5))})"))


def picked(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The first of a set, or the one at some place."""
    assert isinstance(wanted, ir.ThingType)
    if wanted.sort is ir.Sort.RECORD:
        return None
    whole = w.value(set_of(wanted), env)
    return f"first({whole})" if w.chance.random() < 0.6 else f"nth({whole}, {w.number(env)})"


def owner(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """On whose board a cell is."""
    boards = [board for board in w.world.boards if board.owned]
    if wanted != PLAYER or not boards:
        return None
    board = w.chance.choice(boards)
    return "owner" if env.it == board.type else f"{w.value(board.type, env)}.owner"


def next_player(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The next round the table, perhaps among some."""
    if wanted != PLAYER:
        return None
    among = f", {w.value(set_of(PLAYER), env)}" if w.chance.random() < 0.5 else ""
    return f"next_player({w.value(PLAYER, env)}{among})"


def side(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The side of a player."""
    return f"side({w.value(PLAYER, env)})" if wanted == w.world.side else None


def shifted(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The cell beside another."""
    if not isinstance(wanted, ir.ThingType) or wanted.sort is not ir.Sort.CELL:
        return None
    return f"shift({w.value(wanted, env)}, {way(w, env, wanted)})"


def placed(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The cell at two coordinates."""
    if not isinstance(wanted, ir.ThingType) or wanted.sort is not ir.Sort.CELL:
        return None
    board = w.world.board_of(wanted)
    whole = f"{board.name}({reads.owner(w, env)})" if board.owned else board.name
    x, y = (f"({w.number(env)} mod 5 - 1)" for _ in range(2))  # near the board: one that is never on it is refused
    return f"cell({whole}, {x}, {y})"


def opposite(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The direction that leads back."""
    is_direction = isinstance(wanted, ir.ThingType) and wanted.sort is ir.Sort.DIRECTION
    return f"opposite({w.value(wanted, env)})" if is_direction else None


def way(w: Writer, env: Env, cell: ir.ThingType) -> str:
    """A direction on the board of a cell."""
    board = w.world.board_of(cell)
    return w.chance.choice(board.directions) if w.chance.random() < 0.6 else w.value(board.direction, env)


def heading(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """The direction from one cell to another."""
    if not isinstance(wanted, ir.ThingType) or wanted.sort is not ir.Sort.DIRECTION:
        return None
    cell = w.world.board_of(wanted).type
    return f"heading({w.value(cell, env)}, {w.value(cell, env)})"


FORMS = Forms(
    (reads.local, reads.local, reads.field, reads.store, named),
    (
        picked,
        reads.field,
        reads.store,
        owner,
        next_player,
        side,
        shifted,
        placed,
        heading,
        opposite,
        reads.choose,
        reads.match,
        reads.local,
        reads.local,
    ),
)
