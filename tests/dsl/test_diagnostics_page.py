"""The page about diagnostics is made from the registry; what is committed is what would be made now."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

from tilelaw_dsl.codes.registry import CODES

GENERATOR = Path(__file__).parents[2] / "docs" / "generate_diagnostics.py"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_diagnostics", GENERATOR)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page_is_fresh() -> None:
    made = generator()
    committed = made.PAGE.read_text(encoding="utf-8")
    assert committed == made.page(), "run: python docs/generate_diagnostics.py"
    assert re.findall(r"^### (T\d{3}) ", committed, re.MULTILINE) == list(CODES)
