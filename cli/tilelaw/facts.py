"""What is known about rulesets, their manifests and looks: from the wheel, from the cache, or worked out from rules.

A wheel brings along the facts of every ruleset that cases are about, so that who only judges implementations needs no
rules, no language and no reference. In a checkout they are worked out when they are needed, and cached.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from tilelaw.rulesets import find
from tilelaw_cache import JUNK, digest_of, digest_of_files, user_cache

Facts: TypeAlias = Mapping[str, Any]
"""The `manifest` and the `look` of a ruleset."""

FILE = "facts.json.gz"
"""The facts that a wheel brings along, beside this module."""


@cache
def facts(files: tuple[Path, ...], ruleset: str, players: int) -> Facts | None:
    """Return the facts of a ruleset, given the rules files that are known, or nothing if there is no such ruleset."""
    is_bundled = not files and ".rules" not in ruleset  # somebody's file may change at any time
    if is_bundled and (found := brought_along().get(_key(ruleset, players))):
        return found
    store = user_cache()
    name = f"facts-{digest_of(rules_digest(), ruleset, str(players))}"
    text = store.get(name) if is_bundled else None
    if text is not None:
        with suppress(*JUNK):  # then it is made again
            return _written(text)
    made = _made(ruleset, players)
    if is_bundled and made is not None:
        store.put(name, json.dumps(made))
    return made if made is not None or has_language() else _base(ruleset, players)


def _written(text: str) -> Facts:
    cached: Facts = json.loads(text)
    if not isinstance(cached["manifest"]["digest"], str) or not isinstance(cached["look"], dict):
        raise TypeError("these are no facts")
    return cached


def has_language() -> bool:
    """Say whether rules can be read here, and not only implementations judged."""
    return all(find_spec(name) is not None for name in ("lark", "tilelaw_play", "tilelaw_reference"))


def _base(ruleset: str, players: int) -> Facts | None:
    """Return the facts of what a ruleset stands on, which are those of all that it inherits."""
    while ruleset:
        numbers = [int(key.rpartition(" ")[2]) for key in brought_along() if key.rpartition(" ")[0] == ruleset]
        if numbers:
            return brought_along()[_key(ruleset, players if players in numbers else max(numbers))]
        ruleset = ruleset.rpartition("+")[0]
    return None


def most_players(ruleset: str) -> int | None:
    """Return the largest number of players a ruleset is for, or nothing if there is no such ruleset."""
    numbers = [int(key.rpartition(" ")[2]) for key in brought_along() if key.rpartition(" ")[0] == ruleset]
    if numbers:
        return max(numbers)
    try:
        from tilelaw_play import RulesetError
    except ImportError:
        return None
    try:
        return find(ruleset).counts[-1]
    except (ImportError, RulesetError):
        return None


def write_facts(path: Path) -> None:
    """Write the facts of every ruleset that bundled cases are about; the same rules always give the same bytes."""
    from tilelaw.background import corpus
    from tilelaw_conformance import bundled_corpus

    pairs = sorted({(case.ruleset, case.players) for case in corpus(bundled_corpus()).cases})
    found = {_key(*pair): facts((), *pair) for pair in pairs}
    path.write_bytes(gzip.compress(json.dumps(found, separators=(",", ":")).encode("ascii"), mtime=0))


@cache
def brought_along() -> Mapping[str, Facts]:
    """Return the facts that have come with the wheel."""
    path = Path(__file__).with_name(FILE)
    if not path.is_file():
        return {}
    found: Mapping[str, Facts] = json.loads(gzip.decompress(path.read_bytes()))
    return found


def rulesets_brought_along() -> dict[str, tuple[int, ...]]:
    """Return the modes that the wheel knows, by name, each with its numbers of players."""
    found: dict[str, tuple[int, ...]] = {}
    for key in brought_along():
        name, _, players = key.rpartition(" ")
        if "+" not in name:
            found[name] = (*found.get(name, ()), int(players))
    return found


def _key(ruleset: str, players: int) -> str:
    return f"{ruleset} {players}"


def _made(ruleset: str, players: int) -> Facts | None:
    try:
        from tilelaw.looks import look_of
        from tilelaw_play import RulesetError
    except ImportError:  # only the suite is installed
        return None
    try:
        loaded = find(ruleset)
        return {"manifest": loaded.manifest(players), "look": look_of(loaded, players)}
    except ImportError:  # what the language needs is not installed
        return None
    except RulesetError:
        return None


@cache
def rules_digest() -> str:
    """Return a name for the rules and for the code that makes manifests of them."""
    import importlib.util

    names = ("tilelaw_spec", "tilelaw_dsl", "tilelaw_reference")
    specs = [importlib.util.find_spec(name) for name in names]
    folders = [Path(spec.origin).parent for spec in specs if spec and spec.origin]
    return digest_of_files(folders, (".py", ".rules", ".csv", ".lark", ".yaml"))
