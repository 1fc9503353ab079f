"""The long proofs: `make prove`, or a part of it.

    python tests/prove.py [engines | texts | annexes | tests] [OPTIONS OF THE PART]

Without a part all are run. The exit status is 1 if one of them found something.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import whole_suite
from dsl.fuzz import texts
from engine.prove import engines
from proof import annexes

PARTS = {"engines": engines, "texts": texts, "annexes": annexes, "tests": whole_suite}


def main() -> int:
    """Run the parts that are named, or all."""
    parser = argparse.ArgumentParser(description="Prove at length what the tests try a sample of.")
    parser.add_argument("part", nargs="?", choices=PARTS, help="one part only")
    for part in PARTS.values():
        part.add_to(parser)
    arguments = parser.parse_args()
    chosen = [arguments.part] if arguments.part else list(PARTS)
    results = []
    for name in chosen:
        print(f"== {name}", flush=True)
        results.append(PARTS[name].prove(arguments))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
