"""From grammar productions to syntax nodes, line by line: layers, declarations, flow, rules, effects. `PRODUCTIONS`
says for each production of the grammar what it builds; `build_expressions` has those that stand inside a line, and
says what a production is given.
"""

from __future__ import annotations

from typing import Any

from tilelaw_dsl import syntax as s
from tilelaw_dsl.source import Span
from tilelaw_dsl.text.build_expressions import Parts, Production, bounds, word

# ---- layers and declarations ---------------------------------------------------------------------------


def _file(p: Parts, at: Span) -> s.File:
    return s.File(
        layers=tuple(x for x in p if isinstance(x, s.Layer)),
        editions=tuple(x for x in p if isinstance(x, s.Edition)),
        texts=tuple(x for x in p if isinstance(x, s.Texts)),
        span=at,
    )


def _layer(p: Parts, at: Span) -> s.Layer:
    role, name, on, counts, *items = p
    return s.Layer(
        role=s.Role(role), name=word(name, at), on=on or (), counts=counts or (), items=tuple(items), span=at
    )


def _counts(p: Parts, _at: Span) -> tuple[int, ...]:
    if p[0].type == "RANGE":
        low, high = bounds(p[0])
        return tuple(range(low, min(high, low + 100) + 1))
    return tuple(int(token) for token in p)


def _kinds_data(p: Parts, at: Span) -> s.KindsData:
    return s.KindsData(name=word(p[0], at), file=word(p[1], at), fields=_given(p[2:]), span=at)


def _printed(p: Parts, at: Span) -> s.Printed:
    x, y = str(p[1]).split(",")
    return s.Printed(value=word(p[0], at), at=(int(x), int(y)), span=at)


def _board(p: Parts, at: Span) -> s.Board:
    name, owner, written, grid, *relations, (cell, fields) = p
    return s.Board(
        name=word(name, at),
        owner=word(owner, at),
        written=word(written, at),
        grid=grid,
        relations=tuple(relations),
        cell=cell,
        fields=fields,
        span=at,
    )


def _zone(p: Parts, at: Span) -> s.Zone:
    name, owner, written, order, kind, by, *options = p
    return s.Zone(
        name=word(name, at),
        owner=word(owner, at),
        written=word(written, at),
        order=order,
        kind=word(kind, at),
        by=word(by, at),
        options=tuple(options),
        span=at,
    )


def _int_type(p: Parts, at: Span) -> s.IntType:
    low, high = bounds(p[0])
    return s.IntType(low=low, high=high, span=at)


DECLARATIONS: dict[str, Production] = {
    "start": _file,
    "layer": _layer,
    "look": lambda p, at: s.Look(file=word(p[0], at), span=at),
    "title": lambda p, at: s.Title(text=_text(p[0]), span=at),
    "players": lambda p, at: s.Players(counts=p[0], span=at),
    "counts": _counts,
    "needs_kinds": lambda p, at: s.NeedsKinds(name=word(p[0], at), span=at),
    "needs_define": lambda p, at: s.NeedsDefine(name=word(p[0], at), parameters=p[1] or (), type=p[2], span=at),
    "kinds_list": lambda p, at: s.KindsList(name=word(p[0], at), members=p[1], span=at),
    "kinds_data": _kinds_data,
    "record": lambda p, at: s.RecordDecl(name=word(p[0], at), fields=tuple(p[1:]), span=at),
    "field": lambda p, at: s.FieldDecl(name=word(p[0], at), type=p[1], printed=_given(p[2:]), span=at),
    "printed": _printed,
    "param": lambda p, at: s.Param(name=word(p[0], at), index=p[1], type=p[2], values=_flat(p[3]), span=at),
    "board": _board,
    "grid_squares": lambda p, at: s.SquareGrid(columns=bounds(p[0]), rows=bounds(p[1]), span=at),
    "grid_hexagon": lambda p, at: s.HexGrid(side=int(p[0]), span=at),
    "relation": lambda p, at: s.Relation(name=word(p[0], at), by=p[1], span=at),
    "relation_steps": lambda p, at: s.RelationSteps(words=p[0], span=at),
    "relation_when": lambda p, at: s.RelationWhen(cells=p[0], condition=p[1], span=at),
    "relation_pairs": lambda p, at: s.RelationPairs(file=word(p[0], at), one_way=p[1] is not None, span=at),
    "cell": lambda p, at: (word(p[0], at), tuple(p[1:])),
    "zone": _zone,
    "order": lambda p, _at: s.Order(p[0]),
    "viewers": lambda p, _at: s.Viewers(p[0]),
    "starts_all": lambda _p, at: s.StartsAll(span=at),
    "starts_each": lambda p, at: s.StartsEach(count=p[0], span=at),
    "seen_by": lambda p, at: s.SeenBy(viewers=p[0], span=at),
    "seen_while": lambda p, at: s.SeenWhile(ask=word(p[0], at), when=p[1], span=at),
    "mark": lambda p, at: s.Mark(name=word(p[0], at), kind=word(p[1], at), type=p[2], span=at),
    "var": lambda p, at: s.Var(name=word(p[0], at), indices=p[1] or (), type=p[2], seen=p[3], span=at),
    "type": lambda p, _at: p[0],
    "maybe_type": lambda p, at: s.MaybeType(of=p[0], span=at),
    "set_type": lambda p, at: s.SetType(of=p[0], span=at),
    "named_type": lambda p, at: s.NamedType(name=word(p[0], at), board=word(p[1], at), span=at),
    "int_type": _int_type,
    "flag_type": lambda _p, at: s.FlagType(span=at),
    "define": lambda p, at: s.Define(name=word(p[0], at), parameters=p[1] or (), type=p[2], body=p[3], span=at),
    "typed_name": lambda p, at: s.TypedName(name=word(p[0], at), type=p[1], span=at),
}


