"""What an amended block loses, and that the hint which is given for it can be obeyed to the letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilelaw_dsl import Code, Diagnostic, Rulebook, lint, render
from tilelaw_dsl.runs import DOUBTS
from tilelaw_play import rulebook

HEAD = 'option t/house on origins/totem\n    title "House"\n    house\n'
AMENDMENTS = {
    "erupt": (
        "    amend rule lava.token\n        for erupt\n            at.fire := vent_at.craters\n",
        ["taken", "vent"],
    ),
    "discard": ("    amend rule place.discard\n        for discard\n            end\n", ["row"]),
    "put": ("    amend rule turn.steps\n        for place\n            put due.a on a\n", ["row"]),
    "no effect": (
        "    amend rule turn.order\n        at round.advance\n            remove all from next\n",
        ["row"],
    ),
}


def found(text: str) -> list[Diagnostic]:
    book: Rulebook = rulebook().copy()
    book.add_text("house.rules", text, Path("house.rules"))
    assert not book.report.items
    return lint(book, Path("house.rules"))


@pytest.mark.parametrize("name", AMENDMENTS)
def test_the_hint_can_be_obeyed(name: str) -> None:
    amendment, lost = AMENDMENTS[name]
    items = [item for item in found(HEAD + amendment) if item.code is Code.EFFECT_LOST]
    (item,) = items
    assert re.findall(r"`(\w+)`", item.message) == lost
    waiver = re.search(r"write `(without [^`]+)` in the block", item.hint)
    assert waiver is not None
    obeyed = found(f"{HEAD}{amendment}            {waiver.group(1)}\n")
    assert [render(item) for item in obeyed if item.code not in DOUBTS] == []
