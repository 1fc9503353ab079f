"""What of a text is in no tree: comments, empty lines and line breaks.

A statement is what the grammar reads as one line, however many lines it was written on. `read` cuts a text
that parses into its statements and says what the author wrote around each. `weave` lays this around the
statements as the printer prints them, one for one:

- A comment on a line of its own stays before the statement it preceded, at that statement's depth. Where a
  block ends there, the comment's column says whether it still belongs to the block. A comment after the last
  sign of a statement stays there; one between the lines of a statement moves before it.
- Empty lines stay where the author left some, one at a time, but not within rules nor at the start of a
  block. One always stands between layers and around items that stand apart.
- `wrap` breaks statements that are too long for a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum

from tilelaw_dsl.text.survey import (
    BEGINS_STATEMENT,
    OPENING,
    begins_texts,
    following,
    goes_on,
    indent_of,
    without_comment,
)

INDENT = 4
WIDTH = 110


class Standing(StrEnum):
    """How an item of a layer stands among the others."""

    GROUPED = "grouped"
    """Empty lines are the author's choice."""
    APART = "apart"
    """Empty lines before and after."""
    RULE = "rule"
    """Empty lines before and after, none within."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A statement as printed, before it is broken; a layer has depth 0."""

    depth: int
    text: str
    standing: Standing = Standing.GROUPED
    is_whole: bool = False
    """It is not broken: a text on the next line would be a line of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A comment on a line of its own."""

    text: str
    column: int
    after_blank: bool


@dataclass(slots=True, kw_only=True)
class Written:
    """What the author wrote around one statement."""

    column: int = 0
    above: list[Comment] = field(default_factory=list)
    after_blank: bool = False
    inside: list[str] = field(default_factory=list)
    """The comments between its lines."""
    behind: str = ""
    """The comment after its last sign."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """Something with lines of its own: a comment, or a statement."""

    depth: int
    lines: list[str]
    after_blank: bool


# ---- what the author wrote ------------------------------------------------------------------------


def read(text: str) -> tuple[list[Written], list[Comment]]:
    """Return the surroundings of every statement of a text that parses, and the comments after the last."""
    statements: list[Written] = []
    above: list[Comment] = []
    after_blank = joined = in_texts = False
    brackets = 0
    lines = text.split("\n")
    for line, below in zip(lines, following(lines), strict=True):
        code = without_comment(line)
        comment = line[len(code) :].rstrip()
        column = indent_of(line)
        if joined or brackets:
            current = statements[-1]
            if current.behind and (code.strip() or comment):
                current.inside.append(current.behind)
                current.behind = ""
            if not code.strip():
                current.inside += [comment] if comment else []
                continue
        elif not code.strip():
            if comment:
                above.append(Comment(text=comment, column=column, after_blank=after_blank))
            after_blank = not comment
            continue
        else:
            current = Written(column=column, above=above, after_blank=after_blank)
            statements.append(current)
            above, after_blank = [], False
            in_texts = begins_texts(code, in_texts)
        current.behind = comment
        brackets += sum(step for _, step in _brackets(code))
        joined = not brackets and goes_on(code, below, current.column, in_texts=in_texts)
    return statements, above


def _brackets(code: str) -> Iterator[tuple[int, int]]:
    """Yield the place of every bracket outside texts, with 1 for an opening and -1 for a closing one."""
    quoted = False
    for i, char in enumerate(code):
        if char == '"':
            quoted = not quoted
        elif not quoted and char in OPENING:
            yield i, 1
        elif not quoted and char in OPENING.values():
            yield i, -1


# ---- laying it around what is printed ---------------------------------------------------------------


def weave(lines: Sequence[Line], statements: Sequence[Written], tail: Sequence[Comment] = ()) -> str:
    """Return the text of printed statements with what the author wrote around them."""
    out: list[str] = []
    columns: list[int] = []  # where the author began the open blocks, by depth
    item: Line | None = None  # the layer, or the item of it, above
    for line, written in zip(lines, statements, strict=True):
        entries = [*_placed(written.above, columns, line.depth), *_statement(line, written)]
        if line.depth >= len(columns):  # the first of its block
            entries[0] = replace(entries[0], after_blank=False)
        elif _stand_apart(item, line):
            own = next(i for i, entry in enumerate(entries) if entry.depth == line.depth)
            entries[own] = replace(entries[own], after_blank=True)
        out += _shown(entries, item)
        columns = [*columns[: line.depth], written.column]
        item = line if line.depth < 2 else item
    out += _shown(_placed(tail, columns, 0), item)
    return "".join(f"{line}\n" for line in out).lstrip("\n")


def _stand_apart(above: Line | None, line: Line) -> bool:
    if line.depth == 0:
        return True
    standings = {line.standing, above.standing if above else Standing.GROUPED}
    return line.depth == 1 and standings != {Standing.GROUPED}


def _shown(entries: Iterable[_Entry], item: Line | None) -> Iterator[str]:
    in_rule = item is not None and item.standing is Standing.RULE
    for entry in entries:
        if entry.after_blank and not (in_rule and entry.depth > 1):
            yield ""
        yield from entry.lines


def _placed(comments: Sequence[Comment], columns: Sequence[int], least: int) -> Iterator[_Entry]:
    """Yield comments at the depth of the open block they stand in, but no less deep than what follows."""
    depth = max(least, len(columns) - 1)
    for comment in comments:
        reached = max((d for d, column in enumerate(columns) if column <= comment.column), default=0)
        depth = max(least, min(depth, reached))
        yield _comment(depth, comment.text, comment.after_blank)


def _comment(depth: int, text: str, after_blank: bool) -> _Entry:
    return _Entry(depth=depth, lines=[" " * (INDENT * depth) + text], after_blank=after_blank)


def _statement(line: Line, written: Written) -> Iterator[_Entry]:
    after_blank = written.after_blank
    for text in written.inside:
        yield _comment(line.depth, text, after_blank)
        after_blank = False
    margin = INDENT * line.depth
    lines = [" " * margin + line.text] if line.is_whole else wrap(line.text, margin)
    if written.behind:
        lines[-1] += "  " + written.behind
    yield _Entry(depth=line.depth, lines=lines, after_blank=after_blank)


# ---- breaking lines -----------------------------------------------------------------------------------


class _Joint(IntEnum):
    """What joins the parts of a statement where a line may end, the loosest first."""

    OWN = 0
    """The `=` of a definition, or the blank before a text."""
    COMMA = 1
    OVER = 2
    CHOICE = 3
    OR = 4
    AND = 5
    PLUS = 6
    EQUALS = 7
    BLANK = 8
    """Any other blank; only in brackets."""


_BEFORE = {
    "then": _Joint.CHOICE,
    "else": _Joint.CHOICE,
    "or": _Joint.OR,
    "and": _Joint.AND,
    "over": _Joint.OVER,
    "+": _Joint.PLUS,
}
AT_BOUND = re.compile(r"at (?:most|least)\b")
"""Two words that are one sign."""
_OWN = re.compile(r'(?:(?:replace )?define|param|set|let) [^"=]*=|[^"]* :=')
"""A statement up to the sign after which it gives a value."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A blank at which a statement may be broken."""

    at: int
    depth: int
    """In how many brackets it stands."""
    joint: _Joint


