"""How a command ends when it is told to: with everything that it has started."""

from __future__ import annotations

import contextlib
import signal
import sys
from types import FrameType

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


def end_by_signals() -> None:
    """Let signals that would end this process at once end it in order, so that its child processes end too.

    The first one counts. Others that come while it ends, such as a second Ctrl-C, must not break that off.
    """
    is_ending = False

    def end(received: int, _frame: FrameType | None) -> None:
        nonlocal is_ending
        if is_ending:
            return
        is_ending = True
        if received == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(128 + received)

    for name in _SIGNALS:
        number = getattr(signal, name, None)
        with contextlib.suppress(ValueError):  # raised outside the main thread, which gets no signals
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` wants it
                signal.signal(number, end)