# ---- flow ------------------------------------------------------------------------------------------------


def _ask(p: Parts, at: Span) -> s.Ask:
    name, action, of, when, question, *branches = p
    return s.Ask(
        name=word(name, at),
        action=word(action, at),
        of=of,
        when=when,
        question=_text(question),
        branches=_given(branches),
        span=at,
    )


def _repeat(p: Parts, at: Span) -> s.Repeat:
    name, test, *rest = p
    bindings = tuple(x for x in rest if isinstance(x, s.Binding))
    items = tuple(x for x in rest if x is not None and not isinstance(x, s.Binding))
    return s.Repeat(name=word(name, at), test=test, bindings=bindings, items=items, span=at)


def _each(p: Parts, at: Span) -> s.Each:
    name, element, of, when, *items = p
    return s.Each(name=word(name, at), element=word(element, at), of=of, when=when, items=tuple(items), span=at)


FLOW: dict[str, Production] = {
    "flow": lambda p, at: s.Flow(items=tuple(p), span=at),
    "step": lambda p, at: s.Step(name=word(p[0], at), when=p[1], span=at),
    "ask": _ask,
    "branch": lambda p, at: s.Branch(action=word(p[0], at), items=tuple(p[1:]), span=at),
    "repeat": _repeat,
    "while_test": lambda p, at: s.While(condition=p[0], span=at),
    "until_test": lambda p, at: s.Until(condition=p[0], span=at),
    "binding": lambda p, at: s.Binding(name=word(p[0], at), value=p[1], then=p[2], span=at),
    "each": _each,
}


# ---- rules -----------------------------------------------------------------------------------------------


def _for_action(p: Parts, at: Span) -> s.ForAction:
    actions, ask, when, *body = p
    return s.ForAction(actions=actions, ask=word(ask, at), when=when, body=tuple(body), span=at)


def _action(p: Parts, at: Span) -> s.Action:
    name, instead, *lines = p
    return s.Action(
        name=word(name, at),
        instead_of=word(instead, at),
        arguments=tuple(x for x in lines if isinstance(x, s.Argument)),
        same=tuple(x for x in lines if isinstance(x, s.SameSwapped)),
        span=at,
    )


def _same_swapped(p: Parts, at: Span) -> s.SameSwapped:
    return s.SameSwapped(first=word(p[0], at), second=word(p[1], at), when=p[2], span=at)


RULES: dict[str, Production] = {
    "rule": lambda p, at: s.Rule(id=word(p[0], at), title=p[1], lines=tuple(p[2:]), span=at),
    "rule_title": lambda p, at: s.Title(text=_text(p[0]), span=at),
    "ruling": lambda p, at: s.Ruling(reason=_text(p[0]), span=at),
    "house": lambda p, at: s.House(note=_text(p[0]), span=at),
    "for_action": _for_action,
    "at_step": lambda p, at: s.AtStep(step=word(p[0], at), when=p[1], body=tuple(p[2:]), span=at),
    "require": lambda p, at: s.Require(condition=p[0], span=at),
    "without": lambda p, at: s.Without(places=p[0], span=at),
    "skip": lambda p, at: s.Skip(item=word(p[0], at), when=p[1], span=at),
    "action": _action,
    "argument": lambda p, at: s.Argument(name=word(p[0], at), domain=p[1], span=at),
    "same_swapped": _same_swapped,
    "score": lambda p, at: s.Score(each=p[0], points=p[1], span=at),
    "rank": lambda p, at: s.Rank(value=p[0], span=at),
    "rank_shared": lambda _p, at: s.Rank(value=None, span=at),
    "sides": lambda p, at: s.Sides(sides=tuple(p), span=at),
    "invariant": lambda p, at: s.Invariant(each=p[0], condition=p[1], span=at),
    "elements": lambda p, at: s.Elements(element=word(p[0], at), of=p[1], span=at),
    "follows": lambda p, at: s.Follows(rules=p[0], span=at),
}

