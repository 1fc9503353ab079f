"""Smoke names the usual faults of adapters, and finds none where there is none."""

from __future__ import annotations

import sys

import pytest

from conformance import setting
from conformance.setting import FAKES, fake
from tilelaw.main import main
from tilelaw_conformance.run.process import ChildProcess
from tilelaw_conformance.smoke.smoke import Mark, Step
from tilelaw_conformance.smoke.smoke import smoke_test as smoke

HELLO = "it says hello"
ANSWERS = "it answers every method it claims"
BYE = "it ends after bye"
INPUT = "it ends with its input"


def steps(how: str, seconds: float = 5.0) -> list[Step]:
    return list(smoke(fake("adapter", how), setting.picture(), seconds))


def told(found: list[Step], mark: Mark) -> list[tuple[str, str]]:
    return [(step.name, step.told) for step in found if step.mark is mark]


def test_a_sound_adapter_has_no_faults() -> None:
    found = steps("sound")
    assert {step.mark for step in found} == {Mark.FINE}
    assert len(found) == 12


def test_crlf_does_no_harm() -> None:
    found = steps("crlf")
    assert told(found, Mark.FAULT) == []
    ((name, text),) = told(found, Mark.NOTE)
    assert (name, "CR LF" in text) == (HELLO, True)


def test_what_cannot_be_held_is_no_fault() -> None:
    assert {step.mark for step in steps("holds_little")} == {Mark.FINE}, "the third position has another domino"
    found = steps("holds_nothing")
    assert told(found, Mark.FAULT) == []
    assert told(found, Mark.NOTE) == [(ANSWERS, "`judge`: it cannot hold any of 3 positions")]


def test_who_does_not_take_the_components_is_told_so() -> None:
    assert {step.mark for step in steps("takes_deck")} == {Mark.FINE}
    ((name, text),) = told(steps("refuses_deck"), Mark.FAULT)
    assert name == HELLO
    assert text == "`deck`: it answers a proper request with error -32602: KeyError: 'name'"


def test_garbage_that_ends_it_is_only_noted() -> None:
    found = steps("dies_of_garbage")
    assert told(found, Mark.FAULT) == []
    assert told(found, Mark.NOTE)[0][1] == "after a line that is no JSON it answers nothing any more"


FATAL = [
    ("buffered", "its output is not flushed: answers come only when many have been written"),
    ("buffered_for_ever", "it answers only when its input is closed: its output is not flushed, or it reads all"),
    ("reads_all", "it answers only when its input is closed: its output is not flushed, or it reads all"),
    ("silent", "it says nothing within 0.5 seconds, not even when its input ends"),
    ("dies_at_start", "it ended with exit status 1 before it answered"),
    ("logs", "it writes other things than messages on standard output: `[debug] answering 3`"),
    ("pretty", "its JSON goes over several lines"),
    ("python", "it writes Python dicts, not JSON"),
    ("blank_lines", "it writes blank lines between its messages"),
    ("headers", "it writes headers before its messages"),
    ("bare", "it answers with the bare result"),
    ("no_id", "its answers have no id"),
    ("text_id", "it answers with the id as a text"),
    ("float_id", "it answers with the id as a fraction"),
    ("own_ids", "it answers request 3 with the id 1"),
    ("no_version", 'its answers do not say "jsonrpc": "2.0"'),
    ("list", "it answers with a list of messages"),
    ("encoded_twice", "its result is a text with JSON in it"),
    ("notifies", "it sends requests or notifications of its own"),
    ("two_on_a_line", "it writes several messages on one line"),
    ("bom", "its output begins with a byte order mark"),
    ("utf16", "it writes UTF-16"),
    ("latin1", "what it writes is not UTF-8"),
    ("half", "only the beginning of a line came: `"),
    ("no_line_end", "there is no line end after its answer"),
    ("echo", "it repeats the request instead of answering it"),
]


@pytest.mark.parametrize(("how", "text"), FATAL, ids=[how for how, _ in FATAL])
def test_a_fault_in_hello_is_named_and_ends_the_examination(how: str, text: str) -> None:
    found = steps(how, 0.5) if how == "silent" else steps(how)
    ((name, what),) = told(found, Mark.FAULT)
    assert name == HELLO
    assert what.startswith(text)
    assert found[-1].mark is Mark.UNTRIED
    assert len(found) == 12


