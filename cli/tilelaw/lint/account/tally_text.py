"""How often conditions held, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from tilelaw.lint.account.said import ranges, said_facts
from tilelaw.lint.account.tally import Choices, Tally, When
from tilelaw.wording import counted

Lengths: TypeAlias = Mapping[int, Counter[int]]
"""For each number of players how many turns one of them had in a game."""
MOST_CHOICES = 3
MOST_NUMBERS = 4
"""So many numbers that one condition reads are told."""


def number_lines(tally: Tally, yes: str, no: str) -> Iterator[str]:
    """Yield the numbers that a condition read, apart for where it held and where not."""
    different = {text: both for text, both in tally.numbers.items() if len(both[0].keys() | both[1].keys()) > 1}
    for text, (held, failed) in list(different.items())[:MOST_NUMBERS]:
        parts = [f"{ranges(numbers)} {what}" for numbers, what in ((held, yes), (failed, no)) if numbers]
        yield f"{text}: {', '.join(parts)}"


def choice_lines(choices: Choices, lengths: Lengths) -> Iterator[str]:
    """Yield how often the conditions of choices held, and when."""
    for text, tally in list(choices.tallies.items())[:MOST_CHOICES]:
        times = f", {_times(tally.times, lengths)}" if tally.times else ""
        yield f"{text}: true in {tally.yes} of {tally.yes + tally.no}{times}"
        if not tally.yes and tally.nearest is not None:
            yield f"  nearly with {said_facts(tally.nearest.facts)}"
        yield from (f"  {line}" for line in number_lines(tally, "true", "false"))


def _times(times: set[When], lengths: Lengths) -> str:
    """Return when a condition held, for the most players with whom it did."""
    most = max(players for players, _, _ in times)
    parts = []
    for name in sorted({name for players, name, _ in times if players == most}):
        numbers = ranges(number for players, of, number in times if (players, of) == (most, name))
        noun = "turn" if numbers.isdigit() else "turns"
        whole = f" of {ranges(lengths[most])}" if most in lengths else ""
        parts.append(f"{name} {numbers}" if name else f"{noun} {numbers}{whole}")
    return f"with {counted(most, 'player')} in {', '.join(parts)}"
