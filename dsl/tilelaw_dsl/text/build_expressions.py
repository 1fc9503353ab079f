"""From grammar productions to syntax nodes, inside a line: lists, arms and expressions, one method per production.
`build` adds the productions that begin a line. Children arrive as nodes, as tuples of nodes, or as tokens; an
optional part that was not written arrives as `None`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilelaw_dsl import syntax as s
from tilelaw_dsl.source import Source, Span

Parts = list[Any]
"""What a production is made of; the grammar, not Python, knows the types."""


class ExpressionBuilder:
    """Makes the nodes of one source that stand inside a line; knows how a production finds its method."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def span(self, start: int, end: int) -> Span:
        """Return a span without the blanks and line ends at its end."""
        text = self.source.text[start:end]
        return Span(self.source, start, start + len(text.rstrip()))

    def word(self, token: Any) -> Any:
        """Return a token as a word; nothing stays nothing."""
        if token is None:
            return None
        span = Span(self.source, token.start_pos, token.end_pos)
        return s.Word(text=str(token).strip('"'), span=span)

    def words(self, tokens: Parts) -> tuple[s.Word, ...]:
        """Return tokens as words."""
        return tuple(s.Word(text=str(t), span=Span(self.source, t.start_pos, t.end_pos)) for t in tokens)

    def build(self, production: str, parts: Parts, span: Span) -> Any:
        """Return what one production means."""
        maker: Callable[[Parts, Span], Any] = getattr(self, "_" + production)
        return maker(parts, span)

    # ---- lists and arms

    def _tuple(self, p: Parts, _at: Span) -> tuple[Any, ...]:
        return tuple(p)

    _args = _typed_names = _types = _arms = _values = _tuple

    def _paths(self, p: Parts, _at: Span) -> tuple[s.Word, ...]:
        return self.words(p)

    _names = _ids = _paths

    def _arm(self, p: Parts, at: Span) -> s.Arm:
        return s.Arm(value=p[0], result=p[1], span=at)

    def _arm_name(self, p: Parts, _at: Span) -> Any:
        return self.word(p[0])

    _arm_int = _arm_name

    def _arm_else(self, _p: Parts, _at: Span) -> None:
        return None

    # ---- expressions

    def _choose(self, p: Parts, at: Span) -> s.If:
        return s.If(condition=p[0], then=p[1], otherwise=p[2], span=at)

    def _either(self, p: Parts, at: Span) -> s.Or:
        return s.Or(left=p[0], right=p[1], span=at)

    def _both(self, p: Parts, at: Span) -> s.And:
        return s.And(left=p[0], right=p[1], span=at)

    def _negated(self, p: Parts, at: Span) -> s.Not:
        return s.Not(of=p[0], span=at)

    def _compare(self, p: Parts, at: Span) -> s.Compare:
        return s.Compare(operator=s.Comparison(p[1]), left=p[0], right=p[2], span=at)

    def _inside(self, p: Parts, at: Span) -> s.Compare:
        return s.Compare(operator=s.SetTest.IN, left=p[0], right=p[1], span=at)

    def _outside(self, p: Parts, at: Span) -> s.Compare:
        return s.Compare(operator=s.SetTest.NOT_IN, left=p[0], right=p[1], span=at)

    def _meets(self, p: Parts, at: Span) -> s.Compare:
        return s.Compare(operator=s.SetTest.MEETS, left=p[0], right=p[1], span=at)

    def _some(self, p: Parts, at: Span) -> s.Quantified:
        return s.Quantified(how=s.Quantifier.SOME, of=p[0], span=at)

    def _nothing_in(self, p: Parts, at: Span) -> s.Quantified:
        return s.Quantified(how=s.Quantifier.NO, of=p[0], span=at)

    def _exactly_one(self, p: Parts, at: Span) -> s.Quantified:
        return s.Quantified(how=s.Quantifier.ONE, of=p[0], span=at)

    def _no_legal(self, p: Parts, at: Span) -> s.NoLegal:
        return s.NoLegal(action=self.word(p[0]), span=at)

    def _binary(self, p: Parts, at: Span) -> s.Binary:
        is_of_sets = p[1] in set(s.SetOperator)
        operator = s.SetOperator(p[1]) if is_of_sets else s.ArithmeticOperator(p[1])
        return s.Binary(operator=operator, left=p[0], right=p[2], span=at)

    _bound = _binary

    def _negative(self, p: Parts, at: Span) -> s.Negative:
        return s.Negative(of=p[1], span=at)

    def _count(self, p: Parts, at: Span) -> s.Count:
        return s.Count(of=p[0], span=at)

    def _post(self, p: Parts, at: Span) -> s.Narrow:
        how, element, by = p[1]
        return s.Narrow(of=p[0], how=how, element=element, by=by, span=at)

    def _narrow(self, p: Parts, _at: Span) -> tuple[s.Narrowing, None, s.Expr]:
        return s.Narrowing.WHERE, None, p[0]

    def _narrow_named(self, p: Parts, _at: Span) -> tuple[s.Narrowing, Any, s.Expr]:
        return s.Narrowing.WHERE, self.word(p[0]), p[1]

    def _narrow_highest(self, p: Parts, _at: Span) -> tuple[s.Narrowing, None, s.Expr]:
        return s.Narrowing.HIGHEST, None, p[0]

    def _narrow_lowest(self, p: Parts, _at: Span) -> tuple[s.Narrowing, None, s.Expr]:
        return s.Narrowing.LOWEST, None, p[0]

    def _field_of(self, p: Parts, at: Span) -> s.Field:
        return s.Field(of=p[0], field=self.word(p[1]), span=at)

    def _integer(self, p: Parts, at: Span) -> s.Integer:
        return s.Integer(value=int(p[0]), span=at)

    def _integers(self, p: Parts, at: Span) -> s.Integers:
        low, high = bounds(p[0])
        return s.Integers(low=low, high=high, span=at)

    def _name(self, p: Parts, at: Span) -> s.Name:
        return s.Name(text=str(p[0]), span=at)

    def _call(self, p: Parts, at: Span) -> s.Call:
        return s.Call(function=self.word(p[0]), arguments=p[1], span=at)

    def _grouped(self, p: Parts, at: Span) -> s.Grouped:
        return s.Grouped(inner=p[0], span=at)

    def _set_of(self, p: Parts, at: Span) -> s.SetOf:
        return s.SetOf(elements=p[0] or (), span=at)

    def _fold(self, p: Parts, at: Span) -> s.Fold:
        how = s.FoldOperator(p[0])
        return s.Fold(how=how, body=p[1], element=self.word(p[2]), over=p[3], span=at)

    def _match(self, p: Parts, at: Span) -> s.Match:
        return s.Match(of=p[0], arms=p[1], span=at)


def bounds(token: Any) -> tuple[int, int]:
    """Return both ends of a written range."""
    low, high = str(token).split("..")
    return int(low), int(high)
