"""The parts of a `then` and of checkpoints: from data that fit the schema to `Expectation`s.

What a schema cannot say is checked here: that a part has something to be about, and that its numbers exist.
"""

from __future__ import annotations

from typing import Any

from tilelaw_conformance.cases.expectation import Checkpoint, Expectation, Given
from tilelaw_conformance.cases.page import Page
from tilelaw_conformance.data.document import Path


def read_expectation(page: Page, case: dict[str, Any], path: Path, given: Given) -> Expectation:
    """Return what a case expects in the end; `path` leads to the case."""
    then = case["then"]
    path = (*path, "then")
    judged = [name for name in ("legal", "illegal") if name in then]
    if len(judged) == 2:
        page.wrong(path, "an answer is either `legal` or `illegal`")
    for name in [*judged, *(["state"] if "state" in then and given is Given.POSITION else [])]:
        if "when" not in case:
            page.wrong((*path, name), f"`{name}` is about the answers of a `when`, and there is none")
    if "illegal" in then:
        for name in then.keys() - {"illegal", "only"}:
            page.wrong((*path, name), "after an illegal answer there is nothing to look at")
        for rule in [rule for rule in then["illegal"] if rule not in case["rules"]]:
            page.wrong((*path, "illegal"), f"`{rule}` refuses the answer but is not among `rules`")
    elif "only" in then:
        page.wrong((*path, "only"), "`only` stands beside `illegal`")
    if given is Given.NOTHING and then.keys() != {"components"}:
        page.wrong(path, "without `given` only `components` can be looked at")
    elif given is not Given.NOTHING and "components" in then:
        page.wrong((*path, "components"), "`components` stands alone: without `given`, `when` and other parts")
    legal = {"legal": True, "illegal": False}[judged[0]] if judged else None
    return _parts(page, then, path, case, legal)


def read_checkpoints(
    page: Page, case: dict[str, Any], path: Path, given: Given, answers: int
) -> tuple[Checkpoint, ...]:
    """Return what a case expects on the way; `path` leads to the case."""
    found = []
    last = -1
    for i, point in enumerate(case.get("checkpoints", [])):
        here = (*path, "checkpoints", i)
        after = point["after"]
        if after <= last:
            page.wrong((*here, "after"), f"checkpoints stand in order: {after} does not come after {last}")
        if after > answers:
            page.wrong((*here, "after"), f"there are {answers} answers, not {after}")
        if after == 0 and given is Given.POSITION and "state" in point:
            page.wrong((*here, "state"), "before the first answer the position is the one that is given")
        last = max(last, after)
        found.append(Checkpoint(after, _parts(page, point, here, case, None)))
    return tuple(found)


def _parts(page: Page, then: dict[str, Any], path: Path, case: dict[str, Any], legal: bool | None) -> Expectation:
    _check_numbers(page, then, path, case["players"])
    state = then.get("state")
    observe = [
        {**entry, "sees": page.position(entry["sees"], (*path, "observe", i, "sees"), case["ruleset"])}
        for i, entry in enumerate(then.get("observe", []))
    ]
    return Expectation(
        legal=legal,
        refused_by=tuple(then.get("illegal", ())),
        only="only" in then,
        moves=tuple(then["moves"]) if "moves" in then else None,
        state=page.position(state, (*path, "state"), case["ruleset"]) if state is not None else None,
        score=tuple(then["score"]) if "score" in then else None,
        rank=tuple(tuple(group) for group in then["rank"]) if "rank" in then else None,
        observe=tuple(observe) or None,
        perft=then.get("perft"),
        over=then.get("over"),
        components=then.get("components"),
    )


def _check_numbers(page: Page, then: dict[str, Any], path: Path, players: int) -> None:
    """Complain about players and sides that no game of so many players has."""
    named = [((*path, "observe", i, "player"), entry["player"]) for i, entry in enumerate(then.get("observe", []))]
    named += [((*path, "score", i, "side"), entry["side"]) for i, entry in enumerate(then.get("score", []))]
    ranked = [((*path, "rank", i), side) for i, group in enumerate(then.get("rank", [])) for side in group]
    for where, number in named + ranked:
        if number >= players:
            page.wrong(where, f"there are {players} players, counted from 0: nobody is {number}")
    sides = [side for _, side in ranked]
    for side in sorted({side for side in sides if sides.count(side) > 1}):
        page.wrong((*path, "rank"), f"side {side} has two places")
