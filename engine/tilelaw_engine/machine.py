"""From a module to machine code, which is kept in the user's cache.

Machine code is as dangerous as a program. It is taken from the cache only where nobody but the user can have written
it, and only if the file says that it is what its name says: that it was made from this module, by this wasmtime, for
this machine, and that nothing has happened to it since. Otherwise the module is compiled again, which always works.
"""

from __future__ import annotations

import ctypes
import hashlib
import platform
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import wasmtime
from wasmtime import Config, Engine, Module, Store, WasmtimeError
from wasmtime import _ffi as ffi

from tilelaw_cache import Cache, digest_of

Delete: TypeAlias = Callable[..., None]
"""A function of wasmtime's library that takes what is to be deleted."""

FORM = "2"
"""Changes with the options below and with the form of the files."""


_DELETE_ENGINE, _DELETE_STORE = ffi.dll["wasm_engine_delete"], ffi.dll["wasmtime_store_delete"]
_DELETE_ENGINE.restype = _DELETE_STORE.restype = None


class LastingEngine(Engine):
    """An engine of wasmtime that may be deleted when Python has already taken wasmtime's modules apart.

    So it happens where something that outlives all modules (`sys.excepthook` is one) knows a game. What is called then
    must be known to the function itself: the names of a module stand for nothing any more.
    """

    def _delete(self, ptr: ctypes._Pointer[ffi.wasm_engine_t], delete: Delete = _DELETE_ENGINE) -> None:
        delete(ptr)


class LastingStore(Store):
    """A store of wasmtime that may be deleted as late."""

    def _delete(self, ptr: ctypes._Pointer[ffi.wasmtime_store_t], delete: Delete = _DELETE_STORE) -> None:
        delete(ptr)


def new_engine() -> LastingEngine:
    """Return an engine of wasmtime."""
    config = Config()
    config.cranelift_opt_level = "speed"
    return LastingEngine(config)


def machine_code(engine: Engine, wasm: bytes, cache: Cache) -> Module:
    """Return a module as machine code, from the cache if it is there."""
    name = f"code-{digest_of(wasm, _host())}"
    code = _checked(name, cache.get_trusted(name))
    if code is not None:
        try:
            return Module.deserialize(engine, code)
        except WasmtimeError:
            pass  # another build of wasmtime under the same version
    module = Module(engine, wasm)
    made = bytes(module.serialize())
    cache.put_bytes(name, _head(name, made) + made)
    return module


@lru_cache(maxsize=1)
def _host() -> str:
    """Return all that machine code depends on besides its module; wasmtime itself looks at the processor."""
    # The folder beside the package says the version at once; its metadata would have to be parsed.
    package = Path(wasmtime.__file__).parent
    versions = sorted(path.name for path in package.parent.glob("wasmtime-*.dist-info"))
    return digest_of(FORM, str(package), *versions, sys.platform, platform.machine())


def _head(name: str, code: bytes) -> bytes:
    return f"{name} {hashlib.sha256(code).hexdigest()}\n".encode()


def _checked(name: str, data: bytes | None) -> bytes | None:
    head, _, code = (data or b"").partition(b"\n")
    return code if data and head + b"\n" == _head(name, code) else None
