"""A module at work in this process: records in, records out.

One call does all it can, for a call costs more than most of what it asks for: `step` makes a move and lists the next.
Functions are called without wasmtime's checks, through one array of raw values that is used again and again; the
module imports nothing, so nothing can be called back meanwhile. Memory is bounded by what the module has at the
beginning, and time by the rules themselves: every question has a bound on its steps before anybody plays, and what is
done between two of them is counted by the module (`tilelaw_dsl.check.costs`).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import NoReturn, TypeAlias

from wasmtime import Func, Instance, Memory, Module, Store, Trap, WasmtimeError
from wasmtime import _ffi as ffi

from tilelaw_cache import Cache
from tilelaw_engine.machine import LastingStore, machine_code, new_engine
from tilelaw_engine.sections import BadModule, sections

DIGEST = "tilelaw.digest"
MOST_MEMORY = 256 * 1024 * 1024

Call: TypeAlias = Callable[..., int]
"""A function of the module; all its parameters and its result are whole numbers."""


MOST_VALUES = 4
"""A function takes and gives so many numbers at most."""
RAW = 2
"""How many numbers of 64 bits a raw value takes."""
_ADDRESS = ctypes.c_void_p
_CALL = ffi.dll["wasmtime_func_call_unchecked"]  # another one than wasmtime's own, which wants pointers
_CALL.restype = _ADDRESS
"""It is told no types: its parameters are made once for each function, which would take longer than the call."""


class Host:
    """An instance of a module, and its memory."""

    def __init__(self, wasm: bytes, digest: str, cache: Cache) -> None:
        """Make a module ready that was compiled from the rules of this digest."""
        said = sections(wasm)
        if said.get(DIGEST, b"").decode(errors="replace") != digest:
            raise BadModule("the module was compiled from other rules")
        self.said = said
        self.engine = new_engine()
        self._store = LastingStore(self.engine)
        self._store.set_limits(memory_size=MOST_MEMORY, instances=1, memories=1)
        try:
            exports = _instance(self._store, machine_code(self.engine, wasm, cache)).exports(self._store)
        except WasmtimeError as error:
            raise BadModule(f"this is no module: {error}") from error
        memory = exports.get("memory")
        if not isinstance(memory, Memory):
            raise BadModule("the module has no memory")
        # What the module has now is all that it ever gets: the view below must not move.
        self._store.set_limits(memory_size=memory.data_len(self._store))
        self.memory = memoryview(memory.get_buffer_ptr(self._store)).cast("B")
        self._functions = {name: export for name, export in exports.items() if isinstance(export, Func)}

    def function(self, name: str, *, is_long: bool = False) -> Call:
        """Return a function of the module; `is_long` if its result is one of 64 bits."""
        values, call = self.prepared(name, is_long=is_long)

        def called(*numbers: int) -> int:
            for place in range(1, len(numbers)):
                values[place * RAW] = numbers[place]
            return call(numbers[0] if numbers else 0)

        return called

    def bound(self, name: str, *numbers: int) -> Callable[[], int]:
        """Return a function of the module that is always called with the same numbers."""
        values, call = self.prepared(name)
        for place, number in enumerate(numbers):
            values[place * RAW] = number
        return partial(call, numbers[0])

    def prepared(self, name: str, *, is_long: bool = False) -> tuple[memoryview[int], Callable[[int], int]]:
        """Return the values that a function is called with, `RAW` numbers each, and what calls it with the first."""
        raw = (ffi.wasmtime_val_raw_t * MOST_VALUES)()
        values = memoryview(raw).cast("B").cast("q")
        result = values if is_long else memoryview(raw).cast("B").cast("i")
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        own = self._function(name)._func
        context = _ADDRESS.from_buffer(self._store._context()).value
        function, at_values, at_trap = (_ADDRESS.from_param(ctypes.addressof(one)) for one in (own, raw, trap))
        size = ctypes.c_size_t.from_param(len(raw))
        made = partial(_CALL, _ADDRESS.from_param(context), function, at_values, size, at_trap)

        def call(first: int) -> int:
            values[0] = first  # where the result of the last call stands
            error = made()
            if error or trap:
                self._fail(error, trap)
            return result[0]

        return values, call

    def _function(self, name: str) -> Func:
        """Return a function by its name, if its numbers have room: nobody else looks at how many it takes and gives."""
        if name not in self._functions:
            raise BadModule(f"the module has no function `{name}`")
        found = self._functions[name]
        type_ = found.type(self._store)
        if max(len(type_.params), len(type_.results)) > MOST_VALUES:
            raise BadModule(f"the function `{name}` takes or gives too much")
        return found

    def _fail(self, error: int | None, trap: ctypes._Pointer[ffi.wasm_trap_t]) -> NoReturn:
        """Raise what stopped a call; the module is as before, but what it was writing is of no use."""
        if error:
            raise WasmtimeError._from_ptr(ctypes.POINTER(ffi.wasmtime_error_t).from_buffer(_ADDRESS(error)))
        found = Trap._from_ptr(ctypes.POINTER(ffi.wasm_trap_t).from_buffer_copy(trap))
        ctypes.memset(ctypes.byref(trap), 0, ctypes.sizeof(trap))
        raise found


def _instance(store: Store, module: Module) -> Instance:
    if module.imports:
        raise BadModule("the module wants something from outside")
    return Instance(store, module, [])
