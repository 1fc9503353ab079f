"""An implementation as a child process that lives for many exchanges.

Three threads keep the pipes moving, so that a child which reads nothing, writes too much, or talks on its error
output cannot block the runner: one writes requests, one collects answer lines, one keeps the last lines of the
error output. The child leads its own process group, and ending it ends the whole group.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tilelaw_conformance.connector import CannotStart, Crashed, TimedOut

LONGEST_LINE = 16 * 1024 * 1024
"""The most bytes of one answer; what is longer is cut into lines, none of which will be an answer."""

_WAITING_LINES = 4
_KEPT_LINES = 20
_LONGEST_COMPLAINT = 500
_PATIENCE = 2.0
"""Seconds a child has to end by itself when it is told to, or when its output has ended."""


class ChildProcess:
    """A command that speaks the protocol on its standard input and output; it is started when first needed."""

    def __init__(self, command: Sequence[str], *, folder: Path | None = None) -> None:
        self.command = tuple(command)
        self._folder = folder
        self._running: _Running | None = None
        self._last_words = ""

    @property
    def name(self) -> str:
        """The command line."""
        return shlex.join(self.command)

    def exchange(self, line: str, seconds: float) -> str:
        """Send a line and return the next line that comes back."""
        if self._running is None:
            self._running = _Running(self.command, self._folder)
        running = self._running
        running.requests.put(line)
        try:
            answer = running.answers.get(timeout=seconds)
        except queue.Empty:
            self.restart()
            raise TimedOut(seconds) from None
        if answer is None:
            reason = running.how_it_ended()
            self.restart()
            raise Crashed(reason)
        return answer.decode("utf-8", errors="backslashreplace")

    def complaints(self) -> str:
        """Return the last lines of the error output."""
        return self._running.complaints() if self._running else self._last_words

    def restart(self) -> None:
        """End the whole process group at once."""
        if self._running is not None:
            self._running.kill()
            self._last_words = self._running.complaints()
            self._running = None

    def close(self) -> None:
        """End the input, give the child a moment to end by itself, then end what is left."""
        if self._running is not None:
            self._running.requests.put(None)
            _end_of(self._running.process)
            self.restart()


class _Running:
    """One life of the child."""

    def __init__(self, command: Sequence[str], folder: Path | None) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise CannotStart(f"`{shlex.join(command)}` cannot be started: {reason}") from error
        self.requests: queue.Queue[str | None] = queue.Queue()
        self.answers: queue.Queue[bytes | None] = queue.Queue(maxsize=_WAITING_LINES)
        self._tail: deque[bytes] = deque(maxlen=_KEPT_LINES)
        self._is_wanted = True
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._write, self.process.stdin),
                (self._collect, self.process.stdout),
                (self._listen, self.process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, pipe: IO[bytes]) -> None:
        # A child that has gone is noticed at its output; here it only ends the writing.
        with contextlib.suppress(OSError), pipe:
            while (line := self.requests.get()) is not None:
                pipe.write(line.encode() + b"\n")
                pipe.flush()

    def _collect(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE):
                self._put(line)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        """Hand a line over, unless nobody is interested any more."""
        while self._is_wanted:
            with contextlib.suppress(queue.Full):
                self.answers.put(line, timeout=0.1)
                return

    def _listen(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := pipe.readline(_LONGEST_COMPLAINT):
                self._tail.append(line)

    def complaints(self) -> str:
        """Return the last lines of the error output."""
        return b"".join(self._tail).decode("utf-8", errors="backslashreplace").rstrip()

    def how_it_ended(self) -> str:
        """Return a sentence about the end of a child whose output has ended."""
        status = _end_of(self.process)
        if status is None:
            return "it closed its output, though it still runs"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"it was ended by {signal.Signals(-status).name}"
        return f"it ended with exit status {status}"

    def kill(self) -> None:
        """End the child and everything it has started."""
        self._is_wanted = False
        self.requests.put(None)
        _kill_group(self.process)
        self.process.wait()
        deadline = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))


def _end_of(process: subprocess.Popen[bytes]) -> int | None:
    """Return the exit status of a child that ends within a moment, negative if a signal ended it.

    The child is left to be waited for, where the system can do that: until then nobody else gets its id, and its
    group can be ended by it.
    """
    if not hasattr(os, "waitid"):
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(_PATIENCE)
        return None
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if found is not None:
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        time.sleep(0.005)
    return None


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """End a child with its process group, whose id is the child's own."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
