"""What people read after a run."""

from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest

from conformance import setting
from conformance.setting import IMPATIENT, PATIENT, background, fake
from tilelaw.background import replayed
from tilelaw_conformance.cases.corpus import Basis, bundled_corpus, read_cases
from tilelaw_conformance.cases.select import select_cases
from tilelaw_conformance.cases.witness import Witnesses
from tilelaw_conformance.report.wording import problem_text, report, story, summary, verdict_line
from tilelaw_conformance.run.process import ChildProcess
from tilelaw_conformance.run.run import Options, Outcome
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Judged, Verdict

STORY = """\
FAILED  origins/place/rejects-desert-below-grassland
  A desert that only touches a grassland does not connect
  pictured (cs, sk, hu, pl: the connection picture, the domino that is crossed out); origins/place.yaml:10

{drawn}

  answer    {{"place": {{"a": [2, 1], "b": [2, 2]}}}}
  expected  {{"place": {{"a": [2, 1], "b": [2, 2]}}}} is illegal, refused by place.connects
  got       legal
  why       The desert of the domino meets the other desert only at a corner, and its lake meets nothing
  rule      place.connects  A half touches the hut or the same terrain
"""


def test_a_failure_tells_its_story() -> None:
    judged = run(setting.picture()[:1], fake("always_legal"), limits=PATIENT).judged[0]
    text = story(judged, background())
    drawn = textwrap.indent(setting.draw(judged.case.position), "    ")
    assert "player 1 is asked: Where do you lay your domino?" in drawn
    beginning = STORY.format(drawn=drawn)
    assert text.startswith(beginning)
    sources = text.removeprefix(beginning).splitlines()
    assert any(line.strip().startswith("cs 1. Průzkumná hra / ") for line in sources)
    assert any(line.strip().startswith("ruling: ") for line in sources)
    assert sources[-1] == "  again     tilelaw check origins/place/rejects-desert-below-grassland"


def test_the_report_tells_only_what_went_wrong() -> None:
    outcome = run(setting.picture(), fake("always_legal"), limits=PATIENT)
    text = report(outcome, background())
    assert text.count("FAILED") == 1
    counts, of_what = text.splitlines()[-2:]
    assert counts.startswith("fake 1: 2 passed, 1 failed of 3 cases in ")
    assert of_what == "  origins/discovery 4: legality 3 of 3 (1 wrong)"


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
    linked = Judged(case=case, verdict=Verdict.SKIPPED, reason="it does not claim x", link="docs/x.md#y")
    assert verdict_line(linked) == f"skipped    {case.id}  (it does not claim x; see docs/x.md#y)"
    failed = Judged(case=case, verdict=Verdict.FAILED)
    assert verdict_line(failed, is_known=True) == f"failed     {case.id}  (known to fail)"
    assert verdict_line(skipped, colour=True).startswith("\x1b[33mskipped")


def test_trouble() -> None:
    outcome = run(setting.picture(), fake("crashing_at_start"), limits=PATIENT)
    first, *rest = summary(outcome, background()).splitlines()
    assert "crashing_at_start.py" in first
    assert first.endswith(": no proper answer to hello: it ended with exit status 1")
    assert rest == ["its error output ends with", "  | the board is missing"]


def test_trouble_without_words() -> None:
    assert summary(run(setting.picture(), ChildProcess(["no-such-engine"])), background()).count("\n") == 0


def test_what_was_left_out_is_told() -> None:
    selection = select_cases(setting.picture() + setting.corpus().cases[-1:], without=[Basis.PICTURED])
    outcome = run(selection.cases, setting.reference())
    text = summary(outcome, background(), selection.left_out)
    assert "left out: 3 cases resting on pictured\n" in text
    for case in setting.picture():
        assert f"\n  pictured  {case.id}  {case.title}" in text


def test_why_cases_were_skipped_is_counted_and_linked() -> None:
    outcome = run([*setting.picture(), setting.case("origins/score/pictured-territory-scores-32")], fake("scorer"))
    assert summary(outcome, background()).splitlines()[1:3] == [
        "  origins/discovery 4: results 1 of 1; legality not claimed",
        "skipped 3: legal: it does not claim the level legality; see docs/protocol.md#levels",
    ]


