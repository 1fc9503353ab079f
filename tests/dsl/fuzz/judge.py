"""What must be true of everything that is said about a text: soon, in plain words, at a place that exists."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes.registry import CODES
from tilelaw_dsl.diagnostics import Diagnostic, render, to_json
from tilelaw_dsl.text.parser import terminals

MAX_SECONDS = 30
"""Of processor time for one text, on the slowest machine; a text takes some milliseconds."""

CLASSES = {name for module in (s, ir) for name in dir(module) if re.fullmatch(r"[A-Z][a-z]+([A-Z][a-z]+)+", name)}
UNSPEAKABLE = re.compile(
    r"(?<![\w`])(?:"
    + "|".join(sorted(map(re.escape, {t for t in terminals() if t.isupper()} | CLASSES)))
    + r"|None|True|False|Traceback|\w+Error|__ANON_\d+|NoneType)(?!\w)|<class|object at"
)


@contextmanager
def soon() -> Iterator[None]:
    """Fail if what is done inside takes too long; where it would never end, stop it."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"it takes longer than {MAX_SECONDS} seconds")

    start = time.process_time()  # of this process alone, so that a busy machine makes no difference
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert time.process_time() - start < MAX_SECONDS


def judge(found: Iterable[Diagnostic]) -> None:
    """Fail if a diagnostic cannot be shown, says what nobody understands, or speaks of a place outside its text."""
    items = list(found)
    shown = [render(item) for item in items]
    to_json(items)
    assert len(set(items)) == len(items) == len(shown)
    for item in items:
        assert item.code in CODES
        assert item.message
        for words in (item.message, item.hint, *(label.words for label in item.labels)):
            spoken = re.sub(r"`[^`]*`", "", words)
            assert not UNSPEAKABLE.search(spoken), words
        spans = [item.span, *(label.span for label in item.labels)]
        if item.edit is not None:
            assert item.edit.span is not None
            spans.append(item.edit.span)
        for span in spans:
            assert 0 <= span.start <= span.end <= len(span.source.text) + 1, (render(item), span)
