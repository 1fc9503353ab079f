"""The compiled engine behind the same interface as the evaluator.

A state is a record, and what is asked often is asked of the module. Everything else (reasons of refusals, events,
explanations, scores) is left to the evaluator, which is given the same position; so is every answer that may be wrong,
because only the evaluator can say what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any

from tilelaw_dsl import ir
from tilelaw_engine import (
    NO_END,
    CodecError,
    Runner,
    Stopped,
    asks,
    decode,
    decode_move,
    encode,
    order_answer,
    order_given,
    pieces_due,
    read_plain,
    read_plain_move,
    value_of,
    with_order,
)
from tilelaw_play.listed import ListedMove, ListedMoves
from tilelaw_play.replies import Notes, Order, Playout
from tilelaw_reference import (
    Answer,
    Dealer,
    Engine,
    Evaluator,
    Event,
    Given,
    Json,
    JsonObject,
    Judgement,
    Moment,
    Move,
    MoveError,
    Policy,
    PositionError,
    RankGroup,
    RulesError,
    ScoreLine,
    SideScore,
    State,
    broken_position,
    json_ranking_by,
    read_json,
    shuffled,
    too_long,
)

POLICIES = {Policy.RANDOM: 0, Policy.GREEDY: 1}
"""As the module numbers them."""
NOBODY = Dealer()
MOST_MOVES = 10_000


class CompiledEngine(Engine):
    """Plays one game by its module."""

    name = "compiled"

    def __init__(self, runner: Runner, game: Callable[[], ir.Game]) -> None:
        self.runner = runner
        self.asks = len(runner.layout["asks"])
        self._typed = game
        self._played = None

    @cached_property
    def evaluator(self) -> Engine:
        """The evaluator of the same rules, made when something is first asked of it."""
        return Engine(self._typed())

    @property
    def game(self) -> ir.Game:
        """The typed rules."""
        return self.evaluator.game

    def listed(self, record: bytes) -> bytes:
        """Return the legal moves of a position as bytes, one after the other."""
        return self.runner.listed(record)

    def written(self, record: bytes, data: bytes) -> dict[str, Any]:
        """Return a move of the player asked in a position as JSON data."""
        return decode_move(self.runner.layout, data, CompiledState(self, record, None, None, None)._asked)

    def decoded(self, record: bytes, data: bytes) -> Move:
        """Return a move of the player asked in a position from its bytes."""
        return CompiledState(self, record, None, None, None).decoded(data)

    def start(self, seed: int | None = None, shuffles: Iterable[Sequence[Any]] = ()) -> State:
        """Return the first resting place; shuffles are answered by the orders given, then by the seed."""
        layout = self.runner.layout
        try:
            record = self.runner.start()
        except Stopped as stopped:
            self.retell(stopped)
            return self.evaluator.start(seed, shuffles)  # which says what is wrong with the rules
        beginning: JsonObject = {"ruleset": layout["ruleset"], "players": layout["players"]}
        state = CompiledState(self, record, None, None, None, Dealer(tuple(shuffles), seed))
        state._notes = Notes(start=beginning, is_joined=True)
        return state.dealt()

    def retell(self, stopped: Stopped) -> None:
        """Raise what the rules are stopped for if it would take the evaluator long to come to the same place."""
        if stopped.code == NO_END:
            items = list(ir.flow_items(self.game.flow))
            raise RulesError(too_long(self.game, items[stopped.place]))

    def state(self, data: Given, *, check: bool = False) -> State:
        """Return the position that is written as JSON; `check` requires that every invariant holds in it."""
        data = read_json(data, PositionError)
        record = read_plain(self.runner.layout, data)
        if record is not None:
            if check and (broken := self.runner.broken_invariants(record)):
                raise broken_position(broken)
            return CompiledState(self, record, None, None, None)
        found = self.evaluator.state(data, check=check)  # which says what is wrong with it
        position = found.to_json()
        try:
            state = CompiledState(self, encode(self.runner.layout, position), None, None, None)
        except CodecError:
            return found  # more of something than there can be in a game
        state._notes = Notes(twin=found)
        return state


_NEW = object.__new__


class CompiledState(State):
    """A position of a game at rest, as a record."""

    __slots__ = ("_before", "_due", "_listing", "_notes", "_reply", "record")

    engine: CompiledEngine

    def __init__(
        self,
        engine: CompiledEngine,
        record: bytes,
        listing: ListedMoves | None,
        before: CompiledState | None,
        reply: ListedMove | bytes | Order | Json | Playout,
        dealer: Dealer = NOBODY,
    ) -> None:
        """Make the state to which an answer led: a move, an order by numbers or in JSON, or all those of a playout."""
        # `_stepped` does the same.
        self.engine = engine
        self.record = record
        self._due = record[0] | record[1] << 8
        self._listing = listing
        self._before = before
        self._reply = reply
        self._dealer = dealer
        self._notes: Notes | None = None

    @property
    def notes(self) -> Notes:
        """What is known about this state beside its record."""
        if self._notes is None:
            self._notes = Notes()
        return self._notes

    # ---- what the evaluator is asked

    @property
    def twin(self) -> State:
        """The same position in the evaluator, with nobody to deal."""
        notes = self.notes
        if notes.twin is None:
            notes.twin = self.engine.evaluator.state(self.to_json())
        return notes.twin

    @property
    def _here(self) -> Evaluator:
        return self.twin._here

    @property
    def _events(self) -> tuple[Event, ...]:
        led = self._led
        earlier = self._before._events if self._before is not None and self.notes.is_joined else ()
        return earlier + led._events

    @property
    def moments(self) -> tuple[Moment, ...]:
        """What was judged in the transition that led here, also what had no effect, in order."""
        led = self._led
        earlier = self._before.moments if self._before is not None and self.notes.is_joined else ()
        return earlier + led.moments

    @property
    def _led(self) -> State:
        """The same position in the evaluator, with what happened in the last answer."""
        self._unfold()
        if self._before is None:
            return self.engine.evaluator.start() if self.notes.is_joined else self.twin
        notes = self.notes
        if notes.led is None:
            notes.twin = notes.led = self._before.twin.apply(self._answer())
        return notes.led

    @property
    def history(self) -> dict[str, Any]:
        """The start and all answers since, enough to play to this position again."""
        answers = []
        state = self
        state._unfold()
        while state._before is not None:
            answers.append(state._answer())
            state = state._before
            state._unfold()
        return {"start": state.notes.start or state.to_json(), "answers": answers[::-1]}

    def _answer(self) -> Json:
        """Return the last answer as JSON data."""
        layout, before = self.engine.runner.layout, self._before
        assert before is not None, "an answer was given somewhere"
        match self._reply:
            case bytes(move):
                return decode_move(layout, move, before._asked)
            case ListedMove():
                return decode_move(layout, self._reply.data, before._asked)
            case Order(pieces):
                return order_answer(layout, before.record, pieces)
            case Playout():
                raise AssertionError("it has been unfolded")
            case answer:
                return answer

    def _unfold(self) -> None:
        """Find out the answers of a playout, by playing it once more step by step."""
        if isinstance(self._reply, Playout) and self._before is not None:
            last = State.playout(self._before, self._reply.seed, self._reply.policy, self._reply.most)
            assert isinstance(last, CompiledState), "both play in the same way"
            assert last.record == self.record, "both play in the same way"
            self._before, self._reply = last._before, last._reply
            self.notes.start, self.notes.is_joined = last.notes.start, last.notes.is_joined

    # ---- what is due

    @property
    def _is_shuffling(self) -> bool:
        return self._due > self.engine.asks

    @property
    def _asked(self) -> int:
        return 0 if self._due == 0 or self._is_shuffling else (self.record[2] | self.record[3] << 8) - 1

    @property
    def asks(self) -> list[dict[str, Any]]:
        """What is asked, the first due; empty when the game is over."""
        return asks(self.engine.runner.layout, self.record)

    @property
    def due(self) -> dict[str, Any] | None:
        """What must be answered now."""
        return self.asks[0] if self._due else None

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self._due == 0

    # ---- moves

    def moves(self) -> Sequence[Move]:
        """Return every legal move once, in canonical order; each is decoded when it is looked at."""
        if self._listing is None:
            if self._due > self.engine.asks:
                return super().moves()
            try:
                count = self.engine.runner.moves(self.record) if self._due else 0
            except Stopped:
                return super().moves()  # which says what is wrong with the rules
            self._listing = ListedMoves(self.engine, self.record, count)
        return self._listing

    def some_moves(self, number: int, chance: Random) -> tuple[Move, ...]:
        """Return at most `number` legal moves, at random."""
        moves = self.moves()
        return tuple(moves[place] for place in chance.sample(range(len(moves)), min(number, len(moves))))

    def decoded(self, data: bytes) -> Move:
        """Return a move of the player asked from its bytes."""
        return self._move(decode_move(self.engine.runner.layout, data, self._asked), None)

    def judge(self, move: Answer, player: int | None = None) -> Judgement:
        """Return whether a move is legal, by the player asked unless another is named."""
        if player in (None, self._asked) and self._legal(move) is not None:
            return Judgement(True, ())
        return super().judge(move, player)

    def refused_by(self, move: Answer, player: int | None = None) -> list[str]:
        """Return the rules that refuse a move, none if it is legal."""
        data = self._plain(move) if player in (None, self._asked) else None
        return super().refused_by(move, player) if data is None else self.engine.runner.refused_by(self.record, data)

    def _legal(self, move: Answer) -> bytes | None:
        """Return the bytes of a move of the player asked if it is plainly right and legal."""
        data = self._plain(move)
        return None if data is None else self.engine.runner.judge(self.record, data)

    def _plain(self, move: Answer) -> bytes | None:
        """Return the bytes of a move of the player asked if it is plainly right."""
        if self._due == 0 or self._is_shuffling or (isinstance(move, Move) and move.player != self._asked):
            return None
        written = move.to_json() if isinstance(move, Move) else read_json(move, MoveError)
        return read_plain_move(self.engine.runner.layout, written, self._asked)

    def apply(self, answer: Answer) -> State:
        """Return the next resting place after a move, or after the order of a zone that is due."""
        if isinstance(answer, ListedMove) and answer.listed is self._listing:
            return self._stepped(answer)
        if isinstance(answer, str):
            answer = read_json(answer, MoveError)
        if isinstance(answer, Move) or (isinstance(answer, dict) and "shuffle" not in answer):
            move = self._legal(answer)
            return self._evaluated(answer).dealt() if move is None else self._stepped(move)
        return self._ordered_by(answer).dealt()

    def _stepped(self, move: ListedMove | bytes) -> State:
        """Return the state after a legal move."""
        engine, record = self.engine, self.record
        runner = engine.runner
        try:
            if runner.listed_of is record and isinstance(move, ListedMove):
                due, record, count = runner.step(move.place)
            else:
                due, record, count = runner.step_by(record, move if isinstance(move, bytes) else move.data)
        except Stopped as stopped:
            engine.retell(stopped)
            data = move if isinstance(move, bytes) else move.data
            return self._evaluated(decode_move(runner.layout, data, self._asked)).dealt()
        # Made by hand, for one is made at every step and nothing is made faster.
        after = _NEW(CompiledState)
        after.engine = engine
        after.record = record
        after._due = due
        after._before = self
        after._reply = move
        after._dealer = self._dealer
        after._listing = after._notes = None
        if due > engine.asks:
            return after.dealt()
        after._listing = listing = _NEW(ListedMoves)
        listing.engine = engine
        listing.record = record
        listing.number = count
        listing.data = None
        return after

    def _evaluated(self, answer: Answer) -> CompiledState:
        """Return the state after an answer that the evaluator has judged, or its refusal."""
        after = self.twin.apply(answer)
        reply = after.history["answers"][-1]
        record = encode(self.engine.runner.layout, after.to_json())
        return CompiledState(self.engine, record, None, self, reply, self._dealer)

    # ---- shuffles

    def dealt(self) -> State:
        """Return the state after all shuffles that its dealer can answer, as one transition."""
        state = self
        while state._is_shuffling:
            dealer = state._dealer
            if dealer.orders:
                following, dealer = state._ordered_by(dealer.orders[0]), replace(dealer, orders=dealer.orders[1:])
            elif dealer.chance is not None:
                chance, following = state._shuffled(dealer.chance)
                dealer = replace(dealer, chance=chance)
            else:
                break
            following._dealer, following.notes.is_joined = dealer, True
            state = following
        return state

    def dealt_by(self, chance: int) -> tuple[int, State]:
        """Return the state after all shuffles that are due, dealt by a generator, and how that goes on."""
        state = self
        while state._is_shuffling:
            chance, state = state._shuffled(chance)
        return chance, state

    def _shuffled(self, chance: int) -> tuple[int, CompiledState]:
        runner = self.engine.runner
        chance, pieces = shuffled(chance, pieces_due(runner.layout, self.record))
        return chance, self._arranged(pieces)

    def _arranged(self, pieces: Sequence[int]) -> CompiledState:
        """Return the state after the zone that is due has been put into an order."""
        runner = self.engine.runner
        try:
            record = runner.resume(with_order(runner.layout, self.record, pieces))
        except Stopped as stopped:
            self.engine.retell(stopped)
            return self._evaluated(order_answer(runner.layout, self.record, pieces))
        return CompiledState(self.engine, record, None, self, Order(tuple(pieces)), self._dealer)

    def _ordered_by(self, order: Answer) -> CompiledState:
        """Return the state after an order that was given, or its refusal."""
        if not self._is_shuffling or isinstance(order, Move):
            return self._evaluated(order)
        pieces = order_given(self.engine.runner.layout, self.record, order)
        return self._evaluated(order) if pieces is None else self._arranged(pieces)

    def without_dealer(self) -> State:
        """Return the same state with nobody to answer shuffles."""
        state = CompiledState(self.engine, self.record, self._listing, self._before, self._reply)
        state._notes = None if self._notes is None else replace(self._notes)
        return state

    # ---- many moves at once

    def perft(self, depth: int) -> int:
        """Return how many sequences of so many moves there are; shuffles leave their zone in component order."""
        try:
            return self.engine.runner.perft(self.record, max(depth, 0))
        except Stopped as stopped:
            self.engine.retell(stopped)
            return super().perft(depth)  # move by move: there may only be too many to count at once

    def playout(self, seed: int, policy: Policy | str = Policy.RANDOM, most: int = MOST_MOVES) -> State:
        """Play on to the end, by moves and orders from a seed, and return the last state; at most so many moves."""
        policy = Policy(policy)
        try:
            record = self.engine.runner.playout(self.record, seed, POLICIES[policy], most)
        except Stopped as stopped:
            self.engine.retell(stopped)
            return super().playout(seed, policy, most)
        before = self.without_dealer()
        assert isinstance(before, CompiledState), "it is of the same engine"
        return CompiledState(self.engine, record, None, before, Playout(seed, policy, most))

    # ---- scores

    def score(self) -> list[SideScore]:
        """Return the score of every side if the game ended here: lines, total and result."""
        runner = self.engine.runner
        results = runner.results(self.record)
        found: list[SideScore] = []
        for side, (players, lines) in enumerate(zip(runner.layout["teams"], runner.score(self.record), strict=True)):
            written = [self._line(side, *line) for line in lines]
            total = sum(points for _, _, points in lines)
            found.append({"side": side, "players": players, "lines": written, "total": total, "result": results[side]})
        return found

    def _line(self, side: int, number: int, key: int, points: int) -> ScoreLine:
        layout = self.engine.runner.layout
        line = layout["scores"][number]
        if "key" not in line:
            return {"rule": line["rule"], "points": points}
        return {
            "rule": line["rule"],
            "key": value_of(layout, line["key"], key, None if layout["sided"] else side),
            "points": points,
        }

    def ranking(self) -> list[RankGroup]:
        """Return the sides in groups, best first."""
        return json_ranking_by(self.engine.runner.results(self.record))

    def broken_invariants(self) -> list[str]:
        """Return the rules that hold in every whole position but not here."""
        return self.engine.runner.broken_invariants(self.record)

    # ---- as JSON

    def to_json(self) -> dict[str, Any]:
        """Return the position as canonical JSON data."""
        return decode(self.engine.runner.layout, self.record)

    def observe(self, player: int) -> dict[str, Any]:
        """Return the position as a player may know it."""
        if type(player) is not int or player not in range(self.engine.runner.layout["players"]):
            return super().observe(player)  # which says that there is no such player
        return self.engine.runner.observed(self.record, player)

    def to_text(self) -> str:
        """Return the position as canonical text: equal positions are equal text."""
        notes = self.notes
        if not notes.text:
            notes.text = self._text()
        return notes.text

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CompiledState) and other.engine is self.engine:
            return self.record == other.record
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()
