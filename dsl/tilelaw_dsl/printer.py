"""From syntax tree back to text: how every rules text is laid out.

Statements are printed each on one line by functions that follow the families of `syntax`; what is in no tree
(comments, blank lines, line breaks) is laid around them by `comments`. Expressions are printed with the
author's brackets; one that was made by no author gets the brackets it needs.

What is printed means what was written: `format_text` reads its own result again. Where the result is beyond a
limit of the parser, as it can be with lines of hundreds of characters, the text stays as the author laid it
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import TypeAlias, assert_never

from tilelaw_dsl import syntax as s
from tilelaw_dsl.comments import INDENT, Line, Standing, Written, read, weave, wrap
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.parser import parse
from tilelaw_dsl.source import Source

BoardLine: TypeAlias = s.SquareGrid | s.HexGrid | s.Relation
ActionLine: TypeAlias = s.Argument | s.SameSwapped
Statement: TypeAlias = (
    s.Layer
    | s.Item
    | s.Heading
    | s.FieldDecl
    | BoardLine
    | s.FlowItem
    | s.Branch
    | s.RuleLine
    | s.BodyLine
    | ActionLine
)
"""Everything that begins a line."""


def format_text(source: Source, report: Report) -> str | None:
    """Return a rules text laid out anew, or nothing when it has mistakes, which are then in the report."""
    text = source.text.replace("\r\n", "\n")
    tree = parse(Source(source.name, text), report)
    if tree is None:
        return None
    result = weave(list(_file(tree)), *read(text))
    if parse(Source(source.name, result), Report()) != tree:
        return text.rstrip() + "\n"
    return result


def print_file(file: s.File) -> str:
    """Return the text of all layers, as an author without comments would write it."""
    lines = list(_file(file))
    return weave(lines, [Written() for _ in lines])


def print_statement(statement: Statement) -> str:
    """Return a statement with the block beneath it, without a line end."""
    lines = _lines(statement, 0)
    return "\n".join(part for line in lines for part in wrap(line.text, INDENT * line.depth))


def print_rule(rule: s.Rule | s.ReplaceRule | s.AmendRule) -> str:
    """Return a rule with all its lines, without a line end."""
    return print_statement(rule)


# ---- expressions ----------------------------------------------------------------------------------


class _Binds(IntEnum):
    """How tightly an expression holds together, as the grammar's levels have it."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    TEST = 4
    BOUND = 5
    SUM = 6
    PRODUCT = 7
    SIGN = 8
    ATOM = 9


