"""Codes about types: what fits where."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import in_layer, in_rule

HIVE = """
board hive
    grid hexagon 3
    relation touching = hex
    cell hex
        full: flag
"""
SLOPE = """
board slope
    grid squares 0..3 by 0..3
    relation below = {}
    cell ledge
        full: flag
"""

TYPES = (
    Explanation(
        Code.OPTIONAL_NUMBER,
        "A number or a flag is declared with `?`.",
        "Only things can be nothing. A number starts at 0, a flag at `no`.",
        in_layer("var best: 0..9?", lines="score best"),
        in_layer("var best: 0..9", lines="score best"),
    ),
    Explanation(
        Code.EMPTY_RANGE,
        "A range ends before it begins.",
        "No number lies in it.",
        in_layer("var best: 9..0", lines="score best"),
        in_layer("var best: 0..9", lines="score best"),
    ),
    Explanation(
        Code.NO_START,
        "What is stored starts as nothing or 0, but its type does not allow that.",
        "Before the first move every variable, cell and mark is blank.",
        in_layer("var leader: player", lines="score if leader = you then 1 else 0"),
        in_layer("var leader: player?", lines="score if leader = you then 1 else 0"),
    ),
    Explanation(
        Code.NOT_STORABLE,
        "A set or a record is to be stored in a variable, cell, mark or record.",
        "Positions hold single things, numbers and flags; for several, give the variable an index.",
        in_layer("var used: set of colour", lines="score count used"),
        in_layer("var used(colour): flag", lines="score count colour[used(it)]"),
    ),
    Explanation(
        Code.BAD_INDEX,
        "A table or a variable is indexed by something that cannot be an index.",
        "There must be one place for every kind, player or number, and not too many of them.",
        in_layer("var used(flag): 0..9", lines="score used(true)"),
        in_layer("var used(colour): 0..9", lines="score used(red)"),
    ),
    Explanation(
        Code.VALUE_COUNT,
        "A table has more or fewer values than places.",
        "Every place has exactly one value. Naming them, as in `red: 1, else: 0`, avoids counting.",
        in_layer("param worth by colour: 0..9 = 1, 2, 3", lines="score worth(red)"),
        in_layer("param worth by colour: 0..9 = 1, 2", lines="score worth(red)"),
    ),
    Explanation(
        Code.UNKNOWN_CASE,
        "A table or a `match` speaks of a value that cannot occur.",
        "It is misspelt, or belongs to another kind.",
        in_layer("param worth by colour: 0..9 = red: 1, grey: 2, else: 0", lines="score worth(red)"),
        in_layer("param worth by colour: 0..9 = red: 1, blue: 2", lines="score worth(red)"),
    ),
    Explanation(
        Code.MISSING_CASE,
        "A table or a `match` says nothing about a value that can occur.",
        "Every case is answered: by its own value, or by `else`.",
        in_rule("define worth(c: colour) = match c with (red: 1)\nscore worth(red)"),
        in_rule("define worth(c: colour) = match c with (red: 1, else: 0)\nscore worth(red)"),
    ),
    Explanation(
        Code.NO_CONSTANT,
        "A value in a declaration is not of the declared type.",
        "The values of parameters and of printed cells are known before the game begins.",
        in_layer("param trump: colour = 3", lines="score count field[colour = trump]"),
        in_layer("param trump: colour = red", lines="score count field[colour = trump]"),
    ),
    Explanation(
        Code.NO_CONDITION,
        "Something stands where a condition is needed.",
        "A set is neither true nor false; that it has or lacks elements is.",
        in_rule("for place\n    require open"),
        in_rule("for place\n    require some open"),
    ),
    Explanation(
        Code.NO_NUMBER,
        "Something stands where a number is needed.",
        "How many elements a set has is its `count`.",
        in_rule("score open"),
        in_rule("score count open"),
    ),
    Explanation(
        Code.NO_SET,
        "Something stands where a set is needed.",
        "Only sets, zones and things (each a set of one) have elements.",
        in_rule("score count 3"),
        in_rule("score count {3}"),
    ),
    Explanation(
        Code.NO_THING,
        "A set stands where a single thing is needed.",
        "It is not said which of its elements is meant; `first` takes the first in order.",
        in_rule("score count {shift(open, up)}"),
        in_rule("score count {shift(first(open), up)}"),
    ),
    Explanation(
        Code.DOES_NOT_FIT,
        "A value is of another type than the place it is given to.",
        "The message says what the place takes and what it was given.",
        in_rule("define twice(n: 0..9) = n + n\nscore twice(red)"),
        in_rule("define twice(n: 0..9) = n + n\nscore twice(3)"),
    ),
    Explanation(
        Code.FIELD_OF_SET,
        "A set is asked for a field.",
        "A field belongs to one thing: take one, narrow the set by the field, or add the field up.",
        in_rule("score count field.colour"),
        in_rule("score count field[colour = red]"),
    ),
    Explanation(
        Code.NO_ELEMENT,
        "Something is made an element that cannot be one.",
        "The elements of a set are things or numbers; sets are joined by `|`.",
        in_rule("score count {open, bag}"),
        in_rule("score count (open | field)"),
    ),
    Explanation(
        Code.DIFFERENT_SORTS,
        "Things of different sorts are compared, joined or looked for in each other.",
        "The answer would always be no, so something else was meant.",
        in_rule("score count (open | colour)"),
        in_rule("score count (open | field)"),
    ),
    Explanation(
        Code.EQUALS_NOTHING,
        "Something is compared with `none`.",
        "Nothing equals nothing, not even nothing. `no x` says that there is no x.",
        in_rule("score count field[colour = none]"),
        in_rule("score count field[no colour]"),
    ),
    Explanation(
        Code.DIFFERENT_OR_NOTHING,
        "`!=` compares something that may be nothing.",
        "Is nothing different from red? Readers answer differently. `not x = red` is true of nothing, "
        "`some x and not x = red` is not.",
        in_rule("score count field[colour != red]"),
        in_rule("score count field[not colour = red]"),
    ),
    Explanation(
        Code.SET_NOT_IN,
        "`not in` has a set on its left.",
        "It could mean that none of the elements is inside, or that not all are.",
        in_rule("invariant open not in field"),
        in_rule("invariant not open meets field[full]"),
    ),
    Explanation(
        Code.SOME_OF_NO_SET,
        "`some`, `no` or `one` stands before a flag or a number.",
        "They test sets and things. A flag is a condition already, a number is compared.",
        in_rule("score count field[some full]"),
        in_rule("score count field[full]"),
    ),
    Explanation(
        Code.AND_OF_SETS,
        "`and` or `or` joins sets.",
        "They join conditions. What is in both sets is `&`, what is in either `|`.",
        in_rule("score count (open and field)"),
        in_rule("score count (open & field)"),
    ),
    Explanation(
        Code.NO_MATCH,
        "`match` looks at something that is no member of a kind, no direction and no number.",
        "Only these have cases that can be listed.",
        in_rule("score match first(open) with (else: 1)"),
        in_rule("score match tally(you) with (0: 5, else: 1)"),
    ),
    Explanation(
        Code.NO_CELLS,
        "Something stands where cells of a board are needed.",
        "Distances, regions and neighbours exist on boards only.",
        in_rule("score span(bag)"),
        in_rule("score span(field)"),
    ),
    Explanation(
        Code.NO_RELATION,
        "Something stands where the name of a relation is needed.",
        "Relations are declared with their board.",
        in_rule("score count directions(field)"),
        in_rule("score count directions(beside)"),
    ),
    Explanation(
        Code.NO_DIRECTION,
        "A word is used as a direction that the board does not have.",
        "Boards of squares and of hexagons have directions of their own.",
        in_rule("score count {shift(first(open), east)}"),
        in_rule("score count {shift(first(open), right)}"),
    ),
    Explanation(
        Code.SQUARES_ONLY,
        "`span` measures a board of hexagons.",
        "It is the longer side of a rectangle, which hexagons do not have.",
        in_rule("score span(hive)", items=HIVE),
        in_rule("score count hive", items=HIVE),
    ),
    Explanation(
        Code.ONE_WAY,
        "Regions are asked for by a relation that leads from one cell to another but not back.",
        "What is connected to a cell would then depend on the cell one begins with.",
        in_rule("score count regions(slope)", items=SLOPE.format("down")),
        in_rule("score count regions(slope)", items=SLOPE.format("down, up")),
    ),
)
