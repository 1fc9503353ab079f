"""The closed vocabularies that the syntax tree and the typed rules share. The value of a member is its spelling in the
language.
"""

from __future__ import annotations

from enum import StrEnum

NOT_ASKED = "turn.not-asked"
"""The rule that every game has: under it an engine refuses what nobody asked for."""
NOT_ASKED_REASON = "reserved for refusals of the engine itself"
"""Why it is a ruling. No author has written that; who prints rules has words of their own for it."""


class Comparison(StrEnum):
    """Comparisons of numbers; the first two also compare things, sets and flags."""

    EQUAL = "="
    DIFFERENT = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="


class ArithmeticOperator(StrEnum):
    """Arithmetic; `div` rounds down, the divisor is proved not to be 0."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "div"
    REMAINDER = "mod"
    AT_MOST = "at most"
    AT_LEAST = "at least"


class SetOperator(StrEnum):
    """Set algebra."""

    UNION = "|"
    INTERSECTION = "&"
    EXCEPT = "except"


class FoldOperator(StrEnum):
    """How one value is made of many. Of no elements: 0, 0, 0, the empty set, the empty list."""

    SUM = "sum"
    MOST = "most"
    LEAST = "least"
    UNION = "union"
    SORTED = "sorted"


class Extreme(StrEnum):
    """Which end of an order."""

    HIGHEST = "highest"
    LOWEST = "lowest"


class Order(StrEnum):
    """How a zone keeps its pieces: a pile in drawing order, a row sorted by a field, a hand in component
    order."""

    PILE = "pile"
    ROW = "row"
    HAND = "hand"


class Viewers(StrEnum):
    """Who sees the pieces of a zone."""

    ALL = "all"
    NOBODY = "nobody"
    OWNER = "owner"
    TEAM = "team"


class Standing(StrEnum):
    """How an edition says what a rule says; an edition that does not mention it is silent."""

    STATES = "states"
    DIFFERS = "differs"
    PICTURED = "pictured"


class TextKind(StrEnum):
    """What a text for readers is about."""

    AIM = "aim"
    COMPONENTS = "components"
    STEP = "step"
    ASK = "ask"
    RULE = "rule"


class LabelKind(StrEnum):
    """What is called something at the table."""

    TITLE = "title"
    KIND = "kinds"
    MEMBER = "member"
    ZONE = "zone"
    BOARD = "board"
    MARK = "mark"
    VARIABLE = "var"
    PARAMETER = "param"
    FIELD = "field"
    ACTION = "action"
    SCORE = "score"
