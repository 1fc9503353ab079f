"""Pieces that cannot be where a rule looks for them, and marks on pieces that keep none."""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known.estimate import Known
from tilelaw_dsl.doubts.places import Doubter, flow_items


def doubt_pieces(doubter: Doubter) -> None:
    """Look through all that is moved and marked."""
    for consequence in doubter.game.consequences:
        domains: dict[str, ir.Expr] = {}
        known = doubter.known_with(consequence.trigger)
        if isinstance(consequence.trigger, ir.AfterAnswer):
            arguments = doubter.action(consequence.trigger.action).arguments
            domains = {argument.name: argument.domain for argument in arguments}
        for effect in ir.walk(*consequence.effects):
            match effect:
                case ir.ForEach(element, over):
                    domains[element] = over
                    _same_pieces(doubter, effect, consequence.rule, known)
                case ir.MovePieces(ir.TopPieces(count), source):
                    _too_many(doubter, count, source.zone, consequence.rule, known)
                case ir.MovePieces(ir.ThesePieces(pieces), source):
                    _elsewhere(doubter, pieces, source.zone, consequence.rule, domains)
                    _of_another(doubter, effect, consequence, domains)
                case ir.SetMark(of=of):
                    _unmarked(doubter, effect, _zone_of(of, domains), consequence)
                case _:
                    pass
    _mixed_late(doubter)


def _same_pieces(doubter: Doubter, loop: ir.ForEach, rule: str, known: Known) -> None:
    """Tell pieces that are taken again for each element: all is done at once, so that they are the same ones."""
    if doubter.estimator.many(loop.over, known).least < 2:
        return
    for effect in loop.effects:
        match effect:
            case ir.MovePieces(ir.TopPieces() | ir.AllPieces(), source) if loop.element not in ir.names_in(source):
                message = (
                    f"all of `{doubter.text(loop.over)}` take the same pieces of `{source.zone}`; that stops the game"
                )
                hint = f"let them take in turn: `each dealing as {loop.element} in …` in the flow, with a step in it"
                doubter.warn(Code.CLASH, message, doubter.span(effect), rule=rule, hint=hint)
            case _:
                pass


def _mixed_late(doubter: Doubter) -> None:
    """Tell a zone from the top of which is taken before it was ever mixed, though it is mixed later."""
    at: dict[str, list[tuple[ir.Consequence, ir.ShuffleZone]]] = {}
    for consequence in doubter.game.consequences:
        for node in ir.walk(*consequence.effects):
            if isinstance(node, ir.ShuffleZone):
                at.setdefault(node.zone.zone, []).append((consequence, node))
    places = {item.name: place for place, item in enumerate(flow_items(doubter.game.flow))}
    for zone, mixed in at.items():
        if any(consequence.when is not None for consequence, _ in mixed):  # perhaps the others are for when it is not
            continue
        steps = {c.trigger.step for c, _ in mixed if isinstance(c.trigger, ir.AtStep)}
        first = min(places[step] for step in steps)
        for consequence in doubter.game.consequences:
            match consequence.trigger:
                case ir.AtStep(step) if {step} == steps:
                    message = f"`{zone}` is mixed after this: at a step the shuffle comes last, wherever it stands"
                    hint = (
                        f"mix at a step of its own before it: `step mix` in the flow, and `at mix` / `shuffle {zone}`"
                    )
                case ir.AtStep(step) if places[step] < first and _declared(doubter, zone).starts:
                    message = (
                        f"`{zone}` is mixed only after this, and lies in the order in which it is declared till then"
                    )
                    hint = f"let the step that mixes it stand before `step {step}` in the flow"
                case _:
                    continue
            for node in ir.walk(*consequence.effects):
                match node:
                    case ir.MovePieces(ir.TopPieces(), ir.ZoneRef(source)) if source == zone:
                        span = doubter.span(mixed[0][1])
                        also = {span: "the only shuffle" if len(mixed) == 1 else "the first shuffle"} if span else {}
                        where = doubter.span(node)
                        doubter.warn(Code.MIXED_TOO_LATE, message, where, rule=consequence.rule, hint=hint, also=also)
                    case _:
                        pass


