"""What an amended rule no longer does.

A block of effects that takes the place of another has to write and move whatever that one did, or say `without` it:
an author who has not read the old block would otherwise lose half of it. Compared are the names of variables, fields,
marks and zones, and only blocks that take each other's place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Severity
from tilelaw_dsl.layers.applying import Applying


def check_lost(applying: Applying, rule: str, old: Sequence[s.Clause], new: Sequence[s.Clause]) -> None:
    """Report what the new blocks of a rule lose without saying so, and what they say they lose and do not."""
    declarations = list(applying.merged.declarations.values())
    before, after = (dict.fromkeys(_places(clauses, declarations)) for clauses in (old, new))
    waived = {word.text: word for clause in new for node in s.walk(clause) for word in _waived(node)}
    lost = [place for place in before if place not in after]
    silent = [place for place in lost if place not in waived]
    if silent:
        applying.report.add(
            Code.EFFECT_LOST,
            f"the block that this one replaces also changes {_listed(silent)}",
            new[0].span.first_line,
            labels=[(clause.span.first_line, "this is replaced") for clause in old],
            hint=f"do so here too, or write `without {', '.join(silent)}` in the block",
            rule=rule,
        )
    if _ends(old) and not _ends(item for item in applying.layer.items if isinstance(item, s.AmendRule | s.Rule)):
        applying.report.add(
            Code.EFFECT_LOST,
            "what this replaces also ends the game, and nothing in this layer does",
            new[0].span.first_line,
            labels=[(clause.span.first_line, "this ends it") for clause in old if _ends([clause])],
            hint="all blocks at one moment are swapped together: repeat the one that ends the game, if it still does",
            rule=rule,
            severity=Severity.WARNING,
        )
    for place, word in waived.items():
        if place not in lost:
            message = f"nothing is lost of `{place}` here"
            applying.report.add(Code.EFFECT_LOST, message, word.span, hint="leave it out", rule=rule)


def check_no_waivers(applying: Applying, rule: str, clauses: Iterable[s.Clause]) -> None:
    """Report `without` where no block takes the place of another."""
    for word in (word for clause in clauses for node in s.walk(clause) for word in _waived(node)):
        message = "nothing stood here before, so nothing is lost"
        applying.report.add(Code.EFFECT_LOST, message, word.span, hint="leave out the line", rule=rule)


def without_waivers(clauses: Iterable[s.Clause]) -> Iterator[s.Clause]:
    """Yield clauses as they are played: less the lines about what is lost, and blocks that had nothing else."""
    for clause in clauses:
        if not isinstance(clause, s.ForAction | s.AtStep):
            yield clause
        elif body := tuple(line for line in clause.body if not isinstance(line, s.Without)):
            yield replace(clause, body=body)


def _waived(node: s.Node) -> tuple[s.Word, ...]:
    return node.places if isinstance(node, s.Without) else ()


def _places(clauses: Iterable[s.Clause], declarations: list[s.Declaration]) -> Iterator[str]:
    """Yield the names of all variables, fields and marks that clauses write, and of all zones that they change."""
    for node in (node for clause in clauses for node in s.walk(clause)):
        match node:
            case s.Assign() | s.Add():
                yield from _named(node.place)
            case s.Put():
                yield from _put_fields(node.record, declarations)
            case s.Move():
                yield from _named(node.source)
                yield from _named(node.target)
            case s.Remove():
                yield from _named(node.source)
            case s.Shuffle():
                yield from _named(node.zone)
            case _:
                pass


def _ends(nodes: Iterable[s.Node]) -> bool:
    """Say whether any effect in some part of a text ends the game."""
    return any(isinstance(inner, s.End) for node in nodes for inner in s.walk(node))


def _named(place: s.Expr) -> Iterator[str]:
    match place:
        case s.Name():
            yield place.text
        case s.Call():
            yield place.function.text
        case s.Field():
            yield place.field.text
        case _:
            pass  # no place; reported with the types


def _put_fields(record: s.Expr, declarations: list[s.Declaration]) -> Iterator[str]:
    """Yield the fields that a record and a board have in common; which record it is, the field it stands in says."""
    tables = [d for d in declarations if isinstance(d, s.KindsData)]
    called = set(_named(record))
    fields = [f for table in tables for f in table.fields if f.name.text in called]
    types = {f.type.name.text for f in fields if isinstance(f.type, s.NamedType)}
    records = [d for d in declarations if isinstance(d, s.RecordDecl)]
    fitting = [d for d in records if d.name.text in types] or records
    cells = {f.name.text for d in declarations if isinstance(d, s.Board) for f in d.fields if not f.printed}
    yield from (f.name.text for d in fitting for f in d.fields if f.name.text in cells)


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
