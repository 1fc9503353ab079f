"""The front doors of the packages: what a stub lists is there, and nothing is imported before it is used."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from checkout import ROOT

STUBS = {path.parent.name: path for path in sorted(ROOT.glob("*/tilelaw*/__init__.pyi"))}
BY_PACKAGE = pytest.mark.parametrize("package", STUBS)


def listed(stub: Path) -> list[tuple[str | None, str]]:
    """Return what a stub lists: modules of the package (nothing, name), and names (module, name)."""
    tree = ast.parse(stub.read_text(encoding="utf-8"))
    lines = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert len(lines) == len(tree.body) - 1, "a stub is a docstring and one line for each name"
    return [(line.module, alias.name) for line in lines for alias in line.names]


def imported_by(statement: str) -> set[str]:
    program = f"import sys; {statement}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_every_package_but_the_rules_has_a_door() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/tilelaw*/__init__.py")}
    assert packages - set(STUBS) == {"tilelaw_spec"}


@BY_PACKAGE
def test_what_the_stub_lists_is_there_and_nothing_else(package: str) -> None:
    door = import_module(package)
    names = listed(STUBS[package])
    assert dir(door) == sorted(name for _, name in names)
    assert [name for name, times in Counter(name for _, name in names).items() if times > 1] == []
    for module, name in names:
        assert isinstance(getattr(door, name), ModuleType) is (module is None), name


@BY_PACKAGE
def test_nothing_is_imported_before_it_is_used(package: str) -> None:
    loaded = {name for name in imported_by(f"import {package}") if name.split(".")[0].startswith(("lark", "tilelaw"))}
    assert loaded == {package}


@pytest.mark.parametrize("name", ["tilelaw_dsl.lint", "tilelaw_reference.perft"])
def test_a_function_is_not_hidden_by_the_module_of_its_name(name: str) -> None:
    package, _, function = name.rpartition(".")
    imported_by(f"import {name}; from {package} import {function}; assert callable({function})")


def test_the_typed_rules_do_not_wait_for_the_parser() -> None:
    loaded = imported_by("import tilelaw_dsl.ir; from tilelaw_dsl import Report, ir; ir.Number(1)")
    assert "tilelaw_dsl.ir" in loaded
    assert not {name for name in loaded if name.split(".")[0] == "lark"}
    assert "lark" in imported_by("from tilelaw_dsl import Rulebook")
