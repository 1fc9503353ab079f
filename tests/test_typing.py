"""How much the packages leave untyped: `Any` is rare, nothing is cast, and every suppression says why."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from checkout import PACKAGES, ROOT

MOST_ANY = 8
"""In a thousand lines: so many have the better libraries of the field."""
EXPLAINED_IGNORE = re.compile(r"# type: ignore\[[a-z-]+(?:, ?[a-z-]+)*\] +\S")


def _modules(root: str) -> list[Path]:
    return sorted((ROOT / root / PACKAGES[root]).rglob("*.py"))


def count_any(text: str) -> int:
    """Return how often `Any` stands in annotations and aliases; importing it is no use of it."""
    nodes = list(ast.walk(ast.parse(text)))
    plain = sum(isinstance(node, ast.Name) and node.id == "Any" for node in nodes)
    return plain + sum(isinstance(node, ast.Attribute) and node.attr == "Any" for node in nodes)


def casts(text: str) -> list[int]:
    """Return the lines in which a type is asserted instead of shown."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if re.fullmatch(r"(?:typing\.|t\.)?cast", ast.unparse(call.func))]


def unexplained(text: str) -> list[str]:
    """Return the suppressions that lack a code or a reason."""
    return [line for line in text.splitlines() if "# type: ignore" in line and not EXPLAINED_IGNORE.search(line)]


@pytest.mark.parametrize("root", PACKAGES)
def test_little_is_untyped(root: str) -> None:
    texts = [path.read_text(encoding="utf-8") for path in _modules(root)]
    lines = sum(text.count("\n") for text in texts)
    found = sum(map(count_any, texts))
    assert 1000 * found / lines <= MOST_ANY, f"{found} in {lines} lines"


@pytest.mark.parametrize("root", PACKAGES)
def test_nothing_is_cast_and_every_suppression_is_explained(root: str) -> None:
    for path in _modules(root):
        text = path.read_text(encoding="utf-8")
        assert not casts(text), path
        assert not unexplained(text), path


def test_the_measures_measure() -> None:
    assert count_any("from typing import Any\nimport typing\nx: dict[str, Any] = {}\ny: typing.Any\nz: 'int'\n") == 2
    assert casts("x = cast(int, y)\nz = typing.cast('int', y)\nbroadcast(x)\n") == [1, 2]
    bare, coded = "a  # type: ignore", "b  # type: ignore[misc]"
    assert unexplained(f"{bare}\n{coded}\nc  # type: ignore[misc]  # lark has no types\n") == [bare, coded]
