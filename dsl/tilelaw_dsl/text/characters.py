"""Characters that the language has no use for outside texts and comments, and what is meant by each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead
from tilelaw_dsl.source import Source, Span
from tilelaw_dsl.text.mistakes.foreign import DASHES, FOREIGN_CHARACTERS, LOOKALIKES, QUOTES


def strange_in(code: str) -> Iterator[int]:
    """Yield the place of every character of a line that has no use there."""
    quoted = False
    for i, char in enumerate(code):
        if char == '"':
            quoted = not quoted
        elif quoted:
            if not char.isprintable() and unicodedata.category(char) != "Zs":
                yield i
        elif not " " <= char <= "~" or char in QUOTES or (char in FOREIGN_CHARACTERS and code[i : i + 2] != "!="):
            yield i


def strange(source: Source, start: int, code: str, at: int) -> tuple[Code, str, Hint]:
    """Return what to say about a character of a line that begins at an offset."""
    char = code[at]
    no_sign = f"`{char}` is no sign of this language"
    if char == "\t":
        return Code.INDENTATION, "this line has a tab", Edit("write a space instead", " ", is_safe=True)
    if char == "`" and code.startswith("```"):
        whole = Span(source, start, start + len(code))
        hint = Edit("leave this line out: a rules file holds the rules alone", "", whole, is_safe=True)
        return Code.STRANGE_CHARACTER, "a fence of Markdown is no part of the rules", hint
    if char in QUOTES:
        return Code.QUOTES, f"`{char}` does not open a text", _quoted(source, start, code, at)
    if code[at : at + 2] == '\\"':
        return Code.QUOTES, 'a text has no `"` inside, with or without `\\`', "leave the inner quotes out, or write `'`"
    if char in FOREIGN_CHARACTERS:
        return Code.FOREIGN_SIGN, no_sign, _foreign(source, start, code, at)
    if char in LOOKALIKES:
        return Code.STRANGE_CHARACTER, no_sign, _alike(code, at)
    plain = unicodedata.normalize("NFKC", char)
    if plain != char and plain.isascii() and plain.isprintable() and plain.strip():  # of full width, raised …
        return Code.STRANGE_CHARACTER, no_sign, instead(plain, is_safe=True)
    if unicodedata.category(char) == "Zs":
        message = f"this space is not an ordinary one but U+{ord(char):04X}"
        return Code.STRANGE_CHARACTER, message, Edit("delete it and write a space", " ", is_safe=True)
    if not char.isprintable():
        message = f"an invisible sign stands here, U+{ord(char):04X}"
        return Code.STRANGE_CHARACTER, message, Edit("delete it", "", is_safe=True)
    if char.isalpha():
        return Code.STRANGE_CHARACTER, f"`{char}` is no letter of this language", _plain(source, start, code, at)
    return Code.STRANGE_CHARACTER, no_sign, "such signs stand only in comments and in texts"


def _quoted(source: Source, start: int, code: str, at: int) -> Hint:
    """Return the hint to put what stands between a foreign quote and its partner into ours."""
    words = 'a text stands between `"` and `"`, a name without quotes'
    close = next((i for i in range(at + 1, len(code)) if code[i] in QUOTES[code[at]]), None)
    if close is None or '"' in code[at + 1 : close]:
        return words
    inner, whole = code[at + 1 : close], Span(source, start + at, start + close + 1)
    return Edit(words, f'"{inner}"', whole, is_safe=True, otherwise=Edit(words, inner, whole, otherwise=words))


def _foreign(source: Source, start: int, code: str, at: int) -> Hint:
    """Return the hint for a sign of other languages, with the spaces around it; at the end of a line it goes."""
    hint, rest = FOREIGN_CHARACTERS[code[at]], code[at + 1 :]
    if code[at] in ";%" and not code[:at].strip():
        return Edit("a comment begins with `#`", "#", is_safe=True)
    choice = re.search(r"\b(?:IF|If|if) ?\(([^;]+); *([^;]+); *([^;]+)\)", code)
    if code[at] == ";" and choice is not None and choice.start() < at < choice.end():
        text = f"if {choice.group(1)} then {choice.group(2)} else {choice.group(3)}"
        words, place = f"write `{text}`", Span(source, start + choice.start(), start + choice.end())
        return Edit(words, f"({text})", place, otherwise=words)
    if code[at] == ";" and rest.strip() and isinstance(hint, str):
        margin = code[: len(code) - len(code.lstrip())]
        last = at + 1 + len(rest) - len(rest.lstrip())
        return Edit(hint, f"\n{margin}", Span(source, start + at, start + last), otherwise=hint)
    if isinstance(hint, str):
        is_last = code[at] in ";\\" and not rest.strip()
        return Edit(hint, "", is_safe=True, otherwise=hint) if is_last else hint
    first = len(code[:at].rstrip()) if hint.text.startswith(" ") else at
    last = at + 1 + len(rest) - len(rest.lstrip()) if hint.text.endswith(" ") else at + 1
    return replace(hint, span=Span(source, start + first, start + last), otherwise=hint.words)


def _alike(code: str, at: int) -> Hint:
    """Return the hint for a character that looks like a sign; a dash between numbers makes a range."""
    hint = instead(LOOKALIKES[code[at]], is_safe=True)
    is_between = code[at] in DASHES and re.search(r"[0-9]$", code[:at]) and re.match(r"[0-9]", code[at + 1 :])
    return Edit("a range is written with `..`", "..", is_safe=True, otherwise=hint) if is_between else hint


def _plain(source: Source, start: int, code: str, at: int) -> Hint:
    """Return the hint to write a word without its accents."""
    words = "names are written with the letters a to z, digits and `_`"
    found = next(match for match in re.finditer(r"\w+", code) if match.start() <= at < match.end())
    plain = unicodedata.normalize("NFKD", found.group()).encode("ascii", "ignore").decode()
    place = Span(source, start + found.start(), start + found.end())
    return Edit(f"{words}: `{plain}`", plain, place, otherwise=words) if plain else words
