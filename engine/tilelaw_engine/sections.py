"""The custom sections of a module: what it says about itself besides its code."""

from __future__ import annotations

MAGIC = b"\0asm\1\0\0\0"


class BadModule(ValueError):
    """Bytes that are no module of ours: no WebAssembly, without its sections, or compiled from other rules."""


def sections(wasm: bytes) -> dict[str, bytes]:
    """Return the custom sections of a module by name."""
    if not wasm.startswith(MAGIC):
        raise BadModule("this is no WebAssembly module")
    found: dict[str, bytes] = {}
    at = len(MAGIC)
    while at < len(wasm):
        kind = wasm[at]
        size, start = _number(wasm, at + 1)
        at = start + size
        if at > len(wasm):
            raise BadModule("the module is cut off")
        if kind == 0:
            length, name = _number(wasm, start)
            found[wasm[name : name + length].decode(errors="replace")] = wasm[name + length : at]
    return found


def with_section(wasm: bytes, name: str, content: bytes) -> bytes:
    """Return a module with one more custom section."""
    body = _written(len(name.encode())) + name.encode() + content
    return wasm + b"\0" + _written(len(body)) + body


def _written(number: int) -> bytes:
    """Return a number, seven bits a byte, the lowest first."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _number(wasm: bytes, at: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, the lowest first, and the place behind it."""
    value = shift = 0
    while at < len(wasm) and shift < 35:
        byte = wasm[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at
    raise BadModule("the module is cut off")
