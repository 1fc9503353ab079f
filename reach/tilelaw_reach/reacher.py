"""The witnesses of a corpus: whether each is one, the search for those that are missing, and what comes of all that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from tilelaw_conformance.cases.expectation import Case, Given
from tilelaw_reach.learn import glance, watch
from tilelaw_reach.play.game import Data, Game
from tilelaw_reach.search import Found, Proof, Search
from tilelaw_reach.target import make_target

LEAST = 80
"""At least so many of a hundred cases must be judged by replay alone."""


class Reacher:
    """Searches for games that lead to positions, and examines those that are said to."""

    def __init__(self, games: Callable[[str, int], Game], proof: Proof) -> None:
        self._games = cache(games)
        self._watched = cache(lambda ruleset, players: watch(self._games(ruleset, players)))
        self._glanced = cache(lambda ruleset, players: glance(self._games(ruleset, players)))
        self._proof = proof

    def search(self, case: Case, seconds: float) -> Found:
        """Look for a game that leads to the position of a case."""
        game = case.ruleset, case.players
        return Search(self._games(*game), self._watched(*game), case, self._proof, seconds).run()

    def fault(self, case: Case, answers: Sequence[Data]) -> str:
        """Return what is wrong with the witness of a case; an empty text if nothing is."""
        there = self._games(case.ruleset, case.players).replay(answers)
        if there is None:
            return "an answer of its witness is illegal"
        if not self.is_met(case, there.data):
            return "its witness leads to another position"
        if not self._proof(case, answers):
            return "what it expects does not hold where its witness leads"
        return ""

    def is_met(self, case: Case, there: Data) -> bool:
        """Say whether a position has what a case names."""
        game, customs = self._games(case.ruleset, case.players), self._glanced(case.ruleset, case.players)
        first = customs.laying.zone if customs.laying is not None else ""
        target = make_target(customs.parts, game, case.position, first)
        return target is not None and bool(target.agreement(there))


class Way(StrEnum):
    """How an implementation that only replays comes to judge a case."""

    START = "from the start"
    WITNESS = "by a witness"
    NEVER = "never"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Reached:
    """How the cases of a corpus are reached, and what is wrong with that."""

    ways: Mapping[str, Way]
    """By the ids of the cases."""
    problems: tuple[str, ...]

    @property
    def share(self) -> float:
        """How many of a hundred cases an implementation that only replays can judge."""
        by_replay = sum(way in (Way.START, Way.WITNESS) for way in self.ways.values())
        return 100 * by_replay / len(self.ways) if self.ways else 100.0


def survey(
    cases: Sequence[Case], witnessed: Iterable[str], faults: Mapping[str, str], everything: bool = True
) -> Reached:
    """Return how cases are reached, given the ids that have witnesses.

    `faults` say what is wrong with a witness, or why none was found. Witnesses of other cases are a problem if
    `everything` is there.
    """
    ids = set(witnessed)
    ways = {case.id: _way(case, ids) for case in cases}
    problems = list(_problems(cases, ways, faults))
    if everything:
        needless = {id_ for id_ in ids if ways.get(id_, Way.START) is Way.START}
        problems += [f"{id_}: there is a witness, but no case of that id that needs one" for id_ in sorted(needless)]
    return Reached(ways, tuple(problems))


def _way(case: Case, witnessed: set[str]) -> Way:
    if case.given is not Given.POSITION:
        return Way.START
    if case.id in witnessed:
        return Way.WITNESS
    return Way.NEVER if case.constructed else Way.OPEN


def _problems(cases: Sequence[Case], ways: Mapping[str, Way], faults: Mapping[str, str]) -> Iterator[str]:
    for case in cases:
        way = ways[case.id]
        if way is Way.WITNESS and case.id in faults:
            yield f"{case.id}: {faults[case.id]}"
        elif way is Way.OPEN:
            reason = f" ({faults[case.id]})" if case.id in faults else ""
            told = f"no game is known that leads to its position{reason}; say why it is `constructed` if none does"
            yield f"{case.id}: {told}"
        elif way is Way.WITNESS and case.constructed:
            yield f"{case.id}: it is said to be `constructed`, but there is a witness"


def reached_text(reached: Reached) -> str:
    """Return a table by file, and the share of what is judged by replay alone."""
    topics: dict[str, Counter[Way]] = {}
    for id_, way in reached.ways.items():
        topics.setdefault(id_.rpartition("/")[0], Counter())[way] += 1
    width = max(map(len, [*topics, "all"]), default=0) + 2
    lines = [f"{'cases':<{width}}" + "".join(f"{way:>{len(way) + 3}}" for way in Way)]
    for topic, counts in sorted(topics.items()):
        lines.append(f"{topic:<{width}}" + _row(counts))
    lines.append(f"{'all':<{width}}" + _row(Counter(reached.ways.values())))
    lines.append("")
    lines.append(f"{reached.share:.1f} % can be judged by replay alone")
    return "\n".join(lines)


def _row(counts: Counter[Way]) -> str:
    return "".join(f"{counts[way] or '-':>{len(way) + 3}}" for way in Way)
