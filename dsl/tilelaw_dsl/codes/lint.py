"""Codes about what is suspicious but not wrong."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import TEXTS, above, in_layer

AMENDMENT = """
layer game/double on game/base
    amend rule score.tally
        score 2 * tally(you)
"""

LINT = (
    Explanation(
        Code.UNUSED,
        "Something is declared that no text uses. This is a warning: the ruleset can be played.",
        "It is misspelt where it is used, or was forgotten when a rule went.",
        in_layer("define spare = 3"),
        in_layer("define spare = 3", lines="score spare"),
    ),
    Explanation(
        Code.MISSING_TEXT,
        "A language gives a layer its aim, but lacks texts for other things. This is a warning.",
        "Whoever is told the aim wants to be told the rest: components, every step, every ask, every rule.",
        above(TEXTS.format("aim", "Place as many colours as you can.")),
        above(TEXTS.format("rule place.open", "Place a colour.")),
    ),
    Explanation(
        Code.CHANGE_WITHOUT_SOURCE,
        "An amendment changes what is played and states no source. This is a warning.",
        "The books that state the old rule would be quoted for the new one.",
        above(AMENDMENT),
        above(AMENDMENT.replace("score.tally\n", "score.tally\n        house\n")),
    ),
)
