"""What strangers, full disks and odd files do to `tilelaw check`: a sentence, and never more."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cli.test_check import PICTURE, RIGHT, check, fake
from tilelaw.main import main
from tilelaw_play.serve import Server

LEGAL = fake("always_legal")
GOOD = Path(__file__).parents[2] / "conformance" / "tilelaw_conformance" / "corpus" / "origins" / "rank.yaml"


def run(*words: str, stdout: str = "") -> tuple[int, str]:
    """Return exit status and standard error of a command of its own; its output may go to a file."""
    with open(stdout or os.devnull, "w", encoding="utf-8") as target:
        command = [sys.executable, "-m", "tilelaw.main", *words]
        done = subprocess.run(command, stdout=target, stderr=subprocess.PIPE, text=True, check=False, timeout=120)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


# ---- reports


@pytest.mark.parametrize("option", ["--jsonl", "--junit", "--html", "--badge"])
def test_a_link_and_a_device_stay_what_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    assert check(capsys, RIGHT, option, str(link), "--", *LEGAL)[0] == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") not in ("", "old")
    assert check(capsys, RIGHT, option, "/dev/null", "--", *LEGAL)[0] == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("option", ["--jsonl", "--junit"])
def test_a_pipe_is_written_to_its_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    status, out = check(capsys, RIGHT, option, str(pipe), "--", *LEGAL)
    assert (status, "pipe cannot be written: No such device or address" in out) == (2, True), "nobody reads"
    read: list[str] = []

    def listen() -> None:
        read.append(pipe.read_text(encoding="utf-8"))

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    time.sleep(0.2)  # until it waits for a writer
    assert check(capsys, RIGHT, option, str(pipe), "--", *LEGAL)[0] == 0
    thread.join(timeout=30)
    assert RIGHT.rpartition("/")[2] in read[0]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_two_reports_have_two_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, link = tmp_path / "report", tmp_path / "link"
    link.symlink_to(path)
    status, out = check(capsys, RIGHT, "--junit", str(path), "--html", str(link), "--", *LEGAL)
    assert (status, "two reports are to go there" in out) == (2, True)
    assert not path.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="it stands for a full disk")
@pytest.mark.parametrize("option", ["--jsonl", "--junit", "--html", "--badge"])
def test_a_full_disk_is_told(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = check(capsys, RIGHT, option, "/dev/full", "--", *LEGAL)
    assert (status, out.endswith("error: /dev/full cannot be written: No space left on device\n")) == (2, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="it stands for a full disk")
@pytest.mark.parametrize("words", [("check", RIGHT, "--", *LEGAL), ("cases", "list")])
def test_an_output_that_is_full_is_told(words: tuple[str, ...]) -> None:
    status, errors = run(*words, stdout="/dev/full")
    assert status == 2
    assert "cannot be written: no space left on device" in errors.lower()


def test_no_draft_is_left(tmp_path: Path) -> None:
    """A disk that is full only when the report is written: its folder is gone by then."""
    report = tmp_path / "reports" / "report.xml"
    known = tmp_path / "reports" / "known.txt"
    code = f"import shutil; shutil.rmtree({str(report.parent)!r}); import runpy; runpy.run_path({LEGAL[1]!r})"
    status, errors = run("check", RIGHT, "--junit", str(report), "--", sys.executable, "-c", code)
    assert (status, "report.xml cannot be written: No such file or directory" in errors) == (2, True)
    assert not known.parent.exists()


def test_known_failures_have_a_folder_before_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = tmp_path / "started"
    program = [sys.executable, "-c", f"open({str(note)!r}, 'w')"]
    words = ("--known", str(tmp_path / "no" / "known.txt"), "--update-known")
    status, out = check(capsys, PICTURE, *words, "--", *program)
    assert (status, "there is no folder" in out) == (2, True)
    assert not note.exists(), "nothing was run"


# ---- files of cases


def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases" / "origins").mkdir(parents=True)
    (tmp_path / "cases" / "origins" / "rank.yaml").write_bytes(GOOD.read_bytes())
    return tmp_path / "cases"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def huge(path: Path) -> None:
    path.write_text("cases:\n" + "  - a\n" * 1_000_000, encoding="utf-8")


def latin(path: Path) -> None:
    path.write_bytes("title: Průběh\n".encode("iso8859-2"))


def nowhere(path: Path) -> None:
    path.symlink_to(path.parent / "missing")


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (pipe, "it is no plain file"),
        (huge, "it is longer than 1048576 bytes"),
        (latin, "it is not UTF-8 (byte 9)"),
        (nowhere, "no such file or directory"),
        (Path.mkdir, "is a directory"),
    ],
)
@pytest.mark.parametrize("name", ["odd.yaml", "tombstones.yaml"])
def test_files_that_cannot_be_read_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: object, told: str, name: str
) -> None:
    cases = folder(tmp_path)
    assert callable(make)
    path = cases / name if name == "tombstones.yaml" else cases / "origins" / name
    make(path)
    if name == "tombstones.yaml" and make is nowhere:
        return  # a list that is not there is an empty one
    status, out = check(capsys, "--cases", str(cases), "--", *LEGAL)
    assert (status, f"cannot be read: {told}" in out) == (2, True), out
    if name == "odd.yaml":
        (cases / "origins" / "rank.yaml").unlink()  # there is nothing else to look at
        assert main(["cases", "lint", "--cases", str(cases)]) == 1
        assert f"cannot be read: {told}" in capsys.readouterr().out


def test_names_that_are_no_text_are_told(tmp_path: Path) -> None:
    cases = folder(tmp_path)
    odd = os.fsencode(cases / "origins") + b"/\xff\xfe.yaml"
    with open(odd, "w", encoding="utf-8") as file:
        file.write("title: x\n")
    status, errors = run("check", "--cases", str(cases), "--", *LEGAL)
    assert (status, r"origins/\xff\xfe.yaml:1:1: `cases` is missing" in errors) == (2, True), errors


LONG = "x" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ("--cases", LONG),
        ("--known", LONG),
        ("--ruleset", f"{LONG}.rules"),
        ("--jsonl", LONG),
        ("--junit", LONG),
        (LONG,),
        ("--game", LONG),
        ("--impl", f"a={LONG}"),
    ],
)
def test_long_names_are_told(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    command = () if "--impl" in words else ("--", *LEGAL)
    status, out = check(capsys, *words, *command)
    assert status == 2
    assert len(out) < 20_000


# ---- the reference as a program


def ask(text: str) -> dict[str, object]:
    answer = Server().answer(text)
    assert answer is not None
    return dict(answer["error"])


def test_the_reference_answers_odd_lines_with_errors() -> None:
    assert ask('{"jsonrpc": "2.0", "id": NaN, "method": "hello"}')["code"] == -32700
    assert ask('{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "hello"}')["code"] == -32700


def test_counting_ends() -> None:
    start = {"ruleset": "ingenious/standard", "players": 2}
    request = {"jsonrpc": "2.0", "id": 1, "method": "perft"}
    position = {"history": {"start": start, "answers": []}}
    told = ask(json.dumps({**request, "params": {"position": position, "depth": 6}}))
    assert told["code"] == -32602
    assert "too many positions" in str(told["message"])
