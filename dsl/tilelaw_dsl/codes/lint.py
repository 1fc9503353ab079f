"""Codes about what can be played, but should not be left so."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import RENDERED, TEXTS, above, in_layer

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
        "A language tells the aim of a mode, but lacks texts for other things of it, or of an option on it.",
        "Whoever is told the aim wants to be told the rest: components, every step, ask and rule; "
        "in other languages than English also titles and names.",
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
    Explanation(
        Code.STALE_TEXT,
        "A text in another language does not say which English text it renders, or the English has changed since.",
        "Readers of that language would be told an old rule. `tilelaw rules texts` shows both, and stamps what is new.",
        above(RENDERED.format("Jusqu'à {limit} cases.", "renders 00000000")),
        above(RENDERED.format("Jusqu'à {limit} cases.", "renders f60beed9")),
    ),
)
