"""How an implementation that only replays comes to judge the cases of a corpus, and what is wrong with that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tilelaw_conformance import Case, Given

LEAST = 80
"""The percentage of all cases that must be judged by replay alone."""


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
        """The percentage of cases that an implementation that only replays can judge."""
        by_replay = sum(way in (Way.START, Way.WITNESS) for way in self.ways.values())
        return 100 * by_replay / len(self.ways) if self.ways else 100.0


def survey(
    cases: Sequence[Case],
    witnessed: Iterable[str],
    faults: Mapping[str, str],
    everything: bool = True,
    heirs: Collection[str] = (),
) -> Reached:
    """Return how cases are reached, given the ids of the cases that have witnesses.

    `faults` say what is wrong with a witness, or why none was found. If `cases` are all that there are
    (`everything`), a witness of any other case is a problem, unless it is one of the `heirs`, which may have one.
    """
    ids = set(witnessed)
    ways = {case.id: _way(case, ids) for case in cases}
    problems = list(_problems(cases, ways, faults))
    problems += [f"{id_}: {faults[id_]}" for id_ in sorted(ids.intersection(heirs, faults))]
    if everything:
        needless = {id_ for id_ in ids.difference(heirs) if ways.get(id_, Way.START) is Way.START}
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
            text = f"no game is known that leads to its position{reason}; say why it is `constructed` if none does"
            yield f"{case.id}: {text}"
        elif way is Way.WITNESS and case.constructed:
            yield f"{case.id}: it is said to be `constructed`, but there is a witness"


def reached_text(reached: Reached) -> str:
    """Return a table by file, and the percentage of cases that are judged by replay alone."""
    topics: dict[str, Counter[Way]] = {}
    for id_, way in reached.ways.items():
        topics.setdefault(id_.rpartition("/")[0], Counter())[way] += 1
    width = max(map(len, [*topics, "all"]), default=0) + 2
    lines = [f"{'cases':<{width}}" + "".join(f"{way:>{len(way) + 3}}" for way in Way)]
    for topic, counts in sorted(topics.items()):
        lines.append(f"{topic:<{width}}" + _columns(counts))
    lines.append(f"{'all':<{width}}" + _columns(Counter(reached.ways.values())))
    lines.append("")
    lines.append(f"{reached.share:.1f} % can be judged by replay alone")
    return "\n".join(lines)


def _columns(counts: Counter[Way]) -> str:
    return "".join(f"{counts[way] or '-':>{len(way) + 3}}" for way in Way)
