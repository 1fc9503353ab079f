"""What a file speaks of, and an account is about; and where in the games an example comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tilelaw_dsl import Rulebook, ir
from tilelaw_dsl import syntax as s


@dataclass(frozen=True, slots=True)
class Told:
    """What a file speaks of, and an account is about."""

    rules: frozenset[str] = frozenset()
    """The rules it has, replaces or amends."""
    names: frozenset[str] = frozenset()
    """The parameters and definitions it changes: rules that use them are told of as well."""
    defines: frozenset[str] = frozenset()
    """The definitions it has: what they are made of is told where they are used."""
    asks: frozenset[str] = frozenset()
    stores: frozenset[str] = frozenset()
    """The zones and variables it declares."""
    turns: bool = False
    """Whether it changes the flow of the layers beneath in more than steps."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A place in the games that were played."""

    players: int
    seed: int
    player: int | None = None
    """Who answered; nobody before the first answer and at the end."""
    move: str = ""


def told_of(book: Rulebook, path: Path) -> Told:
    """Return what a file speaks of."""
    layers = next(file.layers for known, file in book.files.values() if known.resolve() == path.resolve())
    nodes = [node for layer in layers for item in layer.items for node in s.walk(item)]
    set_here = {node.name.text for node in nodes if isinstance(node, s.SetParam)}
    anew = [node.declaration for node in nodes if isinstance(node, s.Replace)]
    replaced = {each.name.text for each in anew if isinstance(each, s.Define | s.Param)}
    return Told(
        rules=frozenset(node.id.text for node in nodes if isinstance(node, s.Rule | s.ReplaceRule | s.AmendRule)),
        names=frozenset(set_here | replaced),
        defines=frozenset(node.name.text for node in nodes if isinstance(node, s.Define)),
        asks=frozenset(node.name.text for node in nodes if isinstance(node, s.Ask)),
        stores=frozenset(node.name.text for node in nodes if isinstance(node, s.Zone | s.Var)),
        turns=_changes_turns(nodes),
    )


def _changes_turns(nodes: Iterable[s.Node]) -> bool:
    """Say whether asks or loops come or go."""
    changed = [node for node in nodes if isinstance(node, s.Insert | s.ReplaceStep)]
    is_gone = any(isinstance(node, s.RemoveStep) for node in nodes)
    return is_gone or any(not isinstance(item, s.Step) for node in changed for item in node.items)


def using(game: ir.Game, names: frozenset[str]) -> frozenset[str]:
    """Return the rules that use some parameters or definitions, also through definitions."""
    clauses = (*game.requirements, *game.consequences, *game.scores, *game.ranks)
    return frozenset(clause.rule for clause in clauses if uses(game, clause, names))


def uses(game: ir.Game, node: ir.Node, names: frozenset[str]) -> bool:
    """Say whether a part of the rules uses some parameters or definitions, also through definitions."""
    defines = {define.name: define for define in game.defines}
    return bool(names) and any(_name(part) in names for part in ir.walk_called(node, defines))


def _name(node: ir.Node) -> str:
    match node:
        case ir.Table(name) | ir.Call(name):
            return name
        case _:
            return ""
