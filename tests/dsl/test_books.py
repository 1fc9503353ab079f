"""What editions say and readers are told, as it holds in a ruleset of several layers."""

from __future__ import annotations

import pytest

from tilelaw_dsl import ir
from tilelaw_dsl.diagnostics import Report, render
from tilelaw_dsl.rulebook import Rulebook

GAME = """
mode t/base
    title "Base"
    players 2..3
    param steps: 1..9 = 3
    flow
        step begin
        ask go of first(players)
    rule go "You go {steps} steps"
        ruling "or stay"
        action go
    rule begin "It begins"
        house
        at begin
            end
"""
ABOVE = """
option t/plain on t/base
    set steps = 4
option t/amended on t/base
    amend rule go
        ruling "or run"
option t/titled on t/base
    amend rule go "You walk"
option t/replaced on t/base
    replace rule go "You run"
        ruling "fast"
        action go
option t/ours on t/base
    amend rule go
        house
option t/top on t/titled
    set steps = 5
"""
EDITIONS = """
edition cs "Kniha" of t after sk
    section jdi "Jdi"
    on t/base
        states go in jdi
    on t/top
        pictures go in jdi

edition en "Book" of t
    section a "First"
    section b "Second"
    on t/base
        differs on go in b "twice"
        states go in a
    on t/replaced
        states go in a

edition sk "Knižka" of t
    section chod "Choď"
    on t/base
        states begin, go in chod
"""
TEXTS = """
texts en of t
    on t/base
        aim
            "Go far."
        ask go
            "Do you go?"
        rule go
            "Go {steps} steps,"
            "no more."
    on t/base for players 3
        rule go
            "All three go."
    on t/titled
        ask go
            "Do you walk?"
    on t/top
        aim
            "Go farther."
        rule go
            "Walk."
"""


def game(name: str, players: int = 2) -> ir.Game:
    book = Rulebook.of_texts({"game": GAME + ABOVE, "editions": EDITIONS, "texts": TEXTS})
    report = Report()
    found = book.compile((name,), players, report)
    assert found is not None, [render(item) for item in (*book.report.items, *report.items)]
    return found


def citations(name: str, rule: str = "go") -> list[str]:
    info = next(one for one in game(name).rules if one.id == rule)
    return [
        " ".join(filter(None, [c.edition, c.standing if c.edition else c.kind, c.heading, c.note]))
        for c in info.citations
    ]


BENEATH = ["en differs Second twice", "en states First", "sk states Choď", "cs states Jdi"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("t/base", [*BENEATH, "ruling or stay"]),
        ("t/plain", [*BENEATH, "ruling or stay"]),
        ("t/amended", [*BENEATH, "ruling or run"]),
        ("t/titled", [*BENEATH, "ruling or stay"]),
        ("t/replaced", ["en states First", "ruling fast"]),
        ("t/ours", ["house"]),
        ("t/top", ["cs pictured Jdi", "ruling or stay"]),
    ],
)
def test_the_topmost_layer_on_which_editions_speak_answers_for_all(name: str, expected: list[str]) -> None:
    assert citations(name) == expected


def test_a_house_rule_may_stand_in_a_book_as_well() -> None:
    assert citations("t/base", "begin") == ["sk states Choď", "house"]


def test_editions_are_listed_after_those_they_name() -> None:
    assert game("t/top").editions == (("en", "Book"), ("sk", "Knižka"), ("cs", "Kniha"))


def test_the_layer_on_which_editions_speak_is_known() -> None:
    assert [rule.cited_on for rule in game("t/top").rules] == ["t/top", "t/base", ""]
    assert [rule.cited_on for rule in game("t/ours").rules] == ["", "t/base", ""]


@pytest.mark.parametrize(
    ("name", "players", "aim", "ask", "rule"),
    [
        ("t/base", 2, "Go far.", "Do you go?", "Go 3 steps, no more."),
        ("t/base", 3, "Go far.", "Do you go?", "All three go."),
        ("t/plain", 2, "Go far.", "Do you go?", "Go 4 steps, no more."),
        ("t/amended", 2, "Go far.", "Do you go?", "Go 3 steps, no more."),
        ("t/titled", 2, "Go far.", "Do you walk?", None),
        ("t/replaced", 2, "Go far.", "Do you go?", None),
        ("t/top", 3, "Go farther.", "Do you walk?", "Walk."),
    ],
)
def test_the_topmost_text_that_fits_wins(name: str, players: int, aim: str, ask: str, rule: str | None) -> None:
    book = Rulebook.of_texts({"game": GAME + ABOVE, "editions": EDITIONS, "texts": TEXTS})
    (texts,) = book.told((name,), players, Report())
    assert (texts.language, texts.aim, texts.components) == ("en", aim, "")
    assert dict(texts.asks) == {"go": ask}
    assert dict(texts.rules).get("go") == rule


def test_editions_in_a_circle_are_listed_all_the_same() -> None:
    circle = EDITIONS.replace('edition sk "Knižka" of t', 'edition sk "Knižka" of t after cs')
    book = Rulebook.of_texts({"game": GAME, "editions": circle})
    found = book.compile(("t/base",), 2, Report())
    assert found is not None
    assert [name for name, _ in found.editions] == ["en", "cs", "sk"]
