"""Every deliberately bad implementation gets the verdict it deserves, and so do the good ones."""

from __future__ import annotations

import json
import os
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance import setting
from conformance.setting import FAKES, IMPATIENT, PATIENT, fake
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.limits import Limits
from tilelaw_conformance.run.process import ChildProcess
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Judged, Verdict

_WRONG, RIGHT, _ALSO_RIGHT = setting.picture()


def judged(name: str, *arguments: str, limits: Limits = PATIENT) -> Outcome:
    return run(setting.picture(), fake(name, *arguments), limits=limits)


def verdicts(outcome: Outcome) -> list[str]:
    assert outcome.problem == ""
    return [judged.verdict.value for judged in outcome.judged]


def test_right_by_table() -> None:
    outcome = judged("by_table")
    assert verdicts(outcome) == ["passed"] * 3
    assert outcome.status == 0


def test_always_legal_fails_where_a_move_is_illegal() -> None:
    outcome = judged("always_legal")
    assert verdicts(outcome) == ["failed", "passed", "passed"]
    assert outcome.status == 1
    (difference,) = outcome.judged[0].differences
    assert difference.expected == '{"place": {"a": [2, 1], "b": [2, 2]}} is illegal, refused by place.connects'
    assert difference.got == "legal"


def test_never_legal_fails_even_where_it_is_right_because_its_reason_is_wrong() -> None:
    outcome = judged("never_legal")
    assert verdicts(outcome) == ["failed"] * 3
    assert outcome.judged[0].differences[0].got == "illegal, refused by place.mood"


def test_who_claims_no_reasons_is_judged_on_legality_alone() -> None:
    assert verdicts(judged("without_reasons")) == ["passed", "failed", "failed"]


def test_who_does_not_judge_is_not_judged() -> None:
    outcome = judged("scorer")
    assert verdicts(outcome) == ["skipped"] * 3
    assert outcome.judged[0].reason == "legal: it does not claim the level legality"
    assert outcome.status == 2


def test_a_scorer_of_totals_is_judged_on_totals() -> None:
    scored = setting.case("origins/score/pictured-territory-scores-32")
    outcome = run([scored], fake("scorer"), limits=PATIENT)
    assert verdicts(outcome) == ["passed"]
    assert outcome.judged[0].not_judged == (
        "score lines: it gives totals only",
        "score result: it gives no results to rank by",
    )


def test_another_game_is_skipped_and_that_is_no_success() -> None:
    outcome = judged("other_game")
    assert verdicts(outcome) == ["skipped"] * 3
    assert outcome.judged[0].reason == "it does not claim origins/discovery"
    assert outcome.status == 2


def test_mute_cannot_be_judged() -> None:
    outcome = judged("mute", limits=Limits(seconds=5, start_seconds=0.5))
    assert outcome.problem == "no proper answer to hello: no answer within 0.5 seconds"
    assert outcome.status == 2


def test_silent_times_out_each_time() -> None:
    outcome = judged("silent", limits=Limits(seconds=2.0, start_seconds=120.0))
    assert verdicts(outcome) == ["timed out"] * 3
    assert outcome.judged[0].reason == "no answer within 2 seconds"
    assert outcome.judged[0].stderr == "thinking about judge"
    assert outcome.status == 1


def test_deaf_times_out_though_the_pipe_is_full() -> None:
    heap = list(range(100_000))
    endless = setting.written_case(LONG_CASE.format(heap=heap))
    assert verdicts(run([endless], fake("deaf"), limits=IMPATIENT)) == ["timed out"]


LONG_CASE = """
title: A request that no pipe holds
cases:
  - id: origins/test/long
    title: A long request
    ruleset: origins/discovery
    players: 4
    rules: [place.connects]
    basis: ruling
    why: A pipe holds less than this
    since: "0.1"
    given:
      box: {heap}
    when: {{discard: {{}}}}
    then: {{legal: true}}
"""


def test_slow_is_right_in_time_and_timed_out_otherwise() -> None:
    assert verdicts(judged("slow")) == ["failed", "passed", "passed"]
    assert verdicts(judged("slow", limits=IMPATIENT)) == ["timed out"] * 3


def test_crashing_is_started_afresh_for_each_case() -> None:
    outcome = judged("crashing")
    assert verdicts(outcome) == ["crashed"] * 3
    assert outcome.judged[0].reason == "it ended with exit status 1"
    assert "ZeroDivisionError" in outcome.judged[0].stderr


def test_a_crash_that_nobody_causes_alone_is_told_but_blamed_on_nobody(tmp_path: Path) -> None:
    outcome = run(setting.picture()[1:], fake("crashing_once", str(tmp_path / "note")), limits=PATIENT)
    assert verdicts(outcome) == ["passed", "passed"]
    (note,) = outcome.notes
    assert note.startswith("it ended with exit status 3, while these were open, none of which does it alone: origins/")
    assert outcome.status == 1


