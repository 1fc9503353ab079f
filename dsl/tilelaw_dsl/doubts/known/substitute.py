"""Expressions with others in the place of names: what a condition says of a thing, what a definition comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TypeVar

from tilelaw_dsl import ir

Item = TypeVar("Item", bound=ir.Node)


class Defines(dict[str, ir.Define]):
    """The definitions of a game by name, and what calls of them come to: the same ones are asked for over and over."""

    def __init__(self, game: ir.Game) -> None:
        super().__init__((define.name, define) for define in game.defines)
        self._called: dict[tuple[str, tuple[ir.Expr, ...]], ir.Expr | None] = {}

    def called(self, name: str, arguments: tuple[ir.Expr, ...]) -> ir.Expr | None:
        """Return what a call comes to, if that can be written without changing the meaning of a name."""
        if (name, arguments) not in self._called:
            define = self[name]
            names = [parameter.name for parameter in define.parameters]
            self._called[name, arguments] = substituted(define.body, dict(zip(names, arguments, strict=True)))
        return self._called[name, arguments]


def substituted(node: Item, by: Mapping[str, ir.Expr]) -> Item | None:
    """Return an expression with others in the place of names, or nothing where a name would change its meaning."""
    free = ir.names_in(*by.values())
    binders = {n.element for n in ir.walk(node) if isinstance(n, ir.Narrow | ir.Tied | ir.Fold)}
    if binders & (free | set(by)):
        return None
    return _put(node, by)


def _put(node: Item, by: Mapping[str, ir.Expr]) -> Item:
    changed: dict[str, object] = {}
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, ir.Local) and value.name in by:
            changed[part.name] = by[value.name]
        elif isinstance(value, ir.Node):
            changed[part.name] = _put(value, by)
        elif isinstance(value, tuple):
            changed[part.name] = tuple(
                by[x.name] if isinstance(x, ir.Local) and x.name in by else _put(x, by) if isinstance(x, ir.Node) else x
                for x in value
            )
    return replace(node, **changed) if changed else node
