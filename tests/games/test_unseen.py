"""Four games by authors who had the language page and nothing else, compared with programs of theirs that use neither
the rules nor the project: the same number of sequences of moves, and whole games move by move."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from strangers.brute import Move, Position, count
from strangers.brute.dama import Dama, longest, scattered
from strangers.brute.oware import Oware, at, late
from strangers.brute.pentomino import PLACES, Pentomino, up_to_symmetry
from strangers.brute.tricks import Deal
from thorough import so_many
from tilelaw_dsl import Rulebook
from tilelaw_play import EngineName, Ruleset, load
from tilelaw_reference import State, perft

FOLDER = Path(__file__).parents[1] / "strangers"
SHORT = FOLDER / "options" / "short_deals.rules"


def rules(name: str, engine: EngineName = EngineName.COMPILED) -> Ruleset:
    return load(f"{FOLDER / name}", Rulebook.read([]), engine=engine)


def dealt(state: State, players: int, size: int) -> Deal:
    """Deal as the shuffle of a game did."""
    return Deal.of(state.history["answers"][0]["order"], players, size)


def play_both(state: State, brute: Position[Move], seed: int) -> int:
    """Play a game at random, with the same answers on both sides at every move, and return its length."""
    chance = random.Random(seed)
    number = 0
    while moves := {json.dumps(brute.answer(move), sort_keys=True): move for move in brute.moves()}:
        assert not state.is_over
        assert {json.dumps(move.to_json(), sort_keys=True) for move in state.moves()} == moves.keys()
        chosen = chance.choice(sorted(moves))
        state, brute = state.apply(json.loads(chosen)), brute.after(moves[chosen])
        number += 1
    assert state.is_over
    assert [side["result"] for side in state.score()] == [[points] for points in brute.result()]
    return number


# ---- dama


@pytest.mark.parametrize(("engine", "most"), [(EngineName.EVALUATOR, 2), (EngineName.COMPILED, 5)])
def test_dama_counts(engine: EngineName, most: int) -> None:
    state = rules("dama.rules", engine).start(2)
    assert state.engine.name == engine
    assert [perft(state, depth) for depth in range(1, most + 1)] == [8, 64, 708, 7462, 83126][:most]
    assert count(Dama.start(), 4) == 7462


def chained(position: Dama, depth: int) -> int:
    """Count sequences in which a whole chain of jumps is one move."""
    if depth == 0:
        return 1
    after = (position.after(move) for move in position.moves())
    return sum(chained(each, depth if each.chaining else depth - 1) for each in after)


def test_dama_has_the_numbers_of_the_literature() -> None:
    # A. Bik's page of such counts, as the author of the rules remembers it; there a chain is one move. 85090 come next.
    assert [chained(Dama.start(), depth) for depth in range(1, 5)] == [8, 64, 708, 7538]


def test_dama_games() -> None:
    lengths = [play_both(rules("dama.rules").start(2), Dama.start(), seed) for seed in range(3)]
    assert min(lengths) > 40


def laid_out(position: Dama) -> str:
    """Return an option that begins with a position: a loaded one would not know the longest chains."""
    lines = ["option dama/test on dama/turkish", '    title "Test"', '    replace rule setup.men "A test position"']
    lines += ["        house", "        at setup.men"]
    for (x, y), (player, is_king) in position.board.items():
        lines.append(f"            cell({x}, {y}).piece := nth(players, {player + 1})")
        lines += [f"            cell({x}, {y}).king := true"] * is_king
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("men", "kings"), [((4, 6), (2, 1)), ((1, 10), (2, 0)), ((8, 8), (1, 1))])
def test_dama_takes_the_longest_chain(tmp_path: Path, men: tuple[int, int], kings: tuple[int, int]) -> None:
    def chain(position: Dama) -> int:
        return max(longest(position.board, at, "") for at, (player, _) in position.board.items() if player == 0)

    position = max((scattered(seed, men, kings) for seed in range(30)), key=chain)
    path = tmp_path / "test.rules"
    path.write_text(laid_out(position), encoding="utf-8")
    state = rules(f"dama.rules+{path}").start(2)
    depths = range(1, chain(position) + 2)
    assert len(depths) > 4
    assert [perft(state, depth) for depth in depths] == [count(position, depth) for depth in depths]


# ---- pentomino


@pytest.mark.parametrize(("engine", "most"), [(EngineName.EVALUATOR, 1), (EngineName.COMPILED, 2)])
def test_pentomino_counts(engine: EngineName, most: int) -> None:
    state = rules("pentomino.rules", engine).start(2)
    assert state.engine.name == engine
    assert [perft(state, depth) for depth in range(1, most + 1)] == [2308, 3418576][:most]
    assert count(Pentomino(), most) == perft(state, most)


def test_pentomino_has_the_openings_of_the_literature() -> None:
    # Golomb's Polyominoes, as the author of the rules remembers it, counts them up to symmetry.
    assert len({up_to_symmetry(place) for place in PLACES}) == 296


def test_pentomino_games() -> None:
    lengths = [play_both(rules("pentomino.rules").start(2), Pentomino(), seed) for seed in range(3)]
    assert min(lengths) >= 5  # after four another always fits


# ---- oware


@pytest.mark.parametrize(("engine", "most"), [(EngineName.EVALUATOR, 3), (EngineName.COMPILED, 6)])
def test_oware_counts(engine: EngineName, most: int) -> None:
    state = rules("oware.rules", engine).start(2)
    assert state.engine.name == engine
    known = [6, 36, 190, 1014, 5219, 27332, 139157]
    assert [perft(state, depth) for depth in range(1, most + 1)] == known[:most]
    assert count(Oware(), most) == known[most - 1]


def test_oware_games() -> None:
    assert all(play_both(rules("oware.rules").start(2), Oware(), seed) > 20 for seed in range(so_many(2, 6)))


def seeded(ruleset: Ruleset, position: Oware) -> State:
    lying = [{"at": at(house), "seeds": seeds} for house, seeds in enumerate(position.houses) if seeds]
    stores = {str(player): seeds for player, seeds in enumerate(position.stores)}
    asks = [{"ask": "sow", "player": position.mover, "mover": position.mover}]
    given = {
        "ruleset": "oware/abapa",
        "players": 2,
        "bowl": lying,
        "store": stores,
        "quiet": position.quiet,
        "asks": asks,
    }
    return ruleset.state(given, check=True)


def telling(start: Oware) -> Iterator[Oware]:
    """Yield positions whose count is another if they are as lenient as a start."""
    chance = random.Random(5)
    while True:
        position = late(chance)
        lenient = replace(position, may_slam=start.may_slam, may_starve=start.may_starve)
        if count(position, 3) != count(lenient, 3):
            yield position


@pytest.mark.parametrize("lenient", [Oware(may_slam=True), Oware(may_starve=True)], ids=["slam", "feeding"])
def test_oware_where_a_rule_matters(lenient: Oware) -> None:
    ruleset = rules("oware.rules")
    for position in islice(telling(lenient), so_many(5, 20)):
        assert perft(seeded(ruleset, position), 4) == count(position, 4)


# ---- tricks


@pytest.mark.parametrize("engine", EngineName)
@pytest.mark.parametrize(("cards", "players", "depth"), [(2, 3, 9), (2, 4, 12), (3, 3, 12)])
def test_whole_deals_are_counted(engine: EngineName, cards: int, players: int, depth: int) -> None:
    name = {2: "tricks/two-cards", 3: "tricks/three-cards"}[cards]
    ruleset = rules(f"tricks.rules+{SHORT}:{name}", engine)
    for seed in (1, 2):
        state = ruleset.start(players, seed=seed)
        assert state.engine.name == engine
        if engine is EngineName.EVALUATOR:
            depth = players + 1
        assert perft(state, depth) == count(dealt(state, players, cards), depth)


def test_tricks_games() -> None:
    for players in (3, 4):
        for seed in range(4):
            state = rules("tricks.rules").start(players, seed=seed)
            assert play_both(state, dealt(state, players, 7), seed) == players * 8
