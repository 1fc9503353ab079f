"""Which arguments of answers not everybody may know, although the flow carries them along.

An argument is a secret if it is taken from a zone or variable that not everybody sees, or goes into such a variable,
unless the answer shows it. Secrets are found by name: the flow knows bound values by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilelaw_dsl import ir


def hidden_in(
    name: str, actions: Iterable[ir.Action], consequences: list[ir.Consequence], hidden: frozenset[str]
) -> str:
    """Return the first of some hidden zones and variables that tells an argument of this name; else empty."""
    for action in actions:
        for argument in action.arguments:
            if argument.name == name and not _is_shown(name, action, consequences):
                for store in (*_read(argument.domain), *_told(name, consequences)):
                    if store in hidden:
                        return store
    return ""


def _is_shown(name: str, action: ir.Action, consequences: list[ir.Consequence]) -> bool:
    answers = [c for c in consequences if isinstance(c.trigger, ir.AfterAnswer) and c.trigger.action == action.name]
    return any(isinstance(node, ir.Show) and node.what == ir.Local(name) for node in ir.walk(*answers))


def _read(domain: ir.Expr) -> Iterator[str]:
    for node in ir.walk(domain):
        match node:
            case ir.ZoneOf(name) | ir.Variable(name):
                yield name


def _told(name: str, consequences: list[ir.Consequence]) -> Iterator[str]:
    """Yield the variables whose changes depend on an argument, also through what is bound in between."""
    for consequence in consequences:
        bound = {name}
        for node in ir.walk(consequence):
            match node:
                case ir.Let(inner, value) if ir.names_in(value) & bound:
                    bound.add(inner)
                case ir.ForEach(inner, over) if ir.names_in(over) & bound:
                    bound.add(inner)
                case ir.SetVariable(variable) if ir.names_in(node) & bound:
                    yield variable
