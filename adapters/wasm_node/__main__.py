"""Compiles the rulesets of all cases, and prints the folder in which the modules lie: `python adapters/wasm_node`.

It is a folder of `build/modules` named after a digest of everything they are made from, so they are made once. What
plays them is all in JavaScript, and plays the modules of any folder.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ("spec", "dsl", "engine", "reference_impl", "conformance/tilelaw_conformance/corpus")
"""What modules are made from: the rules, what compiles them, what describes their components, and the cases."""


def main() -> None:
    """Make the modules of this checkout if they are not there, and say where they are."""
    folder = ROOT / "build" / "modules" / _digest()
    if not folder.is_dir():
        _compile(folder)
    print(folder)


def _digest() -> str:
    found = hashlib.sha256()
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*")):
            if path.suffix in (".py", ".lark", ".rules", ".csv", ".yaml"):
                found.update(
                    f"{path.relative_to(ROOT).as_posix()} {path.stat().st_size}\n".encode() + path.read_bytes()
                )
    return found.hexdigest()[:24]


def _compile(folder: Path) -> None:
    """Make the modules in a folder beside, which then takes its place: another process may be doing the same."""
    # Imported here: when the modules are there, nothing else is needed.
    from tilelaw.background import corpus
    from tilelaw_conformance import bundled_corpus
    from tilelaw_engine import with_section
    from tilelaw_play import load
    from tilelaw_reference import manifest

    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=folder.parent))
    pairs = {(case.ruleset, case.players) for case in corpus(bundled_corpus()).cases}
    for ruleset, players in sorted(pairs, reverse=True):  # who is judged meanwhile reads rules in the other order
        loaded = load(ruleset)
        module = loaded.module(players)
        assert module is not None, "all bundled rules are compiled"
        described = json.dumps(manifest(loaded.game(players)), ensure_ascii=False, separators=(",", ":"))
        wasm = with_section(module, "tilelaw.manifest", described.encode())
        (made / f"{ruleset.replace('/', '.')}.{players}.wasm").write_bytes(wasm)
    try:
        made.rename(folder)
    except OSError:  # somebody was quicker
        shutil.rmtree(made)


if __name__ == "__main__":
    main()
