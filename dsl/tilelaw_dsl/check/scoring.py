"""From rules to IR: how a game is won, and what always holds: the `score`, `rank`, `sides` and `invariant` lines.
`rules` hands them over; nothing in them changes a position or refuses an answer.
"""

from __future__ import annotations

from dataclasses import replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check import types
from tilelaw_dsl.check.infer import Expressions, as_written
from tilelaw_dsl.check.scope import Env
from tilelaw_dsl.codes import Code
from tilelaw_dsl.layers.merge import MergedRule


class Scoring:
    """Types the score and rank lines, the sides and the invariants of one ruleset. Every method adds to the
    results and returns what the line costs."""

    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        self.scores: list[ir.ScoreLine] = []
        self.ranks: list[ir.RankLine] = []
        self.sides: ir.SidesLine | None = None
        self.invariants: list[ir.Invariant] = []

    def add_score(self, rule: MergedRule, clause: s.Score) -> int:
        """Type a score line."""
        each, env, times = self._each(clause.each, self._scored())
        points = self.e.number(clause.points, env)
        if each is not None and not isinstance(each.type, ir.ThingType | ir.NumberType):
            self.e.complain(Code.NO_SINGLE_VALUE, "a score line is keyed by a thing or a number", clause.span)
        if any((line.rule, line.each) == (rule.id.text, None) for line in self.scores):
            self.e.complain(
                Code.TWO_SCORES,
                f"rule `{rule.id.text}` has two score lines",
                clause.span,
                hint="give each a rule of its own",
            )
        if each is not None or clause.each is None:
            self.scores.append(ir.ScoreLine(rule.id.text, each, points.node, as_written(clause.points)))
        return points.cost * times

    def add_rank(self, rule: MergedRule, clause: s.Rank) -> int:
        """Type a rank line."""
        if clause.value is None:
            self.ranks.append(ir.RankShared(rule.id.text))
            return 0
        value = self.e.infer(clause.value, replace(self._scored(), ranking=True))
        if value.type is not None and not isinstance(value.type, ir.NumberType | ir.ListType):
            self.e.complain(
                Code.NO_NUMBER,
                f"sides are ranked by a number or a list of numbers, not {types.show(value.type)}",
                clause.value.span,
            )
        if any(isinstance(line, ir.RankShared) for line in self.ranks):
            self.e.complain(Code.SHARED_NOT_LAST, "`rank shared` comes last", clause.span)
        line = ir.RankByList if isinstance(value.type, ir.ListType) else ir.RankByNumber
        self.ranks.append(line(rule.id.text, value.node))
        return value.cost

    def add_sides(self, rule: MergedRule, clause: s.Sides) -> int:
        """Type who plays together."""
        players: list[int] = []
        nodes = []
        for one in clause.sides:
            found = self.e.set(one, Env())
            nodes.append(found.node)
            if isinstance(found.node, ir.SetOf):
                players += [
                    n.place.value
                    for n in found.node.elements
                    if isinstance(n, ir.Nth) and isinstance(n.place, ir.Number)
                ]
        if sorted(players) != list(range(1, self.e.world.players + 1)):
            self.e.complain(
                Code.BAD_SIDES,
                "sides name every player once",
                clause.span,
                hint="write them as `{nth(players, 1), nth(players, 3)}, …`",
            )
        if self.sides is not None:
            self.e.complain(Code.BAD_SIDES, "sides are declared twice", clause.span)
        self.sides = ir.SidesLine(rule.id.text, tuple(nodes))
        return 1

    def add_invariant(self, rule: MergedRule, clause: s.Invariant) -> int:
        """Type what always holds."""
        each, env, times = self._each(clause.each, Env())
        condition = self.e.condition(clause.condition, env)
        text = as_written(clause.condition)
        self.invariants.append(ir.Invariant(rule.id.text, each, condition.node, text))
        return condition.cost * times

    def _each(self, each: s.Elements | None, env: Env) -> tuple[ir.Elements | None, Env, int]:
        """Return the elements of a line (none after a report), its scope, and how often it counts."""
        if each is None:
            return None, env, 1
        found = self.e.set(each.of, env)
        if not isinstance(found.type, ir.SetType):
            return None, env.bind(each.element.text, None), 1
        name, inner = self.e.element(each.element, found.type.of, env)
        return ir.Elements(name, found.type.of, found.node), inner, found.type.most

    def _scored(self) -> Env:
        return Env({"you": types.SIDE if self.e.world.has_sides else types.PLAYER})
