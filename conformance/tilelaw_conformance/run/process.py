"""An implementation as a child process that lives for many requests.

One thread does everything: it waits for whichever pipe can be read or written, so that a child which reads nothing,
writes too much, or writes much to stderr cannot block the runner. What the child has said and nobody has taken yet
is bounded: a line by `LONGEST_LINE`, stderr by its last lines.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tilelaw_conformance.data.schema import plain
from tilelaw_conformance.run.connector import CannotStart, Ended
from tilelaw_conformance.run.family import (
    Family,
    adopt_orphans,
    exit_status,
    marked_environment,
    own_children,
    undisturbed,
)

LONGEST_LINE = 4 * 1024 * 1024
"""The most bytes of one answer; what is longer is handed on in pieces, none of which will be an answer."""

_CHUNK = 256 * 1024
_STDERR_BYTES = 8 * 1024
_STDERR_LINES = 20
_LONGEST_STDERR_LINE = 500
_PATIENCE = 2.0
"""Seconds a child has to end by itself when it is told to, or when its output has ended."""


class ChildProcess:
    """A command that speaks the protocol on its standard input and output."""

    def __init__(self, command: Sequence[str], *, folder: Path | None = None) -> None:
        self.command = tuple(command)
        self._folder = folder
        self._life: _Life | None = None
        self._last_words = ""
        self._family: Family | None = None

    @property
    def name(self) -> str:
        """The command line."""
        return shlex.join(self.command)

    def start(self) -> None:
        """Start the command, after ending what is left of an earlier start."""
        self.restart()
        with undisturbed():
            self._life = _Life(self.command, self._folder)

    def send(self, lines: bytes) -> None:
        """Send whole lines; what the child does not read yet waits."""
        self._running().send(lines)

    def receive(self, seconds: float) -> list[bytes]:
        """Return the lines that have come, waiting at most so long for the first."""
        return self._running().receive(seconds)

    def close_input(self) -> None:
        """Close the child's input without ending it."""
        self._running().close_input()

    def wait(self, seconds: float) -> int | None:
        """Return the exit status, if the child ends within some seconds by itself."""
        return exit_status(self._running().process, seconds)

    def stderr(self) -> str:
        """Return the last lines of stderr."""
        return self._life.stderr() if self._life else self._last_words

    def unfinished(self) -> bytes:
        """Return the beginning of a line whose end has not come yet."""
        return self._life.unfinished() if self._life else b""

    def restart(self) -> None:
        """End the child and everything it has started, at once."""
        if self._life is not None:
            with undisturbed():
                self._life.end()
                self._family = self._life.family
                self._last_words = self._life.stderr()
                self._life = None

    def left_behind(self) -> list[str]:
        """Look again, after the end, and return the processes that could not be ended, each with its name."""
        return self._family.survivors() if self._family else []

    def close(self) -> None:
        """End the input, give the child a moment to end by itself, then end what is left."""
        if self._life is not None:
            with contextlib.suppress(Ended):
                self._life.close_input()
                deadline = time.monotonic() + _PATIENCE
                while time.monotonic() < deadline:
                    self._life.receive(0.05)
            self.restart()

    def _running(self) -> _Life:
        assert self._life is not None, "a connector is started before it is used"
        return self._life


