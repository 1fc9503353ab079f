"""Builds the whole site: each language by itself, two at a time, and then all of them together in one folder.

`python docs/hooks/build_site.py` writes `site/`; English stands at its top, every other language in a folder. The old
site stays as it is until the new one is whole.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import link_check
from tilelaw_press import LANGUAGES
from wording import LANGUAGE, WHOLE, folder

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "build" / "site"


def build(language: str) -> subprocess.CompletedProcess[str]:
    """Build one language into a folder of its own."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(PARTS / language)],
        cwd=ROOT,
        env=os.environ | {LANGUAGE: language, WHOLE: "1", "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def join(target: Path) -> None:
    """Put the languages together, in place of what was there before."""
    whole = PARTS / LANGUAGES[0]
    for language in LANGUAGES[1:]:
        (PARTS / language).rename(whole / folder(language))
    shutil.rmtree(target, ignore_errors=True)
    shutil.move(whole, target)


def main() -> int:
    """Build everything, and say where it is; what went wrong is printed as mkdocs says it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "site", help="where to write it (default: site)")
    parser.add_argument("--jobs", type=int, default=2, help="how many languages at a time (default 2)")
    arguments = parser.parse_args()
    began = time.monotonic()
    PARTS.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = dict(zip(LANGUAGES, pool.map(build, LANGUAGES), strict=True))
    for language, result in results.items():
        if result.returncode:
            print(f"== {language}\n{result.stdout}", file=sys.stderr)
    if any(result.returncode for result in results.values()):
        return 1
    join(arguments.output)
    faults = link_check.shortened(link_check.broken(arguments.output))
    for fault in faults:
        print(fault, file=sys.stderr)
    pages = sum(1 for _ in arguments.output.rglob("*.html"))
    print(f"== built: {pages} pages in {time.monotonic() - began:.0f} seconds")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
