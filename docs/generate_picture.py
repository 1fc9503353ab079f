"""Draws the picture of the landing page and of README.md: how a game of Tribe for two ends that chance has played.

Run it after a change to the drawings: `python docs/generate_picture.py`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tilelaw.looks import look_of
from tilelaw_draw import View, draw_svg, score_outlines, seams_of
from tilelaw_play import laid_together, load
from tilelaw_reference import PartedLine

PICTURE = Path(__file__).with_name("assets") / "tribe.svg"
RULESET, PLAYERS, SEED = "origins/tribe", 2, 7
SHOWN = 1
"""The player whose territory is shown."""
LEAST = 6


def picture() -> str:
    """Return the picture as SVG."""
    ruleset = load(RULESET)
    chance = random.Random(SEED)
    state = ruleset.start(PLAYERS, seed=SEED)
    while not state.is_over:
        state = state.apply(chance.choice(state.moves()))
    laid: list[Any] = list(laid_together(ruleset.engine(PLAYERS), state.history))
    # Boards alone: the picture has no words, so it serves all languages.
    position = {key: state.to_json()[key] for key in ("ruleset", "players", "territories")}
    view = View(
        crop=True,
        head=False,
        legend=False,
        coordinates=False,
        seams=seams_of(laid),
        # The cropped picture shows the board that has outlines.
        outlines=score_outlines(_large(state.score_parts(SHOWN)), owner=SHOWN, rules=["score.region"]),
    )
    return draw_svg(position, ruleset.manifest(PLAYERS), look_of(ruleset, PLAYERS), width=900, view=view)


def _large(lines: Iterable[PartedLine]) -> list[Any]:
    """Return score lines with their larger parts alone: a label would hide what a small region has."""
    return [{**line, "parts": [one for one in line["parts"] if one["points"] >= LEAST]} for line in lines]


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
