"""A look over a text, line by line, before the grammar sees it.

What comes out is a text of the same length that is easier to read: comments are spaces, and a statement that was
written on several lines is one line (`goes_on` says where lines may break). All offsets stay true.

Meanwhile it finds the errors that are better explained by their line than by the word at which a grammar
stops: signs of other languages, quotes, brackets, indentation; and it keeps hostile texts cheap by limits on
size and nesting. After an error of a single line the rest can still be read, so that one run shows them all;
`Survey.errors` says where they are. After one of the layout nothing can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, Report
from tilelaw_dsl.source import Source, Span
from tilelaw_dsl.text.characters import strange, strange_in

INDENT = 4
MAX_CHARACTERS = 200_000
"""A resolved ruleset with its texts in five languages has 150 000."""
MAX_LINE = 400
MAX_DEPTH = 24
MAX_WORDS = 260
MAX_ERRORS = 20

OPENING = {"(": ")", "[": "]", "{": "}"}
CONTINUES = re.compile(r"(?:(?<![A-Za-z0-9_.-])(?:and|or)|,)[ \t]*$")
WORD = re.compile(r"[A-Za-z0-9_.-]+|[^\sA-Za-z0-9_]")
GOES_ON = re.compile(r"\s*(?:(?:and|or|then)(?![\w.-])|else[ \t]+\S|\+|\")")
"""How a line begins that belongs to the one above it, if it is indented deeper."""
BEGINS_STATEMENT = re.compile(
    r"\s*(?:(?:rule|layer|mode|option|edition|texts|define|require|ruling|action|flow)[ \t]"
    r"|(?:title|for|at|step|ask)[ \t]+(?!(?:most|least|in|not|meets|and|or|except|div|mod|with)\b)[a-z\"])"
)
"""What no line inside brackets begins with, so that a bracket before it was forgotten. The latter are also names."""

OPENS_BLOCK = re.compile(
    r"\s*(?:mode|option|layer|rule|for|at|flow|board|cell|action|when|record|repeat|each|ask|kinds)\b"
    r"[^{}()\[\]]*?[\w\"]( *\{)\s*$"
)
CLOSES_BLOCK = re.compile(r"\s*(\})\s*$")


@dataclass
class Survey:
    """The look over one text."""

    source: Source
    report: Report
    errors: list[int] = field(default_factory=list)
    """Where errors are that leave the rest of the text readable."""
    _chars: list[str] = field(default_factory=list)
    _brackets: list[tuple[str, int]] = field(default_factory=list)
    _indents: list[int] = field(default_factory=lambda: [0])
    _words: int = 0
    _statement: int = 0
    _in_texts: bool = False
    _has_begun: bool = False
    _layout_is_wrong: bool = False

    def text(self) -> str | None:
        """Return the text to be parsed, or nothing when its layout cannot be understood."""
        source = self.source
        if len(source.text) > MAX_CHARACTERS:
            self._too_large(f"this text is longer than {MAX_CHARACTERS} characters", 0, 0, "split it")
            return None
        self._chars = list(source.text)
        lines = [source.line(number) for number in range(1, len(source.line_starts) + 1)]
        joined = False
        for start, line, below in zip(source.line_starts, lines, following(lines), strict=True):
            if len(line) > MAX_LINE:
                self._too_large(f"this line is longer than {MAX_LINE} characters", start, start + 40)
                return None
            code = without_comment(line)
            end = start + len(code.rstrip())
            if not code.strip():
                self._clear(end, start + len(line) + int(joined or bool(self._brackets)))
                continue
            if not self._line(start, code, joined) or len(self.errors) > MAX_ERRORS:
                return None
            joined = goes_on(code, below, self._indents[-1], in_texts=self._in_texts)
            self._clear(end, start + len(line) + int(joined or bool(self._brackets)))
        if self._brackets:
            self._unclosed()
            return None
        return None if self._layout_is_wrong else "".join(self._chars) + "\n"

    def _clear(self, start: int, end: int) -> None:
        for i in range(start, min(end, len(self._chars))):
            self._chars[i] = " "

    def _line(self, start: int, code: str, joined: bool) -> bool:
        """Look at one line; say whether it makes sense to go on."""
        if self._brackets and BEGINS_STATEMENT.match(code):
            self._unclosed()
            # The forgotten bracket swallowed the line end above.
            self._chars[start - 1] = "\n"
            joined = False
        if not joined and not self._brackets:
            self._words = 0
            self._in_texts = begins_texts(code, self._in_texts)
            self._statement = start + indent_of(code)
            if not self._indentation(start, indent_of(code)):
                return False
        if not self._characters(start, code):
            signs = [code[i] for i in _outside_texts(code)]
            return sum(c in OPENING for c in signs) == sum(c in OPENING.values() for c in signs)
        if self._curly_block(start, code):
            return True
        if not self._follow_brackets(start, code):
            return False
        self._words += len(WORD.findall(code))
        if self._words > MAX_WORDS:
            message = f"this statement has more than {MAX_WORDS} words and signs"
            self._too_large(message, self._statement, start + len(code), "give parts of it a name with `define`")
            return False
        return True

    def _add(self, code: Code, message: str, start: int, end: int, hint: Hint = "") -> None:
        rule = rule_around(self.source.text, start)
        self.report.add(code, message, Span(self.source, start, end), hint=hint, rule=rule)
        self.errors.append(start)

    def _too_large(self, message: str, start: int, end: int, hint: str = "") -> None:
        self._add(Code.TOO_LARGE, message, start, end, hint)

    # ---- indentation

    def _indentation(self, start: int, indent: int) -> bool:
        if self.source.text[start : start + indent].count("\t"):
            message = "this line is indented with a tab"
            self._add(Code.INDENTATION, message, start, start + indent, self._without_tabs(start))
            return False
        if indent and not self._has_begun:
            message = "this line is indented, but nothing above it opens a block"
            hint = Edit("the first line begins without a space", "", is_safe=True)
            self._add(Code.INDENTATION, message, start, start + indent, hint)
            return False
        self._has_begun = True
        if indent > self._indents[-1]:
            self._indents.append(indent)
            if len(self._indents) > MAX_DEPTH:
                self._too_large(f"blocks are nested more than {MAX_DEPTH} deep", start, start + indent)
                return False
            return True
        if indent not in self._indents:
            message = f"this line is indented by {indent} space{'s' * (indent != 1)}, which fits no block above it"
            self._add(Code.INDENTATION, message, start, start + max(indent, 1), self._at_a_block(start, indent))
            self._layout_is_wrong = True
            return True
        while self._indents[-1] > indent:
            self._indents.pop()
        return True

    def _without_tabs(self, start: int) -> Hint:
        """Return the hint to indent with spaces, on all lines from here on."""
        head, rest = self.source.text[:start], self.source.text[start:]
        place, words = Span(self.source, start, len(head) + len(rest)), "indent with four spaces"
        hint: Hint = words
        for width in (2 * INDENT, INDENT):
            lines = [line[: indent_of(line)].expandtabs(width) + line.lstrip() for line in rest.split("\n")]
            hint = Edit(words, "\n".join(lines), place, is_safe=True, otherwise=hint)
        return hint

    def _at_a_block(self, start: int, indent: int) -> Hint:
        """Return the hint to begin a line where an open block does, the nearest that makes sense."""
        *others, last = map(str, self._indents)
        known = " or ".join([*([", ".join(others)] if others else []), last])
        words = f"the blocks open here begin at {known} spaces"
        hint: Hint = words
        place = Span(self.source, start, start + indent)
        for column in sorted(self._indents, key=lambda column: abs(column - indent), reverse=True):
            hint = Edit(words, " " * column, place, otherwise=hint)
        return hint

    # ---- characters

    def _characters(self, start: int, code: str) -> bool:
        """Report the first character of a line that the language has no use for; say whether there is none."""
        found = next(strange_in(code), None)
        if found is not None:
            about, message, hint = strange(self.source, start, code, found)
            self._add(about, message, start + found, start + found + 1, hint)
            return False
        if code.count('"') % 2:
            at = start + code.rindex('"')
            hint = 'end it with `"`' if code.count('"') < 3 else 'end it with `"`; a text has no other `"` inside'
            self._add(Code.QUOTES, "this text is not closed on its line", at, start + len(code.rstrip()), hint)
            return False
        return True

    # ---- brackets

    def _curly_block(self, start: int, code: str) -> bool:
        """Report a bracket that opens or closes a block, as in other languages; say whether there is one."""
        opens, closes = OPENS_BLOCK.match(code), CLOSES_BLOCK.match(code)
        found = opens or (closes if not self._brackets else None)
        if found is None:
            return False
        words = "a block is what stands indented, without brackets"
        first, last = start + found.start(1), start + found.end(1)
        hint = Edit(words, "", Span(self.source, first, last), is_safe=True, otherwise=words)
        self._add(Code.BRACKET, f"`{found.group(1).strip()}` is no bracket of a block", last - 1, last, hint)
        return True

    def _follow_brackets(self, start: int, code: str) -> bool:
        for i in _outside_texts(code):
            char, at = code[i], start + i
            if char in OPENING:
                self._brackets.append((char, at))
                if len(self._brackets) > MAX_DEPTH:
                    self._too_large(f"brackets are nested more than {MAX_DEPTH} deep", at, at + 1)
                    return False
            elif char in OPENING.values():
                if not self._brackets or OPENING[self._brackets[-1][0]] != char:
                    self._closes_nothing(char, at)
                    return True
                self._brackets.pop()
        return True

    def _closes_nothing(self, char: str, at: int) -> None:
        labels = []
        if self._brackets:
            sign, opened = self._brackets[-1]
            labels = [(Span(self.source, opened, opened + 1), f"`{sign}` is open here")]
        rule = rule_around(self.source.text, at)
        place = Span(self.source, at, at + 1)
        self.report.add(Code.BRACKET, f"`{char}` closes nothing", place, labels=labels, rule=rule)
        self.errors.append(at)
        self._brackets.clear()

    def _unclosed(self) -> None:
        sign, at = self._brackets[-1]
        self._add(Code.BRACKET, f"`{sign}` is not closed", at, at + 1, f"add `{OPENING[sign]}`")
        self._brackets.clear()


def following(lines: Sequence[str]) -> list[str]:
    """Return for each line the next one that holds more than a comment, without its comment."""
    result: list[str] = []
    below = ""
    for line in reversed(lines):
        result.append(below)
        code = without_comment(line)
        below = code if code.strip() else below
    return result[::-1]


def goes_on(code: str, below: str, indent: int, *, in_texts: bool) -> bool:
    """Return whether the statement that begins at a column goes on below its line, outside of brackets."""
    if CONTINUES.search(code):
        return True
    if indent_of(below) <= indent:
        return False
    return code.rstrip().endswith("=") or bool(GOES_ON.match(below) and not (in_texts and below.lstrip()[0] == '"'))


def begins_texts(code: str, before: bool) -> bool:
    """Return whether a statement stands in a block of texts, where each text has a line of its own."""
    return before if indent_of(code) else code.startswith("texts")


def indent_of(line: str) -> int:
    """Return the number of spaces with which a line begins."""
    return len(line) - len(line.lstrip())


def rule_around(text: str, offset: int) -> str:
    """Return the id of the rule that a place of a text stands in, or nothing."""
    start = text.rfind("\n", 0, offset) + 1
    least = indent_of(text[start : max(offset, start) + 1])
    for line in reversed(text[:start].split("\n")):
        if not line.strip() or line.lstrip().startswith("#") or indent_of(line) >= least:
            continue
        least = indent_of(line)
        found = re.match(r"\s+(?:(?:replace|amend) )?rule +([a-z][a-z0-9.-]*)\s*(?:[\"#]|$)", line)
        if found:
            return found.group(1)
    return ""


def without_comment(line: str) -> str:
    """Return a line up to its comment."""
    if "#" not in line:
        return line
    return next((line[:i] for i in _outside_texts(line) if line[i] == "#"), line)


def _outside_texts(line: str) -> Iterator[int]:
    i = 0
    while i < len(line):
        if line[i] == '"':  # to the end of the text at once: most of a file of texts is in quotes
            end = line.find('"', i + 1)
            i = end + 1 if end >= 0 else len(line)
        else:
            yield i
            i += 1
