"""What is handed down while one layer of a stack is applied.

Two layers that are not ordered by `on` are siblings: they may not touch the same rule, parameter, name or item of
the flow, whatever they do to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, Severity
from tilelaw_dsl.layers.library import Library
from tilelaw_dsl.layers.merged import Change, Merged
from tilelaw_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Applying:
    """One layer, with what those beneath it have made so far."""

    library: Library
    merged: Merged
    layer: s.Layer
    touched: dict[str, tuple[str, Span]]
    """Who changed what last."""
    report: Report

    @property
    def name(self) -> str:
        """Return the path of the layer."""
        return self.layer.name.text

    def is_sibling(self, other: str) -> bool:
        """Say whether another layer, applied earlier, is not beneath this one."""
        return other != self.name and other not in self.library.under(self.name)

    def touch(self, what: str, span: Span) -> None:
        """Remember who changes what; report two siblings that change the same."""
        known = self.touched.get(what)
        if known is not None and self.is_sibling(known[0]):
            self.report_clash(known, what, span)
        self.touched[what] = (self.name, span)

    def report_clash(self, known: tuple[str, Span], what: str, span: Span) -> None:
        """Report that this layer changes what a sibling changes."""
        self.report.add(
            Code.SIBLINGS_CLASH,
            f"`{known[0]}` and `{self.name}` both change {what}, and neither stands on the other",
            span,
            labels=[(known[1], f"`{known[0]}` does it here")],
            hint="let one say `on` the other, or use one at a time",
        )

    def warn_same(self, what: str, span: Span) -> None:
        """Warn of a change after which everything is as it was."""
        message = f"this leaves {what} as it was"
        self.report.add(Code.NO_EFFECT, message, span, hint="leave it out", severity=Severity.WARNING)

    def change(self, span: Span, *names: str) -> None:
        """Remember that this layer changes what the layers beneath speak of by these names."""
        self.merged.changes.append(Change(self.name, span, names))
