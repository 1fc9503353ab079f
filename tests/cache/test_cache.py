"""What is kept from one run to the next is never damaged, never too much, and never in the way."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilelaw_cache import Cache, digest_of, digest_of_files, user_cache
from tilelaw_cache import cache as module


def test_what_is_damaged_is_not_there(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put("x", "text")
    written = (tmp_path / "x").read_bytes()
    for damage in (b"", b"text", written[:-1], written + b"x", b"\xff" + written, written.replace(b"t", b"T")):
        (tmp_path / "x").write_bytes(damage)
        assert cache.get("x") is None
    cache.put("x", "text")
    assert cache.get("x") == "text"


def test_a_name_for_files_changes_with_each_of_them(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "a.py").write_text("a", encoding="utf-8")
    found = {digest_of_files([tmp_path], (".py",))}
    for name, text in (("below/b.py", "b"), ("below/b.py", "c"), ("c.py", "c"), ("d.txt", "d")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        found.add(digest_of_files([tmp_path], (".py",)))
    assert len(found) == 4


def test_a_cache_that_cannot_be_used_is_not_in_the_way(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for cache in (Cache(None), Cache(file / "folder")):
        cache.put("x", "text")
        assert cache.get("x") is None


def test_what_is_no_plain_file_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # whoever opened it would wait for ever
    assert [Cache(tmp_path).get(name) for name in ("folder", "pipe")] == [None, None]


def test_a_cache_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 8)
    cache = Cache(tmp_path)
    for i in range(50):
        cache.put(str(i), "x")
    assert len(list(tmp_path.iterdir())) <= 8
    assert cache.get("49") == "x"


def test_what_is_used_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_FILES", 8)
    cache = Cache(tmp_path)
    for i in range(8):
        cache.put(str(i), "x")
        os.utime(tmp_path / str(i), (i, i))
    assert cache.get("0") == "x"
    assert cache.get_trusted("1") is not None
    cache.put("8", "x")
    assert {path.name for path in tmp_path.iterdir()} == set("0145678")


def test_the_cache_of_a_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TILELAW_CACHE", str(tmp_path))
    user_cache().put("x", "text")
    assert user_cache().get("x") == "text"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    monkeypatch.setenv("TILELAW_CACHE", "")
    user_cache().put("y", "text")
    assert user_cache().get("x") is None
    assert digest_of("ab", "c") != digest_of("a", "bc")
