"""The reports as files: complete or visibly not, and made from the same events."""

from __future__ import annotations

import io
import os
import re
import xml.etree.ElementTree as Xml
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from conformance import setting
from conformance.setting import PATIENT, background, fake
from tilelaw_conformance.cases.corpus import Case
from tilelaw_conformance.cases.expectation import Basis
from tilelaw_conformance.data import schema
from tilelaw_conformance.data.atomic import CannotWrite, prepare_file, write_file
from tilelaw_conformance.report.jsonl import JsonLines, ReportError, read_report
from tilelaw_conformance.report.junit import JUnit
from tilelaw_conformance.report.reporter import Reporter
from tilelaw_conformance.report.terminal import Terminal
from tilelaw_conformance.run.run import Options, Outcome
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Judged, Verdict

CASES = (*setting.picture(), setting.case("origins/score/pictured-territory-scores-32"))
LEFT_OUT = replace(CASES[0], id="origins/x/left-out", basis=Basis.RULING)
FAKES = ("always_legal", "scorer", "crashing", "other_game", "crashing_at_start")
HELLO = 'name & <version> "1" \x00\x1b'


def told(*reporters: Reporter, known: frozenset[str] = frozenset(), names: tuple[str, ...] = FAKES) -> list[Outcome]:
    """Judge some fakes and tell the reporters."""
    for reporter in reporters:
        reporter.begin(setting.info(CASES, *names, left_out=[LEFT_OUT]))
    outcomes = []
    for name in names:

        def heard(judged: Judged, name: str = name) -> None:
            for reporter in reporters:
                reporter.judged(name, judged, is_known=judged.case.id in known)

        outcome = run(CASES, fake(name), limits=PATIENT, options=Options(known=known), on_judged=heard)
        outcomes.append(outcome)
        for reporter in reporters:
            reporter.finished(name, outcome, background())
    for reporter in reporters:
        reporter.end(max(outcome.status for outcome in outcomes))
    return outcomes


# ---- JSON Lines


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.jsonl"
    with path.open("w", encoding="utf-8") as file:
        told(JsonLines(file), known=frozenset({CASES[1].id}))
    return path


def test_a_report_names_what_was_run(lines: Path) -> None:
    head = read_report(lines)[0]
    assert (head["protocol"], head["corpus"], head["cases"]) == (1, "c0" * 32, 4)
    assert {(each["name"], each["players"]) for each in head["rulesets"]} == {
        (case.ruleset, case.players) for case in CASES
    }
    assert all(re.fullmatch("[0-9a-f]{64}", each["digest"]) for each in head["rulesets"])
    assert head["left_out"] == [{"id": LEFT_OUT.id, "title": LEFT_OUT.title, "basis": "ruling"}]
    assert head["implementations"] == list(FAKES)


def test_every_line_fits_the_schema(lines: Path) -> None:
    validator = jsonschema.Draft202012Validator(schema.load("report"))
    for line in read_report(lines):
        validator.validate(line)


def test_there_is_a_line_for_each_verdict_and_each_implementation(lines: Path) -> None:
    found = read_report(lines)
    cases = [line for line in found if "case" in line]
    assert len(cases) == 4 * 4
    assert {line["verdict"] for line in cases} == {"passed", "failed", "errored", "crashed", "skipped"}
    skipped = next(line for line in cases if line["verdict"] == "skipped")
    assert skipped["link"].startswith("docs/protocol.md#")
    ends = {line["implementation"]: line for line in found if "reached_by" in line}
    assert [ends[name]["status"] for name in FAKES] == [1, 0, 1, 2, 2]
    assert "hello" in ends["crashing_at_start"]["trouble"]
    assert ends["always_legal"]["surprises"] == [CASES[1].id]
    assert ends["always_legal"]["again"][CASES[0].id] == f"tilelaw check {CASES[0].id}"
    assert found[-1]["status"] == 2


@pytest.mark.parametrize("kept", [0, 1, 2, -1])
def test_a_truncated_report_is_refused(lines: Path, tmp_path: Path, kept: int) -> None:
    path = tmp_path / "report.jsonl"
    text = lines.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(text[:kept]), encoding="utf-8")
    with pytest.raises(ReportError, match=r"truncated|no report"):
        read_report(path)


@pytest.mark.parametrize(("old", "new"), [("failed", "passed"), ('"seconds":', '"seconds": ')])
def test_a_changed_report_is_refused(lines: Path, tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "report.jsonl"
    text = lines.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ReportError, match="has been changed"):
        read_report(path)


