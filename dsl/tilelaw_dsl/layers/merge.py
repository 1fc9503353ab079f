"""Applies the layers of a stack from the bottom up and gives one text.

Two layers that are not ordered by `on` are siblings: they may not touch the same rule, parameter, name or place
in the flow, whatever they do to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report, nearest
from tilelaw_dsl.layers.editions import Said, editions_of, said_about
from tilelaw_dsl.layers.library import Library, Stack
from tilelaw_dsl.layers.texts import Topic, texts_in
from tilelaw_dsl.source import NOWHERE, Span


@dataclass(frozen=True)
class MergedRule:
    """A rule after all layers have spoken."""

    id: s.Word
    layer: str
    changed_by: tuple[str, ...]
    title: s.Title | None
    bases: tuple[s.Basis, ...]
    clauses: tuple[s.Clause, ...]
    anew_on: str
    """The layer that gave the whole rule, or made it the house's; what editions say beneath it is about another."""
    titled_on: str
    """The layer that gave the title."""
    said: tuple[Said, ...] = ()
    said_on: str = ""
    """The layer on which editions speak of it, if they do."""

    @property
    def citations(self) -> tuple[Said | s.Basis, ...]:
        """Return everything that the rule rests on."""
        return (*self.said, *self.bases)


@dataclass
class Merged:
    """A ruleset as one text."""

    name: str
    players: int
    layers: tuple[str, ...]
    title: str = ""
    editions: dict[str, str] = field(default_factory=dict)
    """The titles of the editions that speak on its layers."""
    texts: dict[str, dict[Topic, s.Text]] = field(default_factory=dict)
    """What readers are told, by language."""
    declarations: dict[str, s.Declaration] = field(default_factory=dict)
    needs: dict[str, s.NeedsKinds | s.NeedsDefine] = field(default_factory=dict)
    rules: dict[str, MergedRule] = field(default_factory=dict)
    removed: set[str] = field(default_factory=set)
    """Rules that a layer took away: others may still say that they follow from them."""
    flow: tuple[s.FlowItem, ...] = ()

    @property
    def missing(self) -> list[s.NeedsKinds | s.NeedsDefine]:
        """Return what no layer supplies."""
        defined = {d.name.text for d in self.declarations.values()}
        for rule in self.rules.values():
            defined |= {c.name.text for c in rule.clauses if isinstance(c, s.Define)}
        return [need for name, need in self.needs.items() if name not in defined]


def merge(library: Library, layers: Stack, report: Report) -> Merged:
    """Apply the layers of a stack from the bottom up."""
    merged = Merged(layers.name, layers.players, tuple(layer.name.text for layer in layers.layers))
    touched: dict[str, tuple[str, Span]] = {}
    merged.rules[s.NOT_ASKED] = _not_asked(merged.layers[0])
    for layer in layers.layers:
        _Merger(library, merged, layer, touched, report).run()
    merged.rules[s.NOT_ASKED] = merged.rules.pop(s.NOT_ASKED)  # after those of the game
    _hear(library, merged)
    return merged


def _not_asked(layer: str) -> MergedRule:
    """Return the rule that every game has, as if its lowest layer had given it."""
    title = s.Title(text="Only the player asked answers, and only what was asked")
    ruling = s.Ruling(reason="reserved for refusals of the engine itself")
    return MergedRule(s.Word(text=s.NOT_ASKED), layer, (), title, (ruling,), (), layer, layer)


def _hear(library: Library, merged: Merged) -> None:
    """Add what editions say about the rules, and what readers are told."""
    merged.editions = {e.name.text: e.title for e in editions_of(library, merged.layers)}
    said = said_about(library, merged.layers)
    for id_, rule in merged.rules.items():
        lowest = merged.layers.index(rule.anew_on)
        for layer in reversed(merged.layers[lowest:]):
            if here := said.get(id_, {}).get(layer):
                merged.rules[id_] = replace(rule, said=tuple(here), said_on=layer)
                break
    titled_on = {id_: rule.titled_on for id_, rule in merged.rules.items()}
    merged.texts = texts_in(library, merged.layers, merged.players, titled_on, flow_names(merged.flow))


