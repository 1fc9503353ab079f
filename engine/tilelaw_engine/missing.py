"""Whether there is a wasmtime: asked before anything is imported that needs one, so nothing here does."""

from __future__ import annotations


def without_wasmtime() -> str:
    """Return why there is no wasmtime on this machine; nothing if there is."""
    try:
        import wasmtime  # noqa: F401  # only to see whether it can be
    except (ImportError, OSError, RuntimeError) as error:  # not there, not for this machine, a part of it missing
        return f"wasmtime cannot be imported ({error})"
    return ""
