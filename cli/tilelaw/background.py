"""What the conformance suite is handed: boards in the notation, manifests, drawings and pictures.

Rules are read only when something about them is wanted, and manifests are cached from one run to the next, so that a
run in which everything passes never waits for them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import tilelaw_draw
from tilelaw.facts import facts, most_players, rules_digest
from tilelaw.rulesets import find, know, known
from tilelaw_cache import digest_of, digest_of_files, user_cache
from tilelaw_conformance import RULES, BoardError, Case, Corpus, Given, Judged, bundled_corpus, load_corpus

if TYPE_CHECKING:
    from tilelaw_draw import BoardLook, Json
    from tilelaw_reference import State

Manifest: TypeAlias = Mapping[str, Any]
"""All about a ruleset for a number of players, as the reference writes it."""


def corpus(folder: Path) -> Corpus:
    """Return the cases in a folder; the rules files that lie beside them are known from then on."""
    if folder == bundled_corpus():
        return _bundled()
    know(sorted((folder / RULES).rglob("*.rules")))
    return _read(folder, is_cached=not known())


@cache
def _bundled() -> Corpus:
    """Return the cases that come with the suite: of bundled rulesets, and no file can change what these mean."""
    return _read(bundled_corpus(), is_cached=True)


def _read(folder: Path, *, is_cached: bool) -> Corpus:
    return load_corpus(folder, board_reader, user_cache() if is_cached else None, _boards_digest())


@cache
def _boards_digest() -> str:
    """Return a name for all that the reading of boards depends on."""
    return digest_of(rules_digest(), digest_of_files([Path(tilelaw_draw.__file__).parent], (".py",)))


def board_reader(ruleset: str) -> Mapping[str, Callable[[str], list[dict[str, Json]]]]:
    """Return, by their keys in positions, what reads the boards of a ruleset from the notation."""
    return {key: partial(_read_board, board) for key, board in _boards(known(), ruleset).items()}


@cache
def _boards(_files: tuple[Path, ...], ruleset: str) -> Mapping[str, BoardLook]:
    """Return how the boards of a ruleset look, by their keys in positions."""
    players = most_players(ruleset)
    found = None if players is None else facts(known(), ruleset, players)
    return {} if found is None else tilelaw_draw.board_looks(found["manifest"], found["look"])


def _read_board(board: BoardLook, text: str) -> list[dict[str, Json]]:
    try:
        return tilelaw_draw.read_board(text, board)
    except tilelaw_draw.NotationError as error:
        raise BoardError(error.line, error.column, error.message) from error


def board_writer(ruleset: str, key: str, cells: Sequence[Mapping[str, Json]]) -> str | None:
    """Return a board in the notation, or nothing when the ruleset has no such board or it cannot be written so."""
    boards = _boards(known(), ruleset)
    try:
        return tilelaw_draw.write_board(cells, boards[key]) if key in boards else None
    except (LookupError, TypeError, ValueError):
        return None  # a case of somebody's own may hold what no board shows


def manifest_of(ruleset: str, players: int) -> Manifest | None:
    """Return the manifest of a ruleset, or nothing if there is no such ruleset."""
    found = facts(known(), ruleset, players)
    return None if found is None else found["manifest"]


def _look(ruleset: str, players: int) -> Mapping[str, Json]:
    found = facts(known(), ruleset, players)
    return {} if found is None else found["look"]


def draw(position: Mapping[str, Json]) -> str:
    """Return a position as text."""
    ruleset, players = position["ruleset"], position["players"]
    assert isinstance(ruleset, str), "every case names its ruleset"
    assert isinstance(players, int), "and for how many players it is"
    manifest = manifest_of(ruleset, players) or {}
    try:
        return tilelaw_draw.draw_position(position, manifest, _look(ruleset, players), colour=False)
    except (LookupError, TypeError, ValueError, AttributeError):
        # A case of somebody's own may hold what no board shows; the report is written all the same.
        return json.dumps(position, ensure_ascii=False)


def picture(case: Case) -> str:
    """Return the position of a case as SVG with its first answer outlined, or nothing if it cannot be drawn."""
    answer = case.answers[0] if case.answers else {}
    marks = next((value for value in answer.values() if isinstance(value, dict)), {})
    manifest = manifest_of(case.ruleset, case.players) or {}
    try:
        look = _look(case.ruleset, case.players)
        return tilelaw_draw.draw_svg(case.position, manifest, look, marks=marks, title=case.title)
    except (LookupError, TypeError, ValueError, AttributeError):
        return ""  # as with `draw`


def replayed(case: Case, history: Sequence[bytes], answers: int = 0) -> Mapping[str, Any] | None:
    """Return the position to which a game leads, and then so many answers of a case, or nothing if none does."""
    state = _state_after(case, history, case.answers[:answers])
    return None if state is None else state.to_json()


class _Last:
    """The last state that was asked about: reports ask about one move after the other in the same place."""

    def __init__(self) -> None:
        self._asked: tuple[Judged, Sequence[Mapping[str, Json]]] | None = None
        self._state: State | None = None

    def state(self, judged: Judged, before: Sequence[Mapping[str, Json]]) -> State | None:
        """Return the state where a case looks at moves, after the answers that lead to one of them."""
        if self._asked is None or self._asked[0] is not judged or self._asked[1] != before:
            self._state = _state_after(judged.case, judged.history, (*judged.case.answers, *before))
            self._asked = judged, before
        return self._state


_LAST = _Last()


def refused_by(judged: Judged, move: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the rules that refuse a move where a case looks at moves; none if that cannot be found out."""
    case = judged.case
    before = next((each["before"] for each in case.tries if each["move"] == move), ())
    state = None if case.checkpoints else _LAST.state(judged, before)
    if state is None:
        return ()
    from tilelaw_reference import NotationError

    try:
        return tuple(state.refused_by(dict(move)))
    except NotationError:
        return ()  # no move at all


