"""What all who look for doubts are handed: the game, where it was written, what is known where, and a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import shorten

from tilelaw_dsl import ir
from tilelaw_dsl.check import Checked
from tilelaw_dsl.check.types import PLAYER, SIDE
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, Severity
from tilelaw_dsl.doubts.known.estimate import Estimator, Known
from tilelaw_dsl.doubts.known.estimates import of_type
from tilelaw_dsl.doubts.known.facts import assume
from tilelaw_dsl.source import Span

MAX_SHOWN = 70
Change = ir.SetCell | ir.SetMark | ir.SetVariable


@dataclass(frozen=True, slots=True)
class Doubter:
    """One game that is looked over."""

    checked: Checked
    estimator: Estimator
    report: Report

    @property
    def game(self) -> ir.Game:
        """Return the game."""
        return self.checked.game

    def action(self, name: str) -> ir.Action:
        """Return the action of a name."""
        return next(action for action in self.game.actions if action.name == name)

    def warn(
        self,
        code: Code,
        message: str,
        span: Span | None,
        *,
        hint: str = "",
        rule: str = "",
        also: Mapping[Span, str] | None = None,
    ) -> None:
        """Report something suspicious, if it is known where it was written."""
        if span is not None:
            labels = list((also or {}).items())
            self.report.add(code, message, span, hint=hint, rule=rule, labels=labels, severity=Severity.WARNING)

    def span(self, node: ir.Node) -> Span | None:
        """Return where something was written."""
        note = self.checked.notes.get(id(node))
        return note.span if note is not None else None

    def has_doubt_in(self, node: ir.Node) -> bool:
        """Say whether something inside an expression is doubted already."""
        span = self.span(node)
        return span is not None and any(span.holds(item.span) for item in self.report.items)

    def text(self, node: ir.Node) -> str:
        """Return something as it was written, on one line and not too long; empty if it was not."""
        span = self.span(node)
        return "" if span is None else shorten(span.text, MAX_SHOWN, placeholder=" …")

    def known_at(self, item: str) -> Known:
        """Return the names bound at an item of the flow."""
        return self._known(self.checked.flow.envs[item].locals)

    def known_for(self, action: ir.Action, ask: str | None = None) -> Known:
        """Return the names bound where an answer is judged: those of the flow, the arguments and `you`."""
        flow = self.checked.flow
        bound = flow.envs[ask].locals if ask is not None else flow.env_of(action.name).locals
        return self._known({**bound, **{a.name: a.type for a in action.arguments}, "you": PLAYER})

    def known_with(self, trigger: ir.Trigger) -> Known:
        """Return the names bound where effects happen: with an answer or at a step."""
        match trigger:
            case ir.AfterAnswer(name, ask):
                return self.known_for(self.action(name), ask)
            case ir.AtStep(step):
                return self.known_at(step)

    def known_of_side(self) -> Known:
        """Return what is known where a side is scored."""
        return self._known({"you": SIDE if self.game.sides is not None else PLAYER})

    def known_in(self, define: ir.Define) -> Known:
        """Return what is known in a definition."""
        return self._known({p.name: p.type for p in define.parameters})

    def _known(self, types: Mapping[str, ir.Type | None]) -> Known:
        return Known({name: of_type(type_) for name, type_ in types.items()})


def doubter_of(checked: Checked) -> Doubter:
    """Return what looks a game over."""
    return Doubter(checked, Estimator(checked.game, checked.notes, assume), Report())


def flow_items(items: tuple[ir.FlowItem, ...]) -> Iterator[ir.FlowItem]:
    """Yield every item of a flow, each before what it holds."""
    for item in items:
        yield item
        match item:
            case ir.Ask(branches=branches):
                for branch in branches:
                    yield from flow_items(branch.items)
            case ir.Repeat() | ir.Each():
                yield from flow_items(item.items)
            case ir.Step():
                pass


def changed_place(effect: Change) -> ir.CellField | ir.MarkOf | ir.Variable:
    """Return what a change of one place changes, as it would be read."""
    match effect:
        case ir.SetCell(board, field, of):
            return ir.CellField(board, field, of)
        case ir.SetMark(mark, of):
            return ir.MarkOf(mark, of)
        case ir.SetVariable(name, indices):
            return ir.Variable(name, indices)
