"""Applies the layers of a stack from the bottom up and gives one text."""

from __future__ import annotations

from dataclasses import replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.layers import declarations, flow, rules
from tilelaw_dsl.layers.applying import Applying
from tilelaw_dsl.layers.editions import editions_of, said_about
from tilelaw_dsl.layers.library import Library, Stack, by_path
from tilelaw_dsl.layers.merged import Merged, MergedRule
from tilelaw_dsl.layers.texts import Told, texts_in
from tilelaw_dsl.source import Span


def merge(library: Library, layers: Stack, report: Report) -> Merged:
    """Apply the layers of a stack from the bottom up."""
    places = {layer.name.text: layer.span for layer in layers.layers}
    merged = Merged(layers.name, layers.players, tuple(places), places, tuple(by_path(library, places)))
    touched: dict[str, tuple[str, Span]] = {}
    merged.rules[s.NOT_ASKED] = _not_asked(merged.layers[0])
    inserted = flow.insertions(library, layers.layers, report)
    for layer in layers.layers:
        _apply(Applying(library, merged, layer, touched, report), inserted)
    merged.rules[s.NOT_ASKED] = merged.rules.pop(s.NOT_ASKED)  # after those of the game
    _hear(library, merged)
    _take_over(layers, merged)
    return merged


def told_in(library: Library, merged: Merged) -> dict[str, Told]:
    """Return what readers of a ruleset are told, by language."""
    titled_on = {id_: rule.titled_on for id_, rule in merged.rules.items()}
    return texts_in(library, merged.layers, merged.players, titled_on, flow.flow_names(merged.flow))


def _not_asked(layer: str) -> MergedRule:
    """Return the rule that every game has, as if its lowest layer had given it."""
    title = s.Title(text="Only the player asked answers, and only what was asked")
    ruling = s.Ruling(reason=s.NOT_ASKED_REASON)
    return MergedRule(s.Word(text=s.NOT_ASKED), layer, (), title, (ruling,), (), layer, layer)


def _hear(library: Library, merged: Merged) -> None:
    """Add what editions say about the rules."""
    merged.editions = {e.name.text: e.title for e in editions_of(library, merged.layers)}
    said = said_about(library, merged.layers)
    for id_, rule in merged.rules.items():
        lowest = merged.layers.index(rule.anew_on)
        for layer in reversed(merged.layers[lowest:]):
            if here := said.get(id_, {}).get(layer):
                merged.rules[id_] = replace(rule, said=tuple(here), said_on=layer)
                break


def _take_over(layers: Stack, merged: Merged) -> None:
    """Let a mode of the house answer for the rules that it stands on and nobody has given a source."""
    paths = [layer.name.text for layer in layers.layers]
    for place, layer in enumerate(layers.layers):
        house = next((item for item in layer.items if isinstance(item, s.House)), None)
        if layer.role is not s.Role.MODE or house is None:
            continue
        for id_, rule in merged.rules.items():
            if not rule.citations and paths.index(rule.layer) < place:
                merged.rules[id_] = replace(rule, bases=(house,))


def _apply(applying: Applying, inserted: flow.Insertions) -> None:
    """Apply one layer."""
    for item in applying.layer.items:
        _apply_item(applying, item, inserted)
    flow.insert_all(applying, inserted)


def _apply_item(applying: Applying, item: s.Item, inserted: flow.Insertions) -> None:
    match item:
        case s.Title():
            if not item.text.strip():
                applying.report.add(Code.NO_TITLE, "this title is empty", item.span, hint="say what the game is called")
            if not applying.layer.counts:
                applying.merged.title = item.text
        case s.House() | s.Look() | s.Insert():
            pass  # heard with the rules; made when the rest of the layer is there
        case s.Players():
            declarations.change_players(applying, item)
        case s.NeedsKinds() | s.NeedsDefine():
            applying.merged.needs[item.name.text] = item
        case s.Flow():
            flow.begin_flow(applying, item)
        case s.Rule():
            rules.add_rule(applying, item)
        case s.ReplaceRule():
            rules.replace_rule(applying, item)
        case s.AmendRule():
            rules.amend_rule(applying, item)
        case s.RemoveRule():
            rules.remove_rule(applying, item)
        case s.Replace():
            declarations.replace_declaration(applying, item.declaration)
        case s.ReplaceField():
            declarations.replace_field(applying, item)
        case s.ReplaceRelation():
            declarations.replace_relation(applying, item.relation)
        case s.SetParam():
            declarations.set_param(applying, item)
        case s.AddMembers():
            declarations.add_members(applying, item)
        case s.AddTable():
            declarations.add_table(applying, item)
        case s.AddFields():
            declarations.add_fields(applying, item)
        case s.ReplaceStep():
            flow.replace_step(applying, item.name, item.items, inserted)
        case s.RemoveStep():
            flow.replace_step(applying, item.name, (), inserted)
        case _:
            declarations.declare(applying, item)
