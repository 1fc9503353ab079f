"""Machine code is read only where nobody but the user can have written it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tilelaw_cache import Cache


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cache with one file."""
    Cache(tmp_path / "cache").put_bytes("code", b"code")
    return tmp_path / "cache"


def read(folder: Path) -> bytes | None:
    return Cache(folder).get_trusted("code")


def test_what_the_user_has_written_is_read(folder: Path) -> None:
    assert read(folder) == b"code"
    assert Cache(folder).get_trusted("none") is None
    assert Cache(None).get_trusted("code") is None


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_ignored(mode: int, folder: Path) -> None:
    (folder / "code").chmod(mode)
    assert read(folder) is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o1777])
def test_a_folder_that_others_can_write_is_ignored(mode: int, folder: Path) -> None:
    folder.chmod(mode)
    assert read(folder) is None


def test_links_are_not_followed(folder: Path, tmp_path: Path) -> None:
    (folder / "code").rename(folder / "other")
    (folder / "code").symlink_to(folder / "other")
    assert read(folder) is None
    (folder / "code").unlink()
    (folder / "other").rename(folder / "code")
    assert read(folder) == b"code"
    (tmp_path / "link").symlink_to(folder)
    assert read(tmp_path / "link") is None


def test_what_is_no_file_is_ignored(folder: Path) -> None:
    (folder / "code").unlink()
    os.mkfifo(folder / "code")
    assert read(folder) is None
    (folder / "code").unlink()
    (folder / "code").mkdir()
    assert read(folder) is None


def test_the_file_of_somebody_else_is_ignored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert read(folder) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("part", ["", "code"])
def test_what_was_given_away_is_ignored(part: str, folder: Path) -> None:
    os.chown(folder / part, 12345, -1)
    assert read(folder) is None
