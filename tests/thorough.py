"""How much of what repeats itself is tried: a sample in `make test`, all of it in `make prove PART=tests` and in CI.

A sample is the same in every run, and so are the examples of a property. Only what takes long and says much the same
each time is sampled: other modes and numbers of players, other texts of the same kind. What guards one thing alone is
always tried, and `tests/test_samples.py` tells whether each mode, each diagnostic and each fixture still is.

With nothing left out properties are tried on many examples, and on others in each run; with `SAME=1` on the same ones
as in `make test`, so that CI fails because of what has changed and not by chance.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

VARIABLE = "TILELAW_THOROUGH"
RANDOM, SAME = "random", "same"
IS_THOROUGH = VARIABLE in os.environ
IS_RANDOM = os.environ.get(VARIABLE) == RANDOM
"""Whether properties are tried on other examples in each run."""

MANY = 10
"""So many times as many examples of a property are tried if they are others each time."""


def examples(few: int) -> int:
    """Return on how many examples a property is tried; `conftest.py` says on which."""
    return few * MANY if IS_RANDOM else few


def so_many(few: int, many: int) -> int:
    """Return how often something is tried: many times with nothing left out."""
    return many if IS_THOROUGH else few


def some(items: Iterable[T], every: int) -> list[T]:
    """Return one of so many, beginning with the first; all of them where time does not matter."""
    return list(items)[:: 1 if IS_THOROUGH else every]
