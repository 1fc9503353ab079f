"""Small games built by hand, so that the evaluator is tested without the language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tilelaw_dsl import ir
from tilelaw_dsl.ir.geometry import RELATIONS
from tilelaw_reference.engine import Engine, State
from tilelaw_reference.evaluate import evaluator
from tilelaw_reference.evaluate.evaluator import Evaluator

FLAG = ir.FlagType()
PLAYER = ir.ThingType(ir.Sort.PLAYER)
MAYBE_PLAYER = ir.ThingType(ir.Sort.PLAYER, maybe=True)
SIDE = ir.ThingType(ir.Sort.SIDE)
COLOUR = ir.ThingType(ir.Sort.KIND, "colour")
MAYBE_COLOUR = ir.ThingType(ir.Sort.KIND, "colour", maybe=True)
CARD = ir.ThingType(ir.Sort.KIND, "card")
FACE = ir.ThingType(ir.Sort.RECORD, "face")
SQUARE = ir.ThingType(ir.Sort.CELL, "plan")
PLOT = ir.ThingType(ir.Sort.CELL, "garden")
WAY = ir.ThingType(ir.Sort.DIRECTION, "squares")
SQUARE_RELATIONS = RELATIONS["squares"]


def number(low: int, high: int) -> ir.NumberType:
    return ir.NumberType(low, high)


def local(name: str) -> ir.Local:
    return ir.Local(name)


YOU, MOVER, AT, CARD_PLAYED = local("you"), local("mover"), local("at"), local("card")
NOTHING = ir.Nothing()
PLAN = ir.Cells("plan", None)
RED, GREEN, BLUE = (ir.Member("colour", name) for name in ("red", "green", "blue"))


def n(value: int) -> ir.Number:
    return ir.Number(value)


def variable(name: str, *indices: ir.Expr) -> ir.Variable:
    return ir.Variable(name, indices)


def plus(left: ir.Expr, right: ir.Expr) -> ir.Arithmetic:
    return ir.Arithmetic(ir.ArithmeticOperator.ADD, left, right)


def compare(left: ir.Expr, operator: str, right: ir.Expr) -> ir.Compare:
    return ir.Compare(ir.Comparison(operator), left, right)


def zone(name: str, owner: ir.Expr | None = None) -> ir.ZoneOf:
    return ir.ZoneOf(name, owner)


def ref(name: str, owner: ir.Expr | None = None) -> ir.ZoneRef:
    return ir.ZoneRef(name, owner)


def field(name: str, of: ir.Expr = AT, board: str = "plan") -> ir.CellField:
    return ir.CellField(board, name, of)


def has(of: ir.Expr) -> ir.Expr:
    return compare(ir.Count(ir.AsSet(of)), ">", n(0))


def where(of: ir.Expr, condition: ir.Expr) -> ir.Narrow:
    return ir.Narrow(of, "it", condition)


def move_all(source: ir.ZoneRef, target: ir.ZoneRef | None) -> ir.MovePieces:
    return ir.MovePieces(ir.AllPieces(), source, target)


def move_top(count: int, source: ir.ZoneRef, target: ir.ZoneRef | None) -> ir.MovePieces:
    return ir.MovePieces(ir.TopPieces(n(count)), source, target)


def move_these(these: ir.Expr, source: ir.ZoneRef, target: ir.ZoneRef | None) -> ir.MovePieces:
    return ir.MovePieces(ir.ThesePieces(these), source, target)


def step(name: str, when: ir.Expr | None = None, carries: tuple[ir.Carried, ...] = (), skips: Any = ()) -> ir.Step:
    return ir.Step(name, when, skips, carries)


def ask(
    name: str,
    of: ir.Expr,
    actions: tuple[str, ...],
    *,
    when: ir.Expr | None = None,
    carries: tuple[ir.Carried, ...] = (),
    skips: tuple[ir.Skip, ...] = (),
    **branches: tuple[ir.FlowItem, ...],
) -> ir.Ask:
    arms = tuple(ir.Branch(action, items) for action, items in branches.items())
    return ir.Ask(name, actions, of, when, skips, f"{name}?", arms, carries)


def carried(name: str, kind: ir.Type, hidden_in: str = "") -> ir.Carried:
    return ir.Carried(name, kind, hidden_in)


def argument(name: str, kind: ir.Type, domain: ir.Expr, *within: ir.Expr) -> ir.Argument:
    return ir.Argument(name, kind, domain, within)


def action(name: str, *arguments: ir.Argument, same: tuple[ir.Swapped, ...] = ()) -> ir.Action:
    return ir.Action(name, f"{name}.action", arguments, same)


def require(rule: str, action: str, condition: ir.Expr, **rest: Any) -> ir.Requirement:
    defaults: dict[str, Any] = {"ask": None, "when": None, "lets": (), "text": rule, "parts": ()}
    return ir.Requirement(rule=rule, action=action, condition=condition, **(defaults | rest))


def after(
    action: str, *effects: ir.Effect, rule: str = "", ask: str | None = None, when: ir.Expr | None = None
) -> ir.Consequence:
    return ir.Consequence(rule or f"{action}.does", ir.AfterAnswer(action, ask), when, effects)


def at(step: str, *effects: ir.Effect, rule: str = "", when: ir.Expr | None = None) -> ir.Consequence:
    return ir.Consequence(rule or step, ir.AtStep(step), when, effects)


def info(rule: str) -> ir.RuleInfo:
    citation = ir.Citation(ir.CitationKind.RULING, "", "", f"why {rule}")
    return ir.RuleInfo(rule, f"Title of {rule}", "tiny", (), (citation,), "", (), (), 1)


COLOURS = ir.KindDecl(
    "colour",
    (ir.FieldDecl("value", number(0, 9)), ir.FieldDecl("next", MAYBE_COLOUR), ir.FieldDecl("face", FACE)),
    (
        ir.MemberDecl("red", 0, (1, "green", ("blue", 2))),
        ir.MemberDecl("green", 0, (2, None, (None, 0))),
        ir.MemberDecl("blue", 0, (3, "red", ("red", 1))),
    ),
)
CARDS = ir.KindDecl(
    "card",
    (ir.FieldDecl("rank", number(1, 9)),),
    tuple(ir.MemberDecl(name, 1, (rank,)) for name, rank in ((1, 5), (2, 3), (3, 3), (4, 1), (5, 9), (6, 2))),
)
FACES = ir.RecordDecl("face", (ir.FieldDecl("colour", MAYBE_COLOUR), ir.FieldDecl("height", number(0, 3))))
BOARDS = (
    ir.BoardDecl(
        "plan",
        False,
        "plan",
        "square",
        ir.Squares((0, 2), (0, 2)),
        (
            ir.RelationDecl("beside", SQUARE_RELATIONS["orthogonal"]),
            ir.RelationDecl("around", SQUARE_RELATIONS["king"]),
        ),
        (
            ir.CellFieldDecl("by", MAYBE_PLAYER, False, ()),
            ir.CellFieldDecl("colour", MAYBE_COLOUR, False, ()),
            ir.CellFieldDecl("height", number(0, 3), False, ()),
            ir.CellFieldDecl("home", FLAG, True, ((1, 1, True),)),
            ir.CellFieldDecl("printed", MAYBE_COLOUR, True, ((0, 2, "red"),)),
        ),
    ),
    ir.BoardDecl(
        "garden",
        True,
        "gardens",
        "plot",
        ir.Hexagon(2),
        (ir.RelationDecl("touching", RELATIONS["hexagon"]["hex"]),),
        (ir.CellFieldDecl("dug", FLAG, False, ()),),
    ),
)
ZONES = (
    ir.ZoneDecl(
        "deck", None, "deck", ir.Order.PILE, CARD, "", tuple((i, 1) for i in range(1, 7)), ir.Viewers.NOBODY, ()
    ),
    ir.ZoneDecl("hand", PLAYER, "hands", ir.Order.HAND, CARD, "", (), ir.Viewers.OWNER, ()),
    ir.ZoneDecl("row", None, "row", ir.Order.ROW, CARD, "rank", (), ir.Viewers.ALL, ()),
    ir.ZoneDecl("spent", None, "spent", ir.Order.ROW, CARD, "", (), ir.Viewers.ALL, ()),
    ir.ZoneDecl("chips", None, "chips", ir.Order.PILE, PLAYER, "", (), ir.Viewers.ALL, ()),
)
MARKS = (ir.MarkDecl("claim", "card", MAYBE_PLAYER), ir.MarkDecl("times", "card", number(0, 9)))
VARIABLES = (
    ir.VariableDecl("turns", (), number(0, 99)),
    ir.VariableDecl("peg", (PLAYER, COLOUR), number(0, 9)),
    ir.VariableDecl("bank", (number(1, 3),), number(0, 9)),
    ir.VariableDecl("leader", (), MAYBE_PLAYER),
    ir.VariableDecl("stops", (), ir.SetType(SQUARE, 9)),
    ir.VariableDecl("spot", (PLAYER,), ir.ThingType(ir.Sort.CELL, "garden", maybe=True)),
    ir.VariableDecl("found", (SQUARE,), FLAG),
)
TABLES = (
    ir.TableDecl("limit", number(0, 9), None, (4,)),
    ir.TableDecl("prize", number(0, 9), number(2, 4), (7, 8, 9)),
    ir.TableDecl("gift", MAYBE_COLOUR, COLOUR, ("green", None, "red")),
    ir.TableDecl("start", COLOUR, PLAYER, ("red", "blue", "green", "red")),
)
DEFINES = (
    ir.Define("taken", (), ir.SetType(SQUARE, 9), where(PLAN, has(field("by", local("it"))))),
    ir.Define(
        "double",
        (ir.ParameterDecl("c", COLOUR),),
        number(0, 18),
        ir.Arithmetic(ir.ArithmeticOperator.MULTIPLY, n(2), ir.DataField("colour", "value", local("c"))),
    ),
    ir.Define("is_any", (ir.ParameterDecl("c", MAYBE_COLOUR),), FLAG, ir.Not(has(local("c")))),
)

BLANK = ir.Game(
    name="tiny/blank",
    players=2,
    title="Tiny",
    layers=("tiny/blank",),
    editions=(("en", "Tiny"),),
    rules=(),
    kinds=(COLOURS, CARDS),
    records=(FACES,),
    tables=TABLES,
    boards=BOARDS,
    zones=ZONES,
    marks=MARKS,
    variables=VARIABLES,
    defines=DEFINES,
    actions=(),
    requirements=(),
    consequences=(),
    scores=(),
    ranks=(),
    sides=None,
    invariants=(),
    flow=(),
)


def game(**parts: Any) -> ir.Game:
    return replace(BLANK, **parts)


def engine(**parts: Any) -> Engine:
    return Engine(game(**parts))


def here(state: State) -> Evaluator:
    return evaluator(state.engine.rules, state.position)


# Two players take turns to fill a board of nine squares; whoever cannot place passes, which ends the game.

_FILL_TURN = ir.Repeat(
    "turn",
    ir.Until(compare(variable("turns"), "=", n(12))),
    (ir.Binding("mover", PLAYER, ir.First(ir.Players(), None), ir.NextPlayer(MOVER)),),
    (
        ask("place", MOVER, ("place", "give_up"), carries=(carried("mover", PLAYER),), place=(step("counted"),)),
        step("checked"),
    ),
    (),
)
FILL = game(
    name="tiny/fill",
    rules=tuple(map(info, ("place.action", "place.does", "place.free", "place.near", "give_up.must", "score.all"))),
    actions=(
        action(
            "place",
            argument("at", SQUARE, PLAN, ir.SetAlgebra(ir.SetOperator.EXCEPT, PLAN, ir.Call("taken", ()))),
            argument("colour", COLOUR, ir.Members("colour")),
        ),
        action("give_up"),
    ),
    requirements=(
        require(
            "place.free",
            "place",
            ir.Not(has(field("by"))),
            parts=(ir.Part("by of at", MAYBE_PLAYER, field("by")), ir.Part("at", SQUARE, AT)),
        ),
        require(
            "place.near",
            "place",
            ir.Or(
                (
                    compare(ir.Count(ir.Call("taken", ())), "=", n(0)),
                    ir.Inside(AT, ir.Reach("plan", "beside", ir.Call("taken", ()), n(1), None)),
                )
            ),
        ),
        require("place.value", "place", compare(ir.DataField("colour", "value", local("colour")), "<", n(3))),
        require("give_up.must", "give_up", ir.NoLegal("place")),
    ),
    consequences=(
        after("place", ir.SetCell("plan", "by", AT, YOU), ir.SetCell("plan", "colour", AT, local("colour"))),
        after("give_up", ir.EndGame()),
        at("counted", ir.SetVariable("turns", (), plus(variable("turns"), n(1)))),
    ),
    scores=(
        ir.ScoreLine("score.all", None, ir.Count(where(PLAN, ir.SameThing(field("by", local("it")), YOU))), "own"),
        ir.ScoreLine(
            "score.colour",
            ir.Elements("c", COLOUR, ir.Members("colour")),
            ir.Count(where(PLAN, ir.And((ir.SameThing(field("colour", local("it")), local("c")), ir.Flag(True))))),
            "by colour",
        ),
    ),
    ranks=(ir.RankByNumber("rank.total", ir.Total(YOU)),),
    flow=(_FILL_TURN,),
)


# A deck is shuffled and dealt; players play cards to a row, or look through the deck for one and put it under it.

_HIDDEN = (carried("mover", PLAYER), carried("card", CARD, "deck"))
_CARDS_ASK = ask(
    "play",
    MOVER,
    ("play", "search"),
    carries=(carried("mover", PLAYER),),
    play=(),
    search=(
        ask(
            "find",
            MOVER,
            ("find",),
            carries=(carried("mover", PLAYER),),
            find=(step("remix", carries=_HIDDEN), ask("keep", MOVER, ("keep", "drop"), carries=_HIDDEN)),
        ),
    ),
)
CARDS_GAME = game(
    name="tiny/cards",
    zones=(
        replace(ZONES[0], glimpses=(ir.Glimpse("find", compare(ir.Count(zone("hand", YOU)), "<=", n(2))),)),
        *ZONES[1:],
    ),
    rules=tuple(map(info, ("deal", "play.does"))),
    actions=(
        action("play", argument("card", CARD, zone("hand", YOU))),
        action("search"),
        action("find", argument("card", CARD, zone("deck"))),
        action("keep"),
        action("drop"),
    ),
    requirements=(require("search.some", "search", compare(ir.Count(zone("deck")), ">", n(0))),),
    consequences=(
        at("mix", ir.ShuffleZone(ref("deck"))),
        at("deal", move_top(2, ref("deck"), ref("hand", local("drawer")))),
        after(
            "play",
            move_these(CARD_PLAYED, ref("hand", YOU), ref("row")),
            ir.SetMark("claim", CARD_PLAYED, YOU),
            ir.When(compare(ir.Count(zone("row")), ">=", n(2)), (ir.EndGame(),)),
        ),
        at("remix", ir.ShuffleZone(ref("deck"))),
        after("keep", move_these(CARD_PLAYED, ref("deck"), ref("hand", YOU))),
    ),
    scores=(ir.ScoreLine("score.cards", None, ir.Count(zone("hand", YOU)), "cards"),),
    ranks=(ir.RankByNumber("rank.total", ir.Total(YOU)), ir.RankShared("rank.shared")),
    flow=(
        step("mix"),
        ir.Each("dealing", "drawer", PLAYER, ir.Players(), None, (step("deal"),), ()),
        ir.Repeat(
            "turn",
            None,
            (ir.Binding("mover", PLAYER, ir.First(ir.Players(), None), ir.NextPlayer(MOVER)),),
            (_CARDS_ASK,),
            (),
        ),
    ),
)


# Four players in two teams dig in their own gardens; after each digging every colour is offered to the digger.

DIG = game(
    name="tiny/dig",
    players=4,
    actions=(
        action("dig", argument("at", PLOT, ir.Cells("garden", YOU))),
        action("paint", argument("n", number(0, 2), ir.Numbers(0, 2))),
        action("skip"),
    ),
    requirements=(require("dig.new", "dig", ir.Not(field("dug", AT, "garden"))),),
    consequences=(
        after("dig", ir.SetCell("garden", "dug", AT, ir.Flag(True))),
        after(
            "paint",
            ir.SetVariable("peg", (YOU, local("colour")), plus(variable("peg", YOU, local("colour")), local("n"))),
            ir.SetVariable("spot", (YOU,), AT),
        ),
    ),
    sides=ir.SidesLine("sides", (ir.SetOf((n(0), n(2))), ir.SetOf((n(1), n(3))))),
    scores=(
        ir.ScoreLine(
            "score.pegs",
            ir.Elements("p", PLAYER, where(ir.Players(), ir.SameThing(ir.SideOf(local("it")), YOU))),
            ir.Fold(ir.FoldOperator.SUM, "c", ir.Members("colour"), variable("peg", local("p"), local("c"))),
            "pegs",
        ),
    ),
    ranks=(
        ir.RankByList(
            "rank.sorted",
            ir.Fold(
                ir.FoldOperator.SORTED,
                "c",
                ir.Members("colour"),
                ir.Fold(
                    ir.FoldOperator.SUM,
                    "p",
                    where(ir.Players(), ir.SameThing(ir.SideOf(local("it")), YOU)),
                    variable("peg", local("p"), local("c")),
                ),
            ),
        ),
    ),
    flow=(
        ir.Repeat(
            "turn",
            ir.While(
                compare(ir.Fold(ir.FoldOperator.SUM, "p", ir.Players(), variable("peg", local("p"), RED)), "<", n(3))
            ),
            (ir.Binding("mover", PLAYER, n(1), ir.NextPlayer(MOVER)),),
            (
                ask(
                    "dig",
                    MOVER,
                    ("dig",),
                    carries=(carried("mover", PLAYER),),
                    dig=(
                        ir.Each(
                            "offer",
                            "colour",
                            COLOUR,
                            where(ir.Members("colour"), compare(variable("peg", MOVER, local("it")), "<", n(2))),
                            None,
                            (
                                ask(
                                    "paint",
                                    MOVER,
                                    ("paint", "skip"),
                                    carries=(carried("mover", PLAYER), carried("at", PLOT), carried("colour", COLOUR)),
                                ),
                            ),
                            (),
                        ),
                    ),
                ),
            ),
            (),
        ),
    ),
)

ALL = {"fill": FILL, "cards": CARDS_GAME, "dig": DIG}
