"""All cases as one JSON document, for people who bring their own runner.

Nothing in it is short for anything: positions are complete, boards are lists of cells, and every expectation is plain
data. `schemas/export.json` describes it. What an engine makes of a position is handed in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tilelaw_conformance.cases.expectation import Case, Expectation, Given, Position
from tilelaw_conformance.data.jsondata import Json
from tilelaw_conformance.run.plan import Witness

FORMAT = 1
"""The version of the format: it grows when a reader of the old one would misread the new one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What an export is made from, besides the cases."""

    version: str
    """The version of the suite."""
    protocol: int
    corpus: str
    """The digest of the cases' files."""
    digest: Callable[[str, int], str]
    """Returns the digest of a ruleset for a number of players."""
    complete: Callable[[Case], Position]
    """Returns the position of a case, or the first one of a game, with all its parts."""
    witness: Witness


def export_cases(cases: Sequence[Case], source: Source) -> str:
    """Return the document as text, one case a line."""
    head: dict[str, Json] = {
        "format": FORMAT,
        "suite": source.version,
        "protocol": source.protocol,
        "corpus": source.corpus,
    }
    pairs = sorted({(case.ruleset, case.players) for case in cases})
    rulesets: list[Json] = [
        {"name": name, "players": players, "digest": source.digest(name, players)} for name, players in pairs
    ]
    lines = [f"{json.dumps(name)}: {_text(value)}," for name, value in head.items()]
    lines += _lines("rulesets", rulesets, ",")
    lines += _lines("cases", [case_data(case, source) for case in cases], "")
    return "{\n" + "\n".join(lines) + "\n}\n"


def _lines(name: str, entries: Sequence[Json], end: str) -> Iterator[str]:
    yield f"{json.dumps(name)}: ["
    yield ",\n".join(f"  {_text(entry)}" for entry in entries)
    yield "]" + end


def _text(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False)


def case_data(case: Case, source: Source) -> dict[str, Json]:
    """Return one case as JSON data."""
    data: dict[str, Json] = {
        "id": case.id,
        "title": case.title,
        "ruleset": case.ruleset,
        "players": case.players,
        "kinds": list(case.kinds),
        "rules": list(case.rules),
        "basis": case.basis.value,
        "editions": list(case.editions),
        "source": case.source,
        "why": case.why,
        "since": case.since,
        "constructed": case.constructed,
        "position": _position(case, source),
        "answers": list(case.answers),
        "checkpoints": [{"after": point.after, "then": spelled(point.then)} for point in case.checkpoints],
        "then": spelled(case.then),
    }
    optional = ("editions", "source", "constructed", "position", "checkpoints")
    return {name: value for name, value in data.items() if value or name not in optional}


def _position(case: Case, source: Source) -> dict[str, Json]:
    if case.given is Given.NOTHING:
        return {}
    position: dict[str, Json] = {"state": source.complete(case)}
    answers = source.witness(case) if case.given is Given.POSITION else ()
    if answers is not None:
        position["history"] = {"start": case.start, "answers": [json.loads(answer) for answer in answers]}
    return position


def spelled(then: Expectation) -> dict[str, Json]:
    """Return an expectation as JSON data; where positions and components are compared, null is absent or empty."""
    found: dict[str, Json] = {part.value: getattr(then, part) for part in then.parts}
    if then.legal is False:
        found["refused_by"] = list(then.refused_by)
        found["only"] = then.only
    return found
