"""Sets of records in both engines."""

from __future__ import annotations

from checkout import ROOT
from engine.walking import Bare, Walk
from tilelaw_play import load


def test_sets_of_records_are_the_same_in_both() -> None:
    engine = load(str(ROOT / "tests" / "engine" / "halves.rules"), engine="evaluator").engine(2)
    walk = Walk(engine, Bare(engine.game))
    walk.game(1, near=1)
    assert walk.states > 10
