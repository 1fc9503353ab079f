"""Hints that speak of the layers beneath: what was taken for something else there, and what to write for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_dsl import Code, Diagnostic, Rulebook, lint
from tilelaw_dsl.layers.inspect import check_library
from tilelaw_play import rulebook

HEAD = 'option t/house on origins/discovery\n    title "House"\n    house\n'
SMALL_FIRES = """    replace rule lava.token "Every eruption brings a single flame"
        for erupt
            at.fire := 1
            add 1 to taken(vent_at.craters) at most 9
            vent_at.vent := false
"""
CORNERWISE = """    rule place.cornerwise "Halves touch at a corner"
        for place
            require b in around(a) except beside(a)
"""
BOOK = """edition de "A booklet" of origins
    section totems "Totems"
    on origins/discovery
        states score.totem in totems
"""
RACE = """layer t/race
    title "Race"
    players 2
    needs kinds animal
    needs speed(a: animal): 1..6
    flow
        each lap as n in 1..3
            ask ride of first(players)
    rule ride.on "They ride"
        house
        action ride
            beast in animal
        for ride
            require speed(beast) > n
        rank sum(speed(it) over animal)
"""
FARM = """mode t/farm on t/race
    title "Farm"
    kinds animal: hen, goat
"""
DOUSE = "    insert after {}\n        step t.more\n"
MISTAKES = {
    "rule as anchor": (HEAD + DOUSE.format("lava.range"), Code.UNKNOWN_ANCHOR, "`eruption`, `erupt`, `lava.cooled`"),
    "rule without a place": (HEAD + DOUSE.format("components.dominoes"), Code.UNKNOWN_ANCHOR, "is a rule; items of"),
    "numbers of players": (HEAD + "    set players = 2..3\n", Code.UNKNOWN_DECLARATION, "write `players 2..3`"),
    "definition": (HEAD + "    set due = 2\n", Code.UNKNOWN_DECLARATION, "write `replace define due = …`"),
    "definition of a set": (
        HEAD + "    set worth = 2\n",
        Code.UNKNOWN_DECLARATION,
        "write `replace define worth(s: set of square) = …`",
    ),
    "action gone": (HEAD + SMALL_FIRES, Code.NO_LONGER_FITS, "write `amend rule lava.token`, which keeps"),
    "rule beside": (HEAD + CORNERWISE, Code.NEVER_LEGAL, "amend or remove rule `place.shape`"),
    "edition": (BOOK, Code.UNKNOWN_RULE, "speak of it under `on origins/totem`"),
    "rule by another name": (
        HEAD + '    amend rule bonus.harmony "Nobody loses more than two squares"\n        score 0\n',
        Code.UNKNOWN_RULE,
        "to add a rule write `rule bonus.harmony`",
    ),
    "rule like it": (
        HEAD
        + '    amend rule fire.flight "A fire token lands within {reach(1)} steps of its volcano"\n        score 0\n',
        Code.UNKNOWN_RULE,
        "perhaps `lava.token`",
    ),
    "member without a value": (
        HEAD.replace("discovery", "totem") + "    add to kinds resource: berry\n    set limit = 6\n",
        Code.NO_LONGER_FITS,
        "flint: 6, berry: …`",
    ),
    "need left open": (RACE + FARM, Code.UNFILLED_NEED, "`define speed(a: animal): 1..6 = …`"),
    "several names of another layer": (
        HEAD + '    rule t.pair "P"\n        score count resource[totems(it) = you]\n',
        Code.UNKNOWN_NAME,
        "write `on origins/totem`",
    ),
    "another game": (
        HEAD + '    rule t.far "F"\n        for erupt\n            require at not in castle(you)\n',
        Code.UNKNOWN_NAME,
        "`castle` is declared by `kingdomino/classic`, which is another game",
    ),
    "field of another game": (
        HEAD + '    rule t.rich "R"\n        score sum(crowns over land(you))\n',
        Code.UNKNOWN_NAME,
        "`crowns` is declared by `kingdomino/classic`, which is another game",
    ),
    "member of an unknown kind": (
        HEAD + '    rule t.hunt "H"\n        score count land(you)[resource = mammoth]\n',
        Code.UNKNOWN_NAME,
        "write `on origins/resources`",
    ),
    "rule of another mode": (
        HEAD.replace("discovery", "tribe") + '    remove rule score.resource because "it takes long"\n',
        Code.UNKNOWN_RULE,
        "`score.resource` is declared by `origins/totem`, which this layer does not stand on",
    ),
    "definition of a rule": (
        HEAD + "    replace define welcoming(p: player, t: terrain) = beside(realm(p))\n",
        Code.UNKNOWN_DECLARATION,
        "belongs to the rule `place.connects`: write `amend rule place.connects`",
    ),
    "rule of a step that is gone": (
        HEAD.replace("origins/discovery", "ingenious/standard")
        + '    remove step win.all because "nobody wins early"\n',
        Code.NO_LONGER_FITS,
        "`remove rule win.all because …`",
    ),
    "action of a rule that is gone": (
        HEAD.replace("origins/discovery", "kingdomino/classic")
        + '    remove rule place.must because "one may discard"\n'
        + '    rule t.coin "A coin"\n        for discard\n            end\n',
        Code.NO_LONGER_FITS,
        "the rule declared `discard`, which went with it: write `replace rule place.must`",
    ),
    "another name at this place": (
        HEAD.replace("origins/discovery", "ingenious/standard")
        + '    rule t.first "F"\n        at setup.rack\n            move all from rack(mover) to bag\n',
        Code.UNKNOWN_NAME,
        "known only inside it; here `drawer` is",
    ),
    "option for three": (
        HEAD.replace("\n", " for players 3\n", 1) + "    set limit = 6\n",
        Code.NO_OPTION,
        "a plain `layer … for players …`",
    ),
}


def found(text: str) -> list[Diagnostic]:
    book: Rulebook = rulebook().copy()
    book.add_text("house.rules", text, Path("house.rules"))
    check_library(book.library, book.report)
    return lint(book, Path("house.rules"))


@pytest.mark.parametrize("name", ["lava.flies", "rank.flames"])
def test_ids_are_not_alike_by_their_topic(name: str) -> None:
    text = HEAD + f'    remove rule {name} because "it may"\n'
    (item,) = found(text)
    assert "did you mean" not in item.hint


def test_members_taken_away_are_to_blame() -> None:
    text = HEAD.replace("origins/discovery", "ingenious/standard")
    text += "    replace kinds colour: red, green, blue, orange, yellow\n"
    text += '    amend rule rank.shared "Players equal in all five colours share the victory"\n'
    (item,) = found(text)
    assert (item.code, item.span.text) == (Code.NO_LONGER_FITS, "colour")


@pytest.mark.parametrize("name", MISTAKES)
def test_hint(name: str) -> None:
    text, code, words = MISTAKES[name]
    (item,) = [item for item in found(text) if item.span.source.name == "house.rules"]
    assert item.code is code
    assert words in item.hint
