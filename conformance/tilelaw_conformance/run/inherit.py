"""Which inherited cases an implementation is judged by, given what it claims.

A case runs in every mode and for every number of players that is claimed and in which it holds. In a ruleset with
additions it runs once, for one of the numbers that are claimed: the product of all additions and numbers would be
a hundred times the corpus and find little more. Which number it is depends on the case alone, so that all of them get
their share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias
from zlib import crc32

from tilelaw_conformance.cases.expectation import Case
from tilelaw_conformance.protocol.messages import Hello

Prepare: TypeAlias = Callable[[Hello, Sequence[Case]], Sequence[Case]]
"""Returns cases as they are put to an implementation, the inherited ones among them."""


class Inheritance(StrEnum):
    """How many of the inherited cases are run."""

    ALL = "all"
    ONCE = "once"
    """With additions for one number of players only."""
    NONE = "none"


def as_they_are(_hello: Hello, cases: Sequence[Case]) -> Sequence[Case]:
    """Put cases as they are written, and inherit nothing."""
    return cases


def is_claimed(hello: Hello, ruleset: str, players: int) -> bool:
    """Say whether an implementation claims a ruleset for a number of players."""
    return any(players in claim.players and claim.covers(ruleset) for claim in hello.rulesets)


def thinned(heirs: Iterable[Case], how: Inheritance) -> Iterator[Case]:
    """Yield the heirs that are run; those of one case stand together, and among these those in one ruleset."""
    if how is Inheritance.NONE:
        return
    for (_, ruleset), group in groupby(heirs, key=lambda heir: (heir.inherited_from, heir.ruleset)):
        some = list(group)
        is_plain = how is Inheritance.ALL or "+" not in ruleset
        yield from some if is_plain else [some[crc32(some[0].inherited_from.encode()) % len(some)]]
