"""Statements as text, each on one line: functions that follow the families of `syntax`. The expressions in a line
are printed by `print_expressions`; what stands beneath a line, and where lines break, is for `printer`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from tilelaw_dsl import syntax as s
from tilelaw_dsl.text.print_expressions import (
    print_atom,
    print_expr,
    print_exprs,
    print_summand,
    print_type,
    print_values,
)

BoardLine: TypeAlias = s.SquareGrid | s.HexGrid | s.Relation
BookLine: TypeAlias = (
    s.Edition
    | s.Printing
    | s.ReadFrom
    | s.Section
    | s.Remarks
    | s.Remark
    | s.Texts
    | s.TextBlock
    | s.Text
    | s.TextLine
    | s.Renders
    | s.Note
    | s.Label
)
ActionLine: TypeAlias = s.Argument | s.SameSwapped
Statement: TypeAlias = (
    s.Layer | s.Item | BookLine | s.FieldDecl | BoardLine | s.FlowItem | s.Branch | s.RuleLine | s.BodyLine | ActionLine
)
"""Everything that begins a line."""


def print_line(node: Statement) -> str:
    """Return the first line of a statement, unbroken."""
    match node:
        case s.Layer():
            on = f" on {_words(node.on)}" if node.on else ""
            counts = f" for players {_counts(node.counts)}" if node.counts else ""
            return f"{node.role} {node.name.text}{on}{counts}"
        case _ if isinstance(node, BookLine):
            return _book_line(node)
        case s.Title():
            return f'title "{node.text}"'
        case s.Look():
            return f'look "{node.file.text}"'
        case s.Players():
            return f"players {_counts(node.counts)}"
        case s.NeedsKinds():
            return f"needs kinds {node.name.text}"
        case s.NeedsDefine():
            return f"needs {node.name.text}{_typed(node.parameters)}: {print_type(node.type)}"
        case s.Flow():
            return "flow"
        case s.Rule():
            return f"rule {node.id.text}{_title(node.title)}"
        case s.SquareGrid() | s.HexGrid() | s.Relation():
            return _board_line(node)
        case s.Step() | s.Ask() | s.Branch() | s.Repeat() | s.Each():
            return _flow_line(node)
        case s.Ruling():
            return f'ruling "{node.reason}"'
        case s.House():
            return f"house{_note(node.note)}"
        case s.Require():
            return f"require {print_expr(node.condition)}"
        case s.Without():
            return f"without {_words(node.places)}"
        case s.Argument():
            return f"{node.name.text} in {print_expr(node.domain)}"
        case s.SameSwapped():
            return f"same if {node.first.text}, {node.second.text} swapped{_expr('when', node.when)}"
        case _ if isinstance(node, s.Declaration | s.FieldDecl):
            return _declaration(node)
        case _ if isinstance(node, s.Clause):
            return _clause(node)
        case _ if isinstance(node, s.Effect):
            return _effect(node)
        case _ if isinstance(node, s.Verb):
            return _verb(node)
        case _:
            assert_never(node)


def _declaration(node: s.Declaration | s.FieldDecl) -> str:
    match node:
        case s.KindsList():
            return f"kinds {node.name.text}: {_words(node.members)}"
        case s.KindsData():
            return f"kinds {node.name.text}{_from(node.file)}"
        case s.RecordDecl():
            return f"record {node.name.text}"
        case s.FieldDecl():
            printed = ", ".join(map(_printed, node.printed))
            where = f" printed {printed}" if printed else ""
            return f"{node.name.text}: {print_type(node.type)}{where}"
        case s.Param():
            index = f" by {print_type(node.index)}" if node.index else ""
            return f"param {node.name.text}{index}: {print_type(node.type)} = {print_values(node.values)}"
        case s.Board():
            return f"board {node.name.text}{_word('of', node.owner)}{_word('written', node.written)}"
        case s.Zone():
            owner, written, by = _word("of", node.owner), _word("written", node.written), _word("by", node.by)
            options = "".join(f", {_zone_option(x)}" for x in node.options)
            return f"zone {node.name.text}{owner}{written}: {node.order} of {node.kind.text}{by}{options}"
        case s.Mark():
            return f"mark {node.name.text} on {node.kind.text}: {print_type(node.type)}"
        case s.Var():
            indices = ", ".join(map(print_type, node.indices))
            index = f"({indices})" if indices else ""
            seen = f" {_zone_option(node.seen)}" if node.seen else ""
            return f"var {node.name.text}{index}: {print_type(node.type)}{seen}"
        case s.Define():
            type_ = f": {print_type(node.type)}" if node.type else ""
            return f"define {node.name.text}{_typed(node.parameters)}{type_} = {print_expr(node.body)}"
        case _:
            assert_never(node)


def _printed(printed: s.Printed) -> str:
    x, y = printed.at
    value = f"{printed.value.text} " if printed.value else ""
    return f"{value}at {x},{y}"


def _zone_option(option: s.ZoneOption) -> str:
    match option:
        case s.StartsAll():
            return "starts with all"
        case s.StartsEach():
            return f"starts with {print_expr(option.count)} of each"
        case s.SeenBy():
            return f"seen by {option.viewers}"
        case s.SeenWhile():
            return f"seen by asked at {option.ask.text}{_expr('when', option.when)}"
        case _:
            assert_never(option)


def _board_line(node: BoardLine) -> str:
    match node:
        case s.SquareGrid():
            (left, right), (low, high) = node.columns, node.rows
            return f"grid squares {left}..{right} by {low}..{high}"
        case s.HexGrid():
            return f"grid hexagon {node.side}"
        case s.Relation():
            return f"relation {node.name.text} = {_related(node.by)}"
        case _:
            assert_never(node)


def _related(by: s.RelationSteps | s.RelationWhen | s.RelationPairs) -> str:
    match by:
        case s.RelationSteps():
            return _words(by.words)
        case s.RelationWhen():
            return f"{_words(by.cells)} when {print_expr(by.condition)}"
        case s.RelationPairs():
            return f'pairs from "{by.file.text}"{" one way" if by.one_way else ""}'
        case _:
            assert_never(by)


def _flow_line(node: s.FlowItem | s.Branch) -> str:
    match node:
        case s.Step():
            return f"step {node.name.text}{_expr('when', node.when)}"
        case s.Ask():
            asked = f"{_word('for', node.action)}{_expr('of', node.of)}{_expr('when', node.when)}"
            return f"ask {node.name.text}{asked}{_note(node.question)}"
        case s.Branch():
            return f"on {node.action.text}"
        case s.Repeat():
            test = _test(node.test)
            bindings = ", ".join(map(_binding, node.bindings))
            return f"repeat {node.name.text}{test}{f' with {bindings}' if bindings else ''}"
        case s.Each():
            over = f"{node.element.text}{_expr('in', node.of)}{_expr('when', node.when)}"
            return f"each {node.name.text} as {over}"
        case _:
            assert_never(node)


def _test(test: s.While | s.Until | None) -> str:
    match test:
        case None:
            return ""
        case s.While():
            return _expr("while", test.condition)
        case s.Until():
            return _expr("until", test.condition)
        case _:
            assert_never(test)


def _binding(binding: s.Binding) -> str:
    return f"{binding.name.text} = {print_expr(binding.value)}{_expr('then', binding.then)}"


def _clause(node: s.Clause) -> str:
    match node:
        case s.ForAction():
            return f"for {_words(node.actions)}{_word('at', node.ask)}{_expr('when', node.when)}"
        case s.AtStep():
            return f"at {node.step.text}{_expr('when', node.when)}"
        case s.Skip():
            return f"skip {node.item.text} when {print_expr(node.when)}"
        case s.Action():
            return f"action {node.name.text}{_word('instead of', node.instead_of)}"
        case s.Define():
            return _declaration(node)
        case s.Score():
            return f"score {_each(node.each)}{print_expr(node.points)}"
        case s.Rank():
            return f"rank {print_expr(node.value) if node.value else 'shared'}"
        case s.Sides():
            return f"sides {print_exprs(node.sides)}"
        case s.Invariant():
            return f"invariant {_each(node.each)}{print_expr(node.condition)}"
        case s.Follows():
            return f"follows {_words(node.rules)}"
        case _:
            assert_never(node)


def _effect(node: s.Effect) -> str:
    match node:
        case s.Let():
            return f"let {node.name.text} = {print_expr(node.value)}"
        case s.Assign():
            return f"{print_atom(node.place)} := {print_expr(node.value)}"
        case s.Add():
            bounds = f"{_bound('at most', node.most)}{_bound('at least', node.least)}"
            return f"add {print_expr(node.amount)} to {print_atom(node.place)}{bounds}"
        case s.Put():
            return f"put {print_expr(node.record)} on {print_expr(node.on)}"
        case s.Move():
            pieces, source, target = _pieces(node.pieces), print_expr(node.source), print_expr(node.target)
            return f"move {pieces} from {source} to {target}"
        case s.Remove():
            return f"remove {_pieces(node.pieces)} from {print_expr(node.source)}"
        case s.Shuffle():
            return f"shuffle {print_expr(node.zone)}"
        case s.Show():
            return f"show {print_expr(node.what)} to all"
        case s.End():
            return "end"
        case s.ForEach():
            return f"for {node.element.text} in {print_expr(node.of)}"
        case s.When():
            return f"when {print_expr(node.condition)}"
        case _:
            assert_never(node)


def _bound(lead: str, expr: s.Expr | None) -> str:
    return f" {lead} {print_summand(expr)}" if expr else ""


def _pieces(pieces: s.Pieces) -> str:
    match pieces:
        case s.AllPieces():
            return "all"
        case s.TopPieces():
            return f"top {print_expr(pieces.count)}"
        case s.ThesePieces():
            return print_expr(pieces.pieces)
        case _:
            assert_never(pieces)


def _verb(node: s.Verb) -> str:
    match node:
        case s.Replace():
            return f"replace {_declaration(node.declaration)}"
        case s.ReplaceField():
            name, rest = _declaration(node.field).split(":", 1)
            return f"replace field {name} of {node.of.text}:{rest}"
        case s.ReplaceRelation():
            return f"replace {_board_line(node.relation)}"
        case s.ReplaceRule():
            return f"replace rule {node.id.text}{_title(node.title)}"
        case s.AmendRule():
            return f"amend rule {node.id.text}{_title(node.title)}"
        case s.RemoveRule():
            return f'remove rule {node.id.text} because "{node.reason}"'
        case s.SetParam():
            return f"set {node.name.text} = {print_values(node.values)}"
        case s.AddMembers():
            return f"add to kinds {node.kind.text}: {_words(node.members)}"
        case s.AddTable():
            return f"add to kinds {node.kind.text}{_from(node.file)}"
        case s.AddFields():
            return f"add to {node.to} {node.name.text}"
        case s.Insert():
            after = f" after {_words(node.after)}" if node.after else ""
            return f"insert {node.where} {node.anchor.text}{after}"
        case s.ReplaceStep():
            return f"replace step {node.name.text}"
        case s.RemoveStep():
            return f'remove step {node.name.text} because "{node.reason}"'
        case _:
            assert_never(node)


SAYS = {s.Standing.STATES: "states", s.Standing.DIFFERS: "differs on", s.Standing.PICTURED: "pictures"}
"""How a remark begins."""


def _book_line(node: BookLine) -> str:
    match node:
        case s.Edition():
            return f'edition {node.name.text} "{node.title}" of {node.game.text}{_word("after", node.after)}'
        case s.Printing():
            return f'printing "{node.text}"'
        case s.ReadFrom():
            return f'read from "{node.text}"'
        case s.Section():
            return f'section {node.name.text} "{node.heading}"'
        case s.Remarks():
            return f"on {node.layer.text}"
        case s.Remark():
            return f"{SAYS[node.standing]} {_words(node.rules)} in {node.section.text}{_note(node.note)}"
        case s.Texts():
            return f"texts {node.language.text} of {node.game.text}"
        case s.TextBlock():
            counts = f" for players {_counts(node.counts)}" if node.counts else ""
            return f"on {node.layer.text}{counts}"
        case s.Text():
            return f"{node.kind}{f' {node.name.text}' if node.name else ''}{_title(node.title)}"
        case s.TextLine():
            return f'"{node.text}"'
        case s.Renders():
            return f"renders {node.digest}"
        case s.Note():
            return f'note "{node.remark}"'
        case s.Label():
            kind = "" if node.kind is s.LabelKind.MEMBER else f"{node.kind} "
            return f'{kind}{f"{node.name.text} " if node.name else ""}"{node.text}"{" ours" if node.is_ours else ""}'
        case _:
            assert_never(node)


# ---- small parts --------------------------------------------------------------------------------------


def _words(words: Iterable[s.Word]) -> str:
    return ", ".join(word.text for word in words)


def _counts(counts: tuple[int, ...]) -> str:
    if not counts:
        return "1..0"
    low, high = counts[0], counts[-1]
    if counts == tuple(range(low, high + 1)) and (low < high or low < 0):
        return f"{low}..{high}"
    return ", ".join(map(str, counts))


def _typed(names: tuple[s.TypedName, ...]) -> str:
    """Return the parameters of a definition in their brackets, if it has any."""
    shown = ", ".join(f"{x.name.text}: {print_type(x.type)}" for x in names)
    return f"({shown})" if shown else ""


def _word(lead: str, word: s.Word | None) -> str:
    return f" {lead} {word.text}" if word else ""


def _from(file: s.Word | None) -> str:
    return f' from "{file.text}"' if file else ""


def _expr(lead: str, expr: s.Expr | None) -> str:
    return f" {lead} {print_expr(expr)}" if expr else ""


def _note(text: str) -> str:
    return f' "{text}"' if text else ""


def _title(title: s.Title | None) -> str:
    return f' "{title.text}"' if title else ""


def _each(each: s.Elements | None) -> str:
    return f"for {each.element.text} in {print_expr(each.of)}: " if each else ""
