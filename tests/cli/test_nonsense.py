"""Whatever stands in a rules file or on the command line: a sentence and a status, never a traceback."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tilelaw.main import main

TEXTS = {
    "empty": b"",
    "binary": b"\xff\xfe\x00",
    "word": b"mode",
    "head": b"mode a/b\n",
    "no look": b'mode a/b\n    look "x.yaml"\n    players 2\n',
    "bare look": b"mode a/b\n    look x.yaml\n",
    "look above": b'mode a/b\n    look "../x.yaml"\n    players 2\n',
    "look outside": b'look "a.yaml"\n',
    "tabs": b"\t\tmode a/b",
    "large": b"a" * 200_000,
    "mark and line ends": b"\xef\xbb\xbfmode a/b\r\n    players 2\r\n",
    "brackets": b"(" * 400,
    "zeros": b"\0" * 40,
}


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> int:
    status = main(words)
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    assert out.out or out.err
    return status


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(TEXTS[name])
    for words in (
        ("rules", "lint"),
        ("rules", "show"),
        ("play",),
        ("check", "--inherited", "none", "--impl", "reference", "--ruleset"),
        ("cases", "list", "--ruleset"),
    ):
        assert run(*words, str(path), capsys=capsys) in (1, 2)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "+",
        "++",
        ":",
        ".rules",
        "x.rules:",
        "/",
        "a/b/c",
        "../..",
        ".",
        "origins/discovery++centre",
        "a\nb",
        "\0",
        "ä+ö",
    ],
)
def test_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("rules", "show", name, capsys=capsys) == 2
    assert run("cases", "list", "--ruleset", name, capsys=capsys) == 2


def test_folders_in_place_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "x.rules"
    folder.mkdir()
    for words in (("rules", "lint"), ("rules", "fmt"), ("rules", "show"), ("serve",), ("draw", "x.json", "--ruleset")):
        assert run(*words, str(folder), capsys=capsys) == 2


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_circle(path: Path) -> None:
    path.symlink_to(path.name)


def make_endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(50_000_000)


def make_utf16(path: Path) -> None:
    path.write_bytes('{"ruleset": "a/b"}'.encode("utf-16"))


FILES: dict[str, Callable[[Path], None]] = {
    "a pipe": make_pipe,
    "a circle of links": make_circle,
    "a device without an end": make_endless,
    "50 MB": make_large,
    "UTF-16": make_utf16,
    "a folder": Path.mkdir,
    "nothing": lambda _path: None,
}
READERS = [
    ("rules", "lint", "x.rules"),
    ("rules", "fmt", "x.rules"),
    ("rules", "show", "x.rules"),
    ("rules", "compile", "x.rules"),
    ("play", "x.rules", "--random"),
    ("perft", "x.rules", "--depth", "1"),
    ("serve", "x.rules"),
    ("draw", "x.json"),
    ("perft", "origins/discovery", "--depth", "1", "--position", "x.json"),
    ("cases", "list", "--ruleset", "x.rules"),
]


@pytest.mark.parametrize("what", FILES)
def test_files_that_are_none(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("x.rules", "x.json"):
        FILES[what](tmp_path / name)
    for words in READERS:
        assert run(*words, capsys=capsys) in (1, 2), words


def test_a_name_of_5000_letters(capsys: pytest.CaptureFixture[str]) -> None:
    name = "x" * 5_000
    for words in (*READERS, ("cases", "list", "--cases", "x.rules")):
        given = [name + Path(word).suffix if word.startswith("x.") else word for word in words]
        assert main(given) == 2, words
        out = capsys.readouterr()
        assert "Traceback" not in out.err
        assert len(out.out + out.err) < 6_000


def test_a_file_that_nobody_may_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.rules").write_text("mode a/b\n", encoding="utf-8")

    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr("os.open", refuse)
    assert main(["rules", "lint", str(tmp_path / "x.rules")]) == 2
    assert "it may not be read by you" in capsys.readouterr().err


def test_the_ending_of_a_rules_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.txt").write_text("mode a/b\n", encoding="utf-8")
    (tmp_path / "ours.rules").write_text("mode a/b\n", encoding="utf-8")
    assert main(["rules", "show", "origins/discovery+my.txt"]) == 2
    assert "rename it to `my.rules`" in capsys.readouterr().err
    assert main(["rules", "show", "ours"]) == 2
    assert "did you mean the file `ours.rules`?" in capsys.readouterr().err


@pytest.mark.parametrize("code", ["701", "t701", "T701", "[T701]"])
def test_a_code_is_known_however_it_is_written(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "why", code]) == 0
    assert capsys.readouterr().out.startswith("T701 ")