LATER = [
    ("logs_later", ANSWERS, "`judge`: it writes other things than messages on standard output"),
    ("answers_as_text", ANSWERS, "`judge`: expected a result of `judge`"),
    ("misreads_positions", ANSWERS, "`judge`: it answers a proper request with error -32603: KeyError: 'tiles'"),
    ("dies_of_moves", ANSWERS, "`judge`: it ended with exit status 9"),
    ("one_read", "it keeps up when requests come together", "of 20 requests that came together it answered 1"),
    ("short_ids", "it answers with the ids it was sent", "id 2147483653: it answers request 2147483653 with the id 5"),
    ("short_lines", "it takes long lines", "after a request of 1000000 characters: it cannot read a request"),
    ("answers_unknown_methods", "it refuses an unknown method with -32601", 'an unknown method: it answers {"legal":'),
    ("other_code", "it refuses an unknown method with -32601", "an unknown method: it answers with error -32600"),
    ("dies_of_unknown_methods", "it refuses an unknown method with -32601", "an unknown method: it ended with exit"),
    ("dies_of_nonsense", "it refuses parameters that make no sense with -32602", "nonsense for `judge`: it ended with"),
    ("takes_nonsense", "it refuses parameters that make no sense with -32602", "nonsense for `judge`: it answers {"),
    ("stays", BYE, "it still runs 2 seconds after bye and the end of its input"),
    ("stays", INPUT, "it still runs 2 seconds after the end of its input"),
]


@pytest.mark.parametrize(("how", "name", "text"), LATER, ids=[f"{how}-{name}" for how, name, _ in LATER])
def test_a_fault_after_hello_is_named_and_the_examination_goes_on(how: str, name: str, text: str) -> None:
    found = steps(how)
    faults = [what for where, what in told(found, Mark.FAULT) if where == name]
    assert faults
    assert faults[0].startswith(text)
    assert Mark.UNTRIED not in {step.mark for step in found}


def test_every_fault_of_the_adapter_is_tested() -> None:
    source = (FAKES / "adapter.py").read_text(encoding="utf-8")
    named = {how for how, _ in FATAL} | {how for how, _, _ in LATER} | {"crlf", "dies_of_garbage"}
    unnamed = [how for how in named if f'"{how}"' not in source]
    assert unnamed == []
    assert len(named) > 35


def test_who_crashes_shows_its_error_output() -> None:
    (step,) = [step for step in steps("dies_at_start") if step.mark is Mark.FAULT]
    assert step.stderr == "no board"


def test_claims_that_do_not_fit_together_are_noted() -> None:
    found = list(smoke(fake("scorer"), setting.picture(), 20.0))
    assert told(found, Mark.FAULT)[0] == (
        "its claims fit together",
        "no case can be judged: it claims the rulesets origins/discovery",
    )


def test_a_command_that_does_not_exist() -> None:
    found = list(smoke(ChildProcess(["no-such-engine"]), setting.picture(), 20.0))
    assert told(found, Mark.FAULT)[0][1].startswith("`no-such-engine` cannot be started")


@pytest.mark.parametrize(
    ("command", "status", "part"),
    [
        (
            [sys.executable, str(FAKES / "adapter.py"), "sound"],
            0,
            "The adapter is sound. What fails now is the engine's",
        ),
        (
            [sys.executable, str(FAKES / "adapter.py"), "replays_whole_turns"],
            0,
            "The adapter is sound. What fails now is the engine's",
        ),
        (
            [sys.executable, str(FAKES / "adapter.py"), "logs"],
            1,
            "-> write what people should read on the error output",
        ),
        (["no-such-engine"], 2, "cannot be started"),
        ([], 2, "there is no command after `--`"),
    ],
)
def test_the_command(command: list[str], status: int, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoke", "--seconds", "20", "--", *command]) == status
    out = capsys.readouterr()
    assert part in out.out + out.err
    assert "Traceback" not in out.out + out.err
