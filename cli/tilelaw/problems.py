"""What the commands say when something is wrong with what they were given: never a traceback."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilelaw.wording import shortened

if TYPE_CHECKING:
    from tilelaw_play import RulesetError


MAX_BYTES = 20_000_000
"""More than any position, history or table of a game has."""


class Problem(Exception):
    """A sentence for the user, and the exit status that goes with it."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def errors_as_problems() -> Iterator[None]:
    """Turn what can go wrong with rulesets, positions and moves into a sentence."""
    # Imported here: commands that need no rules need not wait for the language.
    from tilelaw_play import RulesetError
    from tilelaw_reference import IllegalMove, NotationError, RulesError, ShuffleDue

    try:
        yield
    except RulesetError as error:
        raise Problem(str(error), 2 if _is_about_a_name(error) else 1) from error
    except IllegalMove as error:
        raise Problem(f"that move is illegal: {error}", 1) from error
    except (NotationError, ShuffleDue) as error:
        raise Problem(f"error: {error}", 2) from error
    except RulesError as error:
        raise Problem(f"error in the rules: {error}", 1) from error


def _is_about_a_name(error: RulesetError) -> bool:
    """Return whether nothing has a name that was given, rather than that a text is wrong."""
    from tilelaw_dsl import NOWHERE, Code

    names = (Code.UNKNOWN_LAYER, Code.NO_SUCH_FILE)
    return all(each.code in names and each.span == NOWHERE for each in error.diagnostics)


def read_text(path: Path) -> str:
    """Return the text of a file, with its line ends as they are."""
    from tilelaw_dsl import Unreadable, decoded

    try:
        return decoded(read_bytes(path))
    except Unreadable as reason:
        raise _unreadable(path, reason) from reason


def read_bytes(path: Path) -> bytes:
    """Return what is in a file, or stop with the reason why it cannot be read."""
    from tilelaw_dsl import Missing, Unreadable, read_file

    try:
        return read_file(path, MAX_BYTES)
    except Missing as reason:
        raise missing_file(path) from reason
    except Unreadable as reason:
        raise _unreadable(path, reason) from reason


def _unreadable(path: Path, reason: Exception) -> Problem:
    return Problem(f"error: cannot read `{shortened(str(path))}`: {reason}")


def missing_file(path: Path, kind: str = "file") -> Problem:
    """Return what to say about a file or a folder that does not exist."""
    beside: dict[str, Path] = {}  # by the part of the name in which files differ
    with suppress(OSError, ValueError):
        beside = {other.stem: other for other in path.parent.glob(f"*{path.suffix}") if other != path}
    close = get_close_matches(path.stem, sorted(beside), n=1, cutoff=0.7)
    hint = f"; did you mean `{beside[close[0]]}`?" if close else ""
    return Problem(f"error: there is no {kind} `{shortened(str(path))}`{hint}")


def read_json(path: str) -> Any:
    """Return the JSON in a file, or on standard input for `-`."""
    return parse_json(_standard_input() if path == "-" else read_text(Path(path)), path)


def _standard_input() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise Problem("error: what comes in on standard input is not written in UTF-8") from error


def parse_json(text: str, where: str) -> Any:
    """Return the data that a JSON text describes, or stop with the place of the error in it."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Problem(f"error: {where} is not JSON: {error}") from error
