"""Words for what stands in a text: names of terminals, and words that begin statements.

Terminals are known by the names they have in grammar.lark. `shown` turns them into words, and no other name of a
terminal ever reaches a message.
"""

from __future__ import annotations

from collections.abc import Iterable

WORDS = {
    "NAME": "a name",
    "ID": "an id such as `place.first`",
    "PATH": "a layer such as `game/mode`",
    "INT": "a number",
    "RANGE": "a range such as `0..9`",
    "CELL": "a cell such as `0,-5`",
    "STRING": 'a text in `"`',
    "DIGEST": "eight signs such as `5c1d09ab`",
    "COMPARE": "a comparison",
    "EQUALS": "`=`",
    "AT_MOST": "`at most`",
    "AT_LEAST": "`at least`",
    "ONE_WAY": "`one way`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "BAR": "`|`",
    "STAR": "`*`",
    "AMP": "`&`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "DOT": "`.`",
    "QMARK": "`?`",
    "_BECOMES": "`:=`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
}
"""The terminals that are no keywords."""

STARTS_VALUE = frozenset(
    {"_IF", "_NOT", "_SOME", "_EVERY", "_NO", "_ONE", "MINUS", "_COUNT", "INT", "RANGE", "NAME", "LPAR", "LBRACE"}
    | {"SUM", "MOST", "LEAST", "UNION", "SORTED", "_MATCH"}
)
"""What an expression can begin with."""
CONTINUES_VALUE = frozenset(
    {"_OR", "_AND", "COMPARE", "EQUALS", "_IN", "_NOT", "_MEETS", "AT_MOST", "AT_LEAST", "PLUS", "MINUS", "BAR"}
    | {"EXCEPT", "STAR", "AMP", "DIV", "MOD", "DOT", "LSQB", "LPAR"}
)
"""What can follow an expression that is complete."""

IN_LAYER = "it stands in a layer, indented beneath it"
IN_RULE = "it stands in a rule, indented beneath it"
IN_BODY = "it stands beneath `for ACTION` or `at STEP` in a rule"
IN_FLOW = "it stands beneath `flow`"
IN_BOARD = "it stands beneath `board`"
IN_EDITION = "it stands beneath `on LAYER` in an edition"
IN_TEXTS = "it stands beneath `on LAYER` in texts"
AT_THE_MARGIN = "it stands at the beginning of a line, without spaces before it"
HOMES = {
    **dict.fromkeys(["layer", "mode", "option", "edition", "texts"], AT_THE_MARGIN),
    **dict.fromkeys(["look", "players", "needs", "kinds", "record", "param", "board", "zone"], IN_LAYER),
    **dict.fromkeys(["mark", "var", "flow", "rule", "replace", "amend", "insert"], IN_LAYER),
    "set": "`set` changes a parameter in a layer; during play write `x := …`",
    **dict.fromkeys(["ruling", "skip", "action", "score", "rank", "sides"], IN_RULE),
    **dict.fromkeys(["invariant", "follows", "at"], IN_RULE),
    "title": 'it stands in a layer; the title of a rule stands on its line: `rule place.first "…"`',
    **dict.fromkeys(["house", "define"], "it stands in a layer or in a rule"),
    "without": "it stands in a block of a rule that is amended; for sets write `except`",
    "require": "it stands beneath `for ACTION` in a rule",
    **dict.fromkeys(["let", "put", "move", "shuffle", "show", "end", "when"], IN_BODY),
    "for": "`for ACTION` stands in a rule, `for x in S` among effects",
    "add": "`add to kinds`, `add to board` and `add to record` stand in a layer, `add … to` among effects",
    "remove": "`remove rule` and `remove step` stand in a layer, `remove … from` among effects",
    **dict.fromkeys(["step", "ask", "repeat", "each"], IN_FLOW),
    "on": "it stands beneath `ask`, `edition` or `texts`",
    **dict.fromkeys(["grid", "relation", "cell"], IN_BOARD),
    "same": "it stands beneath `action`",
    "printing": "it stands first beneath `edition`",
    "read": "it stands beneath `edition`, after `printing`",
    "section": "it stands beneath `edition`, before what is said `on` layers",
    **dict.fromkeys(["states", "differs", "pictures"], IN_EDITION),
    **dict.fromkeys(["aim", "components", "note"], IN_TEXTS),
    "renders": "it stands last beneath a text",
}
"""The words that begin statements, and where."""


def shown(terminal: str) -> str:
    """Return a terminal in words."""
    return WORDS.get(terminal, f"`{terminal.strip('_').lower()}`")


def keywords(terminals: Iterable[str]) -> list[str]:
    """Return the keywords among terminals as they are written."""
    return sorted(t.strip("_").lower() for t in terminals if t not in WORDS)


def expecting(terminals: frozenset[str]) -> str:
    """Return a hint that says what could have stood somewhere."""
    rest = set(terminals) - {"_INDENT", "_DEDENT"}
    words = []
    if rest >= {"_NEEDS", "_FLOW", "_RULE"}:
        return "expected `title`, `kinds`, `board`, `zone`, `define`, `flow`, `rule` or …"
    if rest >= {"_LET", "_SHUFFLE"}:
        rest -= STARTS_VALUE
        words = ["`x := …`"]
    elif len(rest & STARTS_VALUE) > 10:
        rest -= STARTS_VALUE
        words = ["a value"]
    elif len(rest & CONTINUES_VALUE) > 8:
        rest -= CONTINUES_VALUE
    if rest - {"$END"}:
        rest -= {"$END"}
    words = sorted(map(shown, rest & set(WORDS))) + words + sorted(map(shown, rest - set(WORDS)))
    return _expected(words)


def _expected(words: list[str]) -> str:
    if not words:
        return ""
    if len(words) > 14:
        words = [*words[:14], "…"]
    return "expected " + " or ".join(([", ".join(words[:-1])] if len(words) > 1 else []) + [words[-1]])
