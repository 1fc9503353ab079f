"""What rules may cost: bounds from the sizes of sets and from what both engines remember, judged before play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from thorough import some
from tilelaw_dsl import Code, Diagnostic, Report, Rulebook, ir, lint
from tilelaw_play import load, names
from tilelaw_reference import Evaluator, State, Value
from tilelaw_reference.evaluate import HANDLERS
from tilelaw_reference.evaluate.evaluator import Handler
from tilelaw_reference.model.values import Env

STRANGERS = sorted((Path(__file__).parents[1] / "strangers").glob("*.rules"))

GAME = """mode cost/game
    title "Costly"
    players 2..4
    house

    board field
        grid squares 0..{last} by 0..{last}
        relation beside = orthogonal
        cell spot
            token: player?

    define free = field[no token]
{defines}
    flow
        repeat turn while some free with mover = first(players) then next_player(mover)
            ask place of mover "Where?"
{flow}
    rule place.free "On a free spot"
        action place
            at in free
        for place
            at.token := you
        rank total(you)

    rule costly "Costly"
{lines}
"""


def written(lines: str, defines: str = "", flow: str = "", last: int = 10) -> str:
    """Return the text of a game with a rule, and with definitions and steps that it needs."""

    def deeper(text: str, depth: int) -> str:
        return "".join(f"{' ' * depth}{line}\n" for line in text.splitlines())

    return GAME.format(lines=deeper(lines, 8), defines=deeper(defines, 4), flow=deeper(flow, 12), last=last)


def compiled(text: str) -> tuple[ir.Game | None, list[Diagnostic]]:
    report = Report()
    book = Rulebook.of_texts({"cost.rules": text})
    return book.compile(("cost/game",), 3, report), report.sorted()


def cost(lines: str, defines: str = "", last: int = 10) -> int:
    """Return the steps of the rule."""
    game, found = compiled(written(lines, defines, last=last))
    assert game is not None, found
    return next(rule.cost for rule in game.rules if rule.id == "costly")


def chain(first: str, following: str, number: int = 20) -> str:
    """Return definitions each of which uses the one before, `Y`."""
    lines = [f"define y0{first}"]
    lines += [f"define y{n}{following.replace('Y', f'y{n - 1}')}" for n in range(1, number + 1)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("first", "following", "lines"),
    [
        (" = free", " = Y | Y", "score count y20"),
        (" = count free", " = (Y + Y) at most 1000", "score y20"),
        ("(s: spot) = beside(s)", "(s: spot) = Y(s) | Y(s)", "score sum(count y20(s) over s in field)"),
        ("(s: spot) = s.x > 2", "(s: spot) = Y(s) and (Y(s) or s.y = 3)", "score count field[s: y20(s)]"),
        (
            "(s: spot) = s.x",
            "(s: spot) = match s.y with (0: Y(s), else: Y(s) + 1 at most 99)",
            "score y20(first(field))",
        ),
    ],
)
def test_equal_calls_count_once_and_play(first: str, following: str, lines: str) -> None:
    defines = chain(first, following)
    one, all_ = cost(lines, defines), cost(lines.replace("y20", "y10"), defines)
    assert one < 2.5 * all_, "twice as many definitions take twice as long"
    ruleset = load("cost/game", Rulebook.of_texts({"cost.rules": written(lines, defines)}))
    state = ruleset.start(3, seed=1)
    evaluated = load("cost/game", ruleset.book, engine="evaluator").start(3, seed=1)
    assert state.engine.name == "compiled"
    assert state.score() == evaluated.score()


REFUSED = [
    (chain("(n: 0..1000) = n", "(n: 0..1000) = (Y(2 * n mod 1000) + Y((n + 1) mod 1000)) mod 1000"), "score y20(1)"),
    (chain("(s: spot) = 1", "(s: spot) = sum(Y(t) over t in beside(s)) at most 9"), "score y20(first(field))"),
    (chain("(s: set of spot) = s", "(s: set of spot) = Y(s) | Y(s & free)", 30), "score count y30(field)"),
    (
        chain("(n: 0..99) = n", "(n: 0..99) = match n with (0: Y(n), else: Y(n mod 7) + Y(n mod 8) at most 99)"),
        "score y20(1)",
    ),
]


@pytest.mark.parametrize(("defines", "lines"), REFUSED)
def test_definitions_that_double_with_other_arguments_are_refused(defines: str, lines: str) -> None:
    game, found = compiled(written(lines, defines))
    assert game is None
    assert [item.code for item in found] == [Code.TOO_COSTLY]


def test_the_innermost_expression_is_named_with_the_figures() -> None:
    lines = "score sum(sum(count field[s: s.x > a.x and s.y < b.y] over b in free) over a in field)"
    _, (found,) = compiled(written(lines, last=19))
    assert found.span.text == "field[s: s.x > a.x and s.y < b.y]"
    assert "this is worked out 400 x 400 times" in found.message
    assert found.rule == "costly"
    assert [(label.span.text, label.words) for label in found.labels] == [
        ("field", "400 of these"),
        ("free", "400 of these"),
    ]


def test_what_does_not_speak_of_the_element_is_not_repeated() -> None:
    inner = "count field[s: s.x > 2 and s.y < 3]"
    assert cost(f"score sum({inner} over a in field)") < 2 * cost(f"score {inner}")
    assert cost(f"score sum({inner.replace('2', 'a.x')} over a in field)") > 100 * cost(f"score {inner}")


def test_regions_have_together_as_many_cells_as_there_are() -> None:
    one = cost("score count free[token = you and x > 2]")
    assert cost("score sum(count r[token = you and x > 2] over r in regions(free))") < 5 * one
    through = "define mine(p: player, r: set of spot) = count r[token = p and x > 2]"
    assert cost("score sum(mine(you, r) over r in regions(free))", through) < 5 * one


def test_answers_are_looked_through() -> None:
    pair = "action pair instead of place\n    a in field\n    b in {}\n"
    pair += "for pair\n    require a.x + b.x > 3\nfor pair\n    a.token := you"
    assert cost(pair.format("field")) > 121 * 121
    assert cost(pair.format("beside(a)")) < 121 * 60


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Count how many expressions the evaluator evaluates."""
    found = [0]

    def counted(handler: Handler) -> Handler:
        def handle(here: Evaluator, node: ir.Expr, env: Env) -> Value:
            found[0] += 1
            return handler(here, node, env)

        return handle

    with monkeypatch.context() as patched:
        for node, handler in list(HANDLERS.items()):
            patched.setitem(HANDLERS, node, counted(handler))
        yield found