def respelled(case: Case, history: Sequence[bytes], move: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a move as it is listed where a case looks at moves: of equal halves, the smaller cell first."""
    listed_moves = case.then.moves or ()
    # Only another spelling of what is listed is worth asking for: an implementation may list as many moves as it likes.
    if case.checkpoints or not any(other in listed_moves for other in _swapped(case, move)):
        return move
    state = _state_after(case, history, case.answers)
    if state is None:
        return move
    from tilelaw_reference import IllegalMove, NotationError, RulesError

    try:
        listed: Mapping[str, Json] = state.apply(dict(move)).history["answers"][-1]
        return listed
    except (IllegalMove, NotationError, RulesError):
        return move


def is_same(
    case: Case, history: Sequence[bytes], number: int, one: Mapping[str, Json], other: Mapping[str, Json]
) -> bool:
    """Say whether two moves are one after so many answers: of the game that leads to a case, and of the case."""
    if number < len(history):
        state = _state_after(replace(case, given=Given.START), history[:number], ())
    else:
        state = _state_after(case, history, case.answers[: number - len(history)])
    if state is None:
        return False
    from tilelaw_reference import IllegalMove, NotationError, RulesError

    try:
        first, second = (state.apply(dict(move)).history["answers"][-1] for move in (one, other))
    except (IllegalMove, NotationError, RulesError):
        return False
    return bool(first == second)


def only_answer(case: Case, history: Sequence[bytes], before: int) -> bool:
    """Say whether one answer only is legal after so many answers of the game that leads to a case, and of the case."""
    if history and not before:
        return False  # a game begins with an order; and the position of the case is not where it begins
    state = _state_after(case, history[:before], case.answers[: max(0, before - len(history))])
    return state is not None and "ask" in (state.due or {}) and len(state.moves()) == 1


def _swapped(case: Case, move: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """Yield a move with arguments swapped, as far as two spellings may be one move."""
    for action in (manifest_of(case.ruleset, case.players) or {}).get("actions", []):
        arguments = move.get(action["name"])
        if not isinstance(arguments, Mapping):
            continue
        for one, other in (same["swapped"] for same in action["same"]):
            if {one, other} <= arguments.keys():
                yield {**move, action["name"]: {**arguments, one: arguments[other], other: arguments[one]}}


def _state_after(case: Case, history: Sequence[bytes], answers: Sequence[Mapping[str, Json]]) -> State | None:
    """Return the state after a game, or in the position of a case, and then after some answers, if it can be found."""
    try:
        from tilelaw_play import RulesetError
        from tilelaw_reference import IllegalMove, NotationError, RulesError, ShuffleDue
    except ImportError:  # only the suite is installed
        return None
    start = {"ruleset": case.ruleset, "players": case.players}
    try:
        engine = find(case.ruleset).engine(case.players)
        if history or case.given is not Given.POSITION:
            state = engine.play({"start": start, "answers": [json.loads(answer) for answer in history]})
        else:
            state = engine.state(dict(case.position))
        for answer in answers:
            state = state.apply(dict(answer))
        return state
    except ImportError:  # what the reference needs is not installed
        return None
    except (IllegalMove, NotationError, RulesError, RulesetError, ShuffleDue):
        return None  # a witness of somebody's own may be none


def turn_starts(
    ruleset: str, players: int, position: Mapping[str, Json] | None, answers: Sequence[Mapping[str, Json]]
) -> list[int]:
    """Return after how many answers a new turn begins, for implementations in which turns are indivisible."""
    try:
        from tilelaw_reference import IllegalMove, NotationError

        engine = find(ruleset, engine="evaluator").engine(players)
    except ImportError:  # only the suite is installed: what no annex tells is not known
        return []
    state = engine.start() if position is None else engine.state(dict(position))
    found = [0] if position is None or state.begins_turn else []
    for number, answer in enumerate(answers, start=1):
        try:
            state = state.apply(dict(answer))
        except (IllegalMove, NotationError):  # what is refused leads nowhere
            break
        if state.begins_turn:
            found.append(number)
    return found
