"""The part `tests` of `make prove`: the test suite with nothing left out of its samples.

python tests/prove.py tests [--jobs N] [--same]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from checkout import ROOT
from thorough import RANDOM, SAME, VARIABLE


def add_to(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this part; `--jobs` it shares with the part `texts`."""
    parser.add_argument("--same", action="store_true", help="try properties on the same examples as `make test`")


def prove(arguments: argparse.Namespace) -> bool:
    """Run all tests, thoroughly, and return whether all pass."""
    words = [sys.executable, "-m", "pytest", "-q", "-n", str(arguments.jobs or os.cpu_count() or 1)]
    how = {VARIABLE: SAME if arguments.same else RANDOM}
    return subprocess.run(words, cwd=ROOT, env=os.environ | how, check=False).returncode == 0
