"""Every way to misbehave over one case has its outcome, and spoils no other case."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance import setting
from conformance.run.test_fakes import is_gone, verdicts
from conformance.setting import fake
from thorough import some
from tilelaw_conformance.protocol.messages import ProtocolError, read_reply
from tilelaw_conformance.report.wording import summary
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.family import Family
from tilelaw_conformance.run.limits import Limits
from tilelaw_conformance.run.match import Difference, position_differences
from tilelaw_conformance.run.parts import move_differences
from tilelaw_conformance.run.run import Options, Outcome
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Verdict

LIMITS = Limits(seconds=2.0, start_seconds=120.0)
"""Of a program that does not answer one case, but all others."""
WRONG, RIGHT, ODD = setting.picture()


def judged(how: str, *more: str, window: int = 64, limits: Limits = LIMITS) -> Outcome:
    """Put the odd case between two others that must not suffer from it."""
    connector = fake("misbehaves", how, *more)
    return run([WRONG, ODD, RIGHT], connector, limits=limits, options=Options(window=window))


OUTCOMES = [
    ("not_utf8", "errored", "expected a line in UTF-8"),
    ("half_then_ends", "crashed", "it ended with exit status 0 in the middle of a line"),
    ("half_then_silent", "timed out", "no answer within 2 seconds, only the beginning of a line: `"),
    ("crumbs", "passed", ""),
    ("huge_number", "errored", "expected whole numbers of a reasonable size, got one of 100000 digits"),
    ("huge_id", "errored", "expected whole numbers of a reasonable size, got one of 100000 digits"),
    ("deep", "errored", "expected an answer that is not nested so deep"),
    ("deepish", "errored", "expected a result of `judge`"),
    ("surrogate", "errored", "expected a result of `judge`"),
    ("no_id", "errored", "expected a reply of JSON-RPC 2.0"),
    ("text_id", "errored", "expected a reply of JSON-RPC 2.0"),
    ("null_id", "errored", "it answered with error -32700: cannot read that"),
    ("stale_id", "errored", "expected the answer to request"),
    ("both", "errored", "expected a reply of JSON-RPC 2.0"),
    ("twice", "errored", "it answered the same request twice"),
    ("blank_line", "errored", "expected a line of JSON"),
    ("notification", "errored", "expected a reply of JSON-RPC 2.0"),
    ("crlf", "passed", ""),
    ("floods_lines", "errored", "expected a line of JSON"),
    ("floods_one_line", "errored", "expected a line of JSON"),
    ("floods_errors", "timed out", "no answer within 2 seconds"),
    ("closes_output", "crashed", "it closed its output, though it still runs"),
    ("closes_input", "timed out", "no answer within 2 seconds"),
    ("leaves_a_child", "crashed", "it ended with exit status 7"),
    ("million_lists", "errored", "expected an answer with fewer than 200000 things in it"),
    ("million_names", "passed", ""),
    ("wrong_lists", "errored", "expected a result of `judge`"),
    ("same_name", "errored", "expected every name once in an object, got `legal` twice"),
    ("nan_id", "errored", "expected whole numbers of a reasonable size, got NaN"),
    ("exits", "crashed", "it ended with exit status 3"),
    ("sleeps", "timed out", "no answer within 2 seconds"),
    ("talks_in_the_background", "timed out", "no answer within 2 seconds"),
]


ONE_BY_ONE = some(OUTCOMES[2:], 5)
"""Those that are also met by a runner that sends one question at a time; without floods, which take long."""


@pytest.mark.parametrize(
    ("how", "verdict", "reason", "window"),
    [*((*each, 64) for each in OUTCOMES), *((*each, 1) for each in ONE_BY_ONE)],
    ids=[*(how for how, _, _ in OUTCOMES), *(f"{how}, one by one" for how, _, _ in ONE_BY_ONE)],
)
def test_only_the_case_that_causes_it_is_blamed(how: str, verdict: str, reason: str, window: int) -> None:
    outcome = judged(how, window=window, limits=LIMITS if verdict == "timed out" else setting.PATIENT)
    assert verdicts(outcome) == ["passed", verdict, "passed"]
    assert outcome.judged[1].reason.startswith(reason)
    assert len(outcome.judged[1].reason) < 700
    assert outcome.notes == ()
    assert outcome.status == (0 if verdict == "passed" else 1)


def test_every_way_to_misbehave_is_tested() -> None:
    source = (setting.FAKES / "misbehaves.py").read_text(encoding="utf-8")
    ways = {line.split('"')[1] for line in source.splitlines() if line.strip().startswith('case "')}
    assert ways == {how for how, _, _ in OUTCOMES} | {"answers_then_floods", "starts_a_daemon", "hides", "hops"}


def test_a_flood_after_the_answer_spoils_nothing_else() -> None:
    outcome = judged("answers_then_floods")
    assert verdicts(outcome) == ["passed", "errored", "passed"]
    assert outcome.judged[1].reason == "it answered the same request twice"


def test_a_daemon_ends_too(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    assert verdicts(judged("starts_a_daemon", str(note)))[1] == "timed out"
    assert is_gone(int(note.read_text(encoding="utf-8")))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody can become the parent of orphans")
@pytest.mark.parametrize("how", ["hides", "hops"])
def test_nobody_hides_from_the_end(tmp_path: Path, how: str) -> None:
    note = tmp_path / "pid"
    outcome = judged(how, str(note), limits=Limits(seconds=0.5, start_seconds=120.0))
    assert verdicts(outcome)[1] == "timed out"
    assert outcome.left_behind == ()
    pids = note.read_text(encoding="utf-8").split()
    assert is_gone(int(pids[-1]))
    time.sleep(0.1)
    assert note.read_text(encoding="utf-8").split() == pids, "nobody has forked since"


def test_what_cannot_be_ended_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Family, "survivors", lambda _family: ["7 (stone)"])
    outcome = run([RIGHT], fake("always_legal"), limits=setting.PATIENT)
    assert (outcome.left_behind, outcome.status) == (("7 (stone)",), 1)
    text = summary(outcome, setting.background())
    assert text.endswith("it has started processes that could not be ended: 7 (stone)")


def steps(work: Callable[[], object]) -> float:
    """Return how many million steps of a loop take as long as some work here, on whatever machine this is."""
    times = []
    for each in (_million_steps, work, _million_steps):
        before = time.process_time()
        each()
        times.append(time.process_time() - before)
    return 2 * times[1] / (times[0] + times[2])


def _million_steps() -> None:
    for _ in range(1_000_000):
        pass


@pytest.mark.parametrize("how", ["million_lists", "million_names", "wrong_lists"])
def test_a_heap_of_things_costs_little_time(how: str) -> None:
    assert steps(lambda: judged(how, limits=setting.PATIENT)) < 60


NUMBER = 2**61 - 1
"""All its multiples have the same hash."""


@pytest.mark.parametrize(
    "claim",
    [
        {"players": [NUMBER * number for number in range(1, 90_000)]},
        {"players": [[]] * 90_000},
        {"players": [4], "methods": ["x" * 30] * 90_000},
        {"players": [4], "layers": [f"l{number}" for number in range(90_000)]},
    ],
)
def test_a_heap_in_hello_costs_little_time(claim: dict[str, Any]) -> None:
    hello = json.loads((setting.FAKES / "hello.json").read_text(encoding="utf-8"))
    hello |= {"rulesets": [{"name": "origins/discovery", **claim}]}

    def answer(line: str) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": {**hello, "legal": True}}

    assert steps(lambda: run([RIGHT], InProcess("heap", answer))) < 60


def test_numbers_that_collide_cost_little_time() -> None:
    board: Any = [{"at": [NUMBER * number, 0], "symbol": "red"} for number in range(1, 12_000)]
    found: list[Difference] = []
    assert steps(lambda: found.extend(position_differences({"plan": []}, {"plan": board}, ["plan"]))) < 40
    assert len(found) == len(board)


def test_a_name_that_is_repeated_behind_thousands_is_found_at_once() -> None:
    names = b",".join(b'"%d":1' % number for number in [*range(100_000), 99_999])

    def read() -> None:
        with pytest.raises(ProtocolError, match="`99999` twice"):
            read_reply(b'{"jsonrpc":"2.0","id":1,"result":{%b}}' % names)

    assert steps(read) < 40


def test_a_heap_of_moves_is_not_looked_at_one_by_one() -> None:
    heap: Any = [{"place": {"a": [NUMBER * number, 0], "b": [1, 0]}} for number in range(1, 18_000)]
    asked: list[Any] = []
    found: list[Difference] = []

    def spelled(move: Any) -> Any:
        asked.append(move)
        return move

    assert steps(lambda: found.extend(move_differences([{"pass": {}}], heap, spelled))) < 40
    assert len(asked) < 2000
    assert found[0].got == "it is not"


FLOODS = [
    "floods_lines",
    "floods_one_line",
    "floods_errors",
    "answers_then_floods",
    "million_lists",
    "million_names",
    "wrong_lists",
]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured where /proc is")
def test_memory_stays_the_same_under_every_flood() -> None:
    code = (
        "import resource, sys; sys.path[:0] = sys.argv[1:2]\n"
        "from conformance.run.test_misbehaviour import judged\n"
        "for how in sys.argv[2:]:\n"
        "    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "    judged(how)\n"
        "    print(how, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    floods = some(FLOODS, 3)
    words = [sys.executable, "-c", code, str(setting.FAKES.parents[1]), *floods]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    more = {how: int(kilobytes) for how, kilobytes in map(str.split, done.stdout.splitlines())}
    assert list(more) == floods
    assert sum(more.values()) < 60 * 1024, more


def test_a_slow_case_is_not_charged_to_its_neighbours() -> None:
    """All answers together take longer than the limit."""
    outcome = run(setting.picture() * 4, fake("slow"), limits=Limits(seconds=5.0, start_seconds=120.0))
    assert sum(judged.seconds for judged in outcome.judged) > 5.0
    assert Verdict.TIMED_OUT not in outcome.counts


def test_the_time_of_all_answers_to_a_case_is_added_up() -> None:
    long = setting.written_case(
        setting.HEAD + "    given: {}\n    then: {moves: [], score: [{side: 0, total: 0}], rank: [[0]]}\n"
    )
    outcome = run([long], fake("slow"), limits=Limits(seconds=0.7, start_seconds=120.0))
    assert verdicts(outcome) == ["timed out"]


def test_the_runner_uses_little_time_while_it_waits() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF)
    start = time.monotonic()
    judged("sleeps")
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5 * (time.monotonic() - start)
    assert os.name == "posix"
