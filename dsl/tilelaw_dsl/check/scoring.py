"""From rules to IR: how a game is won, and what always holds: the `score`, `rank`, `sides` and `invariant` lines.
`rules` hands them over; nothing in them changes a position or refuses an answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.infer import as_written
from tilelaw_dsl.check.expressions.scope import Env, Scope, bind_element
from tilelaw_dsl.codes import Code


@dataclass
class Scoring:
    """The score and rank lines, the sides and the invariants found so far. Every `add_` types one more line."""

    scores: list[ir.ScoreLine] = field(default_factory=list)
    ranks: list[ir.RankLine] = field(default_factory=list)
    sides: ir.SidesLine | None = None
    invariants: list[ir.Invariant] = field(default_factory=list)

    def add_score(self, scope: Scope, clause: s.Score) -> None:
        """Type a score line."""
        each, env = _each(scope, clause.each, _scored(scope))
        points = expect.number(scope, clause.points, env)
        if each is not None and not isinstance(each.type, ir.ThingType | ir.NumberType):
            scope.error(Code.NO_SINGLE_VALUE, "a score line is keyed by a thing or a number", clause.span)
        if any((line.rule, line.each) == (scope.rule, None) for line in self.scores):
            scope.error(
                Code.TWO_SCORES,
                f"rule `{scope.rule}` has two score lines",
                clause.span,
                hint="give each a rule of its own",
            )
        if each is not None or clause.each is None:
            self.scores.append(ir.ScoreLine(scope.rule, each, points.node, as_written(clause.points)))

    def add_rank(self, scope: Scope, clause: s.Rank) -> None:
        """Type a rank line."""
        if clause.value is None:
            shared = ir.RankShared(scope.rule)
            scope.remember(shared, clause.span)
            self.ranks.append(shared)
            return
        value = scope.infer(clause.value, replace(_scored(scope), ranking=True))
        if value.type is not None and not isinstance(value.type, ir.NumberType | ir.ListType):
            scope.error(
                Code.NO_NUMBER,
                f"sides are ranked by a number or a list of numbers, not {types.show(value.type)}",
                clause.value.span,
            )
        last = next((line for line in self.ranks if isinstance(line, ir.RankShared)), None)
        if last is not None:
            note = scope.notes.get(id(last))
            hint = "write it above that line"
            if last.rule != scope.rule:
                hint = f"put it into `amend rule {last.rule}`: this line, and then `rank shared` again"
            labels = [(note.span, "nothing is decided after this")] if note is not None else []
            scope.error(Code.SHARED_NOT_LAST, "`rank shared` comes last", clause.span, hint=hint, labels=labels)
        line = ir.RankByList if isinstance(value.type, ir.ListType) else ir.RankByNumber
        self.ranks.append(line(scope.rule, value.node))

    def add_sides(self, scope: Scope, clause: s.Sides) -> None:
        """Type who plays together."""
        players: list[int] = []
        nodes = []
        for one in clause.sides:
            found = expect.set_(scope, one, Env())
            nodes.append(found.node)
            if isinstance(found.node, ir.SetOf):
                players += [
                    n.place.value
                    for n in found.node.elements
                    if isinstance(n, ir.Nth) and isinstance(n.place, ir.Number)
                ]
        if sorted(players) != list(range(1, scope.world.players + 1)):
            scope.error(
                Code.BAD_SIDES,
                "sides name every player once",
                clause.span,
                hint=_who_is_missing(players, scope.world.players),
            )
        if self.sides is not None:
            scope.error(Code.BAD_SIDES, "sides are declared twice", clause.span)
        self.sides = ir.SidesLine(scope.rule, tuple(nodes))

    def add_invariant(self, scope: Scope, clause: s.Invariant) -> None:
        """Type what always holds."""
        each, env = _each(scope, clause.each, Env())
        condition = expect.condition(scope, clause.condition, env)
        text = as_written(clause.condition)
        self.invariants.append(ir.Invariant(scope.rule, each, condition.node, text))


def _each(scope: Scope, each: s.Elements | None, env: Env) -> tuple[ir.Elements | None, Env]:
    """Return the elements of a line (none after an error) and the names bound in it."""
    if each is None:
        return None, env
    found = expect.set_(scope, each.of, env)
    if not isinstance(found.type, ir.SetType):
        return None, env.bind(each.element.text, None)
    name, inner = bind_element(scope, each.element, found.type.of, env)
    return ir.Elements(name, found.type.of, found.node), inner


def _scored(scope: Scope) -> Env:
    return Env({"you": types.SIDE if scope.world.has_sides else types.PLAYER})


def _who_is_missing(named: list[int], players: int) -> str:
    """Return what to do about sides that are not made of all players."""
    if sorted(named) == list(range(1, len(named) + 1)):
        return f"these sides are for {len(named)}: say so with a line `players {len(named)}` in the layer"
    return f"each of nth(players, 1) to nth(players, {players}) stands in one side: `{{nth(players, 1), …}}, …`"
