"""From rules to what each question costs: which moves are legal, what an answer or a step does, what is scored.

Every question has one bound, `MOST_STEPS`, whatever rules take part in it. What the flow does between two questions is
not known beforehand; so its items learn their steps, and engines add them up in play.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

from tilelaw_dsl import ir
from tilelaw_dsl.check.costs.count import Counter
from tilelaw_dsl.check.costs.sizes import Sizes
from tilelaw_dsl.check.costs.work import ENDLESS, Bound, Piece, Pieces, Work, bind, together
from tilelaw_dsl.check.expressions.scope import Notes
from tilelaw_dsl.check.world import World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.source import NOWHERE

ENTERED = 100
"""What it takes to come to an item of the flow at which nothing happens."""
SHOWN = 4
"""So many loops are shown in a message."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a part of a rule adds to a question."""

    rule: str
    work: Work
    times: int = 1
    """How often the question asks for it: scores once for each side."""

    @property
    def steps(self) -> int:
        """All its steps."""
        return min(self.times * (self.work.steps + sum(piece.steps for piece in self.work.pieces.values())), ENDLESS)

    @property
    def largest(self) -> Piece | None:
        """The piece that takes the most steps."""
        return max(self.work.pieces.values(), key=lambda piece: piece.steps, default=None)


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the rules answer at once, and the shares of rules in it."""

    about: str
    shares: tuple[Share, ...]

    @property
    def steps(self) -> int:
        """All its steps."""
        return min(sum(share.steps for share in self.shares), ENDLESS)


def judged(game: ir.Game, notes: Notes, world: World, report: Report) -> ir.Game:
    """Return a game with the steps of its rules and flow; report the questions that may take too many."""
    defines = {define.name: define for define in game.defines}
    sizes = Sizes(notes, defines, {board.name: board for board in game.boards})
    counter = Counter(sizes, defines, {zone.name: world.pieces(zone) for zone in game.zones})
    asker = _Asker(game, counter)
    questions = [*asker.listings(), *asker.answers(), *asker.steps(), asker.scores(), asker.invariants()]
    questions += [asker.entering(item) for item in ir.flow_items(game.flow)]
    for question in questions:
        if question.steps > ir.MOST_STEPS:
            _report(question, notes, report)
    rules = tuple(replace(rule, cost=_of_rule(rule.id, questions)) for rule in game.rules)
    return replace(game, rules=rules, flow=asker.flow(game.flow))


def _of_rule(rule: str, questions: Iterable[Question]) -> int:
    """Return the steps of a rule in the question in which it takes the most."""
    return max((sum(s.steps for s in question.shares if s.rule == rule) for question in questions), default=0)


class _Asker:
    """Puts together what rules take part in a question."""

    def __init__(self, game: ir.Game, counter: Counter) -> None:
        self._game = game
        self._counter = counter
        self._actions = {action.name: action for action in game.actions}
        self._asks = [item for item in ir.flow_items(game.flow) if isinstance(item, ir.Ask)]
        self._sides = len(game.sides.sides) if game.sides else game.players

    def listings(self) -> Iterable[Question]:
        """Yield for each ask the listing of its moves."""
        for ask in self._asks:
            shares = [share for name in ask.actions for share in self._listing(ask, self._actions[name])]
            yield Question(f"to list the answers to `{ask.name}`", tuple(shares))

    def _listing(self, ask: ir.Ask, action: ir.Action) -> Iterable[Share]:
        required = [r for r in self._game.requirements if r.action == action.name and r.ask in (None, ask.name)]
        yield Share(action.rule, self._candidates(action, 1 + len(required)))
        for one in required:
            work = self._counter.work(one.condition)
            for let in reversed(one.lets):
                work = self._counter.let(let, work)
            work = together([work, self._counter.work(one.when)])
            own = {self._counter.key(id(one)): Piece(one.condition, work.steps, work.names)}
            yield Share(one.rule, Work(1, work.names, self._tried(action, {**work.pieces, **own})))

    def _candidates(self, action: ir.Action, steps: int) -> Work:
        """Return the work of trying all values of all arguments."""
        counter = self._counter
        works = [counter.all([one.domain, *one.within], 1) for one in action.arguments]
        works.append(counter.all([same.when for same in action.same], steps))
        names: set[str] = set()
        pieces: dict[int, Piece] = {}
        for place, work in enumerate(works):
            node = action.arguments[min(place, len(works) - 2)].domain if action.arguments else action
            pieces |= work.pieces
            pieces[counter.key("candidates", action.name, place)] = Piece(node, work.steps, frozenset(names))
            names |= {action.arguments[place].name} if place < len(action.arguments) else set()
        return Work(1, frozenset(), self._tried(action, pieces))

    def _tried(self, action: ir.Action, pieces: Pieces) -> Pieces:
        """Return pieces that read arguments as they are outside, where these take all their values."""
        for place, one in reversed(list(enumerate(action.arguments))):
            sizes, of = self._counter.sizes, self._counter.work(one.domain)
            times = min(map(sizes.most, (one.domain, *one.within)))
            key = partial(self._counter.key, "tried", action.name, place)
            pieces = bind(one.name, Bound(one.domain, of.names, times), pieces, key)
        return pieces

    def answers(self) -> Iterable[Question]:
        """Yield for each answer what it does."""
        for ask in self._asks:
            for action in ask.actions:
                triggers = (ir.AfterAnswer(action, None), ir.AfterAnswer(action, ask.name))
                yield Question(f"to let `{action}` take effect", self._consequences(triggers))

    def steps(self) -> Iterable[Question]:
        """Yield for each step what it does."""
        for item in ir.flow_items(self._game.flow):
            if isinstance(item, ir.Step):
                yield Question(f"at `{item.name}`", self._consequences((ir.AtStep(item.name),)))

    def _consequences(self, triggers: tuple[ir.Trigger, ...]) -> tuple[Share, ...]:
        there = [one for one in self._game.consequences if one.trigger in triggers]
        counter = self._counter
        return tuple(Share(c.rule, together([counter.work(c.when), counter.effects(c.effects)])) for c in there)

    def scores(self) -> Question:
        """Return the scoring and ranking of all sides."""
        shares = [Share(one.rule, self._for_each(one, one.each, one.points), self._sides) for one in self._game.scores]
        for line in self._game.ranks:
            if not isinstance(line, ir.RankShared):
                shares.append(Share(line.rule, self._counter.work(line.value), self._sides))
        return Question("to score", tuple(shares))

    def invariants(self) -> Question:
        """Return the test of all invariants."""
        held = [Share(one.rule, self._for_each(one, one.each, one.condition)) for one in self._game.invariants]
        return Question("to see whether all that always holds does hold", tuple(held))

    def _for_each(self, node: ir.Node, each: ir.Elements | None, body: ir.Expr) -> Work:
        if each is None:
            return self._counter.work(body)
        return self._counter.repeated(node, each.element, each.over, self._counter.work(body))

    def entering(self, item: ir.FlowItem) -> Question:
        """Return what it takes to come to an item of the flow, its rules apart."""
        counter = self._counter
        shares = [Share(skip.rule, counter.work(skip.when)) for skip in item.skips]
        match item:
            case ir.Step(when=when):
                shares.append(Share("", counter.work(when)))
            case ir.Ask(when=when, of=of):
                shares.append(Share("", counter.all([when, of])))
            case ir.Repeat(test=test, bindings=bindings):
                shares.append(Share("", counter.all([test, *bindings])))
            case ir.Each(element=element, over=over, when=when):
                shares.append(Share("", counter.repeated(item, element, over, counter.work(when))))
        return Question(f"to come to `{item.name}`", tuple(shares))

    def flow(self, items: tuple[ir.FlowItem, ...]) -> tuple[ir.FlowItem, ...]:
        """Return items of the flow that know their steps."""
        return tuple(map(self._item, items))

    def _item(self, item: ir.FlowItem) -> ir.FlowItem:
        steps = ENTERED + self.entering(item).steps
        match item:
            case ir.Step(name):
                here = self._consequences((ir.AtStep(name),))
                return replace(item, steps=steps + sum(share.steps for share in here))
            case ir.Ask(branches=branches):
                inner = tuple(replace(branch, items=self.flow(branch.items)) for branch in branches)
                return replace(item, steps=steps, branches=inner)
            case ir.Repeat(items=items):
                return replace(item, steps=steps, items=self.flow(items))
            case ir.Each(items=items, over=over):
                again = ENTERED + Share("", self._counter.work(over)).steps
                return replace(item, steps=steps, again=again, items=self.flow(items))


def _report(question: Question, notes: Notes, report: Report) -> None:
    """Report a question that may take too many steps, at the expression that takes most of them."""
    worst = max(question.shares, key=lambda share: share.steps)
    piece = worst.largest
    while piece is not None and id(piece.node) not in notes:  # what a node was made of stands for it
        piece = next((replace(piece, node=part) for part in ir.walk(piece.node) if id(part) in notes), None)
    whose = f"rule `{worst.rule}`" if worst.rule else "the flow"
    message = (
        f"{whose} may take {_figure(worst.steps)} steps {question.about}; there are {_figure(ir.MOST_STEPS)} for all"
    )
    if piece is None:
        report.add(Code.TOO_COSTLY, message, NOWHERE, rule=worst.rule)
        return
    if piece.loops:
        figures = [_figure(number) for _, number in piece.loops]
        shown = [*figures[:SHOWN], "…", figures[-1]] if len(figures) > SHOWN + 1 else figures
        message = f"this is worked out {' x '.join(shown)} times: {message}"
    loops = [(over, number) for over, number in piece.loops if id(over) in notes][:SHOWN]
    labels = [(notes[id(over)].span, f"{_figure(number)} of these") for over, number in loops]
    hint = _hint(len(piece.loops))
    report.add(Code.TOO_COSTLY, message, notes[id(piece.node)].span, labels=labels, hint=hint, rule=worst.rule)


def _hint(loops: int) -> str:
    if loops == 0:
        return "definitions call each other twice and more, each time with other arguments: call each of them once"
    if loops == 1:
        return "narrow the set, or ask for less of each of its elements"
    return "narrow one of these sets, or take out of the inner one what does not depend on the outer element"


def _figure(number: int) -> str:
    """Return a number with its thousands apart; one that is too large to tell as such."""
    return f"{number:,}".replace(",", " ") if number < ENDLESS else "endlessly many"
