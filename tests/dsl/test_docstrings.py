"""What the head of a module or of the grammar names exists: no module that is gone, no function under its old name."""

import ast
import builtins
import re
import typing
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from tilelaw_dsl.text.parser import terminals
from tilelaw_dsl.text.words import keywords

PACKAGE = Path(str(files("tilelaw_dsl")))
MODULES = sorted(PACKAGE.rglob("*.py"))
ROOMS = {path.stem for path in MODULES} | {path.parent.name for path in MODULES}
LANGUAGE = set(keywords(terminals())) | set(dir(builtins)) | set(dir(typing))


@cache
def identifiers(module: Path) -> frozenset[str]:
    nodes = ast.walk(ast.parse(module.read_text(encoding="utf-8")))
    found = (getattr(node, field, None) for node in nodes for field in ("name", "id", "arg", "attr"))
    return frozenset(name for name in found if isinstance(name, str))


def named(head: str) -> set[str]:
    return set(re.findall(r"`([A-Za-z_]+)`", head)) | set(re.findall(r"\b(\w+)\.py\b", head))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_docstring_names_what_exists(module: Path) -> None:
    head = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8")))
    assert head, "every module says what it is for"
    beside = {name for other in module.parent.glob("*.py") for name in identifiers(other)}
    known = beside if module.stem == "__init__" else {name for name in beside if name[0].isupper()}
    assert named(head) <= ROOMS | LANGUAGE | known | identifiers(module)


def test_the_grammar_names_what_exists() -> None:
    grammar = PACKAGE / "text" / "grammar.lark"
    head, _, _ = grammar.read_text(encoding="utf-8").partition("\n\n")
    assert named(head) - {"row_size"} <= ROOMS
