"""Names are permanent: what adapters, cases and readers hold on to stands in `ids.txt`, and never disappears unnoticed.

A line of the list says what a name is, of which game, and the name: `rule origins lava.path`. A name that is taken
away keeps its line, with `gone` before it and the reason as a comment behind it, and is never used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import tilelaw_spec
from tilelaw_dsl import ir
from tilelaw_play import load, names
from tilelaw_reference.model.index import Rules

LIST = tilelaw_spec.root() / "ids.txt"
GONE = "gone "


def listed(text: str) -> list[str]:
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


@cache
def in_use() -> frozenset[str]:
    return frozenset(_in_use())


def _in_use() -> Iterator[str]:
    for name in names(all=True):
        ruleset = load(name)
        family = ruleset.name.split("/")[0]
        for players in ruleset.counts:
            game = ruleset.game(players)
            yield from (f"layer {layer}" for layer in game.layers)
            yield from (f"{what} {family} {one}" for what, one in _names(game))


def _names(game: ir.Game) -> Iterator[tuple[str, str]]:
    rules = Rules(game)
    yield from (("rule", rule.id) for rule in game.rules)
    yield from (("ask", ask) for ask in rules.asks)
    yield from (("step", step) for step in rules.steps)
    for action in game.actions:
        yield "action", action.name
        yield from (("argument", f"{action.name}.{argument.name}") for argument in action.arguments)
    for board in game.boards:
        yield "board", board.written
        yield from (("field", f"{board.written}.{field.name}") for field in board.fields)
    for kind in game.kinds:
        yield from (("field", f"{kind.name}.{field.name}") for field in kind.fields)
    for record in game.records:
        yield from (("field", f"{record.name}.{field.name}") for field in record.fields)
    yield from (("zone", zone.written) for zone in game.zones)
    yield from (("variable", variable.name) for variable in game.variables)
    yield from (("mark", f"{mark.kind}.{mark.name}") for mark in game.marks)


def problems(lines: Iterable[str], used: Iterable[str]) -> list[str]:
    known = list(lines)
    buried = {line.removeprefix(GONE) for line in known if line.startswith(GONE)}
    alive = set(known) - {GONE + name for name in buried}
    found = [f"`{name}` has vanished: bring it back, or write `{GONE}{name}  # why`" for name in alive - set(used)]
    found += [f"`{name}` was used once and is never used again: choose another name" for name in buried & set(used)]
    found += [f"`{name}` is not listed: add it as a line" for name in set(used) - alive - buried]
    found += [f"`{line}` is listed twice" for line in alive if known.count(line) > 1]
    return sorted(found)


def test_no_name_disappears_and_every_new_one_is_listed() -> None:
    found = problems(listed(LIST.read_text(encoding="utf-8")), in_use())
    assert not found, "\n".join([f"{LIST.name}:", *found])


def test_the_list_is_sorted() -> None:
    lines = [line.removeprefix(GONE) for line in listed(LIST.read_text(encoding="utf-8"))]
    assert lines == sorted(lines)


def test_a_vanished_name_needs_a_tombstone() -> None:
    assert problems(["rule x a", "rule x b"], ["rule x a"]) == [
        "`rule x b` has vanished: bring it back, or write `gone rule x b  # why`"
    ]
    assert problems(["rule x a", "gone rule x b"], ["rule x a"]) == []


def test_a_name_with_a_tombstone_is_not_used_again() -> None:
    assert problems(["gone rule x b"], ["rule x b"]) == [
        "`rule x b` was used once and is never used again: choose another name"
    ]


def test_a_new_name_is_listed() -> None:
    assert problems(["rule x a"], ["rule x a", "ask x b"]) == ["`ask x b` is not listed: add it as a line"]
