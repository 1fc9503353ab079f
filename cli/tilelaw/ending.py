"""How a command ends when it is told to: with everything that it has started."""

from __future__ import annotations

import contextlib
import signal
import sys

_SIGNALS = ("SIGTERM", "SIGHUP", "SIGQUIT")


def end_by_signals() -> None:
    """Let signals that would end this process at once end it in order, so that its child processes end too."""
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        with contextlib.suppress(ValueError):  # raised outside the main thread, which gets no signals
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # as `nohup` wants it
                signal.signal(number, lambda received, _frame: sys.exit(128 + received))
