"""The host in JavaScript: it deals as Python does, fills in what a position tells, and says what is wrong with one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tilelaw.bundled import bundled_implementations
from tilelaw.main import main
from tilelaw_dsl import Rulebook
from tilelaw_play import load
from tilelaw_reference import RulesError

COMMAND = bundled_implementations()["wasm-node"].command
STRANGERS = Path(__file__).parents[1] / "strangers"
RULESETS = [("origins/discovery", 4), ("origins/tribe", 2), ("ingenious/standard", 3), ("kingdomino/classic", 2)]


def asked(*requests: tuple[str, dict[str, Any]], command: tuple[str, ...] = COMMAND) -> list[Any]:
    """Return what it answers: the result, or the code of the error."""
    lines = [{"jsonrpc": "2.0", "id": n, "method": m, "params": p} for n, (m, p) in enumerate(requests)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    return [reply["result"] if "result" in reply else reply["error"]["code"] for reply in replies]


def test_a_seed_deals_the_same_in_both_languages() -> None:
    seeds = (0, 7, 2**53 - 1)
    games = [(name, players, seed) for name, players in RULESETS for seed in seeds]
    found = asked(*(("start", {"ruleset": name, "players": n, "seed": seed}) for name, n, seed in games))
    assert [reply["state"] for reply in found] == [load(name).start(n, seed=seed).to_json() for name, n, seed in games]


@pytest.mark.parametrize(("name", "players"), RULESETS)
def test_a_game_is_the_same_move_by_move(name: str, players: int) -> None:
    state = load(name).start(players, seed=7)
    states = [state]
    while not state.is_over and len(states) < 20:
        state = state.apply(state.moves()[-1])
        states.append(state)
    found = asked(*(("moves", {"position": {"state": state.to_json()}}) for state in states if not state.is_over))
    ours = [[move.to_json() for move in state.moves()] for state in states if not state.is_over]
    assert [reply["moves"] for reply in found] == ours


def test_what_makes_no_sense_is_told() -> None:
    start = load("kingdomino/classic").start(2, seed=1).to_json()
    wrong = [
        {**start, "nonsense": 1},
        {**start, "asks": [{"ask": "dance", "player": 0}]},
        {**start, "asks": [{"ask": "select", "player": 9}]},
        {**start, "players": 17},
        {**start, "ruleset": "kingdomino/unknown"},
    ]
    assert asked(*(("moves", {"position": {"state": state}}) for state in wrong)) == [-32602] * len(wrong)


def test_it_plays_the_modules_of_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "compile", str(STRANGERS / "reversi.rules"), "-o", str(tmp_path / "any.wasm")]) == 0
    capsys.readouterr()
    start = {"ruleset": "reversi/basic", "players": 2}
    hello, begun, counted = asked(
        ("hello", {"protocol": 1}),
        ("start", start),
        ("perft", {"position": {"history": {"start": start, "answers": []}}, "depth": 4}),
        command=(*COMMAND[:2], str(tmp_path)),
    )
    assert hello["rulesets"] == [{"name": "reversi/basic", "players": [2]}]
    assert begun["state"]["asks"] == [{"ask": "place", "player": 0}]
    assert counted == {"nodes": 244}


ODD = """mode odd/sides
    title "Sides of one, and a pile that runs out"
    players 2
    house
    kinds seed: fern, moss, reed
    board bed of player
        grid squares 0..1 by 0..1
        relation beside = orthogonal
        cell spot
            seed: seed?
    zone pile: pile of seed, starts with all, seen by nobody
    zone hand of player: hand of seed, seen by owner
    flow
        repeat turn with mover = first(players) then next_player(mover)
            step draw
            ask sow of mover
    rule draw "A seed is drawn"
        at draw
            move top 1 from pile to hand(mover)
    rule sow "And sown; who has none is stuck"
        action sow
            what in hand(you)
            at in bed(you)
        for sow
            require no at.seed
        for sow
            at.seed := what
            remove what from hand(you)
    rule sides "Each plays alone"
        sides {nth(players, 1)}, {nth(players, 2)}
    rule score "Each spot that is sown"
        score for s in union(bed(p)[some seed] over p in players[side(it) = you]): 1 + s.x
        rank total(you)
"""


def test_games_of_strangers_are_the_same_in_every_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their positions have what bundled ones have not: sides, sealed bids, hidden zones that are empty."""
    (tmp_path / "odd.rules").write_text(ODD, encoding="utf-8")
    questions: list[tuple[str, dict[str, Any]]] = []
    answers: list[Any] = []
    for path in (tmp_path / "odd.rules", *(STRANGERS / f"{name}.rules" for name in ("teams", "tricks", "pottery"))):
        assert main(["rules", "compile", str(path), "-o", str(tmp_path / f"{path.stem}.wasm")]) == 0
        ruleset = load(str(path), Rulebook.read([]))
        state = ruleset.start(ruleset.counts[-1], seed=7)
        for _ in range(40):
            position = {"position": {"state": state.to_json()}}
            questions += [("score", position), ("rank", position)]
            answers += [{"sides": state.score()}, {"groups": state.ranking()}]
            for player in range(ruleset.counts[-1]):
                questions.append(("observe", {**position, "player": player}))
                answers.append({"observation": state.observe(player)})
            if state.is_over:
                break
            questions.append(("moves", position))
            try:
                answers.append({"moves": [move.to_json() for move in state.moves()]})
            except RulesError:
                answers.append(1002)
                break
            state = state.apply(state.moves()[-1])
    capsys.readouterr()
    found = asked(*questions, command=(*COMMAND[:2], str(tmp_path)))
    assert 1002 in answers
    wrong = [(question, *pair) for question, *pair in zip(questions, found, answers, strict=True) if pair[0] != pair[1]]
    assert wrong == []
