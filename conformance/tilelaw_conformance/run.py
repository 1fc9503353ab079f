"""Runs cases against one implementation.

`hello` comes first; without a proper answer to it nothing can be judged. Then every case by itself: an
implementation that crashes, is silent or breaks the protocol is started afresh for the next one, but not for ever.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tilelaw_conformance.case import Case
from tilelaw_conformance.connector import CannotStart, Connector, Crashed, TimedOut
from tilelaw_conformance.judge import Judged, Limits, Verdict, judge
from tilelaw_conformance.protocol import Client, ErrorAnswer, Hello, ProtocolError

_LAST_SECONDS = 2.0
_LOST = frozenset({Verdict.CRASHED, Verdict.TIMED_OUT})
_GOOD = frozenset({Verdict.PASSED, Verdict.SKIPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run has found."""

    name: str
    """What the implementation was reached by."""
    hello: Hello | None = None
    judged: tuple[Judged, ...] = ()
    trouble: str = ""
    """Why nothing could be judged."""
    complaints: str = ""
    seconds: float = field(default=0.0, compare=False)

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cases got each verdict."""
        return Counter(judged.verdict for judged in self.judged)

    @property
    def status(self) -> int:
        """The exit status: 0 all is well, 1 something is not, 2 nothing could be judged."""
        if self.trouble or not self.counts.keys() - {Verdict.SKIPPED}:
            return 2
        return 1 if self.counts.keys() - _GOOD else 0


def run(
    cases: Sequence[Case],
    connector: Connector,
    *,
    limits: Limits = Limits(),  # noqa: B008  (it is frozen)
    give_up_after: int = 5,
    on_judged: Callable[[Judged], None] = lambda _judged: None,
) -> Outcome:
    """Judge every case and close the connector.

    After `give_up_after` cases in a row that crashed or timed out the rest is skipped. `on_judged` is called with each
    verdict as it comes.
    """
    start = time.monotonic()
    try:
        outcome = _run(cases, Client(connector), limits, give_up_after, on_judged)
    finally:
        connector.restart()  # also when the run is interrupted: nothing is left behind
    return replace(outcome, seconds=time.monotonic() - start)


def _run(
    cases: Sequence[Case],
    client: Client,
    limits: Limits,
    give_up_after: int,
    on_judged: Callable[[Judged], None],
) -> Outcome:
    name = client.connector.name
    try:
        hello = client.hello(limits.start_seconds)
    except (CannotStart, Crashed, TimedOut, ErrorAnswer, ProtocolError) as error:
        client.restart()
        trouble = str(error) if isinstance(error, CannotStart) else f"no proper answer to hello: {error}"
        return Outcome(name=name, trouble=trouble, complaints=client.connector.complaints())
    judged: list[Judged] = []
    lost = 0
    for case in cases:
        if lost >= give_up_after:
            reason = f"not run: the {lost} cases before it crashed or timed out"
            judged.append(Judged(case=case, verdict=Verdict.SKIPPED, reason=reason))
        else:
            judged.append(judge(case, client, hello, limits))
            if judged[-1].verdict is not Verdict.SKIPPED:
                lost = lost + 1 if judged[-1].verdict in _LOST else 0
        on_judged(judged[-1])
    client.goodbye(_LAST_SECONDS)
    return Outcome(name=name, hello=hello, judged=tuple(judged))
