"""Draws the picture of the landing page and of README.md: how a game of Tribe for two ends that chance has played.

Run it after a change to the drawings: `python docs/generate_picture.py`.
"""

from __future__ import annotations

import random
from pathlib import Path

from tilelaw.looks import look_of
from tilelaw_draw import draw_svg
from tilelaw_play import load
from tilelaw_reference import manifest

PICTURE = Path(__file__).with_name("assets") / "tribe.svg"
RULESET, PLAYERS, SEED = "origins/tribe", 2, 7


def picture() -> str:
    """Return the picture as SVG."""
    ruleset = load(RULESET)
    chance = random.Random(SEED)
    state = ruleset.start(PLAYERS, seed=SEED)
    while not state.is_over:
        state = state.apply(chance.choice(state.moves()))
    position = {key: value for key, value in state.to_json().items() if key not in ("box", "supply")}
    return draw_svg(position, manifest(ruleset.game(PLAYERS)), look_of(ruleset, PLAYERS), width=900)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
