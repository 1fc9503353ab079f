"""Which asks are judged by themselves, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from tilelaw_conformance.author.asks import AskStanding
from tilelaw_conformance.author.coverage import Need
from tilelaw_conformance.cases.page import CaseProblem
from tilelaw_conformance.data.jsondata import JsonObject
from tilelaw_conformance.report.wording import counted

_WORDS = {
    Need.ACCEPTED: "a case that begins at this ask and in which this is legal: `legal: true`, or a neighbour",
    Need.REFUSED: "a case that begins at this ask and in which this is illegal",
}


def asks_text(standings: Sequence[AskStanding], problems: Sequence[CaseProblem]) -> str:
    """Return what is missing, what is wrong with the reasons, and a line that counts."""
    return "\n".join([*_missing(standings), *map(str, problems), _summary(standings)])


def _missing(standings: Sequence[AskStanding]) -> Iterator[str]:
    lacking = (each for each in standings if each.missing)
    for (game, ask, action), some in groupby(lacking, key=lambda each: (each.game, each.ask, each.action)):
        yield f"{game}  the ask {ask}, answered by {action}"
        for each in some:
            yield f"    {each.need:<9} {_WORDS[each.need]}"
            yield f"              in {', '.join(f'{name} for {players}' for name, players in each.missing)}"


def _summary(standings: Sequence[AskStanding]) -> str:
    needs = sum(len(each.met_by) for each in standings)
    missing = sum(len(each.missing) for each in standings)
    excused = sum(len(each.lacking) for each in standings) - missing
    asks = {(each.game, each.ask) for each in standings}
    counts = f"{needs - excused - missing} met, {excused} excused with a reason, {missing} missing"
    return f"{counted(len(asks), 'ask')} with {counted(needs, 'need')}: {counts}"


def asks_data(standings: Sequence[AskStanding]) -> list[JsonObject]:
    """Return how it stands with the asks as JSON data."""
    return [
        {
            "game": each.game,
            "ask": each.ask,
            "action": each.action,
            "need": each.need.value,
            "places": [
                {"ruleset": name, "players": players, **_found(each, players, id_)}
                for (name, players), id_ in each.met_by.items()
            ],
        }
        for each in standings
    ]


def _found(standing: AskStanding, players: int, id_: str) -> JsonObject:
    if id_:
        return {"case": id_}
    return {"reason": standing.reasons[players]} if players in standing.reasons else {}
