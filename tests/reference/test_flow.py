"""Running on from one resting place to the next, and resuming at each."""

from __future__ import annotations

from typing import Any

import pytest

from reference import tiny
from reference.tiny import MOVER, PLAYER, after, ask, at, carried, compare, local, n, plus, step, variable
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine, State
from tilelaw_reference.errors import RulesError

GO: dict[str, Any] = {"go": {}}
FIRST = ir.First(ir.Players(), None)


def engine(*flow: ir.FlowItem, **parts: Any) -> Engine:
    """A game with the one action `go`, whose steps called `count…` each count one turn."""
    names = [item.name for item in _items(flow) if item.name.startswith("count")]
    counting = tuple(at(name, ir.SetVariable("turns", (), plus(variable("turns"), n(1)))) for name in names)
    consequences = (*counting, *parts.pop("consequences", ()))
    return tiny.engine(flow=flow, actions=(tiny.action("go"),), consequences=consequences, **parts)


def _items(flow: tuple[ir.FlowItem, ...]) -> list[ir.FlowItem]:
    found: list[ir.FlowItem] = []
    for item in flow:
        found.append(item)
        match item:
            case ir.Ask():
                for branch in item.branches:
                    found += _items(branch.items)
            case ir.Repeat() | ir.Each():
                found += _items(item.items)
            case _:
                pass
    return found


def asked(state: State) -> list[dict[str, Any]]:
    """What is asked until the game is over, if everybody answers `go`."""
    found = []
    while not state.is_over:
        found += state.asks
        state = state.engine.state(state.to_text()).apply(GO)
    return found


def repeat(*items: ir.FlowItem, name: str = "loop", **parts: Any) -> ir.Repeat:
    given: dict[str, Any] = {"test": None, "bindings": (), "skips": ()}
    return ir.Repeat(name=name, items=items, **(given | parts))


def each(*items: ir.FlowItem, **parts: Any) -> ir.Each:
    given: dict[str, Any] = {"name": "each", "element": "p", "type": PLAYER, "over": ir.Players(), "when": None}
    return ir.Each(items=items, **({"skips": ()} | given | parts))


def test_an_empty_flow_is_over_at_once() -> None:
    assert engine().start().is_over


def test_items_follow_one_another() -> None:
    state = engine(step("count.a"), ask("one", n(0), ("go",)), step("count.b"), ask("two", n(1), ("go",))).start()
    assert state.to_json()["turns"] == 1
    assert asked(state) == [{"ask": "one", "player": 0}, {"ask": "two", "player": 1}]


def test_an_ask_of_nobody_is_not_asked() -> None:
    assert asked(engine(ask("one", variable("leader"), ("go",)), ask("two", n(1), ("go",))).start()) == [
        {"ask": "two", "player": 1}
    ]


@pytest.mark.parametrize("holds", [True, False])
def test_items_are_passed_over_when_their_condition_fails(holds: bool) -> None:
    state = engine(step("count.a", when=ir.Flag(holds)), ask("one", n(0), ("go",), when=ir.Flag(holds))).start()
    assert state.to_json().get("turns", 0) == int(holds)
    assert state.is_over is not holds


@pytest.mark.parametrize("kind", ["step", "ask", "repeat", "each"])
@pytest.mark.parametrize("skips", [True, False])
def test_rules_skip_items(kind: str, skips: bool) -> None:
    skip = (ir.Skip("not.now", ir.Flag(skips)),)
    inner = ask("inner", n(0), ("go",))
    items: dict[str, ir.FlowItem] = {
        "step": step("count.a", skips=skip),
        "ask": ask("inner", n(0), ("go",), skips=skip),
        "repeat": repeat(inner, test=ir.Until(ir.Flag(True)), skips=skip),
        "each": each(inner, skips=skip),
    }
    item = items[kind]
    state = engine(item, ask("last", n(1), ("go",))).start()
    happened = state.to_json().get("turns") == 1 if kind == "step" else state.asks[0]["ask"] == "inner"
    assert happened is not skips
    assert ({"rule": "not.now", "event": "skip", "item": item.name, "seen_by": "all"} in state.events) is skips


def test_a_branch_follows_its_answer_with_the_arguments_bound() -> None:
    game = tiny.game(
        actions=(tiny.action("pick", tiny.argument("who", PLAYER, ir.Players())), tiny.action("go")),
        flow=(
            ask(
                "pick",
                n(0),
                ("pick", "go"),
                pick=(ask("picked", local("who"), ("go",), carries=(carried("who", PLAYER),)),),
            ),
            ask("last", n(0), ("go",)),
        ),
    )
    state = Engine(game).start()
    assert asked(state.apply({"pick": {"who": 1}})) == [{"ask": "picked", "player": 1}, {"ask": "last", "player": 0}]
    assert asked(state.apply(GO)) == [{"ask": "last", "player": 0}]


