"""Every expression node, each on a small position."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any

import pytest

from reference import tiny
from reference.tiny import BLUE, GREEN, NOTHING, PLAN, RED, YOU, compare, field, local, n, variable, zone
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine
from tilelaw_reference.evaluate import HANDLERS
from tilelaw_reference.model.json_values import json_value
from tilelaw_reference.model.values import Bag, Cell, Member, Record, as_elements

POSITION = {
    "deck": [4, 2, 6],
    "hands": [[5, 1], []],
    "row": [{"card": 3, "claim": 1, "times": 2}],
    "chips": [1, 0, 1],
    "plan": [
        {"at": [0, 0], "by": 0, "colour": "red", "height": 2},
        {"at": [1, 0], "by": 1, "colour": "red"},
        {"at": [2, 2], "by": 1, "colour": "blue", "height": 3},
    ],
    "gardens": [[], [{"at": [0, 0], "dug": True}]],
    "turns": 7,
    "peg": {"0": {"red": 3, "green": 3}, "1": {"blue": 9}},
    "bank": {"2": 5},
    "leader": 0,
}
ENGINE = tiny.engine()
HERE = tiny.here(ENGINE.state(POSITION))


def square(x: int, y: int) -> ir.Expr:
    """The expression for one cell of the shared board."""
    at = local("it")
    both = (compare(ir.Coordinate(0, at), "=", n(x)), compare(ir.Coordinate(1, at), "=", n(y)))
    return ir.First(tiny.where(PLAN, ir.And(both)), None)


def squares(*spots: tuple[int, int]) -> ir.Expr:
    return ir.SetOf(tuple(square(x, y) for x, y in spots))


def plot(owner: int, q: int, r: int) -> ir.Expr:
    at = local("it")
    both = (compare(ir.Coordinate(0, at), "=", n(q)), compare(ir.Coordinate(1, at), "=", n(r)))
    return ir.First(tiny.where(ir.Cells("garden", n(owner)), ir.And(both)), None)


def card(name: int) -> ir.Expr:
    return ir.Member("card", name)


def fold(operator: str, over: ir.Expr, body: ir.Expr) -> ir.Expr:
    return ir.Fold(ir.FoldOperator(operator), "it", over, body)


def algebra(left: ir.Expr, operator: str, right: ir.Expr) -> ir.Expr:
    return ir.SetAlgebra(ir.SetOperator(operator), left, right)


def sum_of(left: ir.Expr, operator: str, right: ir.Expr) -> ir.Expr:
    return ir.Arithmetic(ir.ArithmeticOperator(operator), left, right)


def way(name: str) -> ir.Expr:
    return ir.Direction("squares", name)


NO_SQUARE = ir.First(ir.SetOf(()), None)
IT = local("it")
COLOURS = ir.Members("colour")
VALUE = ir.DataField("colour", "value", IT)

# What an expression gives, as JSON; sets are therefore lists in canonical order.
CASES: list[tuple[ir.Expr, Any]] = [
    (n(-3), -3),
    (ir.Flag(True), True),
    (RED, "red"),
    (way("up"), "up"),
    (NOTHING, None),
    (YOU, 1),
    (ir.Table("limit", None), 4),
    (ir.Table("prize", n(2)), 7),
    (ir.Table("prize", n(4)), 9),
    (ir.Table("prize", n(1)), 0),
    (ir.Table("prize", n(5)), 0),
    (ir.Table("gift", RED), "green"),
    (ir.Table("gift", GREEN), None),
    (ir.Table("gift", BLUE), "red"),
    (ir.Table("gift", NOTHING), None),
    (ir.Table("start", YOU), "blue"),
    (field("colour", square(1, 0)), "red"),
    (field("height", square(1, 0)), 0),
    (field("by", square(0, 0)), 0),
    (field("by", square(1, 1)), None),
    (field("height", NO_SQUARE), 0),
    (field("home", square(1, 1)), True),
    (field("home", square(0, 0)), False),
    (field("home", NO_SQUARE), False),
    (field("printed", square(0, 2)), "red"),
    (field("printed", square(1, 1)), None),
    (field("dug", plot(1, 0, 0), "garden"), True),
    (field("dug", plot(0, 0, 0), "garden"), False),
    (ir.Coordinate(0, square(2, 1)), 2),
    (ir.Coordinate(1, square(2, 1)), 1),
    (ir.Coordinate(1, NO_SQUARE), 0),
    (ir.CellOwner(plot(1, 0, 1)), 1),
    (ir.CellOwner(square(0, 0)), None),
    (ir.CellOwner(NO_SQUARE), None),
    (ir.DataField("colour", "value", BLUE), 3),
    (ir.DataField("colour", "next", GREEN), None),
    (ir.DataField("colour", "value", ir.DataField("colour", "next", GREEN)), 0),
    (ir.DataField("colour", "face", RED), {"colour": "blue", "height": 2}),
    (ir.RecordField("face", "height", ir.DataField("colour", "face", RED)), 2),
    (ir.RecordField("face", "colour", ir.DataField("colour", "face", GREEN)), None),
    (ir.RecordField("face", "height", NOTHING), 0),
    (ir.MarkOf("claim", card(3)), 1),
    (ir.MarkOf("times", card(3)), 2),
    (ir.MarkOf("claim", card(4)), None),
    (ir.MarkOf("times", NOTHING), 0),
    (variable("turns"), 7),
    (variable("leader"), 0),
    (variable("peg", n(0), RED), 3),
    (variable("peg", n(1), RED), 0),
    (variable("peg", n(0), NOTHING), 0),
    (variable("bank", n(2)), 5),
    (variable("bank", n(9)), 0),
    (variable("stops"), []),
    (zone("deck"), [4, 2, 6]),
    (zone("hand", n(0)), [1, 5]),
    (zone("hand", NOTHING), []),
    (zone("chips"), [1, 0, 1]),
    (ir.Count(PLAN), 9),
    (ir.Count(ir.Cells("garden", n(1))), 7),
    (ir.Cells("garden", NOTHING), []),
    (ir.First(ir.Cells("garden", n(1)), n(2)), [[-1, 0, 1], [-1, 1, 1]]),
    (COLOURS, ["red", "green", "blue"]),
    (ir.Players(), [0, 1]),
    (ir.Sides(), [0, 1]),
    (ir.Numbers(2, 4), [2, 3, 4]),
    (ir.Call("double", (GREEN,)), 4),
    (ir.Call("double", (NOTHING,)), 0),
    (ir.Call("is_any", (NOTHING,)), True),
    (ir.Call("taken", ()), [[0, 0], [1, 0], [2, 2]]),
    (ir.AsSet(RED), ["red"]),
    (ir.AsSet(NOTHING), []),
    (ir.AsSet(zone("chips")), [0, 1]),
    (ir.SetOf((BLUE, RED, NOTHING, RED)), ["red", "blue"]),
    (algebra(ir.SetOf((RED,)), "|", ir.SetOf((BLUE, RED))), ["red", "blue"]),
    (algebra(ir.SetOf((RED, GREEN)), "&", ir.SetOf((BLUE, RED))), ["red"]),
    (algebra(COLOURS, "except", ir.SetOf((BLUE, RED))), ["green"]),
    (algebra(zone("deck"), "except", ir.SetOf((card(2),))), [4, 6]),
    (tiny.where(COLOURS, compare(VALUE, ">", n(1))), ["green", "blue"]),
    (tiny.where(zone("chips"), ir.SameThing(IT, n(1))), [1, 1]),
    (ir.Tied(COLOURS, "it", ir.Extreme.HIGHEST, variable("peg", n(0), IT)), ["red", "green"]),
    (ir.Tied(COLOURS, "it", ir.Extreme.LOWEST, variable("peg", n(0), IT)), ["blue"]),
    (ir.Tied(ir.SetOf(()), "it", ir.Extreme.LOWEST, n(1)), []),
    (fold("sum", COLOURS, VALUE), 6),
    (fold("sum", zone("chips"), IT), 2),
    (fold("most", COLOURS, VALUE), 3),
    (fold("most", COLOURS, sum_of(n(0), "-", VALUE)), -1),
    (fold("most", ir.SetOf(()), VALUE), 0),
    (fold("least", COLOURS, VALUE), 1),
    (fold("least", ir.SetOf(()), VALUE), 0),
    (fold("union", COLOURS, ir.AsSet(ir.DataField("colour", "next", IT))), ["red", "green"]),
    (fold("sorted", COLOURS, variable("peg", n(0), IT)), [0, 3, 3]),
    (fold("sorted", ir.SetOf(()), n(1)), []),
    (ir.Count(zone("chips")), 3),
    (ir.Count(ir.AsSet(NOTHING)), 0),
    (ir.Inside(RED, COLOURS), True),
    (ir.Inside(NOTHING, COLOURS), False),
    (ir.Inside(card(2), zone("deck")), True),
    (ir.Inside(n(5), ir.Numbers(2, 4)), False),
    (ir.Subset(ir.SetOf((RED,)), ir.SetOf((RED, BLUE))), True),
    (ir.Subset(ir.SetOf((RED, GREEN)), ir.SetOf((RED, BLUE))), False),
    (ir.Subset(ir.SetOf(()), ir.SetOf(())), True),
    (ir.Meets(ir.SetOf((RED, GREEN)), ir.SetOf((RED, BLUE))), True),
    (ir.Meets(ir.SetOf((GREEN,)), ir.SetOf((RED, BLUE))), False),
    (ir.SameThing(RED, RED), True),
    (ir.SameThing(RED, BLUE), False),
    (ir.SameThing(NOTHING, NOTHING), False),
    (ir.SameThing(RED, NOTHING), False),
    (ir.SameThing(ir.DataField("colour", "face", RED), ir.DataField("colour", "face", RED)), True),
    (ir.SameThing(ir.DataField("colour", "face", RED), ir.DataField("colour", "face", BLUE)), False),
    (ir.SameThing(plot(0, 0, 0), plot(1, 0, 0)), False),
    (ir.SameSet(ir.SetOf((RED, BLUE)), ir.SetOf((BLUE, RED))), True),
    (ir.SameSet(ir.SetOf((RED,)), ir.SetOf((BLUE, RED))), False),
    (ir.SameSet(ir.Flag(False), ir.Flag(False)), True),
    (compare(n(1), "=", n(1)), True),
    (compare(n(1), "!=", n(1)), False),
    (compare(n(1), "<", n(1)), False),
    (compare(n(1), "<=", n(1)), True),
    (compare(n(1), ">", n(0)), True),
    (compare(n(1), ">=", n(2)), False),
    (sum_of(n(2), "+", n(3)), 5),
    (sum_of(n(2), "-", n(3)), -1),
    (sum_of(n(2), "*", n(3)), 6),
    (sum_of(n(-7), "div", n(2)), -4),
    (sum_of(n(7), "mod", n(4)), 3),
    (sum_of(n(7), "at most", n(4)), 4),
    (sum_of(n(3), "at least", n(4)), 4),
    (ir.Not(ir.Flag(False)), True),
    (ir.And((ir.Flag(True), ir.Flag(False))), False),
    (ir.And(()), True),
    (ir.And((ir.Flag(False), local("unbound"))), False),
    (ir.Or((ir.Flag(False), ir.Flag(True))), True),
    (ir.Or(()), False),
    (ir.Or((ir.Flag(True), local("unbound"))), True),
    (ir.If(ir.Flag(True), n(1), local("unbound")), 1),
    (ir.If(ir.Flag(False), local("unbound"), n(2)), 2),
    (ir.Match(BLUE, (ir.Case("red", n(1)), ir.Case("blue", n(2))), None), 2),
    (ir.Match(GREEN, (ir.Case("red", n(1)),), n(9)), 9),
    (ir.Match(NOTHING, (ir.Case("red", n(1)),), n(9)), 9),
    (ir.Match(n(3), (ir.Case(3, n(1)),), n(9)), 1),
    (ir.Match(card(3), (ir.Case(3, n(1)),), n(9)), 1),
    (ir.First(zone("deck"), None), 4),
    (ir.First(zone("deck"), n(2)), [4, 2]),
    (ir.First(zone("deck"), n(9)), [4, 2, 6]),
    (ir.First(zone("deck"), n(-1)), []),
    (ir.First(zone("hand", n(1)), None), None),
    (ir.First(ir.SetOf((BLUE, GREEN)), None), "green"),
    (ir.First(COLOURS, n(2)), ["red", "green"]),
    (ir.Nth(zone("deck"), n(1)), 4),
    (ir.Nth(zone("deck"), n(3)), 6),
    (ir.Nth(zone("deck"), n(4)), None),
    (ir.Nth(zone("deck"), n(0)), None),
    (ir.Nth(COLOURS, n(2)), "green"),
    (sum_of(ir.First(ir.Numbers(1, 0), None), "+", n(2)), 2),
    (ir.NextPlayer(n(0)), 1),
    (ir.NextPlayer(n(1)), 0),
    (ir.NextPlayer(NOTHING), None),
    (ir.NextPlayer(n(0), ir.SetOf((n(0),))), 0),
    (ir.NextPlayer(n(0), ir.Players()), 1),
    (ir.NextPlayer(n(0), ir.SetOf(())), None),
    (ir.NextPlayer(NOTHING, ir.Players()), None),
    (ir.SideOf(n(1)), 1),
    (ir.SideOf(NOTHING), None),
    (ir.Reach("plan", "beside", squares((0, 0)), n(1), None), [[0, 1], [1, 0]]),
    (ir.Reach("plan", "around", squares((0, 0)), n(1), None), [[0, 1], [1, 0], [1, 1]]),
    (ir.Reach("plan", "beside", squares((0, 0)), n(0), None), []),
    (ir.Reach("plan", "beside", squares(), n(4), None), []),
    # One step from two neighbours leads to both of them.
    (ir.Count(ir.Reach("plan", "beside", squares((0, 0), (1, 0)), n(1), None)), 5),
    # Two steps lead back to the start.
    (ir.Reach("plan", "beside", squares((0, 0)), n(2), None), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]]),
    (ir.Reach("plan", "beside", squares((0, 0)), n(9), squares((1, 0), (1, 1), (2, 2))), [[1, 0], [1, 1]]),
    (ir.Regions("plan", "beside", squares((0, 0), (0, 1), (2, 2))), [[[0, 0], [0, 1]], [[2, 2]]]),
    (ir.Regions("plan", "around", squares((0, 0), (1, 1), (2, 2))), [[[0, 0], [1, 1], [2, 2]]]),
    (ir.Regions("plan", "beside", squares()), []),
    (ir.SpanOf(squares((0, 0), (1, 2))), 3),
    (ir.SpanOf(squares((2, 1))), 1),
    (ir.SpanOf(squares()), 0),
    (ir.Run("plan", square(0, 0), way("right"), PLAN), [[1, 0], [2, 0]]),
    (ir.Run("plan", square(0, 0), way("right"), squares((2, 0))), []),
    (ir.Run("plan", square(0, 0), way("right"), squares((0, 0), (1, 0))), [[1, 0]]),
    (ir.Run("plan", NO_SQUARE, way("right"), PLAN), []),
    (ir.Run("plan", square(0, 0), NOTHING, PLAN), []),
    (ir.Run("plan", square(1, 0), way("right"), PLAN, True), [[0, 0], [1, 0], [2, 0]]),
    (ir.Run("plan", square(0, 0), way("right"), squares((2, 0)), True), [[0, 0]]),
    (ir.Run("plan", square(1, 1), way("up_left"), squares((0, 0)), True), [[0, 0], [1, 1]]),
    (ir.Run("plan", NO_SQUARE, way("right"), PLAN, True), []),
    (ir.CellAt("plan", None, n(2), n(1)), [2, 1]),
    (ir.CellAt("plan", None, n(3), n(1)), None),
    (ir.CellAt("garden", n(1), n(-1), n(0)), [-1, 0, 1]),
    (ir.CellAt("garden", n(1), n(-1), n(-1)), None),
    (ir.CellAt("garden", NOTHING, n(0), n(0)), None),
    (ir.Shift("plan", square(0, 0), way("down_right")), [1, 1]),
    (ir.Shift("plan", square(0, 0), way("up")), None),
    (ir.Shift("plan", NO_SQUARE, way("down")), None),
    (ir.Shift("plan", square(0, 0), NOTHING), None),
    (ir.Heading("plan", square(0, 0), square(1, 1)), "down_right"),
    (ir.Heading("plan", square(0, 0), square(2, 0)), None),
    (ir.Heading("plan", NO_SQUARE, square(2, 0)), None),
    (ir.Heading("garden", plot(0, 0, 0), plot(0, 0, 1)), "southeast"),
    (ir.Heading("garden", plot(0, 0, 0), plot(1, 0, 1)), None),
    (ir.Distance("plan", "beside", square(0, 0), square(2, 1)), 3),
    (ir.Distance("plan", "around", square(0, 0), square(2, 1)), 2),
    (ir.Distance("garden", "touching", plot(0, -1, 0), plot(0, 1, -1)), 2),
    (ir.Distance("plan", "beside", square(0, 0), NO_SQUARE), 0),
    (ir.NoLegal("place"), True),
    (ir.Total(n(0)), 0),
    (ir.Total(NOTHING), 0),
]


@pytest.mark.parametrize(("node", "expected"), CASES, ids=lambda value: type(value).__name__)
def test_expression_gives(node: ir.Expr, expected: Any) -> None:
    assert json_value(HERE.value(node, {"you": 1})) == expected


def test_every_expression_has_a_handler_and_a_case() -> None:
    nodes = set(typing.get_args(ir.AnyExpr))
    classes = {each for each in vars(ir).values() if isinstance(each, type) and issubclass(each, ir.Expr)}
    assert nodes == classes - {ir.Expr}
    assert set(HANDLERS) == nodes
    assert {type(node) for node, _ in CASES} == nodes


@pytest.mark.parametrize(
    ("node", "kind"),
    [
        (n(0), int),
        (RED, Member),
        (square(0, 0), Cell),
        (zone("deck"), Bag),
        (ir.AsSet(zone("deck")), frozenset),
        (algebra(zone("deck"), "except", ir.SetOf(())), Bag),
        (tiny.where(zone("deck"), ir.Flag(True)), Bag),
        (tiny.where(COLOURS, ir.Flag(True)), frozenset),
        (ir.First(zone("deck"), n(2)), Bag),
        (ir.First(COLOURS, n(2)), frozenset),
        (ir.DataField("colour", "face", RED), Record),
    ],
    ids=lambda value: type(value).__name__,
)
def test_bags_stay_bags_and_sets_sets(node: ir.Expr, kind: type) -> None:
    assert isinstance(HERE.value(node, {}), kind)


def test_cells_know_their_owner() -> None:
    assert HERE.value(plot(1, 0, 1), {}) == Cell(1, 0, 1)
    assert HERE.value(square(0, 1), {}) == Cell(-1, 0, 1)


def test_declared_sides_group_the_players() -> None:
    here = tiny.here(Engine(tiny.DIG).state({}))
    assert here.value(ir.Sides(), {}) == frozenset({0, 1})
    assert [here.value(ir.SideOf(n(player)), {}) for player in range(4)] == [0, 1, 0, 1]
    assert [here.value(ir.NextPlayer(n(player)), {}) for player in range(4)] == [1, 2, 3, 0]


def counting(node: type, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The list of all evaluations of such nodes from now on."""
    calls = []
    work: Callable[..., Any] = HANDLERS[node]

    def counted(*given: Any) -> Any:
        calls.append(given)
        return work(*given)

    monkeypatch.setitem(HANDLERS, node, counted)
    return calls


def test_a_call_is_worked_out_once_for_each_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    here = tiny.here(ENGINE.state(POSITION))
    calls = counting(ir.Arithmetic, monkeypatch)
    for argument in (RED, BLUE, RED, BLUE):
        here.value(ir.Call("double", (argument,)), {})
    assert len(calls) == 2


def test_what_goes_through_many_elements_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    here = tiny.here(ENGINE.state(POSITION))
    calls = counting(ir.Narrow, monkeypatch)
    narrowed = tiny.where(COLOURS, compare(VALUE, ">", local("least")))
    for least in (0, 1, 0, 1):
        here.value(narrowed, {"least": least})
    assert len(calls) == 2


def test_what_is_kept_depends_on_the_names_it_reads() -> None:
    narrowed = tiny.where(COLOURS, compare(VALUE, ">", local("least")))
    assert [len(as_elements(HERE.value(narrowed, {"least": least}))) for least in (0, 1, 2, 3, 1)] == [3, 2, 1, 0, 2]
    # The element hides a name bound outside, which is not among those it reads.
    assert len(as_elements(HERE.value(narrowed, {"least": 1, "it": None}))) == 2
