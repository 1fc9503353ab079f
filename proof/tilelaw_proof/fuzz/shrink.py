"""Makes the position of a disagreement smaller, as long as its invariants hold and the same rule is in dispute.

Whole parts go first (the pile, the boards of others), then halves of lists, then single cells and pieces. The reference
answers each smaller question anew; the implementation is asked about all candidates of a round at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice

from tilelaw_conformance import Case, Judged
from tilelaw_proof.fuzz.dispute import Dispute, dispute
from tilelaw_proof.fuzz.link import CannotFuzz, Link
from tilelaw_proof.fuzz.play import CANNOT
from tilelaw_proof.fuzz.questions import LONG, About, Inquirer
from tilelaw_reference import Engine, Json, manifest

_ROUNDS = 30
_FEW = 10
_MOST_CANDIDATES = 60
_KEPT = frozenset({"ruleset", "players", "asks"})


class Shrinker:
    """Shrinks disagreements about one ruleset."""

    def __init__(self, link: Link, inquirer: Inquirer, evaluator: Engine) -> None:
        self._link = link
        self._inquirer = inquirer
        self._evaluator = evaluator

    def smaller(self, found: Dispute) -> Dispute:
        """Return the smallest disagreement with the same cause that removing one thing after another leads to."""
        if len(found.case.then.moves or ()) > LONG:  # to list so many for each candidate takes minutes
            return found
        key = found.key
        kept = _KEPT | self._in_hand(found)
        for _ in range(_ROUNDS):
            candidates = list(islice(self._candidates(found.case, kept), _MOST_CANDIDATES))
            try:
                judged = self._link.first(candidates, lambda each: self._again(each).key == key)
            except CannotFuzz:
                return found
            if judged is None:
                return found
            found = self._again(judged)
        return found

    def _again(self, judged: Judged) -> Dispute:
        return dispute(judged.case, judged, self._evaluator)

    def _in_hand(self, found: Dispute) -> set[str]:
        """Return the zones that a disputed rule about moves reads: the piece in question lies in one of them."""
        if found.about is About.RESULTS or not found.rules:
            return set()
        rules = manifest(self._evaluator.game)["rules"]
        read = {part for rule in rules if rule["id"] == found.rules[0] for part in rule["reads"]}
        return read & {zone.written for zone in self._evaluator.game.zones}

    def _candidates(self, case: Case, kept: Collection[str]) -> Iterator[Case]:
        """Yield the same question about smaller positions, the smallest first."""
        for position in sorted(_reduced(case.position, kept), key=lambda each: len(str(each))):
            smaller = replace(case, position=position)
            try:
                state = self._evaluator.state({**position, "ruleset": self._evaluator.game.name})
                if state.broken_invariants():
                    continue
                then = self._inquirer.expected(smaller)
            except CANNOT:
                continue
            if then.parts == case.then.parts and then.legal is case.then.legal:
                yield replace(smaller, then=then)


def _reduced(position: Mapping[str, Json], kept: Collection[str]) -> Iterator[dict[str, Json]]:
    """Yield positions with less in them, but for some parts."""
    for name, part in position.items():
        if name in kept:
            continue
        without = {each: value for each, value in position.items() if each != name}
        yield without
        yield from ({**without, name: less} for less in _less(part))


def _less(part: Json) -> Iterator[Json]:
    """Yield data with less in them: of a list halves and single entries less, of an object single names."""
    if isinstance(part, Mapping):
        yield from ({name: value for name, value in part.items() if name != each} for each in part)
    elif isinstance(part, list) and any(isinstance(entry, list) for entry in part):
        for place, entry in enumerate(part):
            yield from ([*part[:place], less, *part[place + 1 :]] for less in ([], *_less(entry)) if entry)
    elif isinstance(part, list) and part:
        half = len(part) // 2
        if half > 1:
            yield part[:half]
            yield part[half:]
        yield from ([*part[:place], *part[place + 1 :]] for place in range(len(part)))
        if len(part) <= _FEW:  # the two halves of a piece go together
            pairs = combinations(range(len(part)), 2)
            yield from ([entry for place, entry in enumerate(part) if place not in pair] for pair in pairs)
