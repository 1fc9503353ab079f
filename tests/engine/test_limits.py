"""Games as large as the language allows, and sets of records, in both engines."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from checkout import ROOT
from engine.walking import Bare, Walk
from tilelaw_play import load

HERE = ROOT / "tests" / "engine"


def test_a_thousand_members_a_million_twelve_players_and_boards_of_2500_cells(tmp_path: Path) -> None:
    shutil.copy(HERE / "limits.rules", tmp_path)
    chance = random.Random(1)
    rows = ["piece,value", *(f"p{number},{chance.randrange(1_000_001)}" for number in range(1000))]
    (tmp_path / "limits.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    engine = load(str(tmp_path / "limits.rules"), engine="evaluator").engine(12)
    walk = Walk(engine, Bare(engine.game))
    walk.game(1, most=4)
    assert walk.states == 4


def test_sets_of_records() -> None:
    engine = load(str(HERE / "halves.rules"), engine="evaluator").engine(2)
    walk = Walk(engine, Bare(engine.game))
    walk.game(1, near=1)
    assert walk.states > 10
