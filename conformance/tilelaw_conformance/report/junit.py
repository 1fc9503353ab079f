"""The report as JUnit XML: a test suite for each implementation, a test case for each case.

What failed is a `failure`, what errored, crashed or timed out an `error`. A known failure is `skipped`, and one that
passes is a `failure`. A problem with the run itself is an `error` of a test case of its own.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml
from pathlib import Path

from tilelaw_conformance.data.atomic import write_file
from tilelaw_conformance.report.causes import causes, hints
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.report.scope import JudgedBy, scope_text, scopes
from tilelaw_conformance.report.wording import headline, story
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Verdict

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SORTS = ("failure", "error", "skipped")


class JUnit:
    """Writes the report when all is done."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._root = Xml.Element("testsuites", name="tilelaw")
        self._info: RunInfo | None = None

    def begin(self, info: RunInfo) -> None:
        """Hear what is run."""
        self._info = info

    def judged(self, name: str, judged: Judged, *, is_known: bool) -> None:
        """Wait for the end."""

    def finished(self, name: str, outcome: Outcome, background: Background) -> None:
        """Add an implementation."""
        assert self._info is not None, "a run has begun"
        suite = Xml.SubElement(self._root, "testsuite", name=_clean(name), time=f"{outcome.seconds:.3f}")
        _properties(suite, self._info, outcome, background)
        told = [group for cause in causes(outcome) for group in cause.stories]
        told_by = {judged.case.id: group[0] for group in told for judged in group[1:]}
        surprises = {judged.case.id for judged in outcome.surprises}
        for judged in outcome.judged:
            test = _test(suite, judged)
            if judged.case.id in surprises:
                _told(test, "failure", "known to fail, but passes now", "surprise")
            else:
                _tell(test, judged, outcome, background, told_by.get(judged.case.id))
        left = [f"processes that could not be ended: {', '.join(outcome.left_behind)}"] if outcome.left_behind else []
        for words in [*([outcome.problem] if outcome.problem else []), *outcome.notes, *left]:
            test = Xml.SubElement(suite, "testcase", classname="tilelaw", name="the run itself", time="0")
            _told(test, "error", words, "trouble", outcome.stderr)
        _count(suite)

    def end(self, status: int) -> None:
        """Write the file."""
        _count(self._root)
        self._root.set("status", str(status))
        Xml.indent(self._root)
        text = Xml.tostring(self._root, encoding="unicode")
        write_file(self._path, f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n')


def _properties(suite: Xml.Element, info: RunInfo, outcome: Outcome, background: Background) -> None:
    properties = Xml.SubElement(suite, "properties")
    digests = info.digests(sorted(JudgedBy(outcome.judged).written))
    found = {"tilelaw": info.version, "protocol": str(info.protocol), "corpus": info.corpus}
    found |= {f"ruleset {name} for {players}": digest for (name, players), digest in digests.items()}
    found |= {f"left out {case.id}": f"{case.basis}: {case.title}" for case in info.left_out}
    if outcome.hello is not None:
        found |= {"implementation": f"{outcome.hello.name} {outcome.hello.version}"}
    found |= {f"judged {scope.ruleset}": scope_text(scope) for scope in scopes(outcome)}
    found |= {f"cause {number}": cause.told for number, cause in enumerate(causes(outcome), start=1)}
    found |= {f"hint {number}": hint for number, hint in enumerate(hints(outcome, background), start=1)}
    for name, value in found.items():
        Xml.SubElement(properties, "property", name=_clean(name), value=_clean(value))


def _test(suite: Xml.Element, judged: Judged) -> Xml.Element:
    case = judged.case
    return Xml.SubElement(
        suite,
        "testcase",
        classname=case.topic.replace("/", "."),
        name=case.id.rpartition("/")[2],
        time=f"{judged.seconds:.6f}",
        file=case.file,
        line=str(case.line),
        digest=case.digest,
    )


def _tell(
    test: Xml.Element, judged: Judged, outcome: Outcome, background: Background, told_by: Judged | None = None
) -> None:
    if judged.is_wrong and judged.case.origin in outcome.known:
        _told(test, "skipped", "known to fail", "")
    elif judged.verdict is Verdict.SKIPPED:
        _told(test, "skipped", f"{judged.reason}; see {judged.link}" if judged.link else judged.reason, "")
    elif told_by is not None:  # one cause is one failure
        _told(test, "skipped", f"{judged.verdict}, as with {told_by.case.id}: {headline(judged)}", "")
    elif judged.is_wrong:
        sort = "failure" if judged.verdict in (Verdict.FAILED, Verdict.NOT_REACHED) else "error"
        _told(test, sort, headline(judged), judged.verdict.value, story(judged, background))


def _told(test: Xml.Element, sort: str, message: str, type_: str, text: str = "") -> None:
    element = Xml.SubElement(test, sort, message=_clean(message))
    if type_:
        element.set("type", type_)
    element.text = _clean(text) or None


def _count(element: Xml.Element) -> None:
    element.set("tests", str(len(element.findall(".//testcase"))))
    for sort, name in zip(_SORTS, ("failures", "errors", "skipped"), strict=True):
        element.set(name, str(len(element.findall(f".//testcase/{sort}"))))


def _clean(text: str) -> str:
    """Return a text without what XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
