"""From grammar productions to syntax nodes, line by line: layers, declarations, flow, rules, effects, one method per
production, called by the parser as it reduces. Together with those of `build_expressions`, which stand inside a
line, they are all productions of the grammar. Only `parser` uses this.
"""

from __future__ import annotations

from typing import Any

from tilelaw_dsl import syntax as s
from tilelaw_dsl.source import Span
from tilelaw_dsl.text.build_expressions import ExpressionBuilder, Parts, bounds


class Builder(ExpressionBuilder):
    """Makes the nodes of one source."""

    # ---- layers

    def _start(self, p: Parts, at: Span) -> s.File:
        return s.File(layers=tuple(p), span=at)

    def _layer(self, p: Parts, at: Span) -> s.Layer:
        name, on, counts, *items = p
        return s.Layer(name=self.word(name), on=on or (), counts=counts or (), items=tuple(items), span=at)

    def _title(self, p: Parts, at: Span) -> s.Title:
        return s.Title(text=_text(p[0]), span=at)

    def _edition(self, p: Parts, at: Span) -> s.Edition:
        return s.Edition(name=self.word(p[0]), title=_text(p[1]), span=at)

    def _section(self, p: Parts, at: Span) -> s.Section:
        return s.Section(name=self.word(p[0]), headings=tuple(p[1:]), span=at)

    def _heading(self, p: Parts, at: Span) -> s.Heading:
        return s.Heading(edition=self.word(p[0]), text=_text(p[1]), span=at)

    def _players(self, p: Parts, at: Span) -> s.Players:
        return s.Players(counts=p[0], span=at)

    def _counts(self, p: Parts, _at: Span) -> tuple[int, ...]:
        if p[0].type == "RANGE":
            low, high = bounds(p[0])
            return tuple(range(low, min(high, low + 100) + 1))
        return tuple(int(t) for t in p)

    def _needs_kinds(self, p: Parts, at: Span) -> s.NeedsKinds:
        return s.NeedsKinds(name=self.word(p[0]), span=at)

    def _needs_define(self, p: Parts, at: Span) -> s.NeedsDefine:
        return s.NeedsDefine(name=self.word(p[0]), parameters=p[1] or (), type=p[2], span=at)

    # ---- declarations

    def _kinds_list(self, p: Parts, at: Span) -> s.KindsList:
        return s.KindsList(name=self.word(p[0]), members=p[1], span=at)

    def _kinds_data(self, p: Parts, at: Span) -> s.KindsData:
        fields = tuple(f for f in p[2:] if f is not None)
        return s.KindsData(name=self.word(p[0]), file=self.word(p[1]), fields=fields, span=at)

    def _record(self, p: Parts, at: Span) -> s.RecordDecl:
        return s.RecordDecl(name=self.word(p[0]), fields=tuple(p[1:]), span=at)

    def _field(self, p: Parts, at: Span) -> s.FieldDecl:
        printed = tuple(x for x in p[2:] if x is not None)
        return s.FieldDecl(name=self.word(p[0]), type=p[1], printed=printed, span=at)

    def _printed(self, p: Parts, at: Span) -> s.Printed:
        x, y = str(p[1]).split(",")
        return s.Printed(value=self.word(p[0]), at=(int(x), int(y)), span=at)

    def _param(self, p: Parts, at: Span) -> s.Param:
        return s.Param(name=self.word(p[0]), index=p[1], type=p[2], values=_flat(p[3]), span=at)

    def _board(self, p: Parts, at: Span) -> s.Board:
        name, owner, written, grid, *relations, cell = p
        cell_name, fields = cell
        return s.Board(
            name=self.word(name),
            owner=self.word(owner),
            written=self.word(written),
            grid=grid,
            relations=tuple(relations),
            cell=cell_name,
            fields=fields,
            span=at,
        )

    def _grid_squares(self, p: Parts, at: Span) -> s.SquareGrid:
        return s.SquareGrid(columns=bounds(p[0]), rows=bounds(p[1]), span=at)

    def _grid_hexagon(self, p: Parts, at: Span) -> s.HexGrid:
        return s.HexGrid(side=int(p[0]), span=at)

    def _relation(self, p: Parts, at: Span) -> s.Relation:
        return s.Relation(name=self.word(p[0]), steps=self.word(p[1]), span=at)

    def _cell(self, p: Parts, _at: Span) -> tuple[Any, tuple[s.FieldDecl, ...]]:
        return self.word(p[0]), tuple(p[1:])

    def _zone(self, p: Parts, at: Span) -> s.Zone:
        name, owner, written, order, kind, by, *options = p
        return s.Zone(
            name=self.word(name),
            owner=self.word(owner),
            written=self.word(written),
            order=order,
            kind=self.word(kind),
            by=self.word(by),
            options=tuple(options),
            span=at,
        )

    def _order(self, p: Parts, _at: Span) -> s.Order:
        return s.Order(p[0])

    def _viewers(self, p: Parts, _at: Span) -> s.Viewers:
        return s.Viewers(p[0])

    def _starts_all(self, _p: Parts, at: Span) -> s.StartsAll:
        return s.StartsAll(span=at)

    def _starts_each(self, p: Parts, at: Span) -> s.StartsEach:
        return s.StartsEach(count=p[0], span=at)

    def _seen_by(self, p: Parts, at: Span) -> s.SeenBy:
        return s.SeenBy(viewers=p[0], span=at)

    def _seen_while(self, p: Parts, at: Span) -> s.SeenWhile:
        return s.SeenWhile(ask=self.word(p[0]), when=p[1], span=at)

    def _mark(self, p: Parts, at: Span) -> s.Mark:
        return s.Mark(name=self.word(p[0]), kind=self.word(p[1]), type=p[2], span=at)

    def _var(self, p: Parts, at: Span) -> s.Var:
        return s.Var(name=self.word(p[0]), indices=p[1] or (), type=p[2], span=at)

    def _type(self, p: Parts, _at: Span) -> Any:
        return p[0]

    def _maybe_type(self, p: Parts, at: Span) -> s.MaybeType:
        return s.MaybeType(of=p[0], span=at)

    def _set_type(self, p: Parts, at: Span) -> s.SetType:
        return s.SetType(of=p[0], span=at)

    def _named_type(self, p: Parts, at: Span) -> s.NamedType:
        return s.NamedType(name=self.word(p[0]), span=at)

    def _int_type(self, p: Parts, at: Span) -> s.IntType:
        low, high = bounds(p[0])
        return s.IntType(low=low, high=high, span=at)

    def _flag_type(self, _p: Parts, at: Span) -> s.FlagType:
        return s.FlagType(span=at)

    def _define(self, p: Parts, at: Span) -> s.Define:
        return s.Define(name=self.word(p[0]), parameters=p[1] or (), type=p[2], body=p[3], span=at)

    def _typed_name(self, p: Parts, at: Span) -> s.TypedName:
        return s.TypedName(name=self.word(p[0]), type=p[1], span=at)

    # ---- flow

    def _flow(self, p: Parts, at: Span) -> s.Flow:
        return s.Flow(items=tuple(p), span=at)

    def _step(self, p: Parts, at: Span) -> s.Step:
        return s.Step(name=self.word(p[0]), when=p[1], span=at)

    def _ask(self, p: Parts, at: Span) -> s.Ask:
        name, action, of, when, question, *branches = p
        return s.Ask(
            name=self.word(name),
            action=self.word(action),
            of=of,
            when=when,
            question=_text(question) if question else "",
            branches=tuple(b for b in branches if b is not None),
            span=at,
        )

    def _branch(self, p: Parts, at: Span) -> s.Branch:
        return s.Branch(action=self.word(p[0]), items=tuple(p[1:]), span=at)

    def _repeat(self, p: Parts, at: Span) -> s.Repeat:
        name, test, *rest = p
        bindings = tuple(x for x in rest if isinstance(x, s.Binding))
        items = tuple(x for x in rest if x is not None and not isinstance(x, s.Binding))
        return s.Repeat(name=self.word(name), test=test, bindings=bindings, items=items, span=at)

    def _while_test(self, p: Parts, at: Span) -> s.While:
        return s.While(condition=p[0], span=at)

    def _until_test(self, p: Parts, at: Span) -> s.Until:
        return s.Until(condition=p[0], span=at)

    def _binding(self, p: Parts, at: Span) -> s.Binding:
        return s.Binding(name=self.word(p[0]), value=p[1], then=p[2], span=at)

    def _each(self, p: Parts, at: Span) -> s.Each:
        name, element, of, when, *items = p
        return s.Each(name=self.word(name), element=self.word(element), of=of, when=when, items=tuple(items), span=at)

    # ---- rules

    def _rule(self, p: Parts, at: Span) -> s.Rule:
        return s.Rule(id=self.word(p[0]), lines=tuple(p[1:]), span=at)

    def _source_book(self, p: Parts, at: Span) -> s.SourceBook:
        section, editions, standing, note = p
        return s.SourceBook(
            section=self.word(section),
            editions=editions or (),
            standing=standing or s.Standing.STATES,
            note=_text(note) if note else "",
            span=at,
        )

    def _standing(self, p: Parts, _at: Span) -> s.Standing:
        return s.Standing(p[0])

    def _source_ruling(self, p: Parts, at: Span) -> s.SourceRuling:
        return s.SourceRuling(reason=_text(p[0]), span=at)

    def _source_house(self, p: Parts, at: Span) -> s.SourceHouse:
        return s.SourceHouse(note=_text(p[0]) if p[0] else "", span=at)

    def _for_action(self, p: Parts, at: Span) -> s.ForAction:
        actions, ask, when, *body = p
        return s.ForAction(actions=actions, ask=self.word(ask), when=when, body=tuple(body), span=at)

    def _at_step(self, p: Parts, at: Span) -> s.AtStep:
        return s.AtStep(step=self.word(p[0]), when=p[1], body=tuple(p[2:]), span=at)

    def _require(self, p: Parts, at: Span) -> s.Require:
        return s.Require(condition=p[0], given=p[1] or (), span=at)

    def _skip(self, p: Parts, at: Span) -> s.Skip:
        return s.Skip(item=self.word(p[0]), when=p[1], span=at)

    def _action(self, p: Parts, at: Span) -> s.Action:
        name, instead, *lines = p
        return s.Action(
            name=self.word(name),
            instead_of=self.word(instead),
            arguments=tuple(x for x in lines if isinstance(x, s.Argument)),
            same=tuple(x for x in lines if isinstance(x, s.SameSwapped)),
            span=at,
        )

    def _argument(self, p: Parts, at: Span) -> s.Argument:
        return s.Argument(name=self.word(p[0]), domain=p[1], span=at)

    def _same_swapped(self, p: Parts, at: Span) -> s.SameSwapped:
        return s.SameSwapped(first=self.word(p[0]), second=self.word(p[1]), when=p[2], span=at)

    def _score(self, p: Parts, at: Span) -> s.Score:
        return s.Score(each=p[0], points=p[1], span=at)

    def _elements(self, p: Parts, at: Span) -> s.Elements:
        return s.Elements(element=self.word(p[0]), of=p[1], span=at)

    def _rank(self, p: Parts, at: Span) -> s.Rank:
        return s.Rank(value=p[0], span=at)

    def _rank_shared(self, _p: Parts, at: Span) -> s.Rank:
        return s.Rank(value=None, span=at)

    def _sides(self, p: Parts, at: Span) -> s.Sides:
        return s.Sides(sides=tuple(p), span=at)

    def _invariant(self, p: Parts, at: Span) -> s.Invariant:
        return s.Invariant(each=p[0], condition=p[1], span=at)

    def _follows(self, p: Parts, at: Span) -> s.Follows:
        return s.Follows(rules=p[0], span=at)

    # ---- effects

    def _let(self, p: Parts, at: Span) -> s.Let:
        return s.Let(name=self.word(p[0]), value=p[1], span=at)

    def _assign(self, p: Parts, at: Span) -> s.Assign:
        return s.Assign(place=p[0], value=p[1], span=at)

    def _assign_no(self, p: Parts, at: Span) -> s.Assign:
        return s.Assign(place=p[0], value=None, span=at)

    def _put(self, p: Parts, at: Span) -> s.Put:
        return s.Put(record=p[0], on=p[1], span=at)

    def _move(self, p: Parts, at: Span) -> s.Move:
        return s.Move(pieces=p[0], source=p[1], target=p[2], span=at)

    def _remove(self, p: Parts, at: Span) -> s.Remove:
        return s.Remove(pieces=p[0], source=p[1], span=at)

    def _all_pieces(self, _p: Parts, at: Span) -> s.AllPieces:
        return s.AllPieces(span=at)

    def _top_pieces(self, p: Parts, at: Span) -> s.TopPieces:
        return s.TopPieces(count=p[0], span=at)

    def _these_pieces(self, p: Parts, at: Span) -> s.ThesePieces:
        return s.ThesePieces(pieces=p[0], span=at)

    def _shuffle(self, p: Parts, at: Span) -> s.Shuffle:
        return s.Shuffle(zone=p[0], span=at)

    def _show(self, p: Parts, at: Span) -> s.Show:
        return s.Show(what=p[0], span=at)

    def _end(self, _p: Parts, at: Span) -> s.End:
        return s.End(span=at)

    def _for_each(self, p: Parts, at: Span) -> s.ForEach:
        return s.ForEach(element=self.word(p[0]), of=p[1], effects=tuple(p[2:]), span=at)

    def _when_do(self, p: Parts, at: Span) -> s.When:
        return s.When(condition=p[0], effects=tuple(p[1:]), span=at)

    # ---- what one layer does to those beneath

    def _replace_define(self, p: Parts, at: Span) -> s.ReplaceDefine:
        return s.ReplaceDefine(define=p[0], span=at)

    def _replace_rule(self, p: Parts, at: Span) -> s.ReplaceRule:
        return s.ReplaceRule(id=self.word(p[0]), lines=tuple(p[1:]), span=at)

    def _amend_rule(self, p: Parts, at: Span) -> s.AmendRule:
        return s.AmendRule(id=self.word(p[0]), lines=tuple(p[1:]), span=at)

    def _remove_rule(self, p: Parts, at: Span) -> s.RemoveRule:
        return s.RemoveRule(id=self.word(p[0]), reason=_text(p[1]), span=at)

    def _set_param(self, p: Parts, at: Span) -> s.SetParam:
        return s.SetParam(name=self.word(p[0]), values=_flat(p[1]), span=at)

    def _add_members(self, p: Parts, at: Span) -> s.AddMembers:
        return s.AddMembers(kind=self.word(p[0]), members=p[1], span=at)

    def _add_fields(self, p: Parts, at: Span) -> s.AddFields:
        return s.AddFields(board=self.word(p[0]), fields=tuple(p[1:]), span=at)

    def _insert_after(self, p: Parts, at: Span) -> s.Insert:
        return s.Insert(where=s.Where.AFTER, anchor=self.word(p[0]), items=tuple(p[1:]), span=at)

    def _insert_before(self, p: Parts, at: Span) -> s.Insert:
        return s.Insert(where=s.Where.BEFORE, anchor=self.word(p[0]), items=tuple(p[1:]), span=at)

    def _replace_step(self, p: Parts, at: Span) -> s.ReplaceStep:
        return s.ReplaceStep(name=self.word(p[0]), items=tuple(p[1:]), span=at)

    def _remove_step(self, p: Parts, at: Span) -> s.RemoveStep:
        return s.RemoveStep(name=self.word(p[0]), reason=_text(p[1]), span=at)


def _text(token: Any) -> str:
    return str(token)[1:-1]


def _flat(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the values of a table: expressions as they are, or the arms inside the one tuple there is."""
    return values[0] if len(values) == 1 and isinstance(values[0], tuple) else values