EFFECTS: dict[str, Production] = {
    "let": lambda p, at: s.Let(name=word(p[0], at), value=p[1], span=at),
    "assign": lambda p, at: s.Assign(place=p[0], value=p[1], span=at),
    "add": lambda p, at: s.Add(amount=p[0], place=p[1], most=p[2], least=p[3], span=at),
    "add_reversed": lambda p, at: s.Add(amount=p[0], place=p[1], most=p[3], least=p[2], span=at),
    "add_most": lambda p, _at: p[1],
    "add_least": lambda p, _at: p[1],
    "put": lambda p, at: s.Put(record=p[0], on=p[1], span=at),
    "move": lambda p, at: s.Move(pieces=p[0], source=p[1], target=p[2], span=at),
    "remove": lambda p, at: s.Remove(pieces=p[0], source=p[1], span=at),
    "all_pieces": lambda _p, at: s.AllPieces(span=at),
    "top_pieces": lambda p, at: s.TopPieces(count=p[0], span=at),
    "these_pieces": lambda p, at: s.ThesePieces(pieces=p[0], span=at),
    "shuffle": lambda p, at: s.Shuffle(zone=p[0], span=at),
    "show": lambda p, at: s.Show(what=p[0], span=at),
    "end": lambda _p, at: s.End(span=at),
    "for_each": lambda p, at: s.ForEach(element=word(p[0], at), of=p[1], effects=tuple(p[2:]), span=at),
    "when_do": lambda p, at: s.When(condition=p[0], effects=tuple(p[1:]), span=at),
}


def _replace_field(p: Parts, at: Span) -> s.ReplaceField:
    name, of, type_, *printed = p
    field = s.FieldDecl(name=word(name, at), type=type_, printed=_given(printed), span=at)
    return s.ReplaceField(of=word(of, at), field=field, span=at)


def _add_fields(to: s.Fielded) -> Production:
    return lambda p, at: s.AddFields(to=to, name=word(p[0], at), fields=tuple(p[1:]), span=at)


def _insert(where: s.Where) -> Production:
    def build(p: Parts, at: Span) -> s.Insert:
        anchor, after, *items = p
        return s.Insert(where=where, anchor=word(anchor, at), after=after or (), items=tuple(items), span=at)

    return build


VERBS: dict[str, Production] = {
    "replace": lambda p, at: s.Replace(declaration=p[0], span=at),
    "replace_field": _replace_field,
    "replace_relation": lambda p, at: s.ReplaceRelation(relation=p[0], span=at),
    "replace_rule": lambda p, at: s.ReplaceRule(id=word(p[0], at), title=p[1], lines=tuple(p[2:]), span=at),
    "amend_rule": lambda p, at: s.AmendRule(id=word(p[0], at), title=p[1], lines=tuple(p[2:]), span=at),
    "remove_rule": lambda p, at: s.RemoveRule(id=word(p[0], at), reason=_text(p[1]), span=at),
    "set_param": lambda p, at: s.SetParam(name=word(p[0], at), values=_flat(p[1]), span=at),
    "add_members": lambda p, at: s.AddMembers(kind=word(p[0], at), members=p[1], span=at),
    "add_table": lambda p, at: s.AddTable(kind=word(p[0], at), file=word(p[1], at), fields=_given(p[2:]), span=at),
    "add_columns": lambda p, at: s.AddTable(kind=word(p[0], at), file=None, fields=tuple(p[1:]), span=at),
    "add_to_board": _add_fields(s.Fielded.BOARD),
    "add_to_record": _add_fields(s.Fielded.RECORD),
    "insert_after": _insert(s.Where.AFTER),
    "insert_before": _insert(s.Where.BEFORE),
    "replace_step": lambda p, at: s.ReplaceStep(name=word(p[0], at), items=tuple(p[1:]), span=at),
    "remove_step": lambda p, at: s.RemoveStep(name=word(p[0], at), reason=_text(p[1]), span=at),
}


# ---- books -----------------------------------------------------------------------------------------------


