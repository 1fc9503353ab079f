"""One ruleset, one name: the mode, then what is added to it in reading order.

`canonical` takes the layers that a name names, in any order and with or without the mode, and gives the mode and the
additions. It refuses a plain layer, which is only a part of what stands on it; two modes of which neither stands on the
other; and an addition to something that the mode does not contain.
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
    others = [name for name in named if library.layers[name].role is not s.Role.LAYER]
    covered = {*others, *(below for name in others for below in library.below(name))}
    alone = [name for name in named if name not in covered] or ([] if top else others[:1])
    if alone:
        _report_alone(library, alone[0], report)
        return None
    mode = top[0]
    inside = {mode, *library.below(mode)}
    says_mode = any(_is_mode(library, name) for name in named)
    if says_mode and mode not in named:
        mode = _topmost_modes(library, set(named))[0]
        inside = {mode, *library.below(mode)}
    known = reached & library.layers.keys()
    parts = {name for name in known if library.layers[name].role is s.Role.LAYER}  # nobody needs to name them
    additions = sorted(((set(named) | parts) if says_mode else reached) - inside, key=library.order)
    return (mode, *additions) if has_ground(library, mode, additions, report) else None


def _is_mode(library: Library, name: str) -> bool:
    return name in library.layers and library.layers[name].role is s.Role.MODE


def _topmost_modes(library: Library, names: set[str]) -> list[str]:
    modes = sorted((name for name in names if _is_mode(library, name)), key=library.order)
    return [mode for mode in modes if not any(mode in library.below(other) for other in modes)]


def _report_two_modes(library: Library, one: str, other: str, report: Report) -> None:
    report.add(
        Code.TWO_MODES,
        f"`{one}` and `{other}` are two modes, and neither stands on the other",
        library.layers[other].name.span,
        labels=[(library.layers[one].name.span, "the other mode")],
        hint="name one of them; options can be added to it",
    )


def _report_alone(library: Library, name: str, report: Report) -> None:
    """Report a layer that is named, and is neither a game nor added to one."""
    layer = library.layers[name]
    modes = [other for other in library.layers if _is_mode(library, other) and name in library.below(other)]
    if layer.role is s.Role.OPTION:
        hint = "an option is added to a game; what it stands on has to begin with `mode`"
    elif layer.counts:
        hint = f"it joins by itself when {' or '.join(map(str, layer.counts))} play"
    elif modes:
        hint = f"modes that stand on it: {', '.join(f'`{mode}`' for mode in modes)}"
    else:
        hint = "begin it with `mode` if it is a game of its own, with `option` if it is added to one"
    message = f"`{name}` is no game by itself, but a part of others"
    report.add(Code.NO_MODE, message, layer.name.span, hint=hint)
