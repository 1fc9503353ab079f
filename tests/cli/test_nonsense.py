"""Whatever stands in a rules file or on the command line: a sentence and a status, never a traceback."""

from __future__ import annotations

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
        ("check", "--ruleset"),
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
