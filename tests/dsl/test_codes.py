"""The registry of codes: it knows every code that is reported, and its snippets do what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilelaw.looks import check_looks
from tilelaw_dsl.codes import RETIRED, Code
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.registry import CODES, explain_code, explanation
from tilelaw_dsl.codes.snippets import SKELETON, whole
from tilelaw_dsl.diagnostics import render
from tilelaw_dsl.explain import findings
from tilelaw_dsl.runs import DOUBTS

SOURCES = Path(__file__).parents[2] / "dsl" / "tilelaw_dsl"
REGISTRY = SOURCES / "codes"
OTHERS = [
    Path(__file__).parents[2] / "play" / "tilelaw_play" / "library.py",
    Path(__file__).parents[2] / "cli" / "tilelaw" / "looks.py",
]


def reported_codes() -> set[str]:
    """Every code that is named in a module outside the registry."""
    modules = [*(path for path in SOURCES.rglob("*.py") if REGISTRY not in path.parents), *OTHERS]
    names = {
        name for path in modules for name in re.findall(r"\bCode\.([A-Z0-9_]+)\b", path.read_text(encoding="utf-8"))
    }
    return {str(Code[name]) for name in names}


def test_no_code_is_a_literal() -> None:
    modules = [path for path in SOURCES.rglob("*.py") if path != REGISTRY / "__init__.py"]
    assert [path.name for path in modules if re.search(r'"T\d{3}"', path.read_text(encoding="utf-8"))] == []


def test_registry_and_reports_agree() -> None:
    reported = reported_codes()
    assert len(reported) > 100
    assert reported == set(CODES) == set(map(str, Code))
    assert not reported & RETIRED


def test_names_and_order() -> None:
    names = [one.code.label for one in CODES.values()]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)] == []
    assert list(CODES) == sorted(CODES)


def test_skeleton_is_right() -> None:
    assert [render(item) for item in findings(whole(SKELETON))] == []


@pytest.mark.parametrize("one", CODES.values(), ids=lambda one: one.code)
def test_bad_snippet_gives_this_code_alone(one: Explanation) -> None:
    found = findings(one.bad, check_looks)
    assert [item.code for item in found] == [one.code], "\n".join(map(render, found))
    (item,) = found
    assert re.match(r"[a-z`0-9]", item.message)
    assert not re.search(r"\.$|\binvalid\b|\bunexpected\b|\bsyntax\b", item.message)
    assert not item.hint.endswith(".")


@pytest.mark.parametrize("one", CODES.values(), ids=lambda one: one.code)
def test_good_snippet_gives_nothing(one: Explanation) -> None:
    found = findings(one.good, check_looks)
    if one.code not in DOUBTS:  # as small as it can be, so that what it declares may have no other use
        found = [item for item in found if item.code not in DOUBTS]
    assert [render(item) for item in found] == []


@pytest.mark.parametrize("one", CODES.values(), ids=lambda one: one.code)
def test_prose(one: Explanation) -> None:
    for text in (one.means, one.why):
        assert text == text.strip()
        assert text.endswith(".")
        assert text[0].isupper() or text[0] == "`"
    assert one.bad != one.good


def test_explanation() -> None:
    assert explanation("T303") is CODES["T303"]
    assert explanation("T999") is None
    assert explain_code("T999") is None
    text = explain_code("T803")
    assert text is not None
    assert text.startswith("T803 bad-data\n")
    assert "cards.csv" in text
