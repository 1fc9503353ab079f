"""The command ``tilelaw``."""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="tilelaw",
        description="Run, check and play the rules of tile-laying games.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('tilelaw')}")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    build_parser().parse_args(argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())
