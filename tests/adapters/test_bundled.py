"""The bundled implementations: each is judged, each passes, and `tilelaw check` knows them all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.setting import PATIENT
from thorough import some
from tilelaw.background import corpus
from tilelaw.bundled import REFERENCE, bundled_implementations
from tilelaw.main import main
from tilelaw_conformance import Basis, ChildProcess, Mark, Options, Verdict, Witnesses, bundled_corpus
from tilelaw_conformance import run_cases as run
from tilelaw_conformance import smoke_test as smoke

IMPLEMENTATIONS = bundled_implementations()
PLACE = "ingenious/place"
CASES = corpus(bundled_corpus()).cases
EVERYWHERE = {(case.ruleset, case.players): case for case in CASES}
MODES = dict(place for place in sorted(EVERYWHERE) if "+" not in place[0])
PLACES = {
    *some(sorted(EVERYWHERE), 8),
    *MODES.items(),
    *{case.file: (case.ruleset, case.players) for case in CASES}.values(),
}
"""Every mode for some number of players, one ruleset of every file of cases, and some others."""
WHOLE = {
    "reference": ("origins", "ingenious", "kingdomino"),
    "python-kingdomino": ("origins", "kingdomino"),
    "node-ingenious": ("ingenious",),
    "wasm-node": ("origins", "ingenious", "kingdomino"),
}
"""Who is judged on every case of some games: those written from the books without a look at spec/ say the same."""


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
def test_it_passes_everything(name: str) -> None:
    options = Options(witness=Witnesses(bundled_corpus()).of)
    cases = CASES
    if name == "reference":  # whole games and perft take it long, and lint has just judged it on all of them
        cases = tuple(some((case for case in cases if case.basis is not Basis.RECORDED), 8))
    if name == "compiled":  # to load the module of a ruleset takes it long
        cases = tuple(case for case in cases if (case.ruleset, case.players) in PLACES)
    if name == "wasm-node":  # the modules are the same
        cases = tuple(some(cases, 5))
    outcome = run(cases, ChildProcess(IMPLEMENTATIONS[name].command), limits=PATIENT, options=options)
    assert not outcome.problem
    assert not outcome.notes
    assert [judged.case.id for judged in outcome.failures] == []
    assert outcome.counts[Verdict.PASSED], "nothing was judged"
    missed = [judged for judged in outcome.judged if judged.verdict is not Verdict.PASSED]
    assert [judged.case.id for judged in missed if judged.case.game in WHOLE.get(name, ())] == []


class OnlyReplays(ChildProcess):
    """An implementation that is made to say that it cannot be handed a position."""

    def receive(self, seconds: float) -> list[bytes]:
        both = b'"positions":["state","history"]'
        return [line.replace(both, b'"positions":["history"]') for line in super().receive(seconds)]


def test_a_second_engine_comes_to_the_same_by_replay() -> None:
    """As `replay-python` does for the other games: every witness is a game for those who have not seen spec/, too."""
    cases = [case for case in corpus(bundled_corpus()).cases if case.game == "ingenious"]
    child = OnlyReplays(IMPLEMENTATIONS["node-ingenious"].command)
    outcome = run(cases, child, limits=PATIENT, options=Options(witness=Witnesses(bundled_corpus()).of))
    assert outcome.failures == ()
    skipped = {judged.case.id for judged in outcome.judged if judged.verdict is Verdict.SKIPPED}
    assert skipped == {case.id for case in cases if case.constructed}


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
def test_it_speaks_the_protocol(name: str) -> None:
    child = ChildProcess(IMPLEMENTATIONS[name].command)
    options = Options(witness=Witnesses(bundled_corpus()).of)
    steps = list(smoke(child, corpus(bundled_corpus()).cases, PATIENT.seconds, options))
    assert [step for step in steps if step.mark is not Mark.FINE] == []


def test_all_are_judged_when_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", PLACE, "--inherited", "none"]) == 0
    out = capsys.readouterr().out
    assert [line[3:] for line in out.splitlines() if line.startswith("== ")] == list(IMPLEMENTATIONS)


def test_one_of_them_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", PLACE, "--impl", "node-ingenious"]) == 0
    assert "node-ingenious 1.0.0: " in capsys.readouterr().out
    assert main(["check", PLACE, "--impl", "scorer-python"]) == 2, "who is named has to be judged"
    assert main(["check", PLACE, "--impl", "nobody"]) == 2
    assert "expected NAME=COMMAND, or one of reference, compiled, python-kingdomino, " in capsys.readouterr().err


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tilelaw.main", "check", PLACE, "--impl", "node-ingenious"]
    done = subprocess.run(words, env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "node-ingenious needs Node 20 or later, and there is no `node` here" in done.stdout


def test_an_installed_package_has_only_the_reference(tmp_path: Path) -> None:
    assert bundled_implementations(tmp_path / "bundled.yaml") == {"reference": REFERENCE}
    assert IMPLEMENTATIONS["reference"] == REFERENCE