def test_a_report_with_a_line_less_or_half_a_line_is_refused(lines: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.jsonl"
    text = lines.read_text(encoding="utf-8")
    without = text.splitlines(keepends=True)
    del without[3]
    for bad in ("".join(without), text[:-1], text[:-30]):
        path.write_text(bad, encoding="utf-8")
        with pytest.raises(ReportError):
            read_report(path)


@pytest.mark.parametrize("odd", ["5\n", "[]\n", "[" * 100_000, '{"report": "tilelaw"}\n{"end": 5}\n', "{}\n[]\n"])
def test_a_report_of_a_stranger_is_refused(tmp_path: Path, odd: str) -> None:
    path = tmp_path / "report.jsonl"
    path.write_text(odd, encoding="utf-8")
    with pytest.raises(ReportError):
        read_report(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ReportError, match="no plain file"):
        read_report(path)


# ---- JUnit


def test_junit(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    told(JUnit(path), known=frozenset({CASES[0].id, CASES[1].id}))
    root = Xml.parse(path).getroot()
    suites = {suite.get("name"): suite for suite in root.findall("testsuite")}
    assert list(suites) == list(FAKES)
    always = suites["always_legal"]
    assert (always.get("tests"), always.get("failures"), always.get("errors"), always.get("skipped")) == (
        "4",
        "1",
        "1",
        "1",
    )
    (surprise,) = always.findall("testcase/failure")
    assert surprise.get("message") == "known to fail, but passes now"
    (error,) = always.findall("testcase/error")
    assert "tilelaw check origins/score/" in (error.text or "")
    properties = {each.get("name"): each.get("value") for each in always.findall("properties/property")}
    assert (properties["protocol"], properties["corpus"]) == ("1", "c0" * 32)
    assert any(str(name).startswith("ruleset origins/discovery for ") for name in properties)
    assert f"left out {LEFT_OUT.id}" in properties
    (trouble,) = suites["crashing_at_start"].findall("testcase/error")
    assert "no proper answer to hello" in (trouble.get("message") or "")
    assert root.get("status") == "2"


def test_xml_holds_whatever_an_implementation_says(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    reporter = JUnit(path)
    reporter.begin(setting.info(CASES, "odd"))
    judged = Judged(case=CASES[0], verdict=Verdict.CRASHED, reason=HELLO, stderr=HELLO)
    outcome = Outcome(name="odd", judged=(judged,), notes=(HELLO,))
    reporter.finished("odd", outcome, background())
    reporter.end(1)
    assert len(Xml.parse(path).getroot().findall(".//error")) == 2


# ---- files


def test_an_old_report_does_not_stay(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "report.xml"
    prepare_file(path)
    write_file(path, "complete")
    prepare_file(path)
    assert not path.exists()
    assert list(path.parent.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="cannot be written"):
        prepare_file(tmp_path)


# ---- the terminal


def watched(*, bar: bool = False, verbose: bool = False, case: Case = CASES[0]) -> str:
    target = io.StringIO()
    terminal = Terminal(target, colour=False, bar=bar, verbose=verbose)
    terminal.begin(setting.info(CASES, "fake"))
    outcome = run(
        CASES,
        fake("by_table"),
        limits=PATIENT,
        on_judged=lambda judged: terminal.judged("fake", judged, is_known=False),
    )
    terminal.finished("fake", outcome, background())
    terminal.end(1)
    assert case.id in target.getvalue() or not verbose
    return target.getvalue()


def test_nothing_is_said_about_a_case_that_passed() -> None:
    text = watched()
    assert text.startswith("4 cases (protocol 1, corpus c0c0c0c0c0c0)\n")
    assert re.search(r"\njudged by 1 ruleset \(digest [0-9a-f]{12}\)\n$", text)
    assert "\r" not in text
    assert not any(line.startswith("passed") for line in text.splitlines())
    assert "errored    origins/score/pictured-territory-scores-32" in text


def test_everything_is_said_if_wanted() -> None:
    assert sum(line.startswith("passed") for line in watched(verbose=True).splitlines()) == 3


def test_the_bar_is_drawn_over_itself() -> None:
    text = watched(bar=True)
    assert re.search(r"\r\x1b\[K\[#*\.*\] \d/4", text)
    assert "fake 1: 3 passed, 1 errored of 4 cases" in text


def test_a_reader_who_goes_away_does_not_stop_the_run() -> None:
    class Closed(io.StringIO):
        def write_file(self, _text: str) -> int:
            raise BrokenPipeError

    terminal = Terminal(Closed(), colour=False, bar=True)
    terminal.begin(setting.info(CASES, "fake"))
    terminal.judged("fake", Judged(case=CASES[0], verdict=Verdict.CRASHED), is_known=False)
