"""From text to syntax tree. The only module that imports lark.

Before the grammar sees a text it is looked over line by line (`_survey`): limits on size and nesting that keep
hostile text cheap, tabs, unclosed strings and brackets, uneven indentation. These mistakes are better explained
by their line than by the token at which a grammar stops. A line that ends in `and`, `or` or `,` goes on: its
line end is overwritten with a blank, so that all offsets stay true.

When the grammar stops, the sentence is chosen by `_explain`, the item of the layer that holds the mistake is
blanked out, and the rest is read again: one run shows every item that has a mistake.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter

from tilelaw_dsl.build import Builder
from tilelaw_dsl.diagnostics import Report, nearest
from tilelaw_dsl.source import Source, Span
from tilelaw_dsl.syntax import File

MAX_BYTES = 400_000
MAX_LINE = 400
MAX_DEPTH = 24
MAX_WORDS = 260
MAX_ERRORS = 20

TYPOGRAPHIC_QUOTES = "\u201c\u201d\u201e\u2018\u2019'`"
OPENING = {"(": ")", "[": "]", "{": "}"}
CONTINUES = re.compile(r"(?:(?<![A-Za-z0-9_.-])(?:and|or)|,)[ \t]*$")
STATEMENT_WORD = re.compile(r"[A-Za-z0-9_.-]+|[^\sA-Za-z0-9_]")


class _Blocks(Indenter):
    """Turns indentation into block tokens; brackets suspend it."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012  # lark reads these as plain class attributes
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    text = files("tilelaw_dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=_Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def parse(source: Source, report: Report) -> File | None:
    """Return the tree of a text, or nothing when it has mistakes, which are then in the report."""
    before = len(report.items)
    text = _survey(source, report)
    if text is None or len(report.items) > before:
        return None
    tree: File | None = None
    for _ in range(MAX_ERRORS):
        try:
            tree = _read(source, text)
            break
        except UnexpectedInput as error:
            start = _error_offset(error, text)
            _explain(source, text, error, report)
            blanked = _blank_item(text, start)
            if blanked == text:
                break
            text = blanked
    return tree if len(report.items) == before else None


def _read(source: Source, text: str) -> File:
    builder = Builder(source)

    class Reduce(Transformer[Token, Any]):
        def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
            start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
            return builder.build(str(data), children, builder.span(start, end))

    tree = _grammar().parse(text)
    result: File = Reduce().transform(tree)
    return result


# ---- looking a text over before the grammar does ------------------------------------------------------


def _survey(source: Source, report: Report) -> str | None:
    """Return the text to be parsed, of the same length; report what lines alone can tell."""
    text = source.text
    if len(text) > MAX_BYTES:
        report.add("T101", f"this text is longer than {MAX_BYTES} characters", Span(source, 0, 0), hint="split it")
        return None
    chars = list(text)
    brackets: list[tuple[str, int]] = []
    indents = [0]
    words = 0
    statement_start = 0
    goes_on = False
    for number, start in enumerate(source.line_starts, start=1):
        line = source.line(number)
        code = _without_comment(line)
        stripped = code.strip()
        if len(line) > MAX_LINE:
            report.add("T101", f"this line is longer than {MAX_LINE} characters", Span(source, start, start + 40))
            return None
        if not stripped:
            if goes_on or brackets:
                _overwrite(chars, start, start + len(line))
            continue
        bad = _strange_character(code)
        if bad is not None:
            here = Span(source, start + bad, start + bad + 1)
            _report_character(code[bad], here, report)
            return None
        if code.count('"') % 2:
            at = start + code.rindex('"')
            report.add(
                "T104",
                "this text is not closed on its line",
                Span(source, at, start + len(code)),
                hint='end it with `"`',
            )
            return None
        indent = len(code) - len(code.lstrip())
        if not goes_on and not brackets:
            words = 0
            statement_start = start + indent
            _check_indent(source, start, indent, number, indents, report)
            if report.items and report.items[-1].code in ("T105", "T101"):
                return None
        words += len(STATEMENT_WORD.findall(code))
        if words > MAX_WORDS:
            report.add(
                "T101",
                f"this statement has more than {MAX_WORDS} words and signs",
                Span(source, statement_start, start + len(code)),
                hint="give parts of it a name with `define`",
            )
            return None
        if not _follow_brackets(source, code, start, brackets, report):
            return None
        goes_on = bool(CONTINUES.search(code)) and not brackets
        if goes_on:
            _overwrite(chars, start + len(code.rstrip()), start + len(line) + 1)
        elif brackets:
            _overwrite(chars, start + len(code.rstrip()), start + len(line))
    if brackets:
        sign, at = brackets[-1]
        report.add("T106", f"`{sign}` is not closed", Span(source, at, at + 1), hint=f"add `{OPENING[sign]}`")
        return None
    result = "".join(chars)
    return result if result.endswith("\n") else result + "\n"


def _overwrite(chars: list[str], start: int, end: int) -> None:
    for i in range(start, min(end, len(chars))):
        chars[i] = " "


def _without_comment(line: str) -> str:
    quoted = False
    for i, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted:
            return line[:i]
    return line


def _strange_character(code: str) -> int | None:
    quoted = False
    for i, char in enumerate(code):
        if char == '"':
            quoted = not quoted
        elif (
            not quoted
            and (char == "\t" or not (" " <= char <= "~") or (char in "'`;@$%^\\~!?/" and not _fits(code, i)))
        ) or (quoted and not char.isprintable()):
            return i
    return None


def _fits(code: str, i: int) -> bool:
    char = code[i]
    if char == "!":
        return code[i + 1 : i + 2] == "="
    return char in "?/"


def _report_character(char: str, here: Span, report: Report) -> None:
    if char == "\t":
        report.add("T105", "this line has a tab", here, hint="indent with four blanks")
    elif char in TYPOGRAPHIC_QUOTES:
        report.add("T104", f"`{char}` does not open a text", here, hint='write texts as "..."')
    else:
        shown = char if char.isprintable() else f"character {ord(char)}"
        report.add("T102", f"`{shown}` is no sign of this language", here)


def _check_indent(source: Source, start: int, indent: int, number: int, indents: list[int], report: Report) -> None:
    here = Span(source, start, start + max(indent, 1))
    if indent > indents[-1]:
        indents.append(indent)
        if len(indents) > MAX_DEPTH:
            report.add("T101", f"blocks are nested more than {MAX_DEPTH} deep", here)
        return
    while indents[-1] > indent:
        indents.pop()
    if indents[-1] != indent:
        known = ", ".join(str(i) for i in indents)
        report.add(
            "T105",
            f"line {number} is indented by {indent} blanks, which fits no block above it",
            here,
            hint=f"the blocks open here begin at {known} blanks",
        )


def _follow_brackets(source: Source, code: str, start: int, brackets: list[tuple[str, int]], report: Report) -> bool:
    quoted = False
    for i, char in enumerate(code):
        if char == '"':
            quoted = not quoted
        if quoted:
            continue
        at = start + i
        if char in OPENING:
            brackets.append((char, at))
            if len(brackets) > MAX_DEPTH:
                report.add("T101", f"brackets are nested more than {MAX_DEPTH} deep", Span(source, at, at + 1))
                return False
        elif char in OPENING.values():
            if not brackets or OPENING[brackets[-1][0]] != char:
                labels = []
                if brackets:
                    sign, opened = brackets[-1]
                    labels = [(Span(source, opened, opened + 1), f"`{sign}` is open here")]
                report.add("T106", f"`{char}` closes nothing", Span(source, at, at + 1), labels=labels)
                return False
            brackets.pop()
    if brackets and _begins_statement_next(source, start + len(code)):
        sign, at = brackets[-1]
        report.add("T106", f"`{sign}` is not closed", Span(source, at, at + 1), hint=f"add `{OPENING[sign]}`")
        return False
    return True


def _begins_statement_next(source: Source, offset: int) -> bool:
    """Say whether a line that can only begin a statement comes next, so that a bracket was forgotten."""
    following = source.text[offset:].lstrip("\n ")
    return bool(
        re.match(r"(rule|layer|define|require|title|source|ruling|for|at|action|flow|step|ask)[ \t]", following)
    )


# ---- saying what is wrong when the grammar stops --------------------------------------------------------

WORDS = {
    "NAME": "a name",
    "ID": "an id such as `place.connects`",
    "PATH": "a layer such as `origins/totem`",
    "INT": "a number",
    "RANGE": "a range such as `0..9`",
    "CELL": "a cell such as `0,-5`",
    "STRING": 'a text in `"`',
    "COMPARE": "a comparison",
    "EQUALS": "`=`",
    "AT_MOST": "`at most`",
    "AT_LEAST": "`at least`",
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
    "__ANON_0": "`:=`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
}
OPERATORS = {
    "COMPARE",
    "EQUALS",
    "AT_MOST",
    "AT_LEAST",
    "PLUS",
    "MINUS",
    "BAR",
    "STAR",
    "AMP",
    "EXCEPT",
    "DIV",
    "MOD",
}
WORD_AT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*|[0-9][A-Za-z0-9_.]*|[^\s]")


def _shown(terminal: str) -> str:
    return WORDS.get(terminal, f"`{terminal.strip('_').lower()}`")


def _keywords(expected: set[str]) -> list[str]:
    return [t.strip("_").lower() for t in expected if t not in WORDS and not t.startswith("__")]


def _error_offset(error: UnexpectedInput, text: str) -> int:
    position = error.pos_in_stream
    if position is None or position < 0:
        return max(0, len(text.rstrip()) - 1)
    return min(position, len(text))


def _expected(error: UnexpectedInput) -> set[str]:
    for attribute in ("accepts", "expected", "allowed"):
        found = getattr(error, attribute, None)
        if found:
            return {str(t) for t in found}
    return set()


def _explain(source: Source, text: str, error: UnexpectedInput, report: Report) -> None:
    """Report the place where the grammar stopped in the author's words."""
    offset = _error_offset(error, text)
    expected = _expected(error)
    token = error.token if isinstance(error, UnexpectedToken) else None
    kind = token.type if token is not None else ""
    found = WORD_AT.match(text, offset)
    word = found.group() if found else ""
    here = Span(source, offset, offset + max(1, len(word)))
    line_start = text.rfind("\n", 0, offset) + 1
    opens_line = not text[line_start:offset].strip()

    if kind == "_INDENT":
        at = _next_code(text, offset)
        report.add(
            "T105",
            "this line is indented, but nothing above it opens a block",
            Span(source, at, at + 1),
            hint="a block follows a line such as `rule …`, `for …`, `at …` or `on …`",
        )
        return
    if kind in ("_NL", "_DEDENT", "$END") or not word:
        at = _last_code(text, offset)
        statement = text[text.rfind("\n", 0, at) + 1 : at + 1].strip()
        here = Span(source, at - len(statement) + 1, at + 1)
        if "_INDENT" in expected:
            report.add(
                "T107",
                f"`{statement}` needs an indented block beneath it",
                here,
                hint=_list_hint(_inside_block(statement)),
            )
        else:
            report.add("T103", f"`{statement}` is not complete", here, hint=_expect_hint(expected))
        return
    if _is_hyphened(text, offset):
        name = _hyphened(text, offset)
        begin = offset - name.index("-") if text[offset] == "-" else offset
        report.add(
            "T108",
            f"`{name}` is neither a name nor a subtraction",
            Span(source, begin, begin + len(name)),
            hint="names have no hyphen; for a subtraction put blanks around `-`, for sets write `except`",
        )
        return
    if opens_line:
        hint = nearest(word, _keywords(expected)) or _list_hint(sorted(_keywords(expected)))
        report.add("T109", f"no line here begins with `{word}`", here, hint=hint)
        return
    known = _keywords(expected)
    hint = nearest(word, known) if word not in known else ""
    sentence = _common_mistake(text[line_start:offset], word, expected)
    if sentence:
        message, hint = sentence
        report.add("T103", message, here, hint=hint)
        return
    report.add("T103", f"`{word}` cannot stand here", here, hint=hint or _expect_hint(expected))


def _common_mistake(before: str, word: str, expected: set[str]) -> tuple[str, str] | None:
    """Return message and hint for mistakes that many people make."""
    if re.search(r"\b(some|no|one|every|all)\s+[a-z_]+\s+$", before) and word == "in":
        return (
            "sets need no loop variable here",
            "write `some S[...]` or `x in S`; name the element as `S[x: ...]`",
        )
    if word == "==":
        return "`==` is no sign of this language", "equality is written `=`"
    if word == "=" and before.rstrip().endswith("="):
        return "`==` is no sign of this language", "equality is written `=`"
    if (word == "=" and "_NL" in expected) or (word == "=" and "__ANON_0" in expected):
        return "`=` compares; it does not change anything", "to give a new value write `:=`"
    if word in ("&", "|") and before.rstrip().endswith(word):
        return f"`{word}{word}` is no sign of this language", "conditions are joined by `and` and `or`"
    if re.fullmatch(r"[A-Z].*", word):
        return f"`{word}` begins with a capital letter", "names are written in small letters"
    if word == "-" and expected & OPERATORS:
        return "`-` touches the word before it", "for a subtraction put blanks around `-`"
    return None


def _expect_hint(expected: set[str]) -> str:
    if expected & OPERATORS and len(expected) > 8:
        expected = expected - OPERATORS
    shown = sorted(_shown(t) for t in expected if t not in ("_DEDENT", "$END", "_INDENT") and t != "DOT")
    return _list_hint(shown, quoted=True)


def _list_hint(words: list[str], *, quoted: bool = False) -> str:
    shown = [w if quoted else f"`{w}`" for w in words]
    if not shown:
        return ""
    if len(shown) > 12:
        shown = [*shown[:12], "…"]
    return "expected " + (" or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0])


def _inside_block(statement: str) -> list[str]:
    return {"rule": ["title", "source", "ruling", "for", "at", "score", "define"], "for": ["require"]}.get(
        statement.split(" ")[0], []
    )


def _is_hyphened(text: str, offset: int) -> bool:
    return bool(re.match(r"[a-z0-9_]+-[a-z0-9_]", text[offset:])) or (
        text[offset] == "-" and offset > 0 and bool(re.match(r"[a-z0-9_)\]]", text[offset - 1]))
    )


def _hyphened(text: str, offset: int) -> str:
    start = offset
    while start > 0 and re.match(r"[A-Za-z0-9_]", text[start - 1]):
        start -= 1
    end = offset
    while end < len(text) and re.match(r"[A-Za-z0-9_-]", text[end]):
        end += 1
    return text[start:end]


def _next_code(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in " \n":
        offset += 1
    return min(offset, len(text) - 1)


def _last_code(text: str, offset: int) -> int:
    kept = "\n".join(_without_comment(line) for line in text[:offset].split("\n")).rstrip()
    at = len(kept) - 1
    # Comments were cut, so walk forward over the original to the same last sign.
    lines = text[:offset].split("\n")
    for number in range(len(lines) - 1, -1, -1):
        code = _without_comment(lines[number]).rstrip()
        if code:
            return sum(len(x) + 1 for x in lines[:number]) + len(code) - 1
    return max(0, at)


def _blank_item(text: str, offset: int) -> str:
    """Return the text without the item of a layer that holds an offset, so that the rest can be read."""
    lines = text.split("\n")
    number = text.count("\n", 0, min(offset, len(text) - 1))
    while number > 0 and not lines[number].strip():
        number -= 1
    first = number
    while first >= 0 and (not lines[first].strip() or _indent(lines[first]) > 4 or lines[first].lstrip()[0] == "#"):
        first -= 1
    if first < 0 or _indent(lines[first]) == 0:
        return text
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or _indent(lines[last]) > _indent(lines[first])):
        last += 1
    blanked = [" " * len(line) for line in lines[first:last]]
    remaining = lines[:first] + blanked + lines[last:]
    if not _still_has_items(remaining, first):
        # A layer needs an item: leave a harmless one of the same length.
        remaining[first] = '    title ""'.ljust(len(remaining[first]))
        if len(remaining[first]) > len(lines[first]):
            return text
    return "\n".join(remaining)


def _still_has_items(lines: list[str], index: int) -> bool:
    above = next((i for i in range(index, -1, -1) if lines[i].strip() and _indent(lines[i]) == 0), 0)
    for line in lines[above + 1 :]:
        if line.strip() and not line.lstrip().startswith("#"):
            return _indent(line) > 0
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
