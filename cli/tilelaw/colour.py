"""Whether output is coloured: the one answer for all commands."""

from __future__ import annotations

import os
from typing import TextIO


def has_colour(stream: TextIO) -> bool:
    """Return whether to colour what is written there; `NO_COLOR` comes before `FORCE_COLOR`, both before the rest."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"