def bound(state: State, *kinds: ir.ClauseKind) -> int:
    """Return the steps of all rules that have a clause of some kind."""
    return sum(rule.cost for rule in state.engine.game.rules if set(kinds) & set(rule.does))


@pytest.mark.parametrize("name", some([*names(), *map(str, STRANGERS)], 3), ids=lambda name: Path(name).stem)
def test_no_position_takes_more_than_the_bound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = load(name, engine="evaluator")
    chance = random.Random(1)
    state = load(name).start(ruleset.counts[-1], seed=1)
    for ply in range(60):
        if state.is_over:
            break
        if ply % 6 == 0:
            here = ruleset.state(state.to_json())
            with counting(monkeypatch) as taken:
                here.moves()
            assert taken[0] <= bound(here, ir.ClauseKind.ACTION, ir.ClauseKind.REQUIRE)
            here = ruleset.state(state.to_json())
            with counting(monkeypatch) as taken:
                here.score()
            assert taken[0] <= bound(here, ir.ClauseKind.SCORE, ir.ClauseKind.RANK) + 10 * here.engine.game.players
        state = state.apply(chance.choice(state.moves()))


def test_lint_tells_a_cost_once_for_all_numbers_of_players() -> None:
    defines = chain("(p: player) = free", "(p: player) = Y(p) | Y(next_player(p))", 22)
    text = written("score sum(count y22(you) over s in field)", defines, last=40)
    book = Rulebook.of_texts({"cost.rules": text})
    costs = [item.message for item in lint(book, Path("cost.rules")) if item.code is Code.TOO_COSTLY]
    assert len(costs) == 1
    assert "players" not in costs[0]
