"""Cases as whole turns, for implementations in which a turn cannot be divided.

Such an implementation is sent positions that rest between two turns, and whole turns of answers. A case that begins or
ends in the middle of a turn is carried to both ends: back to where the turn began, and on by the first legal move each
time until the turn is over. What is expected is then read at the end of the turn, from the reference: the same parts
of the position, the same sides. A refused answer is followed by what ends the turn of its neighbour, so that the two
turns differ in one answer. A case that lists moves is put as turns that are tried, one for each of some listed moves
and of some that are not listed. What consists of whole turns already is only divided into them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from tilelaw_conformance import Answer, Case, Given, Part, TurnForm
from tilelaw_proof.annex.begin import Beginning, along, at_once, first, like
from tilelaw_proof.annex.tries import tries
from tilelaw_proof.shuffles import ordered, pieces_due
from tilelaw_reference import Engine, IllegalMove, Json, NotationError, RulesError, ShuffleDue, State

_MOST = 40
"""A turn with more answers than this is left as it is."""
_MOST_ENDS = 200
"""Among so many ends of a turn one is looked for that changes nothing of what is expected."""
CANNOT = (IllegalMove, NotationError, RulesError, ShuffleDue)
"""What is raised where a turn cannot be played."""


def can_be_whole(case: Case) -> bool:
    """Say whether something of a case can be asked in whole turns: numbers of sequences of answers cannot."""
    return case.given is not Given.NOTHING and bool(case.parts - {Part.PERFT})


def divided(case: Case, engine: Engine) -> TurnForm | None:
    """Return a case that consists of whole turns as it is written, divided into them."""
    if case.then.moves or (case.answers and not case.checkpoints):
        return None  # there is more to say of what is listed, and of the neighbour of what is refused
    state = first(case, engine)
    turns = [0] if case.given is Given.START or state.begins_turn else []
    for number, answer in enumerate(case.answers, start=1):
        state = state.apply(dict(answer))
        turns += [number] if state.begins_turn else []
    return {"turns": turns} if {0, len(case.answers)} <= set(turns) else None


def own_turns(case: Case, engine: Engine, model: Beginning | None) -> Iterator[TurnForm]:
    """Yield a case without a witness as whole turns; `model` is where the turn of a case much like it begins."""
    for other in (None, *([] if model is None else [model])):
        try:
            begin = at_once(case, engine) if other is None else like(case, engine, other)
            form = None if begin is None else turn_form(case, begin)
        except CANNOT:
            continue
        if form is not None:
            yield form


def turns_of(case: Case, engine: Engine, history: Sequence[Answer] | None) -> TurnForm | None:
    """Return a case as whole turns: as it is written, or from where the last turn of its witness begins."""
    if not can_be_whole(case):
        return None
    try:
        form = divided(case, engine)
        if form is not None:
            return form
        begin = at_once(case, engine)
        if begin is None and history is not None:
            begin = along(engine, history)
        return None if begin is None else turn_form(case, begin)
    except CANNOT:
        return None


def replayed_turns_of(case: Case, engine: Engine, history: Sequence[Answer]) -> TurnForm | None:
    """Return a case as whole turns from where the last turn of its witness begins, wherever it begins itself."""
    if not can_be_whole(case):
        return None
    try:
        return turn_form(case, along(engine, history))
    except CANNOT:
        return None


def turn_form(case: Case, begin: Beginning) -> TurnForm | None:
    """Return a case, with its filling and its neighbour, as whole turns from where its turn begins."""
    found: TurnForm = {}
    before = list(begin.before)
    if begin.history is not None:
        found["history"] = begin.history
    if begin.is_elsewhere:
        found["position"] = begin.position if begin.history is None else begin.state.to_json()
    if case.then.moves:
        return _listed(case, begin, found)
    is_refused = case.then.legal is False
    if is_refused and case.near is None:
        return _without_neighbour(case, begin.state) if not before else None
    asked = [*case.answers[:-1], *([case.near] if is_refused and case.near is not None else case.answers[-1:])]
    played = [*before, *asked]
    turns, end = _walk(begin.state, played)
    rest: list[Answer] = []
    if not end.begins_turn:
        rest, end = _nearest(case, end)
    if not rest and not before:
        return {"turns": [*turns, len(played)]}
    then = {} if is_refused else dict(_read(case, end))
    if not then and case.then.legal is None:
        return None
    found["before"] = before
    found["rest"] = rest
    found["turns"] = [*turns, len(played) + len(rest)]
    if then:
        found["then"] = then
    return found


def _listed(case: Case, begin: Beginning, found: TurnForm) -> TurnForm | None:
    """Return a case that lists moves as turns that are tried."""
    played = [*begin.before, *case.answers]
    turns, end = _walk(begin.state, played)
    if end.begins_turn:
        turns.append(len(played))
    tried = tries(end, case.then.moves or (), lambda state: _rest(state)[0])
    if not tried:
        return None
    found["before"] = list(begin.before)
    found["lead"] = max(turns)
    found["turns"] = sorted(set(turns))
    found["tries"] = tried
    return found


def _without_neighbour(case: Case, state: State) -> TurnForm | None:
    """Return the turns of a case that ends with an answer where none is legal, if that is where a turn begins."""
    turns, end = _walk(state, case.answers[:-1])
    number = len(case.answers)
    return {"turns": sorted({*turns, number - 1, number})} if end.begins_turn else None


def _walk(state: State, answers: Sequence[Answer]) -> tuple[list[int], State]:
    """Return after how many of some answers a turn begins, but for the last, and the state after all."""
    turns = [0]
    for number, answer in enumerate(answers, start=1):
        state = state.apply(dict(answer))
        if state.begins_turn and number < len(answers):
            turns.append(number)
    return turns, state


def _nearest(case: Case, state: State) -> tuple[list[Answer], State]:
    """Play on to the end of a turn; where a case is about results, to one at which they are still the same."""
    wanted: dict[str, Any] = {}
    wanted |= {} if case.then.score is None else {"score": [*case.then.score]}
    wanted |= {} if case.then.rank is None else {"rank": [[*group] for group in case.then.rank]}
    for rest, end in islice(_ends(state), _MOST_ENDS if wanted else 0):
        found = dict(_read(case, end))
        if all(found[name] == value for name, value in wanted.items()):
            return rest, end
    return _rest(state)


def _rest(state: State) -> tuple[list[Answer], State]:
    """Play on to the end of a turn, by the first legal move each time."""
    return next(_ends(state))


def _ends(state: State, played: tuple[Answer, ...] = ()) -> Iterator[tuple[list[Answer], State]]:
    """Yield every way to the end of a turn, by the first legal moves first."""
    if state.begins_turn:
        yield list(played), state
        return
    if len(played) == _MOST:
        raise RulesError("the turn does not end")
    is_order = "shuffle" in (state.due or {})
    for answer in [ordered(state, pieces_due(state))] if is_order else [move.to_json() for move in state.moves()]:
        yield from _ends(state.apply(dict(answer)), (*played, answer))


def _read(case: Case, end: State) -> Iterator[tuple[str, Json]]:
    """Yield what holds at the end of the turn, of what the case looks at."""
    then = case.then
    if then.state is not None:
        position = end.to_json()
        yield "state", {name: _like(wanted, position.get(name)) for name, wanted in then.state.items()}
    if then.score is not None:
        sides = {side["side"]: side for side in end.score()}
        yield "score", [_score(wanted, sides[wanted["side"]]) for wanted in then.score]
    if then.rank is not None:
        yield "rank", [list(group["sides"]) for group in end.ranking()]
    if then.over is not None:
        yield "over", end.is_over
    if then.observe is not None and case.answers:  # what is seen in the middle of a turn is not asked at its end
        yield "observe", [_seen(sight["sees"], sight["player"], end) for sight in then.observe]


def _seen(wanted: Mapping[str, Json], player: int, end: State) -> dict[str, Json]:
    seen = end.observe(player)
    return {"player": player, "sees": {name: _like(value, seen.get(name)) for name, value in wanted.items()}}


def _like(wanted: Json, got: Json) -> Json:
    """Return data with only what an expectation looks at: the same names, and no more boards or hands."""
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        return {name: got.get(name) for name in wanted}
    if isinstance(wanted, list) and isinstance(got, list) and wanted and all(isinstance(x, list) for x in wanted):
        return got[: len(wanted)]
    return got


def _score(wanted: Mapping[str, Any], side: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"side": wanted["side"]}
    found |= {name: side[name] for name in ("total", "result") if name in wanted}
    if "lines" in wanted:
        named = [(line["rule"], line.get("key")) for line in wanted["lines"]]
        found["lines"] = [
            {**line, "points": sum(e["points"] for e in side["lines"] if (e["rule"], e.get("key")) == name)}
            for line, name in zip(wanted["lines"], named, strict=True)
        ]
    return found