def test_crashing_at_start_cannot_be_judged() -> None:
    outcome = judged("crashing_at_start")
    assert outcome.problem == "no proper answer to hello: it ended with exit status 1"
    assert outcome.stderr == "the board is missing"
    assert outcome.status == 2


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals elsewhere")
def test_a_signal_is_named() -> None:
    assert judged("signalled").judged[0].reason == "it was ended by SIGTERM"


def test_the_runner_gives_up_in_the_end() -> None:
    outcome = run(setting.picture() * 2, fake("crashing"), limits=PATIENT, give_up_after=2)
    assert verdicts(outcome) == ["crashed"] * 2 + ["skipped"] * 4
    assert outcome.judged[-1].reason == "not run: the 2 cases before it crashed, timed out or broke the protocol"
    assert outcome.status == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("wrong_id", r"expected the answer to request \d+, got one to request \d+"),
        (
            "garbage",
            re.escape("expected a line of JSON (anything else belongs on the error output), got `that move is fine`"),
        ),
        (
            "loose",
            re.escape(
                'expected a result of `judge`, got {"legal": "true"} (legal: expected true or false, found "true")'
            ),
        ),
        ("errors", "it answered with error -32603: not today"),
    ],
)
def test_a_breach_of_the_protocol_is_an_error_of_its_own(name: str, reason: str) -> None:
    outcome = judged(name)
    assert verdicts(outcome) == ["errored"] * 3
    assert re.fullmatch(reason, outcome.judged[0].reason)
    assert outcome.status == 1


def test_numbers_are_whole() -> None:
    scored = setting.case("origins/score/pictured-territory-scores-32")
    (found,) = run([scored], fake("floats"), limits=PATIENT).judged
    assert found.verdict is Verdict.ERRORED
    assert "32.0" in found.reason


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        (
            "banner",
            "no proper answer to hello: expected a line of JSON (anything else belongs on the error output), "
            "got `Welcome to the best engine in the world!`",
        ),
        ("other_version", "expected protocol 1, which this runner speaks, got protocol 7"),
    ],
)
def test_a_bad_hello_stops_the_run(name: str, problem: str) -> None:
    outcome = judged(name)
    assert problem in outcome.problem
    assert outcome.status == 2


def test_talk_on_the_error_output_is_no_fault() -> None:
    assert verdicts(judged("chatty")) == ["failed", "passed", "passed"]


def test_a_line_without_end_is_cut_off() -> None:
    found = judged("endless").judged[0]
    assert found.verdict is Verdict.ERRORED
    assert len(found.reason) < 400


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_children_of_the_child_end_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    assert verdicts(judged("parent", str(note), limits=IMPATIENT))[0] == "timed out"
    assert is_gone(int(note.read_text(encoding="utf-8")))


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_nothing_is_left_when_a_run_is_interrupted(tmp_path: Path) -> None:
    note = tmp_path / "pid"

    def interrupt(_judged: Judged) -> None:
        raise KeyboardInterrupt

    unclaimed = replace(RIGHT, ruleset="origins/unheard-of")
    with pytest.raises(KeyboardInterrupt):
        run([unclaimed], fake("parent", str(note)), on_judged=interrupt)
    assert is_gone(int(note.read_text(encoding="utf-8")))


def is_gone(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if _is_zombie(pid):
            return True
        time.sleep(0.01)
    return False


def _is_zombie(pid: int) -> bool:
    """Nobody waits for an orphan in some containers; it has ended all the same."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return False


def test_a_command_that_does_not_exist() -> None:
    outcome = run(setting.picture(), ChildProcess(["no-such-engine", "--fast"]))
    assert outcome.problem == "`no-such-engine --fast` cannot be started: No such file or directory"
    assert outcome.status == 2


def test_nothing_to_run_is_no_success() -> None:
    assert run([], fake("by_table"), limits=PATIENT).status == 2


def test_every_fake_is_tested() -> None:
    tests = Path(__file__).parents[1].rglob("test_*.py")
    source = "".join(path.read_text(encoding="utf-8") for path in tests)
    untested = [path.stem for path in FAKES.glob("*.py") if f'"{path.stem}"' not in source]
    assert untested == []


def test_the_runner_says_goodbye() -> None:
    heard: list[str] = []

    def answer(line: str) -> dict[str, Any]:
        request = json.loads(line)
        heard.append(request["method"])
        result = json.loads((FAKES / "hello.json").read_text(encoding="utf-8")) if len(heard) == 1 else {"legal": True}
        return {"jsonrpc": "2.0", "id": request["id"], "result": result}

    run([RIGHT], InProcess("listener", answer))
    assert heard == ["hello", "judge", "bye"]
