"""Questions about a position, as cases: the reference answers them first, then the implementation is judged by that.

The rules that refuse a move are not asked for: an implementation may well find another reason first. What is hidden
from everybody, the order of a pile, is not compared either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from random import Random
from typing import Any

from tilelaw_conformance import (
    MOST_ELEMENTS,
    Answer,
    Basis,
    Case,
    Expectation,
    Given,
    Part,
    ScoreLine,
    SideScore,
    Sight,
    encode,
)
from tilelaw_dsl.ir import Order, Viewers
from tilelaw_proof.fuzz.neighbours import Neighbours
from tilelaw_proof.fuzz.play import CANNOT
from tilelaw_reference import Engine, Json, State

LONG = 400
"""A list of more moves than this is compared once in a while: each costs as much as many other questions."""
_OFLONG = 0.2
_OF_LIMIT = 0.8
"""So much of what one answer may hold is asked for: an implementation may list more than the reference does."""
_PROBES = 3
"""So many neighbours of legal moves are tried at a position."""


class Inquirer:
    """Asks about positions of one ruleset."""

    def __init__(self, engine: Engine, name: str, chance: Random) -> None:
        self.engine = engine
        self.name = name
        self._chance = chance
        self.neighbours = Neighbours(engine, chance)
        zones = engine.game.zones
        hidden = {zone.written for zone in zones if zone.order is Order.PILE and zone.seen_by is Viewers.NOBODY}
        self._compared = [
            *(board.written for board in engine.game.boards),
            *(zone.written for zone in zones if zone.written not in hidden),
            *(variable.name for variable in engine.game.variables),
            "asks",
        ]

    def questions(self, state: State) -> Iterator[Case]:
        """Yield questions about a position, each with the right answer."""
        if "shuffle" in (state.due or {}):
            return
        here = self.case(state)
        yield replace(here, then=self.results(state))
        if state.is_over:
            return
        listing = _listing(state)
        if len(listing.moves or ()) <= LONG or self._chance.random() < _OFLONG:
            yield replace(here, then=listing)
        for move in state.some_moves(1, self._chance):
            asked = replace(here, answers=(move.to_json(),))
            yield replace(asked, then=self._following(state, asked))
        for move in state.some_moves(_PROBES, self._chance):
            answer = self.neighbours.beside(state, move.to_json())
            yield replace(here, answers=(answer,), then=_legality(state, answer))
        yield replace(here, then=self.sight(state))

    def results(self, state: State) -> Expectation:
        """Return what everybody has scored, and in which order they are."""
        return _results(state)

    def sight(self, state: State) -> Expectation:
        """Return what one player may know."""
        player = self._chance.randrange(self.engine.game.players)
        return Expectation(observe=(Sight(player=player, sees=self._seen(state, player)),))

    def case(self, state: State) -> Case:
        """Return a case about a position that asks nothing yet."""
        players = self.engine.game.players
        return Case(
            id="",
            title="",
            ruleset=self.name,
            players=players,
            rules=(),
            basis=Basis.RECORDED,
            editions=(),
            source="",
            why="",
            since="0.1",
            given=Given.POSITION,
            position={**state.to_json(), "ruleset": self.name, "players": players},
            boards=tuple(board.written for board in self.engine.game.boards),
            answers=(),
            then=Expectation(),
            file="",
            line=0,
        )

    def expected(self, case: Case, engine: Engine | None = None) -> Expectation:
        """Return what the reference, or another engine, expects where a case asks something."""
        engine = engine or self.engine
        state = engine.state({**case.position, "ruleset": engine.game.name})
        if case.turns is not None and not state.begins_turn:
            return Expectation()
        match about(case):
            case About.RESULTS:
                return _results(state)
            case About.MOVES:
                return _listing(state)
            case About.STATE:
                return self._following(state, case)
            case About.LEGAL:
                return _legality(*in_question(case, state))
            case About.OBSERVE:
                sights = case.then.observe or ()
                return Expectation(
                    observe=tuple(Sight(player=e["player"], sees=self._seen(state, e["player"])) for e in sights)
                )

    def _following(self, state: State, case: Case) -> Expectation:
        after = state
        for answer in case.answers:
            after = after.apply(dict(answer))
        if case.turns is not None and not after.begins_turn:
            return Expectation()
        return Expectation(legal=True, state=self._parts(after.to_json()), over=after.is_over)

    def _parts(self, position: Mapping[str, Json]) -> dict[str, Json]:
        return {name: position.get(name) for name in self._compared}

    def _seen(self, state: State, player: int) -> dict[str, Json]:
        seen = state.observe(player)
        return {name: value for name, value in seen.items() if name not in ("ruleset", "players")}


class About(StrEnum):
    """What a question asks for."""

    RESULTS = "results"
    MOVES = "moves"
    STATE = "state"
    LEGAL = "legal"
    OBSERVE = "observe"


def in_question(case: Case, state: State) -> tuple[State, Answer]:
    """Return the answer that a question is about, and the state in which it is given."""
    number = len(case.answers) - 1 - case.rest
    for answer in case.answers[:number]:
        state = state.apply(dict(answer))
    return state, case.answers[number]


def about(case: Case) -> About:
    """Return what a question asks for."""
    parts = {Part.OBSERVE: About.OBSERVE, Part.STATE: About.STATE, Part.LEGAL: About.LEGAL, Part.MOVES: About.MOVES}
    return next((asked for part, asked in parts.items() if part in case.then.parts), About.RESULTS)


def _listing(state: State) -> Expectation:
    """Return the whole list of legal moves, unless it is longer than the protocol allows an answer to be."""
    moves = tuple(move.to_json() for move in state.moves())
    things = len(moves) * max((sum(map(encode(move).count, (b",", b"[", b"{"))) + 1 for move in moves[:1]), default=0)
    return Expectation(moves=moves if things <= _OF_LIMIT * MOST_ELEMENTS else None)


def _results(state: State) -> Expectation:
    score = tuple(
        SideScore(
            side=side["side"],
            total=side["total"],
            lines=[_line(line) for line in side["lines"]],
            result=side["result"],
        )
        for side in state.score()
    )
    return Expectation(score=score, rank=tuple(tuple(group["sides"]) for group in state.ranking()))


def _line(line: Mapping[str, Any]) -> ScoreLine:
    found = ScoreLine(rule=line["rule"], points=line["points"])
    return {**found, "key": line["key"]} if "key" in line else found


def _legality(state: State, move: Answer) -> Expectation:
    """Return whether a move is legal; nothing of one that cannot even be read, which is no move."""
    try:
        return Expectation(legal=not state.refused_by(dict(move)))
    except CANNOT:
        return Expectation()
