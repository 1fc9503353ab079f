"""The front door of the package: what its stub lists is there, and nothing is imported before it is used."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import tilelaw_conformance


def test_every_name_behind_the_door_is_there() -> None:
    stub = Path(tilelaw_conformance.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    names = re.findall(r"^from \.\S+ import (\w+) as \1$", stub, re.MULTILINE)
    assert len(names) == len(stub.splitlines())
    for name in names:
        assert not isinstance(getattr(tilelaw_conformance, name), ModuleType), name


def test_the_door_opens_lazily() -> None:
    code = "import sys, tilelaw_conformance; print([name for name in sys.modules if 'tilelaw' in name])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "['tilelaw_conformance']\n"
