"""What the reference has worked out about cases beforehand, because it takes the rules: their annexes.

They are generated (`tilelaw cases annex`) and lie beside the cases, in `annexes/`. A refused answer has a legal
neighbour, a listed move may have other spellings, the answers of a case are divided into turns, and a case that holds
in other rulesets or for other numbers of players says in which. There it is
*inherited*: the same position, answers and expectations under another ruleset, in a case that says whose heir it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import TypeAlias, TypedDict, TypeVar
from zlib import crc32

from tilelaw_conformance.cases.beside import Beside
from tilelaw_conformance.cases.expectation import Answer, Case, Expectation, Spelled, TriedTurn
from tilelaw_conformance.data.jsondata import JsonObject
from tilelaw_conformance.data.records import make

Played = TypeVar("Played")
"""An answer of a game, however it is written."""

Places: TypeAlias = Mapping[str, Sequence[int]]
"""Rulesets, each with numbers of players."""


class Try(TypedDict):
    """A move that is listed or not, and what ends its turn."""

    move: Answer
    rest: Sequence[Answer]
    legal: bool


class TurnForm(TypedDict, total=False):
    """A case as whole turns; with `turns` alone it consists of them as it is written."""

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
    stated: bool
    """Whether it holds only where the position is sent as a state, not at the end of its witness."""
    lead: int
    """Where moves are listed: after how many of the answers before and of the case their turn begins."""
    tries: Sequence[Try]
    """Where moves are listed: some of them and some others, each to be put as a turn."""


class OtherTurns(TypedDict):
    """Heirs as whole turns, if the turns of the case they are from do not hold there."""

    form: TurnForm
    holds: Places


class Annex(TypedDict, total=False):
    """What has been worked out about one case; the schema `annexes.json` says what each part is."""

    near: Answer
    spellings: Sequence[Spelled]
    filling: JsonObject
    turn: TurnForm
    bare_turn: TurnForm
    replayed_turn: TurnForm
    holds: Places
    replays: Places
    bare: Places
    whole: Places
    replays_whole: Places
    other_turns: Sequence[OtherTurns]


class Annexes:
    """The annexes beside a folder of cases."""

    def __init__(self, folder: Path) -> None:
        self._beside = Beside[Annex](folder, "annexes")

    def of(self, case: Case) -> Annex:
        """Return the annex of a case; an heir has that of the case it is from. Raises `BesideError`."""
        return self._beside.get(case.inherited_from or case.id) or {}

    def content(self, topic: str) -> bytes:
        """Return the file of annexes that belongs to a file of cases, as it is."""
        return self._beside.content(topic)

    def ids(self) -> set[str]:
        """Return the ids of all cases that have one."""
        return self._beside.ids()

    def put(self, changes: Mapping[str, Annex]) -> None:
        """Write the annexes of some cases; an empty one is forgotten. Raises `CannotWrite`."""
        self._beside.put({id_: annex or None for id_, annex in changes.items()})

    def added_to(self, cases: Iterable[Case]) -> tuple[Case, ...]:
        """Return cases with the neighbours of refused answers and other spellings of moves."""
        return tuple(with_annex(case, self.of(case)) for case in cases)

    def filled(self, case: Case) -> Case:
        """Return a case, or an heir, with what fills its zones."""
        filling = None if self._is_bare(case) else self.of(case).get("filling")
        return case if filling is None else replace(case, filling=filling)

    def _is_bare(self, case: Case) -> bool:
        return bool(case.inherited_from) and _is_in(case, self.of(case).get("bare", {}))

    def as_put_to(self, case: Case, steps: str, positions: Collection[str]) -> Case:
        """Return a case, or an heir, as it is put to who claims such `steps` and `positions`."""
        return self.by_turns(case, is_replayed="state" not in positions) if steps == "turn" else self.filled(case)

    def by_turns(self, case: Case, *, is_replayed: bool = False) -> Case:
        """Return a case, or an heir, as whole turns, if it was put into them; `is_replayed` if a game leads there."""
        annex = self.of(case)
        if is_replayed and not case.inherited_from and "replayed_turn" in annex:
            return by_turns(case, annex["replayed_turn"])
        filled = replace(case, filling={}) if self._is_bare(case) else self.filled(case)
        if not case.inherited_from or _is_in(case, annex.get("whole", {})):
            return in_turns(filled, annex) if annex else filled
        form = self._other_form(case)
        if form is not None:
            return by_turns(filled, form)
        return replace(case, turns=())  # it was tried, and is none

    def _other_form(self, heir: Case) -> TurnForm | None:
        others = self.of(heir).get("other_turns", ())
        return next((other["form"] for other in others if _is_in(heir, other["holds"])), None)

    def history(self, case: Case, answers: Sequence[bytes]) -> Sequence[bytes] | None:
        """Return as many answers of a witness as lead to where a case begins; for whole turns that is earlier."""
        annex = self.of(case)
        if case.turns is None:
            return answers
        if case.inherited_from:
            is_filled = "filling" in annex and not self._is_bare(case)
            return beginning_of(annex, answers, is_filled=is_filled) if self.replays_whole(case) else None
        form = annex.get("replayed_turn", annex.get("turn", annex.get("bare_turn", {})))
        return None if form.get("stated") else answers[: form.get("history", len(answers))]

    def heirs(self, cases: Iterable[Case], is_wanted: Callable[[str, int], bool]) -> Iterator[Case]:
        """Yield the heirs of cases in the rulesets and numbers of players that are wanted."""
        for case in cases:
            for ruleset, numbers in self.of(case).get("holds", {}).items():
                yield from (inherited(case, ruleset, players) for players in numbers if is_wanted(ruleset, players))

    def replays(self, heir: Case) -> bool:
        """Say whether the game that an heir shares, or its own, leads to its position."""
        return _is_in(heir, self.of(heir).get("replays", {}))

    def replays_whole(self, heir: Case) -> bool:
        """Say whether that game leads to where the whole turns of an heir begin, and they hold there."""
        return _is_in(heir, self.of(heir).get("replays_whole", {}))


def _is_in(heir: Case, places: Places) -> bool:
    return heir.players in places.get(heir.ruleset, ())


def with_annex(case: Case, annex: Annex) -> Case:
    """Return a case with the neighbour of a refused answer and other spellings of moves, if there are any."""
    near, spellings = annex.get("near"), tuple(annex.get("spellings", ()))
    return replace(case, near=near, spellings=spellings) if near is not None or spellings else case


def in_turns(case: Case, annex: Annex) -> Case:
    """Return a case, or an heir, as whole turns: filled if it is and they were found so, otherwise as it is written."""
    form = _form(annex, is_filled=bool(case.filling))
    if form is None:
        return replace(case, turns=())
    return by_turns(case if case.filling and "turn" in annex else replace(case, filling={}), form)


def _form(annex: Annex, *, is_filled: bool) -> TurnForm | None:
    """Return the turns that a case, or an heir, is put into: filled if it is and they were found so."""
    if is_filled and "turn" in annex:
        return annex["turn"]
    return annex.get("bare_turn", annex.get("turn") if "filling" not in annex else None)


def beginning_of(annex: Annex, answers: Sequence[Played], *, is_filled: bool) -> Sequence[Played]:
    """Return as many answers of a game as lead to where the whole turns of an heir begin, as far as the annex says."""
    form = _form(annex, is_filled=is_filled) or {}
    return answers[: form.get("history", len(answers))]


def by_turns(case: Case, form: TurnForm) -> Case:
    """Return a case, or an heir, as the whole turns that its annex tells."""
    turns = tuple(form["turns"])
    if "before" not in form:
        return replace(case, turns=turns)
    played = (*form["before"], *case.answers)
    moved = replace(
        case,
        position={**form["position"], **case.start} if "position" in form else case.position,
        filling={} if "position" in form else case.filling,
        checkpoints=(),
        turns=turns,
    )
    if "tries" in form:
        lead = form["lead"]
        tries = [TriedTurn(before=played[lead:], **each) for each in form["tries"]]
        then = Expectation(moves=case.then.moves)
        return replace(moved, answers=played[:lead], then=then, tries=tuple(tries))
    then = make(
        Expectation,
        {"legal": case.then.legal, "refused_by": case.then.refused_by, "only": case.then.only, **form.get("then", {})},
    )
    return replace(moved, answers=(*played, *form["rest"]), then=then, rest=len(form["rest"]))


def heir_id(id_: str, ruleset: str, players: int) -> str:
    """Return the id of the heir that a case has in another ruleset, or for another number of players."""
    return f"{id_}@{ruleset}:{players}"


def inherited(case: Case, ruleset: str, players: int) -> Case:
    """Return a case as it is put in another ruleset, or for another number of players."""
    return replace(
        case,
        id=heir_id(case.id, ruleset, players),
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
