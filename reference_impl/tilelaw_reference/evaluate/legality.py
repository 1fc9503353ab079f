"""Which answers the rules allow, and why they refuse the others.

An answer is legal when the due ask takes it from this player, every argument lies in its domain, and no
requirement fails. Requirements have no order: `refusals` checks each one that applies and returns all that fail;
`answers` only asks whether any fails.

`answers` goes through the domains argument by argument. `Argument.within` only saves time there: it holds sets in
which some requirement wants the argument anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator
from random import Random

from tilelaw_dsl import ir
from tilelaw_reference.evaluate.evaluator import NO_HANDLERS, Evaluator
from tilelaw_reference.model.move import Facts, Move, Rejection, Tested
from tilelaw_reference.model.position import Question
from tilelaw_reference.model.values import Env, Value, as_elements, canonical, order


def bindings_of(question: Question, move: Move) -> Env:
    """Return what is bound while an answer is judged and takes effect."""
    return {**question.bindings, **move.arguments, "you": move.player}


def answers(here: Evaluator) -> Iterator[Move]:
    """Yield the legal answers to the due ask: actions in the ask's order, arguments in canonical order."""
    due = here.position.due
    if isinstance(due, Question):
        for action in here.rules.asks[due.ask].actions:
            yield from _answers_by(here, due, here.rules.actions[action])


def _answers_by(here: Evaluator, question: Question, action: ir.Action) -> Iterator[Move]:
    checks = [_Check(here, action, r) for r in here.rules.requirements(action.name, question.ask)]
    for env in _candidates(here, action.arguments, {**question.bindings, "you": question.player}):
        # `given` is ignored: it excuses a requirement only when another one fails.
        if _is_canonical(here, action, env) and not any(check.fails(env) for check in checks):
            yield Move(question.player, action.name, tuple([(a.name, env[a.name]) for a in action.arguments]))


class _Check:
    """A requirement with a cache by the arguments it reads: most candidates differ in other arguments only."""

    def __init__(self, here: Evaluator, action: ir.Action, requirement: ir.Requirement) -> None:
        self._here = here
        self._requirement = requirement
        read = here.rules.names_required(requirement)
        self._names = [argument.name for argument in action.arguments if argument.name in read]
        self._known: dict[Hashable, bool] = {}

    def fails(self, env: Env) -> bool:
        """Return whether the requirement is not met."""
        key = tuple([env[name] for name in self._names])
        failing = self._known.get(key)
        if failing is None:
            failing = self._known[key] = _fails(self._here, self._requirement, env)
        return failing


def _candidates(here: Evaluator, arguments: tuple[ir.Argument, ...], env: Env) -> Iterator[Env]:
    if not arguments:
        yield env
        return
    argument, *others = arguments
    for value in _values(here, argument, env):
        yield from _candidates(here, tuple(others), {**env, argument.name: value})


def _values(here: Evaluator, argument: ir.Argument, env: Env) -> list[Value]:
    """Return the values an argument can have in a legal answer, in canonical order."""
    values = frozenset(as_elements(here.value(argument.domain, env)))
    for wanted in argument.within:
        values = values.intersection(as_elements(here.value(wanted, env)))
    return canonical(values)


def sampled(here: Evaluator, chance: Random) -> Move | None:
    """Return some legal answer without listing all, or nothing when the attempt ends in an illegal one.

    Arguments are chosen one after the other, so answers are not equally likely.
    """
    move = _drawn(here, chance, _values)
    if move is None:
        return None
    due = here.position.due
    assert isinstance(due, Question), "an answer was drawn"
    move = normalised(here, due, move)
    return move if not refusals(here, move) else None


def guessed(here: Evaluator, chance: Random) -> Move | None:
    """Return an answer out of its domains, legal or not, or nothing where a domain is empty."""
    return _drawn(here, chance, _domain)


def _domain(here: Evaluator, argument: ir.Argument, env: Env) -> list[Value]:
    """Return all values of an argument, in canonical order."""
    return canonical(frozenset(as_elements(here.value(argument.domain, env))))


def _drawn(
    here: Evaluator, chance: Random, values_of: Callable[[Evaluator, ir.Argument, Env], list[Value]]
) -> Move | None:
    """Return an answer made of values drawn one after the other, or nothing where there are none."""
    due = here.position.due
    assert isinstance(due, Question), "only an ask has answers"
    action = here.rules.actions[chance.choice(here.rules.asks[due.ask].actions)]
    env = {**due.bindings, "you": due.player}
    for argument in action.arguments:
        values = values_of(here, argument, env)
        if not values:
            return None
        env = {**env, argument.name: chance.choice(values)}
    return Move(due.player, action.name, tuple((a.name, env[a.name]) for a in action.arguments))


