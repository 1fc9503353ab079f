"""What people read of cases: players count from 1, as in pictures and reports."""

from __future__ import annotations

import re

from tilelaw.background import corpus
from tilelaw_conformance import bundled_corpus


def test_sentences_of_cases_count_players_from_one() -> None:
    cases = corpus(bundled_corpus()).cases
    named = [
        (case, int(number))
        for case in cases
        for number in re.findall(r"\b[Pp]layers? (\d)\b", f"{case.title}. {case.why}")
    ]
    assert named
    assert [(case.id, number) for case, number in named if not 1 <= number <= case.players] == []
