"""Compiles the typed rules of a game to the bytes of a WebAssembly module."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import wasmtime

from tilelaw_dsl import ir
from tilelaw_dsl.ir.text import to_json
from tilelaw_engine.layout import Layout
from tilelaw_engine.rules.module import module_text


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled game: the module, its text, the layout of its records, the addresses of its areas."""

    wasm: bytes
    text: str
    layout: Layout
    areas: dict[str, int]


def compile_game(game: ir.Game) -> Compiled:
    """Return the module of a game; the same rules give the same bytes."""
    text, layout, areas = module_text(game)
    sections = {
        "tilelaw.layout": json.dumps({**layout, "areas": areas}, separators=(",", ":")),
        "tilelaw.digest": digest(game),
    }
    wasm = bytes(wasmtime.wat2wasm(text))
    for name, content in sections.items():
        wasm = with_section(wasm, name, content.encode())
    return Compiled(wasm, text, layout, areas)


def digest(game: ir.Game) -> str:
    """Return what tells the rules of a game from all others."""
    return hashlib.sha256(to_json(game).encode()).hexdigest()


def with_section(wasm: bytes, name: str, content: bytes) -> bytes:
    """Return a module with one more custom section."""
    body = _length(len(name.encode())) + name.encode() + content
    return wasm + b"\0" + _length(len(body)) + body


def _length(number: int) -> bytes:
    """Return a number as WebAssembly writes lengths: seven bits in a byte."""
    written = bytearray()
    while number >= 128:
        written.append(number & 127 | 128)
        number >>= 7
    written.append(number)
    return bytes(written)
