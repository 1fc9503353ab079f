"""How the runner reaches an implementation: lines of text go out, lines come back.

A `Connector` knows nothing of what the lines say. `process` has the one for child processes;
`InProcess` calls a function of the same Python process instead, and goes through the same text, so that nothing
passes that could not pass between two programs.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from tilelaw_conformance.data.jsondata import JsonObject
from tilelaw_conformance.data.schema import plain


class Connector(Protocol):
    """A way to an implementation."""

    @property
    def name(self) -> str:
        """What people call it: a command line, or the name of a library."""

    def start(self) -> None:
        """Begin a life of the implementation. Raises `CannotStart`."""

    def send(self, lines: bytes) -> None:
        """Send whole lines; this never waits."""

    def receive(self, seconds: float) -> list[bytes]:
        """Return the lines that have come, waiting at most so long for the first; none if none has come.

        Raises `Ended` when the implementation has ended and all its whole lines have been returned.
        """

    def stderr(self) -> str:
        """Return the end of what the implementation has written to stderr."""

    def unfinished(self) -> bytes:
        """Return the beginning of a line whose end has not come yet."""

    def restart(self) -> None:
        """End the implementation at once, with everything it has started."""

    def left_behind(self) -> list[str]:
        """Return what the implementation has started and could not be ended."""

    def close(self) -> None:
        """Let the implementation end by itself, or end it."""


class CannotStart(Exception):
    """The implementation cannot be started at all."""


class Ended(Exception):
    """The implementation has ended; says how."""


class InProcess:
    """An implementation in this very process: a function from a line to the answer's data, nothing for none.

    It has no time limit. What it raises counts as its end, with the traceback as its last words; it is then
    called again as if it had been started afresh.
    """

    def __init__(self, name: str, answer: Callable[[str], JsonObject | None]) -> None:
        self.name = name
        self._answer = answer
        self._waiting: list[bytes] = []
        self._last_words = ""

    def start(self) -> None:
        """Forget what was sent before."""
        self._waiting = []

    def send(self, lines: bytes) -> None:
        """Keep the lines until answers are wanted."""
        self._waiting += lines.splitlines()

    def receive(self, seconds: float) -> list[bytes]:
        """Return the function's answers to all that was sent, as text."""
        answers: list[bytes] = []
        while self._waiting:
            try:
                answer = self._answer(self._waiting[0].decode())
                if answer is not None:
                    answers.append(json.dumps(answer).encode("ascii"))
            except Exception as error:  # it stands for another program, whose end may have any cause
                if answers:  # what it has said before is heard first
                    return answers
                self._last_words = "".join(traceback.format_exception(error)[-3:]).rstrip()
                raise Ended(plain(f"it raised {type(error).__name__}: {error}")) from error
            del self._waiting[0]
        if not answers:  # none will come any more; the clock decides what that means
            time.sleep(seconds)
        return answers

    def stderr(self) -> str:
        """Return the end of the last traceback."""
        return self._last_words

    def unfinished(self) -> bytes:
        """Return nothing: a function returns whole answers."""
        return b""

    def restart(self) -> None:
        """Forget what was sent: the function has no state that could be wrong."""
        self._waiting = []

    def left_behind(self) -> list[str]:
        """Return nothing: a function starts no processes that are known here."""
        return []

    def close(self) -> None:
        """Do nothing."""
