"""Errors that the implementation itself contradicts: it knows the position about which it says that it cannot answer.

Error 1003 says that a position cannot be held, and then nothing is held against anybody. So who answers it to what is
merely illegal would hide every mistake behind it. Where an error comes, something else is asked about the very same
position: the neighbour of a refused answer, or another method that needs the same of a position. Who scores a position
need not have a place for everything that moves rest on, so only methods of one sort are compared; and a legal answer
may lead to a position that cannot be held, so of legal answers only judgements are compared.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from tilelaw_conformance.cases.expectation import Part, encode
from tilelaw_conformance.data.schema import shown
from tilelaw_conformance.protocol.messages import CANNOT_HOLD, ILLEGAL, Call, ErrorAnswer, Result
from tilelaw_conformance.run.parts import Check, Contradiction, Here, neighbour_is_taken


def contradiction(
    part: Part, check: Check, here: Here, error: ErrorAnswer, *, asked: str
) -> Generator[Call, Result, ErrorAnswer]:
    """Return an error as a contradiction if it is one; `asked` is the method that it came from."""
    is_refusal = part is Part.LEGAL and check.then.legal is False
    near = here.case.near
    if isinstance(error, Contradiction):
        return error
    try:
        if is_refusal and near is not None and check.has_near and (yield from neighbour_is_taken(check, here, near)):
            return Contradiction(error, f"it takes {shown(near)} in the same position")
    except ErrorAnswer:
        pass  # then nothing is known of the position
    if error.code != CANNOT_HOLD:
        return error
    if is_refusal and asked == "apply" and check.by_judge:
        return Contradiction(error, "it has answered `judge` about the same move")
    if part is Part.LEGAL and asked == "apply" and not is_refusal:
        return error
    for call in _others(part, check, here):
        try:
            yield call
        except ErrorAnswer as other:
            if other.code != ILLEGAL or call.method != "apply":
                continue
        return Contradiction(error, f"it answers `{call.method}` about the same position")
    return error


def _others(part: Part, check: Check, here: Here) -> Iterator[Call]:
    """Yield calls about the same position that take no more of it than the one that was answered with an error."""
    if part in (Part.SCORE, Part.RANK):
        other = "rank" if part is Part.SCORE else "score"
        if other in here.methods:
            yield here.call(other)
    elif part in (Part.LEGAL, Part.MOVES, Part.PERFT) and here.is_divisible and not here.case.tries:
        if part is not Part.MOVES and "moves" in here.methods:
            yield here.call("moves")
        for move in (check.then.moves or ())[:1]:
            if "judge" in here.methods:
                yield here.call("judge", b',"move":' + encode(move))
            if "apply" in here.methods:
                yield here.call("apply", b',"answers":[' + encode(move) + b"]")
