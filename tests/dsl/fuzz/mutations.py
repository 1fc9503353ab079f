"""Mistakes, made at random in lines, words, signs and bytes of a text and in the rows and cells of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from tilelaw_dsl.text.parser import terminals
from tilelaw_dsl.text.words import keywords

WORD = re.compile(r'"[^"\n]*"|[A-Za-z0-9_./-]+|:=|!=|<=|>=|\S')
LANGUAGE = [*keywords(terminals()), "you", "it", "true", "none", "players", "first", "a", "b", "a.b", "a/b", "x_y"]
SIGNS = ["(", ")", "[", "]", "{", "}", ",", ":", ":=", "=", "!=", "<", "+", "-", "*", "|", "&", "?", ".", '"', '"t"']
VALUES = ["0", "3", "1..3", "-1..2", "0,0", "9" * 30, "red", "field", "open", "bag", "tally", "limit", "colour"]
FOREIGN = [
    "==",
    "&&",
    "||",
    "+=",
    "++",
    "//",
    "is",
    "not",
    "where",
    "contains",
    "None",
    "null",
    "max",
    "len",
    "%",
    "1.5",
]
NOISE = "abz_-.,:;()[]{}\"'#09 \té\u00a0\u2013\u201c\u201d\u200b=<>!?/|&*+\n\r\0"
CELLS = [
    "",
    " ",
    "0",
    "-1",
    "1,2",
    "x",
    '"',
    '"a""b"',
    "9" * 40,
    "1.5",
    "é",
    "²",
    "none",
    "yes",
    "a b",
    "\t",
    ";",
    "\0",
]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1250", "utf-32"]


def mutated(random: Random, text: str, others: Sequence[str]) -> str:
    """Return a text with one to three mistakes; words may come from other texts."""
    lines = text.split("\n")
    for _ in range(random.randint(1, 3)):
        change: Callable[[Random, list[str], Sequence[str]], None]
        change = random.choice([_lines, _words, _words, _words, _signs, _splice])
        change(random, lines, others)
        lines = lines or [""]
    return "\n".join(lines)


def _lines(random: Random, lines: list[str], _others: Sequence[str]) -> None:
    i, j = (random.randrange(len(lines)) for _ in range(2))
    match random.randrange(6):
        case 0:
            del lines[i]
        case 1:
            lines.insert(j, lines[i])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case 3:
            lines[i] = random.choice([" ", "    ", "\t", "        "]) + lines[i]
        case 4:
            lines[i] = lines[i][: random.randrange(len(lines[i]) + 1)]
        case _:
            lines[i] = lines[i][random.choice([1, 2, 4]) :]


def _words(random: Random, lines: list[str], others: Sequence[str]) -> None:
    full = [n for n, line in enumerate(lines) if line.strip()]
    if not full:
        return
    i = random.choice(full)
    margin = lines[i][: len(lines[i]) - len(lines[i].lstrip())]
    words = WORD.findall(lines[i])
    a, b = (random.randrange(len(words)) for _ in range(2))
    match random.randrange(6):
        case 0:
            del words[a]
        case 1:
            words.insert(b, words[a])
        case 2:
            words[a], words[b] = words[b], words[a]
        case 3:
            words[a] = random.choice(LANGUAGE + VALUES)
        case 4:
            words[a] = random.choice(FOREIGN + SIGNS)
        case _:
            words[a : a + 1] = WORD.findall(random.choice(random.choice(others).split("\n")))[:3]
    lines[i] = margin + re.sub(r" (?=[.,:)\]])|(?<=[(\[.]) | (?=[(\[])", "", " ".join(words))


def _signs(random: Random, lines: list[str], _others: Sequence[str]) -> None:
    i = random.randrange(len(lines))
    at = random.randint(0, len(lines[i]))
    lines[i] = lines[i][:at] + random.choice(NOISE) + lines[i][at + random.randint(0, 1) :]


def _splice(random: Random, lines: list[str], others: Sequence[str]) -> None:
    """Put some lines of another text between, or in place of, those of this one."""
    other = random.choice(others).split("\n")
    start = random.randrange(len(other))
    at = random.randrange(len(lines))
    lines[at : at + random.randint(0, 3)] = other[start : start + random.randint(1, 4)]


def flipped(random: Random, content: bytes) -> bytes:
    """Return bytes with a few of them changed, taken out, doubled or cut off, or another encoding of them."""
    if random.random() < 0.1:
        return content.decode("utf-8", "replace").encode(random.choice(ENCODINGS), "replace")
    changed = bytearray(content)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(changed) + 1)
        match random.randrange(5):
            case 0 if changed:
                changed[at % len(changed)] ^= 1 << random.randrange(8)
            case 1:
                changed[at : at + 1] = bytes([random.randrange(256)])
            case 2:
                del changed[at : at + random.randint(1, 8)]
            case 3:
                changed[at:at] = changed[at : at + random.randint(1, 40)]
            case _:
                changed[at:at] = random.choice([b"\0", b"\r", b"\r\n", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\x1a"])
    return bytes(changed)


def mutated_table(random: Random, table: str) -> bytes:
    """Return a table with mistakes in its rows, its cells, its columns or its encoding."""
    rows = [line.split(",") for line in table.strip().split("\n")]
    for _ in range(random.randint(1, 3)):
        i, j = (random.randrange(len(rows)) for _ in range(2))
        row = rows[i]
        match random.randrange(9):
            case 0 if len(rows) > 1:
                del rows[i]
            case 1:
                rows.insert(j, list(row))
            case 2:
                rows[i], rows[j] = rows[j], rows[i]
            case 3 if row:
                row[random.randrange(len(row))] = random.choice(CELLS)
            case 4:
                row.insert(random.randint(0, len(row)), random.choice(CELLS))
            case 5 if row:
                del row[random.randrange(len(row))]
            case 6:
                rows.insert(i, [])
            case 7:
                rows.insert(i, [random.choice(CELLS)] * random.randint(1, 6))
            case _:
                rows[i] = [cell.upper() for cell in row]
    text = random.choice(["\n", "\n", "\r\n", "\r"]).join(
        random.choice([",", ",", ",", ";", "\t"]).join(r) for r in rows
    )
    if random.random() < 0.2:
        return flipped(random, text.encode("utf-8"))
    return text.encode(random.choice(ENCODINGS) if random.random() < 0.2 else "utf-8", "replace")
