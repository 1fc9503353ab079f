"""Titles with their parameters filled in, where rules come from, edition by edition, and rules that name others."""

from __future__ import annotations

import re
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.expressions.scope import Scope
from tilelaw_dsl.check.world import World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import respelt
from tilelaw_dsl.layers.editions import Said
from tilelaw_dsl.layers.merged import Merged, MergedRule
from tilelaw_dsl.source import Span

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
TABLE = re.compile(r"([a-z][a-z0-9_]*)(?:\((\w+)\))?")


def filled(scope: Scope, sentence: str, span: Span) -> str:
    """Return a title, or a sentence of a text, with its parameters filled in."""

    def fill(found: re.Match[str]) -> str:
        text = found.group(1)
        plain = TABLE.fullmatch(text)
        table = scope.world.tables.get(plain.group(1)) if plain else None
        if plain is not None and table is None and scope.world.is_spoilt(plain.group(1)):
            return text  # its declaration was reported
        if plain is None or table is None:
            place, known = _inside(span, text), [name for name, t in scope.world.tables.items() if t.index is None]
            hint = _in_play(scope.world, plain) or respelt(text, known, _parameters(known))
            scope.error(Code.NO_PLACEHOLDER, f"`{{{text}}}` names no parameter", place, hint=hint)
            return text
        number = _place_in(scope.world, table, plain.group(2))
        if number is None:
            message = f"`{{{text}}}` has no such place in the table"
            scope.error(Code.NO_PLACEHOLDER, message, _inside(span, text), hint=_index(scope.world, table))
            return text
        return str(table.values[number])

    return PLACEHOLDER.sub(fill, sentence)


def _inside(span: Span, text: str) -> Span:
    """Return the place of a placeholder in its sentence."""
    start = span.text.find("{" + text + "}")
    return span if start < 0 else Span(span.source, span.start + start + 1, span.start + start + 1 + len(text))


def _in_play(world: World, plain: re.Match[str] | None) -> str:
    """Return the hint for a variable, a zone or a definition in a sentence, which is one number for good nowhere."""
    name = plain.group(1) if plain else ""
    what = "a variable, which changes in play" if name in world.variables else ""
    what = "a zone, which changes in play" if name in world.zones else what
    what = "a definition" if name in world.defines else what
    return f"`{name}` is {what}; only parameters are shown: leave it out" if what else ""


def _parameters(known: list[str]) -> str:
    there = f"there are {', '.join(f'`{{{name}}}`' for name in known[:6])}" if known else "there is none"
    return f"only a parameter of one value stands in curly brackets: {there}"


def _index(world: World, table: ir.TableDecl) -> str:
    match table.index:
        case None:
            return f"write `{{{table.name}}}`"
        case ir.NumberType():
            return f"write a number from {table.index.low} to {table.index.high}: `{{{table.name}({table.index.low})}}`"
        case ir.ThingType(sort=ir.Sort.KIND):
            members = [str(m.name) for m in world.kinds[table.index.name].members]
            return f"write a member: `{{{table.name}({members[0]})}}`" if members else ""
        case _:
            return "only tables by numbers or by members of a kind can be shown"


def _place_in(world: World, table: ir.TableDecl, index: str | None) -> int | None:
    match table.index, index:
        case None, None:
            return 0
        case ir.NumberType(), str() if index.isdigit() and table.index.low <= int(index) <= table.index.high:
            return int(index) - table.index.low
        case ir.ThingType(sort=ir.Sort.KIND), str():
            names = [str(m.name) for m in world.kinds[table.index.name].members]
            return names.index(index) if index in names else None
        case _:
            return None


def citations_of(rule: MergedRule) -> tuple[ir.Citation, ...]:
    """Return where a rule comes from."""
    return tuple(map(_citation, rule.citations))


def _citation(one: Said | s.Basis) -> ir.Citation:
    match one:
        case Said(edition, section, remark):
            return ir.Citation(ir.CitationKind.SOURCE, edition, section.heading, remark.note, remark.standing)
        case s.Ruling():
            return ir.Citation(ir.CitationKind.RULING, "", "", one.reason)
        case s.House():
            return ir.Citation(ir.CitationKind.HOUSE, "", "", one.note)
        case _:
            assert_never(one)


def named_rules(scope: Scope, merged: Merged, words: tuple[s.Word, ...]) -> list[str]:
    """Return the rules that some words name, less those that a layer has removed."""
    for word in words:
        if word.text not in merged.rules and word.text not in merged.removed:
            hint = respelt(word.text, merged.rules)
            scope.error(Code.UNKNOWN_RULE, f"no rule is called `{word.text}`", word.span, hint=hint)
    return [word.text for word in words if word.text not in merged.removed]
