"""Types: how they are shown, when one fits another, what two have in common. Pure functions on `ir` types.

The checker marks an expression it could not type with `None`; every function here passes that through, so that
one error gives one diagnostic.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from tilelaw_dsl.ir import (
    BagType,
    FlagType,
    ListType,
    NumberType,
    SetType,
    Sort,
    ThingType,
    Type,
)

FLAG = FlagType()
ANYTHING = ThingType(Sort.KIND, "", False)
"""Stands for the unknown element of `{}` and, with `maybe`, for `none`: fits every thing."""
NOTHING = replace(ANYTHING, maybe=True)
EMPTY_SET = SetType(ANYTHING, 0)
PLAYER = ThingType(Sort.PLAYER)
SIDE = ThingType(Sort.SIDE)


def show(type_: Type | None) -> str:
    """Return a type in the author's words."""
    match type_:
        case None:
            return "unknown"
        case FlagType():
            return "a condition (true or false)"
        case NumberType():
            return f"a number {type_.low}..{type_.high}" if type_.low != type_.high else f"the number {type_.low}"
        case ThingType():
            if is_anything(type_):
                return "nothing"
            if type_.sort is Sort.CELL:
                return f"a cell of `{type_.name}`" + (", or nothing" if type_.maybe else "")
            name = _noun(type_)
            article = "an" if name[0] in "aeiou" else "a"
            return f"{article} {name}" + (", or nothing" if type_.maybe else "")
        case SetType():
            return "an empty set" if is_anything(type_.of) else f"a set of {_plural(type_.of)}"
        case BagType():
            return f"the pieces of a zone ({_plural(type_.of)})"
        case ListType():
            return "a list of numbers"


def _noun(type_: ThingType) -> str:
    return type_.name if type_.name and type_.sort is not Sort.DIRECTION else str(type_.sort)


def _plural(type_: Type) -> str:
    match type_:
        case NumberType():
            return "numbers"
        case ThingType():
            return f"{'cells of ' if type_.sort is Sort.CELL else ''}`{_noun(type_)}`"
        case SetType():
            return f"sets of {_plural(type_.of)}"
        case _:
            return show(type_)


def is_anything(type_: Type | None) -> bool:
    """Say whether a type is the element of `{}` or `none`."""
    return isinstance(type_, ThingType) and type_.sort is Sort.KIND and type_.name == ""


def is_collection(type_: Type | None) -> bool:
    """Say whether a type has elements."""
    return isinstance(type_, SetType | BagType)


def element_of(type_: Type | None) -> Type | None:
    """Return the type of the elements; of a thing, the thing itself."""
    match type_:
        case SetType() | BagType():
            return type_.of
        case ThingType():
            return replace(type_, maybe=False)
        case _:
            return type_


def same_thing(a: ThingType, b: ThingType) -> bool:
    """Say whether two thing types speak of the same things."""
    return is_anything(a) or is_anything(b) or (a.sort, a.name) == (b.sort, b.name)


def same_elements(a: Type, b: Type) -> bool:
    """Say whether elements of two collections can be the same."""
    match a, b:
        case ThingType(), ThingType():
            return same_thing(a, b)
        case NumberType(), NumberType():
            return True
        case SetType(), SetType():
            return same_elements(a.of, b.of)
        case ThingType(), _:
            return is_anything(a)
        case _, ThingType():
            return is_anything(b)
        case _:
            return False


def hull(a: NumberType, b: NumberType) -> NumberType:
    """Return the smallest range around two."""
    return NumberType(min(a.low, b.low), max(a.high, b.high))


def join(a: Type | None, b: Type | None) -> Type | None:
    """Return a type for a value that is of one of two types, or `None` if there is none."""
    match a, b:
        case FlagType(), FlagType():
            return FLAG
        case NumberType(), NumberType():
            return hull(a, b)
        case ThingType(), ThingType() if same_thing(a, b):
            known = b if is_anything(a) else a
            return replace(known, maybe=a.maybe or b.maybe)
        case SetType(), SetType() if same_elements(a.of, b.of):
            return SetType(either_element(a.of, b.of), max(a.most, b.most))
        case BagType(), BagType() if same_thing(a.of, b.of):
            return BagType(a.of, max(a.most, b.most))
        case ListType(), ListType():
            return ListType(max(a.most, b.most))
        case _:
            return None


Element: TypeAlias = ThingType | NumberType | SetType


def either_element(a: Element, b: Element) -> Element:
    """Return the type of what is an element of one of two sets; their elements can be the same."""
    match a, b:
        case NumberType(), NumberType():
            return hull(a, b)
        case SetType(), SetType():
            return SetType(either_element(a.of, b.of), max(a.most, b.most))
        case _:
            return b if is_anything(a) else a


def or_blank(type_: Type | None) -> Type | None:
    """Return the type of a value that may also be blank because something was asked of nothing."""
    match type_:
        case NumberType():
            return hull(type_, NumberType(0, 0))
        case ThingType():
            return replace(type_, maybe=True)
        case _:
            return type_


def is_maybe(type_: Type | None) -> bool:
    """Say whether a value may be nothing."""
    return isinstance(type_, ThingType) and type_.maybe
