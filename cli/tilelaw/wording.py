"""Small parts of what is said: a number with its noun, the name that may have been meant, how much is done."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which gets an `s` unless the number is 1."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shortened(name: str, most: int = 200) -> str:
    """Return a name as it can stand in a sentence."""
    return name if len(name) <= most else f"{name[: most // 2]}…{name[-most // 4 :]}"


def meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the end of a sentence about a name that does not exist: the nearest one, or else another hint."""
    close = get_close_matches(name, sorted(known), n=1)
    hint = f"did you mean `{close[0]}`?" if close else otherwise
    return f"; {hint}" if hint else ""


def show_progress(done: int, number: int, what: str) -> None:
    """Show at a terminal how many things are done, and which was the last; in the end the line is cleared."""
    if sys.stderr.isatty():
        print(f"\r{done} of {number}  {what:<70.70}", end="", file=sys.stderr, flush=True)
        if done == number:
            print(f"\r{'':<90}\r", end="", file=sys.stderr, flush=True)
