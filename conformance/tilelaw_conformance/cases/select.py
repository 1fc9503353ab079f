"""Which cases to run: by id, game, ruleset, rule, kind and by what they rest on.

Several words of one sort mean any of them, words of different sorts mean all of them. A word that selects nothing is a
mistake, never an empty run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from tilelaw_conformance.cases.expectation import KINDS, Basis, Case


class SelectionError(ValueError):
    """A wish that selects no case."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The cases to run, and those that were left out because of what they rest on."""

    cases: tuple[Case, ...]
    left_out: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class _Sort:
    """A sort of words: how a case answers to one, and the words there are."""

    called: str
    fits: Callable[[Case, str], bool]
    words: Callable[[Case], Iterable[str]]


def select_cases(
    cases: Sequence[Case],
    wanted: Iterable[str] = (),
    without: Iterable[str] = (),
    *,
    games: Iterable[str] = (),
    rulesets: Iterable[str] = (),
    rules: Iterable[str] = (),
    bases: Iterable[str] = (),
    kinds: Iterable[str] = (),
) -> Selection:
    """Return the cases that are wanted; all if nothing is.

    `wanted` are ids or beginnings of ids, `rules` are rule ids or beginnings of them. What rests on something that is
    not among `bases`, or that is named in `without` (by its basis, or by its id), is left out and can be told.
    """
    chosen = list(cases)
    for sort, words in _sorted(wanted, games, rulesets, rules, kinds):
        chosen = _chosen(chosen, cases, sort, words)
    kept = _chosen(chosen, cases, _BASIS, bases)
    unwanted = list(without)
    for word in unwanted:
        sort = _BASIS if word.partition(":")[0] in set(Basis) else _ID
        if sort is _ID or ":" in word:
            _check(word, cases, sort)
    kept = [case for case in kept if not any(_is_unwanted(case, word) for word in unwanted)]
    if not kept:
        raise SelectionError("no case is left to run")
    there = set(map(id, kept))
    return Selection(tuple(kept), tuple(case for case in chosen if id(case) not in there))


def select_heirs(
    heirs: Iterable[Case],
    wanted: Iterable[str] = (),
    without: Iterable[str] = (),
    *,
    games: Iterable[str] = (),
    rulesets: Iterable[str] = (),
    rules: Iterable[str] = (),
    bases: Iterable[str] = (),
    kinds: Iterable[str] = (),
) -> tuple[Case, ...]:
    """Return the heirs of cases that the same words select; that a word selects none of them is no mistake."""
    sorts = [*_sorted(wanted, games, rulesets, rules, kinds), (_BASIS, tuple(bases))]
    unwanted = tuple(without)
    return tuple(
        heir
        for heir in heirs
        if all(not words or any(sort.fits(heir, word) for word in words) for sort, words in sorts)
        and not any(_is_unwanted(heir, word) for word in unwanted)
    )


def _sorted(
    wanted: Iterable[str], games: Iterable[str], rulesets: Iterable[str], rules: Iterable[str], kinds: Iterable[str]
) -> list[tuple[_Sort, tuple[str, ...]]]:
    words = (wanted, games, rulesets, rules, kinds)
    return list(zip((_ID, _GAME, _RULESET, _RULE, _KIND), map(tuple, words), strict=True))


def _chosen(chosen: list[Case], cases: Sequence[Case], sort: _Sort, words: Iterable[str]) -> list[Case]:
    wishes = list(words)
    for word in wishes:
        _check(word, cases, sort)
    return [case for case in chosen if not wishes or any(sort.fits(case, word) for word in wishes)]


def _check(word: str, cases: Sequence[Case], sort: _Sort) -> None:
    if not any(sort.fits(case, word) for case in cases):
        known = {each for case in cases for each in sort.words(case)}
        raise SelectionError(f"{sort.called.format(word)}{nearest(word, known)}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint at the nearest known word, or nothing."""
    close = get_close_matches(word, sorted(known), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def _is_unwanted(case: Case, word: str) -> bool:
    return _BASIS.fits(case, word) or _ID.fits(case, word)


def _begins(name: str, wish: str, joint: str) -> bool:
    wish = wish.rstrip(joint)
    return name == wish or name.startswith(wish + joint)


def _beginnings(name: str, joint: str) -> list[str]:
    parts = name.split(joint)
    return [joint.join(parts[:n]) for n in range(1, len(parts) + 1)]


def _fits_basis(case: Case, word: str) -> bool:
    basis, colon, edition = word.partition(":")
    return case.basis == basis and (not colon or (case.basis is Basis.EDITION and edition in case.editions))


_ID = _Sort(
    "no case is called `{}` or begins with it",
    lambda case, word: _begins(case.id, word, "/"),
    lambda case: _beginnings(case.id, "/"),
)
_GAME = _Sort("there is no case of the game `{}`", lambda case, word: case.game == word, lambda case: [case.game])
_RULESET = _Sort(
    "there is no case of the ruleset `{}`", lambda case, word: case.ruleset == word, lambda case: [case.ruleset]
)
_RULE = _Sort(
    "no case is about a rule called `{}`",
    lambda case, word: any(_begins(rule, word, ".") for rule in case.rules),
    lambda case: [each for rule in case.rules for each in _beginnings(rule, ".")],
)
_KIND = _Sort("there is no case of the kind `{}`", lambda case, word: word in case.kinds, lambda _case: KINDS)
_BASIS = _Sort(
    "no case rests on `{}`",
    _fits_basis,
    lambda case: [case.basis.value, *(f"edition:{edition}" for edition in case.editions)],
)
