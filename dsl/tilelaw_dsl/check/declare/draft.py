"""What is handed down while declarations are read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilelaw_dsl.check.world import DataFile, World
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.layers.merged import Merged


@dataclass(frozen=True, slots=True)
class Draft:
    """A world that is being filled with what a merged text declares."""

    merged: Merged
    world: World
    data: DataFile
    report: Report
    open_records: tuple[str, ...] = ()
    """The records whose fields are being read, each named inside the one before."""

    def inside(self, record: str) -> Draft:
        """Return the draft while the fields of a record are read."""
        return replace(self, open_records=(*self.open_records, record))