@dataclass
class _Merger:
    """Applies one layer."""

    library: Library
    merged: Merged
    layer: s.Layer
    touched: dict[str, tuple[str, Span]]
    report: Report

    def run(self) -> None:
        inserts: list[s.Insert] = []
        for item in self.layer.items:
            match item:
                case s.Title():
                    if not self.layer.counts:
                        self.merged.title = item.text
                case s.Players() | s.House() | s.Look():
                    pass
                case s.NeedsKinds() | s.NeedsDefine():
                    self.merged.needs[item.name.text] = item
                case s.Flow():
                    self._flow(item)
                case s.Rule():
                    self._add_rule(item)
                case s.ReplaceDefine():
                    name = item.define.name
                    if self._lookup(name, s.Define, "definition outside a rule") is not None:
                        self._touch(f"the name `{name.text}`", name.span)
                        self.merged.declarations[name.text] = item.define
                case s.ReplaceRule():
                    self._replace_rule(item)
                case s.AmendRule():
                    self._amend_rule(item)
                case s.RemoveRule():
                    if self._known_rule(item.id) and self._may_be_removed(item.id):
                        self._touch(f"rule {item.id.text}", item.id.span)
                        del self.merged.rules[item.id.text]
                        self.merged.removed.add(item.id.text)
                case s.SetParam():
                    self._set_param(item)
                case s.AddMembers():
                    self._add_members(item)
                case s.AddFields():
                    self._add_fields(item)
                case s.Insert():
                    inserts.append(item)
                case s.ReplaceStep():
                    self._edit_flow(item.name, item.items, keep=None)
                case s.RemoveStep():
                    self._edit_flow(item.name, (), keep=None)
                case _:
                    self._declare(item)
        # Later insertions at one place come later: those after an anchor are made from the last.
        for insert in reversed([i for i in inserts if i.where is s.Where.AFTER]):
            self._edit_flow(insert.anchor, insert.items, keep=insert.where)
        for insert in [i for i in inserts if i.where is s.Where.BEFORE]:
            self._edit_flow(insert.anchor, insert.items, keep=insert.where)

    def _sorted_lines(self, lines: tuple[s.RuleLine, ...]) -> tuple[tuple[s.Basis, ...], tuple[s.Clause, ...]]:
        """Return what a rule rests on, and what it says; a new title alone makes it no rule of the house."""
        bases = tuple(x for x in lines if isinstance(x, s.Basis))
        clauses = tuple(x for x in lines if not isinstance(x, s.Basis))
        if clauses and not bases:
            bases = tuple(item for item in self.layer.items if isinstance(item, s.House))[:1]
        return bases, clauses

    def _touch(self, what: str, span: Span) -> None:
        """Remember who changes what; report two siblings that change the same."""
        known = self.touched.get(what)
        name = self.layer.name.text
        if known is not None and known[0] != name and known[0] not in self.library.under(name):
            self.report.add(
                Code.SIBLINGS_CLASH,
                f"`{known[0]}` and `{name}` both change {what}, and neither stands on the other",
                span,
                labels=[(known[1], f"`{known[0]}` does it here")],
                hint="let one say `on` the other, or use one at a time",
            )
        self.touched[what] = (name, span)

    def _declare(self, item: s.Declaration) -> None:
        name = item.name.text
        known = self.merged.declarations.get(name)
        if known is not None:
            self.report.add(
                Code.DECLARED_TWICE,
                f"`{name}` is declared already",
                item.name.span,
                labels=[(known.name.span, "first here")],
                hint="a definition is changed by `replace define`, a parameter by `set`; else choose another name",
            )
            return
        self._touch(f"the name `{name}`", item.name.span)
        self.merged.declarations[name] = item

    # ---- rules

    def _known_rule(self, id_: s.Word) -> bool:
        if id_.text in self.merged.rules:
            return True
        self.report.add(
            Code.UNKNOWN_RULE,
            f"no rule is called `{id_.text}` in the layers below",
            id_.span,
            hint=nearest(id_.text, self.merged.rules),
        )
        return False

    def _may_be_removed(self, id_: s.Word) -> bool:
        if id_.text == s.NOT_ASKED:
            message = f"`{id_.text}` belongs to every game and cannot be removed"
            self.report.add(Code.UNKNOWN_RULE, message, id_.span)
        return id_.text != s.NOT_ASKED

    def _add_rule(self, rule: s.Rule) -> None:
        known = self.merged.rules.get(rule.id.text)
        if known is not None:
            hint = ""
            if rule.id.text == s.NOT_ASKED:
                hint = f"every game has it: leave it out, or write `amend rule {s.NOT_ASKED}` to give it another title"
            elif known.layer != self.layer.name.text:
                hint = f"to change it write `amend rule {rule.id.text}` or `replace rule {rule.id.text}`"
            self.report.add(
                Code.RULE_TWICE,
                f"rule `{rule.id.text}` exists already",
                rule.id.span,
                labels=[(known.id.span, "first here")] if known.id.span != NOWHERE else [],
                hint=hint,
            )
            return
        self._touch(f"rule {rule.id.text}", rule.id.span)
        name = self.layer.name.text
        bases, clauses = self._sorted_lines(rule.lines)
        self.merged.rules[rule.id.text] = MergedRule(rule.id, name, (), rule.title, bases, clauses, name, name)

    def _replace_rule(self, item: s.ReplaceRule) -> None:
        if not self._known_rule(item.id):
            return
        self._touch(f"rule {item.id.text}", item.id.span)
        old = self.merged.rules[item.id.text]
        name = self.layer.name.text
        changed = (*old.changed_by, name)
        bases, clauses = self._sorted_lines(item.lines)
        self.merged.rules[item.id.text] = MergedRule(
            item.id, old.layer, changed, item.title, bases, clauses, name, name
        )

    def _amend_rule(self, item: s.AmendRule) -> None:
        if not self._known_rule(item.id):
            return
        self._touch(f"rule {item.id.text}", item.id.span)
        old = self.merged.rules[item.id.text]
        name = self.layer.name.text
        bases, clauses = self._sorted_lines(item.lines)
        # A rule of the house is the house's, whatever it rested on before.
        is_house = any(isinstance(b, s.House) for b in bases)
        kept = tuple(b for b in old.bases if not is_house and type(b) not in {type(b) for b in bases})
        self.merged.rules[item.id.text] = replace(
            old,
            changed_by=(*old.changed_by, name),
            title=item.title or old.title,
            bases=kept + bases,
            clauses=_swap(old.clauses, clauses),
            anew_on=name if is_house else old.anew_on,
            titled_on=name if item.title else old.titled_on,
        )

    # ---- declarations of lower layers

    def _lookup(self, word: s.Word, cls: type, what: str) -> s.Declaration | None:
        found = self.merged.declarations.get(word.text)
        if isinstance(found, cls):
            return found
        known = [n for n, d in self.merged.declarations.items() if isinstance(d, cls)]
        self.report.add(
            Code.UNKNOWN_DECLARATION, f"no {what} is called `{word.text}`", word.span, hint=nearest(word.text, known)
        )
        return None

    def _set_param(self, item: s.SetParam) -> None:
        known = self._lookup(item.name, s.Param, "parameter")
        if isinstance(known, s.Param):
            what = f"parameter `{item.name.text}`"
            before = self.touched.get(what)
            if before is not None and before[0] == self.layer.name.text:
                labels = [(before[1], "first here")]
                self.report.add(Code.DECLARED_TWICE, f"{what} is set twice in one layer", item.name.span, labels=labels)
            self._touch(what, item.name.span)
            self.merged.declarations[item.name.text] = replace(known, values=item.values)

    def _add_members(self, item: s.AddMembers) -> None:
        known = self._lookup(item.kind, s.KindsList, "list of kinds")
        if isinstance(known, s.KindsList):
            self._touch(f"kinds `{item.kind.text}`", item.kind.span)
            members = known.members + item.members
            self.merged.declarations[item.kind.text] = replace(known, members=members)

    def _add_fields(self, item: s.AddFields) -> None:
        known = self._lookup(item.board, s.Board, "board")
        if isinstance(known, s.Board):
            for added in item.fields:
                self._touch(f"field `{added.name.text}` of `{item.board.text}`", added.name.span)
            self.merged.declarations[item.board.text] = replace(known, fields=known.fields + item.fields)

    # ---- flow

    def _flow(self, item: s.Flow) -> None:
        if self.merged.flow:
            self.report.add(
                Code.SECOND_FLOW, "the layers below have a flow already", item.span, hint="use `insert`, `replace step`"
            )
            return
        self._touch("the flow", item.span)
        self.merged.flow = item.items

    def _edit_flow(self, name: s.Word, items: tuple[s.FlowItem, ...], *, keep: s.Where | None) -> None:
        """Put items in the place of a flow item, or beside it, on the side that `keep` says."""

        def change(old: s.FlowItem) -> tuple[s.FlowItem, ...]:
            match keep:
                case None:
                    return items
                case s.Where.AFTER:
                    return (old, *items)
                case s.Where.BEFORE:
                    return (*items, old)

        flow, found = _edited(self.merged.flow, name.text, change)
        if not found:
            self.report.add(
                Code.UNKNOWN_ANCHOR,
                f"nothing in the flow below is called `{name.text}`",
                name.span,
                hint=nearest(name.text, flow_names(self.merged.flow)),
            )
            return
        self._touch(f"the flow {keep or 'at'} `{name.text}`", name.span)
        self.merged.flow = flow


