"""A limit on the time of a search."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The time for a case has run out."""


class Clock:
    """A limit in processor time, so that a busy machine does not change what a search finds."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    def check(self) -> None:
        """Raise `OutOfTime` once the time has run out."""
        if time.process_time() > self._end:
            raise OutOfTime
