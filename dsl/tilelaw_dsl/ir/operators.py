"""What the signs between numbers mean, for all who calculate."""

from __future__ import annotations

import operator
from collections.abc import Callable

from tilelaw_dsl.vocabulary import ArithmeticOperator, Comparison

COMPARE: dict[Comparison, Callable[[int, int], bool]] = {
    Comparison.EQUAL: operator.eq,
    Comparison.DIFFERENT: operator.ne,
    Comparison.LESS: operator.lt,
    Comparison.LESS_OR_EQUAL: operator.le,
    Comparison.GREATER: operator.gt,
    Comparison.GREATER_OR_EQUAL: operator.ge,
}
CALCULATE: dict[ArithmeticOperator, Callable[[int, int], int]] = {
    ArithmeticOperator.ADD: operator.add,
    ArithmeticOperator.SUBTRACT: operator.sub,
    ArithmeticOperator.MULTIPLY: operator.mul,
    ArithmeticOperator.DIVIDE: operator.floordiv,
    ArithmeticOperator.REMAINDER: operator.mod,
    ArithmeticOperator.AT_MOST: min,
    ArithmeticOperator.AT_LEAST: max,
}
