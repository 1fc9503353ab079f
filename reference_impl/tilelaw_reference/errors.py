"""What can go wrong in play, each kind by itself.

A refused move is no error: `judge` returns it as a value. `IllegalMove` carries the same value for those who
apply a move without having judged it.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from tilelaw_reference.model.move import Rejection


class RulesError(Exception):
    """The rules contradict themselves in play: a clash, or a loop that never rests."""


class NotationError(ValueError):
    """A position or move that cannot be read; `path` names the field."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


class PositionError(NotationError):
    """A position that is malformed, or breaks an invariant when a whole one is wanted."""


def broken_position(rules: Iterable[str]) -> PositionError:
    """Return the error of a position in which rules that always hold do not."""
    return PositionError("", f"this does not hold here: {', '.join(f'`{rule}`' for rule in rules)}")


class MoveError(NotationError):
    """A malformed move or order."""


class IllegalMove(ValueError):
    """A well-formed answer that the rules refuse."""

    def __init__(self, rejections: tuple[Rejection, ...]) -> None:
        super().__init__("; ".join(f"{rejection.rule}: {rejection.text}" for rejection in rejections))
        self.rejections = rejections


class ShuffleDue(Exception):
    """Moves were asked for where the order of a zone is due."""

    def __init__(self, zone: str) -> None:
        super().__init__(f"no move is due but an order of `{zone}`: apply the list of its pieces")
        self.zone = zone


def nearest(word: str, known: Iterable[str | int]) -> str:
    """Return a hint that names the known word most like this one, or nothing; nobody means another number."""
    words = [str(name) for name in known if not str(name).isdecimal()]
    close = get_close_matches(str(word), words, n=1)
    return f"; did you mean `{close[0]}`?" if close else ""
