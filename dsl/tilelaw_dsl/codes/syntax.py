"""Codes about the text as it is written: characters, words, indentation, brackets."""

from __future__ import annotations

from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.snippets import above, in_layer, in_rule

EXTRA = """
rule extra "One more point"
    house
    score 1
"""

SYNTAX = (
    Explanation(
        Code.TOO_LARGE,
        "A text, a line, a statement or the nesting of brackets and blocks is larger than the language allows.",
        "Rules that large cannot be read by people either, and the limits let every text be checked at once.",
        in_rule("score " + "(" * 25 + "1" + ")" * 25),
        in_rule("score 1"),
    ),
    Explanation(
        Code.STRANGE_CHARACTER,
        "A character outside quotes is none that the language uses; some only look like one that it does.",
        "Names and signs are plain letters, so that what looks equal is equal.",
        in_rule("score tally(you) \u00d7 2"),
        in_rule("score tally(you) * 2"),
    ),
    Explanation(
        Code.MISPLACED_WORD,
        "A word or sign stands where nothing of its kind can stand. The hint says what was expected there.",
        "The sentence cannot be understood from there on.",
        in_rule("score tally(you) 2"),
        in_rule("score tally(you) + 2"),
    ),
    Explanation(
        Code.QUOTES,
        "A text lacks one of its quotes, has quotes of another kind, or quotes stand around a name.",
        'Texts for people stand between `"` and `"` on one line, and nothing else does.',
        in_rule("ruling the book is silent\nscore 1"),
        in_rule('ruling "the book is silent"\nscore 1'),
    ),
    Explanation(
        Code.INDENTATION,
        "A line is indented by a tab, or by spaces that fit neither the block above nor a new one.",
        "Indentation alone says what belongs to what.",
        in_layer('rule extra "One more point"\n    house\n  score 1'),
        in_layer(EXTRA),
    ),
    Explanation(
        Code.BRACKET,
        "A bracket is never closed, or closes nothing.",
        "It cannot be known where the bracket was meant to end.",
        in_rule("score (tally(you) + 1"),
        in_rule("score (tally(you) + 1)"),
    ),
    Explanation(
        Code.MISSING_BLOCK,
        "A line that begins a block has nothing indented beneath it.",
        "Without its block the line says nothing; perhaps the next lines were meant to be indented.",
        in_layer("rule extra"),
        in_layer(EXTRA),
    ),
    Explanation(
        Code.SPELLING,
        "A name, an id, a number or a range is not written as such. Names have letters, digits and `_`; ids of rules"
        " and steps have hyphens and dots; numbers are whole; ranges have two dots; a minus has spaces around it.",
        "A hyphen in a name and a subtraction would look the same.",
        in_rule("score tally(you)-1"),
        in_rule("score tally(you) - 1"),
    ),
    Explanation(
        Code.UNKNOWN_LINE,
        "A line begins with a word that begins no line in this block, often a misspelt one.",
        "The first word of a line says what the line is.",
        in_rule("for place\n    requires at in open"),
        in_rule("for place\n    require at in open"),
    ),
    Explanation(
        Code.FOREIGN_SIGN,
        "A sign or a turn of phrase comes from another language. The hint says how it is written here.",
        "The language writes each thing in one manner only.",
        in_rule("for place\n    require hue == red"),
        in_rule("for place\n    require hue = red"),
    ),
    Explanation(
        Code.CAPITAL_LETTER,
        "A word outside quotes has a capital letter.",
        "All words and names are written in small letters, so that nobody has to remember which is which.",
        in_rule("score Tally(you)"),
        in_rule("score tally(you)"),
    ),
    Explanation(
        Code.INCOMPLETE,
        "A line ends, or a block ends, before it is complete. The hint says what is missing.",
        "Half a sentence has no meaning.",
        in_rule("score if tally(you) > 3 then 1"),
        in_rule("score if tally(you) > 3 then 1 else 0"),
    ),
    Explanation(
        Code.EQUALS_OR_BECOMES,
        "`=` stands where a new value is given, or `:=` where something is defined or compared.",
        "`=` is true or false and holds for good; `:=` changes the position. Mixing them up changes the game.",
        in_rule("for place\n    at.full = true"),
        in_rule("for place\n    at.full := true"),
    ),
    Explanation(
        Code.OUTSIDE_LAYER,
        "Something stands at the beginning of a line, in no layer.",
        "Every rule belongs to a layer, which says what it is combined with.",
        above(EXTRA),
        in_layer(EXTRA),
    ),
    Explanation(
        Code.LOOP_IN_CONDITION,
        "A condition runs over a set with a loop of its own, as in `some x in S: …`.",
        "Sets need no loops here: they are narrowed with brackets and tested as a whole."
        " Only `every x in S: …` names what it is about.",
        in_rule("for place\n    require some s in open: s = at"),
        in_rule("for place\n    require some open[s: s = at]"),
    ),
    Explanation(
        Code.NOT_UTF8,
        "A file is not written in UTF-8.",
        "Letters with accents would be read wrongly. Every editor can save a file as UTF-8.",
        in_layer("# played in the caf\u00e9", encoding="latin-1"),
        in_layer("# played in the caf\u00e9"),
    ),
)
