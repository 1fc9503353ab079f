"""The part `tests` of `make prove`: the test suite with nothing left out of its samples.

python tests/prove.py tests [--jobs N]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from checkout import ROOT


def add_to(_parser: argparse.ArgumentParser) -> None:
    """Declare the options of this part: none but `--jobs`, which the part `texts` has as well."""


def prove(arguments: argparse.Namespace) -> bool:
    """Run all tests, thoroughly, and return whether all pass."""
    words = [sys.executable, "-m", "pytest", "-q", "-n", str(arguments.jobs or os.cpu_count() or 1)]
    return subprocess.run(words, cwd=ROOT, env=os.environ | {"TILELAW_THOROUGH": "1"}, check=False).returncode == 0
