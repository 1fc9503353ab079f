"""The window, blame, isolation, and what ends a run."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from conformance import setting
from conformance.run.test_fakes import verdicts
from conformance.setting import FAKES, PATIENT, fake
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.limits import Limits
from tilelaw_conformance.run.run import Options
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Judged, Verdict

HELLO = json.loads((FAKES / "hello.json").read_text(encoding="utf-8"))
WRONG, RIGHT, ALSO_RIGHT = setting.picture()


def test_answers_may_come_in_any_order() -> None:
    heard: list[str] = []
    outcome = run(
        setting.picture(), fake("reversing"), limits=PATIENT, on_judged=lambda judged: heard.append(judged.case.id)
    )
    assert verdicts(outcome) == ["passed"] * 3
    assert [judged.case for judged in outcome.judged] == list(setting.picture())
    assert heard == [case.id for case in reversed(setting.picture())]


def test_isolation_finds_what_is_carried_over() -> None:
    assert verdicts(run(setting.picture(), fake("leaky"), limits=PATIENT)) == ["passed", "failed", "failed"]
    four = [*setting.picture(), replace(RIGHT, id="origins/test/again")]
    repeated = run(four, fake("leaky"), limits=PATIENT, options=Options(repeat=True))
    assert verdicts(repeated) == ["passed", "failed", "failed", "failed"]
    assert repeated.notes[0].startswith("3 of 3 failures that were repeated pass in a fresh process, so they may be no")
    always = run(four, fake("never_legal"), limits=PATIENT, options=Options(repeat=True))
    assert (verdicts(always).count("failed"), always.notes) == (4, ())
    isolated = run(setting.picture(), fake("leaky"), limits=PATIENT, options=Options(isolate=True))
    assert verdicts(isolated) == ["passed"] * 3


def test_another_order_finds_what_is_carried_over() -> None:
    assert verdicts(run([RIGHT, WRONG], fake("leaky"), limits=PATIENT)) == ["passed", "failed"]


def test_isolation_starts_nobody_for_a_case_that_is_skipped(tmp_path: Path) -> None:
    outcome = run(setting.picture(), fake("other_game"), limits=PATIENT, options=Options(isolate=True))
    assert verdicts(outcome) == ["skipped"] * 3
    crashed = run([WRONG, RIGHT], fake("crashing_once", str(tmp_path / "note")), options=Options(isolate=True))
    assert verdicts(crashed) == ["crashed", "passed"]


def test_who_ends_after_each_answer_is_judged_and_told() -> None:
    outcome = run([RIGHT, ALSO_RIGHT, RIGHT, ALSO_RIGHT], fake("one_shot"), limits=PATIENT)
    assert verdicts(outcome) == ["passed"] * 4
    assert outcome.notes[0].startswith("it ended with exit status 0, while these were open")
    assert outcome.status == 1


def test_who_cannot_be_started_again_ends_the_run(tmp_path: Path) -> None:
    outcome = run(setting.picture(), fake("gone", str(tmp_path / "note")), limits=PATIENT)
    assert outcome.status == 2
    assert outcome.problem.startswith("started again, it is no longer there: no proper answer to hello: it ended")
    assert outcome.stderr == "the database is locked"
    assert {judged.reason for judged in outcome.judged} == {"not run: the program cannot be started any more"}
    assert len(outcome.judged) == 3


def test_every_case_gets_exactly_one_verdict() -> None:
    cases = [*setting.picture()] * 50
    heard: list[Judged] = []
    outcome = run(cases, fake("by_table"), limits=PATIENT, options=Options(window=7), on_judged=heard.append)
    assert len(heard) == len(outcome.judged) == 150
    assert outcome.counts == {Verdict.PASSED: 150}


def listener(heard: list[int]) -> InProcess:
    """An implementation that writes down how many requests are waiting when it is asked."""

    def answer(line: str) -> dict[str, Any]:
        request = json.loads(line)
        heard.append(request["id"])
        result = HELLO if request["method"] == "hello" else {"legal": True}
        return {"jsonrpc": "2.0", "id": request["id"], "result": result}

    return InProcess("listener", answer)


def test_ids_are_used_once_and_no_id_is_next_to_another() -> None:
    heard: list[int] = []
    run([RIGHT] * 200, listener(heard))
    assert len(set(heard)) == len(heard) == 202
    assert all(later - earlier >= 2 for earlier, later in pairwise(heard))


@pytest.mark.parametrize("window", [1, 2, 3, 64])
def test_the_window_holds_so_many_requests(window: int) -> None:
    sizes: list[int] = []

    class Counting(InProcess):
        def receive(self, seconds: float) -> list[bytes]:
            sizes.append(len(self._waiting))
            return super().receive(seconds)

    run([RIGHT] * 10, Counting("counting", listener([])._answer), options=Options(window=window))
    assert max(sizes) == min(window, 10)


def test_what_a_function_raises_counts_as_its_end() -> None:
    def answer(line: str) -> dict[str, Any]:
        request = json.loads(line)
        if request["method"] == "judge" and request["params"]["position"]["state"]["row"][0]["tile"] == 10:
            raise ValueError("no such tile")
        result = HELLO if request["method"] == "hello" else {"legal": True}
        return {"jsonrpc": "2.0", "id": request["id"], "result": result}

    outcome = run([RIGHT, ALSO_RIGHT, RIGHT], InProcess("raising", answer))
    assert verdicts(outcome) == ["passed", "crashed", "passed"]
    assert outcome.judged[1].reason == "it raised ValueError: no such tile"
    assert outcome.judged[1].stderr.endswith("ValueError: no such tile")


def test_a_function_that_answers_nothing_times_out() -> None:
    def answer(line: str) -> dict[str, Any] | None:
        request = json.loads(line)
        is_hello = request["method"] == "hello"
        return {"jsonrpc": "2.0", "id": request["id"], "result": HELLO} if is_hello else None

    assert verdicts(run([RIGHT], InProcess("silent", answer), limits=setting.IMPATIENT)) == ["timed out"]


def test_the_runner_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilelaw_conformance.run.run._LONGEST_SILENCE", 0.5)
    outcome = run([RIGHT] * 10, fake("silent"), limits=setting.IMPATIENT)
    assert verdicts(outcome) == ["timed out"] * 2 + ["skipped"] * 8
    assert outcome.judged[-1].reason == "not run: the 2 cases before it crashed, timed out or broke the protocol"


def test_hello_has_ten_seconds() -> None:
    assert Limits().start_seconds == 60.0
