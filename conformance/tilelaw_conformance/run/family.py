"""Ends a child process with everything it has started.

A child leads its own process group, and ending it ends the group. What has left the group, as daemons do, is found
by a mark in its environment, where the system shows that (`/proc`); elsewhere only the group is ended.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
import uuid
from pathlib import Path

_MARK = "TILELAW_RUN"
_PROCESSES = Path("/proc")
_ROUNDS = 5
"""How often the system is searched: what is found may just have started something else."""


def marked_environment() -> tuple[dict[str, str], bytes]:
    """Return the environment for a child, and the mark that everything it starts will carry."""
    mark = uuid.uuid4().hex
    # A runner inside a run adds its mark to the outer one, so that the outer run still finds everything.
    outer = os.environ.get(_MARK, "")
    return {**os.environ, _MARK: f"{outer}:{mark}" if outer else mark}, mark.encode()


def end_family(process: subprocess.Popen[bytes], mark: bytes) -> None:
    """End a child, its process group and everything that carries its mark."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for _ in range(_ROUNDS):
        found = _marked(mark)
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            return
        time.sleep(0.005)


def _marked(mark: bytes) -> list[int]:
    """Return the processes that carry a mark and have not ended."""
    found = []
    for entry in _PROCESSES.glob("[0-9]*") if _PROCESSES.is_dir() else ():
        # A process may end, or belong to somebody else, while it is looked at; one that has ended shows nothing.
        with contextlib.suppress(OSError):
            if mark in (entry / "environ").read_bytes():
                found.append(int(entry.name))
    return [pid for pid in found if pid != os.getpid()]


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
