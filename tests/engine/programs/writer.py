"""Writes expressions: for a wanted type, one of the forms that give it, at random.

A form is a function that writes one kind of expression, or nothing where it cannot stand. The forms lie in modules
beside this one, which need the writer for their operands; so the writer is handed them as tables. Everything that is
more than one word stands in brackets: then no form has to know what binds tighter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from engine.programs.world import FLAG, NUMBER, World, plain, set_of
from tilelaw_dsl import ir

Element: TypeAlias = ir.ThingType | ir.NumberType | ir.SetType


@dataclass(frozen=True, slots=True)
class Env:
    """The names bound around an expression, and how much deeper it may go."""

    locals: tuple[tuple[str, ir.Type], ...] = ()
    it: ir.Type | None = None
    depth: int = 2
    loops: int = 2
    """How many more elements may be bound inside each other."""
    no_legal: tuple[str, ...] = ()
    """The actions of which it may be asked whether there is a legal answer."""
    is_ranking: bool = False

    def bind(self, name: str, type_: ir.Type) -> Env:
        """Return the names with one more."""
        return replace(self, locals=(*self.locals, (name, type_)))

    def within(self, type_: ir.Type) -> Env:
        """Return the names where `it` is an element."""
        return replace(self, it=type_, loops=self.loops - 1)

    def each(self, name: str, type_: ir.Type) -> Env:
        """Return the names where a name is bound to an element."""
        return replace(self.bind(name, type_), loops=self.loops - 1)

    @property
    def deeper(self) -> Env:
        """The same names, for an operand."""
        return replace(self, depth=self.depth - 1)


Form: TypeAlias = "Callable[[Writer, Env, ir.Type], str | None]"


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of one kind of value: those without operands of their own, of which one always fits; and the others."""

    leaves: Sequence[Form]
    others: Sequence[Form]


class Writer:
    """Writes expressions about a world."""

    def __init__(self, world: World, forms: Callable[[ir.Type], Forms]) -> None:
        self.world = world
        self._forms = forms

    @property
    def chance(self) -> Random:
        """Where every choice comes from."""
        return self.world.chance

    def value(self, type_: ir.Type, env: Env) -> str:
        """Return an expression of a type."""
        wanted = plain(type_)
        forms = self._forms(wanted)
        possible = [*forms.leaves, *forms.others] if env.depth > 0 else list(forms.leaves)
        if env.depth > 1:  # the outside of an expression is seldom a single word
            possible = [*forms.others, *forms.leaves[:1]]
        first = self.chance.randrange(len(possible))
        for form in [*possible[first:], *possible[:first], *forms.leaves]:
            text = form(self, env.deeper, wanted)
            if text is not None:
                return text
        raise AssertionError(f"no leaf gives {wanted}")

    def flag(self, env: Env) -> str:
        """Return a condition."""
        return self.value(FLAG, env)

    def number(self, env: Env) -> str:
        """Return a number."""
        return self.value(NUMBER, env)

    def all_of(self, element: Element, env: Env) -> str:
        """Return a set, or the pieces of a zone."""
        return self.value(set_of(element), env)

    def fitting(self, type_: ir.Type, env: Env) -> str:
        """Return an expression whose value can be stored as this type."""
        text = self.value(type_, env)
        return f"({text} at least {type_.low} at most {type_.high})" if isinstance(type_, ir.NumberType) else text

    def index(self, type_: ir.Type, env: Env) -> str:
        """Return an expression that may stand as an index, perhaps beyond the last one."""
        if isinstance(type_, ir.NumberType):
            size = type_.high - type_.low + 2
            return f"({self.number(env)} mod {size} + {type_.low - self.chance.randrange(2)})".replace("+ -", "- ")
        return self.value(type_, env)

    def element(self, env: Env, of: ir.Type) -> tuple[str, Env]:
        """Return how an element is bound (nothing, or a name with a colon), and the names where it is."""
        if self.chance.random() < 0.6:
            return "", env.within(of)
        name = self.world.name("x")
        return f"{name}: ", env.each(name, of)
