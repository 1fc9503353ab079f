"""Records whole games and counts of moves as cases: `python tests/play/record_games.py`, and commit what it writes.

Recorded cases say so (`basis: recorded`): their expectations come from the reference, they count for no coverage, and
they are kept only because the second engines agree. They catch what focused cases do not look for: something that goes
wrong after a hundred answers, or a move too many.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tilelaw_play import load
from tilelaw_reference import State, perft

CORPUS = Path(__file__).parents[2] / "conformance" / "tilelaw_conformance" / "corpus"
PLAYED = "Played by the reference; the second engine, written from the rulebooks, plays the same"
COUNTED = "Counted by the reference; the second engine, written from the rulebooks, counts the same"
SAMPLE = 4
CHECKPOINTS = 5
GAMES = [
    *[("origins", f"origins/discovery{extra}", players) for extra, players in (("", 2), ("", 3), ("", 4))],
    ("origins", "origins/totem", 3),
    ("origins", "origins/totem+centre+complete", 2),
    ("origins", "origins/tribe", 2),
    ("origins", "origins/tribe", 4),
    ("kingdomino", "kingdomino/classic", 2),
    ("kingdomino", "kingdomino/classic", 3),
    ("kingdomino", "kingdomino/classic+harmony+middle-kingdom", 4),
    ("kingdomino", "kingdomino/mighty-duel", 2),
    ("ingenious", "ingenious/standard", 2),
    ("ingenious", "ingenious/standard", 3),
    ("ingenious", "ingenious/standard", 4),
    ("ingenious", "ingenious/team", 4),
    ("ingenious", "ingenious/solo", 1),
]
COUNTS: list[tuple[str, str, int, int]] = [  # from the start, with everything in component order; depth by depth
    ("origins", "origins/discovery", 2, 3),
    ("origins", "origins/discovery", 4, 5),
    ("origins", "origins/totem", 3, 4),
    ("origins", "origins/tribe", 3, 5),
    ("kingdomino", "kingdomino/classic", 3, 4),
    ("ingenious", "ingenious/standard", 2, 2),
    ("ingenious", "ingenious/team", 4, 2),
    ("ingenious", "ingenious/solo", 1, 2),
]


def main() -> None:
    """Write games.yaml and perft.yaml of each game."""
    for game in dict.fromkeys(game for game, *_ in GAMES):
        games = [line for one, name, players in GAMES if one == game for line in _game(game, name, players)]
        order = "turn.order" if game != "ingenious" else "turn.steps"
        _write(CORPUS / game / "games.yaml", "Whole games, recorded", order, PLAYED, games)
        counts = [line for one, name, n, depth in COUNTS if one == game for line in _perft(game, name, n, depth)]
        title = "Counts of sequences of moves, recorded"
        _write(CORPUS / game / "perft.yaml", title, "turn.steps", COUNTED, counts)


def _write(path: Path, title: str, rule: str, why: str, lines: list[str]) -> None:
    head = ["# Recorded by tests/play/record_games.py; do not edit.", f"title: {title}"]
    shared = ["defaults:", f"  rules: [{rule}]", "  basis: recorded", f"  why: {why}", '  since: "0.1"', "cases:"]
    path.write_text("\n".join([*head, *shared, *lines, ""]), encoding="utf-8")
    print(path.relative_to(CORPUS))


def _head(game: str, file: str, name: str, players: int, title: str, more: str = "") -> Iterator[str]:
    short = name.split("/")[1].replace("+", "-")
    yield f"  - id: {game}/{file}/{short}-for-{players}{more}"
    yield f"    title: {title}"
    yield f"    ruleset: {name}"
    yield f"    players: {players}"


def _game(game: str, name: str, players: int) -> Iterator[str]:
    states = list(_walk(load(name, engine="evaluator").start(players, seed=17), random.Random(17)))
    answers = states[-1].history["answers"]
    title = f"A whole game of {players} player{'s' if players > 1 else ''}, answer by answer"
    yield from _head(game, "games", name, players, title, "-with-boards")
    yield "    given: start"
    yield "    when:"
    yield from (f"      - {_flow(answer)}" for answer in answers)
    yield "    checkpoints:"
    between = [state for state in states if state.begins_turn]  # where engines of whole turns can be looked at too
    for state in between[:: len(between) // CHECKPOINTS][1:]:
        yield f"      - after: {len(state.history['answers'])}"
        yield from _standing(state, "        ")
    yield "    then:"
    yield from _standing(states[-1], "      ")
    yield "      over: true"


def _standing(state: State, pad: str) -> Iterator[str]:
    yield f"{pad}score:"
    for side in state.score():
        lines = [line for line in side["lines"] if line["points"]]
        said = {"side": side["side"], "total": side["total"], "result": side["result"]}
        yield f"{pad}  - {_flow({**said, 'lines': lines} if lines else said)}"
    yield f"{pad}rank: {_flow([group['sides'] for group in state.ranking()])}"
    position = state.to_json()
    looked_at = [board.written for board in state.engine.game.boards] + ["asks"]
    yield f"{pad}state: {_flow({name: position[name] for name in looked_at if name in position})}"


def _perft(game: str, name: str, players: int, depth: int) -> Iterator[str]:
    state = load(name, engine="evaluator").start(players)
    orders = []
    while not state.is_over and "shuffle" in state.asks[0]:
        due = state.asks[0]
        orders.append({**due, "order": state.to_json()[due["shuffle"]]})
        state = state.apply(orders[-1])
    title = f"So many sequences of {depth} moves from the start, everything in component order"
    yield from _head(game, "perft", name, players, title)
    yield "    given: start"
    yield "    when:"
    yield from (f"      - {_flow(order)}" for order in orders)
    yield "    then:"
    yield f"      perft: {{depth: {depth}, nodes: {perft(state, depth)}}}"


def _walk(state: State, chance: random.Random) -> Iterator[State]:
    """Yield a game in which everybody takes the best of a few moves: dull enough to be long, good enough to score."""
    yield state
    while not state.is_over:
        player = state.asks[0]["player"]
        following = [state.apply(move) for move in state.some_moves(SAMPLE, chance)]
        state = max(following, key=lambda after: [s["total"] for s in after.score() if player in s["players"]])
        yield state


def _flow(data: Any) -> str:
    """Return data on one line, as YAML that is also JSON."""
    return json.dumps(data, ensure_ascii=False)


if __name__ == "__main__":
    main()
