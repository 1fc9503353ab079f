"""The language reference: every example on the page is checked, and played where it is a game."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tilelaw.looks import check_looks
from tilelaw_draw.looks import glyphs, look
from tilelaw_dsl import Report, Rulebook, Severity, Source, format_text, lint, render
from tilelaw_play import EngineName, load, rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
FENCES = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = [text for language, text in FENCES if language == "rules"]
LAYERS = [name for text in EXAMPLES for name in re.findall(r"^(?:mode|option) (\S+)", text, re.MULTILINE)]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    folder = tmp_path_factory.mktemp("page")
    for i, text in enumerate(EXAMPLES):
        (folder / f"{i}.rules").write_text(text, encoding="utf-8")
    tables = [text for language, text in FENCES if language == "csv"]
    names = dict.fromkeys(name for text in EXAMPLES for name in re.findall(r'from "(\w+\.csv)"', text))
    for name, table in zip(names, tables, strict=True):
        (folder / name).write_text(table, encoding="utf-8")
    looks = [text for language, text in FENCES if language == "yaml"]
    files = [name for text in EXAMPLES for name in re.findall(r'look "(\w+\.yaml)"', text)]
    for name, data in zip(files, looks, strict=True):
        (folder / name).write_text(data, encoding="utf-8")
    return Rulebook.read([folder])


def test_page_has_examples() -> None:
    assert len(EXAMPLES) >= 7
    assert {language for language, _ in FENCES} == {"rules", "csv", "yaml"}


def test_examples_are_right(book: Rulebook) -> None:
    for path, _ in list(book.files.values()):
        assert [render(d) for d in lint(book, path, check_looks)] == []
    assert [render(d) for d in book.report.items] == []
    assert len(book.files) == len(EXAMPLES)


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_formatted(text: str) -> None:
    assert format_text(Source("example", text), Report()) == text


@pytest.mark.parametrize("name", LAYERS)
def test_example_games_play_to_their_end(book: Rulebook, name: str) -> None:
    ruleset = load(name, book)
    for players in ruleset.counts:
        chance = random.Random(players)
        state = ruleset.start(players, seed=players)
        for _ in range(300):
            if state.is_over:
                break
            state = state.apply(chance.choice(state.moves()))
        assert state.is_over
        assert len(state.score()) == players


def test_the_others_see_how_many_are_dropped_and_not_which(book: Rulebook) -> None:
    state = load("garden/exchange", book).start(3, seed=1)
    state = state.apply(state.moves()[0])
    for number in range(1, 4):
        state = state.apply(next(move for move in state.moves() if move.action == "drop"))
        if number < 3:
            assert {event["event"]: event["seen_by"] for event in state.events} == {"answer": [0], "move": [0]}
            assert state.observe(0)["heaps"] == [*state.to_json()["heaps"][:1], 0, 0]
            assert state.observe(1)["heaps"] == [number, [], 0]
    assert state.due == {"ask": "plant", "player": 1}
    assert [len(hand) for hand in state.to_json()["hands"]] == [3, 3, 3]


def test_the_position_on_the_page_can_be_played(book: Rulebook) -> None:
    (position,) = re.findall(r'`(\{"ruleset".*?\]\})`', PAGE)
    state = load("garden/basic", book).state(position)
    assert state.count() == 5 * 5 - 1 - 1 - 3  # neither in the pond nor on or beside the other red one


SMALL_PRINT = """mode page/claims
    title "What the page says in passing"
    players 2
    house

    board bed
        grid squares 0..2 by 0..1
        relation beside = orthogonal
        cell spot
            flower: 0..9

    var corner(1..2): spot?
    var row(1..3): 0..9
    var way(direction): flag
    var near(spot): flag
    var visited(1..9): flag
    var enough: flag
    var in_row: flag
    var beaten: player?

    define edge = {cell(0, 0), shift(cell(0, 0), up)}

    flow
        step begin
        each visit as n in 1..9 when not enough
            step visit.one
        ask stop of first(players) "Stop?"
        step over

    rule begin "Cells by x, then y; nothing off the board, nothing outside an index"
        at begin
            corner(1) := first(bed)
            corner(2) := nth(bed, 2)
            way(up) := true
            near(cell(1, 1)) := true
            shift(cell(0, 0), up).flower := 3
            for k in 2..6
                row(k) := k
            in_row := edge in bed[x = 0]
            row(1) := count edge
        at visit.one
            visited(n) := true
            enough := n = 3

    rule stop "Who did not stop loses"
        action stop
        at over
            beaten := nth(players, 2)
            end
        rank if you = beaten then 0 else 1
