"""Which cases to run: by id, by the beginning of ids, and by what they rest on.

A word that selects nothing is a mistake, never an empty run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from tilelaw_conformance.case import Basis, Case


class SelectionError(ValueError):
    """A wish that selects no case."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The cases to run, and those that were left out because of what they rest on."""

    cases: tuple[Case, ...]
    left_out: tuple[Case, ...]


def select(cases: Sequence[Case], wanted: Iterable[str] = (), without: Iterable[Basis] = ()) -> Selection:
    """Return the cases whose id is wanted or begins with a wanted `game/topic`; all if nothing is wanted."""
    wishes = [wish.rstrip("/") for wish in wanted]
    for wish in wishes:
        if not any(_is_wanted(case, wish) for case in cases):
            raise SelectionError(f"no case is called `{wish}` or begins with it{_nearest(wish, cases)}")
    chosen = [case for case in cases if not wishes or any(_is_wanted(case, wish) for wish in wishes)]
    unwanted = set(without)
    kept = tuple(case for case in chosen if case.basis not in unwanted)
    if not kept:
        raise SelectionError("no case is left to run")
    return Selection(kept, tuple(case for case in chosen if case.basis in unwanted))


def _is_wanted(case: Case, wish: str) -> bool:
    return case.id == wish or case.id.startswith(wish + "/")


def _nearest(wish: str, cases: Sequence[Case]) -> str:
    known = {case.id for case in cases}
    known |= {"/".join(name.split("/")[:n]) for name in known for n in range(1, name.count("/") + 1)}
    close = get_close_matches(wish, sorted(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""
