"""The parts of a `then` and of checkpoints: from data that fit the schema to `Expectation`s.

What a schema cannot say is checked here: that a part has something to be about, and that its numbers exist. A part is
made by the type of its field; only parts of positions and components, where `nothing` is no text, are read here.
"""

from __future__ import annotations

from tilelaw_conformance.cases.expectation import NOTHING_WORD, Checkpoint, Expectation, Given, Part
from tilelaw_conformance.cases.page import CaseData, Page
from tilelaw_conformance.data.document import Path
from tilelaw_conformance.data.jsondata import replaced
from tilelaw_conformance.data.records import make

_PARTS = frozenset(Part)


def read_expectation(page: Page, case: CaseData, path: Path, given: Given) -> Expectation:
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


def read_checkpoints(page: Page, case: CaseData, path: Path, given: Given, answers: int) -> tuple[Checkpoint, ...]:
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


def _parts(page: Page, then: CaseData, path: Path, case: CaseData, legal: bool | None) -> Expectation:
    _check_numbers(page, then, path, case["players"])
    parts = {name: value for name, value in then.items() if name in _PARTS}
    if "state" in then:
        parts["state"] = page.expected_position(then["state"], (*path, "state"), case["ruleset"])
    if "observe" in then:
        parts["observe"] = [
            {**entry, "sees": page.expected_position(entry["sees"], (*path, "observe", i, "sees"), case["ruleset"])}
            for i, entry in enumerate(then["observe"])
        ]
    if "components" in then:
        parts["components"] = {kind: _components(wanted) for kind, wanted in then["components"].items()}
    parts |= {"legal": legal, "refused_by": then.get("illegal", ()), "only": "only" in then}
    return make(Expectation, parts)


def _components(wanted: CaseData) -> CaseData:
    members = [
        {key: value if key == "name" else replaced(value, NOTHING_WORD, None) for key, value in member.items()}
        for member in wanted.get("members", ())
    ]
    return {**wanted, "members": members} if members else wanted


def _check_numbers(page: Page, then: CaseData, path: Path, players: int) -> None:
    """Report players and sides that a game of this number of players does not have."""
    named = [((*path, "observe", i, "player"), entry["player"]) for i, entry in enumerate(then.get("observe", []))]
    named += [((*path, "score", i, "side"), entry["side"]) for i, entry in enumerate(then.get("score", []))]
    ranked = [((*path, "rank", i), side) for i, group in enumerate(then.get("rank", [])) for side in group]
    for where, number in named + ranked:
        if number >= players:
            page.wrong(where, f"there are {players} players, counted from 0: nobody is {number}")
    sides = [side for _, side in ranked]
    for side in sorted({side for side in sides if sides.count(side) > 1}):
        page.wrong((*path, "rank"), f"side {side + 1} ({side} in JSON) has two places")
