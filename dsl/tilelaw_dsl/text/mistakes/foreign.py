"""Words and signs of other languages and of word processors: what is written here for them.

Each has a hint, which is an edit where one thing can be written in its place. Those that take
more of the statement than themselves are in `phrases`.
"""

from __future__ import annotations

from tilelaw_dsl.diagnostics import Edit, Hint, instead

FOREIGN_OPENINGS: dict[str, Hint] = {
    "if": Edit("effects under a condition stand beneath `when …`", "when"),
    "elif": "write another `when`, with a condition that excludes the one above",
    "elseif": "write another `when`, with a condition that excludes the one above",
    "elsif": "write another `when`, with a condition that excludes the one above",
    "else": "write another `when` with the opposite condition",
    "unless": "write `when not (…)`",
    "while": "only the flow repeats: `repeat NAME while …`",
    "foreach": instead("for", is_safe=True),
    "loop": "only the flow repeats: `repeat NAME while …`",
    "def": instead("define", is_safe=True),
    "function": instead("define", is_safe=True),
    "func": instead("define", is_safe=True),
    "fn": instead("define", is_safe=True),
    "return": "nothing is returned: a definition is what stands after its `=`",
    "enum": instead("kinds", is_safe=True),
    "type": Edit("write `kinds` or `record`", "kinds", otherwise=Edit("write `kinds` or `record`", "record")),
    "struct": instead("record", is_safe=True),
    "class": "write `kinds` or `record`",
    "const": instead("param", is_safe=True),
    "must": instead("require", is_safe=True),
    "assert": Edit("write `require` beneath `for ACTION`, or `invariant`", "require", otherwise=instead("invariant")),
    "forbid": "write `require not (…)`",
    "import": "a layer stands `on` another: `option game/more on game/base`",
    "include": "a layer stands `on` another: `option game/more on game/base`",
    "name": instead("title", is_safe=True),
    "source": "what a book says stands in an `edition`: `states RULE in SECTION`",
    "game": Edit("a text begins with `mode game/name`", "mode", otherwise="a text begins with `mode game/name`"),
    "turn": "write `repeat turn …` in the flow",
    "change": "write `amend rule …` or `replace rule …`, `replace` before a declaration, or `set` for a parameter",
    "modify": "write `amend rule …` or `replace rule …`, `replace` before a declaration, or `set` for a parameter",
    "delete": "write `remove rule …`, `remove step …`, or `remove … from` among effects",
    "print": "rules show nothing; `show … to all` makes pieces known",
    **dict.fromkeys(["draw", "deal", "take", "give"], "write `move top 1 from … to …`"),
    "discard": "write `remove … from …`, or `move … from … to …`",
    "endif": "a block ends where its indentation ends: leave the line out",
    "begin": "a block is what stands indented: leave the line out",
    "pass": "an empty block is left out, with the line above it",
    "//": Edit("a comment begins with `#`", "#", is_safe=True),
    "/*": "a comment begins with `#`, on each of its lines",
    "--": Edit("a comment begins with `#`", "#", is_safe=True),
    "-": "the members of a list stand on one line, with `,` between them",
    "*": "the members of a list stand on one line, with `,` between them",
    "{": "a block is what stands indented, without brackets",
    "}": "a block is what stands indented, without brackets",
}
"""What people write at the beginning of a line, and what they mean."""

FOREIGN_WORDS: dict[str, Hint] = {
    "is": Edit("equality is written `=`", "=", is_safe=True),
    "equals": Edit("equality is written `=`", "=", is_safe=True),
    "contains": "write `x in S`",
    "where": instead("with", otherwise="write the condition in brackets: `S[…]`"),
    "such": "write the condition in brackets: `S[…]`",
    "such that": "write the condition in brackets: `S[…]`",
    "unless": "write `when not (…)`",
    "given": "every requirement is judged by itself: say with `when` or `or` where it does not matter",
    "elif": instead("else if", is_safe=True),
    "elseif": instead("else if", is_safe=True),
    "elsif": instead("else if", is_safe=True),
    "plus": instead("+", is_safe=True),
    "minus": instead("-", is_safe=True),
    "times": instead("*", is_safe=True),
    "modulo": instead("mod", is_safe=True),
    "without": instead("except"),
    "but": instead("except"),
    "extends": instead("on", is_safe=True),
    "do": "leave it out: effects stand on lines of their own, indented",
    "if": "write `if … then … else …`, or a condition with `when`",
    "xor": "write `not (a = b)`",
    "increase": "write `add 1 to x`",
    **dict.fromkeys(["noone", "none", "nothing", "hidden"], instead("nobody")),
    **dict.fromkeys(["everybody", "everyone", "anyone", "public"], instead("all")),
    **dict.fromkeys(["deck", "stack"], instead("pile")),
}
"""What people write within a line, and what they mean; `phrases` knows those that are more than one word."""

