"""How often the rules of a game apply while it is played. Knows no game: a rule applies by what it is made of.

    action      somebody answered so
    effect      something changed because of it
    skip        it passed over an item of the flow
    require     it alone refused an answer, a near miss of a legal one
    score       it gave points
    rank        it told two sides apart; `shared`: it let them stand together
    sides       there is such a side

A rule made of several applies as often as the least of them. One of definitions only applies when one of them gives
something; where they limit (`at most`, `except`), when the limit is felt. One that only follows from others applies
as often as the least of those.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_reference import Move, State
from tilelaw_reference import evaluate as meaning
from tilelaw_reference.evaluate.evaluator import Evaluator, Handler
from tilelaw_reference.model.position import Question
from tilelaw_reference.model.values import SHARED, Cell, Env, Value, as_elements, blank, canonical

WAYS = ("action", "effect", "skip", "require", "score", "rank", "sides")
LIMITS = {ir.ArithmeticOperator.AT_MOST, ir.ArithmeticOperator.AT_LEAST}
NEAR = range(-2, 3)
FEW = 4

Application: TypeAlias = tuple[str, str]
"""A rule, and the way it applied."""


class Applications:
    """Counts how often each rule of one game applied."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.counts: Counter[tuple[str, str]] = Counter()
        self._known = {rule.id: rule for rule in game.rules}
        self._limits = {
            id(node): define.rule for define in game.defines for node in ir.walk(define.body) if _is_limit(node)
        }
        self._limiting = set(self._limits.values())
        self._homes = {define.name: define.rule for define in game.defines if define.rule}

    def of(self, rule: str) -> int:
        """Return how often a rule applied; one that only follows from others, as often as the least of them."""
        info = self._known[rule]
        ways = [way for way in WAYS if way in info.does]
        if ways:
            return min(self.counts[rule, way] for way in ways)
        if "define" in info.does:
            return self.counts[rule, "define"]
        if info.follows:
            return min(self.of(other) for other in info.follows)
        return self.counts[rule, "require"]  # what the language itself refuses

    def table(self) -> dict[str, int]:
        """Return all rules with their counts, in reading order."""
        return {rule: self.of(rule) for rule in self._known}

    def missing(self) -> set[str]:
        """Return the rules that have not applied."""
        return {rule for rule, times in self.table().items() if not times}

    def least(self, applied: Iterable[Application]) -> int:
        """Return how often the least applied of some applications has been counted."""
        return min((self.counts[one] for one in applied), default=1_000_000)

    def along(self, states: Iterator[State]) -> Iterator[State]:
        """Yield the states of a walk and count what applies on the way, definitions while they are worked out."""
        while True:
            with self._watched():
                state = next(states, None)
                if state is None:
                    return
                self.counts.update(happened(state))
                self.counts.update(standing(state))
            yield state

    @contextmanager
    def _watched(self) -> Iterator[None]:
        handlers = meaning.HANDLERS
        old: dict[type, Handler] = {node: handlers[node] for node in (ir.Call, ir.Arithmetic, ir.SetAlgebra)}
        handlers.update({ir.Call: self._call, ir.Arithmetic: self._limit, ir.SetAlgebra: self._limit})
        self._old = old
        try:
            yield
        finally:
            handlers.update(old)

    def _call(self, here: Evaluator, node: ir.Call, env: Env) -> Value:
        value = self._old[ir.Call](here, node, env)
        rule = self._homes.get(node.define)
        if rule is not None and rule not in self._limiting and value != blank(here.rules.defines[node.define].type):
            self.counts[rule, "define"] += 1
        return value

    def _limit(self, here: Evaluator, node: ir.Arithmetic | ir.SetAlgebra, env: Env) -> Value:
        value = self._old[type(node)](here, node, env)
        rule = self._limits.get(id(node))
        if rule is not None and value != here.value(node.left, env):
            self.counts[rule, "define"] += 1
        return value


def happened(state: State) -> Iterator[Application]:
    """Yield how rules applied on the way to a state, once for each thing that happened."""
    for event in state.events:
        yield event["rule"], {"answer": "action", "skip": "skip"}.get(event["event"], "effect")


