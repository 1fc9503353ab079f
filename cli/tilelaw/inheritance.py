"""The inherited cases of a run: those that annexes tell, and those in rulesets of somebody's own.

What holds under the rules file of a stranger nobody could work out beforehand. So the reference is asked when an
implementation claims it; that takes a second or two.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilelaw.problems import Problem
from tilelaw.rulesets import all_names, find, known, ruleset
from tilelaw.selection import chosen
from tilelaw_conformance import (
    Annexes,
    Case,
    Given,
    Hello,
    Inheritance,
    Selection,
    Witnesses,
    beginning_of,
    by_turns,
    heir_id,
    in_turns,
    is_claimed,
    select_heirs,
    thinned,
)

if TYPE_CHECKING:
    from tilelaw_proof import Heir


class Inherited:
    """The inherited cases of a corpus, as far as the words of the command line choose them."""

    def __init__(self, cases: Sequence[Case], folder: Path, arguments: argparse.Namespace) -> None:
        self._cases = cases
        self._arguments = arguments
        self._annexes = Annexes(folder)
        self._witnesses = Witnesses(folder)
        self._own: dict[str, Heir] = {}
        """The heirs in rulesets of one's own by id; they are filled as far as they hold."""

    def prepare(self, hello: Hello, cases: Sequence[Case]) -> Sequence[Case]:
        """Return cases as they are put to an implementation, with those that it inherits."""
        return [self._as_put_to(hello, case) for case in (*cases, *self._heirs(hello))]

    def _as_put_to(self, hello: Hello, case: Case) -> Case:
        if case.id not in self._own:
            return self._annexes.as_put_to(case, hello.steps, hello.positions)
        if hello.steps == "ask":
            return case
        heir = self._own[case.id]
        if heir.form is not None:
            return by_turns(case, heir.form)
        return in_turns(case, self._annexes.of(case)) if heir.is_whole else replace(case, turns=())

    def _heirs(self, hello: Hello) -> Sequence[Case]:
        how = Inheritance(self._arguments.inherited)
        if how is Inheritance.NONE:
            return ()
        names = self._rulesets()

        @cache
        def is_wanted(name: str, players: int) -> bool:
            return (not names or name in names) and is_claimed(hello, name, players)

        told = self._annexes.heirs(self._wanted(), is_wanted)
        found = [*self._chosen(thinned(told, how)), *self._chosen(thinned(self._asked_for(hello), how))]
        if "state" in hello.positions:
            return found
        leads = self._leads_to_turns if hello.steps == "turn" else self._leads
        return [heir for heir in found if heir.given is not Given.POSITION or leads(heir)]

    def _leads(self, heir: Case) -> bool:
        """Say whether a game leads to the position of an heir."""
        return self._own[heir.id].is_replayed if heir.id in self._own else self._annexes.replays(heir)

    def _leads_to_turns(self, heir: Case) -> bool:
        """Say whether a game leads to where the whole turns of an heir begin."""
        own = self._own.get(heir.id)
        return self._annexes.replays_whole(heir) if own is None else own.is_whole_replayed

    def _wanted(self) -> Sequence[Case]:
        """Return the cases whose heirs the words may choose: to make all heirs of all cases takes a while."""
        words = [word.partition("@")[0].rstrip("/") for word in self._arguments.ids]
        return [case for case in self._cases if not words or any(case.id.startswith(word) for word in words)]

    def _rulesets(self) -> Sequence[str]:
        return [ruleset(word).name if ".rules" in word else word for word in self._arguments.ruleset]

    def witness(self, case: Case) -> tuple[bytes, ...] | None:
        """Return the answers that lead to the position of a case or of an heir, or nothing."""
        found = self._witnesses.of(case) if not case.inherited_from or self._leads(case) else None
        if found is None:
            return None
        own = self._own.get(case.id)
        if own is None or case.turns is None:
            history = self._annexes.history(case, found)
            return None if history is None else tuple(history)
        begins = beginning_of(self._annexes.of(case), found, is_filled=bool(own.case.filling))
        return tuple(begins) if own.is_whole_replayed else None

    def _chosen(self, heirs: Iterator[Case]) -> tuple[Case, ...]:
        words = self._arguments
        return select_heirs(
            heirs,
            words.ids,
            words.without,
            games=words.game,
            rulesets=self._rulesets(),
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
            for heir in carried(
                filled,
                place,
                judge,
                rulesets,
                self._witnesses.answers,
                self._annexes.of,
                by_turns=hello.steps == "turn",
                by_replay="state" not in hello.positions,
            ):
                found.append(heir.case)
                self._own[heir.case.id] = heir
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


def chosen_beside_heirs(cases: Sequence[Case], folder: Path, arguments: argparse.Namespace) -> Selection:
    """Return the cases that the words choose; none will do where they choose heirs. A word that nobody knows is told.

    What holds in the rules file of a stranger is known only when an implementation claims it.
    """
    try:
        return chosen(cases, arguments)
    except Problem:
        if arguments.inherited == Inheritance.NONE or not _may_be_about_heirs(cases, folder, arguments):
            raise
    own = {case.ruleset for case in cases}
    rest = argparse.Namespace(**{**vars(arguments), "ruleset": [word for word in arguments.ruleset if word in own]})
    try:
        return chosen(cases, rest) if rest.ruleset else Selection((), ())
    except Problem:
        return Selection((), ())  # the heirs are left


def _may_be_about_heirs(cases: Sequence[Case], folder: Path, arguments: argparse.Namespace) -> bool:
    """Say whether every word fits an heir, as far as that is known before anything is claimed."""
    heirs = [word for word in arguments.ids if "@" in word]
    if heirs:
        return len(heirs) == len(arguments.ids) and (bool(known()) or set(heirs) <= _told(cases, folder))
    own = {case.ruleset for case in cases}
    there = {word.rpartition("@")[2].rpartition(":")[0] for word in _told(cases, folder)}
    if not arguments.ruleset or any(word not in own | there for word in arguments.ruleset if ".rules" not in word):
        return False
    try:
        chosen(cases, argparse.Namespace(**{**vars(arguments), "ruleset": []}))
    except Problem:
        return False
    return True


def _told(cases: Sequence[Case], folder: Path) -> set[str]:
    """Return the ids of all heirs that annexes tell."""
    annexes = Annexes(folder)
    return {
        heir_id(case.id, name, players)
        for case in cases
        for name, numbers in annexes.of(case).get("holds", {}).items()
        for players in numbers
    }
