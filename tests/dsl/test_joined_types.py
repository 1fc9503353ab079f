"""What is an element of one of two sets has a type that holds for both."""

from __future__ import annotations

from tilelaw_dsl.check import types
from tilelaw_dsl.ir import NumberType, SetType


def test_numbers_of_either_set_lie_between_the_bounds_of_both() -> None:
    few, many = SetType(NumberType(0, 9), 10), SetType(NumberType(-2, 1), 4)
    assert types.join(few, many) == SetType(NumberType(-2, 9), 10)
    assert types.join(SetType(few, 2), SetType(many, 3)) == SetType(SetType(NumberType(-2, 9), 10), 3)
    assert types.join(types.EMPTY_SET, few) == few
