"""A whole random program: declarations, definitions, a flow, and rules for everything in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from engine.programs.conditions import some_element, some_sets
from engine.programs.declare import declare
from engine.programs.effects import Effects, Moment, indented
from engine.programs.flow import CLOCK, Action, Flow, FlowWriter
from engine.programs.sets import forms
from engine.programs.world import FLAG, NUMBER, PLAYER, Store, World, set_of
from engine.programs.writer import Env, Writer
from tilelaw_dsl import Diagnostic, Report, Rulebook, ir

NAME = "random/program"
LINE = 100
"""A line that is longer is broken where brackets allow it."""


@dataclass(frozen=True, slots=True)
class Program:
    """A ruleset as text, and the tables it names."""

    text: str
    tables: tuple[tuple[str, str], ...]
    players: int

    def __repr__(self) -> str:
        return "\n".join([self.text, *(f"--- {name}\n{table}" for name, table in self.tables)])


def program(chance: Random) -> Program:
    """Return a program."""
    world, declarations = declare(chance)
    writer = Writer(world, forms)
    lines = [*declarations, f"var {CLOCK}: 0..12", *_defines(writer)]
    world.variables.append(Store(CLOCK, (), ir.NumberType(0, 12)))
    flow = FlowWriter(writer)
    lines += ["flow", *indented(flow.lines())]
    world.variables.pop()  # only ticks move the clock
    world.actions = [action.name for action in flow.flow.actions]
    lines = _with_glimpses(writer, flow.flow, lines)
    for rule in _rules(writer, flow.flow):
        name = world.name("rule")
        lines += [f'rule {name} "Rule {name}"', *indented(iter(rule))]
    head = [f"mode {NAME}", '    title "A program"', f"    players {world.players}", "    house"]
    text = "\n".join([*head, *(part for line in indented(iter(lines)) for part in _broken(line))]) + "\n"
    return Program(text, tuple(world.data.items()), world.players)


def checked(written: Program) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    """Return the typed rules of a program, or nothing, and what the checker says about it."""
    book = Rulebook.of_texts({f"{NAME.replace('/', '-')}.rules": written.text}, dict(written.tables))
    report = Report()
    report.extend(book.report.items)
    game = None if report.has_errors else book.compile((NAME,), written.players, report)
    return None if report.has_errors else game, report.items


def programs() -> st.SearchStrategy[Program]:
    """Return the strategy of all programs."""
    return st.randoms(use_true_random=False).map(program)


def _broken(line: str) -> Iterator[str]:
    """Yield a line in parts, broken at spaces inside brackets, but never inside `at most` and `at least`."""
    indent = len(line) - len(line.lstrip())
    start, last, deep = 0, 0, 0
    for place, sign in enumerate(line):
        deep += (sign in "([{") - (sign in ")]}")
        if sign == " " and deep > 0 and not line.endswith(" at", 0, place):
            last = place
        if place - start > LINE and last > start:
            yield " " * (indent if start else 0) + line[start:last]
            start = last
    yield " " * (indent if start else 0) + line[start:]


def _defines(w: Writer) -> Iterator[str]:
    world = w.world
    for _ in range(w.chance.choice((1, 2, 3, 4))):
        parameters = [(world.name("d"), _parameter(w)) for _ in range(w.chance.choice((0, 1, 1, 2)))]
        result = w.chance.choice((FLAG, NUMBER, some_element(w), set_of(some_sets(w)), set_of(some_element(w))))
        body = w.value(result, Env(tuple(parameters), depth=2, loops=1))
        if isinstance(result, ir.ThingType):
            result = replace(result, maybe=True)
        typed = f": {world.written(result)}" if _has_name(result) and w.chance.random() < 0.5 else ""
        brackets = (
            f"({', '.join(f'{name}: {world.written(type_)}' for name, type_ in parameters)})" if parameters else ""
        )
        name = world.name("def")
        yield f"define {name}{brackets}{typed} = {body}"
        world.defines.append(Store(name, tuple(type_ for _, type_ in parameters), result))


def _has_name(type_: ir.Type) -> bool:
    """Say whether the type of a result can be written; the range of numbers is left to the checker."""
    match type_:
        case ir.SetType(of):
            return not isinstance(of, ir.SetType) and _has_name(of)
        case _:
            return not isinstance(type_, ir.NumberType)


def _parameter(w: Writer) -> ir.Type:
    one = w.chance.choice(w.world.things())
    return w.chance.choice((one, replace(one, maybe=True), set_of(one), ir.NumberType(-3, 9), FLAG))


def _with_glimpses(w: Writer, flow: Flow, lines: list[str]) -> list[str]:
    """Let somebody look into a zone during an ask."""
    zones = [place for place, line in enumerate(lines) if line.startswith("zone ")]
    if flow.asks and w.chance.random() < 0.5:
        ask = w.chance.choice(list(flow.asks))
        env = flow.asks[ask].bind("you", PLAYER)
        lines[w.chance.choice(zones)] += f", seen by asked at {ask} when {w.flag(replace(env, depth=2))}"
    return lines


def _rules(w: Writer, flow: Flow) -> Iterator[list[str]]:
    for tick in flow.ticks:
        yield [f"at {tick}", f"    add 1 to {CLOCK} at most 12", f"at {tick} when {CLOCK} >= 10", "    end"]
    for step, env in flow.steps.items():
        yield from _at_step(w, step, env)
    for action in flow.actions:
        yield from _for_action(w, flow, action)
    if w.chance.random() < 0.4:
        item = w.chance.choice([item for item in flow.items if item not in flow.ticks])
        yield [f"skip {item} when {w.flag(replace(flow.items[item], depth=2))}"]
    yield from _scoring(w)


def _at_step(w: Writer, step: str, env: Env) -> Iterator[list[str]]:
    effects = Effects(w, Moment(is_step=True))
    for _ in range(w.chance.choice((1, 1, 1, 2))):
        inner = replace(env, depth=2)
        when = f" when {w.flag(inner)}" if w.chance.random() < 0.3 else ""
        lines = list(effects.lines(inner, w.chance.choice((1, 2))))
        shuffles = effects.shuffle(inner) if w.chance.random() < 0.3 else ()
        yield [f"at {step}{when}", *indented(iter([*lines, *shuffles]))]


def _for_action(w: Writer, flow: Flow, action: Action) -> Iterator[list[str]]:
    env = _common(flow, action)
    effects = Effects(w, Moment(is_step=False))
    is_pass = not action.arguments and bool(action.instead_of)
    required = list(_required(w, flow, action, env)) if not is_pass else []
    if is_pass and w.chance.random() < 0.3:
        required = [[f"for {action.name}", f"    require no legal {action.instead_of}"]]
    yield [*action.lines, *(required.pop(0) if required else [])]
    yield from required
    for _ in range(w.chance.choice((1, 1, 1, 2))):
        inner, at = env, ""
        if w.chance.random() < 0.3:
            ask = w.chance.choice(action.asks)
            bound = dict(flow.asks[ask].locals) | dict(action.arguments)
            inner, at = Env((("you", PLAYER), *bound.items()), depth=2), f" at {ask}"
        when = f" when {w.flag(inner)}" if w.chance.random() < 0.3 else ""
        lines = list(effects.lines(replace(inner, depth=2), w.chance.choice((1, 2))))
        yield [f"for {action.name}{at}{when}", *indented(iter(lines))]


def _common(flow: Flow, action: Action) -> Env:
    """The names that are bound at every ask that takes an action."""
    bound = [flow.asks[ask].locals for ask in action.asks]
    common = [pair for pair in bound[0] if all(pair in other for other in bound[1:])]
    return Env((("you", PLAYER), *common, *action.arguments))


def _required(w: Writer, flow: Flow, action: Action, env: Env) -> Iterator[list[str]]:
    """Requirements; what comes later may ask whether there is a legal answer by what came before."""
    before = tuple(a.name for a in flow.actions[: flow.actions.index(action)])
    for _ in range(w.chance.choice((0, 1, 1, 2))):
        inner = replace(env, no_legal=before)
        lets = []
        if w.chance.random() < 0.25:
            name, type_ = w.world.name("n"), w.chance.choice((NUMBER, set_of(some_element(w))))
            lets.append(f"    let {name} = {w.value(type_, inner)}")
            inner = inner.bind(name, type_)
        when = f" when {w.flag(env)}" if w.chance.random() < 0.3 else ""
        yield [f"for {action.name}{when}", *lets, f"    require {_requirement(w, action, inner)}"]


def _requirement(w: Writer, action: Action, env: Env) -> str:
    """A condition; often of the forms by which an engine narrows its lists."""
    things = [(name, type_) for name, type_ in action.arguments if isinstance(type_, ir.ThingType)]
    if not things or w.chance.random() < 0.4:
        return w.flag(env)
    name, type_ = w.chance.choice(things)
    whole = w.all_of(type_, env)
    other = next((o for o, t in things if t == type_ and o != name), name)
    more = f" {w.chance.choice(('and', 'or'))} {w.flag(env)}" if w.chance.random() < 0.4 else ""
    return w.chance.choice(
        (
            f"{name} in {whole}{more}",
            f"{{{name}, {other}}} in {whole}{more}",
            f"{{{name}, {other}}} meets {whole}",
            f"{name} not in {whole}{more}",
        )
    )


def _scoring(w: Writer) -> Iterator[list[str]]:
    side = w.world.side
    env = Env((("you", side),))
    for _ in range(w.chance.choice((1, 2, 3))):
        yield [_score(w, env)]
    for _ in range(w.chance.choice((0, 1, 2))):
        yield [_invariant(w)]
    ranks = [f"rank {w.value(NUMBER, replace(env, is_ranking=True))}" for _ in range(w.chance.choice((1, 2)))]
    if w.chance.random() < 0.5:
        of = some_element(w)
        whole = w.all_of(of, replace(env, depth=1))
        ranks.append(f"rank sorted({w.number(replace(env, depth=2).within(of))} over {whole})")
    yield [*ranks, *w.chance.choice(([], ["rank shared"]))]
    if w.world.has_sides:
        yield [_sides(w.world)]


def _score(w: Writer, env: Env) -> str:
    if w.chance.random() < 0.5:
        return f"score {w.number(env)}"
    of, name = some_element(w), w.world.name("k")
    return f"score for {name} in {w.all_of(of, replace(env, depth=2))}: {w.number(env.each(name, of))}"


def _invariant(w: Writer) -> str:
    if w.chance.random() < 0.5:
        return f"invariant {w.flag(Env())}"
    of, name = some_sets(w), w.world.name("k")
    return f"invariant for {name} in {w.all_of(of, Env(depth=2))}: {w.flag(Env().each(name, of))}"


def _sides(world: World) -> str:
    numbers = list(range(1, world.players + 1))
    parts: Iterable[list[int]] = ([n for n in numbers if n % 2], [n for n in numbers if n % 2 == 0])
    return "sides " + ", ".join(f"{{{', '.join(f'nth(players, {n})' for n in part)}}}" for part in parts)
