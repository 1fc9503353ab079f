"""Codes about names: what they can be, what they mean, how what they name is used."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import LABEL, above, in_rule

NAMES = (
    Explanation(
        Code.KEPT_WORD,
        "A name is declared that the language keeps for itself.",
        "Wherever the word stands, people and the checker would take it for something else.",
        above("layer game/plain on game/base\n    add to kinds colour: none"),
        above("layer game/plain on game/base\n    add to kinds colour: plain"),
    ),
    Explanation(
        Code.UNKNOWN_TYPE,
        "A type is named that does not exist.",
        "A type is `flag`, a range such as `0..9`, `player`, or a kind, record or cell that the rules declare.",
        in_rule("define twice(n: int) = n + n\nscore twice(3)"),
        in_rule("define twice(n: 0..9) = n + n\nscore twice(3)"),
    ),
    Explanation(
        Code.UNKNOWN_NAME,
        "A name is used that means nothing at this place.",
        "It is misspelt, was never declared, or is bound only elsewhere.",
        in_rule("score count feild"),
        in_rule("score count field"),
    ),
    Explanation(
        Code.NEEDS_BRACKETS,
        "Something is used by its name alone that there is more than one of, or that needs something to work on.",
        "In brackets stands whose, which or of what.",
        in_rule("score tally"),
        in_rule("score tally(you)"),
    ),
    Explanation(
        Code.NEEDS_NO_BRACKETS,
        "Brackets stand after a name that there is only one of.",
        "There is nothing to choose from.",
        in_rule("score count bag(you)"),
        in_rule("score count bag"),
    ),
    Explanation(
        Code.NOBODY_THERE,
        "`you` stands where nobody is asked or scored, or `it` where there is no element.",
        "At a step nobody is asked. The flow binds names there, a definition has parameters.",
        in_rule("at place.done\n    tally(you) := 0"),
        in_rule("at place.done\n    tally(mover) := 0"),
    ),
    Explanation(
        Code.UNKNOWN_FIELD,
        "Something is asked for a field that things of its sort do not have.",
        "Fields are declared with cells, records, kinds and marks.",
        in_rule("score count open[it.fill]"),
        in_rule("score count open[it.full]"),
    ),
    Explanation(
        Code.WRONG_ARGUMENTS,
        "A definition, table, variable or function is given too many or too few things in brackets.",
        "The hint says how it is used.",
        in_rule("score count directions(beside, 2)"),
        in_rule("score count directions(beside)"),
    ),
    Explanation(
        Code.DEFINED_BY_ITSELF,
        "A definition or a record leads back to itself.",
        "Everything can be worked out in a bounded number of steps, so nothing may recur.",
        in_rule("define more = more + 1\nscore more"),
        in_rule("define more(n: 0..9) = n + 1\nscore more(tally(you))"),
    ),
    Explanation(
        Code.NO_LEGAL_HERE,
        "`no legal` stands outside a requirement for an action.",
        "Whether an action is legal depends on who is asked for what; only a requirement knows that.",
        in_rule("score if no legal place then 1 else 0"),
        in_rule("action rest instead of place\nfor rest\n    require no legal place"),
    ),
    Explanation(
        Code.TOTAL_HERE,
        "`total` stands outside `rank`.",
        "The total is the sum of all score lines, so no score line can use it.",
        in_rule("score total(you)"),
        in_rule("rank total(you)"),
    ),
    Explanation(
        Code.BOUND_OR_FIELD,
        "Inside brackets a name is bound and is also a field of the element.",
        "People would read it as the one, the checker as the other.",
        in_rule("score for full in colour: count field[full]"),
        in_rule("score for c in colour: count field[full]"),
    ),
    Explanation(
        Code.SEVERAL_MEMBERS,
        "A member is named that several kinds have, and nothing beside it says which kind is meant.",
        "The two are different things.",
        in_rule("score count {red} + count mood", items="kinds mood: red, calm"),
        in_rule("score count colour[it = red] + count mood", items="kinds mood: red, calm"),
    ),
    Explanation(
        Code.UNKNOWN_LABEL,
        "A label is for something that the layer does not have.",
        "It is misspelt, or belongs to another layer.",
        above(LABEL.format("beg")),
        above(LABEL.format("bag")),
    ),
)
