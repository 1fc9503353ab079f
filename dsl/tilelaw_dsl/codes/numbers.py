"""Codes about numbers that grow too large, and rules that would take too long."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import in_layer, in_rule

TOWER = """
board tower
    grid squares 0..{0} by 0..{0}
    relation touching = king
    cell brick
        top: flag
"""

OVER = " over {} in field)"
SWAP = "action swap instead of place\n    a in field\n    b in field\n    {}"

NUMBERS = (
    Explanation(
        Code.OUT_OF_RANGE,
        "A number may lie outside the range of the place it is given to.",
        "What would happen then is a rule, and it has to be written: `at most` and `at least` bound a number.",
        in_rule("at place.done\n    tally(mover) := tally(mover) + 1"),
        in_rule("at place.done\n    tally(mover) := tally(mover) + 1 at most 9"),
    ),
    Explanation(
        Code.NUMBER_TOO_LARGE,
        "A number is too large, or a calculation may lead to one that is.",
        "Every implementation, in any language, can hold the numbers of a game exactly.",
        in_rule("score 10000000"),
        in_rule("score 1000000"),
    ),
    Explanation(
        Code.DIVISION_BY_ZERO,
        "The number that is divided by may be 0.",
        "Nothing can be divided by 0. `at least 1` says what happens instead.",
        in_rule("score limit div tally(you)"),
        in_rule("score limit div (tally(you) at least 1)"),
    ),
    Explanation(
        Code.TOO_MANY_ANSWERS,
        "An action has more possible answers than can be looked through.",
        "Every engine can list what is legal. Two asks, one after the other, have far fewer answers.",
        in_rule(SWAP.format("c in field\n    d in field\n    e in field")),
        in_rule(SWAP.format("")),
    ),
    Explanation(
        Code.TOO_COSTLY,
        "Rules may take more steps for one question (the answers to an ask, the scores, a step) than are allowed.",
        "The bound comes from the sizes of the sets that rules run through, one within another, whatever the position."
        " What does not speak of the outer element is worked out once, and so is a definition with the same arguments.",
        in_rule(
            "score sum(sum(sum(sum(sum(" + " + ".join(f"{x}.x" for x in "abcde") + "".join(map(OVER.format, "abcde"))
        ),
        in_rule("score sum(a.x over a in field) + sum(b.x over b in field)"),
    ),
    Explanation(
        Code.TOO_MANY_ELEMENTS,
        "A board has no cells or too many, or a set of numbers has too many elements.",
        "The limits keep every ruleset playable everywhere.",
        in_layer(TOWER.format(99), lines="score count tower[top]"),
        in_layer(TOWER.format(9), lines="score count tower[top]"),
    ),
)
