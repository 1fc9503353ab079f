"""The part `annexes` of `make prove`: every annex of the bundled cases says what the reference finds now.

    python tests/prove.py annexes [--jobs N]

Does what `tilelaw cases annex --check` does; the tests work out a sample. Prints the ids of cases whose annex is stale.
"""

from __future__ import annotations

import argparse

from tilelaw.main import main


def add_to(_parser: argparse.ArgumentParser) -> None:
    """Declare the options of this part: none but `--jobs`, which the part `texts` has as well."""


def prove(arguments: argparse.Namespace) -> bool:
    """Work out all annexes again, and return whether none is stale."""
    jobs = ["--jobs", str(arguments.jobs)] if arguments.jobs else []
    return main(["cases", "annex", "--check", *jobs]) == 0
