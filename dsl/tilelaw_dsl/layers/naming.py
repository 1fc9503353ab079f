"""One ruleset, one name: the mode, then what is added to it in reading order.

`canonical` takes the layers that a name names, in any order and with or without the mode, and gives the mode and the
additions. It refuses two modes of which neither stands on the other, an addition to something that the mode does not
contain, and a layer that is only a part of modes. Where no layer says that it is a mode, the first one named is taken
for it.
"""

from __future__ import annotations

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.layers.library import Library, has_ground


def canonical(library: Library, named: tuple[str, ...], report: Report) -> tuple[str, ...] | None:
    """Return the layers of a ruleset, its mode first, or nothing when they make none."""
    reached = set(named).union(*(library.below(name) for name in named))
    top = _topmost_modes(library, reached)
    if len(top) > 1:
        _report_two_modes(library, top[0], top[1], report)
        return None
    mode = top[0] if top else named[0]
    inside = {mode, *library.below(mode)}
    parts = [name for name in named if _modes_on(library, name) and not (top and name in inside)]
    if parts:
        _report_part(library, parts[0], report)
        return None
    if not top:
        return named
    says_mode = any(_is_mode(library, name) for name in named)
    if says_mode and mode not in named:
        mode = _topmost_modes(library, set(named))[0]
        inside = {mode, *library.below(mode)}
    additions = sorted((set(named) if says_mode else reached) - inside, key=library.order)
    return (mode, *additions) if has_ground(library, mode, additions, report) else None


def _is_mode(library: Library, name: str) -> bool:
    return name in library.layers and library.layers[name].role is s.Role.MODE


def _topmost_modes(library: Library, names: set[str]) -> list[str]:
    modes = sorted((name for name in names if _is_mode(library, name)), key=library.order)
    return [mode for mode in modes if not any(mode in library.below(other) for other in modes)]


def _modes_on(library: Library, name: str) -> list[str]:
    """Return the modes that stand on a layer that is a part of them and nothing else."""
    layer = library.layers.get(name)
    if layer is None or layer.role is not s.Role.LAYER or layer.counts:
        return []
    return [other for other in library.layers if _is_mode(library, other) and name in library.below(other)]


def _report_two_modes(library: Library, one: str, other: str, report: Report) -> None:
    report.add(
        Code.TWO_MODES,
        f"`{one}` and `{other}` are two modes, and neither stands on the other",
        library.layers[other].name.span,
        labels=[(library.layers[one].name.span, "the other mode")],
        hint="name one of them; options can be added to it",
    )


def _report_part(library: Library, name: str, report: Report) -> None:
    modes = ", ".join(f"`{mode}`" for mode in _modes_on(library, name))
    report.add(
        Code.NO_MODE,
        f"`{name}` is no game by itself, but a part of others",
        library.layers[name].name.span,
        hint=f"modes that stand on it: {modes}",
    )
