"""How much of a record an answer can change.

Whoever tries one answer after the other on a copy of a record then need not copy all of it again each time. Boards lie
at the end of a record and are most of it, and many answers change none.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_dsl import ir
from tilelaw_engine.rules import flow
from tilelaw_engine.rules.flow import Flow


def changed(course: Flow, ask: ir.Ask) -> int:
    """Return how many bytes from the beginning of a record the answers of an ask can change until play rests again."""
    layout, game = course.world.layout, course.world.game
    written = {name for one in _happening(course, ask) for name in _boards(one)}
    starts = [board["fields"][0]["offset"] for board in layout["boards"] if board["fields"]]
    end = min([layout["size"], *starts])
    for board in layout["boards"]:
        if board["name"] in written:
            end = max(end, board["fields"][0]["offset"] + board["size"] * (game.players if board["owned"] else 1))
    return end


def _happening(course: Flow, ask: ir.Ask) -> Iterator[ir.Consequence]:
    """Yield all that can happen after an answer until play rests again."""
    steps = set(_steps_after(course, ask))
    for one in course.world.game.consequences:
        match one.trigger:
            case ir.AfterAnswer(action):
                if action in ask.actions:
                    yield one
            case ir.AtStep(step):
                if step in steps:
                    yield one


def _steps_after(course: Flow, ask: ir.Ask) -> Iterator[str]:
    """Yield the steps that play can come to after an answer without resting: loops may be passed over."""
    names = {number: name for (_, name), number in course.labels.items()}
    todo = [flow.after_answer(course, ask, action) for action in ask.actions]
    seen = {flow.OVER}
    while todo:
        label = todo.pop()
        if label in seen:
            continue
        seen.add(label)
        item = course.items[names[label]]
        if not (isinstance(item, ir.Ask) and _is_asked(course, item)):
            todo.append(flow.after(course, item))
        match item:
            case ir.Step():
                yield item.name
            case ir.Repeat() | ir.Each():
                todo += [course.label("enter", inner.name) for inner in item.items[:1]]
            case ir.Ask():
                pass


def _is_asked(course: Flow, ask: ir.Ask) -> bool:
    """Return whether it is certain that play rests at an ask that it comes to."""
    if ask.when is not None or ask.skips or not isinstance(ask.of, ir.Local):
        return False
    type_ = course.bound[ask.name].get(ask.of.name)
    return isinstance(type_, ir.ThingType) and not type_.maybe


def _boards(consequence: ir.Consequence) -> Iterator[str]:
    """Yield the boards that something happens on."""
    for node in ir.walk(consequence):
        if isinstance(node, ir.SetCell | ir.Put):
            yield node.board
