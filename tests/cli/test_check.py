"""`tilelaw check` as its users meet it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance.cases.test_corpus_reading import GOOD
from conformance.run.test_fakes import is_gone
from tilelaw.main import main
from tilelaw_conformance import ReportError, read_report

FAKES = Path(__file__).parents[1] / "conformance" / "fakes"
PICTURE = "origins/place/rejects-desert-below-grassland"
RIGHT = "origins/place/accepts-desert-below-desert"


def fake(name: str) -> list[str]:
    return [sys.executable, str(FAKES / f"{name}.py")]


def impl(name: str) -> str:
    return f"{name}={shlex.join(fake(name))}"


def check(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Return exit status and all output of `tilelaw check`."""
    try:
        status = main(["check", *words])
    except SystemExit as stop:
        status = int(stop.code or 0)
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    return status, out.out + out.err


def test_a_failure_is_told_with_one_command_that_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = check(capsys, PICTURE, RIGHT, "--", *fake("always_legal"))
    assert status == 1
    for part in (
        "A desert that only touches a grassland does not connect",
        "player 1 is asked: Where do you lay your domino?",
        "expected  ",
        "got       legal",
        "rule      place.connects  A half touches the hut or the same terrain",
        "cs 1. Průzkumná hra / ",
    ):
        assert part in out
    again = re.search(r"again +tilelaw check (.*)", out)
    assert again is not None
    assert again.group(1) == f"{PICTURE} -- {shlex.join(fake('always_legal'))}"
    status, out = check(capsys, *shlex.split(again.group(1)))
    assert status == 1
    assert "1 failed of 1 case" in out


def test_nothing_is_said_of_each_case_that_passed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = check(capsys, RIGHT, "--", *fake("always_legal"))
    assert status == 0
    first, second, of_what, third = out.splitlines()
    assert re.fullmatch(r"1 case \(protocol 1, corpus [0-9a-f]{12}\)", first)
    assert second.startswith("fake 1: 1 passed of 1 case in ")
    assert of_what == "  origins/discovery 4: legality 1 of 1"
    assert re.fullmatch(r"judged by 1 ruleset \(digest [0-9a-f]{12}\)", third)
    _, out = check(capsys, "-v", RIGHT, "--", *fake("always_legal"))
    assert f"passed     {RIGHT}" in out


