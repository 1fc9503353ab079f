"""Runs the flow from one resting place to the next.

A `FlowRun` begins at the start or with an answer, and enters flow items one after the other until a player
must decide, an order must be given, or the game is over. The methods that lead on return where to: the item to
enter next with the values bound there, or nothing when play rests. What is bound at a resting place is part of
the position, so a run needs nothing else to start from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_reference.errors import RulesError
from tilelaw_reference.evaluate.evaluator import NO_BINDINGS, Evaluator
from tilelaw_reference.evaluate.legality import bindings_of
from tilelaw_reference.evaluate.visibility import answer_viewers
from tilelaw_reference.model.move import Move
from tilelaw_reference.model.position import Position, Question, Shuffling
from tilelaw_reference.model.values import Bag, Env, Value, as_elements, as_player, canonical, order
from tilelaw_reference.play.effects import Moment, Outcome, happen
from tilelaw_reference.play.events import AnswerEvent, Event, SkipEvent

Onward: TypeAlias = tuple[ir.FlowItem, Env] | None

MOST_PASSES = 1000
"""A loop that makes more passes without resting would never end."""


class FlowRun:
    """A position between two resting places, and what has happened since the first."""

    def __init__(self, here: Evaluator) -> None:
        self.rules = here.rules
        self.here = here
        self.events: list[Event] = []
        self.moments: list[Moment] = []
        self._passes: Counter[str] = Counter()
        self._steps = 0

    @property
    def position(self) -> Position:
        """The position now."""
        return self.here.position

    def begin(self) -> None:
        """Play from the first flow item to the first resting place."""
        first = self.rules.flow.first
        self._run(None if first is None else (first, NO_BINDINGS))

    def answer(self, question: Question, move: Move) -> None:
        """Let a legal answer take effect and play on."""
        action = self.rules.actions[move.action]
        self.events.append(AnswerEvent(action.rule, move, answer_viewers(self.here, question.ask, action, move.player)))
        env = bindings_of(question, move)
        outcome = self._happen(self.rules.consequences(move.action, question.ask), env)
        if outcome.is_end:
            return
        ask = self.rules.asks[question.ask]
        after = {**question.bindings, **move.arguments}
        items = [item for branch in ask.branches if branch.action == move.action for item in branch.items]
        self._run((items[0], after) if items else self._after(ask, after))

    def shuffled(self, shuffling: Shuffling, order_given: Iterable[Value]) -> None:
        """Put a zone into its new order and play on; further zones of the same step come first."""
        zones = {**self.position.zones, shuffling.zone: Bag(order_given)}
        others = self.position.asks[1:]
        self._arrive(replace(self.position, zones=zones, asks=others))
        if not others:
            self._run(self._after(self.rules.steps[shuffling.step], shuffling.bindings))

    def _arrive(self, position: Position) -> None:
        self.here = self.here.after(position)

    def _happen(self, consequences: Iterable[ir.Consequence], env: Env) -> Outcome:
        moment = Moment(self.here, tuple(consequences), env)
        outcome = happen(moment)
        if moment.consequences:
            self.moments.append(moment)
        self.events.extend(outcome.events)
        self._arrive(outcome.position)
        return outcome

    def _rest(self, *asks: Question | Shuffling) -> None:
        self._arrive(replace(self.position, asks=asks))

    def _run(self, onward: Onward) -> None:
        while onward is not None:
            onward = self._enter(*onward)

    def _spend(self, item: ir.FlowItem, steps: int) -> None:
        """Count the steps that an item may take; every engine counts the same and stops at the same place."""
        self._steps += steps
        if self._steps > ir.MOST_STEPS:
            raise RulesError(too_long(self.rules.game, item))

    def _enter(self, item: ir.FlowItem, env: Env) -> Onward:
        if not isinstance(item, ir.Repeat):  # whose passes are counted
            self._spend(item, item.steps)
        for skip in item.skips:
            if self.here.holds(skip.when, env):
                self.events.append(SkipEvent(skip.rule, item.name))
                return self._after(item, env)
        match item:
            case ir.Step():
                return self._step(item, env)
            case ir.Ask():
                return self._ask(item, env)
            case ir.Repeat():
                self._passes[item.name] = 0
                return self._pass(item, env, is_first=True)
            case ir.Each():
                return self._each(item, env, is_first=True)

    def _step(self, step: ir.Step, env: Env) -> Onward:
        if not self.here.holds(step.when, env):
            return self._after(step, env)
        outcome = self._happen(self.rules.consequences_at(step.name), env)
        if outcome.is_end:
            return None
        if outcome.shuffles:
            carried = _carried(step, env)
            self._rest(*(Shuffling(step.name, zone, carried) for zone in outcome.shuffles))
            return None
        return self._after(step, env)

    def _ask(self, ask: ir.Ask, env: Env) -> Onward:
        player = as_player(self.here.value(ask.of, env)) if self.here.holds(ask.when, env) else None
        if player is None:
            return self._after(ask, env)
        self._rest(Question(ask.name, player, _carried(ask, env)))
        return None

    def _pass(self, loop: ir.Repeat, env: Env, *, is_first: bool) -> Onward:
        """Begin a pass of a loop, or leave the loop when it has none left."""
        self._spend(loop, loop.steps)
        if isinstance(loop.test, ir.While) and not self.here.holds(loop.test.condition, env):
            return self._after(loop, env)
        inner = dict(env)
        for binding in loop.bindings:
            if is_first or binding.then is None:
                value = self.here.value(binding.value, inner)
            else:
                value = self.here.value(binding.then, env)
            if value is None:
                return self._after(loop, env)
            inner[binding.name] = value
        self._passes[loop.name] += 1
        if not loop.items or self._passes[loop.name] > MOST_PASSES:
            raise RulesError(f"the loop `{loop.name}` goes round without asking anybody")
        return loop.items[0], inner

    def _each(self, loop: ir.Each, env: Env, *, is_first: bool) -> Onward:
        """Go to the next element of a loop, or leave the loop when none is left."""
        for element in canonical(frozenset(as_elements(self.here.value(loop.over, env)))):
            is_ahead = is_first or order(element) > order(env[loop.element])
            inner = {**env, loop.element: element}
            if loop.items and is_ahead and self.here.holds(loop.when, inner):
                return loop.items[0], inner
        return self._after(loop, env)

    def _after(self, item: ir.FlowItem, env: Env) -> Onward:
        """Go on after an item: to the next in its list, or round or out of what it lies in."""
        following = self.rules.flow.following.get(item.name)
        if following is not None:
            return following, env
        around = self.rules.flow.around.get(item.name)
        match around:
            case None:
                return None
            case ir.Repeat():
                is_done = isinstance(around.test, ir.Until) and self.here.holds(around.test.condition, env)
                return self._after(around, env) if is_done else self._pass(around, env, is_first=False)
            case ir.Each():
                self._spend(around, around.again)
                return self._each(around, env, is_first=False)
            case ir.Ask() | ir.Step():
                return self._after(around, env)


def _carried(item: ir.Step | ir.Ask, env: Env) -> Env:
    return {binding.name: env[binding.name] for binding in item.carries}


def too_long(game: ir.Game, item: ir.FlowItem) -> str:
    """Return what is said of an answer that takes too many steps, and comes to an item of the flow once more."""
    acting = {each.rule for each in game.consequences if each.trigger == ir.AtStep(item.name)}
    rules = sorted((rule for rule in game.rules if rule.id in acting), key=lambda rule: rule.cost)
    where = f"rule `{rules[-1].id}` at `{item.name}`" if rules else f"`{item.name}`"
    most = f"{ir.MOST_STEPS:,}".replace(",", " ")
    return f"one answer has {most} steps of work; this one takes more, and comes to {where} again and again"
