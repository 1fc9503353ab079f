"""What lies in the checkout, or in an unpacked source distribution: the packages and every file that is not ignored."""

from __future__ import annotations

import subprocess
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]

PACKAGES = {
    "spec": "tilelaw_spec",
    "cache": "tilelaw_cache",
    "dsl": "tilelaw_dsl",
    "reference_impl": "tilelaw_reference",
    "engine": "tilelaw_engine",
    "play": "tilelaw_play",
    "conformance": "tilelaw_conformance",
    "reach": "tilelaw_reach",
    "proof": "tilelaw_proof",
    "draw": "tilelaw_draw",
    "press": "tilelaw_press",
    "cli": "tilelaw",
}
"""The packages by their source roots."""


def repository_files(root: Path = ROOT) -> list[Path]:
    """Return every file that is in the repository, or would be after adding everything."""
    if not (root / ".git").exists():
        return sorted(_unpacked_files(root))
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [path for name in listing.split("\0") if name and (path := root / name).is_file()]


def _unpacked_files(root: Path) -> list[Path]:
    """Return the files outside git: no folder is entered whose name .gitignore lists."""
    lines = (root / ".gitignore").read_text(encoding="utf-8").splitlines()
    ignored = [line.strip("/") for line in lines if line and not line.startswith("#")]
    found = []
    waiting = [root]
    while waiting:
        for path in waiting.pop().iterdir():
            if any(fnmatch(path.name, pattern) for pattern in ignored):
                continue
            if path.is_dir():
                waiting.append(path)
            else:
                found.append(path)
    return found


def top_directories(root: Path = ROOT) -> set[str]:
    """Return the names of the directories at the top that hold a file of the repository."""
    parts = [path.relative_to(root).parts for path in repository_files(root)]
    return {first for first, *rest in parts if rest}
