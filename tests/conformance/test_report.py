"""What people read after a run."""

from __future__ import annotations

import pytest

from conformance import setting
from conformance.setting import IMPATIENT, QUICK, background, fake
from tilelaw_conformance.case import Basis, read_cases
from tilelaw_conformance.judge import Judged, Verdict
from tilelaw_conformance.process import ChildProcess
from tilelaw_conformance.report import problem_text, report, story, summary, verdict_line
from tilelaw_conformance.run import run
from tilelaw_conformance.select import select

STORY = """\
FAILED  origins/place/rejects-desert-below-grassland
  A desert that only touches a grassland does not connect
  pictured (cs, sk, hu, pl: the connection picture, the domino that is crossed out); origins/place.yaml:3

    Row  7 [D0 L0] player 0

    > player 0      player 1     player 2     player 3
       0 1  2        0            0            0
    0  H D0 G0    0  H         0  H         0  H

    D desert  G grassland  H hut

    player 0 is asked: Where do you lay your domino?

  answer    {"place": {"a": [2, 1], "b": [2, 2]}}
  expected  {"place": {"a": [2, 1], "b": [2, 2]}} is illegal, refused by place.connects
  got       legal
  why       Its desert meets the other desert only at a corner, and its lake meets nothing
  rule      place.connects  A half touches the home square or the same terrain
"""


def test_a_failure_tells_its_story() -> None:
    judged = run(setting.picture()[:1], fake("always_legal"), limits=QUICK).judged[0]
    text = story(judged, background())
    assert text.startswith(STORY)
    sources = text.removeprefix(STORY).splitlines()
    assert sources[0].strip().startswith("cs 1. Průzkumná hra / ")
    assert any(line.strip().startswith("ruling: ") for line in sources)
    assert sources[-1] == "  again     tilelaw check origins/place/rejects-desert-below-grassland"


def test_the_report_tells_only_what_went_wrong() -> None:
    outcome = run(setting.picture(), fake("always_legal"), limits=QUICK)
    text = report(outcome, background())
    assert text.count("FAILED") == 1
    assert text.splitlines()[-1].startswith("fake 1: 2 passed, 1 failed of 3 cases in ")


def test_error_output_is_shown() -> None:
    outcome = run(setting.picture()[:1], fake("silent"), limits=IMPATIENT)
    text = report(outcome, background())
    assert "  reason    no answer within 0.3 seconds\n" in text
    assert "    | thinking about judge\n" in text


def test_lines() -> None:
    case = setting.picture()[0]
    assert verdict_line(Judged(case=case, verdict=Verdict.PASSED)) == f"passed     {case.id}"
    skipped = Judged(case=case, verdict=Verdict.SKIPPED, reason="it does not claim x")
    assert verdict_line(skipped) == f"skipped    {case.id}  (it does not claim x)"
    assert verdict_line(skipped, colour=True).startswith("\x1b[33mskipped")


def test_trouble() -> None:
    outcome = run(setting.picture(), fake("crashing_at_start"), limits=QUICK)
    first, *rest = summary(outcome).splitlines()
    assert "crashing_at_start.py" in first
    assert first.endswith(": no proper answer to hello: it ended with exit status 1")
    assert rest == ["its error output ends with", "  | the board is missing"]


def test_trouble_without_words() -> None:
    assert summary(run(setting.picture(), ChildProcess(["no-such-engine"]))).count("\n") == 0


def test_what_was_left_out_is_told() -> None:
    selection = select(setting.picture() + setting.corpus().cases[-1:], without=[Basis.PICTURED])
    outcome = run(selection.cases, setting.reference())
    assert "left out: 3 cases resting on pictured" in summary(outcome, selection)


def test_skipping_everything_is_told() -> None:
    outcome = run(setting.picture(), fake("other_game"), limits=QUICK)
    assert summary(outcome).splitlines()[-1] == "nothing was judged: every case was skipped"


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_a_colour(verdict: Verdict) -> None:
    assert "\x1b[" in verdict_line(Judged(case=setting.picture()[0], verdict=verdict), colour=True)


def test_problems() -> None:
    problems = read_cases("title: x", "origins/test.yaml", setting.board_reader).problems
    assert problem_text(problems) == "origins/test.yaml:1:1: `cases` is missing\n1 problem in the cases"