def test_skips_take_one_line_unless_all_is_wanted() -> None:
    case = setting.picture()[0]
    skipped = [
        Judged(replace(case, players=players), Verdict.SKIPPED, reason="not played", link="docs/x.md#rulesets")
        for players in (2, 2, 3, 4, 5)
    ]
    skipped += [Judged(case, Verdict.SKIPPED, reason=reason) for reason in ("no score", "no score", "no moves")]
    outcome = Outcome(name="mine", judged=tuple(skipped))
    ours = "rulesets or numbers of players it does not claim (origins/discovery for 2: 2, origins/discovery for 3: 1,"
    short = [line for line in summary(outcome, background()).splitlines() if line.startswith("skipped")]
    assert short == [f"skipped 8, 5 of them: {ours} origins/discovery for 4: 1 and 1 more); -v tells 2 other reasons"]
    whole = [line for line in summary(outcome, background(), verbose=True).splitlines() if line.startswith("skipped")]
    assert whole == [
        f"skipped 5: {ours} origins/discovery for 4: 1, origins/discovery for 5: 1)",
        "skipped 2: no score",
        "skipped 1: no moves",
    ]


def test_known_failures_and_surprises_are_told() -> None:
    wrong, right, _ = setting.picture()
    options = Options(known=frozenset({wrong.id, right.id}))
    outcome = run(setting.picture(), fake("always_legal"), limits=PATIENT, options=options)
    text = report(outcome, background())
    assert "FAILED" not in text
    assert text.splitlines()[2:] == ["known to fail: 1 case", f"known to fail, but passes now: {right.id}"]
    assert outcome.status == 1


def test_a_known_failure_is_no_failure() -> None:
    options = Options(known=frozenset({setting.picture()[0].id}))
    assert run(setting.picture(), fake("always_legal"), limits=PATIENT, options=options).status == 0


def test_a_long_game_shows_its_last_answers() -> None:
    answers = ", ".join("{pass: {}}" for _ in range(30))
    long = setting.written_case(setting.HEAD + f"    given: start\n    when: [{answers}]\n    then: {{over: true}}\n")
    judged = run([long], setting.reference()).judged[0]
    text = story(judged, background())
    assert "    the start of a game of origins/discovery for 4 players\n" in text
    assert text.count("  answer    ") == 9
    assert "  answer    ... 22 answers before these\n" in text


def test_skipping_everything_is_told() -> None:
    outcome = run(setting.picture(), fake("other_game"), limits=PATIENT)
    assert summary(outcome, background()).splitlines()[-1] == "nothing was judged: every case was skipped"


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_a_colour(verdict: Verdict) -> None:
    assert "\x1b[" in verdict_line(Judged(case=setting.picture()[0], verdict=verdict), colour=True)


def test_problems() -> None:
    problems = read_cases("title: x", "origins/test.yaml", setting.board_reader).problems
    assert problem_text(problems) == "origins/test.yaml:1:1: `cases` is missing\n1 problem in the cases"


def test_who_only_replays_is_shown_what_lay_before_them() -> None:
    case = setting.case("ingenious/bonus/is-a-placement-like-any-other")
    history = Witnesses(bundled_corpus()).of(case)
    assert history is not None
    told = replace(background(), replayed=replayed)
    drawn = story(Judged(case, Verdict.FAILED, history=history), told)
    assert story(Judged(case, Verdict.FAILED), told) != drawn
    there = replayed(case, history)
    assert there is not None
    plan, given = there["plan"], case.position["plan"]
    assert isinstance(plan, list)
    assert isinstance(given, list)
    assert len(plan) > len(given)
    assert textwrap.indent(setting.draw(there), "    ") in drawn
    assert f"  reached   by {len(history)} answers; `tilelaw cases export {case.id}` lists them as history\n" in drawn
    assert replayed(case, history[:-1]) != there
    assert replayed(case, [*history, b'{"place":{}}']) is None
