"""One cell as a word: a letter with its number, a printed word or the sign for nothing, then marks.

    D0          a member of the main field and the number that goes with it
    J0*2  G0m   marks: a sign with a number, a letter, a sign with a name, or a bare sign
    H  .        what the board shows, nothing
    G0+snow=2   a field the look has no sign for

`write_word` leaves out what is blank; `read_word` gives back exactly what was written.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from tilelaw_draw.looks.style import FIELD_SIGN, BoardLook, Mark, MarkKind, Member, Printed
from tilelaw_draw.values import Cell, Json, Spot

_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_FIELD = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(?:=(-?\d+(?:,-?\d+)*|[A-Za-z_][A-Za-z0-9_-]*))?")


class WordError(ValueError):
    """A word that cannot be read; `offset` counts the characters before the error."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


def write_word(cell: Cell, at: Spot | None, look: BoardLook, *, short: bool = False) -> str:
    """Return a cell as a word; a short one is for readers, and can perhaps not be read back."""
    counted = {m.number for m in look.members.values()} | {m.field for m in look.marks if m.kind is MarkKind.NUMBER}
    rest: dict[str, Json] = {
        name: value
        for name, value in cell.items()
        if name != "at" and value not in (None, "", []) and value is not False and not (value == 0 and name in counted)
    }
    word = _write_base(rest, at, look)
    for mark in look.marks:
        if mark.field in rest and (written := _write_mark(rest[mark.field], mark, short)):
            del rest[mark.field]
            word += written
    return word + "".join(_write_field(name, value, not short) for name, value in rest.items())


def _write_base(rest: dict[str, Json], at: Spot | None, look: BoardLook) -> str:
    """Return the beginning of a word and take what it says out of `rest`."""
    member = look.members.get(str(rest.get(look.main, "")))
    if member is None:
        printed = None if at is None else look.printed_at(at)
        return printed.word if printed else look.nothing
    del rest[look.main]
    if not member.number:
        return member.letter
    number = rest.get(member.number, 0)
    if type(number) is not int or number < 0:
        return f"{member.letter}0"
    rest.pop(member.number, None)
    return f"{member.letter}{number}"


def _write_mark(value: Json, mark: Mark, short: bool) -> str:
    """Return a field as a mark, or nothing if it has no such value."""
    match mark.kind:
        case MarkKind.NUMBER:
            return f"{mark.sign}{value}" if type(value) is int and value > 0 else ""
        case MarkKind.LETTER:
            member = mark.member(value)
            return member.letter if member else ""
        case MarkKind.NAME:
            name = str(value)
            if not isinstance(value, str | int) or not _NAME.fullmatch(name):
                return ""
            member = mark.members.get(name)
            return mark.sign + (member.short if short and member and member.short else name)
        case MarkKind.FLAG:
            return mark.sign if value is True else ""
        case MarkKind.PLAYER:
            return f"{mark.sign}{value + 1}" if type(value) is int else ""


def _write_field(name: str, value: Json, strict: bool) -> str:
    if value is True:
        return f"{FIELD_SIGN}{name}"
    text = ",".join(str(part) for part in value) if isinstance(value, list | tuple) else str(value)
    written = f"{name}={text}"
    if strict and not _FIELD.fullmatch(written):
        raise ValueError(f"`{name}` cannot be written in a word: {value!r}")
    return FIELD_SIGN + written


def read_word(word: str, look: BoardLook) -> tuple[dict[str, Json], Printed | None]:
    """Return the fields a word gives to its cell, and what it says the board shows there."""
    fields, printed, rest = _read_base(word, look)
    while rest < len(word):
        name, value, end = _read_mark(word, rest, look)
        if name in fields:
            raise WordError(rest, f"`{name}` is given twice in `{word}`")
        fields[name] = value
        rest = end
    return fields, printed


