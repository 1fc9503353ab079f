"""From a merged text to a game: the driver of the typed passes.

declarations (`world`) -> scopes of the flow (`course`) -> rules (`clauses`) -> flow with what it carries
(`course`). Each pass reports what it finds; a game comes out only when nothing was wrong.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.declare import Declarer
from tilelaw_dsl.check.flow import Builder, Course, Surveyor
from tilelaw_dsl.check.infer import Expressions
from tilelaw_dsl.check.rules import Clauses
from tilelaw_dsl.check.scope import Env
from tilelaw_dsl.check.texts import texts_of
from tilelaw_dsl.check.types import PLAYER
from tilelaw_dsl.check.world import DataFile
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.layers.merge import Merged
from tilelaw_dsl.source import NOWHERE


def check(merged: Merged, data: DataFile, report: Report) -> ir.Game | None:
    """Return the game a merged text describes, or nothing when it has mistakes."""
    before = len(report.items)
    declarer = Declarer(merged, data, report)
    world = declarer.run()
    needs = {name: need for name, need in merged.needs.items() if isinstance(need, s.NeedsDefine)}
    written = _actions(merged, report)
    expressions = Expressions(world, report, declarer.type, needs, set(written))
    rules = merged.rules.values()
    homes = {c.name.text: r.id.text for r in rules for c in r.clauses if isinstance(c, s.Define)}
    expressions.lookup.prepare(homes)
    if not merged.flow:
        report.add(Code.NO_FLOW, f"`{merged.name}` has no flow", NOWHERE, hint="a game needs a `flow`")
        return None
    course = Surveyor(expressions, {name: action for name, (action, _) in written.items()}).survey(merged.flow)
    clauses = Clauses(merged, expressions, course, written)
    clauses.check()
    zones = {name: _with_glimpses(zone, merged, course, expressions) for name, zone in world.zones.items()}
    for need in merged.missing:
        report.add(
            Code.UNFILLED_NEED,
            f"nothing supplies `{need.name.text}`, which a layer needs",
            need.name.span,
            hint="a layer above has to declare it",
        )
    texts = texts_of(merged, clauses.citations.filled)
    if len(report.items) > before:
        return None
    builder = Builder(course, clauses.actions, clauses.requirements.found, clauses.consequences, clauses.skips, zones)
    flow = builder.build(merged.flow)
    defines = []
    for name in world.defines:
        signature = expressions.lookup.signatures[name]
        assert signature.type is not None, "a definition without a type was reported"
        defines.append(ir.Define(name, signature.parameters, signature.type, signature.body, homes.get(name, "")))
    return ir.Game(
        name=merged.name,
        players=merged.players,
        title=merged.title,
        layers=merged.layers,
        editions=tuple(merged.editions.items()),
        rules=tuple(clauses.rules),
        kinds=tuple(world.kinds.values()),
        records=tuple(world.records.values()),
        tables=tuple(world.tables.values()),
        boards=tuple(world.boards.values()),
        zones=tuple(zones.values()),
        marks=tuple(world.marks.values()),
        variables=tuple(world.variables.values()),
        defines=tuple(defines),
        actions=tuple(clauses.actions.values()),
        requirements=tuple(clauses.requirements.found),
        consequences=tuple(clauses.consequences),
        scores=tuple(clauses.scoring.scores),
        ranks=tuple(clauses.scoring.ranks),
        sides=clauses.scoring.sides,
        invariants=tuple(clauses.scoring.invariants),
        flow=flow,
        texts=texts,
    )


def _actions(merged: Merged, report: Report) -> dict[str, tuple[s.Action, str]]:
    found: dict[str, tuple[s.Action, str]] = {}
    for rule in merged.rules.values():
        for clause in rule.clauses:
            if not isinstance(clause, s.Action):
                continue
            known = found.get(clause.name.text)
            if known is not None:
                report.add(
                    Code.DECLARED_TWICE,
                    f"action `{clause.name.text}` is declared already",
                    clause.name.span,
                    labels=[(known[0].name.span, "first here")],
                    rule=rule.id.text,
                )
            else:
                found[clause.name.text] = (clause, rule.id.text)
    return found


def _with_glimpses(zone: ir.ZoneDecl, merged: Merged, course: Course, expressions: Expressions) -> ir.ZoneDecl:
    """Return a zone with the asks during which the player asked sees it."""
    written = merged.declarations[zone.name]
    assert isinstance(written, s.Zone)
    glimpses = []
    for option in written.options:
        if not isinstance(option, s.SeenWhile):
            continue
        if not isinstance(course.items.get(option.ask.text), s.Ask):
            if option.ask.text not in course.items:
                expressions.complain(Code.UNKNOWN_STEP, f"no ask is called `{option.ask.text}`", option.ask.span)
            continue
        scope = course.scopes[option.ask.text]
        env = Env({**scope.locals, "you": PLAYER})
        when = expressions.condition(option.when, env).node if option.when is not None else None
        glimpses.append(ir.Glimpse(option.ask.text, when))
    return ir.ZoneDecl(
        zone.name,
        zone.owned,
        zone.written,
        zone.order,
        zone.of,
        zone.by,
        zone.starts,
        zone.seen_by,
        tuple(glimpses),
    )
