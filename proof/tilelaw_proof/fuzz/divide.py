"""Where two counts of sequences of moves part: walks down to the first position that is listed differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilelaw_conformance import Case, Count, Expectation, Judged
from tilelaw_proof.fuzz.link import Link
from tilelaw_proof.fuzz.questions import Inquirer
from tilelaw_reference import Move, State


@dataclass(frozen=True, slots=True)
class Parting:
    """Where an implementation and the reference part."""

    moves: tuple[Move, ...]
    """The moves that lead there."""
    judged: Judged


def first_parting(link: Link, inquirer: Inquirer, state: State, depth: int) -> Parting | None:
    """Return the first position below another one whose moves are listed differently; nothing if the counts agree."""
    path: list[Move] = []
    state = state.without_dealer().unshuffled()
    if depth < 1 or _differs(link, [_counted(inquirer, state, depth)]) is None:
        return None
    while depth > 1 and not state.is_over:
        listed = link.first([_listed(inquirer, state)], lambda _: True)
        if listed is not None:
            return Parting(tuple(path), listed)
        moves = list(state.moves())
        children = [state.apply(move).unshuffled() for move in moves]
        place = _differs(link, [_counted(inquirer, child, depth - 1) for child in children])
        if place is None:
            return None  # what is added up differs, but no part of it does
        path.append(moves[place])
        state, depth = children[place], depth - 1
    found = link.first([_listed(inquirer, state)], lambda _: True)
    return None if found is None else Parting(tuple(path), found)


def _counted(inquirer: Inquirer, state: State, depth: int) -> Case:
    return replace(inquirer.case(state), then=Expectation(perft=Count(depth=depth, nodes=state.perft(depth))))


def _listed(inquirer: Inquirer, state: State) -> Case:
    return replace(inquirer.case(state), then=Expectation(moves=tuple(move.to_json() for move in state.moves())))


def _differs(link: Link, cases: Sequence[Case]) -> int | None:
    """Return the place of the first case on which the implementation disagrees."""
    found = link.first(cases, lambda _: True)
    return None if found is None else int(found.case.id.rpartition("/")[2])
