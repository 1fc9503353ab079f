"""Games that lead to the positions of cases, for implementations that only replay.

They are generated and lie beside the cases, in `witnesses/`, as `{"answers": […]}`: all answers since the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from tilelaw_conformance.cases.beside import Beside, BesideError
from tilelaw_conformance.cases.expectation import Answer, Case, encode

WitnessError = BesideError


class Witness(TypedDict):
    """A game: all answers since its start."""

    answers: Sequence[Answer]


class Witnesses:
    """The witnesses beside a folder of cases."""

    def __init__(self, folder: Path) -> None:
        self._beside = Beside[Witness](folder, "witnesses")

    def of(self, case: Case) -> tuple[bytes, ...] | None:
        """Return the answers that lead to the position of a case, each as it is sent, or nothing."""
        found = self.answers(case)
        return None if found is None else tuple(map(encode, found))

    def answers(self, case: Case) -> Sequence[Answer] | None:
        """Return the answers that lead to the position of a case, as data, or nothing."""
        found = self._beside.get(case.inherited_from or case.id)
        return None if found is None else found["answers"]

    def ids(self) -> set[str]:
        """Return the ids of all cases that have a witness."""
        return self._beside.ids()

    def put(self, changes: Mapping[str, Sequence[Answer] | None]) -> None:
        """Write new answers for some ids, and forget those of ids that have none. Raises `CannotWrite`."""
        self._beside.put({id_: None if each is None else {"answers": list(each)} for id_, each in changes.items()})
