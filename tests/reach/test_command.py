"""`tilelaw cases reach`: games that lead to positions are found, written, kept while they are right, and examined."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tilelaw.main import main
from tilelaw_conformance import bundled_corpus, read_report

CASE = """\
title: Some cases
cases:
  - id: origins/own/rejects-overlap
    title: A domino is not laid over another
    ruleset: origins/discovery
    players: 4
    rules: [place.empty]
    basis: ruling
    why: One half would lie on the desert
    since: "0.1"
    given:
      territories:
        - H D0 D0
      row:
        - {tile: 7, by: 0}
      asks:
        - {ask: place, player: 0}
    when: {place: {a: [1, 1], b: [1, 0]}}
    then:
      illegal: [place.empty]
"""
COVERED = """\
title: A position that no game has
cases:
  - id: ingenious/own/covers-a-printed-symbol
    title: A tile lies on a printed symbol
    ruleset: ingenious/standard
    players: 2
    rules: [place.free]
    basis: ruling
    why: Nothing is placed there
    since: "0.1"
    given:
      plan:
        - {at: [0, -5], symbol: green}
        - {at: [0, -4], symbol: blue}
      racks:
        - [red_green]
      asks:
        - {ask: place, player: 0}
    when: {place: {tile: red_green, a: [4, 0], b: [3, 0]}}
    then:
      legal: true
"""
NEVER = "    constructed: Nobody plays like that\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "origins").mkdir()
    (tmp_path / "origins" / "own.yaml").write_text(CASE, encoding="utf-8")
    return tmp_path


def reach(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["cases", "reach", "--cases", str(folder), "--jobs", "1", *words])
    return status, capsys.readouterr().out


def witnesses(folder: Path, topic: str = "origins/own") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "witnesses" / f"{topic}.json").read_text(encoding="utf-8"))
    return found


def test_a_game_is_found_kept_and_examined(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = reach(own, capsys, "--check")
    assert status == 1
    assert "origins/own/rejects-overlap: no game is known that leads to its position; say why" in out

    status, out = reach(own, capsys)
    assert (status, out.splitlines()[-1]) == (0, "100.0 % can be judged by replay alone")
    found = witnesses(own)["origins/own/rejects-overlap"]["answers"]
    assert found[0]["shuffle"] == "box"
    assert {"place": {"a": [1, 0], "b": [2, 0]}} in found

    assert reach(own, capsys, "--check")[0] == 0

    # An implementation that only replays judges the case by that game.
    child = bundled_corpus().parents[2] / "adapters" / "replay_python"
    assert main(["check", "--cases", str(own), "-q", "--", sys.executable, str(child)]) == 0
    assert "1 passed of 1 case" in capsys.readouterr().out


REPLAYS = """\
import json, sys
HELLO = {"name": "x", "version": "1", "protocol": 1, "rulesets": [{"name": "origins/discovery", "players": [4]}],
         "methods": ["judge"], "levels": ["legality"], "positions": ["history"], "steps": "ask"}
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] != "hello" and sys.argv[1] == "crashes":
        sys.exit(3)
    result = HELLO if request["method"] == "hello" else {"legal": True}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.mark.parametrize(("how", "verdict"), [("wrong", "failed"), ("crashes", "crashed")])
