"""What a language does not tell yet.

A language that tells the `aim` on a mode has begun it, and with it the options that stand on it: it is then expected to
tell all the rest. English has the titles in the rules and the names in them, so it needs no titles and no labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.layers.library import Library
from tilelaw_dsl.layers.texts import Labelled
from tilelaw_dsl.rendering import ORIGINAL


def begun(library: Library, language: str) -> list[str]:
    """Return the modes and options that a language has begun, in reading order."""
    aims = {
        block.layer.text
        for texts in library.texts
        if texts.language.text == language
        for block in texts.blocks
        if any(text.kind is s.TextKind.AIM for text in block.texts)
    }
    return [
        name
        for name, layer in library.layers.items()
        if name in aims or (layer.role is s.Role.OPTION and library.below(name) & aims)
    ]


def untold(game: ir.Game, texts: Iterable[ir.Texts], language: str) -> Iterator[str]:
    """Yield what a language does not tell of a ruleset, each as it would be written."""
    told = next((each for each in texts if each.language == language), None)
    if told is None:
        return
    steps, asks, rules, titles = (dict(part) for part in (told.steps, told.asks, told.rules, told.titles))
    if not told.components:
        yield "components"
    for item in _items(game.flow):
        if isinstance(item, ir.Step) and item.name not in steps:
            yield f"step {item.name}"
        if isinstance(item, ir.Ask) and item.name not in asks:
            yield f"ask {item.name}"
    for rule in (rule for rule in game.rules if rule.id != s.NOT_ASKED):
        if rule.id not in rules:
            yield f"rule {rule.id}"
        elif language != ORIGINAL and rule.id not in titles:
            yield f"the title of rule {rule.id}"
    if language != ORIGINAL:
        labels = {(label.kind, label.of, label.name) for label in told.labels}
        yield from (written(labelled) for labelled in labelled_in(game) if labelled not in labels)


def _items(items: tuple[ir.FlowItem, ...]) -> Iterator[ir.FlowItem]:
    """Yield the items of a flow and all within them."""
    for item in items:
        yield item
        match item:
            case ir.Ask():
                for branch in item.branches:
                    yield from _items(branch.items)
            case ir.Repeat() | ir.Each():
                yield from _items(item.items)
            case ir.Step():
                pass


def written(labelled: Labelled) -> str:
    """Return what a label is for, as it would be written."""
    kind, of, name = labelled
    return f"{name} of kinds {of}" if of else f"{kind} {name}".strip()


def labelled_in(game: ir.Game) -> dict[Labelled, None]:
    """Return everything in a game that has a name at the table."""
    kinds = {kind.name for kind in game.kinds}
    fields = [part.name for board in game.boards for part in board.fields]
    fields += [part.name for record in game.records for part in record.fields]
    fields += [part.name for kind in game.kinds for part in kind.fields]
    found: list[Labelled] = [(s.LabelKind.TITLE, "", "")]
    for kind in game.kinds:
        found.append((s.LabelKind.KIND, "", kind.name))
        if not any(isinstance(part.type, ir.ThingType) for part in kind.fields):  # else its parts say it
            found += [(s.LabelKind.MEMBER, kind.name, str(member.name)) for member in kind.members]
    found += [(s.LabelKind.ZONE, "", zone.name) for zone in game.zones]
    found += [(s.LabelKind.BOARD, "", board.name) for board in game.boards]
    found += [(s.LabelKind.MARK, "", mark.name) for mark in game.marks]
    found += [(s.LabelKind.VARIABLE, "", variable.name) for variable in game.variables]
    # A table is shown to readers as one; a single value stands in sentences.
    found += [(s.LabelKind.PARAMETER, "", table.name) for table in game.tables if table.index is not None]
    found += [(s.LabelKind.FIELD, "", name) for name in fields if name not in kinds]
    found += [(s.LabelKind.ACTION, "", action.name) for action in game.actions]
    found += [(s.LabelKind.SCORE, "", score.rule) for score in game.scores]
    return dict.fromkeys(found)
