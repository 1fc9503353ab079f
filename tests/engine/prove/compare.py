"""Everything two engines say about one position, and where it is not the same.

The engines stand behind one interface, that of the evaluator, which is the yardstick. What it says is compared as JSON:
moves with their order, judgements of legal moves and of answers beside them by rule, scores, rankings, observations,
invariants, the text of the position written and read again, counts of sequences of moves, and what follows each move.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from play.rule_counts import near_misses
from tilelaw_reference import RulesError, ShuffleDue, State
from tilelaw_reference.model.json_values import json_value
from tilelaw_reference.model.position import Shuffling

Json: TypeAlias = Any
"""What stands in JSON; two such values are compared and shown, never looked into."""


class SomeMove(Protocol):
    """A move of any engine."""

    def to_json(self) -> Mapping[str, Json]: ...


class SomeRejection(Protocol):
    """Why a move is refused."""

    @property
    def rule(self) -> str: ...


class SomeJudgement(Protocol):
    """What an engine says of a move."""

    @property
    def legal(self) -> bool: ...

    @property
    def rejections(self) -> Sequence[SomeRejection]: ...


class SomeState(Protocol):
    """A state of any engine."""

    @property
    def is_over(self) -> bool: ...

    def moves(self) -> Sequence[SomeMove]: ...

    def judge(self, move: Json, player: int | None = None) -> SomeJudgement: ...

    def apply(self, answer: Json) -> SomeState: ...

    def score(self) -> Json: ...

    def ranking(self) -> Json: ...

    def broken_invariants(self) -> Json: ...

    def observe(self, player: int) -> Json: ...

    def to_json(self) -> Json: ...

    def to_text(self) -> str: ...

    def perft(self, depth: int) -> int: ...


class SomeEngine(Protocol):
    """An engine of one game."""

    def start(self) -> SomeState: ...

    def state(self, data: Json) -> SomeState: ...


@dataclass(frozen=True, slots=True)
class Difference:
    """What two engines say differently of a position, and the question, as far as it is more than one word."""

    what: str
    asked: Json
    ours: Json
    theirs: Json
    position: str

    def __str__(self) -> str:
        ours, theirs = _shortened(self.ours, self.theirs)
        lines = [f"{self.what} {_text(self.asked)}".rstrip(), f"  yardstick: {ours}", f"  other:     {theirs}"]
        return "\n".join([*lines, f"  position:  {self.position}"])


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is looked at in a state."""

    applied: int = 3
    near: int = 3
    perft: int = 0


def differences(ours: State, theirs: SomeState, chance: random.Random, depth: Depth) -> Iterator[Difference]:
    """Yield what two states say differently, the plainest first."""

    def differs(what: str, asked: Json, one: Json, other: Json) -> Iterator[Difference]:
        if one != other:
            yield Difference(what, asked, one, other, ours.to_text())

    yield from differs("position", "", ours.to_text(), theirs.to_text())
    yield from differs("over", "", ours.is_over, theirs.is_over)
    moves = said(lambda: [move.to_json() for move in ours.moves()])
    yield from differs("moves", "", moves, said(lambda: [move.to_json() for move in theirs.moves()]))
    yield from differs("score", "", ours.score(), theirs.score())
    yield from differs("ranking", "", ours.ranking(), theirs.ranking())
    yield from differs("invariants", "", ours.broken_invariants(), theirs.broken_invariants())
    for player in range(ours.engine.game.players):
        yield from differs("observed by", player, ours.observe(player), theirs.observe(player))
    if isinstance(ours.position.due, Shuffling):
        order = some_order(ours, chance)
        yield from differs("after", order, _following(ours.without_dealer(), order), _following(theirs, order))
    if not isinstance(moves, list) or not moves:
        return
    for move in _judged(ours, chance, depth):
        player, answer = move.player, dict(move.to_json())
        yield from differs("judged", answer, _rules(ours, answer, player), _rules(theirs, answer, player))
    for answer in chance.sample(moves, min(depth.applied, len(moves))):
        yield from differs("after", answer, _following(ours.without_dealer(), answer), _following(theirs, answer))
    if depth.perft:
        yield from differs("perft", depth.perft, _counted(ours, depth.perft), _counted(theirs, depth.perft))


def some_order(state: State, chance: random.Random) -> list[Json]:
    """Return an order for the zone that is to be shuffled."""
    due = state.position.due
    assert isinstance(due, Shuffling), "somebody wants an order"
    pieces = [json_value(piece) for piece in state.position.zones[due.zone]]
    chance.shuffle(pieces)
    return pieces


def _judged(state: State, chance: random.Random, depth: Depth) -> Iterable[Any]:
    moves = state.moves()
    some = tuple(chance.sample(moves, min(depth.near, len(moves))))
    return [*some, *near_misses(state, some, chance)]


def said(work: Callable[[], Json]) -> Json:
    """Return what is said, or why nothing can be."""
    try:
        return work()
    except ShuffleDue:
        return "an order is due"
    except RulesError as error:
        return blamed(str(error))


BLAME = (
    r"the rules `(.*?)` and `(.*?)` (give) ",
    r"the rules `(.*?)` and `(.*?)` both change .*: (one gives it a value, the other adds to it)",
    r"the rules `(.*?)` and `(.*?)` both change .* (from its old value)",
    r"the rule `(.*?)` takes .*, (where it is not)",
    r"the rules `(.*?)` and `(.*?)` (both take) ",
    r"the loop `(.*?)` (goes round without asking anybody)",
    r"player .* is asked `(.*?)` and (has no legal answer)",
    r"one answer has .* steps of work; (this one takes more), and comes to (.*) again and again",
)
"""What a contradiction of the rules is told with, but for places and values."""


def blamed(text: str) -> str:
    """Return whom an error of the rules blames for what."""
    text = re.sub(r"two effects of the rule (`.*?`)", r"the rules \1 and \1", text)
    found = next(match for match in (re.match(pattern, text) for pattern in BLAME) if match)
    return " ".join(found.groups())


def _counted(state: SomeState, depth: int) -> Json:
    return said(lambda: state.perft(depth))


def _rules(state: SomeState, move: Json, player: int) -> Json:
    judgement = state.judge(move, player)
    return "legal" if judgement.legal else sorted({rejection.rule for rejection in judgement.rejections})


def _following(state: SomeState, answer: Json) -> Json:
    return said(lambda: state.apply(answer).to_text())


def _text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shortened(ours: Json, theirs: Json) -> tuple[str, str]:
    """Return two values as text; of two lists only what the other does not have, of long texts where they part."""
    if isinstance(ours, list) and isinstance(theirs, list) and sorted(map(_text, ours)) != sorted(map(_text, theirs)):
        return _only(ours, theirs), _only(theirs, ours)
    one, other = _text(ours), _text(theirs)
    same = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, same - 60)
    return one[start : start + 300], other[start : start + 300]


def _only(these: list[Json], those: list[Json]) -> str:
    return f"{len(these)}, only here {_text([each for each in these if each not in those][:3])}"
