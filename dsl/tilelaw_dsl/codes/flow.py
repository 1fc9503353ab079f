"""Codes about what happens: effects, and the flow of steps and asks in which they happen."""

from __future__ import annotations

from textwrap import indent

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.layers import TINY
from tilelaw_dsl.codes.snippets import Snippet, above, in_rule, whole

NO_FLOW = """
layer tiny/game
    title "A tiny game"
    players 2
    rule pass "One player passes"
        house
        action pass
"""

MIXED = """
layer game/heap on game/base
    zone heap: {} of colour, starts with 1 of each
    insert after setup
        step heap.mixed

    rule heap.mixed "The heap is mixed"
        house
        at heap.mixed
            shuffle heap
        score count heap
"""


def _after_setup(items: str) -> Snippet:
    return above("layer game/more on game/base\n    insert after setup\n" + indent(items, "        "))


FLOW = (
    Explanation(
        Code.SHUFFLE_IN_ANSWER,
        "A shuffle is the effect of an answer.",
        "An answer has one outcome; chance comes in at a step, where it is recorded.",
        in_rule("for place\n    shuffle bag"),
        in_rule("at place.done\n    shuffle bag"),
    ),
    Explanation(
        Code.NOT_CHANGEABLE,
        "Something is given a value that cannot change.",
        "Variables, fields of cells and marks of pieces change; parameters, definitions and sets do not.",
        in_rule("at place.done\n    limit := 3"),
        in_rule("at place.done\n    tally(mover) := 3"),
    ),
    Explanation(
        Code.PRINTED,
        "Something printed is given a value.",
        "What is printed on a board or a piece, and where a cell lies, never changes.",
        in_rule("for place\n    at.x := 3"),
        in_rule("for place\n    at.full := true"),
    ),
    Explanation(
        Code.PUT_DOES_NOT_FIT,
        "`put` lays something that is no record, or on something that is no cell, or the two have no field in common.",
        "It copies the fields that the record and the cell both have.",
        in_rule("for place\n    put hue on at"),
        in_rule("for place\n    at.colour := hue"),
    ),
    Explanation(
        Code.NO_ZONE,
        "Something stands where a zone is needed.",
        "Pieces lie in zones; only there they can be moved and shuffled.",
        in_rule("at place.done\n    shuffle field"),
        in_rule("at place.done\n    shuffle bag"),
    ),
    Explanation(
        Code.WRONG_PIECES,
        "Pieces are moved that the zone does not hold, or between zones of different pieces.",
        "A zone holds pieces of one kind.",
        in_rule("for place\n    remove at from bag"),
        in_rule("for place\n    remove hue from bag"),
    ),
    Explanation(
        Code.FLOW_NAME_TWICE,
        "Two items of the flow have the same name.",
        "A resting position says where it is by the name of a step, an ask or a loop alone.",
        _after_setup("step setup"),
        _after_setup("step setup.more"),
    ),
    Explanation(
        Code.UNKNOWN_ACTION,
        "An ask takes an action that no rule declares.",
        "A player is asked for an action. Without `for`, its name is the name of the ask.",
        _after_setup("ask opening of first(players)"),
        _after_setup("ask opening for place of first(players)"),
    ),
    Explanation(
        Code.BOUND_TWICE,
        "A name is bound that is bound already around this place.",
        "The outer value would be hidden.",
        in_rule("action rest instead of place\n    mover in players"),
        in_rule("action rest instead of place\n    other in players"),
    ),
    Explanation(
        Code.UNKNOWN_STEP,
        "A rule names a step or an ask that is not in the flow.",
        "It is misspelt, or a layer has removed or replaced that part of the flow; the rule then has to go as well.",
        in_rule("at place.over\n    end"),
        in_rule("at place.done\n    end"),
    ),
    Explanation(
        Code.ENDLESS_LOOP,
        "A `repeat` asks nobody.",
        "Only answers bring a game forward; a loop without an ask might never end. `each` runs over a set and ends.",
        _after_setup("repeat dealing\n    step dealing.one"),
        _after_setup("each dealing as p in players\n    step dealing.one"),
    ),
    Explanation(
        Code.LOOP_OVER_PIECES,
        "A loop with an ask runs over the pieces of a zone.",
        "The zone may change while somebody is asked, and the loop could not be taken up again.",
        _after_setup("each offers as c in bag\n    ask offer for place of first(players)"),
        _after_setup("each offers as c in colour\n    ask offer for place of first(players)"),
    ),
    Explanation(
        Code.NEVER_ASKED,
        "An action is declared that no ask takes.",
        "Nobody could ever choose it.",
        in_rule("action rest"),
        in_rule("action rest instead of place"),
    ),
    Explanation(
        Code.NO_SINGLE_VALUE,
        "An argument or the key of a score line is a set or a record.",
        "Players name single things and numbers.",
        in_rule("score for r in regions(open): count r"),
        in_rule("score sum(count r over r in regions(open))"),
    ),
    Explanation(
        Code.TWO_SHUFFLES,
        "A step shuffles twice.",
        "The record of a game has one shuffle for a step, so that it can be played again.",
        in_rule("at setup\n    shuffle bag"),
        in_rule("at place.done\n    shuffle bag"),
    ),
    Explanation(
        Code.LEGAL_IN_A_CIRCLE,
        "Whether an action is legal depends on whether it is legal.",
        "The question has no answer.",
        in_rule("action rest instead of place\nfor rest\n    require no legal rest"),
        in_rule("action rest instead of place\nfor rest\n    require no legal place"),
    ),
    Explanation(
        Code.NO_FLOW,
        "A ruleset has no flow.",
        "Rules alone do not say who does what when.",
        whole(NO_FLOW),
        whole(TINY),
    ),
    Explanation(
        Code.LOOP_BINDS_SET,
        "A loop of the flow binds a set or a list.",
        "What a loop binds is written into the asks inside it, and that has to be a thing, a number or a flag.",
        _after_setup("each parts as r in regions(field)\n    step part"),
        _after_setup("each parts as s in field\n    step part"),
    ),
    Explanation(
        Code.ACTION_NOT_TAKEN,
        "A branch or a rule speaks of an action at an ask that does not take it.",
        "It would never come into play.",
        _after_setup("ask opening for place of first(players)\n    on opening\n        step opening.done"),
        _after_setup("ask opening for place of first(players)\n    on place\n        step opening.done"),
    ),
    Explanation(
        Code.SHUFFLED_NO_PILE,
        "A zone is shuffled that is a hand or a row.",
        "A hand has no order and a row is sorted, so there is nothing to mix.",
        above(MIXED.format("hand")),
        above(MIXED.format("pile")),
    ),
)
