"""Whatever text comes in, a diagnostic or a game comes out: soon, in plain words, and never an exception.

Random texts, soups of the language's own words, expressions of any shape, real texts with mistakes made in them,
and texts that are hostile on purpose. All examples are the same in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.fuzz.judge import judge, soon
from dsl.fuzz.mutations import LANGUAGE, NOISE, SIGNS, VALUES
from dsl.fuzz.specimens import KINDS, ROOT, kind_of
from dsl.fuzz.texts import try_all
from thorough import examples, some
from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.codes.snippets import SKELETON, in_layer, in_rule
from tilelaw_dsl.diagnostics import Diagnostic, Report, render
from tilelaw_dsl.layers.inspect import check_library
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.runs import DOUBTS
from tilelaw_dsl.source import Source, Span
from tilelaw_dsl.text.parser import parse
from tilelaw_dsl.text.words import HOMES

MAX_SPECIMENS = 300
"""A sample of the texts, tables and files that `make prove` tries."""

once = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much])


def findings(text: str, path: Path = Path("text.rules")) -> list[Diagnostic]:
    """Everything that is wrong with a text; one without errors also becomes a game."""
    book = Rulebook(data_folders=[ROOT / "spec" / "tilelaw_spec" / "data", ROOT / "tests" / "foreign"])
    tree = parse(Source(path.name, text), book.report)
    if tree is None:
        assert book.report.has_errors
        return book.report.sorted()
    book.files[path.name] = (path, tree)
    book.library.add(tree, book.report)
    check_library(book.library, book.report)
    found = lint(book, path)
    if not found and tree.layers and book.is_complete(tree.layers[0].name.text):
        name = (tree.layers[0].name.text,)
        report = Report()
        game = book.compile(name, (book.counts(name) or (2,))[0], report)
        assert game is not None, [render(item) for item in report.items]
        assert ir.from_json(ir.to_json(game)) == game
    return found


def check(text: str) -> list[Diagnostic]:
    """Look at a text, and at what is said about it."""
    with soon():
        found = findings(text)
        judge(found)
    return found


# ---- any text ---------------------------------------------------------------------------------------------


@settings(once, max_examples=examples(50))
@given(st.text(max_size=120))
def test_random_text(text: str) -> None:
    check(text)


@settings(once, max_examples=examples(25))
@given(st.text(alphabet=st.sampled_from(NOISE), max_size=200))
def test_random_signs_in_a_layer(text: str) -> None:
    check("layer a/b\n    " + text)


BEGINNINGS = sorted(HOMES)
LINES = st.tuples(
    st.integers(0, 4),
    st.sampled_from([*BEGINNINGS, "x"]),
    st.lists(st.sampled_from([*LANGUAGE, *SIGNS, *VALUES]), max_size=8),
)


@settings(once, max_examples=examples(80))
@given(st.lists(LINES, min_size=1, max_size=8))
def test_soup_of_words(lines: list[tuple[int, str, list[str]]]) -> None:
    written = [" " * (4 * depth) + " ".join([first, *rest]) for depth, first, rest in lines]
    check('layer a/b\n    title "t"\n' + "\n".join(written) + "\n")


# ---- expressions of any shape -----------------------------------------------------------------------------

ATOMS = st.sampled_from(
    [
        "1",
        "0",
        "7",
        "limit",
        "open",
        "field",
        "bag",
        "red",
        "blue",
        "colour",
        "players",
        "you",
        "mover",
        "at",
        "hue",
        "it",
        "full",
        "true",
        "none",
        "tally",
        "place",
        "beside",
        "{}",
        "1..3",
        "up",
        "x",
        "first",
        "unknown",
    ]
)


def _composed(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = ["=", "!=", "<", "+", "-", "*", "|", "&", "in", "meets", "and", "or", "div", "mod", "except"]
    two = [f"({{}} {sign} {{}})" for sign in signs]
    two += ["({} not in {})", "({} at most {})", "({} at least {})", "{}[{}]", "{}[highest {}]", "{}[c: {}]"]
    two += ["sum({} over {})", "union({} over c in {})", "sorted({} over {})", "most({} over {})"]
    two += ["nth({}, {})", "first({}, {})", "shift({}, {})", "beside({}, {})", "heading({}, {})", "regions({}, {})"]
    two += [
        "cell({}, {})",
        "next_player({}, {})",
        "run({0}, up, {1})",
        "line({0}, {1}, open)",
        "distance(beside, {}, {})",
    ]
    two += ["match {} with (red: {}, else: 0)", "match {} with (0: {}, 1: 2, else: 3)", "{{{}, {}}}"]
    one = ["({})", "(-{})", "(not {})", "(some {})", "(no {})", "(one {})", "(count {})", "{}.colour", "{}.x", "{}.by"]
    one += ["tally({})", "beside({})", "regions({})", "first({})", "span({})", "total({})", "open({})", "field({})"]
    one += ["opposite({})", "match {} with (up: 1, down: 2, else: 0)"]
    one += ["next_player({})", "directions({})", "side({})", "({} and no legal place)"]
    return st.one_of(
        st.builds(lambda form, a, b: form.format(a, b), st.sampled_from(two), inner, inner),
        st.builds(lambda form, a: form.format(a), st.sampled_from(one), inner),
        st.builds("(if {} then {} else {})".format, inner, inner, inner),
    )


EXPRESSIONS = st.recursive(ATOMS, _composed, max_leaves=6)
PLACES = [
    "score {}",
    "rank {}",
    "invariant {}",
    "score for c in {}: 1",
    "for place\n    require {}",
    "for place when {}\n    at.full := true",
    "for place\n    at.colour := {}",
    "for place\n    tally(you) := {}",
    "for place\n    {} := red",
    "for place\n    let n = {}\n    at.full := n = n",
    "for place\n    move {} from bag to bag",
    "for place\n    remove top {} from bag",
    "for place\n    for c in {}\n        end",
    "for place\n    show {} to all",
    "for place\n    put {} on at",
    "at place.done\n    tally(mover) := {}",
    "at place.done\n    shuffle {}",
    "define f(p: player, s: set of square, n: 0..9) = {}\nscore f(you, open, 1)",
    "define f: 0..9 = {}\nscore f",
    "action rest instead of place\n    c in {}",
    "skip turn when {}",
]


@settings(once, max_examples=examples(50))
@given(st.sampled_from(PLACES), EXPRESSIONS)
def test_any_expression_anywhere(place: str, expression: str) -> None:
    check(in_rule(place.format(expression)).whole())


DECLARATIONS = [
    "param p: {} = {}",
    "param p by {}: 0..9 = else: {}",
    "var v({}): 0..9\ndefine w = {}",
    "var v: {}\ndefine w = {}",
    "mark m on colour: {}\ndefine w = {}",
    "zone z: pile of {}, starts with {} of each",
    "zone z of player: row of {} by x, seen by team\ndefine w = {}",
    "record r\n    a: {}\ndefine w = {}",
    'kinds k from "cards.csv"\n    a: {}\ndefine w = {}',
    "define d(a: {}): {} = a",
    "needs n(a: {}): 0..9\ndefine w = {}",
    "board b\n    grid squares {} by 0..3\n    relation r = king\n    cell c\n        a: {}",
    "param p by {0}: direction of field = else: up\nvar v: {1}",
]
TYPES = ["0..9", "-3..3", "9..0", "0..9999999", "flag", "colour", "colour?", "set of colour", "set of flag", "player?"]
TYPES += [
    "square",
    "square?",
    "set of square",
    "side",
    "r",
    "c",
    "k",
    "direction",
    "direction?",
    "direction of field?",
    "set of direction",
    "colour of field",
    "unknown",
    "0..3?",
    "3",
    "true",
    "red",
    "limit",
]


@settings(once, max_examples=examples(25))
@given(st.sampled_from(DECLARATIONS), st.sampled_from(TYPES), st.sampled_from(TYPES))
def test_any_declaration(form: str, first: str, second: str) -> None:
    check(in_layer(form.format(first, second)).whole())


RELATED = [
    "orthogonal",
    "diagonal",
    "king",
    "hex",
    "up",
    "up_left, up_right",
    "east, west",
    "hex, king",
    "up, up",
    "rook",
]
RELATED += [
    "a, b when b in r(a)",
    "a, b when a.x = b.y",
    "a, b when a.q = b.r",
    "a, b when a.f = b.f",
    "a, b when some b.g",
]
RELATED += ["a, b when distance(t, a, b) = 2", "a, b when heading(a, b) = up", "a when true", "a, b, c when true"]
RELATED += [
    "a, b when b in {}",
    "a, b when every c in t(a): c != b",
    'pairs from "cards.csv"',
    'pairs from "none.csv" one way',
]
USES = ["regions(b)", "regions(b, r)", "r(b)", "r(first(b), 2, b[g])", "t(b) | r(b)", "directions(r)", "directions(t)"]
USES += [
    "{distance(r, first(b), nth(b, 2))}",
    "{heading(first(b), nth(b, 2))}",
    "{cell(b, 0, 0)}",
    "line(first(b), up, b)",
]
BOARD = """board b
    grid {}
    relation r = {}
    relation t = {}
    cell c
        f: direction of b? printed up at 0,0
        g: flag
