"""The command line as its users meet it: output, exit status, and sentences instead of tracebacks."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tilelaw
from checkout import ROOT
from tilelaw.main import main

HOUSE = """option house/wide on origins/discovery
    title "Wide"
    set limit = 6
"""


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return exit status, output and error output of a command."""
    try:
        status = main(list(words))
    except SystemExit as stop:
        status = int(stop.code or 0)
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    return status, out.out, out.err


def test_rules_list_names_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("rules", "list", capsys=capsys)
    assert status == 0
    for name in ("origins/discovery", "origins/tribe", "ingenious/team", "kingdomino/classic"):
        assert name in out


def test_rules_show_resolves_layers(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("rules", "show", "origins/discovery", "--players", "2", "--resolved", capsys=capsys)
    assert status == 0
    assert "set limit" not in out
    assert "param limit: 3..9 = 7" in out
    assert "ask two.first-pick for choose of first(chiefs)" in out
    assert "terrain except volcanic" in out
    status, out, _ = run("rules", "show", "origins/discovery", "--players", "2", capsys=capsys)
    assert "within 7 by 7" in out
    assert "ask two.first-pick: choose" in out
    assert "takes effect at round > round.row" in out


def test_rules_show_one_rule_or_says_which_is_meant(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("rules", "show", "origins/discovery", "lava.range", capsys=capsys)
    assert status == 0
    assert "at most 3 squares from one crater" in out
    status, _, err = run("rules", "show", "origins/discovery", "lava.rnge", capsys=capsys)
    assert status == 2
    assert "did you mean `lava.range`?" in err


def test_lint_and_fmt_of_a_house_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wide.rules"
    path.write_text(HOUSE.replace("limit = 6", "limit  =  6  # wide"), encoding="utf-8")
    assert run("rules", "lint", str(path), capsys=capsys)[0] == 0
    assert run("rules", "fmt", "--check", str(path), capsys=capsys)[0] == 1
    assert run("rules", "fmt", str(path), capsys=capsys)[0] == 0
    assert path.read_text(encoding="utf-8") == HOUSE.replace("limit = 6", "limit = 6  # wide")
    assert run("rules", "fmt", "--check", str(path), capsys=capsys)[0] == 0
    status, out, _ = run("rules", "show", str(path), capsys=capsys)
    assert status == 0
    assert "limit = 6" in out


def test_lint_reports_as_text_and_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.rules"
    path.write_text(HOUSE.replace("limit", "limt").replace("6", "77"), encoding="utf-8")
    status, out, _ = run("rules", "lint", str(path), capsys=capsys)
    assert status == 1
    assert "did you mean `limit`?" in out
    assert "\n1 file: 1 error, 0 warnings\n" in out
    code = re.search(r"error\[(T\d+)\]", out)
    assert code is not None
    status, out, _ = run("rules", "lint", "--format", "json", str(path), capsys=capsys)
    assert status == 1
    (found,) = json.loads(out)
    assert found["code"] == code.group(1)
    assert found["place"]["line"] == 3
    status, out, _ = run("rules", "why", code.group(1).lower(), capsys=capsys)
    assert status == 0
    assert code.group(1) in out


def test_play_at_random_breaks_the_score_down_by_rule(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("play", "origins/discovery", "--players", "3", "--seed", "5", "--random", capsys=capsys)
    assert status == 0
    again = run("play", "origins/discovery", "--players", "3", "--seed", "5", "--random", capsys=capsys)[1]
    assert out == again
    rows = re.findall(r"^score\.region \w+ +(\d+) +(\d+) +(\d+)$", out, re.MULTILINE)
    totals = re.search(r"^total +(\d+) +(\d+) +(\d+)$", out, re.MULTILINE)
    assert len(rows) == 5
    assert totals is not None
    assert [sum(int(row[i]) for row in rows) for i in range(3)] == [int(n) for n in totals.groups()]
    assert "1. player" in out


def test_people_can_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "position.json"
    typed = ["help", "1", "undo", "undo", "nonsense", "99", '{"select": {"tile": 99}}', "why {}", "score", "1"]
    typed += [f"save {saved}", 'why {"select": {"tile": 1}}', "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    status, out, _ = run("play", "origins/discovery", "--players", "3", "--seed", "5", capsys=capsys)
    assert status == 0
    assert "There is nothing to take back." in out
    assert "is not JSON" in out
    position = json.loads(saved.read_text(encoding="utf-8"))
    assert tilelaw.load("origins/discovery").state(position).asks[0]["ask"] == "setup.first-pick"


def test_perft_counts_and_divides(capsys: pytest.CaptureFixture[str]) -> None:
    base = ("perft", "origins/discovery", "--players", "3", "--seed", "2", "--depth")
    assert run(*base, "0", capsys=capsys)[1] == "1\n"
    assert run(*base, "1", capsys=capsys)[1] == "4\n"
    assert run(*base, "3", capsys=capsys)[1] == "24\n"
    out = run(*base, "3", "--divide", capsys=capsys)[1]
    assert [line.split()[-1] for line in out.splitlines()] == ["6", "6", "6", "6", "24"]


OWARE = str(ROOT / "tests" / "strangers" / "oware.rules")
LAST_SEED = {"ruleset": "oware/abapa", "players": 2, "bowl": [{"at": [5, 1], "seeds": 1}]}


@pytest.mark.parametrize(
    ("given", "out", "err"),
    [
        (LAST_SEED | {"store": {"0": 24, "1": 23}, "asks": [{"ask": "sow", "player": 0}]}, "1\n", ""),
        (LAST_SEED | {"asks": [{"ask": "sow", "player": 0}]}, "1\n", "the invariant of `setup.seeds` does not hold"),
        (LAST_SEED | {"store": {"0": 24, "1": 23}}, "0\n", "no `asks`, so the game is over in it"),
        ({"start": LAST_SEED, "answers": []}, "", "is a history"),
    ],
    ids=["whole", "fragment", "over", "history"],
)
def test_a_position_from_a_file_is_looked_at(
    tmp_path: Path, given: dict[str, str], out: str, err: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(given), encoding="utf-8")
    _, counted, said = run("perft", OWARE, "--depth", "1", "--position", str(path), capsys=capsys)
    assert counted == out
    assert err in said if err else not said
    if "asks" in given:
        _, _, warned = run("draw", str(path), "--text", "--ruleset", OWARE, capsys=capsys)
        assert warned == said
    if "start" not in given:
        _, _, said = run("explain", OWARE, "--score", "--position", str(path), capsys=capsys)
        assert "asks" not in said


def test_explain_a_refusal_and_a_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.json"
    position = {
        "ruleset": "origins/discovery",
        "players": 3,
        "row": [{"tile": 6, "by": 0}],
        "territories": [[{"at": [1, 0], "terrain": "desert", "flames": 1}], [], []],
        "asks": [{"ask": "place", "player": 0}],
    }
    path.write_text(json.dumps(position), encoding="utf-8")
    where = ("explain", "origins/discovery", "--position", str(path))
    status, out, _ = run(*where, "--move", '{"place": {"a": [5, 5], "b": [6, 5]}}', capsys=capsys)
    assert status == 1
    assert "place.connects" in out
    assert "place.fits" in out
    assert "Pravidla napojování" in out
    status, out, _ = run(*where, "--move", '{"place": {"a": [0, 1], "b": [1, 1]}}', capsys=capsys)
    assert status == 0
    status, out, _ = run(*where, "--score", "--format", "json", capsys=capsys)
    assert status == 0
    assert "score.region" in out


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        (("play", "origins/dscovery"), 2, "did you mean `origins/discovery`?"),
        (("play", "origins/discovery", "--players", "7"), 2, "2, 3, 4 players"),
        (("play", "origins/discovery+herding"), 1, "stands on `origins/totem`"),
        (("play", "missing.rules"), 2, "there is no file"),
        (("play", "ingenious/solo", "--players", "2"), 2, "is for 1 player, not for 2"),
        (("perft", "origins/discovery", "--depth", "-1"), 2, "0 or more"),
        (
            ("perft", "origins/discovery", "--depth", "1", "--position", "missing.json"),
            2,
            "there is no file `missing.json`",
        ),
        (("explain", "origins/discovery", "--move", "{"), 2, "not JSON"),
        (("explain", "origins/discovery", "--move", "[]"), 2, "one action"),
        (("rules", "lint", "missing.rules"), 2, "there is no file"),
        (("rules", "fmt", "missing.rules"), 2, "there is no file `missing.rules`"),
        (("rules", "why", "T4144"), 2, "no diagnostic has the code `T4144`; did you mean `T414`?"),
        (("rules", "why", "x"), 2, "no diagnostic has the code `x`; a code looks like T414"),
        (("rules", "editions", "orgins"), 2, "did you mean `origins`?"),
        (("cases", "lint", "--cases", "missing"), 2, "there is no folder `missing`"),
        (("nonsense",), 2, "there is no command `tilelaw nonsense`; `tilelaw --help` lists all commands"),
        (("chek",), 2, "there is no command `tilelaw chek`; did you mean `check`?"),
        (("rules", "lnt"), 2, "there is no command `tilelaw rules lnt`; did you mean `lint`?"),
        (("cases", "shw"), 2, "there is no command `tilelaw cases shw`; did you mean `show`?"),
        (("check", "no/such/case"), 2, "no/such/case"),
        (("check", "origins/score", "--", "no-such-program"), 2, "no-such-program"),
    ],
)
def test_what_is_wrong_is_said_plainly(
    words: tuple[str, ...], status: int, part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out, err = run(*words, capsys=capsys)
    assert part in out + err
    assert found == status


def test_a_file_beside_is_suggested(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "house.rules").write_text(HOUSE, encoding="utf-8")
    status, _, err = run("rules", "lint", str(tmp_path / "huose.rules"), capsys=capsys)
    assert (status, err) == (
        2,
        f"error: there is no file `{tmp_path / 'huose.rules'}`; did you mean `{tmp_path / 'house.rules'}`?\n",
    )


def test_check_judges_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("check", "origins/score", "--inherited", "none", "--impl", "reference", capsys=capsys)
    assert status == 0
    assert re.search(r"(\d+) passed of \1 cases", out)


def test_check_finds_a_broken_implementation(capsys: pytest.CaptureFixture[str]) -> None:
    fake = Path(__file__).parents[1] / "conformance" / "fakes" / "always_legal.py"
    status, out, _ = run("check", "--quiet", "origins/place", "--", sys.executable, str(fake), capsys=capsys)
    assert status == 1
    assert "origins/place/rejects-overlap" in out
    assert "place.empty" in out


def test_the_protocol_is_served_on_standard_streams() -> None:
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "hello"},
        {"jsonrpc": "2.0", "id": 2, "method": "start", "params": {"ruleset": "origins/discovery", "players": 3}},
        {"jsonrpc": "2.0", "id": 3, "method": "juggle"},
        {"jsonrpc": "2.0", "id": 4, "method": "bye"},
        {"jsonrpc": "2.0", "id": 5, "method": "hello"},
    ]
    text = (
        "\n".join([*(json.dumps(r) for r in requests[:3]), "not json", *(json.dumps(r) for r in requests[3:])]) + "\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "tilelaw.main", "serve"], input=text, capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.stderr == ""
    assert [a.get("id") for a in answers] == [1, 2, 3, None, 4]
    assert answers[0]["result"]["protocol"] == 1
    assert answers[1]["result"]["state"]["asks"] == [{"shuffle": "box"}]
    assert answers[2]["error"]["code"] == -32601
    assert answers[3]["error"]["code"] == -32700


def test_players_see_only_what_they_may_see(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    _, out, _ = run("play", "ingenious/standard", "--players", "2", "--seed", "1", capsys=capsys)
    assert re.search(r"^Rack of player 1 +\[", out, re.MULTILINE)
    assert re.search(r"^Rack of player 2 +6$", out, re.MULTILINE)
