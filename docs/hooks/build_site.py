"""Builds the whole site: each language by itself, two at a time, and then all of them together in one folder.

`python docs/hooks/build_site.py` writes `site/`; English stands at its top, every other language in a folder. The old
site stays as it is until the new one is whole.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from filecmp import cmp
from io import StringIO
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

import link_check
from tilelaw_press import LANGUAGES
from wording import LANGUAGE, WHOLE, folder

ROOT = Path(__file__).parents[2]
PARTS = ROOT / "build" / "site"


def build(language: str) -> str:
    """Build one language into a folder of its own, and return what went wrong, as mkdocs says it.

    This runs in a process that may have built another language before: what is compiled from rules is kept.
    """
    os.environ |= {LANGUAGE: language, WHOLE: "1", "NO_MKDOCS_2_WARNING": "1"}
    said = StringIO()
    handler = logging.StreamHandler(said)
    handler.setLevel(logging.WARNING)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(handler)
    try:
        config = load_config(str(ROOT / "mkdocs.yml"), strict=True, site_dir=str(PARTS / language))
        config.plugins.on_startup(command="build", dirty=False)
        mkdocs_build(config)
    except (Abort, ConfigurationError) as error:
        return f"{said.getvalue()}{error}\n"
    finally:
        logger.removeHandler(handler)
    return ""


def join(target: Path) -> None:
    """Put the languages together, in place of what was there before."""
    whole = PARTS / LANGUAGES[0]
    for language in LANGUAGES[1:]:
        (PARTS / language).rename(whole / folder(language))
    share(whole)
    shutil.rmtree(target, ignore_errors=True)
    shutil.move(whole, target)


def share(site: Path) -> None:
    """Keep files once that are the same in every language: pictures without words, and what the theme brings."""
    for language in LANGUAGES[1:]:
        for path in (site / folder(language)).rglob("*"):
            first = site / path.relative_to(site / folder(language))
            if path.suffix != ".html" and path.is_file() and first.is_file() and cmp(path, first, shallow=False):
                path.unlink()
                os.link(first, path)


def main() -> int:
    """Build everything, and say where it is; what went wrong is printed as mkdocs says it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "site", help="where to write it (default: site)")
    parser.add_argument("--jobs", type=int, default=2, help="how many languages at a time (default 2)")
    arguments = parser.parse_args()
    began = time.monotonic()
    PARTS.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        results = dict(zip(LANGUAGES, pool.map(build, LANGUAGES), strict=True))
    for language, wrong in results.items():
        if wrong:
            print(f"== {language}\n{wrong}", file=sys.stderr)
    if any(results.values()):
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
