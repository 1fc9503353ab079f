"""Which rule a disagreement is about, and what there is to say about that rule.

A move that is accepted though it is illegal is about the rules that refuse it. One that is refused though it is legal
is about the rules that the implementation names, or those that have a requirement on it. A score is about the line
that differs, a ranking about the line that decides, a position about the rules that took effect on the way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tilelaw_conformance import Answer, Case, Difference, Expectation, Judged, Refused, Verdict
from tilelaw_dsl import ir
from tilelaw_proof.fuzz.play import CANNOT
from tilelaw_proof.fuzz.questions import About, about, in_question
from tilelaw_reference import Engine, State, manifest


@dataclass(frozen=True, slots=True)
class Dispute:
    """A question to which the implementation has another answer."""

    case: Case
    judged: Judged
    about: About
    """What was asked."""
    rules: tuple[str, ...]
    """The rules it may be about, the likeliest first."""
    history: tuple[Answer, ...] = ()
    """The game that led to the position, if it is that of a game."""
    agrees_with: str = ""
    """An option of ours that decides as the implementation does."""

    @property
    def key(self) -> tuple[str, str]:
        """One for all disagreements with the same cause; a move is listed, accepted or played for the same reasons."""
        if self.judged.misused:  # that it answers so is one mistake, whatever the rule
            return "misused", str(self.judged.misused)
        asked = "legality" if self.about in (About.LEGAL, About.MOVES) or self.is_refused else self.about.value
        return asked, self.rules[0] if self.rules else self.judged.verdict.value

    @property
    def is_refused(self) -> bool:
        """Whether a legal move is refused, or not listed; then any rule that it must meet may be the one in dispute."""
        wanted = (" is legal", " can be played", " among the moves")
        told = self.judged.differences
        return any(each.expected.endswith(wanted) for each in told[:1]) and all(each.surplus is None for each in told)

    @property
    def size(self) -> int:
        """How much there is to look at."""
        case = self.case
        return sum(len(json.dumps(each)) for each in (case.position, case.answers, case.then.moves or ()))


def dispute(case: Case, judged: Judged, evaluator: Engine, history: tuple[Answer, ...] = ()) -> Dispute:
    """Return what a disagreement is about; the evaluator says why the reference answers as it does."""
    if judged.refused is not None and "shuffle" not in judged.refused.answer:
        judged, history = _on_the_way(judged, judged.refused, evaluator, history)
        case = judged.case
    asked = about(case)
    if not judged.differences and not judged.misused:  # it crashed, or answered with an error
        return Dispute(case, judged, asked, (), history)
    try:
        state = evaluator.state({**case.position, "ruleset": evaluator.game.name})
        rules = _rules(asked, case, judged, state)
    except CANNOT:
        rules = []
    return Dispute(case, judged, asked, tuple(dict.fromkeys(rules)), history)


def _on_the_way(
    judged: Judged, refused: Refused, evaluator: Engine, history: tuple[Answer, ...]
) -> tuple[Judged, tuple[Answer, ...]]:
    """Return the question that an implementation has answered by refusing a legal move on the way to a position."""
    case = judged.case
    before = [*(history if judged.history else ()), *case.answers][: refused.before]
    state = (
        evaluator.play({"start": {"ruleset": evaluator.game.name, "players": case.players}, "answers": before})
        if judged.history
        else evaluator.state({**case.position, "ruleset": evaluator.game.name})
    )
    asked = replace(
        case,
        position={**state.to_json(), "ruleset": case.ruleset},
        answers=refused.answers,
        then=Expectation(legal=True),
        rest=0,
        turns=None,
    )
    got = "; ".join(filter(None, (f"illegal ({refused.message})", refused.doubt)))
    difference = Difference(f"{json.dumps(refused.answer)} is legal", got)
    found = replace(judged, case=asked, verdict=Verdict.FAILED, differences=(difference,), refused=None)
    return found, tuple(before) if judged.history else history


def _rules(asked: About, case: Case, judged: Judged, state: State) -> list[str]:
    told = " ".join(f"{each.expected} {each.got}" for each in judged.differences)
    known = [rule.id for rule in state.engine.game.rules]
    named = [rule for rule in known if rule in told.replace(",", " ").replace(";", " ").split()]
    match asked:
        case About.LEGAL if case.then.legal is False:
            there, answer = in_question(case, state)
            return there.refused_by(dict(answer))
        case About.LEGAL:
            return named + [rule for way in _way(case, state) for rule in _required(way)]
        case About.STATE:
            if "is legal" in told or "can be played" in told:
                return named + [rule for way in _way(case, state) for rule in _required(way)]
            ways = _way(case, state)
            return _changed(ways, judged) + [rule for way in reversed(ways) for rule in reversed(way.after.trace)]
        case About.MOVES:
            return named + _listed(judged, state)
        case About.RESULTS:
            lines = [line.rule for line in state.engine.game.scores]
            ranks = [line.rule for line in state.engine.game.ranks]
            return named + (ranks if "ranking" in told and "total" not in told else lines)
        case About.OBSERVE:
            return [zone.name for zone in state.engine.game.zones][:1]


class _Way(NamedTuple):
    """An answer of a question, with the states before it and after."""

    before: State
    answer: Answer
    after: State


def _way(case: Case, state: State) -> list[_Way]:
    found: list[_Way] = []
    for answer in case.answers:
        after = state.apply(dict(answer))
        found.append(_Way(state, answer, after))
        state = after
    return found


def _changed(ways: Sequence[_Way], judged: Judged) -> list[str]:
    """Return the rules that changed the part of the position that differs, the last first.

    Where none did, one of those that might have, since they look at it, does so in the implementation.
    """
    game = ways[0].before.engine.game
    written = {board.name: board.written for board in game.boards}
    written |= {zone.name: zone.written for zone in game.zones}
    part = re.split(r"\W", judged.differences[0].expected)[0]
    events = [event for way in ways for event in way.after.events]
    names = [{event.get(key, "") for key in ("variable", "board", "from", "to", "zone")} for event in events]
    touched = [part in {written.get(str(name), str(name)) for name in each} for each in names]
    found = [event["rule"] for event, is_so in reversed([*zip(events, touched, strict=True)]) if is_so]
    return found or [
        rule["id"] for rule in manifest(game)["rules"] if part in rule["reads"] and "effect" in rule["does"]
    ]


def _required(way: _Way) -> list[str]:
    return [] if "shuffle" in way.answer else _requirements(way.answer, way.before)


def _requirements(answer: Answer, state: State) -> list[str]:
    action = next(name for name in answer if name != "player")
    ask = (state.due or {}).get("ask", "")
    return [each.rule for each in state.engine.rules.requirements(action, ask)]


def _listed(judged: Judged, state: State) -> list[str]:
    """Return the rules that refuse the first move that is listed too much, or those about the first that is missing."""
    # What is missing may be missing because of what is too much: nothing is discarded while something can be placed.
    first = next((each for each in judged.differences if each.surplus is not None), judged.differences[0])
    is_surplus = first.expected == "no such move"
    text = first.got if is_surplus else first.expected.removesuffix(" among the moves")
    try:
        move = json.loads(text)
        return state.refused_by(move) if is_surplus else _requirements(move, state)
    except (ValueError, *CANNOT):
        return []


@dataclass(frozen=True, slots=True)
class Standing:
    """What a rule rests on."""

    title: str
    citations: tuple[str, ...]
    is_ruling: bool
    """Whether no edition states it."""


def standing(game: ir.Game, rule: str) -> Standing | None:
    """Return what a rule of a game rests on."""
    entry = next((each for each in manifest(game)["rules"] if each["id"] == rule), None)
    if entry is None:
        return None
    told = tuple(
        f"{each['edition']} {each['heading']}" if each["kind"] == "source" else f"{each['kind']}: {each['note']}"
        for each in entry["citations"]
    )
    return Standing(entry["title"], told, all(each["kind"] != "source" for each in entry["citations"]))
