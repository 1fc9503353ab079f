"""How the runner reaches an implementation: one line of text goes out, one line comes back.

A `Connector` knows nothing of what the lines say. `tilelaw_conformance.process` has the one for child processes;
`InProcess` calls a function of the same Python process instead, and goes through the same text, so that nothing
passes that could not pass between two programs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol


class Connector(Protocol):
    """A way to an implementation."""

    @property
    def name(self) -> str:
        """What people call it: a command line, or the name of a library."""

    def exchange(self, line: str, seconds: float) -> str:
        """Send a line and return the next one that comes back.

        Raises `CannotStart`, `Crashed` or `TimedOut`. After any of them the implementation is gone; the next
        exchange begins with a fresh one.
        """

    def complaints(self) -> str:
        """Return the end of what the implementation has said besides its answers."""

    def restart(self) -> None:
        """Let go of the implementation at once; the next exchange begins with a fresh one."""

    def close(self) -> None:
        """Let the implementation end by itself, or end it."""


class CannotStart(Exception):
    """The implementation cannot be started at all."""


class Crashed(Exception):
    """The implementation ended although an answer was due."""


class TimedOut(Exception):
    """No answer came in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} seconds")
        self.seconds = seconds


class InProcess:
    """An implementation in this very process: a function from a line to the answer's data.

    It has no time limit, and what it raises is not caught: it is a mistake in the function.
    """

    def __init__(self, name: str, answer: Callable[[str], Any]) -> None:
        self.name = name
        self._answer = answer

    def exchange(self, line: str, seconds: float) -> str:  # noqa: ARG002  (nothing can stop the function)
        """Return the function's answer as text."""
        return json.dumps(self._answer(line), ensure_ascii=False)

    def complaints(self) -> str:
        """Return nothing: a function has no error output of its own."""
        return ""

    def restart(self) -> None:
        """Do nothing: the function has no state that could be wrong."""

    def close(self) -> None:
        """Do nothing."""