def _read_base(word: str, look: BoardLook) -> tuple[dict[str, Json], Printed | None, int]:
    if word.startswith(look.nothing):
        return {}, None, len(look.nothing)
    for printed in look.printed:
        if word.startswith(printed.word):
            return {}, printed, len(printed.word)
    member = next((m for m in look.members.values() if m.letter and word.startswith(m.letter)), None)
    if member is None:
        raise WordError(0, f"`{word}` begins with no known letter{_meant(word, look)}")
    end = len(member.letter)
    fields: dict[str, Json] = {look.main: member.name if member.value is None else member.value}
    if not member.number:
        return fields, None, end
    number = _NUMBER.match(word, end)
    if number is None:
        raise WordError(end, f"the number of {member.number} is missing: write `{member.letter}0{word[end:]}`")
    if int(number[0]):
        fields[member.number] = int(number[0])
    return fields, None, number.end()


def _meant(word: str, look: BoardLook) -> str:
    """Return a hint at the word that may have been meant, or else all letters."""
    for member in look.members.values():
        if word.lower().startswith(member.name.lower()):
            return f"; did you mean `{_example(member)}`?"
        if word.lower().startswith(member.letter.lower()):
            return f"; did you mean `{member.letter + word[len(member.letter) :]}`?"
    close = get_close_matches(word.lower(), look.members, n=1)
    if close:
        return f"; did you mean `{_example(look.members[close[0]])}`?"
    letters = [f"`{m.letter}` {m.name}" for m in look.members.values()]
    return "; there are " + ", ".join([*letters, *(f"`{p.word}` {p.title}" for p in look.printed)])


def _example(member: Member) -> str:
    return member.letter + ("0" if member.number else "")


def _read_mark(word: str, start: int, look: BoardLook) -> tuple[str, Json, int]:
    """Return the field and value of the mark that begins here, and where it ends."""
    sign = word[start]
    if sign == FIELD_SIGN:
        return _read_field(word, start)
    for mark in look.marks:
        if mark.kind is MarkKind.LETTER:
            for member in mark.members.values():
                if member.letter == sign:
                    return mark.field, member.name, start + 1
        elif mark.sign == sign:
            return _read_signed(word, start, mark)
    signs = [mark.sign or "".join(m.letter for m in mark.members.values()) for mark in look.marks]
    known = [f"`{sign}` {mark.title}" for sign, mark in zip(signs, look.marks, strict=True)]
    raise WordError(start, f"`{sign}` in `{word}` is no known mark; there are " + ", ".join([*known, "`+field=value`"]))


def _read_signed(word: str, start: int, mark: Mark) -> tuple[str, Json, int]:
    after = start + 1
    if mark.kind is MarkKind.FLAG:
        return mark.field, True, after
    is_number = mark.kind in (MarkKind.NUMBER, MarkKind.PLAYER)
    found = (_NUMBER if is_number else _NAME).match(word, after)
    if found is None:
        wanted = "a number" if is_number else "a name"
        raise WordError(after, f"`{mark.sign}` in `{word}` must be followed by {wanted}")
    if is_number:
        if not int(found[0]):
            message = (
                "says nothing: leave it out" if mark.kind is MarkKind.NUMBER else "is nobody: players count from 1"
            )
            raise WordError(after, f"`{mark.sign}0` {message}")
        return mark.field, int(found[0]) - (mark.kind is MarkKind.PLAYER), found.end()
    names = {member.short: member.name for member in mark.members.values() if member.short}
    name = names.get(found[0], found[0])
    if mark.members and name not in mark.members:
        close = get_close_matches(name, mark.members, n=1)
        hint = f"did you mean `{close[0]}`?" if close else f"there are {', '.join(mark.members)}"
        raise WordError(after, f"`{name}` is no {mark.title}; {hint}")
    return mark.field, name, found.end()


def _read_field(word: str, start: int) -> tuple[str, Json, int]:
    found = _FIELD.match(word, start + 1)
    if found is None:
        raise WordError(start + 1, f"`{FIELD_SIGN}` in `{word}` must be followed by a field such as `snow=2`")
    name, value = found[1], found[2]
    if value is None:
        return name, True, found.end()
    parts = value.split(",")
    if not parts[0].lstrip("-").isdigit():
        return name, value, found.end()
    numbers = [int(part) for part in parts]
    if numbers == [0]:
        raise WordError(start, f"`{word[start : found.end()]}` says nothing: leave it out")
    return name, numbers if len(numbers) > 1 else numbers[0], found.end()
