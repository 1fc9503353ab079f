"""Which engine plays: the compiled one where it can, else the evaluator.

A module is kept in the user's cache, under a digest of its typed rules and of the compiler. Where `wasmtime` cannot be
imported the evaluator plays, and says so once; so it does, silently, where the compiler does not know some rule.
"""

from __future__ import annotations

import base64
import hashlib
import warnings
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import tilelaw_engine
from tilelaw_cache import JUNK, digest_of, digest_of_files, user_cache
from tilelaw_dsl import ir
from tilelaw_reference import Engine

if TYPE_CHECKING:
    from tilelaw_play.compiled import CompiledEngine


class EngineName(StrEnum):
    """The engines by name."""

    COMPILED = "compiled"
    EVALUATOR = "evaluator"


class TypedRules:
    """The typed rules of a game, as nodes or as JSON text: what is not there is made from the other when needed.

    Text from the cache is not read before that. If it turns out to be no game, `make` gives the nodes and the text.
    """

    def __init__(self, game: ir.Game | None, text: str = "", make: Callable[[], TypedRules] | None = None) -> None:
        self._game = game
        self._text = text
        self._make = make

    @property
    def game(self) -> ir.Game:
        """The rules as nodes."""
        if self._game is None:
            try:
                self._game = ir.from_json(self._text)
            except JUNK:
                if self._make is None:
                    raise
                made = self._make()
                self._game, self._text = made.game, made.text
        return self._game

    @property
    def text(self) -> str:
        """The rules as JSON."""
        if not self._text:
            self._text = ir.to_json(self.game)
        return self._text


def engine_of(rules: TypedRules, wanted: EngineName) -> Engine:
    """Return the engine that plays typed rules."""
    match wanted:
        case EngineName.EVALUATOR:
            return Engine(rules.game)
        case EngineName.COMPILED:
            return (_compiled(rules) if _has_wasmtime() else None) or Engine(rules.game)


@cache
def _has_wasmtime() -> bool:
    why = tilelaw_engine.without_wasmtime()
    if why:
        text = f"{why}: games are played by the evaluator, which is slower"
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    return not why


def _compiled(rules: TypedRules) -> CompiledEngine | None:
    # Imported here: without wasmtime it cannot be.
    from tilelaw_engine import BadModule, Host, Runner
    from tilelaw_play.compiled import CompiledEngine

    def playing(wasm: bytes) -> CompiledEngine:
        host = Host(wasm, digest, user_cache().below("code"))
        return CompiledEngine(Runner(host), lambda: rules.game)

    wasm = module_of(rules)
    digest = hashlib.sha256(rules.text.encode()).hexdigest()
    try:
        return None if wasm is None else playing(wasm)
    except BadModule:  # somebody has written to the cache what we have not made
        wasm = module_of(rules, anew=True)
        return None if wasm is None else playing(wasm)


def module_of(rules: TypedRules, *, anew: bool = False) -> bytes | None:
    """Return the module of typed rules, or nothing if they cannot be compiled; `anew` takes none from the cache."""
    store = user_cache()
    found = None if anew else _kept(store.get(_name(rules)))
    if found is None:
        found = _made(rules.game)  # before its name: it may find out that the text is none of ours
        store.put(_name(rules), base64.b64encode(found).decode())
    return found or None


def _name(rules: TypedRules) -> str:
    return f"module-{digest_of(rules.text, _compiler())}"


def _kept(text: str | None) -> bytes | None:
    """Return the module that a text of the cache stands for, if it stands for one."""
    try:
        return None if text is None else base64.b64decode(text, validate=True)
    except ValueError:
        return None


def _made(game: ir.Game) -> bytes:
    from tilelaw_engine import NotLowered, compile_game

    try:
        return compile_game(game).wasm
    except NotLowered:
        return b""


@cache
def _compiler() -> str:
    """Return a digest of the compiler."""
    return digest_of_files([Path(tilelaw_engine.__file__).parent], (".py",))