def test_reports_say_how_a_position_was_reached(
    how: str, verdict: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reach(own, capsys)[0] == 0
    number = len(witnesses(own)["origins/own/rejects-overlap"]["answers"])
    program, lines, page = own / "replays.py", own / "report.jsonl", own / "report.html"
    program.write_text(REPLAYS, encoding="utf-8")
    files = ["--jsonl", str(lines), "--html", str(page)]
    assert main(["check", "--cases", str(own), "-q", *files, "--", sys.executable, str(program), how]) == 1
    told = f"by {number} answers; `tilelaw cases export origins/own/rejects-overlap` lists them as history"
    assert f"  reached   {told}\n" in capsys.readouterr().out
    judged = next(line for line in read_report(lines) if "case" in line)
    assert (judged["verdict"], judged["replayed"]) == (verdict, number)
    assert f"<dt>reached</dt><dd>{told}" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda answers: answers[:-1], "its witness leads to another position"),
        (lambda answers: [*answers, {"place": {"a": [0, 0], "b": [1, 0]}}], "an answer of its witness is illegal"),
        (lambda answers: [*answers, {"plaice": {}}], "an answer of its witness is illegal"),
    ],
)
def test_a_wrong_witness_is_told_and_replaced(
    change: Any, told: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reach(own, capsys)[0] == 0
    entries = witnesses(own)
    right = entries["origins/own/rejects-overlap"]["answers"]
    entries["origins/own/rejects-overlap"]["answers"] = change(right)
    (own / "witnesses" / "origins" / "own.json").write_text(json.dumps(entries), encoding="utf-8")
    status, out = reach(own, capsys, "--check")
    assert (status, out.splitlines()[0]) == (1, f"origins/own/rejects-overlap: {told}")
    assert reach(own, capsys)[0] == 0
    assert witnesses(own)["origins/own/rejects-overlap"]["answers"] == right


def test_what_is_right_is_kept(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also a game that the search would not find, and also if a new search finds nothing."""
    assert reach(own, capsys)[0] == 0
    found = witnesses(own)
    other = json.loads(json.dumps(found))
    order = other["origins/own/rejects-overlap"]["answers"][0]["order"]
    order[-2:] = order[:-3:-1]
    assert other != found
    (own / "witnesses" / "origins" / "own.json").write_text(json.dumps(other), encoding="utf-8")
    assert reach(own, capsys)[0] == 0
    assert witnesses(own) == other
    assert reach(own, capsys, "--again", "--seconds", "0.000001")[0] == 0
    assert witnesses(own) == other
    assert reach(own, capsys, "--again")[0] == 0
    assert witnesses(own) == found


@pytest.mark.long
def test_nothing_is_found_where_the_expectation_is_wrong(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = CASE.replace("illegal: [place.empty]", "legal: true")
    (own / "origins" / "own.yaml").write_text(text, encoding="utf-8")
    status, out = reach(own, capsys, "--seconds", "2")
    assert status == 1
    assert "(the position was met, but what is expected does not hold there)" in out
    assert not (own / "witnesses").exists()


def test_what_is_expected_must_hold_there(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reach(own, capsys)[0] == 0
    text = CASE.replace("[place.empty]", "[place.fits]")
    (own / "origins" / "own.yaml").write_text(text, encoding="utf-8")
    status, out = reach(own, capsys, "--check")
    assert status == 1
    assert "what it expects does not hold where its witness leads" in out


def test_a_case_is_either_reached_or_constructed(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own / "origins" / "own.yaml"
    path.write_text(CASE.replace("    when:", NEVER + "    when:"), encoding="utf-8")
    status, out = reach(own, capsys)
    assert (status, out.splitlines()[-1]) == (1, "too few: at least 80 % are wanted")
    assert not (own / "witnesses").exists(), "it is not even searched"
    status, out = reach(own, capsys, "--again")
    assert (status, "it is said to be `constructed`, but there is a witness" in out) == (1, True)
    path.write_text(CASE, encoding="utf-8")
    assert reach(own, capsys, "--check")[0] == 0
    path.write_text(CASE.replace("rejects-overlap", "rejects-overlaps"), encoding="utf-8")
    status, out = reach(own, capsys, "--check")
    assert "origins/own/rejects-overlap: there is a witness, but no case of that id that needs one" in out


@pytest.mark.long
def test_no_game_is_sought_that_covers_what_the_board_shows(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "ingenious").mkdir()
    (own / "ingenious" / "own.yaml").write_text(COVERED, encoding="utf-8")
    status, out = reach(own, capsys, "ingenious/own", "--seconds", "1")
    assert status == 1
    assert "ingenious/own/covers-a-printed-symbol: no game is known that leads to its position" in out


def test_a_position_that_no_pieces_make_is_given_up(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No domino has two volcanoes."""
    text = CASE.replace("- H D0 D0", "- H D0 V3 V3 V3")
    (own / "origins" / "own.yaml").write_text(text, encoding="utf-8")
    status, out = reach(own, capsys, "--seconds", "20")
    assert status == 1
    assert "(no pieces of the game cover a board that is named)" in out


@pytest.mark.parametrize("words", [["--jobs", "0"], ["--seconds", "0"], ["--seconds", "nan"], ["no/such"]])
def test_nonsense_is_told(words: list[str], own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "reach", "--cases", str(own), *words]) == 2
    assert capsys.readouterr().err.startswith("error: ")
