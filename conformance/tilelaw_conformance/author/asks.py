"""Which asks are judged by themselves: by a case that begins there, with nothing answered before what is judged.

Who only judges is handed a position and one move. A case that leads to an ask by other answers tells nothing about
such an implementation, so every action of every ask needs two that begin at it: one in which the action is accepted
(the legal neighbour of a refusal will do) and one in which it is refused. This holds for each mode and each number of
players, inherited cases included; what only an addition brings is needed where the addition is. Where no case is
possible, `unasked.yaml` says why; a reason that is not needed any more is a mistake.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilelaw_conformance.author.coverage import Need
from tilelaw_conformance.cases.expectation import Answer, Case, Given
from tilelaw_conformance.cases.listed import UNASKED, read_list
from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.data.jsondata import Manifest

NEEDS = (Need.ACCEPTED, Need.REFUSED)
"""What every action of an ask needs."""


@dataclass(slots=True)
class AskStanding:
    """How it stands with one need of an action at an ask."""

    game: str
    ask: str
    action: str
    need: Need
    met_by: dict[tuple[str, int], str] = field(default_factory=dict)
    """For each ruleset and number of players in which the ask is, the id of a case, or nothing."""
    reasons: dict[int, str] = field(default_factory=dict)
    """Why there is no case, by numbers of players, if that is written down."""

    @property
    def lacking(self) -> tuple[tuple[str, int], ...]:
        """The rulesets and numbers of players without a case, whether there is a reason or not."""
        return tuple(place for place, id_ in self.met_by.items() if not id_)

    @property
    def missing(self) -> tuple[tuple[str, int], ...]:
        """Those with neither a case nor a reason."""
        return tuple(place for place in self.lacking if place[1] not in self.reasons)


def cover_asks(manifests: Iterable[Manifest], cases: Iterable[Case]) -> list[AskStanding]:
    """Return how it stands with all asks of some rulesets; among the cases are those that are inherited."""
    judged = _judged(cases)
    found: dict[tuple[str, str, str, Need], AskStanding] = {}
    for manifest in _wanted(manifests):
        place = manifest.name, manifest.players
        for ask, action in manifest.pairs:
            for need in NEEDS:
                key = manifest.game, ask, action, need
                standing = found.setdefault(key, AskStanding(*key))
                standing.met_by[place] = judged.get((*place, ask, action, need), "")
    return sorted(found.values(), key=lambda each: (each.game, each.ask, each.action, NEEDS.index(each.need)))


def take_ask_reasons(folder: Path, standings: Sequence[AskStanding]) -> list[CaseProblem]:
    """Write the reasons beside the needs they are for, and return what is wrong with them."""
    problems: list[CaseProblem] = []
    known = {(each.game, each.ask, each.action, each.need): each for each in standings}
    for entry in read_list(folder / UNASKED, problems):
        data = entry.data
        standing = known.get((data["game"], data["ask"], data["action"], Need(data["need"])))
        if standing is None:
            problems.append(entry.wrong("there is no such action at such an ask in this game"))
            continue
        lacking = {players for _, players in standing.missing}
        numbers = lacking.intersection(data.get("players", lacking))
        if not numbers:
            problems.append(entry.wrong("this reason is not needed any more"))
        standing.reasons |= dict.fromkeys(numbers, data["reason"])
    return problems


@dataclass(frozen=True, slots=True)
class _Asks:
    """The asks of a ruleset for a number of players, each with one of its actions."""

    name: str
    players: int
    pairs: frozenset[tuple[str, str]]

    @property
    def game(self) -> str:
        return self.name.split("/")[0]


def _wanted(manifests: Iterable[Manifest]) -> Iterator[_Asks]:
    """Yield the asks of every mode, and of additions those that they bring."""
    modes: dict[tuple[str, int], frozenset[tuple[str, str]]] = {}
    for manifest in sorted(manifests, key=lambda each: str(each["name"])):
        name, players = manifest["name"], manifest["players"]
        pairs = frozenset((ask["name"], action) for ask in manifest["asks"] for action in ask["actions"])
        mode = name.partition("+")[0]
        yield _Asks(name, players, pairs - modes.get((mode, players), frozenset()))
        modes[mode, players] = modes.get((mode, players), frozenset()) | pairs


def _judged(cases: Iterable[Case]) -> Mapping[tuple[str, int, str, str, Need], str]:
    """Return the ids of cases by ruleset, players, ask, action and what they show of it."""
    found: defaultdict[tuple[str, int, str, str, Need], str] = defaultdict(str)
    for case in cases:
        for ask, action, need in _shown(case):
            key = case.ruleset, case.players, ask, action, need
            found[key] = found[key] or case.id
    return found


def _shown(case: Case) -> Iterator[tuple[str, str, Need]]:
    """Yield what a case shows of the ask that it begins at."""
    asks: Any = case.position.get("asks") if case.given is Given.POSITION else None
    if not asks or "ask" not in asks[0] or len(case.answers) != 1 or case.then.legal is None:
        return
    ask, (answer,) = asks[0]["ask"], case.answers
    if "player" not in answer:  # a move of somebody else is refused whatever it is
        yield ask, _action(answer), Need.ACCEPTED if case.then.legal else Need.REFUSED
    if case.near is not None:
        yield ask, _action(case.near), Need.ACCEPTED


def _action(answer: Answer) -> str:
    return next(name for name in answer if name != "player")
