"""The phrases of pages: the same keys and values in every language."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from checkout import ROOT
from tilelaw_press import LANGUAGES, Phrases

OTHERS = pytest.mark.parametrize("language", LANGUAGES[1:])
FORMS = {
    "en": {"one", "other"},
    "hu": {"one", "other"},
    "cs": {"one", "few", "other"},
    "sk": {"one", "few", "other"},
    "pl": {"one", "few", "many"},
}
PRESS = ROOT / "press" / "tilelaw_press"
KEY = re.compile(r"""(?:phrases|\bt)\(\s*["']([a-z0-9_-]+\.[a-z0-9_.-]+)["']""")


def values_in(phrase: object) -> set[str]:
    texts = [phrase] if isinstance(phrase, str) else list(phrase.values())  # type: ignore[attr-defined]
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


@OTHERS
def test_every_language_has_the_same_phrases(language: str) -> None:
    assert set(Phrases(language).all) == set(Phrases("en").all)


@OTHERS
def test_phrases_show_the_same_values(language: str) -> None:
    english, other = Phrases("en").all, Phrases(language).all
    differing = {key for key in english if values_in(english[key]) - {"n"} != values_in(other[key]) - {"n"}}
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_forms_of_their_language(language: str) -> None:
    forms = {key: set(phrase) for key, phrase in Phrases(language).all.items() if not isinstance(phrase, str)}
    assert {key: found for key, found in forms.items() if found != FORMS[language]} == {}


def test_plurals() -> None:
    assert [Phrases("cs")("common.for-players", n=n) for n in (1, 2, 5)] == [
        "pro jednoho hráče",
        "pro 2 hráče",
        "pro 5 hráčů",
    ]
    assert Phrases("pl")("common.players", n=22) == "22 graczy"


def test_templates_and_makers_use_phrases_that_exist() -> None:
    paths = [*PRESS.rglob("*.html"), *PRESS.rglob("*.py")]
    used = {key for path in paths for key in KEY.findall(path.read_text(encoding="utf-8"))}
    assert used - set(Phrases("en").all) == set()
