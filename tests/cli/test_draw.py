"""`tilelaw draw`: pictures of cases and positions, and sentences instead of tracebacks."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tilelaw.main import main

CASE = "origins/place/rejects-overlap"
POSITION: dict[str, Any] = {
    "ruleset": "origins/discovery",
    "players": 3,
    "row": [{"tile": 6, "by": 0}],
    "territories": [[{"at": [1, 0], "terrain": "desert", "flames": 1}], [], []],
    "asks": [{"ask": "place", "player": 0}],
}


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return exit status, output and error output of a command."""
    try:
        status = main(["draw", *words])
    except SystemExit as stop:
        status = int(stop.code or 0)
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    return status, out.out, out.err


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION), encoding="utf-8")
    return path


def test_a_case_with_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(CASE, capsys=capsys)
    assert (status, err) == (0, "")
    root = ElementTree.fromstring(out)
    assert root[0].text
    assert "player 1 is asked" in (root[1].text or "")
    assert "stroke-dasharray" in out


def test_a_position(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "x.svg"
    assert run(str(saved), "-o", str(target), capsys=capsys) == (0, "", "")
    written = target.read_text(encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(POSITION)))
    assert run("-", capsys=capsys) == (0, written, "")
    assert ElementTree.fromstring(written)[0].text == "Kingdomino Origins: Discovery"
    assert "stroke-dasharray" not in written


def test_text_and_names(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(str(saved), "--text", "--names", "Anna,Berta,Cyril", capsys=capsys)
    assert status == 0
    assert out.startswith("Row  6 [D0 L0] Anna\n")
    assert out.endswith("Anna is asked: Where do you lay your domino?\n")


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (("origins/place/rejects-ovrlap",), 2, "did you mean `origins/place/rejects-overlap`?"),
        (("x",), 2, "no case is called `x`, and there is no such file"),
        (("missing.json",), 2, "there is no file `missing.json`"),
        ((CASE, "--width", "20"), 2, "at least 200 wide"),
        ((CASE, "--names", "Anna"), 2, "4 players, but 1 name"),
        ((CASE, "-o", "no/such/folder/x.svg"), 2, "cannot write no/such/folder/x.svg"),
        ((), 2, "required"),
    ],
)
def test_what_is_wrong_is_said(
    words: tuple[str, ...], status: int, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = run(*words, capsys=capsys)
    assert out == ""
    assert part in err
    assert found == status


@pytest.mark.parametrize(
    ("given", "status", "part"),
    [
        ("{", 2, "- is not JSON"),
        ("[]", 2, "- is no position: it needs a `ruleset`"),
        ('{"ruleset": 3}', 2, "- is no position: it needs a `ruleset`"),
        ('{"ruleset": "origins/discvery"}', 2, "did you mean `origins/discovery`?"),
        ('{"ruleset": "origins/discovery"}', 2, "expected the number of players"),
        ('{"ruleset": "origins/discovery", "players": 3, "rows": []}', 2, "rows"),
        (
            '{"ruleset": "origins/discovery", "players": 3, "territories": [[{"at": [1, 0], "terrain": "dessert"}]]}',
            2,
            "did you mean `desert`?",
        ),
        ('{"ruleset": "origins/discovery", "players": 3, "territories": [[{"at": [99, 0]}]]}', 2, "territories"),
    ],
)
def test_positions_that_do_not_fit(
    given: str, status: int, part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    found, out, err = run("-", capsys=capsys)
    assert out == ""
    assert part in err
    assert found == status
