"""Codes about what is suspicious but not wrong."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import in_layer

LINT = (
    Explanation(
        Code.UNUSED,
        "Something is declared that no text uses. This is a warning: the ruleset can be played.",
        "It is misspelt where it is used, or was forgotten when a rule went.",
        in_layer("define spare = 3"),
        in_layer("define spare = 3", lines="score spare"),
    ),
)
