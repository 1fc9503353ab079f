"""Real mistakes, and whether they are answered in the author's words."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml

from tilelaw_dsl.codes.snippets import Place, Snippet
from tilelaw_dsl.diagnostics import Diagnostic, Report, render
from tilelaw_dsl.explain import findings
from tilelaw_dsl.runs import DOUBTS
from tilelaw_dsl.source import Source
from tilelaw_dsl.text.mistakes.foreign import FOREIGN_OPENINGS, FOREIGN_WORDS
from tilelaw_dsl.text.parser import parse, terminals
from tilelaw_dsl.text.words import (
    CONTINUES_VALUE,
    HOMES,
    STARTS_VALUE,
    WORDS,
    keywords,
    shown,
)

TYPOS: list[dict[str, Any]] = yaml.load(
    Path(__file__).with_name("typos.yaml").read_text(encoding="utf-8"),
    Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader),  # all that the safe loader is, and ten times as fast
)
PLACES = {"text": Place.WHOLE, "layer": Place.LAYER, "rule": Place.RULE}
INDENTS = {Place.WHOLE: "", Place.LAYER: "    ", Place.RULE: "        "}


def snippet_of(typo: dict[str, Any]) -> Snippet:
    ((key, place),) = [(key, place) for key, place in PLACES.items() if key in typo]
    text = typo[key]
    return Snippet(text=text if place is Place.WHOLE else text + "\n", place=place)


def lines_before(snippet: Snippet) -> int:
    """The number of lines of the whole text before a snippet."""
    if not snippet.text:
        return 0
    return snippet.whole().rpartition(indent(snippet.text, INDENTS[snippet.place]))[0].count("\n")


def test_there_are_many() -> None:
    assert len(TYPOS) >= 50
    keys = [(next(k for k in PLACES if k in typo), typo[next(k for k in PLACES if k in typo)]) for typo in TYPOS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("typo", TYPOS, ids=lambda t: repr(next(t[k] for k in PLACES if k in t))[1:60])
def test_typo(typo: dict[str, Any]) -> None:
    snippet = snippet_of(typo)
    found = [item for item in findings(snippet) if item.code not in DOUBTS]
    text = "\n\n".join(map(render, found))
    if typo.get("fine"):
        assert found == [], text
        return
    assert [item.code for item in found] == [typo["code"]], text
    (item,) = found
    assert item.span.line - lines_before(snippet) == typo["line"], text
    assert typo["says"] in item.message, text
    assert typo.get("hint", "") in item.hint, text


def diagnostics_of(text: str) -> list[Diagnostic]:
    report = Report()
    parse(Source("test.rules", text), report)
    return list(report.items)


def test_text_from_any_system_is_read() -> None:
    text = '# A comment\nlayer a/b\n    title "x"\n'
    for variant in (text, "\ufeff" + text, text.replace("\n", "\r\n"), "\ufeff" + text.replace("\n", "\r\n")):
        assert diagnostics_of(variant) == []
    (item,) = diagnostics_of("\ufeff" + text.replace("title", "titel").replace("\n", "\r\n"))
    assert item.span.source.position(item.span.start) == (3, 5)


def test_one_run_shows_every_item_with_an_error() -> None:
    text = """\
layer a/one
    title x
    kinds a: b, c
    define d = (1
    rule e "e
        house
    kinds f: é
    rulee g
    define h = 1)
    rule i
        score 1 2
layer B/two
    kinds j k
layer a/three
    kinds l m
"""
    found = [(item.span.line, item.code) for item in sorted(diagnostics_of(text), key=lambda d: d.span.start)]
    assert found == [
        (2, "T104"),
        (4, "T106"),
        (5, "T104"),
        (7, "T102"),
        (8, "T109"),
        (9, "T106"),
        (11, "T103"),
        (12, "T111"),
        (15, "T103"),
    ]


def test_errors_name_the_rule_around_them() -> None:
    text = 'layer a/b\n    rule x.y\n        for place\n            requires {}\n    amend rule z\n        title "\n'
    assert [(item.code, item.rule) for item in diagnostics_of(text)] == [("T104", "z"), ("T109", "x.y")]


def test_errors_of_other_texts_do_not_count() -> None:
    report = Report()
    for number in range(50):
        assert parse(Source(f"{number}.rules", "layer a/b\n    titel\n"), report) is None
    assert len(report.items) == 50
    assert parse(Source("last.rules", 'layer a/b\n    title "x"\n'), report) is not None
    assert len(report.items) == 50


# ---- the words for what was expected know the whole grammar


def test_every_terminal_has_words() -> None:
    known = terminals()
    assert len(known) > 100
    for terminal in known:
        assert re.fullmatch(r"`?[^A-Z_$]+`?", shown(terminal)), terminal
    assert set(WORDS) - {"$END"} <= known


def test_lists_of_words_fit_the_grammar() -> None:
    known = terminals()
    assert known >= STARTS_VALUE
    assert known >= CONTINUES_VALUE
    assert set(HOMES) <= set(keywords(known))
    assert not set(FOREIGN_OPENINGS) & (set(HOMES) - {"for"})
    assert not set(FOREIGN_WORDS) & {"and", "or", "not", "in"}


@pytest.mark.parametrize("word", sorted(HOMES))
def test_the_home_of_a_word_is_named(word: str) -> None:
    (item,) = diagnostics_of(f"layer a/b\n    record r\n        {word} {{}}\n")
    assert (item.code, item.hint) == ("T109", HOMES[word])
