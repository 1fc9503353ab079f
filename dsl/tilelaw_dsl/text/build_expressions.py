"""From grammar productions to syntax nodes, inside a line: lists, arms and expressions. `PRODUCTIONS` says for each
production of the grammar what it builds; `build_statements` has those that begin a line.

A production is given its parts, `p`, and its place, `at`. Parts arrive as nodes, as tuples of nodes, or as tokens; an
optional part that was not written arrives as `None`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tilelaw_dsl import syntax as s
from tilelaw_dsl.source import Span

Parts: TypeAlias = list[Any]
"""What a production is made of; the grammar, not Python, knows the types."""

Production: TypeAlias = Callable[[Parts, Span], Any]


def word(token: Any, at: Span) -> Any:
    """Return a token of the text at `at` as a word; nothing stays nothing."""
    if token is None:
        return None
    return s.Word(text=str(token).strip('"'), span=Span(at.source, token.start_pos, token.end_pos))


def bounds(token: Any) -> tuple[int, int]:
    """Return both ends of a written range."""
    low, high = str(token).split("..")
    return int(low), int(high)


def _list(p: Parts, _at: Span) -> tuple[Any, ...]:
    return tuple(p)


def _words(p: Parts, at: Span) -> tuple[s.Word, ...]:
    return tuple(word(token, at) for token in p)


def _integers(p: Parts, at: Span) -> s.Integers:
    low, high = bounds(p[0])
    return s.Integers(low=low, high=high, span=at)


PRODUCTIONS: dict[str, Production] = {
    # ---- lists and arms
    "args": _list,
    "typed_names": _list,
    "types": _list,
    "arms": _list,
    "values": _list,
    "paths": _words,
    "names": _words,
    "ids": _words,
    "arm": lambda p, at: s.Arm(value=p[0], result=p[1], span=at),
    "arm_name": lambda p, at: word(p[0], at),
    "arm_int": lambda p, at: word(p[0], at),
    "arm_else": lambda _p, _at: None,
    # ---- conditions
    "choose": lambda p, at: s.If(condition=p[0], then=p[1], otherwise=p[2], span=at),
    "either": lambda p, at: s.Or(left=p[0], right=p[1], span=at),
    "both": lambda p, at: s.And(left=p[0], right=p[1], span=at),
    "negated": lambda p, at: s.Not(of=p[0], span=at),
    "compare": lambda p, at: s.Compare(operator=s.Comparison(p[1]), left=p[0], right=p[2], span=at),
    "inside": lambda p, at: s.Compare(operator=s.SetTest.IN, left=p[0], right=p[1], span=at),
    "outside": lambda p, at: s.Compare(operator=s.SetTest.NOT_IN, left=p[0], right=p[1], span=at),
    "meets": lambda p, at: s.Compare(operator=s.SetTest.MEETS, left=p[0], right=p[1], span=at),
    "some": lambda p, at: s.Quantified(how=s.Quantifier.SOME, of=p[0], span=at),
    "nothing_in": lambda p, at: s.Quantified(how=s.Quantifier.NO, of=p[0], span=at),
    "exactly_one": lambda p, at: s.Quantified(how=s.Quantifier.ONE, of=p[0], span=at),
    "every": lambda p, at: s.Every(element=word(p[0], at), of=p[1], condition=p[2], span=at),
    "no_legal": lambda p, at: s.NoLegal(action=word(p[0], at), span=at),
    # ---- values
    "arithmetic": lambda p, at: s.Binary(operator=s.ArithmeticOperator(p[1]), left=p[0], right=p[2], span=at),
    "set_algebra": lambda p, at: s.Binary(operator=s.SetOperator(p[1]), left=p[0], right=p[2], span=at),
    "negative": lambda p, at: s.Negative(of=p[1], span=at),
    "count": lambda p, at: s.Count(of=p[0], span=at),
    "narrow": lambda p, at: s.Narrow(of=p[0], element=word(p[1], at), condition=p[2], span=at),
    "tied": lambda p, at: s.Tied(of=p[0], element=word(p[1], at), which=s.Extreme(p[2]), key=p[3], span=at),
    "field_of": lambda p, at: s.Field(of=p[0], field=word(p[1], at), span=at),
    "integer": lambda p, at: s.Integer(value=int(p[0]), span=at),
    "integers": _integers,
    "name": lambda p, at: s.Name(text=str(p[0]), span=at),
    "call": lambda p, at: s.Call(function=word(p[0], at), arguments=p[1], span=at),
    "grouped": lambda p, at: s.Grouped(inner=p[0], span=at),
    "set_of": lambda p, at: s.SetOf(elements=p[0] or (), span=at),
    "fold": lambda p, at: s.Fold(how=s.FoldOperator(p[0]), body=p[1], element=word(p[2], at), over=p[3], span=at),
    "match": lambda p, at: s.Match(of=p[0], arms=p[1], span=at),
}
