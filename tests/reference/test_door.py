"""The front door of the package: every name in its stub is there, and nothing is imported before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tilelaw_reference

NOTHING_YET = """
import sys, tilelaw_reference
assert not [name for name in sys.modules if name.startswith(("lark", "tilelaw_dsl", "tilelaw_reference."))]
"""
SHADOWED = """
import tilelaw_reference.perft
from tilelaw_reference import perft
assert callable(perft)
"""


@pytest.mark.parametrize("name", dir(tilelaw_reference))
def test_what_the_stub_lists_is_there(name: str) -> None:
    assert getattr(tilelaw_reference, name) is not None


@pytest.mark.parametrize("program", [NOTHING_YET, SHADOWED], ids=["lazy", "function before module"])
def test_the_door_opens_when_it_is_used(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True)
