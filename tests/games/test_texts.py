"""Sentences for readers of the bundled games: complete where a language has begun, and shown."""

from __future__ import annotations

import pytest

from tilelaw.main import main
from tilelaw_dsl import ir
from tilelaw_play import load
from tilelaw_reference import manifest


def english(name: str, players: int) -> ir.Texts:
    return next(texts for texts in load(name).game(players).texts if texts.language == "en")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_discovery_is_told_in_english(players: int) -> None:
    game = load("origins/discovery").game(players)
    texts = english("origins/discovery", players)
    asks = {ask["name"] for ask in manifest(game)["asks"]}
    assert texts.aim
    assert texts.components
    assert {name for name, _ in texts.asks} == asks
    assert [id_ for id_, _ in texts.rules] == [rule.id for rule in game.rules]
    for _, text in (*texts.steps, *texts.asks, *texts.rules):
        assert text.endswith((".", "?"))
        assert not set("{}") & set(text)
        assert 1 <= text.count(". ") + 1 <= 3


def test_numbers_of_players_have_texts_of_their_own() -> None:
    found = {dict(english("origins/discovery", players).rules)["setup.first-pick"] for players in (2, 3, 4)}
    assert len(found) == 3


def test_texts_show_the_parameters_of_the_ruleset() -> None:
    assert "wider or higher than 7 squares" in dict(english("origins/discovery", 2).rules)["place.fits"]
    assert "at most 4 squares" in dict(english("house/far-lava", 4).rules)["lava.range"]


def test_a_rule_with_another_title_has_no_text_of_a_layer_beneath() -> None:
    assert "lava.path" not in dict(english("origins/ruling-gaps-stop-lava", 3).rules)
    assert "score.region" not in dict(english("house/coast", 3).rules)


def test_the_manifest_has_them_by_language() -> None:
    told = manifest(load("origins/discovery").game(4))["texts"]
    assert list(told) == ["en"]
    assert set(told["en"]) == {"aim", "components", "steps", "asks", "rules"}
    assert told["en"]["rules"]["lava.not-volcano"] == "Lava never lands on a volcano."
    assert manifest(load("ingenious/solo").game(1))["texts"] == {}


def test_show_prints_the_text_beneath_the_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "origins/discovery", "lava.nowhere"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == [
        "  lava.nowhere  A token that cannot land leaves the game",
        "    If there is no square on which the fire token may land it leaves the game.",
    ]
