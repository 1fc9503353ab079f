"""The report for people who watch: what went wrong as it comes, a progress bar, then the stories and the summary.

The bar is drawn only on a terminal. Elsewhere there are plain lines, and none for a case that passed or was skipped
unless everything is wanted.
"""

from __future__ import annotations

import time
from typing import TextIO

from tilelaw_conformance.data.atomic import CannotWrite
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.report.scope import JudgedBy
from tilelaw_conformance.report.wording import number_of_cases, report, rulesets_text, verdict_line
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged

_BAR = 30
_SECONDS_BETWEEN = 0.1
_CLEAR = "\r\x1b[K"


class Terminal:
    """Writes to a terminal, or to what takes its place."""

    def __init__(self, target: TextIO, *, colour: bool, bar: bool, verbose: bool = False) -> None:
        self._target = target
        self._colour = colour
        self._has_bar = bar
        self._verbose = verbose
        self._info: RunInfo | None = None
        self._done = 0
        self._wrong = 0
        self._next_bar = 0.0
        self._judged_by = JudgedBy()
        self._is_read = True

    def begin(self, info: RunInfo) -> None:
        """Say what is run."""
        self._info = info
        self._say(f"{number_of_cases(info.cases)} (protocol {info.protocol}, corpus {info.corpus[:12]})")

    def judged(self, name: str, judged: Judged, *, is_known: bool) -> None:
        """Say what went wrong, and move the bar."""
        self._done += 1
        self._judged_by.add(judged)
        is_news = judged.is_wrong and not is_known
        self._wrong += is_news
        if self._verbose or is_news:
            self._say(verdict_line(judged, colour=self._colour, is_known=is_known))
        if self._has_bar:
            self._draw_bar(name)

    def _draw_bar(self, name: str) -> None:
        now = time.monotonic()
        if now < self._next_bar or self._info is None:
            return
        self._next_bar = now + _SECONDS_BETWEEN
        total = max(1, len(self._info.cases))
        full = _BAR * self._done // total
        wrong = f"  {self._wrong} wrong" if self._wrong else ""
        self._write(f"{_CLEAR}[{'#' * full}{'.' * (_BAR - full)}] {self._done}/{total}{wrong}  {name}"[:110])

    def finished(self, name: str, outcome: Outcome, background: Background) -> None:
        """Tell the stories of an implementation."""
        assert self._info is not None, "a run has begun"
        left_out = self._info.left_out if name == self._info.implementations[-1] else ()
        title = [f"== {name}"] if len(self._info.implementations) > 1 else []
        told = report(outcome, background, left_out, colour=self._colour, verbose=self._verbose)
        self._say("\n".join([*title, told]))
        self._done = self._wrong = 0

    def end(self, status: int) -> None:  # noqa: ARG002  (the exit status is told by ending)
        """Say by which rules it was judged."""
        assert self._info is not None, "a run has begun"
        text = rulesets_text(self._judged_by, self._info)
        if text:
            self._say(f"judged by {text}")

    def _say(self, text: str) -> None:
        self._write(f"{_CLEAR if self._has_bar else ''}{text}\n")

    def _write(self, text: str) -> None:
        if self._is_read:
            try:
                self._target.write(text)
                self._target.flush()
            except BrokenPipeError:  # the reader went away, as `head` does; the run goes on, and its status counts
                self._is_read = False
            except OSError as error:
                self._is_read = False
                raise CannotWrite(f"standard output cannot be written: {error.strerror or error}") from error
