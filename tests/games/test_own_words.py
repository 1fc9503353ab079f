"""No text of ours repeats eight consecutive words of a rulebook."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import tilelaw_spec
from games.word_groups import SIZE, book_groups, groups
from tilelaw_dsl import syntax as s
from tilelaw_play import rulebook
from tilelaw_press import LANGUAGES, words_of_cases

FILES = sorted(tilelaw_spec.root().glob("*/texts/*.rules"))


@cache
def files() -> dict[Path, s.File]:
    book = rulebook().copy()
    book.open_texts()
    return dict(book.files.values())


def told(path: Path) -> list[str]:
    """Return every title, text, note and label of a file, each in one piece."""
    file = files()[path]
    nodes = [node for texts in file.texts for node in s.walk(texts)]
    texts = [" ".join(line.text for line in node.lines) for node in nodes if isinstance(node, s.Text | s.Note)]
    return texts + [node.text for node in nodes if isinstance(node, s.Title | s.Label)]


@pytest.mark.parametrize("path", FILES, ids=lambda p: "/".join(p.parts[-3:]))
def test_no_text_has_eight_words_of_a_book(path: Path) -> None:
    known = book_groups()
    texts = told(path)
    assert sum(len(groups(text)) for text in texts) > 20, "nothing was compared"
    assert [text for text in texts if groups(text) & known] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_words_of_a_case_have_eight_words_of_a_book(language: str) -> None:
    known = book_groups()
    texts = [text for words in words_of_cases(language).all.values() for text in (words.title, words.why)]
    assert [text for text in texts if groups(text) & known] == []


def test_the_groups_are_those_of_the_books() -> None:
    # The terms of use that every book of the publisher prints; it is no rule, and stands here so that a file that was
    # made otherwise than `groups` makes it is found.
    imprint = "97 impasse Jean Lamour, 54700 Pont-à-Mousson, France"
    assert groups(imprint) & book_groups()
    assert len(book_groups()) > 10_000
    assert SIZE == 8
