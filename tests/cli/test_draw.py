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
GAME = "origins/end/whole-game-of-twelve-rounds"
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
        ((GAME, "--after", "109"), 2, "--after 109: 108 answers can be given"),
        ((GAME, "--after", "1", "--end"), 2, "not allowed with"),
        ((CASE, "--after", "1"), 1, "that move is illegal: place.empty"),
        ((CASE, "--language", "xx"), 2, "these rules have no texts in `xx`; there are cs, en, hu, pl, sk"),
        ((CASE, "--text", "--language", "cs"), 2, "--language is for pictures, not for --text"),
        (("origins/tribe", "--piece", "tile"), 2, "expected a kind and a name, such as caveman/hunter"),
        (("origins/tribe", "--piece", "caveman/hunte"), 2, "there is no caveman `hunte`: there are `hunter`"),
        (("origins/tribe", "--components", "tle"), 2, "there is no kind `tle`: there are `terrain`"),
        (("origins/trbe", "--board", "territory"), 2, "did you mean `origins/tribe`?"),
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
        ('{"start": {"players": 3}, "answers": []}', 2, "- is no position: it needs a `ruleset`"),
        ('{"start": {"ruleset": "origins/totem"}, "answers": 3}', 2, "- is no history: its `answers` are a list"),
        ('{"start": {"ruleset": "origins/totem"}, "answers": []}', 2, "expected the number of players"),
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


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_in_a_language_cropped_with_the_piece_itself(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(CASE, "--crop", "--ghost", "--language", "sk", capsys=capsys)
    assert status == 0
    assert {"hráč 1", "púšť"} <= {*words(out)}
    assert "hráč 2" not in words(out)
    assert "opacity" in out


def test_a_score_is_outlined(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("origins/score/pictured-territory-scores-32", "--crop", "--score", capsys=capsys)
    assert status == 0
    sums = [word.rpartition("= ")[2] for word in words(out) if "=" in word]
    assert sorted(map(int, sums)) == [2, 4, 6, 8, 12]


def test_a_game_at_its_end_and_on_the_way(capsys: pytest.CaptureFixture[str]) -> None:
    status, end, _ = run(GAME, "--end", capsys=capsys)
    assert status == 0
    assert "Nothing is asked: the game is over." in words(end)
    assert run(GAME, capsys=capsys)[1] == end
    status, text, _ = run(GAME, "--after", "6", "--text", capsys=capsys)
    assert status == 0
    assert text.endswith("is asked: Where do you lay your domino?\n")


def test_a_history(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    history = {"start": POSITION, "answers": [{"place": {"a": [2, 0], "b": [3, 0]}}]}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(history)))
    status, out, _ = run("-", "--after", "0", capsys=capsys)
    assert status == 0
    assert "stroke-dasharray" in out


@pytest.mark.parametrize(
    ("options", "title"),
    [
        (("--piece", "tile/47"), "P\u0142ytka domino 47"),
        (("--components", "caveman"), "Jaskiniowiec"),
        (("--board", "territory"), "Terytorium"),
    ],
)
def test_components(options: tuple[str, ...], title: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("origins/tribe", *options, "--language", "pl", capsys=capsys)
    assert status == 0
    assert ElementTree.fromstring(out)[0].text == title
