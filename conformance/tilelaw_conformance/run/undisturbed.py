"""Signals that wait. A child that is half started is known to nobody, and one that is half ended lives on.

Whoever gets a signal mostly raises an exception, wherever the program happens to be. Where that must not be, signals
are only noted, and sent again when it is over. What is started meanwhile knows nothing of it.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let the signals wait that somebody here handles."""
    if threading.current_thread() is not threading.main_thread():  # no other thread gets signals
        yield
        return
    waiting: list[int] = []
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
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
