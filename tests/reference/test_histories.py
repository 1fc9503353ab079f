"""Histories: what an engine remembers of the last one never changes what it finds in the next."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from play.walks import at_random, walk
from tilelaw_play.library import load
from tilelaw_reference.engine import Engine
from tilelaw_reference.errors import IllegalMove, NotationError

GAME = load("kingdomino/classic").game(3)
HISTORY: dict[str, Any] = list(walk(Engine(GAME).start(seed=4), 4, at_random))[-1].history


def part(count: int) -> dict[str, Any]:
    return {"start": HISTORY["start"], "answers": copy.deepcopy(HISTORY["answers"][:count])}


@pytest.mark.parametrize("counts", [(9, 9), (9, 14), (14, 9), (0, 14), (14, 0)])
def test_one_after_the_other_is_each_by_itself(counts: tuple[int, int]) -> None:
    engine = Engine(GAME)
    for count in counts:
        found = engine.play(part(count))
        assert found == Engine(GAME).play(part(count))
        assert found.history == part(count)


def test_another_game_is_not_taken_for_the_same() -> None:
    engine = Engine(GAME)
    engine.play(part(9))
    other = part(9)
    other["answers"][0]["order"].reverse()
    assert engine.play({**other, "answers": other["answers"][:1]}) != engine.play(part(1))
    middle = engine.play(part(9)).to_json()
    assert engine.play({"start": middle, "answers": []}).to_json() == middle


def test_what_was_given_may_be_changed_afterwards() -> None:
    engine = Engine(GAME)
    given = part(9)
    first = engine.play(given)
    given["answers"].pop()
    assert engine.play(given) != first
    assert engine.play(part(9)) == first


def test_what_only_looks_the_same_is_still_refused() -> None:
    engine = Engine(GAME)
    place = next(i for i, answer in enumerate(HISTORY["answers"]) if 1 in answer.get("place", {}).get("a", []))
    engine.play(part(place + 1))
    wrong = part(place + 1)
    wrong["answers"][place]["place"]["a"] = [
        True if number == 1 else number for number in wrong["answers"][place]["place"]["a"]
    ]
    with pytest.raises(NotationError):
        engine.play(wrong)
    with pytest.raises(IllegalMove):
        engine.play({**part(9), "answers": [*part(9)["answers"], {"select": {"tile": 1}, "player": 0}, {}]})
    assert engine.play(part(place + 1)) == Engine(GAME).play(part(place + 1))
