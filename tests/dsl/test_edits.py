"""Whoever obeys a hint is rid of the error: every edit offered anywhere is made and the text looked at again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dsl.test_fixtures import BASE, CHUNKS, FIXTURES, Chunk, base
from dsl.test_typos import TYPOS, snippet_of
from thorough import some
from tilelaw.looks import check_looks
from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.registry import CODES
from tilelaw_dsl.codes.snippets import SKELETON, Place, Snippet, in_rule, whole
from tilelaw_dsl.diagnostics import Diagnostic, Edit, Report, instead, render, respelt
from tilelaw_dsl.edits import apart, applied, tried
from tilelaw_dsl.explain import findings
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.source import Source, Span


def obeyed(item: Diagnostic) -> str:
    """The text of a diagnostic after its hint was obeyed."""
    assert item.edit is not None
    assert item.edit.span is not None
    return applied(item.edit.span.source.text, [item.edit])


def left(item: Diagnostic, again: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors of the same code on the same line that are not further on: a line may have the same error twice."""
    edit = item.edit
    assert edit is not None
    assert edit.span is not None
    first = min(item.span.start, edit.span.start) + len(edit.text)
    return [d for d in again if (d.code, d.span.line) == (item.code, item.span.line) and d.span.start < first]


def check_edits(snippet: Snippet) -> None:
    for item in findings(snippet, check_looks):
        if item.edit is not None:
            again = findings(replace(snippet, text=obeyed(item), place=Place.WHOLE, items="", lines=""), check_looks)
            assert left(item, again) == [], render(item) + "\n\n" + obeyed(item)


@pytest.mark.parametrize("one", CODES.values(), ids=lambda one: one.code)
def test_hint_of_a_code(one: Explanation) -> None:
    check_edits(one.bad)


@pytest.mark.parametrize("typo", some(TYPOS, 8), ids=lambda typo: repr(typo)[:60])
def test_hint_of_a_typo(typo: dict[str, Any]) -> None:
    check_edits(snippet_of(typo))


def test_many_hints_are_edits() -> None:
    codes = [one.bad for one in some(CODES.values(), 8)]
    typos = [snippet_of(typo) for typo in some(TYPOS, 8)]
    assert sum(any(item.edit for item in findings(each, check_looks)) for each in codes) > len(codes) / 5
    assert sum(any(item.edit for item in findings(each)) for each in typos) > len(typos) / 3


def book_with(text: str) -> Rulebook:
    book = Rulebook(data_folders=[FIXTURES / "data"])
    book.files[BASE.name] = (BASE, base())
    book.library.add(base(), book.report)
    return book.with_text("text.rules", text)


@pytest.mark.parametrize(
    "chunk",
    some((chunk for chunk in CHUNKS if not chunk.is_good), 12),
    ids=lambda c: f"{c.path.relative_to(FIXTURES).with_suffix('').as_posix()}:{c.first_line}",
)
def test_hints_of_a_fixture(chunk: Chunk) -> None:
    path = Path("text.rules")
    found = lint(book_with(chunk.text), path)
    for item in found:
        if item.edit is not None and item.span.source.name == path.name:
            after = left(item, lint(book_with(obeyed(item)), path))
            assert after == [], "\n\n".join(map(render, [item, *after]))


def test_the_nearest_name_that_fits_is_offered() -> None:
    """`opem` is as near to a number as to a set: where a set is wanted, only the set is named."""
    items = "define oped = 3"
    (item,) = findings(in_rule("for place\n    require at in opem\nscore oped", items=items))
    assert item.code == Code.UNKNOWN_NAME
    assert item.hint == "did you mean `open`?"


def test_an_edit_that_leads_to_another_error_is_not_offered() -> None:
    (item,) = findings(in_rule("score opem"))
    assert item.edit is None
    assert item.hint == "with `open` here: expected a number, found a set of cells of `field`"


def test_what_an_edit_says_otherwise() -> None:
    source = Source("text.rules", SKELETON.replace("score tally(you)", "score talli(you)"))
    place = source.text.index("talli")
    span = Span(source, place, place + 5)
    book = Rulebook.of_texts({"text.rules": source.text})

    def settled(hint: Edit | str) -> Diagnostic:
        report = Report()
        report.add(Code.UNKNOWN_NAME, "nothing is called `talli`", span, hint=hint)
        (item,) = tried(book, report.items, lambda other: lint(other, Path("text.rules")))
        return item

    right, wrong = instead("tally"), instead("tails")
    assert settled(right).edit is not None
    assert (settled(wrong).edit, settled(wrong).hint) == (None, "")
    assert settled(replace(wrong, otherwise=right)).hint == "write `tally`"
    assert settled(replace(wrong, otherwise="think again")).hint == "think again"
    assert settled(respelt("talli", ["tails", "tally"])).hint == "did you mean `tally`?"


def test_a_text_with_very_many_mistakes_is_not_read_for_ever() -> None:
    lines = "\n".join(f"invariant some opem{i}" for i in range(60))
    found = findings(in_rule(lines))
    assert len(found) == 60
    assert 5 < sum(item.edit is not None for item in found) < 30


def test_edits_apart() -> None:
    source = Source("text.rules", "abcdef")
    one, two, three = (Edit("", "X", Span(source, a, b)) for a, b in ((0, 2), (1, 3), (2, 4)))
    assert apart([one, two, three]) == [one, three]
    assert applied(source.text, [three, one]) == "XXef"


def test_the_layer_that_declares_a_name_is_pointed_at() -> None:
    rich = "option game/rich on game/base\n    param bonus: 0..9 = 3\n"
    line = '    rule extra "More"\n        house\n        score bonus * tally(you)\n'
    mine = "option game/mine on game/base\n    set bonus = 5\n"
    (item,) = findings(whole(f"{SKELETON}\n{rich}{line}\n{mine}"))
    assert item.code == Code.UNKNOWN_DECLARATION
    assert item.hint.endswith("declared by `game/rich`, which this layer does not stand on: write `on game/rich`")
    assert item.edit is not None


def test_what_is_wrong_itself_is_mended_before_what_it_leads_to() -> None:
    teams = (
        '\noption game/teams on game/base\n    rule teams "Two sides"\n        house\n        sides {nth(players, 1)}\n'
    )
    (item,) = findings(whole(SKELETON + teams))
    assert item.code == Code.BAD_SIDES


def test_sides_have_variables_of_their_own() -> None:
    (item,) = findings(in_rule("sides {nth(players, 1)}, {nth(players, 2)}"))
    assert "`var tally(side): …`" in item.hint


@pytest.mark.parametrize(
    ("lines", "code", "hint"),
    [
        ("    set tally = 3", Code.UNKNOWN_DECLARATION, "changes in play"),
        ("    insert after yield\n        step rest", Code.UNKNOWN_ANCHOR, "it answers the ask `place`"),
    ],
)
def test_what_is_something_else_is_named(lines: str, code: Code, hint: str) -> None:
    way_out = '    rule extra "More"\n        house\n        action yield instead of place\n'
    found = findings(whole(f"{SKELETON}\n{way_out}\noption game/more on game/base\n{lines}\n"))
    (item,) = [item for item in found if item.code == code]
    assert hint in item.hint, render(item)
