"""Records hold positions to the last detail: what is written into one is read out of it again, as the same text."""

from __future__ import annotations

import random

import pytest

from checkout import ROOT
from play.walks import random_walk
from thorough import some
from tilelaw_engine import decode, decode_move, encode, encode_move, layout
from tilelaw_play import load
from tilelaw_reference import Engine

FOREIGN = [
    str(path) for folder in ("foreign", "strangers") for path in sorted((ROOT / "tests" / folder).glob("*.rules"))
]
BUNDLED = ["kingdomino/classic", "origins/discovery", "origins/totem", "origins/tribe", "ingenious/standard"]


def engine_of(name: str) -> Engine:
    ruleset = load(name)
    return ruleset.engine(ruleset.counts[-1])


@pytest.mark.parametrize("name", some([*BUNDLED, *FOREIGN], 2), ids=lambda name: name.split("/")[-1])
def test_a_record_holds_a_position(name: str) -> None:
    engine = engine_of(name)
    made = layout(engine.game)
    chance = random.Random(5)
    for seen, state in enumerate(random_walk(engine.start(seed=5), 5)):
        if seen == 60:
            break
        record = encode(made, state.to_json())
        assert len(record) == made["size"]
        assert decode(made, record) == state.to_json()
        assert list(decode(made, record)) == list(state.to_json())
        if not state.is_over:
            for move in state.some_moves(2, chance):
                written = encode_move(made, move.to_json(), move.player)
                assert decode_move(made, written, move.player) == move.to_json()


@pytest.mark.parametrize("name", BUNDLED)
def test_shuffles_that_are_due_are_held(name: str) -> None:
    engine = engine_of(name)
    made = layout(engine.game)
    state = engine.start()
    assert decode(made, encode(made, state.to_json())) == state.to_json()