def _is_canonical(here: Evaluator, action: ir.Action, env: Env) -> bool:
    """Return whether an answer is spelled as it is listed."""
    return not any(
        order(env[same.second]) < order(env[same.first]) and here.holds(same.when, env) for same in action.same
    )


def _fails(here: Evaluator, requirement: ir.Requirement, env: Env) -> bool:
    return here.holds(requirement.when, env) and not here.holds(
        requirement.condition, _with_lets(here, requirement, env)
    )


def _with_lets(here: Evaluator, requirement: ir.Requirement, env: Env) -> Env:
    for let in requirement.lets:
        env = {**env, let.name: here.value(let.value, env)}
    return env


def normalised(here: Evaluator, question: Question, move: Move) -> Move:
    """Return the canonical spelling of an answer, whose arguments must be in their domains.

    A swap puts the smaller value into the earlier argument, so however many there are, they come to an end.
    """
    for same in here.rules.actions[move.action].same:
        arguments = move.arguments
        first, second = arguments[same.first], arguments[same.second]
        if order(second) < order(first) and here.holds(same.when, bindings_of(question, move)):
            swapped = {**arguments, same.first: second, same.second: first}
            return normalised(here, question, Move(move.player, move.action, tuple(swapped.items())))
    return move


def refusals(here: Evaluator, move: Move) -> tuple[Rejection, ...]:
    """Return every reason why a move is refused; none when it is legal."""
    due = here.position.due
    if not isinstance(due, Question) or move.player != due.player:
        who = f"player {due.player + 1} is asked" if isinstance(due, Question) else "nobody is asked"
        return (Rejection(ir.NOT_ASKED, move.action, who, move.player),)
    actions = here.rules.asks[due.ask].actions
    if move.action not in actions:
        wanted = " or ".join(f"`{action}`" for action in actions)
        return (Rejection(ir.NOT_ASKED, move.action, f"the ask `{due.ask}` takes {wanted}", move.player),)
    misplaced = _outside(here, due, move)
    if misplaced is None:
        move = normalised(here, due, move)
        misplaced = _outside(here, due, move)
    return _failing(here, due, move) if misplaced is None else (misplaced,)


def _outside(here: Evaluator, question: Question, move: Move) -> Rejection | None:
    """Return the refusal of the first argument outside its domain; later domains may depend on it."""
    action = here.rules.actions[move.action]
    env = {**question.bindings, "you": move.player}
    for argument, (name, value) in zip(action.arguments, move.values, strict=True):
        if value not in as_elements(here.value(argument.domain, env)):
            return _misplaced(action, move.player, name, value)
        env = {**env, name: value}
    return None


def _misplaced(action: ir.Action, player: int, name: str, value: Value) -> Rejection:
    text = f"`{name}` is none of the values it can have"
    return Rejection(action.rule, action.name, text, player, name, lambda: ((name, value),))


def _failing(here: Evaluator, question: Question, move: Move) -> tuple[Rejection, ...]:
    env = bindings_of(question, move)
    requirements = here.rules.requirements(move.action, question.ask)
    failing = (requirement for requirement in requirements if _fails(here, requirement, env))
    return tuple(_rejection(here, requirement, move.player, env) for requirement in failing)


def _rejection(here: Evaluator, requirement: ir.Requirement, player: int, env: Env) -> Rejection:
    def evidence() -> Facts:
        return _facts(here, requirement, env)

    return Rejection(requirement.rule, requirement.action, requirement.text, player, evidence=evidence)


def _facts(here: Evaluator, requirement: ir.Requirement, env: Env) -> Facts:
    inner = _with_lets(here, requirement, env)
    return tuple((part.text, here.value(part.value, inner)) for part in requirement.parts)


def tested(here: Evaluator, move: Move, rules: Container[str]) -> tuple[Tested, ...]:
    """Return the requirements of some rules that apply to an answer out of its domains, met or not."""
    due = here.position.due
    assert isinstance(due, Question), "only an ask has answers"
    env = bindings_of(due, normalised(here, due, move))
    found = []
    for each in here.rules.requirements(move.action, due.ask):
        if each.rule in rules and here.holds(each.when, env):
            inner = _with_lets(here, each, env)
            found.append(Tested(each, here.holds(each.condition, inner), inner))
    return tuple(found)


def _no_legal(here: Evaluator, node: ir.NoLegal, _env: Env) -> bool:
    """Return whether the action has no legal answer; an action that is not asked for has none."""
    due = here.position.due
    if not isinstance(due, Question) or node.action not in here.rules.asks[due.ask].actions:
        return True
    action = here.rules.actions[node.action]
    return here.once(("no legal", action.name), lambda: not any(_answers_by(here, due, action)))


HANDLERS = NO_HANDLERS.on(ir.NoLegal, _no_legal)