def _of_another(
    doubter: Doubter, effect: ir.MovePieces, consequence: ir.Consequence, domains: dict[str, ir.Expr]
) -> None:
    """Tell a piece that is chosen out of what is yours and taken from the player before you, who is not asked."""
    match effect, consequence.trigger:
        case ir.MovePieces(ir.ThesePieces(ir.Local(name)), ir.ZoneRef(zone, owner)), ir.AfterAnswer(action, _):
            pass
        case _:
            return
    yours = ir.ZoneOf(zone, ir.Local("you"))
    if owner is None or domains.get(name) not in (yours, ir.AsSet(yours)) or doubter.game.players < 2:
        return
    asked = [x.of for x in flow_items(doubter.game.flow) if isinstance(x, ir.Ask) and action in x.actions]
    together = [c for c in doubter.game.consequences if c.trigger == consequence.trigger]
    others = [
        m for m in ir.walk(*together) if isinstance(m, ir.MovePieces) and m.source.zone == zone and m is not effect
    ]
    required = [r for r in doubter.game.requirements if r.action == action]
    conditions = [*required, *([consequence.when] if consequence.when is not None else [])]
    is_known = ir.ZoneOf(zone, owner) in ir.walk(*conditions)
    if asked and all(of == ir.NextPlayer(owner) for of in asked) and not others and not is_known:
        whose = doubter.text(owner)
        hint = f"write `from {zone}(you)`"
        if effect.target == ir.ZoneRef(zone, ir.Local("you")):
            hint += f" and `to {zone}({whose})`"
        message = (
            f"`{name}` is chosen out of `{zone}(you)` and taken from `{zone}({whose})`, and `you` is not `{whose}`"
        )
        doubter.warn(Code.NOT_THERE, message, doubter.span(effect), rule=consequence.rule, hint=hint)


def _zone_of(node: ir.Expr, domains: dict[str, ir.Expr]) -> str | None:
    """Return the one zone in which what an expression names lies, if that can be said."""
    match node:
        case ir.ZoneOf(zone):
            return zone
        case ir.AsSet(of) | ir.First(of) | ir.Nth(of) | ir.Narrow(of) | ir.Tied(of):
            return _zone_of(of, domains)
        case ir.SetAlgebra(ir.SetOperator.EXCEPT | ir.SetOperator.INTERSECTION, left):
            return _zone_of(left, domains)
        case ir.Local(name) if name in domains:
            return _zone_of(domains[name], {other: of for other, of in domains.items() if other != name})
        case _:
            return None


def _declared(doubter: Doubter, name: str) -> ir.ZoneDecl:
    return next(zone for zone in doubter.game.zones if zone.name == name)


def _elsewhere(doubter: Doubter, pieces: ir.Expr, source: str, rule: str, domains: dict[str, ir.Expr]) -> None:
    """Tell pieces that are chosen out of one zone and taken from another; where there are several alike both may be."""
    home = _zone_of(pieces, domains)
    kind = next((k for k in doubter.game.kinds if k.name == _declared(doubter, source).of.name), None)
    if home is None or home == source or kind is None or any(member.copies != 1 for member in kind.members):
        return
    if any(count != 1 for zone in doubter.game.zones if zone.of.name == kind.name for _, count in zone.starts):
        return
    message = f"`{doubter.text(pieces)}` lies in `{home}`, so there is nothing to take from `{source}`"
    doubter.warn(Code.NOT_THERE, message, doubter.span(pieces), rule=rule, hint=f"write `from {home}`")


def _too_many(doubter: Doubter, count: ir.Expr, zone: str, rule: str, known: Known) -> None:
    """Tell more pieces to be taken than there can ever be in a zone."""
    there = doubter.checked.pieces[zone]
    least = doubter.estimator.range(count, known).low
    if least > there:
        message = f"`{zone}` never holds more than {there}, so this takes all of them"
        hint = "write `all` if that is meant"
        doubter.warn(Code.NOT_THERE, message, doubter.span(count), rule=rule, hint=hint)


def _unmarked(doubter: Doubter, effect: ir.SetMark, zone: str | None, consequence: ir.Consequence) -> None:
    """Tell a mark that is given to a piece outside all rows, unless the same moment brings it into one."""
    if zone is None or _declared(doubter, zone).order is ir.Order.ROW:
        return
    together = [c for c in doubter.game.consequences if c.trigger == consequence.trigger]
    moves = [m for m in ir.walk(*together) if isinstance(m, ir.MovePieces) and m.source.zone == zone]
    if any(m.target is not None and _declared(doubter, m.target.zone).order is ir.Order.ROW for m in moves):
        return
    message = f"`{zone}` is a {_declared(doubter, zone).order}, and a mark stays only on pieces in a row"
    hint = "mark the piece when it comes into a row, or keep it in a variable: `var x(KIND): …`"
    doubter.warn(Code.NOT_THERE, message, doubter.span(effect), rule=consequence.rule, hint=hint)