def flow_names(items: tuple[s.FlowItem, ...]) -> list[str]:
    """Return the names of all items of a flow."""
    return [n.name.text for item in items for n in s.walk(item) if isinstance(n, s.Step | s.Ask | s.Repeat | s.Each)]


def _edited(
    items: tuple[s.FlowItem, ...], name: str, change: Callable[[s.FlowItem], tuple[s.FlowItem, ...]]
) -> tuple[tuple[s.FlowItem, ...], bool]:
    result: list[s.FlowItem] = []
    found = False
    for item in items:
        if item.name.text == name:
            result.extend(change(item))
            found = True
            continue
        new = item
        match item:
            case s.Ask():
                branches = []
                for branch in item.branches:
                    inner, here = _edited(branch.items, name, change)
                    found = found or here
                    branches.append(replace(branch, items=inner))
                new = replace(item, branches=tuple(branches))
            case s.Repeat() | s.Each():
                inner, here = _edited(item.items, name, change)
                found = found or here
                new = replace(item, items=inner)
            case s.Step():
                pass
        result.append(new)
    return tuple(result), found


def clause_key(clause: s.Clause) -> tuple[str, ...]:
    """Return what an amendment swaps a clause by: its kind and what it is about."""
    match clause:
        case s.ForAction():
            kind = "require" if any(isinstance(x, s.Require) for x in clause.body) else "effect"
            return (kind, *(a.text for a in clause.actions), clause.ask.text if clause.ask else "")
        case s.AtStep():
            return ("at", clause.step.text)
        case s.Skip():
            return ("skip", clause.item.text)
        case s.Action() | s.Define():
            return (type(clause).__name__, clause.name.text)
        case s.Score() | s.Rank() | s.Sides() | s.Invariant() | s.Follows():
            return (type(clause).__name__,)


def _swap(old: tuple[s.Clause, ...], new: tuple[s.Clause, ...]) -> tuple[s.Clause, ...]:
    keys = {clause_key(c) for c in new}
    result: list[s.Clause] = []
    placed: set[tuple[str, ...]] = set()
    for clause in old:
        key = clause_key(clause)
        if key not in keys:
            result.append(clause)
        elif key not in placed:
            placed.add(key)
            result.extend(c for c in new if clause_key(c) == key)
    result.extend(c for c in new if clause_key(c) not in placed)
    return tuple(result)
