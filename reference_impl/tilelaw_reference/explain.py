"""Explains a move and a score in the words of the rules: as data, and as plain text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

from tilelaw_dsl import ir
from tilelaw_reference.evaluate import legality, scoring
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.model.move import Move, Rejection
from tilelaw_reference.model.position import Question
from tilelaw_reference.wire.manifest import json_citation
from tilelaw_reference.wire.write import text as json_text
from tilelaw_reference.wire.write_results import Fact, ScoreLine, SideScore, json_facts, json_rejection, json_score


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule with its title and citations, and how it refuses the move, if it does."""

    rule: str
    title: str
    citations: tuple[ir.Citation, ...]
    rejection: Rejection | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the reason as JSON data."""
        data: dict[str, Any] = {"rule": self.rule, "title": self.title}
        if self.citations:
            data["citations"] = [json_citation(citation) for citation in self.citations]
        return data if self.rejection is None else {**data, **json_rejection(self.rejection)}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is refused: all failing rules; or which rules take effect when it is made."""

    move: dict[str, Any]
    legal: bool
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as JSON data."""
        key = "consequences" if self.legal else "refused_by"
        return {"move": self.move, "legal": self.legal, key: [reason.to_json() for reason in self.reasons]}

    def __str__(self) -> str:
        """Return the explanation as plain text."""
        verdict = "is legal" if self.legal else "is refused"
        lines = [f"{json_text(self.move)} {verdict}"]
        for reason in self.reasons:
            lines.append(f"  {reason.rule}: {reason.title}")
            if reason.rejection is not None:
                lines.append(f"    demanded: {reason.rejection.text}")
                lines += [f"    {fact['text']} = {_shown(fact)}" for fact in json_facts(reason.rejection)]
            lines += [f"    {_cited(citation)}" for citation in reason.citations]
        return "\n".join(lines)


class ExplainedLine(ScoreLine):
    """A score line with the title of its rule and how the rule puts it."""

    title: str
    text: str


class ExplainedSide(TypedDict):
    """The score of one side in explained lines."""

    side: int
    players: list[int]
    lines: list[ExplainedLine]
    total: int
    result: list[int]


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """Every score line of every side with the rule behind it."""

    sides: tuple[ExplainedSide, ...]

    def to_json(self) -> list[ExplainedSide]:
        """Return the explanation as JSON data."""
        return list(self.sides)

    def __str__(self) -> str:
        """Return the explanation as plain text; lines without points are left out."""
        lines = []
        for side in self.sides:
            lines.append(f"side {side['side'] + 1}: {side['total']}")
            for line in side["lines"]:
                if line["points"]:
                    key = f" ({json_text(line['key'])})" if "key" in line else ""
                    lines.append(f"  {line['points']:>4}  {line['rule']}{key}: {line['title']}")
        return "\n".join(lines)


def explain_move(here: Evaluator, move: Move) -> Explanation:
    """Return why a move is refused, or what it leads to."""
    rejections = legality.refusals(here, move)
    if rejections:
        reasons = tuple(_reason(here, rejection.rule, rejection) for rejection in rejections)
        return Explanation(move.to_json(), False, reasons)
    question = here.position.due
    assert isinstance(question, Question), "only an ask has legal answers"
    move = legality.normalised(here, question, move)
    env = legality.bindings_of(question, move)
    applying = {
        consequence.rule: _reason(here, consequence.rule)
        for consequence in here.rules.consequences(move.action, question.ask)
        if here.holds(consequence.when, env)
    }
    return Explanation(move.to_json(), True, tuple(applying.values()))


def explain_score(here: Evaluator) -> ScoreExplanation:
    """Return every score line with the title of its rule and how the rule puts it."""
    return ScoreExplanation(tuple(_explained(here, side) for side in json_score(here)))


def _explained(here: Evaluator, side: SideScore) -> ExplainedSide:
    lines: list[ExplainedLine] = [
        {**line, "title": _reason(here, scored.rule).title, "text": scored.text}
        for line, scored in zip(side["lines"], scoring.lines(here, side["side"]), strict=True)
    ]
    return {**side, "lines": lines}


def _reason(here: Evaluator, rule: str, rejection: Rejection | None = None) -> Reason:
    info = here.rules.infos.get(rule)
    if info is not None:
        return Reason(rule, info.title, info.citations, rejection)
    assert rule == ir.NOT_ASKED, "every other rule that refuses is one of the game"
    return Reason(rule, "Only the player asked answers, and only what was asked", (), rejection)


def _shown(fact: Fact) -> str:
    return f"{fact['count']} values" if "count" in fact else json_text(fact["value"])


def _cited(citation: ir.Citation) -> str:
    standing = "" if citation.standing is ir.Standing.STATES else citation.standing.value
    where = " ".join(part for part in (citation.edition, standing, citation.heading) if part)
    return ": ".join(part for part in (citation.kind.value, where, citation.note) if part)