"""


@pytest.mark.parametrize("engine", EngineName)
def test_what_the_page_says_of_nothing_order_loops_and_the_end(tmp_path: Path, engine: EngineName) -> None:
    path = tmp_path / "claims.rules"
    path.write_text(SMALL_PRINT, encoding="utf-8")
    state = load(str(path), Rulebook.read([]), engine=engine).start(2)
    found = state.to_json()
    assert found["corner"] == {"1": [0, 0], "2": [0, 1]}
    assert "bed" not in found
    assert (found["row"], found["in_row"]) == ({"1": 1, "2": 2, "3": 3}, True)
    assert (found["way"], found["near"]) == ({"up": True}, {"1,1": True})
    assert found["visited"] == {"1": True, "2": True, "3": True}
    state = state.apply({"stop": {}})
    assert state.is_over
    assert [side["result"] for side in state.score()] == [[1], [0]]


def _expressions() -> list[str]:
    start, end = PAGE.index("## Expressions"), PAGE.index("Directions of squares")
    found = []
    for line in PAGE[start:end].splitlines():
        if line.startswith("| `"):
            first = re.split(r"(?<!\\)\|", line)[1]
            found += [code.replace("\\|", "|").replace("S", "free") for code in re.findall(r"`([^`]+)`", first)]
    return found


def test_every_expression_of_the_tables_has_a_type(book: Rulebook, tmp_path: Path) -> None:
    expressions = _expressions()
    assert len(expressions) > 40
    text = 'layer page/one on garden/basic\n    title "x"\n'
    for number, code in enumerate(expressions):  # each in a rule of its own, which an error names
        if code == "total(you)":
            body = f"        rank {code}\n"
        elif code.startswith("no legal"):
            body = f"        for compost\n            require {code} and some bag\n"
        else:
            body = f"        for plant\n            let e = {code}\n            require at in free\n"
        text += f'    rule page.n{number} "x"\n        house\n{body}'
    path = tmp_path / "one.rules"
    path.write_text(text, encoding="utf-8")
    assert [render(d) for d in lint(book.copy(), path) if d.severity is Severity.ERROR] == []


def test_the_house_rule_on_the_landing_page(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "index.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```rules\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "far.rules"
    path.write_text(text.replace("house/far-lava", "house/far"), encoding="utf-8")
    assert [render(d) for d in lint(rulebook().copy(), path)] == []
    assert load(f"origins/totem+{path}").start(3, seed=1).moves()


def test_the_page_about_looks_is_complete(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "looks.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", page))
    assert {*look._TOP, *look._PICTURE, *look._BOARD, *look._PRINTED, *look._MEMBER, *look._MARK} <= told
    assert {*look._PIECE, *look._VARIABLE, *glyphs._STROKE} <= told
    (example,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "garden.yaml").write_text(example, encoding="utf-8")
    rules = EXAMPLES[0].replace('    title "Garden"\n', '    title "Garden"\n    look "garden.yaml"\n')
    (tmp_path / "garden.rules").write_text(rules, encoding="utf-8")
    found = lint(Rulebook.read([]), tmp_path / "garden.rules", check_looks)
    assert [render(d) for d in found] == []
