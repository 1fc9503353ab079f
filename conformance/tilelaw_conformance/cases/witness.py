"""Games that lead to the positions of cases, for implementations that only replay.

They are generated and lie beside the cases, in `witnesses/`, as `{"answers": […]}`: all answers since the start. Heirs
in another mode, or for another number of players, mostly have a game of their own; it lies with the case they are from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from tilelaw_conformance.cases.annex import heir_id
from tilelaw_conformance.cases.beside import Beside, BesideError
from tilelaw_conformance.cases.expectation import Answer, Case, encode

WitnessError = BesideError


class Witness(TypedDict):
    """A game: all answers since its start."""

    answers: Sequence[Answer]


def ids_of_games(case: Case) -> tuple[str, ...]:
    """Return the ids under which the game of a case may be kept; the first that is there counts.

    An heir has a game of its own, or shares that of the mode without additions, or that of the case it is from.
    """
    if not case.inherited_from:
        return (case.id,)
    mode = case.ruleset.partition("+")[0]
    return case.id, heir_id(case.inherited_from, mode, case.players), case.inherited_from


class Witnesses:
    """The witnesses beside a folder of cases."""

    def __init__(self, folder: Path) -> None:
        self._beside = Beside[Witness](folder, "witnesses")

    def of(self, case: Case) -> tuple[bytes, ...] | None:
        """Return the answers that lead to the position of a case, each as it is sent, or nothing."""
        found = self.answers(case)
        return None if found is None else tuple(map(encode, found))

    def answers(self, case: Case) -> Sequence[Answer] | None:
        """Return the answers that lead to the position of a case, as data, or nothing.

        Whether a game that an heir shares leads to its position, its annex tells.
        """
        return next((found for id_ in ids_of_games(case) if (found := self.game(id_)) is not None), None)

    def game(self, id_: str) -> Sequence[Answer] | None:
        """Return the answers that are kept under an id, or nothing."""
        found = self._beside.get(id_)
        return None if found is None else found["answers"]

    def games(self) -> dict[str, Sequence[Answer]]:
        """Return all answers that are kept, by the ids of cases and of heirs."""
        return {id_: game for id_ in sorted(self.ids()) if (game := self.game(id_)) is not None}

    def ids(self) -> set[str]:
        """Return the ids of all cases and heirs that have a witness."""
        return self._beside.ids()

    def put(self, changes: Mapping[str, Sequence[Answer] | None]) -> None:
        """Write new answers for some ids, and forget those of ids that have none. Raises `CannotWrite`."""
        self._beside.put({id_: None if each is None else {"answers": list(each)} for id_, each in changes.items()})
