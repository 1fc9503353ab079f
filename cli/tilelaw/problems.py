"""What the commands say when something is wrong with what they were given: never a traceback."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilelaw_reference.library import Ruleset


class Problem(Exception):
    """A sentence for the user, and the exit status that goes with it."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn what can go wrong with rulesets, positions and moves into a sentence."""
    # Imported here, as below: commands that need no rules need not wait for the language.
    from tilelaw_reference.errors import IllegalMove, NotationError, RulesError, ShuffleDue
    from tilelaw_reference.library import RulesetError

    try:
        yield
    except RulesetError as error:
        raise Problem(str(error), 1) from error
    except IllegalMove as error:
        raise Problem(f"that move is illegal: {error}", 1) from error
    except (NotationError, ShuffleDue) as error:
        raise Problem(f"error: {error}", 2) from error
    except RulesError as error:
        raise Problem(f"error in the rules: {error}", 1) from error


def ruleset(name: str) -> Ruleset:
    """Return a ruleset, or stop with the diagnostics."""
    from tilelaw_reference.library import load

    with told_plainly():
        return load(name)


def player_count(found: Ruleset, wanted: int | None) -> int:
    """Return the number of players asked for, or the largest the ruleset is for."""
    counts = found.counts
    if wanted is None:
        return counts[-1]
    if wanted not in counts:
        shown = ", ".join(str(c) for c in counts)
        raise Problem(f"error: {found.name} is for {shown} players, not for {wanted}")
    return wanted


def read_json(path: str) -> Any:
    """Return the JSON in a file, or on standard input for `-`."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"error: cannot read {path}: {error}") from error
    return parse_json(text, path)


def parse_json(text: str, where: str) -> Any:
    """Return a JSON text, or stop with the place of the mistake."""
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise Problem(f"error: {where} is not JSON: {error}") from error
