"""Cases as JSON text and back, so that files need not be read again that have not changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tilelaw_conformance.cases.expectation import Basis, Case, Checkpoint, Expectation, Given

_PLAIN = ("id", "title", "ruleset", "players", "source", "why", "since", "constructed", "position", "file", "line")
_LISTS = ("rules", "editions", "answers")
_THEN = ("legal", "refused_by", "only", "moves", "state", "score", "rank", "observe", "perft", "over", "components")


def dump_cases(cases: Sequence[Case]) -> str:
    """Return cases as text."""
    return json.dumps([_case_data(case) for case in cases], separators=(",", ":"))


def parse_cases(text: str) -> tuple[Case, ...]:
    """Return the cases in a text that `dump_cases` has made; raises `ValueError` when it is damaged."""
    try:
        return tuple(_case(data) for data in json.loads(text))
    except (LookupError, TypeError) as error:
        raise ValueError("these are no cases") from error


def _case_data(case: Case) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(case, name) for name in (*_PLAIN, *_LISTS)}
    data |= {"basis": case.basis.value, "given": case.given.value, "then": _then_data(case.then)}
    data["checkpoints"] = [[point.after, _then_data(point.then)] for point in case.checkpoints]
    return data


def _then_data(then: Expectation) -> dict[str, Any]:
    blank = Expectation()
    found = {name: getattr(then, name) for name in _THEN}
    return {name: value for name, value in found.items() if value != getattr(blank, name)}


def _case(data: dict[str, Any]) -> Case:
    fields: dict[str, Any] = {name: data[name] for name in _PLAIN}
    fields |= {name: tuple(data[name]) for name in _LISTS}
    return Case(
        **fields,
        basis=Basis(data["basis"]),
        given=Given(data["given"]),
        then=_then(data["then"]),
        checkpoints=tuple(Checkpoint(after, _then(then)) for after, then in data["checkpoints"]),
    )


def _then(data: dict[str, Any]) -> Expectation:
    for name in ("refused_by", "moves", "score", "observe"):
        if name in data:
            data[name] = tuple(data[name])
    if "rank" in data:
        data["rank"] = tuple(tuple(group) for group in data["rank"])
    return Expectation(**data)
