"""Codes about layers: which there are, what they stand on, what they do to each other."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import BOOK, TEXTS, above, asked, in_layer, in_rule, whole

TINY = """
layer tiny/game
    title "A tiny game"
    players 2
    flow
        ask pass of first(players)
    rule pass "One player passes"
        house
        action pass
"""
TWO_ADDITIONS = """
option game/short on game/base
    set limit = 4
option game/long on {}
    set limit = 6
"""
A_PART = """
layer game/part on game/base
    set limit = 4
mode game/short on game/part
    title "A short game"
"""
AN_ADDITION_TO_ANOTHER = """
option game/short on game/base
    set limit = 4
option game/shorter on game/short
    set limit = 3
"""

NOTHING_COUNTS = """
layer game/idle on game/base
    {} score.tally "Nothing counts"
        house
        score 0
"""

AMENDED = """
layer game/idle on game/base
    amend rule place.open
        house
        for place
            at.colour := hue
"""

A_BOOK = BOOK.format("place.open in play")
A_SECOND_BOOK = A_BOOK.replace("edition en", "edition fr").replace("of game", "of game after en")

LAYERS = (
    Explanation(
        Code.LAYER_TWICE,
        "Two layers have the same name.",
        "Naming it would not say which one is meant.",
        above('mode game/base\n    title "Another game"'),
        above('mode game/other on game/base\n    title "Another game"'),
    ),
    Explanation(
        Code.UNKNOWN_LAYER,
        "A layer stands on a layer, or a ruleset, an edition or a text names one, that does not exist.",
        "What the missing layer says is needed to understand the rest.",
        above("layer game/short on game/bsae\n    set limit = 4"),
        above("layer game/short on game/base\n    set limit = 4"),
    ),
    Explanation(
        Code.LAYER_ON_ITSELF,
        "A layer stands on itself, directly or through others.",
        "Layers are applied from the bottom up, and a circle has no bottom.",
        above('layer game/short on game/short\n    title "A short game"'),
        above('layer game/short on game/base\n    title "A short game"'),
    ),
    Explanation(
        Code.MISSING_GROUND,
        "A ruleset adds a layer without the layer that it stands on.",
        "The addition speaks of things that are not there.",
        asked("game/base+shorter", text=AN_ADDITION_TO_ANOTHER),
        asked("game/short+shorter", text=AN_ADDITION_TO_ANOTHER),
    ),
    Explanation(
        Code.WRONG_PLAYER_COUNT,
        "A ruleset is asked for with a number of players that it is not for.",
        "Its rules do not say how so many play.",
        asked("game/base", 5),
        asked("game/base", 2),
    ),
    Explanation(
        Code.SIBLINGS_CLASH,
        "Two layers of a ruleset change the same thing, and neither stands on the other.",
        "Nothing says which of them has the last word, and the order in which they are named must not matter.",
        asked("game/short+long", text=TWO_ADDITIONS.format("game/base")),
        asked("game/short+long", text=TWO_ADDITIONS.format("game/short")),
    ),
    Explanation(
        Code.DECLARED_TWICE,
        "A name is declared that exists already, or a list has the same entry twice.",
        "A name stands for one thing.",
        in_rule("define open = field[full]\nscore count open"),
        in_rule("define closed = field[full]\nscore count closed"),
    ),
    Explanation(
        Code.UNKNOWN_RULE,
        "A rule is named that does not exist.",
        "What is to be changed or followed has to be there.",
        above('layer game/wild on game/base\n    amend rule place.opne "Place anywhere"'),
        above('layer game/wild on game/base\n    amend rule place.open "Place anywhere"'),
    ),
    Explanation(
        Code.RULE_TWICE,
        "A rule has the id of a rule that exists already.",
        "Refusals and tests name rules by their ids. To change a rule of a lower layer, `amend` or `replace` it.",
        above(NOTHING_COUNTS.format("rule")),
        above(NOTHING_COUNTS.format("replace rule")),
    ),
    Explanation(
        Code.UNKNOWN_DECLARATION,
        "A layer changes a parameter, a kind or a board that the layers below do not declare.",
        "There is nothing to change.",
        above("layer game/short on game/base\n    set limt = 4"),
        above("layer game/short on game/base\n    set limit = 4"),
    ),
    Explanation(
        Code.SECOND_FLOW,
        "A layer has a flow although a layer below has one.",
        "A game has one flow. A layer changes it with `insert`, `replace step` and `remove step`.",
        above("layer game/slow on game/base\n    flow\n        step setup.more"),
        above("layer game/slow on game/base\n    insert after setup\n        step setup.more"),
    ),
    Explanation(
        Code.UNKNOWN_ANCHOR,
        "A layer changes the flow at a place that the flow below does not have.",
        "It cannot be known where the change belongs.",
        above("layer game/slow on game/base\n    insert after setpu\n        step setup.more"),
        above("layer game/slow on game/base\n    insert after setup\n        step setup.more"),
    ),
    Explanation(
        Code.NO_LAYER,
        "A text holds no layer, or none that can be played by itself.",
        "Everything that a text says stands in layers.",
        whole("# The rules will stand here."),
        whole(TINY),
    ),
    Explanation(
        Code.UNFILLED_NEED,
        "A layer needs something that no layer of the ruleset supplies.",
        "The ruleset is incomplete; a layer above has to declare what is missing.",
        above("layer game/sized on game/base\n    needs kinds size"),
        above("layer game/sized on game/base\n    needs kinds size\n    kinds size: small, large"),
    ),
    Explanation(
        Code.NO_SUCH_FILE,
        "A ruleset is named by a path at which there is no rules file, or one that cannot be read.",
        "There is nothing to read.",
        asked("./missing.rules"),
        asked("game/base"),
    ),
    Explanation(
        Code.NO_PLAYER_COUNT,
        "A layer says it is for a number of players that cannot be.",
        "Games are for 1 to 12 players, and a range begins with the smaller number.",
        in_layer("players 0"),
        in_layer("players 1"),
    ),
    Explanation(
        Code.NO_PLAYERS,
        "A ruleset does not say for how many players it is.",
        "The line `players` stands in the layer or in one that it stands on; without it nothing can be set up.",
        whole(TINY.replace("    players 2\n", "")),
        whole(TINY),
    ),
    Explanation(
        Code.EDITION_TWICE,
        "Two editions of a game have the same name.",
        "What is said in that edition could stand in either book.",
        above(A_BOOK + A_BOOK),
        above(A_BOOK + A_BOOK.replace("edition en", "edition fr")),
    ),
    Explanation(
        Code.SAID_TWICE,
        "An edition says the same of a rule twice, or something has two texts on one layer.",
        "One of them is meant for another rule, section, layer or number of players.",
        above(TEXTS.format("rule place.open", "Place a colour.") + TEXTS.format("rule place.open", "Place it.")),
        above(TEXTS.format("rule place.open", "Place a colour.") + TEXTS.format("rule score.tally", "Squares count.")),
    ),
    Explanation(
        Code.TWO_MODES,
        "A ruleset names two modes, or an option stands on two, and neither stands on the other.",
        "A mode is a game of its own. Two of them would score and end it each by other rules.",
        asked("game/short+long", text=TWO_ADDITIONS.format("game/base").replace("option", "mode")),
        asked("game/long", text=TWO_ADDITIONS.format("game/base").replace("option", "mode")),
    ),
    Explanation(
        Code.NO_MODE,
        "A ruleset is named by a layer that is only a part of others.",
        "What is played by itself begins with `mode`, what is added to it with `option`; they may stand on it.",
        asked("game/part", text=A_PART),
        asked("game/short", text=A_PART),
    ),
    Explanation(
        Code.NO_LONGER_FITS,
        "A layer changes or removes something, and a place in the layers beneath no longer fits.",
        "All layers see the change. Where it does not fit, the layer that makes it has to change that place as well.",
        above("layer game/short on game/base\n    replace var tally(player): 0..5"),
        above("layer game/long on game/base\n    replace var tally(player): 0..25"),
    ),
    Explanation(
        Code.EFFECT_LOST,
        "An amended block no longer writes or moves something that the old one did, and does not say so.",
        "The rest of the game relies on what the old block did. `without` says that it is left out on purpose.",
        above(AMENDED),
        above(AMENDED + "            without tally\n"),
    ),
    Explanation(
        Code.EDITION_AFTER_ITSELF,
        "An edition is listed after itself, directly or through others.",
        "A circle has no first book.",
        above(A_BOOK.replace("of game", "of game after fr") + A_SECOND_BOOK),
        above(A_BOOK + A_SECOND_BOOK),
    ),
    Explanation(
        Code.NO_OPTION,
        "An option does not say on what it stands, or is bound to a number of players as only a plain layer is.",
        "Whoever plays a mode chooses its options. What belongs to a number of players joins by itself, as a `layer`.",
        above('option game/duel on game/base for players 2\n    title "Duel"\n    set limit = 6'),
        above('option game/duel on game/base\n    title "Duel"\n    players 2\n    set limit = 6'),
    ),
)