class _Life:
    """One life of the child."""

    def __init__(self, command: Sequence[str], folder: Path | None) -> None:
        if not hasattr(select, "poll"):
            raise CannotStart("programs are judged on systems that have `poll`, such as Linux and macOS")
        adopt_orphans()
        before = own_children()
        environment, mark = marked_environment()
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise CannotStart(f"`{shlex.join(command)}` cannot be started: {reason}") from error
        self.family = Family(self.process, mark, before)
        pipes = self.process.stdin, self.process.stdout, self.process.stderr
        assert all(pipes), "all three are pipes"
        self._input, self._output, self._errors = (pipe.fileno() for pipe in pipes if pipe)
        self._poll = select.poll()
        for pipe in (self._output, self._errors):
            os.set_blocking(pipe, False)
            self._poll.register(pipe, select.POLLIN)
        os.set_blocking(self._input, False)
        self._unsent = bytearray()
        self._is_writing = False
        self._is_input_open = True
        self._has_ended = False
        self._begun: list[bytes] = []
        self._begun_size = 0
        self._tail = b""

    def send(self, lines: bytes) -> None:
        if self._is_input_open:
            self._unsent += lines
            if not self._is_writing:
                self._write()

    def _write(self) -> None:
        """Write what the pipe takes, and wait for it to take more only while there is more."""
        try:
            del self._unsent[: os.write(self._input, self._unsent)]
        except BlockingIOError:
            pass
        except OSError:  # a child that has gone is noticed at its output
            self._unsent.clear()
        if self._unsent and not self._is_writing:
            self._poll.register(self._input, select.POLLOUT)
        elif self._is_writing and not self._unsent:
            self._poll.unregister(self._input)
        self._is_writing = bool(self._unsent)

    def close_input(self) -> None:
        """Close the input; what was not sent by then is lost."""
        if self._is_input_open:
            if self._is_writing:
                self._poll.unregister(self._input)
            self._is_writing = self._is_input_open = False
            assert self.process.stdin, "it is a pipe"
            self.process.stdin.close()

    def receive(self, seconds: float) -> list[bytes]:
        if self._has_ended:
            raise Ended(self._how_it_ended())
        lines: list[bytes] = []
        ready = self._poll.poll(seconds * 1000)
        for pipe, _ in ready:
            if pipe == self._output:
                lines = self._read()
            elif pipe == self._errors:
                self._listen()
            else:
                self._write()
        if not ready:
            self.family.reap()
            # Something it has started may keep the output open.
            self._has_ended = exit_status(self.process, 0) is not None
        return lines

    def _read(self) -> list[bytes]:
        chunk = self._some(self._output)
        if not chunk:
            self._has_ended = self._has_ended or chunk == b""
            return []
        *lines, rest = chunk.split(b"\n")
        if lines and self._begun:
            lines[0] = b"".join([*self._begun, lines[0]])
            self._begun, self._begun_size = [], 0
        if rest:
            self._begun.append(rest)
            self._begun_size += len(rest)
        if self._begun_size > LONGEST_LINE:
            lines.append(self.unfinished())
            self._begun, self._begun_size = [], 0
        return lines

    def _listen(self) -> None:
        chunk = self._some(self._errors)
        if chunk == b"":
            self._poll.unregister(self._errors)
        self._tail = (self._tail + (chunk or b""))[-_STDERR_BYTES:]

    def _some(self, pipe: int) -> bytes | None:
        """Return what a pipe holds; empty if it has ended, nothing if it has nothing after all."""
        try:
            return os.read(pipe, _CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def unfinished(self) -> bytes:
        return b"".join(self._begun)

    def stderr(self) -> str:
        text = self._tail.decode("utf-8", errors="backslashreplace")
        lines = [plain(line.expandtabs(), _LONGEST_STDERR_LINE) for line in text.splitlines()[-_STDERR_LINES:]]
        return "\n".join(lines).rstrip()

    def _how_it_ended(self) -> str:
        half = " in the middle of a line" if self._begun else ""
        status = exit_status(self.process, _PATIENCE)
        self._drain_errors()
        if status is None:
            return f"it closed its output{half}, though it still runs"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"it was ended by {signal.Signals(-status).name}{half}"
        return f"it ended with exit status {status}{half}"

    def _drain_errors(self) -> None:
        """Read the last lines of stderr, but not without end."""
        for _ in range(64):
            chunk = self._some(self._errors)
            if not chunk:
                return
            self._tail = (self._tail + chunk)[-_STDERR_BYTES:]

    def end(self) -> None:
        """End the child and everything it has started."""
        self.family.end()
        self._drain_errors()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()
