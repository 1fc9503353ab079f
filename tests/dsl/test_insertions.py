"""Layers that insert at one place of the flow: the order is that of their paths, never that in which they are named."""

from __future__ import annotations

from itertools import permutations

import pytest

from tilelaw_dsl import Report, Rulebook, render

BASE = """mode t/base
    title "Base"
    players 2
    flow
        step one
        ask pass of first(players)
    rule pass "One player passes"
        house
        action pass
"""
OPTION = """option {} on t/base
    title "An option"
    insert {}
        step {}
"""


def flow_of(options: dict[str, str], order: tuple[str, ...]) -> list[str]:
    texts = {"base.rules": BASE}
    for path in order:
        name = path.split("/")[1]
        texts[f"{name}.rules"] = OPTION.format(path, options[path], name)
    book = Rulebook.of_texts(texts)
    report = Report()
    layers = book.layers_of("+".join(("t/base", *order)), report)
    merged = book.merged(layers, 2, report) if layers else None
    assert merged is not None
    assert [render(item) for item in (*book.report.items, *report.items)] == []
    return [item.name.text for item in merged.flow]


CASES = {
    "by path": (dict.fromkeys(["t/b", "u/a", "t/c"], "after one"), ["one", "b", "c", "a", "pass"]),
    "before": (dict.fromkeys(["t/b", "u/a", "t/c"], "before pass"), ["one", "b", "c", "a", "pass"]),
    "after the last": (
        {"t/b": "after one after u/a", "u/a": "after one", "t/c": "after one"},
        ["one", "c", "a", "b", "pass"],
    ),
    "before, after another": (
        {"t/b": "before pass after t/c", "t/c": "before pass", "u/a": "before pass"},
        ["one", "c", "b", "a", "pass"],
    ),
    "two places": (
        {"t/b": "before pass", "u/a": "after one", "t/c": "after one after u/a"},
        ["one", "a", "c", "b", "pass"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_order_of_additions_does_not_matter(case: str) -> None:
    options, expected = CASES[case]
    for order in permutations(options):
        assert flow_of(options, order) == expected, order
