"""What a layer declares, and what it does to the declarations of those beneath."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Hint, Severity, instead, respelt
from tilelaw_dsl.layers.applying import Applying

HasFields: TypeAlias = s.Board | s.RecordDecl | s.KindsData
CALLED = {s.Zone: "zone", s.Mark: "mark", s.Var: "variable", s.Define: "definition outside a rule"}


def declare(applying: Applying, item: s.Declaration) -> None:
    """Add a declaration."""
    name = item.name.text
    known = applying.merged.declarations.get(name)
    if known is not None:
        applying.report.add(
            Code.DECLARED_TWICE,
            f"`{name}` is declared already",
            item.name.span,
            labels=[(known.name.span, "first here")],
            hint="to change it write `replace` before it, or `set` a parameter; else choose another name",
        )
        return
    applying.touch(f"the name `{name}`", item.name.span)
    applying.merged.declarations[name] = item


def replace_declaration(applying: Applying, new: s.Replaceable) -> None:
    """Put another declaration of the same sort in the place of one beneath."""
    name = new.name.text
    match new:
        case s.KindsList() | s.KindsData():
            what = f"kinds `{name}`"
            known = _lookup(applying, new.name, (s.KindsList, s.KindsData), "kind")
        case s.Param():
            what = f"parameter `{name}`"
            known = _lookup(applying, new.name, (s.Param,), "parameter")
        case _:
            what = f"the name `{name}`"
            known = _lookup(applying, new.name, (type(new),), CALLED[type(new)])
    if known is None:
        return
    if isinstance(new, s.KindsData) and isinstance(known, s.KindsData) and not new.fields:
        new = replace(new, fields=_all_fields(known))
    if isinstance(new, s.Zone) and isinstance(known, s.Zone):
        _compare_sight(applying, known, new)
    applying.touch(what, new.name.span)
    if new == known:
        applying.warn_same(what, new.name.span)
    applying.change(new.name.span, name, *_members_gone(known, new))
    applying.merged.declarations[name] = new


def _compare_sight(applying: Applying, known: s.Zone, new: s.Zone) -> None:
    """Warn of a zone that not everybody saw, declared anew without a word about it."""
    before, after = ([o for o in zone.options if isinstance(o, s.SeenBy)] for zone in (known, new))
    if before and not after and before[0].viewers is not s.Viewers.ALL:
        said = before[0].span.text
        message = f"`{new.name.text}` was {said}, and from here on everybody sees it"
        hint = f"add `{said}`, or `seen by all` if that is meant"
        applying.report.add(Code.SEEN_BY_MORE, message, new.name.span, hint=hint, severity=Severity.WARNING)


def _members_gone(known: s.Declaration, new: s.Replaceable) -> list[str]:
    """Return the members that a list of kinds had, and has no more."""
    if not isinstance(known, s.KindsList) or not isinstance(new, s.KindsList):
        return []
    there = {member.text for member in new.members}
    return [member.text for member in known.members if member.text not in there]


def replace_field(applying: Applying, item: s.ReplaceField) -> None:
    """Give a field of a board, a record or a table another type."""
    known = _with_fields(applying, item.of)
    name = item.field.name
    if known is None:
        return
    if name.text not in [f.name.text for f in _all_fields(known)]:
        hint = respelt(name.text, [f.name.text for f in _all_fields(known)])
        message = f"`{item.of.text}` has no field `{name.text}`"
        applying.report.add(Code.UNKNOWN_DECLARATION, message, name.span, hint=hint)
        return

    def swapped(fields: tuple[s.FieldDecl, ...]) -> tuple[s.FieldDecl, ...]:
        return tuple(item.field if f.name.text == name.text else f for f in fields)

    new: HasFields = replace(known, fields=swapped(known.fields))
    if isinstance(new, s.KindsData):
        new = replace(new, more=tuple(replace(table, fields=swapped(table.fields)) for table in new.more))
    applying.touch(_field(name, item.of), name.span)
    if new == known:
        applying.warn_same(_field(name, item.of), name.span)
    applying.change(name.span, name.text)
    applying.merged.declarations[item.of.text] = new


def replace_relation(applying: Applying, new: s.Relation) -> None:
    """Let a relation of a board join other cells."""
    name = new.name
    boards = [d for d in applying.merged.declarations.values() if isinstance(d, s.Board)]
    for board in boards:
        if name.text in [r.name.text for r in board.relations]:
            relations = tuple(new if r.name.text == name.text else r for r in board.relations)
            applying.touch(f"relation `{name.text}`", name.span)
            if new in board.relations:
                applying.warn_same(f"relation `{name.text}`", name.span)
            applying.change(name.span, name.text)
            applying.merged.declarations[board.name.text] = replace(board, relations=relations)
            return
    known = [r.name.text for board in boards for r in board.relations]
    message = f"no relation is called `{name.text}`"
    applying.report.add(Code.UNKNOWN_DECLARATION, message, name.span, hint=respelt(name.text, known))


def set_param(applying: Applying, item: s.SetParam) -> None:
    """Give a parameter another value."""
    if item.name.text == "players":
        message = "the numbers of players are no parameter"
        hint = instead(f"players {item.span.text.partition('=')[2].strip()}", item.span)
        applying.report.add(Code.UNKNOWN_DECLARATION, message, item.name.span, hint=hint)
        return
    known = _lookup(applying, item.name, (s.Param,), "parameter")
    if isinstance(known, s.Param):
        what = f"parameter `{item.name.text}`"
        before = applying.touched.get(what)
        if before is not None and before[0] == applying.name:
            labels = [(before[1], "first here")]
            message = f"{what} is set twice in one layer"
            applying.report.add(Code.DECLARED_TWICE, message, item.name.span, labels=labels)
        applying.touch(what, item.name.span)
        if known.values == item.values:
            applying.warn_same(what, item.name.span)
        applying.change(item.name.span, item.name.text)
        applying.merged.declarations[item.name.text] = replace(known, values=item.values)


def add_members(applying: Applying, item: s.AddMembers) -> None:
    """Add members to a list of kinds."""
    known = _lookup(applying, item.kind, (s.KindsList,), "list of kinds")
    if isinstance(known, s.KindsList):
        applying.touch(f"kinds `{item.kind.text}`", item.kind.span)
        applying.change(item.kind.span, item.kind.text, *(member.text for member in item.members))
        members = known.members + item.members
        applying.merged.declarations[item.kind.text] = replace(known, members=members)


def add_table(applying: Applying, item: s.AddTable) -> None:
    """Add rows or columns to a table."""
    known = _lookup(applying, item.kind, (s.KindsData,), "table of kinds")
    if isinstance(known, s.KindsData):
        if not item.fields:
            applying.touch(f"kinds `{item.kind.text}`", item.kind.span)
        for added in item.fields:
            applying.touch(_field(added.name, item.kind), added.name.span)
        applying.change(item.kind.span, item.kind.text, *(f.name.text for f in item.fields))
        applying.merged.declarations[item.kind.text] = replace(known, more=(*known.more, item))


def add_fields(applying: Applying, item: s.AddFields) -> None:
    """Add fields to the cells of a board, or to a record."""
    sort = s.Board if item.to is s.Fielded.BOARD else s.RecordDecl
    known = _lookup(applying, item.name, (sort,), item.to)
    if isinstance(known, s.Board | s.RecordDecl):
        for added in item.fields:
            applying.touch(_field(added.name, item.name), added.name.span)
        applying.change(item.name.span, item.name.text, *(f.name.text for f in item.fields))
        applying.merged.declarations[item.name.text] = replace(known, fields=known.fields + item.fields)


def change_players(applying: Applying, item: s.Players) -> None:
    """Note for how many players a layer is; the topmost that says it decides, so siblings have to agree."""
    what = "the numbers of players"
    known = applying.touched.get(what)
    if known is not None and known[1].text.split() == item.span.text.split():
        return
    applying.touch(what, item.span)
    if known is not None:
        applying.change(item.span, "player", "players")


def _all_fields(known: HasFields) -> tuple[s.FieldDecl, ...]:
    more = known.more if isinstance(known, s.KindsData) else ()
    return known.fields + tuple(field for table in more for field in table.fields)


def _field(name: s.Word, of: s.Word) -> str:
    return f"field `{name.text}` of `{of.text}`"


def _lookup(applying: Applying, word: s.Word, sorts: tuple[type, ...], what: str) -> s.Declaration | None:
    declarations = applying.merged.declarations
    found = declarations.get(word.text)
    if isinstance(found, sorts):
        return found
    known = [n for n, d in declarations.items() if isinstance(d, sorts)]
    labels = [(found.name.span, "this is something else")] if found is not None else []
    message = f"no {what} is called `{word.text}`"
    hint: Hint = (s.Define in sorts and _in_a_rule(applying, word)) or respelt(word.text, known)
    if isinstance(found, s.Var) and sorts == (s.Param,):
        hint = f"a variable changes in play: a rule gives it a value, `{word.text} := …` beneath `at STEP`"
    elif isinstance(found, s.Define) and sorts == (s.Param,):
        hint = f"a definition is not set: write `replace define {found.span.text.split('=')[0].split(None, 1)[1]}= …`"
    applying.report.add(Code.UNKNOWN_DECLARATION, message, word.span, labels=labels, hint=hint)
    return None


def _in_a_rule(applying: Applying, word: s.Word) -> str:
    """Return the hint for a definition that belongs to a rule, or nothing."""
    for rule in applying.merged.rules.values():
        if any(isinstance(clause, s.Define) and clause.name.text == word.text for clause in rule.clauses):
            id_ = rule.id.text
            return f"it belongs to the rule `{id_}`: write `amend rule {id_}`, and beneath it `define {word.text} …`"
    return ""


def _with_fields(applying: Applying, word: s.Word) -> HasFields | None:
    declarations = applying.merged.declarations
    board = next((d for d in declarations.values() if isinstance(d, s.Board) and d.cell.text == word.text), None)
    found = declarations.get(word.text)
    if board is not None and not isinstance(found, HasFields):
        message = f"`{word.text}` is what a cell of `{board.name.text}` is called"
        hint = f"name the board: `of {board.name.text}`"
        applying.report.add(Code.UNKNOWN_DECLARATION, message, word.span, hint=hint)
        return None
    found = _lookup(applying, word, (s.Board, s.RecordDecl, s.KindsData), "board, record or table")
    return found if isinstance(found, HasFields) else None