def _edition(p: Parts, at: Span) -> s.Edition:
    name, title, game, after, printing, read_from, sections, *blocks = p
    return s.Edition(
        name=word(name, at),
        title=_text(title),
        game=word(game, at),
        after=word(after, at),
        printing=printing,
        read_from=read_from,
        sections=sections,
        blocks=tuple(blocks),
        span=at,
    )


def _remark(standing: s.Standing) -> Production:
    def build(p: Parts, at: Span) -> s.Remark:
        rules, section, note = p
        return s.Remark(standing=standing, rules=rules, section=word(section, at), note=_text(note), span=at)

    return build


def _text_block(p: Parts, at: Span) -> s.TextBlock:
    layer, counts, *told = p
    texts = tuple(x for x in told if isinstance(x, s.Text))
    labels = tuple(x for x in told if isinstance(x, s.Label))
    notes = tuple(x for x in told if isinstance(x, s.Note))
    return s.TextBlock(layer=word(layer, at), counts=counts or (), texts=texts, labels=labels, notes=notes, span=at)


def _text_of(kind: s.TextKind, name: s.Word | None, title: s.Title | None, told: Parts, at: Span) -> s.Text:
    *lines, renders = told
    return s.Text(kind=kind, name=name, title=title, lines=tuple(lines), renders=renders, span=at)


def _named_text(kind: s.TextKind) -> Production:
    return lambda p, at: _text_of(kind, word(p[0], at), None, p[1:], at)


def _whole_text(kind: s.TextKind) -> Production:
    return lambda p, at: _text_of(kind, None, None, p, at)


def _label(kind: s.LabelKind) -> Production:
    def build(p: Parts, at: Span) -> s.Label:
        name, text, ours, *members = p
        label = word(name, at)
        return s.Label(kind=kind, name=label, text=_text(text), is_ours=bool(ours), members=_given(members), span=at)

    return build


BOOKS: dict[str, Production] = {
    "edition": _edition,
    "printing": lambda p, at: s.Printing(text=_text(p[0]), span=at),
    "read_from": lambda p, at: s.ReadFrom(text=_text(p[0]), span=at),
    "sections": lambda p, _at: tuple(p),
    "section": lambda p, at: s.Section(name=word(p[0], at), heading=_text(p[1]), span=at),
    "remarks": lambda p, at: s.Remarks(layer=word(p[0], at), remarks=tuple(p[1:]), span=at),
    "states": _remark(s.Standing.STATES),
    "differs": _remark(s.Standing.DIFFERS),
    "pictures": _remark(s.Standing.PICTURED),
    "texts": lambda p, at: s.Texts(language=word(p[0], at), game=word(p[1], at), blocks=tuple(p[2:]), span=at),
    "text_block": _text_block,
    "aim_text": _whole_text(s.TextKind.AIM),
    "components_text": _whole_text(s.TextKind.COMPONENTS),
    "step_text": _named_text(s.TextKind.STEP),
    "ask_text": _named_text(s.TextKind.ASK),
    "rule_text": lambda p, at: _text_of(s.TextKind.RULE, word(p[0], at), p[1], p[2:], at),
    "note": lambda p, at: s.Note(remark=_text(p[0]), lines=tuple(p[1:]), span=at),
    "title_label": lambda p, at: _label(s.LabelKind.TITLE)([None, *p], at),
    "zone_label": _label(s.LabelKind.ZONE),
    "board_label": _label(s.LabelKind.BOARD),
    "mark_label": _label(s.LabelKind.MARK),
    "variable_label": _label(s.LabelKind.VARIABLE),
    "parameter_label": _label(s.LabelKind.PARAMETER),
    "field_label": _label(s.LabelKind.FIELD),
    "action_label": _label(s.LabelKind.ACTION),
    "score_label": _label(s.LabelKind.SCORE),
    "kind_label": _label(s.LabelKind.KIND),
    "member_label": _label(s.LabelKind.MEMBER),
    "renders": lambda p, at: s.Renders(digest=str(p[0]), span=at),
    "text_line": lambda p, at: s.TextLine(text=_text(p[0]), span=at),
}

PRODUCTIONS: dict[str, Production] = DECLARATIONS | FLOW | RULES | EFFECTS | VERBS | BOOKS


# ---- small parts -----------------------------------------------------------------------------------------


def _text(token: Any) -> str:
    """Return a text without its quotes; one that was not written is empty."""
    return "" if token is None else str(token)[1:-1]


def _given(parts: Parts) -> tuple[Any, ...]:
    return tuple(part for part in parts if part is not None)


def _flat(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the values of a table: expressions as they are, or the arms inside the one tuple there is."""
    return values[0] if len(values) == 1 and isinstance(values[0], tuple) else values
