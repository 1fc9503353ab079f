"""The inherited cases of a run: those that annexes tell, and those in rulesets of somebody's own.

What holds under the rules file of a stranger nobody could work out beforehand. So the reference is asked when an
implementation claims it; that takes a second or two.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tilelaw.rulesets import all_names, find, known, ruleset
from tilelaw_conformance import (
    Annexes,
    Case,
    Given,
    Hello,
    Inheritance,
    Witnesses,
    in_turns,
    is_claimed,
    select_heirs,
    thinned,
)


class Inherited:
    """The inherited cases of a corpus, as far as the words of the command line choose them."""

    def __init__(self, cases: Sequence[Case], folder: Path, arguments: argparse.Namespace) -> None:
        self._cases = cases
        self._arguments = arguments
        self._annexes = Annexes(folder)
        self._witnesses = Witnesses(folder)
        self._replayed: set[str] = set()
        """The ids of heirs in rulesets of one's own to which the witnesses lead."""
        self._own: dict[str, bool] = {}
        """The ids of all such heirs, each with whether it holds as whole turns; they are filled as far as they hold."""

    def prepare(self, hello: Hello, cases: Sequence[Case]) -> Sequence[Case]:
        """Return cases as they are put to an implementation, with those that it inherits."""
        form = self._by_turns if hello.steps == "turn" else self._filled
        return [form(case) for case in (*cases, *self._heirs(hello))]

    def _filled(self, case: Case) -> Case:
        return case if case.id in self._own else self._annexes.filled(case)

    def _by_turns(self, case: Case) -> Case:
        if case.id not in self._own:
            return self._annexes.by_turns(case)
        return in_turns(case, self._annexes.of(case)) if self._own[case.id] else replace(case, turns=())

    def _heirs(self, hello: Hello) -> Sequence[Case]:
        how = Inheritance(self._arguments.inherited)
        if how is Inheritance.NONE:
            return ()
        told = self._annexes.heirs(self._cases, lambda name, players: is_claimed(hello, name, players))
        found = [*self._chosen(thinned(told, how)), *self._chosen(thinned(self._asked_for(hello), how))]
        if "state" in hello.positions:
            return found
        # That whole turns hold at the end of a witness as well was not tried for heirs.
        is_tried = hello.steps == "ask"
        return [
            heir for heir in found if heir.given is not Given.POSITION or (is_tried and self.witness(heir) is not None)
        ]

    def witness(self, case: Case) -> tuple[bytes, ...] | None:
        """Return the answers that lead to the position of a case or of an heir, or nothing."""
        leads = not case.inherited_from or self._annexes.replays(case) or case.id in self._replayed
        found = self._witnesses.of(case) if leads else None
        history = None if found is None else self._annexes.history(case, found)
        return None if history is None else tuple(history)

    def _chosen(self, heirs: Iterator[Case]) -> tuple[Case, ...]:
        words = self._arguments
        return select_heirs(
            heirs,
            words.ids,
            words.without,
            games=words.game,
            rulesets=[ruleset(word).name if ".rules" in word else word for word in words.ruleset],
            rules=words.rule,
            bases=words.basis,
            kinds=words.kind,
        )

    def _asked_for(self, hello: Hello) -> Iterator[Case]:
        """Yield the heirs in rulesets of somebody's own, those of one case together."""
        places = sorted(set(_own_places(hello))) if known() else []
        if not places:
            return
        from tilelaw_proof import Judge, Rulesets, carried

        judge, rulesets = Judge(find, all_names), Rulesets(find)
        filled = [self._annexes.filled(case) for case in self._cases]
        found: list[Case] = []
        for place in places:
            for heir in carried(filled, place, judge, rulesets, self._witnesses.answers, self._annexes.of):
                found.append(heir.case)
                self._replayed |= {heir.case.id} if heir.is_replayed else set()
                self._own[heir.case.id] = heir.is_whole
        yield from sorted(found, key=lambda heir: (heir.inherited_from, heir.ruleset, heir.players))


def _own_places(hello: Hello) -> Iterator[tuple[str, int]]:
    """Yield the rulesets with numbers of players that are claimed and that are not among the bundled ones."""
    from tilelaw_play import RulesetError, load

    for claim in hello.rulesets:
        for name in (claim.name, *(f"{claim.name}+{layer}" for layer in sorted(claim.layers))):
            try:
                load(name)
            except RulesetError:
                try:
                    found = find(name)
                except RulesetError:
                    continue
                yield from ((found.name, players) for players in claim.players if players in found.counts)


def is_about_heirs_only(cases: Sequence[Case], arguments: argparse.Namespace) -> bool:
    """Say whether the words choose no case but heirs: heirs are named, or a rules file without cases of its own."""
    if arguments.ids and all("@" in word for word in arguments.ids):
        return True
    names = [ruleset(word).name for word in arguments.ruleset if ".rules" in word]
    return len(names) == len(arguments.ruleset) > 0 and not any(case.ruleset in names for case in cases)