def test_consequences_look_at_the_ask() -> None:
    def add(amount: int) -> ir.Effect:
        return ir.SetVariable("turns", (), plus(variable("turns"), n(amount)))

    consequences = (after("go", add(1), ask="one"), after("go", add(10), ask="two"))
    state = engine(ask("one", n(0), ("go",)), ask("two", n(0), ("go",)), consequences=consequences).start()
    state = state.apply(GO)
    assert state.to_json()["turns"] == 1
    assert state.apply(GO).to_json()["turns"] == 11


def test_you_are_the_player_asked_only_while_the_answer_takes_effect() -> None:
    leads = after("go", ir.SetVariable("leader", (), tiny.YOU))
    state = engine(ask("one", n(1), ("go",)), step("later"), consequences=(leads,)).start().apply(GO)
    assert state.to_json()["leader"] == 1
    reads_you = at("later", ir.SetVariable("leader", (), tiny.YOU))
    with pytest.raises(KeyError):
        engine(ask("one", n(1), ("go",)), step("later"), consequences=(reads_you,)).start().apply(GO)


def test_a_loop_goes_round_until_its_condition_holds() -> None:
    loop = repeat(ask("one", n(0), ("go",)), step("count.a"), test=ir.Until(compare(variable("turns"), ">=", n(3))))
    assert len(asked(engine(loop).start())) == 3


def test_a_loop_goes_round_while_its_condition_holds() -> None:
    loop = repeat(ask("one", n(0), ("go",)), step("count.a"), test=ir.While(compare(variable("turns"), "<", n(3))))
    assert len(asked(engine(loop).start())) == 3
    never = repeat(ask("one", n(0), ("go",)), test=ir.While(ir.Flag(False)))
    assert engine(never).start().is_over


def test_a_binding_goes_on_from_the_old_one() -> None:
    loop = repeat(
        ask("one", MOVER, ("go",), carries=(carried("mover", PLAYER),)),
        step("count.a"),
        test=ir.Until(compare(variable("turns"), "=", n(3))),
        bindings=(ir.Binding("mover", PLAYER, n(1), ir.NextPlayer(MOVER)),),
    )
    assert [due["player"] for due in asked(engine(loop).start())] == [1, 0, 1]


def test_bindings_of_later_passes_all_read_the_old_ones() -> None:
    number = tiny.number(0, 9)
    swap = (ir.Binding("x", number, n(1), local("y")), ir.Binding("y", number, n(2), local("x")))
    carries = (carried("x", number), carried("y", number))
    loop = repeat(
        ask("one", n(0), ("go",), carries=carries),
        step("count.a"),
        test=ir.Until(compare(variable("turns"), "=", n(2))),
        bindings=swap,
    )
    assert [(due["x"], due["y"]) for due in asked(engine(loop).start())] == [(1, 2), (2, 1)]


def test_a_binding_without_then_is_read_anew_and_ends_the_loop_when_it_is_nothing() -> None:
    take = after("go", tiny.move_top(1, tiny.ref("chips"), None))
    loop = repeat(
        ask("one", MOVER, ("go",), carries=(carried("mover", PLAYER),)),
        bindings=(ir.Binding("mover", PLAYER, ir.First(tiny.zone("chips"), None), None),),
    )
    zones = tuple(
        ir.ZoneDecl(**{**_fields(zone), "starts": ((0, 1), (1, 2))}) if zone.name == "chips" else zone
        for zone in tiny.ZONES
    )
    assert [due["player"] for due in asked(engine(loop, consequences=(take,), zones=zones).start())] == [0, 1, 1]


def _fields(node: Any) -> dict[str, Any]:
    return {name: getattr(node, name) for name in node.__dataclass_fields__}


def test_a_loop_that_never_rests_is_an_error() -> None:
    with pytest.raises(RulesError, match="the loop `loop` goes round without asking anybody"):
        engine(repeat(step("idle"))).start()
    with pytest.raises(RulesError, match="the loop `loop` goes round"):
        engine(repeat()).start()


def test_a_long_loop_inside_another_is_none() -> None:
    twenty = repeat(step("count.a"), name="inner", test=ir.Until(compare(_mod(variable("turns"), 20), "=", n(0))))
    outer = repeat(twenty, test=ir.Until(compare(variable("turns"), "=", n(80))))
    assert engine(outer).start().to_json()["turns"] == 80


