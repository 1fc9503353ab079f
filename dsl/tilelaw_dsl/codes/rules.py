"""Codes about rules: what each has to say, and what it may say together."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import BOOK, RENDERED, above, in_layer, in_rule, whole

TEAMS = """
layer tiny/teams
    title "A tiny game in teams"
    players 4
    flow
        ask pass of first(players)
    rule pass "One player passes"
        house
        action pass
        sides {nth(players, 1), nth(players, 3)}, %s
"""

RULES = (
    Explanation(
        Code.NO_SOURCE,
        "A rule comes from nowhere.",
        "Every rule says where it comes from: an edition states it, or it is a ruling with its reason, or the house's.",
        in_layer('rule extra "One more point"\n    score 1'),
        in_layer('rule extra "One more point"\n    ruling "to have any points at all"\n    score 1'),
    ),
    Explanation(
        Code.SAYS_NOTHING,
        "A rule has a title and a source, but no clause.",
        "It would change nothing. A consequence of other rules says so with `follows`.",
        in_layer('rule extra "Whoever places scores"\n    house'),
        in_layer('rule extra "Whoever places scores"\n    house\n    follows score.tally'),
    ),
    Explanation(
        Code.NO_TITLE,
        "A rule has no title.",
        "Its title is what people read when a move is refused.",
        in_layer("rule extra\n    house\n    score 1"),
        in_layer('rule extra "One more point"\n    house\n    score 1'),
    ),
    Explanation(
        Code.NO_PLACEHOLDER,
        "The brackets in a title or a text name no parameter, or no place of its table.",
        "Titles and texts show the numbers that hold; only parameters can be shown.",
        in_layer('rule extra "Up to {limt} points"\n    house\n    score limit'),
        in_layer('rule extra "Up to {limit} points"\n    house\n    score limit'),
    ),
    Explanation(
        Code.UNKNOWN_SECTION,
        "An edition says something in a section that it does not declare.",
        "What a book says is found under one of its headings.",
        above(BOOK.format("place.open in plya")),
        above(BOOK.format("place.open in play")),
    ),
    Explanation(
        Code.UNKNOWN_EDITION,
        "An edition is to be listed after one that the game does not have.",
        "Its place among the others would be unknown.",
        above(BOOK.format("place.open in play").replace("of game", "of game after fr")),
        above(BOOK.format("place.open in play")),
    ),
    Explanation(
        Code.TWO_REQUIREMENTS,
        "One rule has two requirements for the same action.",
        "A refusal names the rule that is broken, so a rule that can be broken in two ways would not say which.",
        in_rule("for place\n    require no at.colour\n    require hue = red"),
        in_rule("for place\n    require no at.colour and hue = red"),
    ),
    Explanation(
        Code.REQUIREMENT_WITH_EFFECTS,
        "A requirement and effects stand in the same block.",
        "Requirements are asked before anything happens, effects happen when all requirements of all rules are met.",
        in_rule("for place\n    require hue = red\n    at.full := true"),
        in_rule("for place\n    require hue = red\nfor place\n    at.full := true"),
    ),
    Explanation(
        Code.REQUIREMENT_AT_STEP,
        "A requirement stands at a step.",
        "At a step nobody answers, so there is nothing to refuse.",
        in_rule("at place.done\n    require some open"),
        in_rule("for place\n    require some open"),
    ),
    Explanation(
        Code.TWO_SCORES,
        "A rule has two score lines.",
        "Each line of a score sheet stands for one rule.",
        in_rule("score 1\nscore tally(you)"),
        in_rule("score 1 + tally(you)"),
    ),
    Explanation(
        Code.SHARED_NOT_LAST,
        "Something ranks the sides after `rank shared`.",
        "Who shares a place is no longer compared. A layer above puts another line before it by an amendment of the "
        "rule that has it: `amend rule rank.shared`, and beneath it the new `rank` line, then `rank shared`.",
        in_rule("rank shared\nrank tally(you)"),
        in_rule("rank tally(you)\nrank shared"),
    ),
    Explanation(
        Code.BAD_SIDES,
        "The sides do not name every player exactly once, or are declared twice.",
        "Every player is on one side.",
        whole(TEAMS % "{nth(players, 2)}"),
        whole(TEAMS % "{nth(players, 2), nth(players, 4)}"),
    ),
    Explanation(
        Code.OTHER_PLACEHOLDERS,
        "A text does not show the parameters that the English text shows.",
        "Readers of one language would be told a number that others are not told, or one that a layer cannot change.",
        above(RENDERED.format("Jusqu'à cinq cases.", "renders f60beed9")),
        above(RENDERED.format("Jusqu'à {limit} cases.", "renders f60beed9")),
    ),
)