"""


@settings(once, max_examples=examples(50))
@given(
    st.sampled_from(["squares 0..2 by 0..2", "hexagon 2"]),
    st.sampled_from(RELATED),
    st.sampled_from(RELATED),
    st.sampled_from(USES),
)
def test_any_grid_against_any_relation(grid: str, first: str, second: str, use: str) -> None:
    check(in_layer(BOARD.format(grid, first, second), lines=f"score count {use}").whole())


# ---- real texts, tables and files with mistakes made in them -----------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_specimens(kind: str) -> None:
    seeds = [seed for seed in range(MAX_SPECIMENS) if kind_of(seed) == kind]
    assert seeds
    figures = try_all(some(seeds, 4))
    assert figures.failed == []
    assert sum(figures.codes.values()) > 0


def test_a_specimen_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(seed: int) -> list[Diagnostic]:
        if seed == 1:
            raise KeyError(seed)
        place = Span(Source("x.rules", "abc"), 1, 9 if seed == 2 else 2)
        return [Diagnostic(Code.UNUSED, "this is said", place)]

    monkeypatch.setattr("dsl.fuzz.texts.specimen", fails)
    figures = try_all(range(4))
    assert [seed for seed, _ in figures.failed] == [1, 2]
    assert "KeyError: 1" in figures.failed[0][1]


def test_what_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsl.fuzz.judge.MAX_SECONDS", 0.05)

    def runs_on() -> None:
        while True:
            pass

    with pytest.raises(AssertionError, match="longer than"), soon():
        runs_on()


# ---- hostile texts ------------------------------------------------------------------------------------------


FOLDED, OVER = "abcdefgh", " over {} in field)"


def _rule(*lines: str) -> str:
    return in_rule("\n".join(lines)).whole()


def _layer(*items: str, lines: str = "score 1") -> str:
    return in_layer("\n".join(items), lines=lines).whole()


def _chain(form: str, *, number: int = 200) -> str:
    return _rule("define d0 = count open", *(form.format(i, i - 1) for i in range(1, number)), f"score d{number - 1}")


def _lines(form: str, number: int) -> str:
    return "".join(form.format(i) for i in range(number))


HOSTILE: dict[str, tuple[Callable[[], str], set[str]]] = {
    "a megabyte": (lambda: SKELETON * 800, {"T101"}),
    "a megabyte on one line": (lambda: "x" * 1_000_000, {"T101"}),
    "a name of 200 000 letters": (lambda: _rule("score " + "o" * 190_000), {"T101"}),
    "200 000 brackets": (lambda: _rule("score " + "(" * 190_000), {"T101"}),
    "brackets on many lines": (lambda: _rule("score (", *["("] * 5_000), {"T101"}),
    "nested blocks": (lambda: "layer a/b\n" + "".join(" " * i + "for x in y\n" for i in range(1, 350)), {"T101"}),
    "a chain of 300 conditions": (lambda: _rule("invariant true and", *["    true and"] * 299, "    true"), {"T101"}),
    "a chain of 50 conditions": (lambda: _rule("invariant true and", *["    true and"] * 49, "    true"), set()),
    "many negations": (lambda: _rule("invariant " + "not " * 90 + "true"), {"T101"}),
    "many signs": (lambda: _rule("score " + "- " * 120 + "1"), {"T101"}),
    "many layers": (lambda: "".join(f'layer a/l{i}\n    title "t"\n' for i in range(1, 2_000)), {"T101"}),
    "layers on layers": (
        lambda: SKELETON + "".join(f"layer game/l{i} on game/l{i - 1}\n    set limit = 3\n" for i in range(1, 50)),
        {"T202"},
    ),
    "a huge number": (lambda: _rule("score " + "9" * 300), {"T702"}),
    "a huge range": (lambda: _rule("score sum(n over n in 1..999999999)"), {"T702"}),
    "a large range": (lambda: _rule("score sum(n over n in 1..1000000)"), {"T706"}),
    "a huge type": (lambda: _layer("param p: 0.." + "9" * 300 + " = 1", lines="score p"), {"T702"}),
    "a huge table": (lambda: _layer("param p by 0..1000000: 0..9 = else: 1", lines="score p(1)"), {"T405"}),
    "a huge grid": (lambda: SKELETON.replace("0..4 by 0..4", "0..999999999999 by 0..9"), {"T706"}),
    "a huge hexagon": (
        lambda: SKELETON.replace("grid squares 0..4 by 0..4", "grid hexagon 99999999").replace("orthogonal", "hex"),
        {"T706"},
    ),
    "many players": (lambda: SKELETON.replace("players 2\n", "players 1..99999999999\n"), {"T216"}),
    "thousands of members on one line": (
        lambda: _layer("kinds k: " + ", ".join(f"m{i}" for i in range(5_000))),
        {"T101"},
    ),
    "thousands of members": (
        lambda: (
            SKELETON + "layer a/b on game/base\n" + "".join(f"    add to kinds colour: c{i}\n" for i in range(2_000))
        ),
        set(),
    ),
    "definitions that sum up the one before": (lambda: _chain("define d{0} = d{1} + d{1}"), {"T702"}),
    "definitions that square the one before": (lambda: _chain("define d{0} = d{1} * d{1}"), {"T702"}),
    "definitions that bound the one before": (lambda: _chain("define d{0} = d{1} + d{1} at most 9"), set()),
    "definitions in a long row": (lambda: _chain("define d{0} = d{1} + 1"), set()),
    "definitions in a long circle": (lambda: _chain("define d{0} = d{1} + 1").replace("count open", "d199"), {"T309"}),
    "definitions in a circle, deep inside": (
        lambda: _rule(*(f"define d{i} = " + "not " * 50 + f"d{(i + 1) % 20}" for i in range(20)), "invariant d0"),
        {"T309"},
    ),
    "sets of sets": (
        lambda: _chain("define d{0} = beside(d{1}) | beside(d{1})").replace("count open", "open"),
        {"T411"},
    ),
    "many arguments": (lambda: _rule("action a instead of place\n" + _lines("    a{} in field\n", 900)), {"T704"}),
    "many steps": (lambda: SKELETON.replace("flow\n", "flow\n" + _lines("        step s{}\n", 2_000)), set()),
    "many unknown names": (lambda: _rule(*(f"invariant u{i} = v{i}" for i in range(800))), {"T303"}),
    "many mistakes": (lambda: "layer a/b\n" + "    foo bar\n" * 5_000, {"T109"}),
    "the same declaration again and again": (
        lambda: "layer a/b\n" + "    players 2\n" + "    kinds a: b\n" * 2_000,
        {"T207", "T901"},
    ),
    "nested folds": (
        lambda: _rule("score " + "sum(" * 8 + " + ".join(f"{x}.x" for x in FOLDED) + "".join(map(OVER.format, FOLDED))),
        {"T705"},
    ),
    "nested matches": (lambda: _rule("score " + "match limit with (else: " * 15 + "1" + ")" * 15), set()),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    text, expected = HOSTILE[name]
    found = [item for item in check(text()) if item.code not in DOUBTS]
    assert {item.code for item in found} == expected, "\n\n".join(render(item) for item in found[:5])


@pytest.mark.parametrize(
    "table",
    [
        "",
        "card",
        "card,worth\n",
        "card,worth\n\n\n",
        "card,worth\n1,\0\n",
        "card,worth\n1,2,3,4\n",
        "card\n1,2,3\n",
        "card,worth\n²,²\n",
        "card,worth\n" + "9" * 5_000 + ",1\n",
        'card,worth\n1,"' + "x" * 200_000 + '"\n',
        'card,worth\n"1,1\n',
        "card,worth,copies\n1,1,99999999999\n",
        "card,worth,copies\n1,1,-1\n",
        "card,worth\r\n1,1\r\n2,2\r",
        "\ufeffcard,worth\n1,1\n",
        "card,worth\n" + "".join(f"{i},1\n" for i in range(5_000)),
    ],
)
def test_hostile_table(table: str, tmp_path: Path) -> None:
    text = in_layer(
        'kinds card from "cards.csv"\n    worth: 0..9', lines="score sum(worth over card) + tally(you)"
    ).whole()
    (tmp_path / "cards.csv").write_bytes(table.encode("utf-8"))
    (tmp_path / "text.rules").write_text(text, encoding="utf-8")
    with soon():
        found = lint(Rulebook.read([tmp_path]), tmp_path / "text.rules")
    assert {item.code for item in found} <= {"T803"}


def test_hostile_files(tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "latin.rules").write_bytes("# é".encode("latin-1"))
    (tmp_path / "nothing.rules").write_bytes(b"\0\0\0")
    (tmp_path / "data.rules").write_text(in_layer(f'kinds card from "{"x" * 300}.csv"').whole(), encoding="utf-8")
    (tmp_path / "cards.csv").write_bytes(b"card,worth\n\xff,1\n")
    book = Rulebook.read([tmp_path])
    assert {item.code for item in book.report.items} == {"T116", "T102"}
    assert {item.code for item in lint(book, tmp_path / "data.rules")} == {"T802"}
