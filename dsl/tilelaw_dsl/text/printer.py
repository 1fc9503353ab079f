"""From syntax tree back to text: how every rules text is laid out.

Here stands which statement is beneath which. `print_statements` prints each of them on one line, with the
expressions that `print_expressions` makes; what is in no tree (comments, empty lines, line breaks) is laid
around them by `layout`.

What is printed means what was written: `format_text` reads its own result again. Where the result is beyond a
limit of the parser, as it can be with lines of hundreds of characters, the text stays as the author laid it
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from tilelaw_dsl import syntax as s
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.source import Source
from tilelaw_dsl.text.layout import INDENT, Line, Standing, Written, read, weave, wrap
from tilelaw_dsl.text.parser import parse
from tilelaw_dsl.text.print_statements import Statement, print_line


def format_text(source: Source, report: Report) -> str | None:
    """Return a rules text laid out anew, or nothing when it has errors, which are then in the report."""
    text = source.text.replace("\r\n", "\n")
    tree = parse(Source(source.name, text), report)
    if tree is None:
        return None
    result = weave(list(_file(tree)), *read(text))
    if parse(Source(source.name, result), Report()) != tree:
        return text.rstrip() + "\n"
    return result


def print_file(file: s.File) -> str:
    """Return the text of a file, as an author without comments would write it."""
    lines = list(_file(file))
    return weave(lines, [Written() for _ in lines])


def print_statement(statement: Statement) -> str:
    """Return a statement with the block beneath it, without a line end."""
    lines = _lines(statement, 0)
    return "\n".join(part for line in lines for part in wrap(line.text, INDENT * line.depth))


# ---- the block beneath a statement ------------------------------------------------------------------------


def _file(file: s.File) -> Iterator[Line]:
    # The tree keeps the three kinds apart; the author may have mixed them.
    items: list[s.Layer | s.Edition | s.Texts] = [*file.layers, *file.editions, *file.texts]
    for item in sorted(items, key=lambda item: item.span.start):
        yield from _lines(item, 0)


def _lines(node: Statement, depth: int) -> Iterator[Line]:
    """Yield a statement and everything beneath it, in the order written."""
    is_told = isinstance(node, s.Text | s.Note | s.Label)
    yield Line(depth=depth, text=print_line(node), standing=_standing(node), is_whole=is_told)
    for inner in _block(node):
        yield from _lines(inner, depth + 1)
    if isinstance(node, s.Board):
        yield Line(depth=depth + 1, text=f"cell {node.cell.text}")
        for part in node.fields:
            yield from _lines(part, depth + 2)


def _block(node: Statement) -> Iterable[Statement]:
    match node:
        case s.Layer() | s.Flow() | s.Branch() | s.Repeat() | s.Each() | s.Insert() | s.ReplaceStep():
            return node.items
        case s.Rule() | s.ReplaceRule() | s.AmendRule():
            return node.lines
        case s.ForAction() | s.AtStep():
            return node.body
        case s.ForEach() | s.When():
            return node.effects
        case s.KindsData() | s.RecordDecl() | s.AddFields() | s.AddTable():
            return node.fields
        case s.Replace():
            return _block(node.declaration)
        case s.Edition():
            head = [part for part in (node.printing, node.read_from) if part]
            return (*head, *node.sections, *node.blocks)
        case s.Remarks():
            return node.remarks
        case s.Texts():
            return node.blocks
        case s.TextBlock():
            # The tree keeps the three apart; the author may have mixed them.
            return sorted((*node.labels, *node.texts, *node.notes), key=lambda told: told.span.start)
        case s.Text():
            return (*node.lines, *((node.renders,) if node.renders else ()))
        case s.Note():
            return node.lines
        case s.Label():
            return node.members
        case s.Board():
            return (node.grid, *node.relations)
        case s.Ask():
            return node.branches
        case s.Action():
            # The tree keeps the two kinds apart; the author may have mixed them.
            return sorted((*node.arguments, *node.same), key=lambda line: line.span.start)
        case (
            s.Title()
            | s.Look()
            | s.Printing()
            | s.ReadFrom()
            | s.Renders()
            | s.Section()
            | s.Remark()
            | s.TextLine()
            | s.Players()
            | s.NeedsKinds()
            | s.NeedsDefine()
        ):
            return ()
        case s.KindsList() | s.FieldDecl() | s.Param() | s.Zone() | s.Mark() | s.Var() | s.Define():
            return ()
        case s.SquareGrid() | s.HexGrid() | s.Relation() | s.Step() | s.Argument() | s.SameSwapped():
            return ()
        case s.Ruling() | s.House() | s.Require() | s.Without() | s.Skip() | s.Score():
            return ()
        case s.Rank() | s.Sides() | s.Invariant() | s.Follows() | s.Let() | s.Assign() | s.Add() | s.Put() | s.Move():
            return ()
        case s.Remove() | s.Shuffle() | s.Show() | s.End():
            return ()
        case s.ReplaceField() | s.ReplaceRelation() | s.RemoveRule() | s.SetParam() | s.AddMembers() | s.RemoveStep():
            return ()
        case _:
            assert_never(node)


def _standing(node: Statement) -> Standing:
    if isinstance(node, s.Rule | s.ReplaceRule | s.AmendRule):
        return Standing.RULE
    if isinstance(node, s.Flow | s.Board | s.AddFields | s.Insert | s.ReplaceStep | s.Remarks | s.TextBlock):
        return Standing.APART
    return Standing.GROUPED
