"""Cases as whole turns, for implementations in which a turn cannot be divided.

Such an implementation is sent positions that rest between two turns, and whole turns of answers. A case that begins or
ends in the middle of a turn is carried to both ends: back along its witness to where the turn began, and on by the
first legal move each time until the turn is over. What is expected is then read at the end of the turn, from the
reference: the same parts of the position, the same sides. A refused answer is followed by what ends the turn of its
neighbour, so that the two turns differ in one answer. What consists of whole turns already is only divided into them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tilelaw_conformance import Answer, Case, Given, Part, TurnForm
from tilelaw_reference import Engine, IllegalMove, Json, NotationError, RulesError, ShuffleDue, State

_MOST = 40
"""A turn with more answers than this is left as it is."""
_CANNOT = (IllegalMove, NotationError, RulesError, ShuffleDue)


def turn_form(case: Case, engine: Engine, history: Sequence[Answer] | None) -> TurnForm | None:
    """Return a case, with its filling and its neighbour, as whole turns; nothing if it cannot be put into them."""
    if case.given is Given.NOTHING or not _is_about_results(case):
        return None
    try:
        if case.checkpoints or not case.answers:
            return {"turns": _turns(case, engine)}
        return _turn_form(case, engine, history)
    except _CANNOT:
        return None


def _is_about_results(case: Case) -> bool:
    """Say whether something of a case can be read at the end of a turn."""
    return bool(case.parts - {Part.MOVES, Part.PERFT})


def _first(case: Case, engine: Engine) -> State:
    return engine.start() if case.given is Given.START else engine.state({**case.position, **case.filling})


def _turns(case: Case, engine: Engine) -> list[int]:
    """Return after how many answers of a case a turn begins."""
    state = _first(case, engine)
    turns = [0] if case.given is Given.START or state.begins_turn else []
    for number, answer in enumerate(case.answers, start=1):
        state = state.apply(dict(answer))
        turns += [number] if state.begins_turn else []
    return turns


def _turn_form(case: Case, engine: Engine, history: Sequence[Answer] | None) -> TurnForm | None:
    found: TurnForm = {}
    state = _first(case, engine)
    near = case.near
    before: list[Answer] = []
    if case.given is Given.POSITION and not state.begins_turn:
        if history is None:
            return None
        length, state = _turn_begins(engine, history)
        before = list(history[length:])
        found["history"] = length
        found["position"] = state.to_json()
    is_refused = case.then.legal is False
    last = case.answers[-1]
    if is_refused and near is None:
        return _without_neighbour(case, state) if not before else None
    played = [*before, *case.answers[:-1], *([near] if is_refused and near is not None else [last])]
    turns, end = _walk(state, played)
    rest: list[Answer] = []
    if not end.begins_turn:
        rest, end = _rest(end)
    if not rest and not before:
        return {"turns": [*turns, len(played)]}
    found["before"] = before
    found["rest"] = rest
    found["turns"] = [*turns, len(played) + len(rest)]
    if not is_refused and (then := dict(_read(case, end))):
        found["then"] = then
    return found


def _without_neighbour(case: Case, state: State) -> TurnForm | None:
    """Return the turns of a case that ends with an answer where none is legal, if that is where a turn begins."""
    turns, end = _walk(state, case.answers[:-1])
    number = len(case.answers)
    return {"turns": sorted({*turns, number - 1, number})} if end.begins_turn else None


def _turn_begins(engine: Engine, history: Sequence[Answer]) -> tuple[int, State]:
    """Return after how many answers of a game its last turn begins, and the state there."""
    state = engine.start()
    found = 0, state
    for number, answer in enumerate(history, start=1):
        state = state.apply(dict(answer))
        if state.begins_turn:
            found = number, state
    return found


def _walk(state: State, answers: Sequence[Answer]) -> tuple[list[int], State]:
    """Return after how many of some answers a turn begins, but for the last, and the state after all."""
    turns = [0]
    for number, answer in enumerate(answers, start=1):
        state = state.apply(dict(answer))
        if state.begins_turn and number < len(answers):
            turns.append(number)
    return turns, state


def _rest(state: State) -> tuple[list[Answer], State]:
    """Play on to the end of a turn."""
    found: list[Answer] = []
    while not state.begins_turn:
        due = state.due or {}
        if "shuffle" in due:
            zone = state.to_json()[due["shuffle"]]
            answer = {**due, "order": zone[due["owner"]] if "owner" in due else zone}
        else:
            answer = state.moves()[0].to_json()
        found.append(answer)
        state = state.apply(dict(answer))
        if len(found) > _MOST:
            raise RulesError("the turn does not end")
    return found, state


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
