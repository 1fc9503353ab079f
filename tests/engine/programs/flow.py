"""The flow of a random program, with the actions that answer its asks.

Every ask takes an action that is always legal (`pass instead of`), and every loop passes a step at which a clock ticks,
so a game goes on to its end whatever the rest of the program says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine.programs.conditions import some_element
from engine.programs.effects import indented
from engine.programs.things import universe
from engine.programs.world import FLAG, PLAYER, plain, set_of
from engine.programs.writer import Env, Writer
from tilelaw_dsl import ir

CLOCK = "clock"


@dataclass
class Action:
    """An action: its lines, its arguments, the asks that take it, and the names bound at all of them."""

    name: str
    instead_of: str
    arguments: tuple[tuple[str, ir.Type], ...]
    lines: list[str]
    asks: list[str]
    around: tuple[tuple[str, ir.Type], ...]

    @property
    def env(self) -> Env:
        """The names where its answers are judged."""
        return Env((("you", PLAYER), *self.around, *self.arguments))


@dataclass
class Flow:
    """What the rules of a program hold on to."""

    steps: dict[str, Env] = field(default_factory=dict)
    ticks: list[str] = field(default_factory=list)
    asks: dict[str, Env] = field(default_factory=dict)
    items: dict[str, Env] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)


class FlowWriter:
    """Writes a flow and remembers what is bound where."""

    def __init__(self, writer: Writer) -> None:
        self.w = writer
        self.flow = Flow()

    def lines(self) -> Iterator[str]:
        """Yield the whole flow."""
        env = Env(depth=2)
        yield self._step(env)
        if self.w.chance.random() < 0.7:
            yield from self._each(env, 0)
        yield from self._repeat(env, 2)
        if self.w.chance.random() < 0.3:
            yield self._step(env)

    def _id(self, prefix: str, env: Env) -> str:
        name = self.w.world.name(prefix)
        self.flow.items[name] = env
        return name

    def _when(self, env: Env, often: float = 0.3) -> str:
        return f" when {self.w.flag(env)}" if self.w.chance.random() < often else ""

    def _step(self, env: Env) -> str:
        name = self._id("step", env)
        self.flow.steps[name] = env
        return f"step {name}{self._when(env)}"

    def _tick(self, env: Env) -> str:
        name = self._id("tick", env)
        self.flow.ticks.append(name)
        return f"step {name}"

    def _items(self, env: Env, depth: int) -> Iterator[str]:
        for _ in range(self.w.chance.choice((1, 1, 2))):
            match self.w.chance.randrange(6) if depth > 0 else 5:
                case 0:
                    yield from self._each(env, depth - 1)
                case 1:
                    yield from self._repeat(env, depth - 1)
                case 2 | 3 | 4:
                    yield from self._ask(env, depth - 1)
                case _:
                    yield self._step(env)

    def _each(self, env: Env, depth: int) -> Iterator[str]:
        of = self.w.chance.choice(self.w.world.things())
        name, element = self._id("each", env), self.w.world.name("b")
        inner = env.bind(element, of)
        whole = f"first(3, {self._all(of, env)})"
        yield f"each {name} as {element} in {whole}{self._when(inner, 0.2)}"
        yield from indented(iter([self._step(inner), *self._items(inner, depth)]))

    def _all(self, of: ir.ThingType, env: Env) -> str:
        """All things of a type, but never the pieces of a zone."""
        name = universe(self.w, of)
        inner = env.within(of)
        return f"{name}[{self.w.flag(inner)}]" if self.w.chance.random() < 0.4 else name

    def _repeat(self, env: Env, depth: int) -> Iterator[str]:
        name, mover = self._id("loop", env), self.w.world.name("b")
        tests = (
            f" while {CLOCK} < 9",
            f" until {CLOCK} >= 9",
            "",
            f" while {self.w.flag(env)}",
            f" until {self.w.flag(env)}",
        )
        test = self.w.chance.choice(tests if depth < 2 else tests[:3])
        inner = env.bind(mover, PLAYER)
        bound = [f"{mover} = {self._first_mover()} then {self._next_mover(mover, inner)}"]
        numbers = [s for s in self.w.world.variables if isinstance(s.type, ir.NumberType) and not s.indices]
        if numbers and self.w.chance.random() < 0.3:
            store, other = self.w.chance.choice(numbers), self.w.world.name("b")
            inner = inner.bind(other, store.type)
            then = self.w.chance.choice(("", f" then {self.w.fitting(store.type, inner)}"))
            bound.append(f"{other} = {store.name}{then}")
        yield f"repeat {name}{test} with {', '.join(bound)}"
        yield from indented(iter([self._tick(inner), *self._ask(inner, depth - 1), *self._items(inner, depth - 1)]))

    def _first_mover(self) -> str:
        return self.w.chance.choice(("first(players)", f"nth(players, {self.w.world.players})"))

    def _next_mover(self, mover: str, inner: Env) -> str:
        usual = f"next_player({mover})"
        return usual if self.w.chance.random() < 0.8 else self.w.value(PLAYER, inner)

    def _ask(self, env: Env, depth: int) -> Iterator[str]:
        of = self.w.chance.choice([n for n, t in env.locals if t == PLAYER] or ["first(players)"])
        if self.w.chance.random() < 0.2:
            of = self.w.value(PLAYER, env)
        known = [a for a in self.flow.actions if not a.instead_of and not a.around and a.arguments]
        if known and self.w.chance.random() < 0.3:
            yield from self._again(env, self.w.chance.choice(known), of)
            return
        shared = self.w.chance.random() < 0.4
        action = self._action(Env(depth=2) if shared else env, "")
        ask = action.name if self.w.chance.random() < 0.5 else self.w.world.name("ask")
        self.flow.items[ask] = self.flow.asks[ask] = env
        others = [self._pass(env if not shared else Env(), action.name)]
        if self.w.chance.random() < 0.3:
            others.append(self._action(env if not shared else Env(depth=2), action.name))
        for each in (action, *others):
            each.asks.append(ask)
        question = self.w.chance.choice(("", ' "What?"'))
        of_action = "" if ask == action.name else f" for {action.name}"
        yield f"ask {ask}{of_action} of {of}{self._when(env, 0.2)}{question}"
        for taken in (action, *others):
            if self.w.chance.random() < 0.4:
                yield f"    on {taken.name}"
                inner = replace(env, locals=(*env.locals, *taken.arguments))
                first = [self._step(inner)] if depth <= 0 or self.w.chance.random() < 0.5 else []
                yield from indented(indented(iter([*first, *(self._items(inner, depth - 1) if depth > 0 else [])])))

    def _again(self, env: Env, action: Action, of: str) -> Iterator[str]:
        """An ask that takes an action which another one takes as well."""
        ask = self.w.world.name("ask")
        self.flow.items[ask] = self.flow.asks[ask] = env
        for other in self.flow.actions:
            if action.name in (other.name, other.instead_of):
                other.asks.append(ask)
        yield f"ask {ask} for {action.name} of {of}"

    def _pass(self, env: Env, instead_of: str) -> Action:
        name = self.w.world.name("pass")
        action = Action(name, instead_of, (), [f"action {name} instead of {instead_of}"], [], env.locals)
        self.flow.actions.append(action)
        return action

    def _action(self, env: Env, instead_of: str) -> Action:
        name = self.w.world.name("act")
        lines = [f"action {name}{f' instead of {instead_of}' if instead_of else ''}"]
        inner = replace(env.bind("you", PLAYER), depth=2)
        arguments: list[tuple[str, ir.Type]] = []
        for number in range(self.w.chance.choice((1, 2, 2, 3)) if not instead_of else self.w.chance.choice((0, 1))):
            of = arguments[-1][1] if arguments and self.w.chance.random() < 0.4 else some_element(self.w)
            assert isinstance(of, ir.ThingType | ir.NumberType)
            argument = self.w.world.name("a")
            lines.append(f"    {argument} in first({3 if number else 6}, {self.w.value(set_of(of), inner)})")
            inner = inner.bind(argument, of)
            arguments.append((argument, of))
        for first, second in pairwise(arguments):
            if plain(first[1]) == plain(second[1]) and self.w.chance.random() < 0.5:
                when = f" when {self.w.value(FLAG, inner)}" if self.w.chance.random() < 0.5 else ""
                lines.append(f"    same if {first[0]}, {second[0]} swapped{when}")
        action = Action(name, instead_of, tuple(arguments), lines, [], env.locals)
        self.flow.actions.append(action)
        return action
