"""Signals wait while a child is started or ended, and are not lost."""

from __future__ import annotations

import signal
import threading

import pytest

from tilelaw_conformance.run.family import undisturbed


def test_a_signal_waits_and_comes() -> None:
    done: list[str] = []
    before = signal.getsignal(signal.SIGINT)

    def work() -> None:
        with undisturbed(), undisturbed():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["the rest"]
    assert signal.getsignal(signal.SIGINT) is before


def test_what_is_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with undisturbed():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_another_thread_gets_no_signals() -> None:
    done: list[bool] = []

    def work() -> None:
        with undisturbed():
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
