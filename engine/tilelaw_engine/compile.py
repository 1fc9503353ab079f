"""Compiles the typed rules of a game to the bytes of a WebAssembly module."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_dsl.ir.text import to_json
from tilelaw_engine.lower.terms import OneByOne
from tilelaw_engine.rules.module import module_text
from tilelaw_engine.sections import with_section
from tilelaw_engine.shapes import Layout


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled game: the module, its text, the layout of its records, the addresses of its areas."""

    wasm: bytes
    text: str
    layout: Layout
    areas: dict[str, int]


def compile_game(game: ir.Game, *, is_shared: bool = False) -> Compiled:
    """Return the module of a game; the same rules give the same bytes.

    Definitions are functions of their own only where the module would else be too large, or where that is wanted.
    """
    text, layout, areas, _ = module_text(game, is_shared=is_shared)
    sections = {
        "tilelaw.layout": json.dumps({**layout, "areas": areas}, separators=(",", ":")),
        "tilelaw.digest": digest(game),
    }
    wasm = _assembled(text)
    for name, content in sections.items():
        wasm = with_section(wasm, name, content.encode())
    return Compiled(wasm, text, layout, areas)


def _assembled(text: str) -> bytes:
    # Imported here: what else is asked of the compiler is answered without it.
    from wasmtime import wat2wasm

    return bytes(wat2wasm(text))


def one_by_one(game: ir.Game) -> tuple[OneByOne, ...]:
    """Return the requirements that the module of a game tests for one candidate after another."""
    return module_text(game)[3]


def digest(game: ir.Game) -> str:
    """Return what tells the rules of a game from all others."""
    return hashlib.sha256(to_json(game).encode()).hexdigest()
