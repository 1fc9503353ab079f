"""Modules at work: called as they are, bounded in time and memory, and never taken from where others can write."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from wasmtime import Trap, wat2wasm

from tilelaw_cache import Cache
from tilelaw_engine import BadModule, Host, machine
from tilelaw_engine.sections import sections, with_section

TEXT = """(module
    (memory (export "memory") 2)
    (func (export "add") (param i32 i32) (result i32) (i32.add (local.get 0) (local.get 1)))
    (func (export "next") (param i64) (result i64) (i64.add (local.get 0) (i64.const 1)))
    (func (export "write") (param i32 i32) (i32.store8 (local.get 0) (local.get 1)))
    (func (export "spin") (loop (br 0)))
    (func (export "stop") unreachable)
    (func (export "grow") (result i32) (memory.grow (i32.const 1)))
    (@custom "tilelaw.digest" "rules")
    (@custom "tilelaw.layout" "{}"))"""
WASM = bytes(wat2wasm(TEXT))
OTHER = bytes(wat2wasm(TEXT.replace("i32.add", "i32.sub")))


def made(cache: Cache, wasm: bytes = WASM) -> Host:
    return Host(wasm, "rules", cache)


def test_functions_take_and_give_numbers() -> None:
    one = made(Cache(None))
    add, following = one.function("add"), one.function("next", is_long=True)
    assert [add(3, 4), add(-3, -4), add(2**31 - 1, 0)] == [7, -7, 2**31 - 1]
    assert [following(2**40), following(-1)] == [2**40 + 1, 0]
    one.function("write")(100, 7)
    assert (one.memory[100], len(one.memory)) == (7, 2 * 65536)
    one.memory[200:203] = b"abc"
    assert bytes(one.memory[199:204]) == b"\0abc\0"


def test_memory_does_not_grow() -> None:
    assert made(Cache(None)).function("grow")() == -1


def test_a_trap_is_an_error_and_the_module_goes_on() -> None:
    one = made(Cache(None))
    for _ in range(2):
        with pytest.raises(Trap):
            one.function("stop")()
        assert one.function("add")(1, 2) == 3


def test_sections_are_read() -> None:
    assert sections(WASM) == {"tilelaw.digest": b"rules", "tilelaw.layout": b"{}"}
    more = with_section(WASM, "about", b"x" * 300)
    assert sections(more) == {**sections(WASM), "about": b"x" * 300}
    for wrong in (b"", b"\0asm", WASM[:-1], WASM[:9]):
        with pytest.raises(BadModule):
            sections(wrong)


def test_a_module_of_other_rules_is_refused() -> None:
    with pytest.raises(BadModule, match="other rules"):
        Host(WASM, "others", Cache(None))


def test_a_module_that_wants_something_is_refused() -> None:
    text = TEXT.replace("(module", '(module (import "env" "open" (func))')
    with pytest.raises(BadModule, match="outside"):
        made(Cache(None), bytes(wat2wasm(text)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('(memory (export "memory") 2)', "(memory 2)", "no memory"),
        ('"add"', '"plus"', "no function `add`"),
        ("(param i32 i32) (result i32)", "(param i32 i32 i64 i64 i64) (result i32)", "too much"),
        (
            "(result i32) (i32.add (local.get 0) (local.get 1))",
            f"(result{' i32' * 5}){' (local.get 0)' * 5}",
            "too much",
        ),
    ],
)
def test_a_module_that_is_not_ours_is_refused_before_it_is_called(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(BadModule, match=said):
        made(Cache(None), bytes(wat2wasm(TEXT.replace(old, new, 1)))).function("add")


def test_what_is_no_code_is_refused() -> None:
    with pytest.raises(BadModule, match="no module"):
        made(Cache(None), with_section(b"\0asm\1\0\0\0\1\1\xff", "tilelaw.digest", b"rules"))


# ---- machine code in the cache


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    """A cache that holds the machine code of both modules."""
    found = Cache(tmp_path / "cache")
    assert made(found).function("add")(5, 3) == 8
    assert made(found, OTHER).function("add")(5, 3) == 2
    assert len(list((tmp_path / "cache").iterdir())) == 2
    return found


@pytest.fixture
def compiled(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Notes from now on whenever code is written to the cache, that is, whenever it had to be compiled."""
    noted: list[int] = []
    monkeypatch.setattr(cache, "put_bytes", lambda _name, data: noted.append(len(data)))
    return noted


def files(cache: Cache) -> list[Path]:
    assert cache.folder is not None
    return sorted(cache.folder.iterdir())


def test_code_is_compiled_once(cache: Cache, compiled: list[int]) -> None:
    assert made(cache).function("add")(5, 3) == 8
    assert made(cache, OTHER).function("add")(5, 3) == 2
    assert compiled == []


def exchange(cache: Cache) -> None:
    one, other = files(cache)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def damage(cache: Cache) -> None:
    for path in files(cache):
        path.write_bytes(path.read_bytes()[:-1] + b"x")


def empty(cache: Cache) -> None:
    for path in files(cache):
        path.write_bytes(b"")


def open_to_the_group(cache: Cache) -> None:
    for path in files(cache):
        path.chmod(0o660)


def open_the_folder(cache: Cache) -> None:
    files(cache)[0].parent.chmod(0o770)


def link(cache: Cache) -> None:
    for path in files(cache):
        path.rename(path.with_suffix(".away"))
        path.symlink_to(path.with_suffix(".away"))


def give_away(cache: Cache) -> None:
    for path in files(cache):
        os.chown(path, 12345, -1)


ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.mark.parametrize(
    "spoil",
    [exchange, damage, empty, open_to_the_group, open_the_folder, link, pytest.param(give_away, marks=ROOT_ONLY)],
)
def test_what_cannot_be_trusted_is_compiled_again(
    spoil: Callable[[Cache], None], cache: Cache, compiled: list[int]
) -> None:
    spoil(cache)
    assert made(cache).function("add")(5, 3) == 8
    assert made(cache, OTHER).function("add")(5, 3) == 2
    assert len(compiled) == 2


def test_code_of_somebody_else_is_ignored(cache: Cache, compiled: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert made(cache).function("add")(5, 3) == 8
    assert len(compiled) == 1


def test_code_of_another_wasmtime_is_ignored(
    cache: Cache, compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "_host", lambda: "another")
    assert made(cache).function("add")(5, 3) == 8
    assert len(compiled) == 1
