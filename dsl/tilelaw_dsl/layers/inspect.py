"""What is wrong with a library as a whole, before any ruleset is made of it: names that lead nowhere, circles, what is
said twice.
"""

from __future__ import annotations

import itertools
import re

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Report, respelt
from tilelaw_dsl.layers.editions import check_editions
from tilelaw_dsl.layers.library import MAX_PLAYERS, Library
from tilelaw_dsl.layers.texts import check_texts
from tilelaw_dsl.source import Span


def check_library(library: Library, report: Report) -> None:
    """Report what is wrong with the layers, editions and texts of a library."""
    _check_layers(library, report)
    check_editions(library, report)
    check_texts(library, report)


def _check_layers(library: Library, report: Report) -> None:
    """Report layers that name unknown layers or stand on themselves."""
    for layer in library.layers.values():
        inserts = [item for item in layer.items if isinstance(item, s.Insert)]
        for base in (*layer.on, *(word for insert in inserts for word in insert.after)):
            if base.text not in library.layers:
                report.add(
                    Code.UNKNOWN_LAYER,
                    f"no layer is called `{base.text}`",
                    base.span,
                    hint=respelt(
                        base.text,
                        set(library.layers) - {layer.name.text},
                        "if it stands in another file, name that file too",
                    ),
                )
        if layer.name.text in library.below(layer.name.text):
            report.add(Code.LAYER_ON_ITSELF, f"layer `{layer.name.text}` stands on itself", layer.name.span)
        _check_counts(layer, report)
        _check_option(layer, report)
        _check_modes(library, layer, report)


def _check_modes(library: Library, layer: s.Layer, report: Report) -> None:
    """Report an option that stands on two modes, of which neither stands on the other: no ruleset has both."""
    known = [word for word in layer.on if word.text in library.layers]
    modes = [word for word in known if library.layers[word.text].role is s.Role.MODE]
    for one, other in itertools.combinations(modes, 2):
        under = library.below(one.text) | library.below(other.text)
        if layer.role is s.Role.OPTION and not {one.text, other.text} & {*under, layer.name.text}:
            shared = library.below(one.text) & library.below(other.text)
            highest = [x for x in library.layers if x in shared and not any(x in library.below(y) for y in shared)]
            hint = f"stand on one of them{f', or on what both stand on: `{highest[0]}`' if highest else ''}"
            message = f"`{one.text}` and `{other.text}` are two modes, and neither stands on the other"
            report.add(Code.TWO_MODES, message, one.span.to(other.span), hint=hint)


def _check_option(layer: s.Layer, report: Report) -> None:
    """Report an option that is added to nothing, or bound to a number of players as only a plain layer is."""
    if layer.role is not s.Role.OPTION:
        return
    name = layer.name.text
    if not layer.on:
        message = f"an option is added to a mode, and `{name}` does not say to which"
        hint = f"write `option {name} on game/mode`; a game of its own is a `mode`"
        report.add(Code.NO_OPTION, message, layer.name.span, hint=hint)
    elif layer.counts:
        head = layer.span.text.split("\n")[0]
        found = re.search(r" for (players [0-9., ]*[0-9])", head)
        message = f"`{name}` is an option: whoever plays chooses it, whatever the number of players"
        hint = "leave out `for players …`, or write it as a line `players …` of the layer"
        hint += "; what is to hold by itself at such tables is a plain `layer … for players …`"
        place = layer.name.span
        if found:
            place = Span(layer.span.source, layer.span.start + found.start() + 1, layer.span.start + found.end())
            edit = Span(place.source, place.start - 1, place.end)
            report.add(Code.NO_OPTION, message, place, hint=Edit(hint, f"\n    {found.group(1)}", edit))
        else:
            report.add(Code.NO_OPTION, message, place, hint=hint)


def _check_counts(layer: s.Layer, report: Report) -> None:
    """Report numbers of players that no table seats."""
    heads = [layer.span, *(item.span for item in layer.items if isinstance(item, s.Players))]
    for head in heads:
        line = head.text.split("\n")[0]
        found = re.search(r"\bplayers +([0-9., -]+)$", line.split("#")[0].rstrip())
        numbers = [int(n) for n in re.findall(r"-?[0-9]+", found.group(1))] if found else []
        if found and (min(numbers) < 1 or max(numbers) > MAX_PLAYERS or numbers != sorted(numbers)):
            place = Span(head.source, head.start + found.start(), head.start + found.end())
            hint = f"write 1 to {MAX_PLAYERS}, the smaller first"
            report.add(Code.NO_PLAYER_COUNT, f"`{found.group()}` is no number of players", place, hint=hint)
