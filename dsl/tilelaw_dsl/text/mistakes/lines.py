"""Sentences about a line and the lines around it: blocks that are not indented, other cases, names of two words.

Like those in `sentences` each function is asked about a stop, and says nothing where it does not recognise one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead
from tilelaw_dsl.text.mistakes.foreign import FOREIGN_OPENINGS
from tilelaw_dsl.text.mistakes.stop import Sentence, Stop, line_above, shortened
from tilelaw_dsl.text.survey import indent_of
from tilelaw_dsl.text.words import STARTS_VALUE, expecting, keywords

STEP = " " * 4
ELSE = re.compile(r"(?P<word>otherwise|else if|else|elif|elsif|elseif)(?![\w.-]):?(?P<condition>.*)")
WHEN = re.compile(r"(?P<head>(?:.* )?when )(?P<condition>.+)")
DECLARING = "param|var|zone|mark|board|define|kinds|record|action|let|field|relation|cell"


def missing_block(stop: Stop) -> Sentence | None:
    """A line that opens a block, and nothing is indented beneath it: perhaps the next lines were meant to be."""
    if stop.expected != {"_INDENT"}:
        return None
    start, end = line_above(stop)
    statement = shortened(stop.text[start:end])
    hint = _to_indent(stop, start, end) or expecting(stop.inner)
    return Sentence(Code.MISSING_BLOCK, f"`{statement}` needs an indented block beneath it", start, end, hint)


def _to_indent(stop: Stop, start: int, end: int) -> Hint:
    """Return the hint to indent the lines beneath a statement that can only stand in its block."""
    margin = start - stop.text.rfind("\n", 0, start) - 1
    begin = stop.text.find("\n", end) + 1
    words = set(keywords(stop.inner)) - {"for", "when"}
    meant: list[str] = []
    for line in stop.text[begin:].split("\n") if begin else ():
        first = re.match(r"\s*([a-z]\w*)", line)
        is_meant = first is not None and (first.group(1) in words or ("NAME" in stop.inner and ":=" in line))
        if indent_of(line) != margin or not is_meant:
            break
        meant.append(line)
    if not meant:
        return ""
    said = "indent the next line" if len(meant) == 1 else f"indent the next {len(meant)} lines"
    place = stop.span(begin, begin + len("\n".join(meant)))
    kept = stop.source.text[begin : place.end].split("\n")
    return Edit(said, "\n".join(STEP + line for line in kept), place, otherwise=said)


def otherwise(stop: Stop) -> Sentence | None:
    """The other case of a block under a condition, as other languages have it: effects have no `else`."""
    found = ELSE.fullmatch(stop.text[stop.start :].split("\n", 1)[0].rstrip())
    if found is None:
        return None
    words = "effects have no `else`: write another `when` with the opposite condition"
    hint: Hint = words if found["word"] == "otherwise" else FOREIGN_OPENINGS.get(found["word"], words)
    above = next((WHEN.fullmatch(line) for line in _lines_beside(stop)), None)
    if above is not None:
        more = found["condition"].strip().rstrip(":")
        text = f"{above['head']}not ({above['condition']}){f' and {more}' if more else ''}"
        place = stop.span(stop.start, stop.start + len(found.group()))
        hint = Edit(f"effects have no `else`: write `{text}`", text, place, otherwise=hint)
    end = stop.start + len(found["word"])
    return Sentence(Code.UNKNOWN_LINE, f"no line here begins with `{found['word']}`", stop.start, end, hint)


def _lines_beside(stop: Stop) -> Iterator[str]:
    """Yield the lines above a statement that begin where it does, in the same block, from below."""
    line = stop.text.rfind("\n", 0, stop.start) + 1
    margin = stop.start - line
    for above in reversed(stop.text[:line].split("\n")):
        if above.strip() and indent_of(above) < margin:
            return
        if above.strip() and indent_of(above) == margin:
            yield above.strip()


def two_words(stop: Stop) -> Sentence | None:
    """A name of two words, where it is declared or used."""
    before = re.search(r"([a-z]\w*) +$", stop.before)
    if before is None or stop.met not in {"ID", *STARTS_VALUE} or not re.match(r"[a-z]", stop.word):
        return None
    first, second = before.group(1), stop.word
    if not re.search(rf"^ *(?:{DECLARING}) {first} {second}(?![\w.-])", stop.source.text, re.MULTILINE):
        return None
    name = f"{first}_{second}"
    end = stop.offset + len(second)
    place = stop.span(stop.start + before.start(1), end)
    hint = instead(name, place, otherwise=f"a name is one word: `{name}`")
    return Sentence(Code.MISPLACED_WORD, f"a name is one word, and `{first} {second}` are two", place.start, end, hint)
