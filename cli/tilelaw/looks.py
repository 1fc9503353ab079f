"""How the boards of a ruleset look: the look data that lie beside its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

import tilelaw_draw
import tilelaw_spec

if TYPE_CHECKING:
    from tilelaw_draw import BoardLook, Json
    from tilelaw_play import Ruleset

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def look(name: str) -> Mapping[str, Json]:
    """Return the look of a ruleset by its name; nothing is known about one that does not exist."""
    # The bundled ones are found by their names alone, without waiting for the language.
    path = _path(name.split("/")[0])
    if path.is_file():
        return _read(path)
    from tilelaw_play import RulesetError, load

    try:
        return look_of(load(name))
    except RulesetError:
        return {}


def look_of(ruleset: Ruleset) -> Mapping[str, Json]:
    """Return the look of the topmost layer's game that has one; boards without one are drawn plainly."""
    return next((_read(path) for path in map(_path, _games(ruleset)) if path.is_file()), {})


@cache
def boards(name: str) -> Mapping[str, BoardLook]:
    """Return the looks of the boards of a ruleset, by their keys in positions."""
    return tilelaw_draw.read_look(look(name)).boards


def _games(ruleset: Ruleset) -> Iterator[str]:
    yield from (name.split("/")[0] for name in ruleset.layers)
    for layer in ruleset.layers:
        yield from sorted({name.split("/")[0] for name in ruleset.book.library.below(layer)})


def _path(game: str) -> Path:
    return tilelaw_spec.root() / game / "look.yaml"


@cache
def _read(path: Path) -> Mapping[str, Json]:
    found: Mapping[str, Json] = yaml.load(path.read_text(encoding="utf-8"), _LOADER)
    return found
