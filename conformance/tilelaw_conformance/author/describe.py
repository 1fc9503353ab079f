"""Cases for people who read them: a line for each, how many there are, and everything about one."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from tilelaw_conformance.cases.expectation import (
    KINDS,
    NOTHING_WORD,
    Basis,
    Case,
    ComponentKind,
    Expectation,
    Given,
    Part,
    SideScore,
)
from tilelaw_conformance.data.jsondata import Json, JsonObject, replaced
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.report.reporter import Background
from tilelaw_conformance.report.wording import basis_text, beginning, counted, number_of_cases, rules
from tilelaw_conformance.run.plan import Witness

BoardWriter: TypeAlias = Callable[[str, str, Sequence[JsonObject]], str | None]
"""Returns a board in the notation, given the ruleset, the board's key in positions and its cells; nothing if the
ruleset has no board of that key."""

_WIDTH = 110
_MARGIN = 12


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is looked up elsewhere to describe a case."""

    background: Background
    write_board: BoardWriter
    witness: Witness


def list_text(cases: Sequence[Case]) -> str:
    """Return a line for each case and, at the end, how many there are of which kind and basis."""
    width = max((len(case.id) for case in cases), default=0)
    lines = [f"{case.id:<{width}}  {case.title}" for case in cases]
    kinds = Counter(kind for case in cases for kind in case.kinds)
    bases = Counter(case.basis for case in cases)
    games = Counter(case.game for case in cases)
    by_game = ", ".join(f"{count} of {game}" for game, count in games.items())
    by_kind = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS if kinds[kind])
    by_basis = ", ".join(f"{bases[basis]} {basis}" for basis in Basis if bases[basis])
    return "\n".join(
        [*lines, "", f"{number_of_cases(cases)}: {by_game}", f"  expect {by_kind}", f"  rest on {by_basis}"]
    )


def case_text(case: Case, shelf: Shelf) -> str:
    """Return everything about a case."""
    return "\n".join(line.rstrip() for line in _case(case, shelf))


def _case(case: Case, shelf: Shelf) -> Iterator[str]:
    yield case.id
    yield f"  {case.title}"
    yield ""
    yield from _entry("ruleset", [f"{case.ruleset} for {case.players} player{'s' if case.players != 1 else ''}"])
    yield from _entry("basis", [basis_text(case)])
    yield from _entry("since", [f"{case.since}; {case.file}:{case.line}"])
    if case.given is Given.POSITION:
        yield from _entry("reached", [_way(case, shelf.witness)])
    yield ""
    yield textwrap.indent(_beginning(case, shelf), "    ")
    yield ""
    answers = [shown(answer, _WIDTH) for answer in case.answers]
    yield from (f"  {'answer':<{_MARGIN - 2}}{answer}" for answer in answers)
    if any('"player"' in answer for answer in answers):
        yield from _entry("", ["(in JSON players count from 0)"])
    for point in case.checkpoints:
        yield from _entry(f"after {point.after}", _expectation(case, point.then, shelf))
    yield from _entry("expected", _expectation(case, case.then, shelf))
    yield from _entry("why", [case.why])
    for id_, title, sources in rules(case, shelf.background):
        yield from _entry("rule", [f"{id_}  {title}".rstrip(), *sources])


def _entry(name: str, lines: Sequence[str] | Iterator[str]) -> Iterator[str]:
    for i, line in enumerate("\n".join(lines).splitlines()):
        yield f"  {name if i == 0 else '':<{_MARGIN - 2}}{line}"


def _way(case: Case, witness: Witness) -> str:
    answers = witness(case)
    if answers is not None:
        return f"by {len(answers)} answers from the start of a game"
    return f"never: {case.constructed}" if case.constructed else "no game is known that leads here"


def _beginning(case: Case, shelf: Shelf) -> str:
    return shelf.background.draw(case.position) if case.given is Given.POSITION else beginning(case)


# ---- expectations in words


def _expectation(case: Case, then: Expectation, shelf: Shelf) -> Iterator[str]:
    for part in then.parts:
        yield from _words(part, case, then, shelf)


def _words(part: Part, case: Case, then: Expectation, shelf: Shelf) -> Iterator[str]:
    match part:
        case Part.LEGAL:
            yield _legality(then)
        case Part.COMPONENTS:
            for kind, wanted in (then.components or {}).items():
                yield from _components(kind, wanted)
        case Part.MOVES:
            moves = then.moves or ()
            yield f"exactly {len(moves)} legal move{'s' if len(moves) != 1 else ''}"
            yield from (f"  {shown(move, _WIDTH)}" for move in moves)
        case Part.STATE:
            for name, value in (then.state or {}).items():
                yield from _part(case, name, value, shelf)
        case Part.OVER:
            yield "the game is over" if then.over else "the game goes on"
        case Part.SCORE:
            for side in then.score or ():
                yield from _side(side)
        case Part.RANK:
            groups = [" and ".join(f"side {side + 1}" for side in group) for group in then.rank or ()]
            yield "ranking: " + ", then ".join(groups)
        case Part.OBSERVE:
            for sight in then.observe or ():
                yield f"player {sight['player'] + 1} sees"
                for name, value in sight["sees"].items():
                    yield from (f"  {line}" for line in _part(case, name, value, shelf))
        case Part.PERFT:
            if then.perft is not None:
                yield f"{counted(then.perft['nodes'], 'sequence')} of {counted(then.perft['depth'], 'move')}"
        case _:
            assert_never(part)


def _legality(then: Expectation) -> str:
    if then.legal:
        return "legal"
    only = ", by no other rule" if then.only else ""
    return f"illegal, refused by {', '.join(then.refused_by)}{only}" if then.refused_by else "illegal"


def _side(side: SideScore) -> Iterator[str]:
    told = [f"total {side['total']}"] if "total" in side else []
    told += [f"result {shown(side['result'])}"] if "result" in side else []
    yield f"side {side['side'] + 1}: {', '.join(told) or 'lines'}"
    for line in side.get("lines", ()):
        key = line.get("key", "")
        words = [line["rule"], key if isinstance(key, str) else shown(key), str(line["points"])]
        yield "  " + " ".join(word for word in words if word)


def _components(kind: str, wanted: ComponentKind) -> Iterator[str]:
    if "count" in wanted:
        yield f"{kind}: {wanted['count']} in all"
    for member in wanted.get("members", ()):
        data = {name: replaced(value, None, NOTHING_WORD) for name, value in member.items() if name != "name"}
        yield f"{kind} {shown(member['name'])}: {shown(data, _WIDTH) if data else 'exists'}"


def _part(case: Case, name: str, part: Json, shelf: Shelf) -> Iterator[str]:
    """Yield a part of a position; boards as they are written in cases, of each player by itself."""
    if part is None:
        yield f"{name}: nothing"
        return
    boards = part if isinstance(part, list) and part and all(isinstance(each, list) for each in part) else [part]
    drawn = [_board(case, name, board, shelf) for board in boards]
    if not all(drawn):
        yield f"{name}: {shown(replaced(part, None, NOTHING_WORD), _WIDTH)}"
        return
    for owner, text in enumerate(drawn):
        yield f"{name} of player {owner + 1}:" if boards is part else f"{name}:"
        yield textwrap.indent(text or "", "  ")


def _board(case: Case, name: str, cells: Json, shelf: Shelf) -> str | None:
    return shelf.write_board(case.ruleset, name, cells) if isinstance(cells, list) else None
