"""What a rule gave at the end of games, as text: the points beside what brought them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilelaw.lint.account.doings_text import Draw
from tilelaw.lint.account.points import Line, Points, Scored
from tilelaw.lint.account.said import ranges, said, said_cells, said_json, where
from tilelaw.lint.account.tally_text import Lengths, choice_lines
from tilelaw.lint.account.terms import Share, Term, is_named
from tilelaw.wording import counted
from tilelaw_dsl import ir
from tilelaw_reference import Cell, Json

MOST_LINES = 8
MOST_SHARES = 8


def points_lines(points: Points, lengths: Lengths, draw: Draw) -> Iterator[str]:
    """Yield what a rule gave."""
    given = points.given
    average = sum(number * times for number, times in given.items()) / given.total()
    yield f"gave {ranges(given)} points to {counted(given.total(), 'side')}, {average:.1f} on average"
    yield from (f"  {line}" for line in choice_lines(points.choices, lengths))
    if points.example is not None:
        yield from (f"  {line}" for line in _example(points.example, draw))


def _example(scored: Scored, draw: Draw) -> Iterator[str]:
    state, side = scored.state, scored.side
    score = state.score()
    players = next(each["players"] for each in score if each["side"] == side)
    yield f"{where(scored.scene)}, at the end, side {side + 1}:"
    lines = [line for line in scored.lines if line.points]
    for line in lines[:MOST_LINES]:
        yield from (f"  {told}" for told in _line(line, players[0]))
    game = state.engine.game
    defines = {define.name: define for define in game.defines}
    read = {store for line in scored.rule_lines for store in ir.stores_read(line, defines)}
    if any(store[0] == "cell" for store in read):
        yield from (f"  {line}" for line in draw(state, players[0]))
    yield from (f"  {line}" for line in _values(scored, {name for sort, *names in read for name in names}))


def _line(line: Line, player: int) -> Iterator[str]:
    key = "" if line.key is None else f" for {said(line.key, line.key_type, player)}"
    terms = [term for term in line.terms if term.points or len(line.terms) > 1]
    if len(terms) == 1:
        made = _made(terms[0], player)
        yield f"{line.points}{key}{': ' if made else ''}{made}"
        return
    yield f"{line.points}{key}:"
    for term in terms:
        made = _made(term, player)
        yield f"  {term.points} by {term.text}{': ' if made else ''}{made}"


def _made(term: Term, player: int) -> str:
    """Return what a term consists of."""
    if term.merged:
        values = sorted({number for _, number in term.merged})
        each = ", ".join(f"{text} {number}" for text, number in term.merged)
        return f"{each}; as a set {{{', '.join(map(str, values))}}}"
    made = _shares(term.shares, player)
    others = _shares(term.others, player)
    return f"{made}; not counted: {others}" if others else made


def _shares(shares: Sequence[Share], player: int) -> str:
    """Return what brings how many points; cells that bring as many are named together."""
    named = [share for share in shares if is_named(share)]
    alone = [share for share in named if isinstance(share.of, Cell) and not share.counted]
    parts = []
    for points in sorted({share.points for share in alone}):
        cells = [share.of for share in alone if share.points == points]
        parts.append(f"{points} {'each ' if len(cells) > 1 else ''}at {said_cells(cells, player)}")
    others = Counter(f"{share.points} {_of(share, player)}" for share in named if share not in alone)
    parts += [f"{times} times {told}" if times > 1 else told for told, times in others.items()]
    return ", ".join(parts[:MOST_SHARES]) + (" …" if len(parts) > MOST_SHARES else "")


def _of(share: Share, player: int) -> str:
    if isinstance(share.of, Cell):
        return f"at {said(share.of, None, player)} (counting {said_cells(share.counted, player)})"
    if isinstance(share.of, frozenset):
        return f"at {said_cells(share.of, player)}"
    own = share.of if isinstance(share.of, int) and share.is_of_player else player
    counting = f" (counting {said_cells(share.counted, own)})" if share.counted else ""
    return f"for {said(share.of, share.type, player)}{counting}"


def _values(scored: Scored, read: set[str]) -> Iterator[str]:
    """Yield the values of the variables that a rule counts points by."""
    position = scored.state.to_json()
    for variable in scored.state.engine.game.variables:
        value = position.get(variable.name) if variable.name in read else None
        if value is not None:
            yield f"{variable.name}: {_value(value, variable.indices, variable.type)}"


def _value(value: Json, indices: Sequence[ir.Type], type_: ir.Type, *, is_outer: bool = True) -> str:
    if not isinstance(value, dict) or not indices:
        return said_json(value, type_)
    told = []
    for key, inner in value.items():
        index = said_json(int(key) if key.lstrip("-").isdigit() else key, indices[0])
        text = _value(inner, indices[1:], type_, is_outer=False)
        told.append(f"{index} ({text})" if len(indices) > 1 else f"{index}{' ' if is_outer else ': '}{text}")
    return ", ".join(told)
