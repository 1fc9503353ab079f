"""The outline of a rulebook: every rule of every game stands in exactly one place."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkout import ROOT
from tilelaw_play import load, names
from tilelaw_press import Shelf, Sources
from tilelaw_press.rulebook.chapters import Outline, outline
from tilelaw_press.rulebook.places import Chapter, Places

FOREIGN = [path for folder in ("foreign", "strangers") for path in sorted((ROOT / "tests" / folder).glob("*.rules"))]


@pytest.mark.parametrize("name", [*names(all=True), *map(str, FOREIGN)], ids=lambda name: Path(name).name)
def test_every_rule_stands_in_one_place(name: str) -> None:
    ruleset = load(name)
    for players in ruleset.counts:
        game = ruleset.game(players)
        assert sorted(outline(game).rules()) == sorted(rule.id for rule in game.rules)


def chapter(found: Outline, kind: Chapter) -> list[str]:
    return [rule for part in found.parts if part.chapter is kind for rule in Outline((part,)).rules()]


def test_chapters_of_a_mode(sources: Sources) -> None:
    found = outline(Shelf(sources).game("origins/totem", 3))
    assert [part.chapter for part in found.parts] == list(Chapter)
    setup = chapter(found, Chapter.SETUP)
    assert setup[0] == "setup.start"
    assert setup[-1] == "setup.second-row"
    assert {"totem.supply", "resource.lay", "setup.fire-bank"} <= set(setup)
    assert chapter(found, Chapter.END) == ["end.last-round", "end.incomplete"]
    scoring = chapter(found, Chapter.SCORING)
    assert scoring == ["score.region", "score.volcano", "score.totem", "score.resource"]
    assert chapter(found, Chapter.RANKING)[-1] == "rank.shared"


def test_what_is_scored_in_a_turn_stands_there(sources: Sources) -> None:
    places = Places(Shelf(sources).game("ingenious/standard", 2))
    assert (places["score.lines"].chapter, places["score.lines"].item) == (Chapter.COURSE, "score.half")
    assert places["score.cap"] == places["score.lines"]
    assert places["win.all"].chapter is Chapter.END
    assert places["turn.steps"].item == "turn"


def test_a_rule_stands_at_the_ask_it_is_named_after(sources: Sources) -> None:
    places = Places(Shelf(sources).game("origins/tribe", 3))
    assert places["select.free"].item == "select"
    assert places["turn.order"].item == "turn"
    assert places["lava.path"] == places["lava.range"]
    assert places["score.volcano"].chapter is Chapter.SCORING
