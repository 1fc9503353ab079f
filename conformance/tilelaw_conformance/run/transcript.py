"""Every line that goes to an implementation and comes back, written down as it passes.

A line that is sent begins with `> `, one that has come with `< `, and what happens to the implementation with `# `.
"""

from __future__ import annotations

from typing import Protocol

from tilelaw_conformance.run.connector import Connector, Ended


class Target(Protocol):
    """What the lines are written to."""

    def write(self, text: str, /) -> object:
        """Write a text."""


class Transcribed:
    """A way to an implementation on which everything is written down."""

    def __init__(self, connector: Connector, target: Target) -> None:
        self._connector = connector
        self._target = target

    @property
    def name(self) -> str:
        """What people call it."""
        return self._connector.name

    def start(self) -> None:
        """Begin a life of the implementation."""
        self._target.write(f"# start {self.name}\n")
        self._connector.start()

    def send(self, lines: bytes) -> None:
        """Send whole lines."""
        self._write("> ", lines.splitlines())
        self._connector.send(lines)

    def receive(self, seconds: float) -> list[bytes]:
        """Return the lines that have come."""
        try:
            lines = self._connector.receive(seconds)
        except Ended as error:
            self._target.write(f"# {error}\n")
            raise
        self._write("< ", lines)
        return lines

    def stderr(self) -> str:
        """Return the end of what the implementation has written to stderr."""
        return self._connector.stderr()

    def unfinished(self) -> bytes:
        """Return the beginning of a line whose end has not come yet."""
        return self._connector.unfinished()

    def restart(self) -> None:
        """End the implementation at once."""
        self._connector.restart()

    def left_behind(self) -> list[str]:
        """Return what could not be ended."""
        return self._connector.left_behind()

    def close(self) -> None:
        """Let the implementation end by itself, or end it."""
        self._target.write("# end\n")
        self._connector.close()

    def _write(self, sign: str, lines: list[bytes]) -> None:
        # As one text: the lines of a window are many, and each writing is a call of the system.
        text = "".join(f"{sign}{line.decode('utf-8', errors='backslashreplace')}\n" for line in lines)
        if text:
            self._target.write(text)
