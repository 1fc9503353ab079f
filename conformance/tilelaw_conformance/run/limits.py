"""How long an implementation may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How long the answers to a case may take together, and how long the first one after a start."""

    seconds: float = 10.0
    start_seconds: float = 60.0
    """Longer: a program may have to be compiled or start a virtual machine, and the machine may be busy."""