def wrap(text: str, indent: int) -> list[str]:
    """Return a statement as lines, broken at its outermost and loosest joints where it is too long."""
    places = list(_places(text, WIDTH - indent - INDENT))
    lines = []
    margin, start = " " * indent, 0
    while len(margin) + len(text) - start > WIDTH:
        ahead = [place for place in places if place.at > start]
        fitting = [place for place in ahead if len(margin) + place.at - start <= WIDTH]
        if not ahead:
            break
        best = min(fitting, key=lambda place: (place.depth, place.joint, -place.at)) if fitting else ahead[0]
        lines.append(margin + text[start : best.at])
        margin, start = " " * (indent + INDENT), best.at + 1
    return [*lines, margin + text[start:]]


def _places(text: str, width: int) -> Iterator[_Place]:
    """Yield every blank at which a statement may be broken; a text that is wider than a line stays where it is."""
    steps = dict(_brackets(text))
    own = _OWN.match(text)
    quoted = False
    depth = 0
    for i, char in enumerate(text):
        depth += steps.get(i, 0)
        if char == '"':
            quoted = not quoted
        if char != " " or quoted or (depth and BEGINS_STATEMENT.match(text, i)):
            continue
        joint = _joint(text, i)
        if text[i + 1] == '"':
            joint = _Joint.OWN if text.index('"', i + 2) - i <= width else None
        elif own and i == own.end():
            joint = _Joint.OWN
        elif joint is None and depth and not AT_BOUND.match(text, i - 2):
            joint = _Joint.BLANK
        if joint is not None:
            yield _Place(i, depth, joint)


def _joint(text: str, at: int) -> _Joint | None:
    if text[at - 1] == ",":
        return _Joint.COMMA
    if text[at - 1] == "=":
        return _Joint.EQUALS
    return _BEFORE.get(text[at + 1 :].split(" ", 1)[0])
