"""Every mode for every number of players, played at random or greedily, and steered towards rules rarely seen.

At every state the promises of `promises` hold, and the second engine, written from the rulebooks without a look at
spec/, says the same. `make prove PART=tests` plays every mode for every number of players, also at random and greedily,
looks at everything in every state, and goes on until every rule has applied, or it is written down why it cannot;
otherwise every mode is steered for the least number of players, and what is slow is looked at in every twenty-fourth
state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import pytest
import yaml

from play import properties, second_engine
from play.odd_positions import can_go_on, corner, is_plain
from play.rule_counts import Applications, refused_alone
from play.walks import at_random, greedily, steered, walk
from thorough import IS_THOROUGH, so_many
from tilelaw_play import load
from tilelaw_reference import State

Recorder = Callable[[str, object], None]
EVERY = so_many(24, 1)
MODES = [
    *[(f"origins/{mode}", players) for mode in ("discovery", "totem", "tribe") for players in (2, 3, 4)],
    *[("kingdomino/classic", players) for players in (2, 3, 4)],
    ("kingdomino/mighty-duel", 2),
    *[("ingenious/standard", players) for players in (2, 3, 4)],
    ("ingenious/team", 4),
    ("ingenious/solo", 1),
]


CORNERS, PLIES = 4, 5
"""So many short games from corners, and how long they are."""
FURTHER = 5
"""At most so many further games, as long as some rule has not applied."""
STARTS = yaml.safe_load((Path(__file__).parent / "starts.yaml").read_text(encoding="utf-8"))

LEFT_OVER = "only three players leave a domino in a row of four"
CANNOT_APPLY = {
    ("origins", None): {
        "lava.nowhere": "printed dominoes have at most one volcano, so lava can land on the other half",
        "lava.token.order": "no printed domino has two volcanoes",
    },
    ("origins", 2): {"setup.leftover": LEFT_OVER, "round.leftover": LEFT_OVER},
    ("origins/totem", 2): {
        "totem.pass": "with one rival there is nobody to choose among",
        "totem.order": "it follows totem.pass",
    },
    ("origins", 4): {"setup.leftover": LEFT_OVER, "round.leftover": LEFT_OVER},
    ("kingdomino", None): {
        "setup.leftover": "there are as many dominoes in a row as kings",
        "round.leftover": "there are as many dominoes in a row as kings",
    },
    ("kingdomino", 4): {"setup.deck": "all dominoes are played with"},
    ("kingdomino/mighty-duel", None): {
        "setup.deck": "all dominoes are played with",
        "duel.size": "it follows setup.deck",
    },
    ("ingenious/solo", None): {
        "rank.lowest": "alone there is nobody to be ranked with",
        "rank.shared": "alone there is nobody to be ranked with",
        "bonus.lapse": "the bag has more tiles than the board has room for",
        "turn.no-tile": "the game has ended with the last tile",
    },
}
"""Rules that cannot apply in whole games, by ruleset and number of players, with the reason."""


@pytest.mark.parametrize(("name", "players"), MODES if IS_THOROUGH else dict(reversed(MODES)).items())
def test_every_promise_is_kept_and_every_rule_applies(name: str, players: int, record_property: Recorder) -> None:
    ruleset = load(name, engine="evaluator")
    counted = Applications(ruleset.game(players))
    excused = _excused(name, players)
    seen: list[State] = []
    with second_engine.second_engine(name.split("/")[0]) as other:
        walks = [at_random, greedily, steered(counted)]
        for seed, choose in list(enumerate(walks))[so_many(2, 0) :]:
            seen += _play(walk(ruleset.start(players, seed=players + seed), seed, choose), other, counted)
        assert excused.keys() - counted.missing() == set(), "what is said to be impossible has happened"
        chance = random.Random(players)
        plain = [state for state in seen if is_plain(state)]
        starts = [corner(chance.choice(plain), chance) for _ in range(CORNERS)]
        starts += [ruleset.state(position) for position in _hand_made(name, players)]
        for number, start in enumerate(starts):
            _play(takewhile(can_go_on, islice(walk(start, number, steered(counted)), PLIES)), other, counted)
        for seed in range(players + 3, players + 3 + FURTHER):  # a rule may be rare, and a few games unlucky
            if counted.missing() <= excused.keys() or not IS_THOROUGH:
                break
            _play(walk(ruleset.start(players, seed=seed), seed, steered(counted)), other, counted)
    record_property("applied", {"mode": f"{name} for {players}", "counts": counted.table(), "cannot": excused})
    if IS_THOROUGH:
        assert counted.missing() - excused.keys() == set()


def _hand_made(name: str, players: int) -> Iterator[dict[str, Any]]:
    """Yield the positions of the file of starts that are of a ruleset."""
    mode = name.split("/")[1]
    for modes, positions in STARTS.items():
        for position in positions if mode in modes.split() else ():
            parts = {key: part for key, part in position.items() if key not in ("why", "players")}
            if players in position.get("players", [players]):
                yield {"ruleset": name, "players": players, **parts}


def _excused(name: str, players: int) -> dict[str, str]:
    game = name.split("/")[0]
    keys = [(game, None), (game, players), (name, None), (name, players)]
    return {rule: why for key in keys for rule, why in CANNOT_APPLY.get(key, {}).items()}


def _play(states: Iterator[State], other: second_engine.SecondEngine, counted: Applications) -> list[State]:
    """Walk through a game, look at everything on the way, and return some of its states."""
    chance = random.Random(0)
    played: list[State] = []
    for number, state in enumerate(counted.along(states)):
        if number % (EVERY // 4 or 1) == 0:
            properties.text_survives(state)
            properties.scores_add_up(state)
        if number % 3 == 0 or EVERY == 1 or state.is_over:
            properties.invariants_hold(state)
        properties.pieces_are_conserved(state)
        if played:
            other.agrees(played[-1], [second_engine.transition(played[-1], state)])
        # In every third state of a long game: in every second it would always be the same ask.
        if not state.is_over and (number % 3 == 0 or number < PLIES or EVERY == 1):
            several = 40 if number == 0 else 1
            counted.counts.update(refused_alone(state, several * state.some_moves(1, chance), chance))
        if number % EVERY == 0 or state.is_over:
            other.agrees(state, list(second_engine.standing(state)))
            properties.nothing_leaks(state, chance)
        if number % EVERY == 0 and not state.is_over:
            properties.moves_are_what_is_legal(state, chance)
            properties.states_are_values(state, state.some_moves(1, chance)[0])
            other.agrees(state, list(second_engine.choices(state, chance)))
        played.append(state)
    last = played[-1]
    quick = load(last.engine.game.name).engine(last.engine.game.players)
    assert quick.play(last.history) == last, "the compiled engine replays what the evaluator has played"
    return played
