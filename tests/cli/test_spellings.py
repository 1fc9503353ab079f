"""Two spellings of one move are one move, in lists too."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tilelaw.background import corpus, respelled
from tilelaw_conformance import InProcess, Options, Verdict, bundled_corpus, run_cases
from tilelaw_play.serve import Server

LISTS_EQUAL = "kingdomino/place/lists-equal-halves-once-in-the-last-gap"


def verdict(id_: str, *, is_known: bool = True, both: bool = False) -> Verdict:
    """Return the verdict on one who lists every placement mirrored, or both ways."""
    server = Server()

    def answer(line: str) -> dict[str, Any] | None:
        said = server.answer(line)
        if said and "moves" in said.get("result", {}):
            moves = said["result"]["moves"]
            turned = [{"place": {"a": m["place"]["b"], "b": m["place"]["a"]}} if "place" in m else m for m in moves]
            said = json.loads(json.dumps({**said, "result": {"moves": [*moves, *turned] if both else turned}}))
        return said

    (case,) = [case for case in corpus(bundled_corpus()).cases if case.id == id_]
    if not is_known:
        case = replace(case, spellings=())
    options = Options(respelled=respelled) if is_known else Options()
    (judged,) = run_cases([case], InProcess("turned", answer), options=options).judged
    return judged.verdict


@pytest.mark.parametrize("both", [False, True])
def test_equal_halves_may_be_listed_either_way(both: bool) -> None:
    assert verdict(LISTS_EQUAL, both=both) is Verdict.PASSED
    assert verdict(LISTS_EQUAL, is_known=False, both=both) is Verdict.FAILED, "it is the rules that make them one"


def test_halves_that_differ_may_not() -> None:
    assert verdict("kingdomino/place/lists-the-only-direction-in-the-last-gap") is Verdict.FAILED
