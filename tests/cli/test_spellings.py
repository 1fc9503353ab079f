"""Two spellings of one move are one move, in lists too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tilelaw.background import corpus, is_same, manifest_of, respelled
from tilelaw.rulesets import all_names, find, forget, know
from tilelaw_conformance import Case, InProcess, Options, Verdict, bundled_corpus, run_cases
from tilelaw_play.serve import Server

LISTS_EQUAL = "kingdomino/place/lists-equal-halves-once-in-the-last-gap"


ASKS_ORDER = "ingenious/alone/asks-for-the-order-of-a-double"
ALWAYS_ASKED = """option house/always on ingenious/two-boards
    title "The half that is scored first is chosen for every tile"
    house

    replace step score.order
        ask score.order for begin of mover "Which half of the tile is scored first?"
"""


def named(id_: str) -> Any:
    (found,) = [case for case in corpus(bundled_corpus()).cases if case.id == id_]
    return found


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

    case = named(id_)
    if not is_known:
        case = replace(case, spellings=())
    options = Options(respelled=respelled) if is_known else Options()
    (judged,) = run_cases([case], InProcess("turned", answer), options=options).judged
    return judged.verdict


@pytest.mark.parametrize("both", [False, True])
def test_equal_halves_may_be_listed_either_way(both: bool) -> None:
    assert verdict(LISTS_EQUAL, both=both) is Verdict.PASSED
    assert verdict(LISTS_EQUAL, is_known=False, both=both) is Verdict.FAILED, "it is the rules that make them one"


@pytest.fixture
def always_asked(tmp_path: Path) -> Iterator[None]:
    rules = tmp_path / "always.rules"
    rules.write_text(ALWAYS_ASKED, encoding="utf-8")
    know([rules])
    yield
    forget()


def turned_asks(case: Case, options: Options) -> Verdict:
    """Return the verdict on one who tells in every ask the two cells of a tile the other way round."""
    server = Server(find=find, known=all_names)

    def answer(line: str) -> dict[str, Any] | None:
        said = json.loads(json.dumps(server.answer(line)))
        for ask in ((said or {}).get("result") or {}).get("state", {}).get("asks", ()):
            if {"a", "b"} <= ask.keys():
                ask["a"], ask["b"] = ask["b"], ask["a"]
        return said  # type: ignore[no-any-return]

    (judged,) = run_cases([case], InProcess("turned", answer), options=options).judged
    return judged.verdict


def test_an_ask_may_tell_equal_halves_either_way() -> None:
    case = named(ASKS_ORDER)
    bare = replace(case, spellings=())
    known = Options(manifest=manifest_of)
    assert turned_asks(case, known) is Verdict.PASSED, "the annex knows it"
    assert turned_asks(bare, Options(manifest=manifest_of, is_same=is_same)) is Verdict.PASSED, "and so do the rules"
    assert turned_asks(bare, known) is Verdict.FAILED, "but nobody else"


@pytest.mark.parametrize("tile", ["red_red", "red_green"])
@pytest.mark.usefixtures("always_asked")
def test_an_ask_tells_halves_that_differ_as_they_lie(tile: str) -> None:
    case = named(ASKS_ORDER)
    ruleset = f"{case.ruleset}+house/always"
    position = {**case.position, "ruleset": ruleset, "racks": [[tile]]}
    (move,) = case.answers
    answer = {"place": {**move["place"], "tile": tile}}
    asks = [{**case.then.state["asks"][0], "tile": tile, **{name: answer["place"][name] for name in "ab"}}]
    then = replace(case.then, moves=None, state={"asks": asks})
    own = replace(case, ruleset=ruleset, position=position, answers=(answer,), then=then, spellings=())
    options = Options(manifest=manifest_of, is_same=is_same)
    assert turned_asks(own, options) is (Verdict.PASSED if tile == "red_red" else Verdict.FAILED)


def test_halves_that_differ_may_not() -> None:
    assert verdict("kingdomino/place/lists-the-only-direction-in-the-last-gap") is Verdict.FAILED
