"""The hunt: games of every claimed ruleset in turn, until time is over; one disagreement is kept for each cause.

How far it gets depends on the clock, unless a number of games is named. What it asks on the way depends on the seed
only, for each ruleset and number of players by itself: so a disagreement is met again when only its ruleset is played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tilelaw_conformance import Answer, Case, Hello
from tilelaw_play import EngineName, RulesetError
from tilelaw_play.serve import Find
from tilelaw_proof.fuzz.dispute import Dispute, dispute, standing
from tilelaw_proof.fuzz.link import CannotFuzz, Link
from tilelaw_proof.fuzz.play import CANNOT, Player
from tilelaw_proof.fuzz.questions import Inquirer
from tilelaw_proof.fuzz.shrink import Shrinker
from tilelaw_proof.fuzz.turns import TurnInquirer
from tilelaw_reference import Engine, State

_BATCH = 600
"""How many questions are put at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What to hunt for."""

    rulesets: Sequence[str] = ()
    """Only these; none for all that are claimed."""
    seconds: float = 60.0
    games: int = 0
    """So many games, however long they take; 0 to play until time is over."""
    seed: int = 1
    without_rulings: bool = False
    """Whether to leave out what rests on a ruling of ours."""
    most: int = 20
    """So many causes are enough."""


@dataclass(slots=True)
class Found:
    """What a hunt has found."""

    disputes: list[Dispute] = field(default_factory=list)
    left_out: int = 0
    """Causes that rest on rulings of ours and were left out."""
    games: int = 0
    asked: int = 0
    places: int = 0
    """How many rulesets for how many players were played."""


class Hunter:
    """Hunts for disagreements with one implementation."""

    def __init__(self, link: Link, find: Find, settings: Settings, on_game: Callable[[str], None]) -> None:
        self._link = link
        self._find = find
        self._settings = settings
        self._on_game = on_game
        self._best: dict[tuple[str, str], Dispute] = {}
        self._tables: dict[tuple[str, int], _Table] = {}

    def hunt(self) -> Found:
        """Hunt until time is over, and return one disagreement for each cause, made small. Raises `CannotFuzz`."""
        hello = self._link.hello()
        places = list(dict.fromkeys(self._places(hello)))  # a ruleset may be claimed more than once
        if not places:
            raise CannotFuzz("it claims no ruleset that is known here")
        found = Found(places=len(places))
        deadline = time.monotonic() + self._settings.seconds  # to start the program takes none of it
        while self._goes_on(found.games, deadline) and len(self._best) < self._settings.most:
            place = places[found.games % len(places)]
            self._on_game(f"{place[0]} for {place[1]}, {len(self._best)} found")
            self._game(self._table(place, hello))
            found.games += 1
        for each in self._best.values():
            if self._settings.without_rulings and self._is_ruling(each):
                found.left_out += 1
            else:
                found.disputes.append(self._with_rulings(self._small(each, hello)))
        found.asked = self._link.asked
        return found

    def _goes_on(self, games: int, deadline: float) -> bool:
        return games < self._settings.games if self._settings.games else time.monotonic() < deadline

    def _places(self, hello: Hello) -> Iterator[tuple[str, int]]:
        """Yield the claimed rulesets with numbers of players that are known; modes come before additions."""
        named = [(claim, claim.name) for claim in hello.rulesets]
        named += [(claim, f"{claim.name}+{layer}") for claim in hello.rulesets for layer in sorted(claim.layers)]
        for claim, name in named:
            try:
                found = self._find(name, engine=EngineName.COMPILED)
            except RulesetError:
                continue
            if not self._settings.rulesets or found.name in self._settings.rulesets:
                yield from ((found.name, players) for players in sorted(claim.players) if players in found.counts)

    def _table(self, place: tuple[str, int], hello: Hello) -> _Table:
        if place not in self._tables:
            name, players = place
            chance = Random(f"{self._settings.seed} {name} {players}")
            engine = self._find(name, engine=EngineName.COMPILED).engine(players)
            evaluator = self._find(name, engine=EngineName.EVALUATOR).engine(players)
            asks = TurnInquirer if hello.steps == "turn" else Inquirer
            self._tables[place] = _Table(Player(engine, chance), asks(engine, name, chance), evaluator)
        return self._tables[place]

    def _game(self, table: _Table) -> None:
        """Ask about all positions of one game."""
        batch: list[tuple[Case, State]] = []
        for state in table.player.game():
            batch += [(case, state) for case in table.inquirer.questions(state) if case.then.parts]
            if len(batch) >= _BATCH:
                self._put(batch, table)
                batch = []
        self._put(batch, table)

    def _put(self, batch: list[tuple[Case, State]], table: _Table) -> None:
        if not batch:
            return
        cases = [replace(case, id=f"fuzz/{number}") for number, (case, _) in enumerate(batch)]
        games: dict[str, Sequence[Answer]] = {
            case.id: state.history["answers"] for case, (_, state) in zip(cases, batch, strict=True)
        }
        for judged in self._link.disagreements(cases, games):
            each = dispute(judged.case, judged, table.evaluator, tuple(games[judged.case.id]))
            known = self._best.get(each.key)
            if known is None or each.size < known.size:
                self._best[each.key] = each

    def _is_ruling(self, found: Dispute) -> bool:
        table = self._tables[found.case.ruleset, found.case.players]
        rests = standing(table.evaluator.game, found.rules[0]) if found.rules else None
        return rests is not None and rests.is_ruling

    def _with_rulings(self, found: Dispute) -> Dispute:
        """Return a disagreement with the option of ours that decides as the implementation does, if there is one."""
        table = self._tables[found.case.ruleset, found.case.players]
        for option in self._find(found.case.ruleset, engine=EngineName.COMPILED).options:
            try:
                other = self._find(f"{found.case.ruleset}+{option}", engine=EngineName.EVALUATOR)
                then = table.inquirer.expected(found.case, other.engine(found.case.players))
            except (RulesetError, *CANNOT):
                continue
            asked = replace(found.case, then=then)
            if then.parts and then != found.case.then and self._link.agrees(asked, found.history):
                return replace(found, agrees_with=f"+{option}")
        return found

    def _small(self, found: Dispute, hello: Hello) -> Dispute:
        table = self._tables[found.case.ruleset, found.case.players]
        if "state" not in hello.positions:
            return found
        return Shrinker(self._link, table.inquirer, table.evaluator).smaller(replace(found, history=()))


@dataclass(frozen=True, slots=True)
class _Table:
    """Who plays and asks about one ruleset, for a number of players."""

    player: Player
    inquirer: Inquirer
    evaluator: Engine