def test_only_what_was_judged_counts_as_judged_by(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ingenious/place", "kingdomino/place", "--impl"]
    _, out = check(capsys, *words, "node-ingenious", "--inherited", "none")
    assert re.fullmatch(r"judged by 3 rulesets \(digest [0-9a-f]{12}\)", out.splitlines()[-1]), "2, 3 and 4 players"
    _, out = check(capsys, *words, "node-ingenious", "--ruleset", "ingenious/team")
    assert out.splitlines()[-1] == "judged by inheritance in 1 ruleset"


def test_a_missing_program_is_told_before_cases_are_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tilelaw.commands.check.sound_corpus", lambda _arguments: pytest.fail("cases are read"))
    status, out = check(capsys, RIGHT, "--impl", "one=no-such-program -x", "--impl", "two=/no/such")
    assert status == 2
    assert out.splitlines() == [
        "one: `no-such-program -x` cannot be started: No such file or directory",
        "what is wrong with it: tilelaw smoke -- no-such-program -x",
        "two: `/no/such` cannot be started: No such file or directory",
        "what is wrong with it: tilelaw smoke -- /no/such",
    ]


def test_several_implementations_in_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / f"report.{ending}" for ending in ("jsonl", "xml", "html")]
    options = [
        word for path, name in zip(files, ("jsonl", "junit", "html"), strict=True) for word in (f"--{name}", str(path))
    ]
    status, out = check(
        capsys, "origins/place", "--impl", impl("always_legal"), "--impl", impl("never_legal"), *options
    )
    assert status == 1
    assert "== always_legal" in out
    assert "== never_legal" in out
    assert f"--impl {shlex.quote(impl('always_legal'))}" in out
    lines = read_report(files[0])
    assert {line["implementation"] for line in lines if "case" in line} == {"always_legal", "never_legal"}
    assert files[1].read_text(encoding="utf-8").count("<testsuite ") == 2
    page = files[2].read_text(encoding="utf-8")
    assert "<svg" in page
    assert page.rstrip().endswith("</html>")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--impl", "x"], "--impl x: expected NAME=COMMAND"),
        (["--impl", "refrence"], "did you mean `reference`?"),
        (["--impl", "x="], "--impl x=: expected NAME=COMMAND"),
        (["--impl", "x='a"], "No closing quotation"),
        (["--impl", "x=a", "--impl", "x=b"], "two implementations are called x"),
        (["--impl", "x=a", "--", "b"], "either with --impl or after --"),
        (["--impl", "x=a", "--impl", "y=b", "--known", "f"], "--known f: expected NAME=FILE, with one of x, y"),
        (["--update-known"], "--update-known needs --known"),
        (["--impl", "reference", "--known", "missing.txt"], "missing.txt: cannot be read"),
        (["--game", "chess"], "there is no case of the game `chess`"),
        (["--ruleset", "origins/discovry"], "did you mean `origins/discovery`?"),
        (["--rule", "place.conects"], "did you mean `place.connects`?"),
        (["--basis", "rulings"], "did you mean `ruling`?"),
        (["--kind", "nonsense"], "invalid choice: 'nonsense'"),
        (["--cases", "no/such/folder"], "there is no folder `no/such/folder`"),
        (["--html", "/dev/null/x.html"], "/dev/null/x.html cannot be written"),
        (["--"], "there is no command after `--`"),
        (["--", "no-such-program"], "`no-such-program` cannot be started: No such file or directory"),
    ],
)
def test_what_is_wrong_with_the_words_is_said_plainly(
    words: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out = check(capsys, *words)
    assert status == 2
    assert part in out


def test_known_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "known.txt"
    run = [PICTURE, RIGHT, "--known", str(path)]
    command = ["--", *fake("always_legal")]
    reports = {name: tmp_path / name for name in ("all.jsonl", "badge.json")}
    files = ["--jsonl", str(reports["all.jsonl"]), "--badge", str(reports["badge.json"])]
    status, out = check(capsys, *run, *files, "--update-known", *command)
    assert status == 0
    assert "1 case known to fail" in out
    assert "red" not in json.loads(reports["badge.json"].read_text(encoding="utf-8"))["color"]
    lines = [json.loads(line) for line in reports["all.jsonl"].read_text(encoding="utf-8").splitlines()]
    assert [line["case"] for line in lines if line.get("known")] == [PICTURE]
    assert path.read_text(encoding="utf-8").splitlines()[1:] == [PICTURE]
    status, out = check(capsys, *run, *command)
    assert status == 0
    assert "known to fail: 1 case" in out
    path.write_text(f"{PICTURE}\n{RIGHT}\n", encoding="utf-8")
    status, out = check(capsys, *run, *command)
    assert status == 1
    assert f"known to fail, but passes now: {RIGHT}" in out
    path.write_text("origins/place/no-such\n", encoding="utf-8")
    status, out = check(capsys, *run, *command)
    assert status == 2
    assert "no case is called `origins/place/no-such`" in out


def test_known_failures_of_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "known.txt"
    path.write_text(f"{PICTURE}\n", encoding="utf-8")
    words = ["--impl", impl("always_legal"), "--impl", impl("by_table"), "--known", f"always_legal={path}"]
    status, _ = check(capsys, PICTURE, RIGHT, *words)
    assert status == 0


def test_rulings_that_are_left_out_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = check(capsys, "origins/lava", "--without", "ruling", "--impl", "reference", "--inherited", "none")
    assert status == 0
    assert "left out: " in out
    assert "  ruling  origins/lava/accepts-flight-over-a-gap  Lava flies over squares on which nothing lies" in out


@pytest.mark.parametrize("option", [["--isolate"], ["--shuffle", "3"], ["--validate"], ["--seconds", "5"]])
def test_ways_to_run(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status, out = check(capsys, PICTURE, RIGHT, *option, "--", *fake("by_table"))
    assert status == 0
    assert "2 passed of 2 cases" in out


@pytest.mark.long
def test_another_order_is_the_same_for_the_same_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def order(*words: str) -> list[str]:
        path = tmp_path / "report.jsonl"
        check(capsys, "origins/place", *words, "--jsonl", str(path), "--", *fake("always_legal"))
        return [line["case"] for line in read_report(path) if "case" in line]

    assert order("--shuffle", "1") == order("--shuffle", "1")
    assert order("--shuffle", "1") != order("--shuffle", "2")
    assert sorted(order("--shuffle", "1")) == sorted(order())


def test_cases_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cases" / "origins"
    folder.mkdir(parents=True)
    (folder / "test.yaml").write_text(GOOD, encoding="utf-8")
    status, out = check(capsys, "--cases", str(folder.parent), "--", *fake("always_legal"))
    assert status == 1
    assert f"again     tilelaw check origins/test/overlaps --cases {folder.parent} -- " in out
    (folder / "test.yaml").write_text(GOOD.replace("H  D0", "H  x0"), encoding="utf-8")
    status, out = check(capsys, "--cases", str(folder.parent))
    assert status == 2
    assert "origins/test.yaml:14:14: cases[0].given.territories[0]: `x0` begins with no known letter" in out


def test_a_case_of_an_unknown_ruleset_is_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cases" / "origins"
    folder.mkdir(parents=True)
    text = GOOD.replace("origins/discovery", "chess/standard").replace("H  D0\n          .  G0", "x")
    (folder / "test.yaml").write_text(text, encoding="utf-8")
    status, out = check(capsys, "--cases", str(folder.parent))
    assert status == 2
    assert "it does not claim (chess/standard for 4: 1)" in out


@pytest.mark.parametrize("name", ["crashing_at_start", "banner"])
def test_no_proper_hello_ends_with_status_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = check(capsys, RIGHT, "--", *fake(name))
    assert status == 2
    assert "no proper answer to hello" in out
    assert "what is wrong with it: tilelaw smoke -- " in out


# ---- the command as a process


PATIENT = 600
"""Seconds; long enough for any machine, however busy."""


def wait_for_text(path: Path) -> None:
    """Return when a file holds something, or when it has been waited for long enough."""
    deadline = time.monotonic() + PATIENT
    while time.monotonic() < deadline and not (path.exists() and path.read_text(encoding="utf-8")):
        time.sleep(0.02)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "tilelaw.main", "check", *words]


def test_an_interrupted_run_leaves_no_complete_report(tmp_path: Path) -> None:
    jsonl, html = tmp_path / "report.jsonl", tmp_path / "report.html"
    html.write_text("an old one", encoding="utf-8")
    words = command(PICTURE, RIGHT, "--jsonl", str(jsonl), "--html", str(html), "--", *fake("silent"))
    with subprocess.Popen(words, stdout=subprocess.PIPE) as running:
        wait_for_text(jsonl)
        running.kill()
    with pytest.raises(ReportError, match="truncated"):
        read_report(jsonl)
    assert not html.exists()


PERFT = ("perft", "kingdomino/classic", "--divide", "--depth", "1")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (signal.SIGINT, ("check", PICTURE)),
        (signal.SIGTERM, ("check", PICTURE)),
        (signal.SIGHUP, ("fuzz", "--ruleset", "kingdomino/classic")),
        (signal.SIGQUIT, PERFT),
    ],
)
def test_nothing_is_left_behind_when_the_run_is_told_to_stop(
    tmp_path: Path, number: signal.Signals, words: tuple[str, ...]
) -> None:
    note = tmp_path / "pid"
    line = [sys.executable, "-m", "tilelaw.main", *words, "--", *fake("parent"), str(note)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        wait_for_text(note)
        running.send_signal(number)
        running.send_signal(signal.SIGINT)  # impatience must not break off the ending
        assert running.wait(PATIENT) in (128 + number, 130, -signal.SIGINT)
        assert running.stderr
        assert running.stderr.read() == b""
    assert is_gone(int(note.read_text(encoding="utf-8")))


def test_the_status_counts_even_if_nobody_reads(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    read, write = os.pipe()
    os.close(read)
    words = command(PICTURE, "--jsonl", str(report), "--", *fake("always_legal"))
    done = subprocess.run(words, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")
    assert read_report(report)[-1]["status"] == 1


def test_starting_is_quick() -> None:
    """Without the language: that alone takes longer than starting may."""
    code = "import sys, tilelaw.main as m; m.build_parser(['check']); print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_report_for_machines_is_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.jsonl"
    check(capsys, PICTURE, "--jsonl", str(path), "--", *fake("always_legal"))
    head, *_ = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert head["selection"] == {"ids": [PICTURE]}
    assert head["rulesets"][0]["name"] == "origins/discovery"


def test_a_transcript_has_every_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lines.txt"
    status, _ = check(
        capsys, RIGHT, "--transcript", str(path), "--impl", impl("always_legal"), "--impl", impl("scorer")
    )
    assert status == 2, "the scorer has nothing to judge"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert {line[:2] for line in lines} == {"# ", "> ", "< "}
    sent = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    came = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert [each["method"] for each in sent[:3]] == ["hello", "judge", "bye"]
    assert [each["id"] for each in came][:3] == [each["id"] for each in sent][:3]
    assert sum(line.startswith("# start ") for line in lines) == 2
    assert check(capsys, RIGHT, "--transcript", "/dev/full", "--", *fake("always_legal"))[0] == 2


@pytest.mark.parametrize("words", [["origins/place/none@origins/totem:3"], ["--ruleset", "origins/none"]])
def test_what_nobody_knows_is_told_before_anything_is_started(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    status, out = check(capsys, *words, "--", sys.executable, "-c", "open('/nowhere/started')")
    assert status == 2
    assert "smoke" not in out


def test_a_ruleset_without_cases_of_its_own_is_judged_by_heirs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["kingdomino/score", "--ruleset", "kingdomino/mighty-duel+harmony", "--impl", "reference"]
    status, out = check(capsys, *words)
    assert status == 0
    assert "kingdomino/mighty-duel+harmony 2: results" in out
