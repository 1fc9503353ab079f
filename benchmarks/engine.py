"""How fast games are played, beside python-chess and OpenSpiel, in the same run on the same core.

    python benchmarks/engine.py [--packages FOLDER] [--gate]

A ply is a random move for which the full list of legal moves was made: of python-chess `list(board.legal_moves)`, of
ours every move of a `playout`, which makes the list at every ply inside the engine, or `moves()` and `apply` from
Python. Leaves are those of `perft`, with the last ply counted in bulk: of chess from the start to depth 4, of ours to
depth 3 from the first position of a random game whose third ply is a placement, and from all of them together.
Everything is measured `ROUNDS` times in turn, in seconds of the processor; the best of each counts, and how far the
rounds lie apart is told as noise. What is not installed (`--packages` names a folder with `chess` and `pyspiel`) has no
line.

With `--gate` the exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tilelaw_dsl import Rulebook
from tilelaw_play import load
from tilelaw_reference import State

ROOT = Path(__file__).parents[1]
ROUNDS = 3
SECONDS = 1.0
"""How long each measure goes on, at the least."""
SEEDS = 3
INSIDE = {
    "origins/discovery for 4": 100.0,
    "origins/totem for 4": 60.0,
    "origins/tribe for 4": 60.0,
    "kingdomino/classic for 4": 60.0,
    "ingenious/standard for 4": 10.0,
    "ingenious/standard for 2": 20.0,
}
"""Games that are played out inside the engine, and how many times python-chess's plies they are to reach."""
FROM_PYTHON, COUNTED, CORPUS_SHARE = 10.0, 25.0, 3.0
OTHERS = {
    "connect_four": (ROOT / "benchmarks/connect_four.rules", 6),
    "othello": (ROOT / "tests/strangers/reversi.rules", 5),
}
"""Games that OpenSpiel has as well: our rules of them, and the depth to which moves are counted."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the best round, and how much less in the worst."""

    best: float
    noise: float


@dataclass(frozen=True, slots=True)
class Line:
    """A figure beside the one it is compared with, and the goal for their ratio."""

    name: str
    unit: str
    ours: Rate
    other: Rate
    goal: float | None = None

    @property
    def ratio(self) -> float:
        """How many times as fast."""
        return self.ours.best / self.other.best


