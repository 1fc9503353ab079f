"""Where else a case holds: other rulesets of its game, and other numbers of players.

A case carries over when none of its rules is changed there (its wording, the layers that changed it and what it does,
as the manifests tell it) and the reference gives the same answers. Either alone is too little: a rule that was changed
may happen to give the same answer, and would be blamed for what another one does. And its position must be possible
there: one that breaks an invariant which it keeps in its own ruleset is of no game of the other, such as fire on the
hut where lava never lands on it, and nobody can be asked to have a place for it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from tilelaw_conformance import (
    Annex,
    Answer,
    Basis,
    Case,
    Given,
    Places,
    TurnForm,
    beginning_of,
    by_turns,
    in_turns,
    inherited,
)
from tilelaw_play import EngineName, Ruleset, RulesetError, load, names
from tilelaw_play.serve import Find
from tilelaw_proof.annex.begin import Beginning
from tilelaw_proof.annex.turn import can_be_whole, own_turns
from tilelaw_proof.judge import Judge
from tilelaw_reference import Engine, PositionError, manifest

_FACE = ("title", "layer", "changed_by", "does")
"""What of a rule in a manifest must be the same for the rule to be."""


class Rulesets:
    """The rulesets in which cases may hold, by name and number of players."""

    def __init__(self, find: Find = load) -> None:
        self._find = find
        self.faces = cache(self._faces)
        self.engine = cache(self._engine)
        """Returns the evaluator of a ruleset for a number of players."""
        self.called = cache(lambda name: find(name, engine=EngineName.EVALUATOR).name)
        """Returns the canonical name of a ruleset."""

    def _engine(self, name: str, players: int) -> Engine:
        return self._find(name, engine=EngineName.EVALUATOR).engine(players)

    def beginning(self, annex: Annex) -> Beginning | None:
        """Return where the turn of a case begins, if it begins elsewhere than the case, as its annex tells it."""
        form = annex.get("turn", annex.get("bare_turn", {}))
        if "position" not in form:
            return None
        position: Mapping[str, Any] = form["position"]
        state = self.engine(position["ruleset"], position["players"]).state(dict(position))
        return Beginning(state, tuple(form["before"]))

    def bundled(self, named: Collection[str]) -> list[tuple[str, int]]:
        """Return every mode, with each of its options, and every ruleset that is named, for all numbers of players."""
        found = {ruleset.name: ruleset for ruleset in self._bundled()}
        found |= {each.name: each for each in map(load, named)}
        return sorted((name, players) for name, ruleset in found.items() for players in ruleset.counts)

    def _bundled(self) -> Iterator[Ruleset]:
        for name in names():
            mode = load(name)
            yield mode
            for option in mode.options:
                yield from self._with(name, option, mode.options)

    def _with(self, name: str, option: str, options: Sequence[str]) -> Iterator[Ruleset]:
        """Yield a mode with an option; what stands on another option needs that as well."""
        for below in ("", *(f"+{each}" for each in options)):
            try:
                yield load(f"{name}{below}+{option}")
            except RulesetError:
                continue
            return

    def _faces(self, name: str, players: int) -> Mapping[str, tuple[str, ...]]:
        data = manifest(self._find(name, engine=EngineName.EVALUATOR).game(players))
        return {rule["id"]: tuple(repr(rule[part]) for part in _FACE) for rule in data["rules"]}

    def is_possible(self, case: Case, name: str, players: int) -> bool:
        """Say whether the position of a case keeps the invariants of another ruleset, but those it breaks anyway."""
        if case.given is not Given.POSITION:
            return True
        return self._broken(case, name, players) <= self._broken(case, case.ruleset, case.players)

    def _broken(self, case: Case, name: str, players: int) -> set[str]:
        """Return the rules whose invariants a position breaks; none if it cannot even be read there."""
        try:
            state = self.engine(name, players).state({**case.position, "ruleset": name, "players": players})
        except PositionError:
            return set()
        return set(state.broken_invariants())

    def is_unchanged(self, case: Case, name: str, players: int) -> bool:
        """Say whether the rules of a case are the same in another ruleset."""
        mine, other = self.faces(case.ruleset, case.players), self.faces(name, players)
        return all(rule in mine and mine[rule] == other.get(rule) for rule in case.rules)


class Heir(NamedTuple):
    """A case that holds in another ruleset, or for another number of players."""

    case: Case
    is_replayed: bool
    """Whether the witness leads to the position there too."""
    is_bare: bool
    """Whether it holds only as it is written, without what fills its zones."""
    is_whole: bool
    """Whether it holds as the whole turns of the case it is from, too."""
    is_whole_replayed: bool = False
    """Whether the witness leads to where these turns begin, and they hold there."""
    form: TurnForm | None = None
    """Other whole turns as which it holds, if it does not."""

    @property
    def id(self) -> str:
        """The id of the case that it is from."""
        return self.case.inherited_from


def carried(
    cases: Sequence[Case],
    place: tuple[str, int],
    judge: Judge,
    rulesets: Rulesets,
    answers: Callable[[Case], Sequence[Answer] | None],
    annex: Callable[[Case], Annex],
    *,
    by_turns: bool = True,
    by_replay: bool = True,
) -> Iterator[Heir]:
    """Yield the cases that hold in one ruleset for a number of players.

    Whether they hold as whole turns, and by replay, is looked at only where it is wanted: to play games takes longer
    than everything else.
    """
    name, players = place
    game = name.split("/")[0]
    candidates = [
        inherited(case, name, players)
        for case in cases
        if case.game == game
        and (rulesets.called(case.ruleset), case.players) != place
        and case.basis is not Basis.RECORDED
        and rulesets.is_unchanged(case, name, players)
        and rulesets.is_possible(case, name, players)
    ]
    filled = _holding(candidates, judge)
    left = [replace(case, filling={}) for case in candidates if case.id not in filled and case.filling]
    bare = _holding(left, judge)
    heirs = [*filled.values(), *bare.values()]
    turned, played = heirs if by_turns else [], heirs if by_replay else []
    whole = _whole(turned, judge, annex)
    others = {heir.id: _other_turns(heir, judge, rulesets, annex(heir)) for heir in turned if heir.id not in whole}
    replayed = {heir.id for heir, is_so in zip(played, judge.replays(played, answers), strict=True) if is_so}
    both = _whole_by_replay([heir for heir in heirs if heir.id in whole & replayed], judge, answers, annex)
    for heir in heirs:
        kinds = (heir.id in replayed, heir.id in bare, heir.id in whole, heir.id in both)
        yield Heir(heir, *kinds, others.get(heir.id))


def _whole(heirs: Sequence[Case], judge: Judge, annex: Callable[[Case], Annex]) -> set[str]:
    """Return the ids of the heirs that hold as the whole turns of the cases they are from."""
    cases = [in_turns(heir, annex(heir)) for heir in heirs if annex(heir).keys() & {"turn", "bare_turn"}]
    return {case.id for case, holds in zip(cases, judge.holds_by_turns(cases), strict=True) if holds}


def _whole_by_replay(
    heirs: Sequence[Case],
    judge: Judge,
    answers: Callable[[Case], Sequence[Answer] | None],
    annex: Callable[[Case], Annex],
) -> set[str]:
    """Return the ids of the heirs that hold as whole turns where the game is sent that leads to the first of them.

    For an heir with a game of its own it is not known how much of that is before the turn, but where the case begins
    with the turn; what the annex says of the other game is tried all the same.
    """
    begun = [heir for heir in heirs if heir.given is Given.POSITION]
    games = {heir.id: beginning_of(annex(heir), answers(heir) or (), is_filled=bool(heir.filling)) for heir in begun}
    cases = [in_turns(heir, annex(heir)) for heir in begun]
    return {case.id for case, holds in zip(cases, judge.all_replay_by_turns(cases, games), strict=True) if holds}


def _other_turns(heir: Case, judge: Judge, rulesets: Rulesets, annex: Annex) -> TurnForm | None:
    """Return other whole turns as which an heir holds: those of another heir, or, in a plain mode, its own."""
    known = [other["form"] for other in annex.get("other_turns", ()) if _has(other["holds"], heir.players)]
    for form in known:
        if judge.holds_by_turns([by_turns(heir, form)]) == [True]:
            return form
    if "+" in heir.ruleset or not can_be_whole(heir):
        return None
    engine = rulesets.engine(heir.ruleset, heir.players)
    for form in own_turns(heir, engine, rulesets.beginning(annex)):
        if judge.holds_by_turns([by_turns(heir, form)]) == [True]:
            return form
    return None


def _has(places: Places, players: int) -> bool:
    return any(players in numbers for numbers in places.values())


def _holding(cases: Sequence[Case], judge: Judge) -> dict[str, Case]:
    return {case.id: case for case, holds in zip(cases, judge.holds(cases), strict=True) if holds}
