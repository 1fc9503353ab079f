"""From a merged text to a game: the driver of the typed passes.

    Merged                          one text, all layers applied
       |
       |   declare                  declarations -> tables of kinds, boards, zones ... (`world`)
       v
     World
       |
       |   relations                conditions on two cells -> the neighbours of each cell
       |   expressions.definitions  `define` lines -> signatures, each after those it mentions
       v
     Scope                          world, report and signatures: handed down to all that follows
       |
       |   flow.survey              flow -> the names bound at each step, ask and loop
       v
    FlowMap
       |
       |   rules                    every clause of every rule, by the pass that knows its form:
       |      actions                  what an answer consists of
       |      requirements             what is required of it
       |      effects                  what changes
       |      scoring                  how a game is won, what always holds
       |      citations                titles and sources
       |      narrowing                where an argument need not be looked for
       v
   RuleChecker                      IR of all rules
       |
       |   flow.FlowBuilder         flow -> IR, with what each resting place carries
       v
    ir.Game

What readers are told (`texts`) is no part of a game, and is checked when somebody wants it.

Each pass sees those above it in this column only through what they return. All report what they find and go on;
a game comes out only when nothing was wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.actions import declared_actions
from tilelaw_dsl.check.costs.questions import judged
from tilelaw_dsl.check.declare import declare
from tilelaw_dsl.check.declare.kinds import type_of
from tilelaw_dsl.check.expressions import expect
from tilelaw_dsl.check.expressions.definitions import type_definitions
from tilelaw_dsl.check.expressions.infer import infer
from tilelaw_dsl.check.expressions.scope import Env, Notes, Scope
from tilelaw_dsl.check.flow import FlowBuilder, FlowMap, survey
from tilelaw_dsl.check.relations import settle_relations
from tilelaw_dsl.check.rules import RuleChecker
from tilelaw_dsl.check.texts import texts_of
from tilelaw_dsl.check.types import PLAYER
from tilelaw_dsl.check.world import DataFile
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.layers.merged import Merged
from tilelaw_dsl.layers.texts import Told
from tilelaw_dsl.source import NOWHERE


@dataclass(frozen=True, slots=True)
class Checked:
    """A game, and where in the text its parts were written: what doubts about it are told with."""

    merged: Merged
    flow: FlowMap
    scope: Scope
    game: ir.Game
    pieces: dict[str, int]
    """How many pieces there can be in each zone at the most."""

    @property
    def notes(self) -> Notes:
        """What is known of the parts of the typed rules."""
        return self.scope.notes


def check_told(checked: Checked, told: Mapping[str, Told], report: Report) -> tuple[ir.Texts, ...]:
    """Return what readers of a game are told, one record for each language."""
    return texts_of(replace(checked.scope, report=report), checked.merged.rules, told)


def check(merged: Merged, data: DataFile, report: Report) -> Checked | None:
    """Return the game a merged text describes, or nothing when it has errors."""
    draft = declare(merged, data, report)
    if draft is None:
        return None
    declared = declared_actions(merged, report)
    scope = Scope(
        world=draft.world,
        report=report,
        walk=infer,
        type_of=lambda node: type_of(draft, node),
        needs={name: need for name, need in merged.needs.items() if isinstance(need, s.NeedsDefine)},
        actions=declared.keys(),
        homes={c.name.text: r.id.text for r in merged.rules.values() for c in r.clauses if isinstance(c, s.Define)},
    )
    settle_relations(scope, [d for d in merged.declarations.values() if isinstance(d, s.Board)])
    type_definitions(scope)
    if not merged.flow:
        report.add(Code.NO_FLOW, f"`{merged.name}` has no flow", NOWHERE, hint="a game needs a `flow`")
        return None
    flow = survey(scope, {name: action.written for name, action in declared.items()}, merged.flow)
    rules = RuleChecker(scope, merged, flow, declared)
    rules.check()
    zones = {name: _with_glimpses(scope, zone, merged, flow) for name, zone in scope.world.zones.items()}
    for need in merged.missing:
        _report_need(merged, need, report)
    if report.has_errors:
        return None
    game = judged(_game(scope, merged, flow, rules, zones), scope.notes, scope.world, report)
    pieces = {name: scope.world.pieces(zone) for name, zone in zones.items()}
    return None if report.has_errors else Checked(merged, flow, scope, game, pieces)


def _report_need(merged: Merged, need: s.NeedsKinds | s.NeedsDefine, report: Report) -> None:
    """Report a need that is open: at the layer that has it, or, if others stand on that, at the topmost."""
    top, name = merged.layers[-1], need.name.text
    if merged.places[top].holds(need.span):
        message, hint = f"nothing supplies `{name}`, which a layer needs", "a layer above has to declare it"
        report.add(Code.UNFILLED_NEED, message, need.name.span, hint=hint)
        return
    message = f"`{top}` does not supply `{name}`, which a layer beneath needs"
    asked = need.span.text.removeprefix("needs ")
    written = f"define {asked} = …" if isinstance(need, s.NeedsDefine) else f"{asked}: …"
    report.add(
        Code.UNFILLED_NEED,
        message,
        merged.places[top].first_line,
        labels=[(need.name.span, "needed here")],
        hint=f"declare it there: `{written}`",
    )


def _game(
    scope: Scope,
    merged: Merged,
    flow: FlowMap,
    rules: RuleChecker,
    zones: dict[str, ir.ZoneDecl],
) -> ir.Game:
    """Put together what the passes have made of a text without errors."""
    world = scope.world
    stores: list[ir.ZoneDecl | ir.VariableDecl] = [*zones.values(), *world.variables.values()]
    hidden = frozenset(store.name for store in stores if store.seen_by is not ir.Viewers.ALL)
    glimpses = tuple(glimpse for zone in zones.values() for glimpse in zone.glimpses)
    builder = FlowBuilder(flow, rules.actions, rules.requirements, rules.consequences, rules.skips, hidden, glimpses)
    return ir.Game(
        name=merged.name,
        players=merged.players,
        title=merged.title,
        layers=merged.layers,
        editions=tuple(merged.editions.items()),
        rules=tuple(rules.rules),
        kinds=tuple(world.kinds.values()),
        records=tuple(world.records.values()),
        tables=tuple(world.tables.values()),
        boards=tuple(world.boards.values()),
        zones=tuple(zones.values()),
        marks=tuple(world.marks.values()),
        variables=tuple(world.variables.values()),
        defines=tuple(_define(scope, name) for name in world.defines),
        actions=tuple(rules.actions.values()),
        requirements=tuple(rules.requirements),
        consequences=tuple(rules.consequences),
        scores=tuple(rules.scoring.scores),
        ranks=tuple(rules.scoring.ranks),
        sides=rules.scoring.sides,
        invariants=tuple(rules.scoring.invariants),
        flow=builder.build(merged.flow),
    )


def _define(scope: Scope, name: str) -> ir.Define:
    signature = scope.signatures[name]
    assert signature.type is not None, "a definition without a type was reported"
    return ir.Define(name, signature.parameters, signature.type, signature.body, scope.homes.get(name, ""))


def _with_glimpses(scope: Scope, zone: ir.ZoneDecl, merged: Merged, flow: FlowMap) -> ir.ZoneDecl:
    """Return a zone with the asks during which the player asked sees it."""
    written = merged.declarations[zone.name]
    assert isinstance(written, s.Zone)
    glimpses = []
    for option in written.options:
        if not isinstance(option, s.SeenWhile):
            continue
        ask = option.ask.text
        if not isinstance(flow.items.get(ask), s.Ask):
            if ask not in flow.items:
                scope.error(Code.UNKNOWN_STEP, f"no ask is called `{ask}`", option.ask.span)
            continue
        env = Env({**flow.envs[ask].locals, "you": PLAYER})
        when = expect.condition(scope, option.when, env).node if option.when is not None else None
        glimpses.append(ir.Glimpse(ask, when))
    return replace(zone, glimpses=tuple(glimpses))
