"""Ends a child process with everything it has started.

A child leads its own session and process group. What it starts may leave both, clear its environment, and go on
forking; so there are three ways to find it, where the system shows its processes (`/proc`): by its parents, by the
session or group of one that was found, and by a mark in its environment. On Linux this process becomes the parent of
those whose own parent has ended (a subreaper), so that no way of hiding leads out of the family. Elsewhere only the
group is ended.

What is found is stopped before it is killed: who is stopped cannot fork while the others are looked for.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

_MARK = "TILELAW_RUN"
_PROCESSES = Path("/proc")
_PATIENCE = 2.0
"""Seconds after which what cannot be ended is left."""
_MOST_REAPED = 1000
_BECOME_SUBREAPER = 36
_WAITING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
_LEADERS: set[int] = set()
"""The children that have been started here and not ended yet."""


class Kin(NamedTuple):
    """A process, with its parent, group and session."""

    pid: int
    name: str
    state: str
    parent: int
    group: int
    session: int

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended; who has ended stays in the list until its parent hears of it."""
        return self.state not in ("Z", "X")


def marked_environment() -> tuple[dict[str, str], bytes]:
    """Return the environment for a child, and the mark that everything it starts will carry unless it drops it."""
    mark = uuid.uuid4().hex
    # A runner inside a run adds its mark to the outer one, so that the outer run still finds everything.
    outer = os.environ.get(_MARK, "")
    return {**os.environ, _MARK: f"{outer}:{mark}" if outer else mark}, mark.encode()


@cache
def adopt_orphans() -> bool:
    """Become the parent of every process below this one whose own parent ends, where the system can do that."""
    if sys.platform != "linux":
        return False
    try:
        return bool(ctypes.CDLL(None, use_errno=True).prctl(_BECOME_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def own_children() -> frozenset[int]:
    """Return the processes whose parent this one is."""
    found = (_kin(pid) for pid in _all_pids())
    return frozenset(kin.pid for kin in found if kin and kin.parent == os.getpid())


class Family:
    """A child process and all that has come from it."""

    def __init__(self, process: subprocess.Popen[bytes], mark: bytes, before: frozenset[int]) -> None:
        """Take note of a child; `before` are the children that were there before it."""
        self._process = process
        self._mark = mark
        self._before = before
        self._known = {process.pid}
        """All that have ever been found, and their groups and sessions: each leader gives them its own id."""
        _LEADERS.add(process.pid)

    def end(self) -> None:
        """End them all."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGSTOP if _PROCESSES.is_dir() else signal.SIGKILL)
        found = self._stopped(time.monotonic() + _PATIENCE)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        _LEADERS.discard(self._process.pid)
        self._kill(found)

    def survivors(self) -> list[str]:
        """Look again and end what is found; return what could not be ended, each with its name."""
        deadline = time.monotonic() + _PATIENCE
        while left := [kin for kin in self._stopped(deadline) if kin.is_alive]:
            if time.monotonic() > deadline:
                return [f"{kin.pid} ({kin.name})" for kin in left]
            self._kill(left)
            time.sleep(0.005)
        return []

    def reap(self) -> None:
        """Let those go that have ended and were adopted; while the child lives they would fill the table."""
        for _ in range(_MOST_REAPED):
            found = None
            with contextlib.suppress(ChildProcessError):
                found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            kin = _kin(found.si_pid) if found else None
            if kin is None or not self._is_adopted(kin):
                return
            self._known.add(kin.pid)
            _forget(kin.pid)

    def _stopped(self, deadline: float) -> list[Kin]:
        """Stop everything, and look again until nothing new is found, not even what has ended meanwhile."""
        strangers: set[int] = set()
        found: dict[int, Kin] = {}
        is_new = True
        while is_new and time.monotonic() < deadline:
            is_new = False
            for pid in _all_pids():
                kin = _kin(pid) if pid not in found and pid not in strangers else None
                if kin is None:
                    continue
                if not self._is_own(kin):
                    strangers.add(pid)
                    continue
                self._signal(kin, signal.SIGSTOP)
                self._known |= {kin.pid, kin.group, kin.session}
                found[pid] = kin
                is_new = True
        return list(found.values())

    def _kill(self, found: Sequence[Kin]) -> None:
        for kin in found:
            self._signal(kin, signal.SIGKILL)
        for kin in found:
            _forget(kin.pid)

    def _signal(self, kin: Kin, number: signal.Signals) -> None:
        """Signal a process and its group: what it has just forked hears it too."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(kin.pid, number)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(kin.group, number)

    def _is_own(self, kin: Kin) -> bool:
        """Say whether a process has come from the child: by its parent, group or session, as an orphan, or by its mark.

        Nothing that the child starts can join our session, so what is in it is none of the family.
        """
        if kin.session == os.getsid(0) or kin.pid == os.getpid():
            return False
        is_kin = bool(self._known & {kin.pid, kin.parent, kin.group, kin.session})
        return is_kin or self._is_adopted(kin) or _carries(kin.pid, self._mark)

    def _is_adopted(self, kin: Kin) -> bool:
        """Say whether a process is an orphan that has come to us: nobody here has started it."""
        is_ours = kin.parent == os.getpid() and kin.session != os.getsid(0)
        return is_ours and kin.pid not in self._before and kin.pid not in _LEADERS


def _all_pids() -> list[int]:
    """Return the ids of all processes that the system shows, parents mostly before their children."""
    try:
        return sorted(int(name) for name in os.listdir(_PROCESSES) if name.isdecimal())
    except OSError:
        return []


def _kin(pid: int) -> Kin | None:
    """Return what the system shows of a process, if it is still there."""
    try:
        text = (_PROCESSES / str(pid) / "stat").read_bytes().decode("utf-8", errors="replace")
        head, _, tail = text.rpartition(")")
        parts = tail.split()
        return Kin(pid, head.partition("(")[2], parts[0], int(parts[1]), int(parts[2]), int(parts[3]))
    except (OSError, ValueError, IndexError):
        return None


def _forget(pid: int) -> None:
    with contextlib.suppress(ChildProcessError):  # it is not ours to wait for, or is gone already
        os.waitpid(pid, os.WNOHANG)


def _carries(pid: int, mark: bytes) -> bool:
    """Say whether a process carries a mark; one that has ended, or belongs to somebody else, shows nothing."""
    with contextlib.suppress(OSError):
        return mark in (_PROCESSES / str(pid) / "environ").read_bytes()
    return False


def exit_status(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return the exit status of a child that ends within some seconds, negative if a signal ended it.

    The child is left to be waited for, where the system can do that: until then nobody else gets its id, and its
    group can be ended by it.
    """
    if not hasattr(os, "waitid"):
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(seconds)
        return None
    deadline = time.monotonic() + seconds
    while True:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if found is not None:
            return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
        if time.monotonic() >= deadline:
            return None
        time.sleep(0.002)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let the signals that somebody handles wait: a child half started is known to nobody, one half ended lives on.

    Whoever gets a signal mostly raises an exception, wherever the program happens to be. Here it is only noted, and
    sent again when all is done.
    """
    if threading.current_thread() is not threading.main_thread():  # no other thread gets signals
        yield
        return
    waiting: list[int] = []
    numbers = [getattr(signal, name) for name in _WAITING if hasattr(signal, name)]
    handlers = {number: handler for number in numbers if callable(handler := signal.getsignal(number))}
    try:
        for number in handlers:
            signal.signal(number, lambda received, _frame: waiting.append(received))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in waiting:
            signal.raise_signal(number)
