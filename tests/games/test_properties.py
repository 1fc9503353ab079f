"""What holds at every state of every game: in Discovery for every number of players, played at random and greedily.

The brute force goes through all placements near what lies there and a sample of those far off; a sweep over the
whole board would take minutes for each state and add only squares on which nothing can ever touch.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tilelaw_reference.engine import State
from tilelaw_reference.library import Ruleset, load
from walks import WALKS, some

DISCOVERY = load("origins/discovery")
GAMES = [
    # Tests of one game run in one process, so that the game is played once.
    pytest.param((players, walk), marks=pytest.mark.xdist_group(f"{players}-{walk}"), id=f"{players}-{walk}")
    for players in (2, 3, 4)
    for walk in WALKS
]
Json = dict[str, Any]


def _states(players: int, walk: str) -> list[State]:
    return list(WALKS[walk](DISCOVERY.start(players, seed=10 * players), players))


@pytest.fixture(scope="module", params=GAMES)
def states(request: pytest.FixtureRequest) -> list[State]:
    players, walk = request.param
    return _states(players, walk)


def test_a_state_survives_json(states: list[State]) -> None:
    for number, state in enumerate(states):
        again = DISCOVERY.state(state.to_text())
        assert again == state
        assert again.to_text() == state.to_text()
        assert DISCOVERY.state(state.to_json()) == state
        assert again.asks == state.asks
        if state.is_over:
            continue
        assert again.moves() == state.moves()
        for move in some(state.moves(), 2, number):
            here, there = state.without_dealer().apply(move), again.apply(move.to_json())
            assert here == there
            assert here.asks == there.asks


def test_moves_are_what_judge_calls_legal(states: list[State]) -> None:
    tried = 0
    for number, state in enumerate(states):
        if state.is_over:
            continue
        moves = [move.to_json() for move in state.moves()]
        texts = {str(move) for move in moves}
        assert len(texts) == len(moves), "a move is listed twice"
        assert all(state.judge(move).legal for move in moves)
        for candidate in _candidates(state, number):
            tried += 1
            judgement = state.judge(candidate)
            assert judgement.legal == (str(_canonical(state, candidate)) in texts)
            assert judgement.legal == (not judgement.rejections)
    assert tried > 1_000


def _candidates(state: State, seed: int) -> list[Json]:
    """Return every answer worth trying, legal or not, whatever is asked."""
    chance = random.Random(seed)
    position = state.to_json()
    player = state.asks[0]["player"]
    laid = [tuple(c["at"]) for c in position.get("territories", [[]] * 9)[player]] + [(0, 0)]
    xs, ys = [x for x, _ in laid], [y for _, y in laid]
    near = [(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)]
    found: list[Json] = [{"discard": {}}, {"fizzle": {}}]
    found += [{"select": {"tile": tile}} for tile in range(1, 49)]
    found += [{"erupt": {"at": list(at)}} for at in near]
    if state.engine.game.players == 2:
        found += [{"choose": {"which": which}} for which in ("ends", "middle")]
    if state.asks[0]["ask"] == "place":
        for a in near:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)):
                found.append({"place": {"a": list(a), "b": [a[0] + dx, a[1] + dy]}})
        for _ in range(20):
            far = [chance.choices(range(-9, 10), k=2) for _ in range(2)]
            found.append({"place": {"a": far[0], "b": far[1]}})
    return found


def _canonical(state: State, move: Json) -> Json:
    """Return the spelling of a move that is listed: equal halves have the smaller cell first."""
    if "place" not in move or state.asks[0]["ask"] != "place":
        return move
    tile = state.to_json()["row"][0]["tile"]
    kind = next(k for k in state.engine.game.kinds if k.name == "tile")
    data = next(m.data for m in kind.members if m.name == tile)
    a, b = move["place"]["a"], move["place"]["b"]
    return {"place": {"a": min(a, b), "b": max(a, b)}} if data[1] == data[2] else move


def test_observations_leak_nothing(states: list[State]) -> None:
    for number, state in enumerate(states):
        for player in range(state.engine.game.players):
            other = _reshuffled_out_of_sight(DISCOVERY, state, player, number)
            assert other.observe(player) == state.observe(player)


def _reshuffled_out_of_sight(ruleset: Ruleset, state: State, player: int, seed: int) -> State:
    """Return the position with everything the player cannot see dealt anew."""
    position, seen = state.to_json(), state.observe(player)
    hidden = [key for key, value in seen.items() if isinstance(value, int) and isinstance(position.get(key), list)]
    chance = random.Random(seed)
    for key in hidden:
        position[key] = chance.sample(position[key], len(position[key]))
    return ruleset.state(position)


def test_the_box_is_hidden_from_all(states: list[State]) -> None:
    first = states[0]
    assert all(isinstance(first.observe(p)["box"], int) for p in range(first.engine.game.players))


def test_invariants_hold(states: list[State]) -> None:
    for state in states:
        state.engine.state(state.to_json(), check=True)


def test_dominoes_are_conserved_and_rounds_counted(states: list[State]) -> None:
    players = states[0].engine.game.players
    placings = [s for s in states if s.asks and s.asks[0].get("ask") == "place"]
    per_round = 4 if players == 2 else players
    assert len(placings) == 12 * per_round
    for state in states:
        position = state.to_json()
        tiles = [*position.get("box", []), *(e["tile"] for k in ("row", "next") for e in position.get(k, []))]
        assert len(set(tiles)) == len(tiles)
        assert set(tiles) <= set(range(1, 49))


def test_history_replays(states: list[State]) -> None:
    last = states[-1]
    assert last.engine.play(last.history) == last


def test_scores_are_the_sum_of_their_lines(states: list[State]) -> None:
    for state in states:
        for side in state.score():
            assert side["total"] == sum(line["points"] for line in side["lines"])
            assert side["result"][0] == side["total"]
