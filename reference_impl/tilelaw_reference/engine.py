"""The engine of one game: starts it, reads positions of it, and plays.

    state = Engine(game).start(seed=1)
    while not state.is_over:
        state = state.apply(state.moves()[0])
    print(state.ranking())

A `State` is a value: applying a move returns a new one. Beside its position it remembers how it came about
(`history`, `events`) and perhaps a dealer who answers shuffles; none of that counts when states are compared.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from random import Random
from typing import Any, TypeAlias

from tilelaw_dsl import ir
from tilelaw_reference.errors import IllegalMove, MoveError, PositionError, RulesError, ShuffleDue, broken_position
from tilelaw_reference.evaluate import broken_invariants, evaluator, legality, scoring
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.evaluate.visibility import Eyes
from tilelaw_reference.explain import Explanation, ScoreExplanation, explain_move, explain_score
from tilelaw_reference.model.index import Rules
from tilelaw_reference.model.json_values import Given, Json, JsonObject, json_value
from tilelaw_reference.model.move import Move, Rejection, Tested
from tilelaw_reference.model.position import Position, Question, Shuffling, before_play
from tilelaw_reference.model.values import Env, Value, canonical
from tilelaw_reference.play.deal import Dealer
from tilelaw_reference.play.effects import Moment
from tilelaw_reference.play.events import Event
from tilelaw_reference.play.flow import FlowRun
from tilelaw_reference.play.generator import below, shuffled
from tilelaw_reference.play.turns import begins_turn
from tilelaw_reference.wire.read import Reader, read_json, shown
from tilelaw_reference.wire.read_move import read_move, read_order
from tilelaw_reference.wire.read_position import read_position
from tilelaw_reference.wire.write import json_asks, json_position, text
from tilelaw_reference.wire.write_events import json_event
from tilelaw_reference.wire.write_results import (
    JsonJudgement,
    PartedLine,
    RankGroup,
    SideScore,
    json_ranking,
    json_rejection,
    json_score,
    json_score_parts,
)

Answer: TypeAlias = Move | Given
"""A move, or the order of a zone, as an object or as JSON data or text."""

MOST_MOVES = 10_000
"""A game of more moves would perhaps never end."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a move is legal; if not, every reason."""

    legal: bool
    rejections: tuple[Rejection, ...]

    def to_json(self, *, whole: bool = False) -> JsonJudgement:
        """Return the judgement as JSON data; of long lists among the facts the length, or the `whole`."""
        if not self.rejections:
            return {"legal": self.legal}
        return {"legal": self.legal, "rejections": [json_rejection(each, whole=whole) for each in self.rejections]}


class Policy(StrEnum):
    """How moves are chosen when nobody does: any, or the first of those that bring the most points at once."""

    RANDOM = "random"
    GREEDY = "greedy"


class Engine:
    """Plays one game."""

    name = "evaluator"

    def __init__(self, game: ir.Game) -> None:
        self._game = game
        self._played: tuple[list[str], State] | None = None

    @property
    def game(self) -> ir.Game:
        """The typed rules."""
        return self._game

    @cached_property
    def rules(self) -> Rules:
        """The typed rules, indexed."""
        return Rules(self.game)

    def start(self, seed: int | None = None, shuffles: Iterable[Sequence[Any]] = ()) -> State:
        """Return the first resting place; shuffles are answered by the orders given, then by the seed."""
        run = FlowRun(evaluator(self.rules, before_play(self.rules)))
        run.begin()
        state = State(
            self,
            run.here,
            start={"ruleset": self.game.name, "players": self.game.players},
            events=run.events,
            moments=run.moments,
            dealer=Dealer(tuple(shuffles), seed),
        )
        return state.dealt()

    def state(self, data: Given, *, check: bool = False) -> State:
        """Return the position that is written as JSON; `check` requires that every invariant holds in it."""
        position = read_position(self.rules, data)
        here = evaluator(self.rules, position)
        broken = broken_invariants(here) if check else []
        if broken:
            raise broken_position(broken)
        return State(self, here, start=json_position(self.rules, position))

    def play(self, history: Given) -> State:
        """Return the state at the end of a history."""
        reader = Reader(self.rules, PositionError)
        data = reader.fields(read_json(history, PositionError), "", ["start", "answers"])
        start = data.get("start", {})
        answers = [answer for _, answer in reader.items(data.get("answers", []), "answers")]
        # A caller that only replays asks about the same game again and again: then go on from where it ended before.
        texts = _texts([start, *answers])
        before, known = self._played or ([], None)
        if texts and known is not None and before == texts[: len(before)]:
            state, answers = known, answers[len(before) - 1 :]
        else:
            state = self.state(start)
            if isinstance(start, dict) and not start.keys() - {"ruleset", "players"}:
                state = self.start()
        for answer in answers:
            state = state.apply(answer)
        self._played = (texts, state) if texts else None
        return state


