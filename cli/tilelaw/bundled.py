"""The implementations that come with the project: in a checkout those of adapters/bundled.yaml, else the reference."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).parents[2] / "adapters" / "bundled.yaml"
"""There is no such file where the project is installed from a wheel."""


@dataclass(frozen=True, slots=True)
class Bundled:
    """A bundled implementation: its name, its command, and what must be there to run it besides Python."""

    name: str
    command: tuple[str, ...]
    needs: str = ""


REFERENCE = Bundled("reference", (sys.executable, "-m", "tilelaw_play.serve"))


def reference_with(files: Iterable[Path]) -> Bundled:
    """Return the reference with some rules files besides the bundled rules."""
    return Bundled(REFERENCE.name, (sys.executable, "-m", "tilelaw.main", "serve", *map(str, files)))


def bundled_implementations(path: Path = LIST) -> dict[str, Bundled]:
    """Return the bundled implementations by name."""
    if not path.is_file():
        return {REFERENCE.name: REFERENCE}
    import yaml

    found = {}
    for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
        words = ("-m", entry["module"]) if "module" in entry else (str(path.parent / entry["file"]),)
        command = (entry["program"], *words, *entry.get("arguments", ()))
        command = tuple(sys.executable if word == "python" else word for word in command)
        found[entry["name"]] = Bundled(entry["name"], command, entry.get("needs", ""))
    return found