def rates(works: dict[str, Callable[[], int]]) -> dict[str, Rate]:
    """Return how much of its work each does a second; a work returns how much it has done."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()  # what is made once is made now
    for _ in range(ROUNDS):
        for name, work in works.items():
            begun, done = time.process_time(), 0
            while (taken := time.process_time() - begun) < SECONDS:
                done += work()
            found[name].append(done / taken)
    return {name: Rate(max(each), 1 - min(each) / max(each)) for name, each in found.items()}


# ---- ours


def start(name: str, players: int, seed: int) -> State:
    """Return the start of a game by name, or of a file of rules."""
    book = Rulebook.read([]) if name.endswith(".rules") else None
    ruleset = load(name, book) if book is not None else load(name)
    return ruleset.start(players, seed=seed)


def played_inside(name: str, players: int) -> Callable[[], int]:
    """Return the work of whole random games inside the engine, in plies."""
    states = [start(name, players, seed) for seed in range(SEEDS)]
    plies = [_plies(state.playout(seed)) - _plies(state) for seed, state in enumerate(states)]

    def work() -> int:
        for seed, state in enumerate(states):
            state.playout(seed)
        return sum(plies)

    return work


def _plies(state: State) -> int:
    return sum("order" not in answer for answer in state.history["answers"])


def played_from_python(name: str, players: int) -> Callable[[], int]:
    """Return the work of random games through the public interface, in plies."""
    chance = random.Random(7)
    first = start(name, players, 7)

    def work() -> int:
        state, plies = first, 0
        while not state.is_over:
            state = state.apply(chance.choice(state.moves()))
            plies += 1
        return plies

    return work


def counted(states: list[State], depth: int) -> Callable[[], int]:
    """Return the work of counting sequences of moves from some positions, in leaves."""
    return lambda: sum(state.perft(depth) for state in states)


def before_placements() -> list[State]:
    """Return every position of a random game from which the third ply is a placement.

    None is chosen: the ratio hangs on how many placements there are in the last ply, some 16 early in a game and 2 or 3
    towards its end.
    """
    state, chance, found = start("origins/discovery", 4, 7), random.Random(7), []
    while not state.is_over:
        if _leads_to_placements(state):
            found.append(state)
        state = state.apply(chance.choice(state.moves()))
    return found


def _leads_to_placements(state: State) -> bool:
    asks = []
    for _ in range(3):
        if state.is_over:
            return False
        asks.append(state.asks[0].get("ask", ""))
        state = state.apply(state.moves()[0])
    return asks == ["place", "select", "place"]


# ---- the others


class Board(Protocol):
    """What is used of a board of python-chess."""

    @property
    def legal_moves(self) -> Iterator[str]: ...

    def is_game_over(self) -> bool: ...

    def push(self, move: str) -> None: ...

    def pop(self) -> str: ...


def chess_plies(new_board: Callable[[], Board]) -> Callable[[], int]:
    """Return the work of a random game of chess, in plies."""
    chance = random.Random(7)

    def work() -> int:
        board, plies = new_board(), 0
        while plies < 200:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            plies += 1
        return plies

    return work


def chess_leaves(new_board: Callable[[], Board], depth: int = 4) -> Callable[[], int]:
    """Return the work of counting sequences of moves from the start of chess."""

    def count(board: Board, depth: int) -> int:
        moves = list(board.legal_moves)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    return lambda: count(new_board(), depth)


class SpielState(Protocol):
    """What is used of a state of OpenSpiel."""

    def legal_actions(self) -> list[int]: ...

    def is_terminal(self) -> bool: ...

    def child(self, action: int) -> SpielState: ...


def spiel_leaves(first: SpielState, depth: int) -> Callable[[], int]:
    """Return the work of counting sequences of moves with OpenSpiel from Python."""

    def count(state: SpielState, depth: int) -> int:
        if state.is_terminal():
            return 0
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(count(state.child(action), depth - 1) for action in actions)

    return lambda: count(first, depth)


# ---- what is told


def beside_chess() -> Iterator[Line]:
    """Yield what is compared with python-chess."""
    try:
        new_board: Callable[[], Board] = importlib.import_module("chess").Board
    except ImportError:
        print("python-chess is not installed: its lines are missing", file=sys.stderr)
        return
    plies = {"chess": chess_plies(new_board), "python": played_from_python("origins/discovery", 4)}
    for name in INSIDE:
        ruleset, _, players = name.rpartition(" for ")
        plies[name] = played_inside(ruleset, int(players))
    found = rates(plies)
    for name, goal in INSIDE.items():
        yield Line(f"inside the engine: {name}", "plies", found[name], found["chess"], goal)
    yield Line("from Python: origins/discovery for 4", "plies", found["python"], found["chess"], FROM_PYTHON)
    positions = before_placements()
    works = {"from the first": counted(positions[:1], 3), f"from all {len(positions)}": counted(positions, 3)}
    leaves = rates({"chess": chess_leaves(new_board), **works})
    for name in works:
        yield Line(f"perft to placements, {name}", "leaves", leaves[name], leaves["chess"], COUNTED)


def beside_spiel() -> Iterator[Line]:
    """Yield what is compared with OpenSpiel."""
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: its lines are missing", file=sys.stderr)
        return
    for name, (rules, depth) in OTHERS.items():
        ours = counted([start(str(rules), 2, 0)], depth)
        found = rates({"ours": ours, "other": spiel_leaves(spiel.load_game(name).new_initial_state(), depth)})
        yield Line(f"perft beside OpenSpiel: {name}", "leaves", found["ours"], found["other"])


def corpus_share() -> Iterator[Line]:
    """Yield how fast the corpus is judged on both engines."""
    taken: dict[str, list[float]] = {"compiled": [], "reference": []}
    for _ in range(ROUNDS):
        for name, each in taken.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            words = [sys.executable, "-m", "tilelaw.main", "check", "--impl", name]
            if subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 2:
                print(f"there is no engine `{name}` to be judged: a line is missing", file=sys.stderr)
                return
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            each.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    rate = {name: Rate(1 / min(each), 1 - min(each) / max(each)) for name, each in taken.items()}
    yield Line("the corpus, beside the evaluator", "runs", rate["compiled"], rate["reference"], CORPUS_SHARE)


def main() -> int:
    """Measure, tell, and compare with the goals."""
    parser = argparse.ArgumentParser(description="How fast games are played.")
    parser.add_argument("--packages", type=Path, help="a folder with python-chess and OpenSpiel")
    parser.add_argument("--gate", action="store_true", help="fail if a goal is missed")
    arguments = parser.parse_args()
    if arguments.packages:
        sys.path.append(str(arguments.packages))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    print(f"{'a second':44} {'ours':>11} {'other':>11} {'':6} {'times':>8} {'goal':>6} {'noise':>6}")
    missed = False
    for lines in (beside_chess(), beside_spiel(), corpus_share()):
        for line in lines:
            missed = missed or (line.goal is not None and line.ratio < line.goal)
            print(_told(line), flush=True)
    return 1 if missed and arguments.gate else 0


def _told(line: Line) -> str:
    goal = f"{line.goal:.0f}" if line.goal is not None else ""
    noise = max(line.ours.noise, line.other.noise)
    return (
        f"{line.name:44} {line.ours.best:>11,.0f} {line.other.best:>11,.0f} {line.unit:6}"
        f" {line.ratio:>8.2f} {goal:>6} {noise:>6.0%}"
    )


if __name__ == "__main__":
    sys.exit(main())