class State:
    """A position of a game at rest."""

    __slots__ = ("_answers", "_at", "_dealer", "_judged", "_since", "_start", "engine")

    def __init__(
        self,
        engine: Engine,
        here: Evaluator,
        *,
        start: JsonObject,
        answers: tuple[Json, ...] = (),
        events: Iterable[Event] = (),
        moments: Iterable[Moment] = (),
        dealer: Dealer | None = None,
    ) -> None:
        self.engine = engine
        self._since = tuple(events)
        self._judged = tuple(moments)
        self._at = here
        self._start = start
        self._answers = answers
        self._dealer = dealer or Dealer()

    @property
    def _here(self) -> Evaluator:
        """What evaluates expressions in this position."""
        return self._at

    @property
    def _events(self) -> tuple[Event, ...]:
        """What happened in the transition that led here."""
        return self._since

    @property
    def moments(self) -> tuple[Moment, ...]:
        """What was judged in the transition that led here, also what had no effect, in order."""
        return self._judged

    @property
    def position(self) -> Position:
        """The position as data."""
        return self._here.position

    @property
    def asks(self) -> list[dict[str, Any]]:
        """What is asked, the first due; empty when the game is over."""
        return json_asks(self.engine.rules, self.position)

    @property
    def due(self) -> dict[str, Any] | None:
        """What must be answered now."""
        return self.asks[0] if self.position.asks else None

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return not self.position.asks

    @property
    def begins_turn(self) -> bool:
        """Whether play rests between two turns."""
        return begins_turn(self._here)

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """What happened in the transition that led here, as JSON data."""
        return tuple(json_event(self.engine.rules, event) for event in self._events)

    @property
    def trace(self) -> tuple[str, ...]:
        """The rules that applied in the transition that led here, in order."""
        return tuple(rule for rule, _ in groupby(self._events, key=lambda event: event.rule))

    @property
    def history(self) -> dict[str, Any]:
        """The start and all answers since, enough to play to this position again."""
        return {"start": self._start, "answers": list(self._answers)}

    def moves(self) -> Sequence[Move]:
        """Return every legal move once, in canonical order."""
        if isinstance(self.position.due, Shuffling):
            raise ShuffleDue(self.position.due.zone.zone)
        moves = self._here.once("moves", lambda: tuple(legality.answers(self._here)))
        due = self.position.due
        if due is not None and not moves:
            raise RulesError(
                f"player {due.player + 1} is asked `{due.ask}` and has no legal answer; "
                "an action `instead of` it, or a `when` of the ask, must provide for that"
            )
        return moves

    def some_moves(self, number: int, chance: Random) -> tuple[Move, ...]:
        """Return at most `number` legal moves, at random; where there are many this is far quicker than all."""
        if isinstance(self.position.due, Question):
            found: dict[Move, None] = {}
            for _ in range(4 * number):
                move = legality.sampled(self._here, chance)
                if move is not None:
                    found[move] = None
                if len(found) == number:
                    return tuple(found)
        moves = self.moves()
        return tuple(chance.sample(moves, min(number, len(moves))))

    def count(self) -> int:
        """Return how many legal moves there are."""
        return len(self.moves())

    def sample(self, chance: Random) -> Move:
        """Return a legal move, each with the same chance."""
        moves = self.moves()
        return moves[chance.randrange(len(moves))]

    def children(self) -> Iterator[State]:
        """Yield the state after each legal move, in canonical order."""
        return map(self.apply, self.moves())

    def perft(self, depth: int) -> int:
        """Return how many sequences of so many moves there are; shuffles leave their zone in component order."""
        state = self.without_dealer()
        if depth <= 0:
            return 1
        state = state.unshuffled()
        return state.count() if depth == 1 else sum(after.perft(depth - 1) for after in state.children())

    def unshuffled(self) -> State:
        """Return the state after all shuffles that are due, each leaving its zone in component order."""
        state = self
        while isinstance(due := state.position.due, Shuffling):
            state = state.apply([json_value(piece) for piece in canonical(state.position.zones[due.zone])])
        return state

    def playout(self, seed: int, policy: Policy | str = Policy.RANDOM, most: int = MOST_MOVES) -> State:
        """Play on to the end, by moves and orders from a seed, and return the last state; at most so many moves."""
        policy = Policy(policy)
        chance, state = self.without_dealer().dealt_by(seed)
        while not state.is_over and most > 0:
            chance, state = state._played(chance, policy)
            chance, state = state.dealt_by(chance)
            most -= 1
        return state

    def dealt_by(self, chance: int) -> tuple[int, State]:
        """Return the state after all shuffles that are due, dealt by a generator, and how that goes on."""
        state = self
        while isinstance(due := state.position.due, Shuffling):
            chance, order = shuffled(chance, [json_value(piece) for piece in state.position.zones[due.zone]])
            state = state.apply(order)
        return chance, state

    def _played(self, chance: int, policy: Policy) -> tuple[int, State]:
        match policy:
            case Policy.RANDOM:
                chance, number = below(chance, self.count())
                return chance, self.apply(self.moves()[number])
            case Policy.GREEDY:
                player = self._asked
                return chance, max(self.children(), key=lambda after: after.total(player))

    def total(self, player: int) -> int:
        """Return the points of a player's side if the game ended here."""
        return next(side["total"] for side in self.score() if player in side["players"])

    def guess(self, chance: Random) -> Move | None:
        """Return an answer to the due ask out of its domains, legal or not; nothing where there happens to be none."""
        return legality.guessed(self._here, chance)

    def judge(self, move: Answer, player: int | None = None) -> Judgement:
        """Return whether a move is legal, by the player asked unless another is named."""
        rejections = legality.refusals(self._here, self._move(move, player))
        return Judgement(not rejections, rejections)

    def refused_by(self, move: Answer, player: int | None = None) -> list[str]:
        """Return the rules that refuse a move, none if it is legal."""
        return [rejection.rule for rejection in self.judge(move, player).rejections]

    def tested(self, move: Move, rules: Container[str]) -> tuple[Tested, ...]:
        """Return the requirements of some rules that apply to an answer out of its domains, met or not."""
        return legality.tested(self._here, move, rules)

    def value(self, expression: ir.Expr, bindings: Env) -> Value:
        """Return the value of an expression of these rules, given what is bound around it."""
        return self._here.value(expression, bindings)

    def apply(self, answer: Answer) -> State:
        """Return the next resting place after a move, or after the order of a zone that is due."""
        due = self.position.due
        if isinstance(answer, str):
            answer = read_json(answer, MoveError)
        if isinstance(answer, Move) or (isinstance(answer, dict) and "shuffle" not in answer):
            return self._answered(self._move(answer, None)).dealt()
        if isinstance(due, Shuffling):
            return self._ordered(due, answer).dealt()
        if not isinstance(answer, dict | list | tuple):
            raise MoveError("", f"expected a move or the order of a zone, found `{shown(answer)}`")
        raise IllegalMove((Rejection(ir.NOT_ASKED, "shuffle", "no order is due"),))

    def _move(self, move: Answer, player: int | None) -> Move:
        if isinstance(move, Move):
            return move if player is None else Move(player, move.action, move.values)
        return read_move(self.engine.rules, move, self._asked if player is None else player)

    @property
    def _asked(self) -> int:
        """The player asked; if nobody is, the first."""
        due = self.position.due
        return due.player if isinstance(due, Question) else 0

    def _answered(self, move: Move) -> State:
        rejections = legality.refusals(self._here, move)
        if rejections:
            raise IllegalMove(rejections)
        due = self.position.due
        assert isinstance(due, Question), "only an ask has legal answers"
        move = legality.normalised(self._here, due, move)
        run = FlowRun(self._here)
        run.answer(due, move)
        return self._next(run, move.to_json())

    def _ordered(self, due: Shuffling, order: Json) -> State:
        pieces = read_order(self.engine.rules, order, due, self.position.zones[due.zone])
        run = FlowRun(self._here)
        run.shuffled(due, pieces)
        said = json_asks(self.engine.rules, self.position)[0]
        names: JsonObject = {name: said[name] for name in ("shuffle", "owner", "step") if name in said}
        return self._next(run, {**names, "order": json_value(pieces)})

    def _next(self, run: FlowRun, answer: Json) -> State:
        return State(
            self.engine,
            run.here,
            start=self._start,
            answers=(*self._answers, answer),
            events=run.events,
            moments=run.moments,
            dealer=self._dealer,
        )

    def dealt(self) -> State:
        """Return the state after all shuffles that its dealer can answer, as one transition."""
        state = self
        while isinstance(due := state.position.due, Shuffling):
            order, dealer = state._dealer.deal([json_value(piece) for piece in state.position.zones[due.zone]])
            if order is None:
                break
            following = state._ordered(due, order)
            following._dealer = dealer
            following._since = state._since + following._since
            following._judged = state._judged + following._judged
            state = following
        return state

    def without_dealer(self) -> State:
        """Return the same state with nobody to answer shuffles."""
        return State(
            self.engine,
            self._here,
            start=self._start,
            answers=self._answers,
            events=self._events,
            moments=self.moments,
        )

    def score(self) -> list[SideScore]:
        """Return the score of every side if the game ended here: lines, total and result."""
        return json_score(self._here)

    def score_parts(self, side: int) -> list[PartedLine]:
        """Return the score lines of a side, each with the cells that bring its points as far as that can be told."""
        return json_score_parts(self._here, side)

    def deciding_rules(self) -> list[str]:
        """Return the rule behind each number of a result, so that `decided_by` can be told in words."""
        return scoring.deciding_rules(self._here)

    def ranking(self) -> list[RankGroup]:
        """Return the sides in groups, best first."""
        return json_ranking(self._here)

    def broken_invariants(self) -> list[str]:
        """Return the rules that hold in every whole position but not here."""
        return broken_invariants(self._here)

    def observe(self, player: int) -> dict[str, Any]:
        """Return the position as a player may know it."""
        Reader(self.engine.rules, PositionError).player(player, "player")
        return json_position(self.engine.rules, self.position, Eyes(self._here, player))

    def explain(self, move: Answer, player: int | None = None) -> Explanation:
        """Return why a move is refused, or which rules take effect when it is made."""
        return explain_move(self._here, self._move(move, player))

    def explain_score(self) -> ScoreExplanation:
        """Return every score line with the rule behind it."""
        return explain_score(self._here)

    def to_json(self) -> dict[str, Any]:
        """Return the position as canonical JSON data."""
        return json_position(self.engine.rules, self.position)

    def to_text(self) -> str:
        """Return the position as canonical text: equal positions are equal text."""
        return self._here.once("text", self._text)

    def _text(self) -> str:
        return text(self.to_json())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_text() == other.to_text()

    def __hash__(self) -> int:
        return hash(self.to_text())

    def __repr__(self) -> str:
        return f"State({self.to_text()})"


def _texts(parts: Sequence[Json]) -> list[str]:
    """Return each part as text, so that `true` and 1 differ; nothing if one of them is no JSON."""
    try:
        return [json.dumps(part) for part in parts]
    except (TypeError, ValueError, RecursionError):
        return []
