"""The generator of random numbers: splitmix64, so that a seed deals the same in every engine and language.

Its state is a number of 64 bits, at the beginning the seed. Functions return the state to go on with beside their
result; docs/positions.md says all this in words, with numbers to test other programs by.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

WORD = 2**64 - 1

T = TypeVar("T")


def following(state: int) -> tuple[int, int]:
    """Return the next 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & WORD
    bits = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & WORD
    bits = ((bits ^ bits >> 27) * 0x94D049BB133111EB) & WORD
    return state, bits ^ bits >> 31


def below(state: int, limit: int) -> tuple[int, int]:
    """Return a random number from 0 to below a limit."""
    state, bits = following(state)
    return state, (bits >> 32) * limit >> 32


def shuffled(state: int, pieces: Iterable[T]) -> tuple[int, list[T]]:
    """Return pieces in random order: each place from the last to the second is swapped with one up to itself."""
    found = list(pieces)
    for place in range(len(found) - 1, 0, -1):
        state, bits = following(state)  # as `below` does, in one call less
        other = (bits >> 32) * (place + 1) >> 32
        found[place], found[other] = found[other], found[place]
    return state, found
