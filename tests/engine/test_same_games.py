"""The compiled engine never differs from the evaluator: a sample. `make prove` is the long version."""

from __future__ import annotations

import pytest

from checkout import ROOT
from engine.walking import Bare, Walk
from tilelaw_play import load

SMALL = [str(path) for folder in ("foreign", "strangers") for path in sorted((ROOT / "tests" / folder).glob("*.rules"))]
BUNDLED = ["kingdomino/classic", "origins/discovery", "origins/totem", "origins/tribe", "ingenious/standard"]


@pytest.mark.parametrize("name", [*SMALL, *BUNDLED], ids=lambda name: name.split("/")[-1])
def test_both_engines_play_the_same_game(name: str) -> None:
    ruleset = load(name)
    engine = ruleset.engine(ruleset.counts[-1])
    walk = Walk(engine, Bare(engine.game))
    walk.game(1, most=30, near=2)
    assert walk.states > 5
