"""The front door: what other packages may use of the language, imported when it is used."""

import ast
import subprocess
import sys
from importlib.resources import files

import pytest

import tilelaw_dsl
from tilelaw_dsl.lint import lint  # the module before the name of the door, which is the function

STUB = ast.parse(files("tilelaw_dsl").joinpath("__init__.pyi").read_text(encoding="utf-8"))
NAMES = [alias.name for node in STUB.body if isinstance(node, ast.ImportFrom) for alias in node.names]


def imported_by(statement: str) -> set[str]:
    program = f"import sys; {statement}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize("name", NAMES)
def test_what_the_stub_lists_exists(name: str) -> None:
    assert getattr(tilelaw_dsl, name) is not None


def test_the_door_lists_what_the_stub_lists() -> None:
    assert dir(tilelaw_dsl) == sorted(NAMES)


def test_a_function_is_not_hidden_by_the_module_of_its_name() -> None:
    assert tilelaw_dsl.lint is lint


def test_the_typed_rules_do_not_wait_for_the_parser() -> None:
    loaded = imported_by("import tilelaw_dsl.ir; from tilelaw_dsl import Report, ir; ir.Number(1)")
    assert "tilelaw_dsl.ir" in loaded
    assert not {name for name in loaded if name.split(".")[0] == "lark"}
    assert "lark" in imported_by("from tilelaw_dsl import Rulebook")
