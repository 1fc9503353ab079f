"""Flawed copies of engines are found by the corpus and located: a case fails that names a rule they break.

A sample of them here; `benchmarks/flaws.py` tries all, and docs/strength.md has the table.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilelaw_spec
from conformance.setting import PATIENT
from thorough import some
from tilelaw.background import corpus
from tilelaw_conformance import Basis, Case, ChildProcess, bundled_corpus
from tilelaw_conformance import run_cases as run

ADAPTERS = Path(__file__).parents[2] / "adapters"
FLAWS: list[dict[str, Any]] = yaml.safe_load((ADAPTERS / "flaws.yaml").read_text(encoding="utf-8"))
GAMES = {
    "python_kingdomino": ("origins", "kingdomino"),
    "node_ingenious": ("ingenious",),
    "tilelaw_spec": ("origins", "kingdomino", "ingenious"),
}
SAMPLE = some(FLAWS, 16)
HELLO = b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": 1}}\n'


def command(*words: str) -> list[str]:
    return [sys.executable, str(ADAPTERS / "flawed.py"), *words]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Those that people have written: what is recorded would show every mistake and locate none."""
    return [case for case in corpus(bundled_corpus()).cases if case.basis is not Basis.RECORDED]


@pytest.mark.parametrize("flaw", SAMPLE, ids=lambda flaw: str(flaw["name"]))
def test_the_mistake_is_found_and_located(flaw: dict[str, Any], cases: list[Case]) -> None:
    # A case locates a mistake if it names a rule that the mistake breaks: no other need be asked.
    asked = [case for case in cases if case.game in GAMES[flaw["engine"]] and set(flaw["rules"]) & set(case.rules)]
    outcome = run(asked, ChildProcess(command(flaw["name"])), limits=PATIENT)
    assert not outcome.problem, outcome.stderr
    assert outcome.failures, "no case locates it"


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: str(flaw["name"]))
def test_the_rules_it_breaks_exist(flaw: dict[str, Any]) -> None:
    listed = (tilelaw_spec.root() / "ids.txt").read_text(encoding="utf-8").split()
    assert set(flaw["rules"]) <= set(listed)


def test_every_game_mode_and_number_has_some() -> None:
    assert len(FLAWS) >= 60
    assert {flaw["engine"] for flaw in FLAWS} == set(GAMES)


@pytest.mark.parametrize("flaw", FLAWS, ids=lambda flaw: str(flaw["name"]))
def test_what_it_replaces_stands_once(flaw: dict[str, Any]) -> None:
    folder = ADAPTERS.parent / "spec" if flaw["engine"] == "tilelaw_spec" else ADAPTERS
    text = (folder / flaw["engine"] / flaw["file"]).read_text(encoding="utf-8")
    assert text.count(flaw["find"]) == 1


@pytest.mark.parametrize("name", ["wrong-flame", "past-18"])
def test_nothing_is_left_behind(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    left_by_a_killed_run = tmp_path / "tilelaw-flawed-999999999-x"
    left_by_a_killed_run.mkdir()
    done = subprocess.run(command(name), input=HELLO, capture_output=True, env=environment, check=True)
    assert done.stdout.count(b"\n") == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_behind_when_it_is_told_to_stop(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command("wrong-flame"), stdin=pipe, stdout=pipe, env=environment) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(HELLO)
        running.stdin.flush()
        assert running.stdout.readline()
        assert list(tmp_path.iterdir())
        running.send_signal(signal.SIGTERM)
        assert running.wait() == 143
    assert not list(tmp_path.iterdir())


def test_flaws_are_listed_and_unknown_ones_refused() -> None:
    done = subprocess.run(command("--list"), capture_output=True, text=True, check=True)
    assert [line.split()[0] for line in done.stdout.splitlines()] == [flaw["name"] for flaw in FLAWS]
    done = subprocess.run(command("no-such"), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "name a flaw: no-size-check" in done.stderr
