"""Shuffles, the dealer, and counting sequences of moves."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from reference import tiny
from reference.tiny import ask, at, carried, n, ref, step
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine, State
from tilelaw_reference.errors import IllegalMove, MoveError, PositionError
from tilelaw_reference.perft import perft

CARDS = Engine(tiny.CARDS_GAME)
ORDER = [6, 1, 2, 3, 4, 5]


def test_play_rests_at_a_shuffle_until_the_order_is_given() -> None:
    state = CARDS.start()
    # The deck is shuffled at two steps, so the step is named.
    assert state.asks == [{"shuffle": "deck", "step": "mix"}]
    assert state.to_json()["deck"] == [1, 2, 3, 4, 5, 6]
    dealt = state.apply(ORDER)
    assert dealt.to_json()["hands"] == [[1, 6], [2, 3]]
    assert dealt.to_json()["deck"] == [4, 5]
    assert dealt == state.apply({"shuffle": "deck", "order": ORDER}) == CARDS.start(shuffles=[ORDER])
    assert dealt.history["answers"] == [{"shuffle": "deck", "step": "mix", "order": ORDER}]


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([1, 2, 3, 4, 5, 7], r"\[5\]: expected a card, found `7`"),
        ({"shuffle": "deck"}, "order: expected a list"),
        ({"shuffle": "deck", "order": ORDER, "by": 1}, "by: no such field"),
        (7, "expected a list, found `7`"),
    ],
)
def test_a_malformed_order_is_named(order: Any, message: str) -> None:
    with pytest.raises(MoveError, match=message):
        CARDS.start().apply(order)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ([1, 2, 3, 4, 5], "too few of `6`"),
        ([1, 2, 3, 4, 5, 6, 6], "too many of `6`"),
        ([1, 1, 3, 4, 5, 6], "too many of `1`"),
        ({"shuffle": "hand", "order": ORDER}, "shuffle: `deck` is due, found `hand`"),
        ({"shuffle": "deck", "step": "remix", "order": ORDER}, "step: `mix` is due"),
    ],
)
def test_what_is_no_order_of_the_zone_that_is_due_is_illegal(order: Any, message: str) -> None:
    with pytest.raises(IllegalMove, match=message) as refused:
        CARDS.start().apply(order)
    assert [rejection.rule for rejection in refused.value.rejections] == ["turn.not-asked"]


def test_a_shuffle_carries_its_bindings() -> None:
    state = CARDS.start(shuffles=[ORDER]).apply({"search": {}}).apply({"find": {"card": 5}})
    assert state.asks == [{"shuffle": "deck", "step": "remix", "mover": 0, "card": 5}]
    kept = state.apply([5, 4])
    assert kept.asks == [{"ask": "keep", "player": 0, "card": 5}]
    assert kept.apply({"keep": {}}).to_json()["hands"] == [[1, 5, 6], [2, 3]]


@pytest.mark.parametrize(
    ("due", "message"),
    [
        ({"shuffle": "deck"}, r"asks\[0\]\.step: expected one of mix, remix"),
        ({"shuffle": "deck", "step": "deal"}, r"asks\[0\]\.step: expected a step that shuffles this, found `deal`"),
        ({"shuffle": "deck", "step": "remix", "mover": 0}, r"asks\[0\]\.card: expected a card"),
        ({"shuffle": "deck", "step": "remix", "card": 5}, r"asks\[0\]\.mover: expected a player"),
        ({"shuffle": "deck", "step": "mix", "owner": 0}, r"asks\[0\]\.owner: no such field"),
        ({"shuffle": "hand"}, r"asks\[0\]\.shuffle: `hand` is never shuffled"),
    ],
)
def test_a_shuffle_that_cannot_be_read_is_an_error(due: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        CARDS.state({"asks": [due]})


def test_the_owner_of_a_shuffled_zone_is_named() -> None:
    with pytest.raises(PositionError, match=r"asks\[0\]\.owner: expected a player, in JSON from 0 to 1, found `null`"):
        both().state({"asks": [{"shuffle": "hand"}]})
    with pytest.raises(PositionError, match=r"asks\[1\]: only zones that are shuffled at one step"):
        CARDS.state(
            {"asks": [{"shuffle": "deck", "step": "mix"}, {"shuffle": "deck", "step": "remix", "mover": 0, "card": 1}]}
        )


def test_a_dealer_answers_shuffles_at_once_and_is_no_part_of_the_state() -> None:
    dealt = CARDS.start(seed=3)
    assert dealt.asks == [{"ask": "play", "player": 0}]
    assert dealt == CARDS.start(seed=3)
    assert len({CARDS.start(seed=seed) for seed in range(20)}) > 5
    order = dealt.history["answers"][0]["order"]
    assert sorted(order) == [1, 2, 3, 4, 5, 6]
    assert CARDS.start(shuffles=[order]) == dealt
    assert "seed" not in dealt.to_text()


def test_later_shuffles_are_dealt_too_and_states_stay_values() -> None:
    state = CARDS.start(seed=3).apply({"search": {}})
    card = state.to_json()["deck"][0]
    first = state.apply({"find": {"card": card}})
    assert first.asks == [{"ask": "keep", "player": 0, "card": card}]
    state.apply({"find": {"card": state.to_json()["deck"][1]}})
    again = state.apply({"find": {"card": card}})
    assert again == first
    assert again.events == first.events
    assert [event["event"] for event in first.events] == ["answer", "shuffle"]


def test_orders_given_are_used_up_before_the_seed() -> None:
    state = CARDS.start(seed=3, shuffles=[ORDER])
    assert state == CARDS.start(shuffles=[ORDER])
    later = state.apply({"search": {}}).apply({"find": {"card": 4}})
    assert later.due is not None
    assert "ask" in later.due
    given = CARDS.start(shuffles=[ORDER, [5, 4]]).apply({"search": {}}).apply({"find": {"card": 4}})
    assert given.to_json()["deck"] == [5, 4]
    last = given.apply({"drop": {}}).apply({"search": {}}).apply({"find": {"card": 4}})
    assert last.due is not None
    assert last.due["shuffle"] == "deck"


def test_a_read_state_has_no_dealer() -> None:
    state = CARDS.state(CARDS.start(seed=1).apply({"search": {}}).to_text())
    found = state.apply(state.moves()[0])
    assert found.due is not None
    assert "shuffle" in found.due


def both() -> Engine:
    """A game that shuffles two zones of players and one of nobody at one step."""
    own = ir.When(ir.Flag(True), (ir.ShuffleZone(ref("hand", tiny.local("p"))),))
    mix = at("mix", ir.ForEach("p", ir.Players(), (own, own)), rule="both")
    return tiny.engine(
        actions=(tiny.action("go"),),
        consequences=(mix, at("mix", ir.ShuffleZone(ref("chips")))),
        flow=(ask("go", n(0), ("go",)), step("mix"), ask("end", n(0), ("go",))),
    )


def test_zones_shuffled_at_one_step_are_due_one_after_the_other() -> None:
    start = {"hands": [[1, 2], [3]], "asks": [{"ask": "go", "player": 0}]}
    state = both().state(start).apply({"go": {}})
    assert state.asks == [{"shuffle": "hand", "owner": 0}, {"shuffle": "hand", "owner": 1}, {"shuffle": "chips"}]
    assert both().state(state.to_text()) == state
    state = state.apply({"shuffle": "hand", "owner": 0, "order": [2, 1]})
    assert state.to_json()["hands"] == [[2, 1], [3]]
    assert state.asks == [{"shuffle": "hand", "owner": 1}, {"shuffle": "chips"}]
    state = state.apply([3])
    assert state.asks == [{"shuffle": "chips"}]
    assert state.apply([]).asks == [{"ask": "end", "player": 0}]


def test_the_end_at_a_step_leaves_out_its_shuffle() -> None:
    engine = tiny.engine(consequences=(at("mix", ir.ShuffleZone(ref("deck")), ir.EndGame()),), flow=(step("mix"),))
    assert engine.start().is_over


def count(state: State, depth: int) -> int:
    """Perft by its definition, for games without shuffles on the way."""
    return 1 if depth == 0 else sum(count(state.apply(move), depth - 1) for move in state.moves())


@pytest.mark.parametrize("depth", range(4))
def test_perft_counts_sequences_of_exactly_so_many_moves(depth: int) -> None:
    state = Engine(tiny.FILL).start()
    assert perft(state, depth) == count(state, depth) == [1, 18, 96, 704][depth]


def test_perft_of_a_game_that_ends_earlier_is_nothing() -> None:
    state = Engine(tiny.FILL).state({"plan": _full(), "asks": [{"ask": "place", "player": 0}]})
    assert [perft(state, depth) for depth in range(4)] == [1, 1, 0, 0]


def _full() -> list[dict[str, Any]]:
    return [{"at": [x, y], "by": 0} for x in range(3) for y in range(3)]


def test_perft_leaves_shuffled_zones_in_component_order_and_counts_no_shuffle() -> None:
    sorted_deal = CARDS.start(shuffles=[[1, 2, 3, 4, 5, 6]])
    assert perft(CARDS.start(), 1) == perft(sorted_deal, 1) == 3
    search = CARDS.start(shuffles=[ORDER], seed=5).apply({"search": {}})
    found = [search.without_dealer().apply({"find": {"card": card}}).apply([4, 5]) for card in (4, 5)]
    assert perft(search, 3) == sum(count(state, 2) for state in found)


def test_perft_does_not_depend_on_a_dealer() -> None:
    dealt = CARDS.start(seed=5)
    assert perft(dealt, 4) == perft(CARDS.state(dealt.to_json()), 4)


def test_divided_perft_adds_up() -> None:
    state = Engine(tiny.FILL).start()
    parts = perft(state, 3, divide=True)
    assert sum(parts.values()) == perft(state, 3)
    assert list(parts)[:2] == ['{"place":{"at":[0,0],"colour":"red"}}', '{"place":{"at":[0,0],"colour":"green"}}']
    assert set(perft(state, 1, divide=True).values()) == {1}


def test_every_order_of_a_small_zone_can_be_given() -> None:
    engine = tiny.engine(
        consequences=(at("mix", ir.ShuffleZone(ref("deck"))),),
        actions=(tiny.action("go"),),
        flow=(ask("go", n(0), ("go",)), step("mix", carries=(carried("x", tiny.number(0, 1)),))),
    )
    state = engine.state({"deck": [1, 2, 3], "asks": [{"shuffle": "deck"}]})
    orders = {tuple(state.apply(list(order)).to_json()["deck"]) for order in permutations([1, 2, 3])}
    assert orders == set(permutations([1, 2, 3]))
