"""A disagreement as a case in YAML, ready to be kept: with a picture, the rule in dispute, and what it rests on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tilelaw_proof.fuzz.dispute import Dispute
from tilelaw_reference import Json

FUZZ_FILE = "fuzz.yaml"
"""The file of cases that is written; the ids in it begin with its name."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How positions are written and drawn."""

    board: Callable[[str, str, Any], str | None]
    """Returns a board in the notation, given the ruleset, the name of the board and its cells."""
    draw: Callable[[Any], str]


def case_id(found: Dispute) -> str:
    """Return the id that the case of a disagreement gets."""
    rule = found.rules[0].replace(".", "-") if found.rules else "unknown"
    short = found.case.ruleset.split("/")[1].replace("+", "-").replace("/", "-")
    return f"fuzz/{found.about}-{rule}-{short}-{found.case.players}"


def cases_text(disputes: Sequence[Dispute], seed: int, pen: Pen) -> str:
    """Return a file of cases, one for each disagreement."""
    lines = [f"# Written by tilelaw fuzz --seed {seed}.", "title: Disagreements found by fuzzing", "cases:"]
    for found in disputes:
        lines += [*_case(found, seed, pen), ""]
    return "\n".join(lines).rstrip() + "\n"


def _case(found: Dispute, seed: int, pen: Pen) -> Iterator[str]:
    case = found.case
    picture = pen.draw(case.position).splitlines()
    yield from (f"  # {line}".rstrip() for line in picture)
    yield f"  - id: {case_id(found)}"
    yield f"    title: {_title(found)}"
    yield f"    ruleset: {case.ruleset}"
    yield f"    players: {case.players}"
    yield f"    rules: {_flow(list(found.rules[:1]))}"
    yield "    basis: recorded"
    yield f"    why: The reference says so; met by fuzzing with the seed {seed}"
    yield f'    since: "{case.since}"'
    yield "    given:"
    for name, part in case.position.items():
        if name not in ("ruleset", "players"):
            yield from _part(name, part, case.ruleset, pen, "      ")
    if case.answers:  # what only ends a turn does not belong to the case
        yield f"    when: {_flow(list(case.answers[: len(case.answers) - case.rest]))}"
    yield "    then:"
    yield from _then(found, "      ")


def _title(found: Dispute) -> str:
    words = {"results": "Scores and places", "moves": "What is legal", "state": "What comes of a move"}
    words |= {"legal": "A move and its neighbour", "observe": "What a player may know"}
    return f"{words[found.about]} in a position met by fuzzing"


def _part(name: str, part: Json, ruleset: str, pen: Pen, pad: str) -> Iterator[str]:
    boards = part if isinstance(part, list) and part and all(isinstance(each, list) for each in part) else None
    texts = [pen.board(ruleset, name, cells) for cells in boards] if boards is not None else [None]
    if boards is None or not all(text is not None and text.strip() for text in texts):
        yield f"{pad}{name}: {_flow(part)}"
        return
    yield f"{pad}{name}:"
    for text in texts:
        yield f"{pad}  - |"
        yield from (f"{pad}    {line}" for line in (text or "").splitlines())


def _then(found: Dispute, pad: str) -> Iterator[str]:
    then = found.case.then
    if then.legal is False:
        yield f"{pad}illegal: {_flow(list(found.rules))}"
        return
    for part in then.parts:
        yield f"{pad}{part.value}: {_flow(_plain(getattr(then, part)))}"


def _plain(data: Json) -> Json:
    """Return data in which nothing is absent: what is not there is the word `nothing`."""
    if isinstance(data, dict):
        return {name: _plain(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return "nothing" if data is None else data


def _flow(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False)
