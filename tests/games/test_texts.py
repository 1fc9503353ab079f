"""Sentences and labels for readers of the bundled games: complete in every language, and shown."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilelaw_spec
from thorough import some
from tilelaw.main import main
from tilelaw_dsl import ir
from tilelaw_play import load, names
from tilelaw_reference import manifest

FILES = sorted(tilelaw_spec.root().glob("*/texts/*.rules"))
LANGUAGES = sorted({path.stem for path in FILES})
OTHERS = [language for language in LANGUAGES if language != "en"]


@cache
def told(name: str, players: int, language: str) -> ir.Texts:
    return next(texts for texts in load(name).texts(players) if texts.language == language)


@cache
def described(name: str, players: int) -> dict[str, Any]:
    return load(name).manifest(players)


def rulesets() -> list[tuple[str, int]]:
    return some(((name, players) for name in names(all=True) for players in load(name).counts), 4)


def steps(game: ir.Game) -> set[str]:
    """Return the steps of a flow, found in its printed form, so that no other code is believed."""
    return set(re.findall(r'"is":"Step","name":"([^"]*)"', ir.to_json(game)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "players"), rulesets())
def test_every_ruleset_is_told_for_every_number_of_players(name: str, players: int, language: str) -> None:
    game = load(name).game(players)
    texts = told(name, players, language)
    assert {one for one, _ in texts.asks} == {ask["name"] for ask in described(name, players)["asks"]}
    assert {one for one, _ in texts.steps} == steps(game)
    assert [id_ for id_, _ in texts.rules] == [rule.id for rule in game.rules]
    for text in (texts.aim, texts.components, *(text for _, text in (*texts.steps, *texts.asks, *texts.rules))):
        assert text.endswith((".", "?")), text
        assert text[0].isupper() or text[0].isdigit(), text
        assert not set('{}"') & set(text)
        assert "  " not in text
        assert 1 <= text.count(". ") + 1 <= 5


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("name", "players"), rulesets())
def test_everything_has_its_title_and_its_name_in_other_languages(name: str, players: int, language: str) -> None:
    texts = told(name, players, language)
    titles = dict(texts.titles)
    for rule in load(name).game(players).rules:
        assert titles[rule.id], rule.id
        assert not titles[rule.id].endswith(".")
        assert not set("{}") & set(titles[rule.id])
    labels = described(name, players)["texts"][language]["labels"]
    about = described(name, players)
    assert set(labels["action"]) >= {action["name"] for action in about["actions"]}
    assert labels["title"][""]
    for kind in about["components"]:
        assert labels["kinds"][kind["kind"]]
    for member in ("terrain", "resource", "caveman", "colour"):
        for kind in about["components"]:
            if kind["kind"] == member:
                assert all(labels["member"][f"{member}.{one['name']}"] for one in kind["members"])
    assert set(labels["score"]) >= {score.rule for score in load(name).game(players).scores}


@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "en"], ids=lambda p: "/".join(p.parts[-3:]))
def test_no_sentence_is_left_in_english(path: Path) -> None:
    english = (path.parent / "en.rules").read_text(encoding="utf-8")
    sentences = set(re.findall(r'^ +"(.{25,})"$', english, re.MULTILINE))
    assert not sentences & set(re.findall(r'^ +"(.{25,})"$', path.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_players_have_texts_of_their_own(language: str) -> None:
    for name, rule in (("origins/tribe", "setup.first-pick"), ("ingenious/standard", "place.area")):
        found = {dict(told(name, players, language).rules)[rule] for players in (2, 3, 4)}
        assert len(found) == 3


def test_texts_show_the_parameters_of_the_ruleset() -> None:
    assert "wider or higher than 7 squares" in dict(told("origins/discovery", 2, "en").rules)["place.fits"]
    assert "at most 4 squares" in dict(told("house/far-lava", 4, "en").rules)["lava.range"]


def test_a_text_of_a_layer_above_wins_in_whatever_file_it_stands() -> None:
    assert "shore" in dict(told("house/coast", 3, "en").rules)["score.region"]
    assert "gaps stop it" in dict(told("origins/ruling-gaps-stop-lava", 3, "en").rules)["lava.path"]


def test_the_manifest_has_them_by_language() -> None:
    texts = described("origins/discovery", 4)["texts"]
    assert sorted(texts) == LANGUAGES
    keys = {"aim", "components", "steps", "asks", "rules", "titles", "labels", "ours"}
    assert all(set(one) == keys for one in texts.values())
    assert texts["en"]["rules"]["lava.not-volcano"] == "Lava never lands on a volcano."
    assert texts["en"]["labels"]["mark"] == {"by": "chief"}
    assert texts["en"]["titles"] == {}


def test_the_digest_of_rules_does_not_depend_on_words_for_readers() -> None:
    plain = manifest(load("ingenious/solo").game(1))
    assert plain["texts"] == {}
    assert plain["digest"] == described("ingenious/solo", 1)["digest"]


def test_show_prints_the_text_beneath_the_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "origins/discovery", "lava.nowhere"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == [
        "  lava.nowhere  A token that cannot land leaves the game",
        "    If there is no square on which the fire token may land it leaves the game.",
    ]
