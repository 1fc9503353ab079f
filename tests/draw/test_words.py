"""Pictures in five languages: labels from the rules' texts, phrases of the drawings' own, numbers from 1."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import tilelaw_draw
from draw.test_view import PLACE, picture, root, texts
from tilelaw_draw import Words, words_of
from tilelaw_play import load

PHRASES = json.loads((Path(tilelaw_draw.__file__).parent / "phrases.json").read_text(encoding="utf-8"))
LANGUAGES = ["en", "cs", "sk", "hu", "pl"]


def holes(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_every_language_has_every_phrase() -> None:
    assert list(PHRASES) == LANGUAGES
    for language, phrases in PHRASES.items():
        assert list(phrases) == list(PHRASES["en"]), language
        assert all(holes(phrase) <= holes(PHRASES["en"][name]) for name, phrase in phrases.items())


def test_every_phrase_is_used() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(tilelaw_draw.__file__).parent.rglob("*.py"))
    said = set(re.findall(r'say\(\s*"(\w+)"', sources)) | {"right", "wrong"}
    said |= set(re.findall(r"say\('(\w+)'", sources))
    assert said == set(PHRASES["en"])


@pytest.mark.parametrize(
    ("language", "title", "who", "terrain", "row"),
    [
        ("en", "Kingdomino Origins: Discovery", "player 2", "desert", "Row being placed"),
        ("cs", "Kingdomino: Lovci mamutů", "hráč 2", "poušť", "Přikládaná řada"),
        ("sk", "Kingdomino: Lovci mamutov", "hráč 2", "púšť", ""),
        ("hu", "Kingdomino", "2. játékos", "sivatag", ""),
        ("pl", "Kingdomino", "gracz 2", "pustynia", ""),
    ],
)
def test_what_a_picture_says(language: str, title: str, who: str, terrain: str, row: str) -> None:
    svg = picture(PLACE, language)
    said, described = (root(svg)[i].text or "" for i in (0, 1))
    assert said.startswith(title)
    assert {who, terrain} <= {*texts(svg)}
    assert row in (*texts(svg), "")
    assert f"{who}: 1,0 {terrain}." in described
    if language != "en":
        assert not {"desert", "hut", "Row"} & {*texts(svg)}
        assert " of player" not in described


def test_the_text_of_the_ask_is_what_is_asked() -> None:
    assert any("Přiložte" in words for words in texts(picture(PLACE, "cs")))


def test_names_of_players_stay() -> None:
    svg = picture(PLACE, "cs", names=["Anna", "Berta", "Cyril"])
    assert "Berta" in texts(svg)
    assert "hráč 2" not in texts(svg)


def test_what_a_language_lacks_is_english_or_neutral() -> None:
    told: dict[str, Any] = {"title": "A game", "texts": {"en": {"labels": {"zone": {"box": "crate"}}, "asks": {}}}}
    words = words_of(told, "xx")
    assert (words.title, words.label("zone", "box", ""), words.player(0)) == ("A game", "crate", "player 1")
    assert words_of({}, "cs") == Words(language="cs")


def test_members_on_pieces_and_in_tables_are_labelled() -> None:
    position = {"ruleset": "origins/totem", "players": 2, "totems": {"mammoth": 0}, "asks": []}
    known = load("origins/totem").manifest(2)
    assert "totem" in known["texts"]["cs"]["labels"]["var"]["totems"]
    described = root(picture(position, "cs"))[1].text or ""
    assert "Totemy: mamut hráč 1, ryba nikdo, houba nikdo, pazourek nikdo." in described
    assert described.endswith("Hra skončila.")
