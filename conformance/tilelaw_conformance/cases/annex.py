"""What the reference has worked out about cases beforehand, because it takes the rules: their annexes.

They are generated (`tilelaw cases annex`) and lie beside the cases, in `annexes/`. A refused answer has a legal
neighbour, and a case that holds in other rulesets or for other numbers of players says in which. There it is
*inherited*: the same position, answers and expectations under another ruleset, in a case that says whose heir it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import TypeAlias, TypedDict
from zlib import crc32

from tilelaw_conformance.cases.beside import Beside
from tilelaw_conformance.cases.expectation import Answer, Case, Expectation
from tilelaw_conformance.data.jsondata import JsonObject
from tilelaw_conformance.data.records import make

Places: TypeAlias = Mapping[str, Sequence[int]]
"""Rulesets, each with numbers of players."""


class TurnForm(TypedDict, total=False):
    """A case as whole turns."""

    position: JsonObject
    """Where its turn begins, if the case begins later."""
    history: int
    """How many answers of the witness lead there."""
    before: Sequence[Answer]
    """The answers of the turn before those of the case."""
    rest: Sequence[Answer]
    """Those after them."""
    turns: Sequence[int]
    """After how many answers a turn begins."""
    then: JsonObject
    """What holds at the end, of what the case looks at."""


class Annex(TypedDict, total=False):
    """What has been worked out about one case; the schema `annexes.json` says what each part is."""

    near: Answer
    filling: JsonObject
    turn: TurnForm
    holds: Places
    replays: Places
    bare: Places


class Annexes:
    """The annexes beside a folder of cases."""

    def __init__(self, folder: Path) -> None:
        self._beside = Beside[Annex](folder, "annexes")

    def of(self, case: Case) -> Annex:
        """Return the annex of a case; an heir has that of the case it is from. Raises `BesideError`."""
        return self._beside.get(case.inherited_from or case.id) or {}

    def ids(self) -> set[str]:
        """Return the ids of all cases that have one."""
        return self._beside.ids()

    def put(self, changes: Mapping[str, Annex]) -> None:
        """Write the annexes of some cases; an empty one is forgotten. Raises `CannotWrite`."""
        self._beside.put({id_: annex or None for id_, annex in changes.items()})

    def added_to(self, cases: Iterable[Case]) -> tuple[Case, ...]:
        """Return cases with the neighbours of refused answers."""
        return tuple(
            replace(case, near=near) if (near := self.of(case).get("near")) is not None else case for case in cases
        )

    def filled(self, case: Case) -> Case:
        """Return a case, or an heir, with what fills its zones."""
        annex = self.of(case)
        is_bare = case.inherited_from and _is_in(case, annex.get("bare", {}))
        filling = None if is_bare else annex.get("filling")
        return case if filling is None else replace(case, filling=filling)

    def by_turns(self, case: Case) -> Case:
        """Return a case as whole turns, if it was put into them."""
        form = self.of(case).get("turn")
        return case if form is None or case.inherited_from else by_turns(case, form)

    def history(self, case: Case, answers: Sequence[bytes]) -> Sequence[bytes]:
        """Return as many answers of a witness as lead to where a case begins; for whole turns that is earlier."""
        form = self.of(case).get("turn", {})
        return answers[: form["history"]] if case.turns is not None and "history" in form else answers

    def heirs(self, cases: Iterable[Case], is_wanted: Callable[[str, int], bool]) -> Iterator[Case]:
        """Yield the heirs of cases in the rulesets and numbers of players that are wanted."""
        for case in cases:
            for ruleset, numbers in self.of(case).get("holds", {}).items():
                yield from (inherited(case, ruleset, players) for players in numbers if is_wanted(ruleset, players))

    def replays(self, heir: Case) -> bool:
        """Say whether the witness of the case that an heir is from leads to the position of the heir too."""
        return _is_in(heir, self.of(heir).get("replays", {}))


def _is_in(heir: Case, places: Places) -> bool:
    return heir.players in places.get(heir.ruleset, ())


def by_turns(case: Case, form: TurnForm) -> Case:
    """Return a case as the whole turns that its annex tells."""
    then = make(
        Expectation,
        {"legal": case.then.legal, "refused_by": case.then.refused_by, "only": case.then.only, **form.get("then", {})},
    )
    return replace(
        case,
        position={**form["position"]} if "position" in form else case.position,
        answers=(*form.get("before", ()), *case.answers, *form.get("rest", ())),
        then=then,
        near=None,
        turns=tuple(form["turns"]),
    )


def inherited(case: Case, ruleset: str, players: int) -> Case:
    """Return a case as it is put in another ruleset, or for another number of players."""
    return replace(
        case,
        id=f"{case.id}@{ruleset}:{players}",
        ruleset=ruleset,
        players=players,
        position={**case.position, "ruleset": ruleset, "players": players},
        inherited_from=case.id,
    )


class Inheritance(StrEnum):
    """How many of the inherited cases are run."""

    ALL = "all"
    ONCE = "once"
    """With additions for one number of players only."""
    NONE = "none"


def thinned(heirs: Iterable[Case], how: Inheritance) -> Iterator[Case]:
    """Yield the heirs that are run; those of one case stand together, and among these those in one ruleset.

    The product of all additions and numbers of players would be a hundred times the corpus and find little more. Which
    number it is with additions depends on the case alone, so that all of them get their share.
    """
    if how is Inheritance.NONE:
        return
    for (_, ruleset), group in groupby(heirs, key=lambda heir: (heir.inherited_from, heir.ruleset)):
        some = list(group)
        is_plain = how is Inheritance.ALL or "+" not in ruleset
        yield from some if is_plain else [some[crc32(some[0].inherited_from.encode()) % len(some)]]