def scored(state: State) -> Iterator[Application]:
    """Yield the rules that give points in a state."""
    for side in state.score():
        yield from ((line["rule"], "score") for line in side["lines"] if line["points"])


def standing(state: State) -> Iterator[Application]:
    """Yield the rules that give points in a state or tell its sides apart."""
    yield from scored(state)
    deciding = state.deciding_rules()
    ends = [line.rule for line in state.engine.game.ranks if isinstance(line, ir.RankShared)]
    for group in state.ranking():
        if "decided_by" in group:
            yield deciding[group["decided_by"]], "rank"
        if len(group["sides"]) > 1:
            yield from ((rule, "rank") for rule in ends)
    if state.engine.game.sides is not None:
        yield state.engine.game.sides.rule, "sides"


def refused_alone(state: State, moves: Iterable[Move], chance: random.Random) -> Iterator[Application]:
    """Yield the rules that are the only ones to refuse some near miss."""
    for move in near_misses(state, tuple(moves), chance):
        refused = {rejection.rule for rejection in state.judge(move).rejections}
        if len(refused) == 1:
            yield refused.pop(), "require"


def near_misses(state: State, moves: tuple[Move, ...], chance: random.Random) -> Iterator[Move]:
    """Yield answers that differ from legal ones in one thing: moved, one argument changed, another action or player."""
    due = state.position.due
    if not isinstance(due, Question):
        return
    rules, here = state.engine.rules, meaning.evaluator(state.engine.rules, state.position)
    printed = [cell for cells in rules.printed_cells.values() for cell in cells if cell.owner in (SHARED, due.player)]
    special = chance.sample(printed, min(1, len(printed)))
    for move in moves:
        dx, dy = chance.choice(NEAR), chance.choice(NEAR)
        yield replace(move, values=tuple((name, _moved(value, dx, dy)) for name, value in move.values))
        env: Env = {**due.bindings, "you": due.player}
        for place, argument in enumerate(rules.actions[move.action].arguments):
            domain = _listed(as_elements(here.value(argument.domain, env)))
            name, old = move.values[place]
            others = domain if len(domain) <= FEW else [chance.choice(domain)]
            if isinstance(old, Cell):
                others = [*others, _moved(old, chance.choice(NEAR), chance.choice(NEAR)), *special]
            for other in others:
                yield replace(move, values=(*move.values[:place], (name, other), *move.values[place + 1 :]))
            env = {**env, name: old}
    players = state.engine.game.players
    if moves and players > 1:
        yield replace(moves[0], player=(moves[0].player + 1) % players)
    for action in state.engine.game.actions:
        env = {**due.bindings, "you": due.player}
        if action.name not in rules.asks[due.ask].actions and special and all(map(_is_cell, action.arguments)):
            yield Move(due.player, action.name, tuple((argument.name, special[0]) for argument in action.arguments))
        for _ in range(FEW if action.arguments else 1):
            values: list[tuple[str, Value]] = []
            for argument in action.arguments if action.name in rules.asks[due.ask].actions else ():
                domain = _listed(as_elements(here.value(argument.domain, {**env, **dict(values)})))
                if not domain:
                    break  # later domains may speak of this argument
                values.append((argument.name, chance.choice(domain)))
            if len(values) == len(action.arguments):
                yield Move(due.player, action.name, tuple(values))


def _is_cell(argument: ir.Argument) -> bool:
    return isinstance(argument.type, ir.ThingType) and argument.type.sort is ir.Sort.CELL


def _listed(domain: Iterable[Value]) -> list[Value]:
    """Return values in an order that is the same in every run; there are too many cells to sort them."""
    values = list(domain)
    return values if values and isinstance(values[0], Cell) else canonical(values)


def _moved(value: Value, dx: int, dy: int) -> Value:
    return Cell(value.owner, value.x + dx, value.y + dy) if isinstance(value, Cell) else value


def _is_limit(node: ir.Node) -> bool:
    if isinstance(node, ir.Arithmetic):
        return node.operator in LIMITS
    return isinstance(node, ir.SetAlgebra) and node.operator is ir.SetOperator.EXCEPT
