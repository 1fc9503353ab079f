"""Titles with their parameters filled in, where rules come from, edition by edition, and rules that name others."""

from __future__ import annotations

import re
from typing import assert_never

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.infer import Expressions
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.layers.editions import Said
from tilelaw_dsl.layers.merge import Merged, MergedRule
from tilelaw_dsl.source import Span

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class Citations:
    """Reads titles, sources and names of the rules of one ruleset."""

    def __init__(self, merged: Merged, expressions: Expressions) -> None:
        self.merged = merged
        self.e = expressions

    def filled(self, sentence: str, span: Span) -> str:
        """Return a title or a sentence of a text with its parameters filled in."""

        def fill(found: re.Match[str]) -> str:
            text = found.group(1)
            plain = re.fullmatch(r"([a-z][a-z0-9_]*)(?:\((\w+)\))?", text)
            table = self.e.world.tables.get(plain.group(1)) if plain else None
            if plain is None or table is None:
                self.e.complain(
                    Code.NO_PLACEHOLDER,
                    f"`{{{text}}}` names no parameter",
                    span,
                    hint=nearest(text, self.e.world.tables),
                )
                return text
            self.e.lookup.used.add(table.name)
            index = self._index_of(table, plain.group(2))
            if index is None:
                self.e.complain(Code.NO_PLACEHOLDER, f"`{{{text}}}` has no such place in the table", span)
                return text
            return str(table.values[index])

        return PLACEHOLDER.sub(fill, sentence)

    def _index_of(self, table: ir.TableDecl, index: str | None) -> int | None:
        match table.index, index:
            case None, None:
                return 0
            case ir.NumberType(), str() if index.isdigit() and table.index.low <= int(index) <= table.index.high:
                return int(index) - table.index.low
            case ir.ThingType(sort=ir.Sort.KIND), str():
                names = [str(m.name) for m in self.e.world.kinds[table.index.name].members]
                return names.index(index) if index in names else None
            case _:
                return None

    def of(self, rule: MergedRule) -> tuple[ir.Citation, ...]:
        """Return where a rule comes from."""
        result = []
        for one in rule.citations:
            match one:
                case s.Ruling():
                    result.append(ir.Citation(ir.CitationKind.RULING, "", "", one.reason))
                case s.House():
                    result.append(ir.Citation(ir.CitationKind.HOUSE, "", "", one.note))
                case Said(edition, section, remark):
                    kind = ir.CitationKind.SOURCE
                    result.append(ir.Citation(kind, edition, section.heading, remark.note, remark.standing))
                case _:
                    assert_never(one)
        return tuple(result)

    def rules(self, words: tuple[s.Word, ...]) -> list[str]:
        """Return the rules that some words name, less those that a layer has removed."""
        for word in words:
            if word.text not in self.merged.rules and word.text not in self.merged.removed:
                hint = nearest(word.text, self.merged.rules)
                self.e.complain(Code.UNKNOWN_RULE, f"no rule is called `{word.text}`", word.span, hint=hint)
        return [word.text for word in words if word.text not in self.merged.removed]
