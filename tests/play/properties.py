"""What holds at every state of every game, whatever it is: the promises that positions, moves and scores make."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from play.rule_counts import near_misses
from tilelaw_dsl import ir
from tilelaw_reference import Move, State
from tilelaw_reference.model.values import Member

Json = dict[str, Any]


def text_survives(state: State) -> None:
    """A position written and read again is the same, and asks the same."""
    again = state.engine.state(state.to_text())
    assert again == state
    assert again.to_text() == state.to_text()
    assert again.asks == state.asks


def invariants_hold(state: State) -> None:
    """What rules promise of every whole position holds."""
    assert state.broken_invariants() == []


def scores_add_up(state: State) -> None:
    """A total is the sum of its lines, and every side is ranked once."""
    for side in state.score():
        assert side["total"] == sum(line["points"] for line in side["lines"])
    ranked = [side for group in state.ranking() for side in group["sides"]]
    assert sorted(ranked) == list(range(state.engine.rules.side_count))


def pieces_are_conserved(state: State) -> None:
    """No zone or row holds more pieces of a name than there are."""
    for kind in state.engine.game.kinds:
        held = Counter(
            piece
            for place, pieces in state.position.zones.items()
            if state.engine.rules.zones[place.zone].of == ir.ThingType(ir.Sort.KIND, kind.name)
            for piece in pieces
            if isinstance(piece, Member)
        )
        copies = {member.name: member.copies for member in kind.members}
        assert all(number <= copies[piece.name] for piece, number in held.items())


def moves_are_what_is_legal(state: State, chance: random.Random) -> None:
    """There is an answer; each is listed once, in order, and legal; nothing near them that is not listed is."""
    moves = state.moves()
    assert moves
    assert len(set(moves)) == len(moves)
    listed = {str(move.to_json()) for move in moves}
    some = tuple(chance.sample(moves, min(4, len(moves))))
    assert all(state.judge(move).legal for move in some)
    for move in near_misses(state, some, chance):
        judgement = state.judge(move)
        assert judgement.legal == (not judgement.rejections)
        if judgement.legal:
            after = state.without_dealer().apply(move)
            assert any(str(spelling) in listed for spelling in (after.history["answers"][-1], move.to_json()))


def states_are_values(state: State, move: Move) -> None:
    """The same move leads to the same position, from the state and from its text, and changes neither."""
    before = state.to_text()
    here = state.without_dealer().apply(move)
    there = state.engine.state(before).apply(move.to_json())
    assert here == there
    assert state.to_text() == before


def nothing_leaks(state: State, chance: random.Random) -> None:
    """What a player sees stays the same when everything out of sight is dealt anew, also between zones."""
    for player in range(state.engine.game.players):
        other = state.engine.state(_dealt_anew(state, player, chance))
        assert other.observe(player) == state.observe(player)


def _dealt_anew(state: State, player: int, chance: random.Random) -> Json:
    position, seen = state.to_json(), state.observe(player)
    zones = {zone.written: zone.of.name for zone in state.engine.game.zones}
    hidden: dict[str, list[tuple[Any, str | int]]] = {}
    for name, kind in zones.items():
        hidden.setdefault(kind, []).extend(_hidden(position, seen, name))
    for places in hidden.values():
        pieces = [piece for where, key in places for piece in where[key]]
        chance.shuffle(pieces)
        for where, key in places:
            number = len(where[key])
            where[key], pieces = pieces[:number], pieces[number:]
    return position


def _hidden(position: Json, seen: Json, key: str) -> Iterator[tuple[Any, str | int]]:
    """Yield where the lists are of which a player sees only how long they are."""
    if isinstance(seen.get(key), int):
        yield position, key
    elif isinstance(seen.get(key), list):
        for place, part in enumerate(seen[key]):
            if isinstance(part, int) and isinstance(position[key][place], list):
                yield position[key], place


def history_replays(state: State) -> None:
    """The recorded answers lead to the same position again."""
    assert state.engine.play(state.history) == state