_BINARY = {
    "at most": (_Binds.SUM, _Binds.BOUND, _Binds.SUM),
    "at least": (_Binds.SUM, _Binds.BOUND, _Binds.SUM),
    "+": (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    "-": (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    "|": (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    "except": (_Binds.SUM, _Binds.SUM, _Binds.PRODUCT),
    "*": (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
    "&": (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
    "div": (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
    "mod": (_Binds.PRODUCT, _Binds.PRODUCT, _Binds.SIGN),
}
"""How tight the left side is at least, the whole, and the right side at least."""


def print_expr(expr: s.Expr) -> str:
    """Return an expression on one line."""
    match expr:
        case s.Integer():
            return str(expr.value)
        case s.Integers():
            return f"{expr.low}..{expr.high}"
        case s.Name():
            return expr.text
        case s.Call():
            return f"{expr.function.text}({_exprs(expr.arguments)})"
        case s.Field():
            return f"{_within(expr.of, _Binds.ATOM)}.{expr.field.text}"
        case s.Narrow():
            named = f"{expr.element.text}: " if expr.element else ""
            how = f"{expr.how} " if expr.how else ""
            return f"{_within(expr.of, _Binds.ATOM)}[{named}{how}{print_expr(expr.by)}]"
        case s.SetOf():
            return f"{{{_exprs(expr.elements)}}}"
        case s.Grouped():
            return f"({print_expr(expr.inner)})"
        case s.Fold():
            element = f"{expr.element.text} in " if expr.element else ""
            return f"{expr.how}({print_expr(expr.body)} over {element}{_within(expr.over, _Binds.BOUND)})"
        case s.Match():
            return f"match {_within(expr.of, _Binds.BOUND)} with ({_values(expr.arms)})"
        case s.Negative():
            return _negative(_within(expr.of, _Binds.SIGN))
        case s.Count():
            return f"count {_within(expr.of, _Binds.SIGN)}"
        case s.Binary():
            left, _, right = _BINARY[expr.operator]
            return f"{_within(expr.left, left)} {expr.operator} {_within(expr.right, right)}"
        case s.Compare():
            return f"{_within(expr.left, _Binds.BOUND)} {expr.operator} {_within(expr.right, _Binds.BOUND)}"
        case s.Quantified():
            return f"{expr.how} {_within(expr.of, _Binds.BOUND)}"
        case s.NoLegal():
            return f"no legal {expr.action.text}"
        case s.Not():
            return f"not {_within(expr.of, _Binds.NOT)}"
        case s.And():
            return f"{_within(expr.left, _Binds.AND)} and {_within(expr.right, _Binds.NOT)}"
        case s.Or():
            return f"{_within(expr.left, _Binds.OR)} or {_within(expr.right, _Binds.AND)}"
        case s.If():
            condition, then, otherwise = map(print_expr, (expr.condition, expr.then, expr.otherwise))
            return f"if {condition} then {then} else {otherwise}"
        case _:
            assert_never(expr)


def _within(expr: s.Expr, least: _Binds) -> str:
    text = print_expr(expr)
    return text if _binds(expr) >= least else f"({text})"


def _binds(expr: s.Expr) -> _Binds:
    match expr:
        case s.If():
            return _Binds.CHOICE
        case s.Or():
            return _Binds.OR
        case s.And():
            return _Binds.AND
        case s.Not():
            return _Binds.NOT
        case s.Compare() | s.Quantified() | s.NoLegal():
            return _Binds.TEST
        case s.Binary():
            return _BINARY[expr.operator][1]
        case s.Negative() | s.Count():
            return _Binds.SIGN
        case s.Integer() | s.Integers() | s.Name() | s.Call() | s.Field() | s.Narrow():
            return _Binds.ATOM
        case s.SetOf() | s.Grouped() | s.Fold() | s.Match():
            return _Binds.ATOM
        case _:
            assert_never(expr)


def _negative(text: str) -> str:
    # `--a` is no sign, and `-1..3` begins at -1.
    number = text.lstrip("0123456789")
    return f"- {text}" if text.startswith("-") or number.startswith("..") else f"-{text}"


def _exprs(exprs: Iterable[s.Expr]) -> str:
    return ", ".join(map(print_expr, exprs))


def _values(values: tuple[s.Expr, ...] | tuple[s.Arm, ...]) -> str:
    return ", ".join(_arm(x) if isinstance(x, s.Arm) else print_expr(x) for x in values)


def _arm(arm: s.Arm) -> str:
    return f"{arm.value.text if arm.value else 'else'}: {print_expr(arm.result)}"


# ---- small parts --------------------------------------------------------------------------------------


def print_type(type_: s.Type) -> str:
    """Return a type."""
    match type_:
        case s.FlagType():
            return "flag"
        case s.IntType():
            return f"{type_.low}..{type_.high}"
        case s.NamedType():
            return type_.name.text
        case s.MaybeType():
            return f"{print_type(type_.of)}?"
        case s.SetType():
            return f"set of {print_type(type_.of)}"
        case _:
            assert_never(type_)


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


def _expr(lead: str, expr: s.Expr | None) -> str:
    return f" {lead} {print_expr(expr)}" if expr else ""


def _note(text: str) -> str:
    return f' "{text}"' if text else ""


def _loop(element: s.Word | None, over: s.Expr | None) -> str:
    return f"for {element.text} in {print_expr(over)}: " if element and over else ""


# ---- statements: the line itself ------------------------------------------------------------------------


def _text(node: Statement) -> str:
    """Return the first line of a statement, unbroken."""
    match node:
        case s.Layer():
            on = f" on {_words(node.on)}" if node.on else ""
            counts = f" for players {_counts(node.counts)}" if node.counts else ""
            return f"layer {node.name.text}{on}{counts}"
        case s.Title():
            return f'title "{node.text}"'
        case s.Edition():
            return f'edition {node.name.text} "{node.title}"'
        case s.Section():
            return f"section {node.name.text}"
        case s.Heading():
            return f'{node.edition.text} "{node.text}"'
        case s.Players():
            return f"players {_counts(node.counts)}"
        case s.NeedsKinds():
            return f"needs kinds {node.name.text}"
        case s.NeedsDefine():
            return f"needs {node.name.text}{_typed(node.parameters)}: {print_type(node.type)}"
        case s.Flow():
            return "flow"
        case s.Rule():
            return f"rule {node.id.text}"
        case s.SquareGrid() | s.HexGrid() | s.Relation():
            return _board_line(node)
        case s.Step() | s.Ask() | s.Branch() | s.Repeat() | s.Each():
            return _flow_line(node)
        case s.SourceBook() | s.SourceRuling() | s.SourceHouse():
            return _citation(node)
        case s.Require():
            given = f" given {_words(node.given)}" if node.given else ""
            return f"require {print_expr(node.condition)}{given}"
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
            return f'kinds {node.name.text} from "{node.file.text}"'
        case s.RecordDecl():
            return f"record {node.name.text}"
        case s.FieldDecl():
            printed = ", ".join(map(_printed, node.printed))
            where = f" printed {printed}" if printed else ""
            return f"{node.name.text}: {print_type(node.type)}{where}"
        case s.Param():
            index = f" by {print_type(node.index)}" if node.index else ""
            return f"param {node.name.text}{index}: {print_type(node.type)} = {_values(node.values)}"
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
            return f"var {node.name.text}{index}: {print_type(node.type)}"
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
            return f"relation {node.name.text} = {node.steps.text}"
        case _:
            assert_never(node)


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
            test = _expr("while", node.while_) + _expr("until", node.until)
            bindings = ", ".join(map(_binding, node.bindings))
            return f"repeat {node.name.text}{test}{f' with {bindings}' if bindings else ''}"
        case s.Each():
            over = f"{node.element.text}{_expr('in', node.of)}{_expr('when', node.when)}"
            return f"each {node.name.text} as {over}"
        case _:
            assert_never(node)


def _binding(binding: s.Binding) -> str:
    return f"{binding.name.text} = {print_expr(binding.value)}{_expr('then', binding.then)}"


def _citation(node: s.Citation) -> str:
    match node:
        case s.SourceBook():
            editions = f" in {_words(node.editions)}" if node.editions else ""
            standing = f" {node.standing}" if node.standing != "states" else ""
            return f"source {node.section.text}{editions}{standing}{_note(node.note)}"
        case s.SourceRuling():
            return f'ruling "{node.reason}"'
        case s.SourceHouse():
            return f"house{_note(node.note)}"
        case _:
            assert_never(node)


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
            return f"score {_loop(node.element, node.over)}{print_expr(node.points)}"
        case s.Rank():
            return f"rank {print_expr(node.value) if node.value else 'shared'}"
        case s.Sides():
            return f"sides {_exprs(node.sides)}"
        case s.Invariant():
            return f"invariant {_loop(node.element, node.over)}{print_expr(node.condition)}"
        case s.Follows():
            return f"follows {_words(node.rules)}"
        case _:
            assert_never(node)


def _effect(node: s.Effect) -> str:
    match node:
        case s.Let():
            return f"let {node.name.text} = {print_expr(node.value)}"
        case s.Assign():
            value = print_expr(node.value) if node.value else "no"
            return f"{_within(node.place, _Binds.ATOM)} := {value}"
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
        case s.ReplaceDefine():
            return f"replace {_declaration(node.define)}"
        case s.ReplaceRule():
            return f"replace rule {node.id.text}"
        case s.AmendRule():
            return f"amend rule {node.id.text}"
        case s.RemoveRule():
            return f'remove rule {node.id.text} because "{node.reason}"'
        case s.SetParam():
            return f"set {node.name.text} = {_values(node.values)}"
        case s.AddMembers():
            return f"add to kinds {node.kind.text}: {_words(node.members)}"
        case s.AddFields():
            return f"add to board {node.board.text}"
        case s.Insert():
            return f"insert {node.where} {node.anchor.text}"
        case s.ReplaceStep():
            return f"replace step {node.name.text}"
        case s.RemoveStep():
            return f'remove step {node.name.text} because "{node.reason}"'
        case _:
            assert_never(node)


# ---- statements: the block beneath ------------------------------------------------------------------------


def _file(file: s.File) -> Iterator[Line]:
    for layer in file.layers:
        yield from _lines(layer, 0)


def _lines(node: Statement, depth: int) -> Iterator[Line]:
    """Yield a statement and everything beneath it, in the order written."""
    yield Line(depth=depth, text=_text(node), standing=_standing(node))
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
        case s.KindsData() | s.RecordDecl() | s.AddFields():
            return node.fields
        case s.Section():
            return node.headings
        case s.Board():
            return (node.grid, *node.relations)
        case s.Ask():
            return node.branches
        case s.Action():
            # The tree keeps the two kinds apart; the author may have mixed them.
            return sorted((*node.arguments, *node.same), key=lambda line: line.span.start)
        case s.Title() | s.Edition() | s.Heading() | s.Players() | s.NeedsKinds() | s.NeedsDefine():
            return ()
        case s.KindsList() | s.FieldDecl() | s.Param() | s.Zone() | s.Mark() | s.Var() | s.Define():
            return ()
        case s.SquareGrid() | s.HexGrid() | s.Relation() | s.Step() | s.Argument() | s.SameSwapped():
            return ()
        case s.SourceBook() | s.SourceRuling() | s.SourceHouse() | s.Require() | s.Skip() | s.Score():
            return ()
        case s.Rank() | s.Sides() | s.Invariant() | s.Follows() | s.Let() | s.Assign() | s.Put() | s.Move():
            return ()
        case s.Remove() | s.Shuffle() | s.Show() | s.End():
            return ()
        case s.ReplaceDefine() | s.RemoveRule() | s.SetParam() | s.AddMembers() | s.RemoveStep():
            return ()
        case _:
            assert_never(node)


def _standing(node: Statement) -> Standing:
    if isinstance(node, s.Rule | s.ReplaceRule | s.AmendRule):
        return Standing.RULE
    if isinstance(node, s.Flow | s.Board | s.AddFields | s.Insert | s.ReplaceStep):
        return Standing.APART
    return Standing.GROUPED