def _mod(left: ir.Expr, right: int) -> ir.Expr:
    return ir.Arithmetic(ir.ArithmeticOperator.REMAINDER, left, n(right))


def test_each_goes_through_the_elements_in_canonical_order() -> None:
    loop = each(
        ask("one", n(0), ("go",), carries=(carried("c", tiny.COLOUR),)),
        element="c",
        type=tiny.COLOUR,
        over=ir.SetOf((tiny.BLUE, tiny.RED)),
    )
    assert [due["c"] for due in asked(engine(loop).start())] == ["red", "blue"]


def test_each_reads_its_set_again_and_goes_on_after_the_bound_element() -> None:
    """Of 1, 2, 3 the second is taken away while the first is asked; what lies before is never gone back to."""
    over = tiny.where(ir.Numbers(0, 3), compare(variable("bank", local("it")), "=", n(0)))
    loop = each(
        ask("one", n(0), ("go",), carries=(carried("x", tiny.number(0, 3)),)),
        element="x",
        type=tiny.number(0, 3),
        over=over,
    )
    effect = ir.SetVariable("bank", (plus(local("x"), n(1)),), n(1))
    state = engine(loop, consequences=(after("go", effect),)).start()
    assert [due.get("x", 0) for due in asked(state)] == [0, 2]


def test_each_reads_its_condition_again() -> None:
    inner = ask("one", local("p"), ("go",), carries=(carried("p", PLAYER),))
    loop = each(inner, step("count.a"), when=compare(variable("turns"), "=", n(0)))
    assert len(asked(engine(loop).start())) == 1


def test_the_end_in_an_answer_leaves_out_its_branch() -> None:
    game = engine(ask("one", n(0), ("go",), go=(step("count.a"),)), consequences=(after("go", ir.EndGame()),))
    state = game.start().apply(GO)
    assert state.is_over
    assert "turns" not in state.to_json()


def test_only_what_is_carried_is_bound_at_a_resting_place() -> None:
    loop = repeat(ask("one", MOVER, ("go",)), bindings=(ir.Binding("mover", PLAYER, n(1), ir.NextPlayer(MOVER)),))
    state = engine(loop).start()
    assert state.asks == [{"ask": "one", "player": 1}]
    with pytest.raises(KeyError):
        state.apply(GO)


# ---- every resting place of whole games ------------------------------------------------------------------


def reachable(engine: Engine, most: int) -> list[State]:
    """The first positions of a game, breadth first, whatever is answered; shuffles come out in two ways."""
    found = {engine.start(): None}
    for state in (queue := list(found)):
        for following in successors(state):
            if following not in found and len(found) < most:
                found[following] = None
                queue.append(following)
    return queue


def successors(state: State) -> list[State]:
    due = state.due
    if due is not None and "shuffle" in due:
        order = [piece.name for piece in state.position.zones[state.position.asks[0].zone]]  # type: ignore[union-attr]
        return [state.apply(order), state.apply(order[::-1])]
    return [state.apply(move) for move in state.moves()]


@pytest.mark.parametrize("name", tiny.ALL)
def test_play_goes_on_from_json_as_from_the_state_itself(name: str) -> None:
    engine = Engine(tiny.ALL[name])
    states = reachable(engine, 60)
    for state in states:
        again = Engine(engine.game).state(state.to_text())
        assert again == state
        assert again.position == state.position
        assert again.to_text() == state.to_text()
        assert successors(again) == successors(state)
        assert again.score() == state.score()
        for player in range(engine.game.players):
            assert again.observe(player) == state.observe(player)
    kinds = {due["ask"] if "ask" in due else due["shuffle"] for state in states for due in state.asks}
    assert (
        kinds
        == {
            "fill": {"place"},
            "cards": {"deck", "play", "find", "keep"},
            "dig": {"dig", "paint"},
        }[name]
    )


@pytest.mark.parametrize("name", tiny.ALL)
def test_the_history_leads_to_the_same_position(name: str) -> None:
    engine = Engine(tiny.ALL[name])
    for state in reachable(engine, 30):
        assert engine.play(state.history) == state
        assert engine.play(state.history).history == state.history


def test_a_history_may_begin_in_the_middle() -> None:
    engine = Engine(tiny.FILL)
    state = engine.state({"plan": [{"at": [0, 0], "by": 1}], "asks": [{"ask": "place", "player": 0}]})
    following = state.apply(state.moves()[0])
    assert following.history["start"] == state.to_json()
    assert engine.play(following.history) == following