FOREIGN_SIGNS: dict[str, Hint] = {
    "===": Edit("equality is written `=`", "=", is_safe=True),
    "==": Edit("equality is written `=`", "=", is_safe=True),
    "!==": Edit("different is written `!=`", "!=", is_safe=True),
    "&&": Edit("conditions are joined by `and`, sets by `&`", "and", is_safe=True, otherwise=instead("&")),
    "||": Edit("conditions are joined by `or`, sets by `|`", "or", is_safe=True, otherwise=instead("|")),
    "=>": Edit("at least is written `>=`", ">=", is_safe=True),
    "=<": Edit("at most is written `<=`", "<=", is_safe=True),
    "<>": Edit("different is written `!=`", "!=", is_safe=True),
    "+=": "write `add 1 to x`",
    "-=": "write `add -1 to x`",
    "*=": "write the new value in full: `x := x * 2`",
    "++": "write `add 1 to x`",
    "--": "write `add -1 to x`; a comment begins with `#`",
    "**": "write a product: `x * x`",
    "->": Edit("leave it out", ""),
    "<-": Edit("to give a new value write `:=`", ":=", is_safe=True),
    "=:": Edit("to give a new value write `:=`", ":=", is_safe=True),
    "//": Edit("a comment begins with `#`", "#", is_safe=True),
    "/": Edit("a division is written `div`, with spaces around it", " div "),
    "::": instead(":"),
    "...": Edit("a range has two dots, e.g. `0..9`", "..", is_safe=True),
    "?": "a choice is written `if … then … else …`",
}
"""Signs of other languages, the longest first where one begins another."""

FOREIGN_CASES: dict[str, Hint] = dict.fromkeys(
    ["default", "otherwise", "other", "others", "rest", "any", "anything"],
    Edit("for all the rest write `else: …`", "else", is_safe=True),
)
"""What people write for all other cases of a `match` or a table, unless something is called so."""

NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}
"""Numbers as people write them in words."""

FOREIGN_CHARACTERS: dict[str, Hint] = {
    "!": Edit("for the opposite write `not`, for different `!=`", "not "),
    "%": Edit("the remainder of a division is written `mod`", " mod "),
    ";": "every statement stands on a line of its own, without a sign at its end",
    "\\": "a statement goes on by itself on the next line after `,` and `=`, before `and`, `or`, `+` … and in brackets",
    "^": "write a product: `x * x`",
    "~": Edit("for the opposite write `not`, for a set without another `except`", "not "),
    "$": Edit("names stand as they are", ""),
    "@": Edit("names stand as they are", ""),
}
"""Characters that the language has no use for."""

LOOKALIKES = {
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2212": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u00d7": "*",
    "\u00b7": "*",
    "\u00f7": "div",
    "\u222a": "|",
    "\u2229": "&",
    "\u2208": "in",
    "\u2209": "not in",
    "\u2026": "..",
    "\uff1a": ":",
    "\uff08": "(",
    "\uff09": ")",
    "\uff0c": ",",
    "\uff1d": "=",
    "\u2227": "and",
    "\u2228": "or",
    "\u00ac": "not",
}
"""Characters that stand for a sign or a word of the language."""
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"

QUOTES = {
    "'": "'",
    "`": "`'",
    "\u00b4": "\u00b4",
    "\u2018": "\u2019",
    "\u2019": "\u2019\u2018",
    "\u201a": "\u2018\u2019",
    "\u201b": "\u2019",
    "\u201c": '\u201d\u201c"',
    "\u201d": '\u201d\u201c"',
    "\u201e": '\u201c\u201d"',
    "\u201f": "\u201d",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab\u00bb",
    "\u2039": "\u203a",
    "\u203a": "\u2039",
    "\u2033": "\u2033",
}
"""Quotes that open no text here, and what closes them elsewhere."""
