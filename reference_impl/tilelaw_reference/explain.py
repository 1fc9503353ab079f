"""Explains a move and a score in the words of the rules: as data, and as plain text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilelaw_dsl import ir
from tilelaw_reference.evaluate import legality, scoring
from tilelaw_reference.evaluate.evaluator import Evaluator
from tilelaw_reference.evaluate.legality import Rejection
from tilelaw_reference.model.move import Move
from tilelaw_reference.model.position import Question
from tilelaw_reference.wire.write import text as json_text

MOST_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule as people know it, with what it has to do with the matter."""

    rule: str
    title: str
    citations: tuple[ir.Citation, ...]
    rejection: Rejection | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the reason as JSON data."""
        data: dict[str, Any] = {"rule": self.rule, "title": self.title}
        if self.citations:
            data["citations"] = [json_citation(citation) for citation in self.citations]
        return data if self.rejection is None else data | self.rejection.to_json()


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
                lines += [f"    {name} = {_shown(value)}" for name, value in reason.rejection.facts]
            lines += [f"    {_cited(citation)}" for citation in reason.citations]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class ScoreExplanation:
    """Every score line of every side with the rule behind it."""

    sides: tuple[dict[str, Any], ...]

    def to_json(self) -> list[dict[str, Any]]:
        """Return the explanation as JSON data."""
        return list(self.sides)

    def __str__(self) -> str:
        """Return the explanation as plain text; lines without points are left out."""
        lines = []
        for side in self.sides:
            lines.append(f"side {side['side']}: {side['total']}")
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
    sides = scoring.score(here)
    for side in sides:
        for line, scored in zip(side["lines"], scoring.lines(here, side["side"]), strict=True):
            line |= {"title": _reason(here, scored.rule).title, "text": scored.text}
    return ScoreExplanation(tuple(sides))


def _reason(here: Evaluator, rule: str, rejection: Rejection | None = None) -> Reason:
    info = here.rules.infos.get(rule)
    if info is not None:
        return Reason(rule, info.title, info.citations, rejection)
    assert rule == legality.NOT_ASKED, "every other rule that refuses is one of the game"
    return Reason(rule, "Only the player asked answers, and only what was asked", (), rejection)


def _shown(value: Any) -> str:
    """Return a value as text; of a long list, which nobody would read, the length."""
    is_long = isinstance(value, list) and len(value) > MOST_SHOWN
    return f"{len(value)} values" if is_long else json_text(value)


def json_citation(citation: ir.Citation) -> dict[str, str]:
    """Return a citation as JSON data; what is empty is left out."""
    standing = citation.standing.value if citation.kind is ir.CitationKind.SOURCE else ""
    parts = {"edition": citation.edition, "standing": standing, "heading": citation.heading, "note": citation.note}
    return {"kind": citation.kind.value} | {name: part for name, part in parts.items() if part}


def _cited(citation: ir.Citation) -> str:
    standing = "" if citation.standing is ir.Standing.STATES else citation.standing.value
    where = " ".join(part for part in (citation.edition, standing, citation.heading) if part)
    return ": ".join(part for part in (citation.kind.value, where, citation.note) if part)
