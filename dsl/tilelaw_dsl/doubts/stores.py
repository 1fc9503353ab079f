"""What is kept and never looked at, or looked at and never given a value: variables, fields, marks, zones, arguments.

Whether a layer above makes use of it is not known here; who asks for doubts has to look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.types import PLAYER
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.places import Doubter, flow_items
from tilelaw_dsl.source import Span


def doubt_stores(doubter: Doubter) -> None:
    """Compare what is read with what is written."""
    game = doubter.game
    nodes = list(ir.walk(game))
    read = {store for node in nodes if (store := ir.store_of(node)) is not None} | set(_read_otherwise(nodes))
    written = set(written_by(nodes))
    for store, span in _kept(doubter):
        sort, name = store[0], store[-1]
        what = "zone" if sort == "zone" else name
        if store in read and store not in written:
            message = (
                f"nothing ever comes into `{name}`"
                if sort == "zone"
                else f"nothing gives `{name}` a value, so it is always blank"
            )
            doubter.warn(Code.NEVER_WRITTEN, message, span)
        elif store in read and (only := _only_blank(nodes, store)):
            message = f"`{name}` is only ever given `{only}`, which it is from the beginning"
            doubter.warn(Code.NEVER_WRITTEN, message, span)
        elif store in read and _only_less(doubter, store):
            message = f"`{name}` starts at 0, and is only ever made less"
            hint = f"give it what it begins with at a first step of the flow: `at setup` and beneath it `{name} := …`"
            doubter.warn(Code.NEVER_WRITTEN, message, span, hint=hint)
        elif store in written and store not in read:
            message = (
                f"pieces come into `{name}`, and nothing looks at it or takes them out"
                if what == "zone"
                else f"`{name}` is given values, and nothing reads them"
            )
            hint = (
                f"write `remove … from` where they leave the game, or let a rule use `{name}`" if what == "zone" else ""
            )
            doubter.warn(Code.NEVER_READ, message, span, hint=hint)
    _data(doubter, nodes)
    _arguments(doubter)
    _lets(doubter)
    _parameters(doubter)
    _idle_steps(doubter)
    _unread_players(doubter)


def written_by(nodes: Iterable[ir.Node]) -> Iterator[ir.Store]:
    """Yield the stores into which something comes, by effects or at the start."""
    for node in nodes:
        match node:
            case ir.SetCell(board, field):
                yield "cell", board, field
            case ir.Put(board, _, fields):
                yield from (("cell", board, field) for field in fields)
            case ir.SetMark(name):
                yield "mark", name
            case ir.SetVariable(name):
                yield "variable", name
            case ir.MovePieces(target=ir.ZoneRef(zone)):
                yield "zone", zone
            case ir.ZoneDecl() if node.starts:
                yield "zone", node.name
            case _:
                pass


BLANKS: dict[ir.Given, str] = {ir.Flag(False): "false", ir.Number(0): "0", ir.Nothing(): "none"}


def _only_blank(nodes: Iterable[ir.Node], store: ir.Store) -> str:
    """Return the blank value that is all a store is ever given, in words, or nothing."""
    given = {
        node.value
        for node in nodes
        if isinstance(node, ir.SetCell | ir.SetMark | ir.SetVariable) and store in written_by([node])
    }
    put = any(isinstance(node, ir.Put) and store in written_by([node]) for node in nodes)
    return BLANKS.get(given.pop(), "") if len(given) == 1 and not put else ""


def _only_less(doubter: Doubter, store: ir.Store) -> bool:
    """Say whether a number that cannot be below 0 is never given anything but less than it is."""
    types = {("variable", v.name): v.type for v in doubter.game.variables}
    type_ = types.get((store[0], store[-1]))
    if not isinstance(type_, ir.NumberType) or type_.low < 0:
        return False
    for consequence in doubter.game.consequences:
        known = doubter.known_with(consequence.trigger)
        for node in ir.walk(*consequence.effects):
            if isinstance(node, ir.SetVariable) and node.name == store[-1]:
                given = node.value.amount if isinstance(node.value, ir.Addition) else node.value
                if doubter.estimator.range(given, known).high > 0:
                    return False
    return True


def _read_otherwise(nodes: Iterable[ir.Node]) -> Iterator[ir.Store]:
    """Yield the zones from which pieces are taken."""
    for node in nodes:
        if isinstance(node, ir.MovePieces):
            yield "zone", node.source.zone


def _kept(doubter: Doubter) -> Iterator[tuple[ir.Store, Span]]:
    """Yield everything that a position keeps, with the place of its declaration."""
    for written in doubter.checked.merged.declarations.values():
        name = written.name
        match written:
            case s.Var():
                yield ("variable", name.text), name.span
            case s.Mark():
                yield ("mark", name.text), name.span
            case s.Zone():
                yield ("zone", name.text), name.span
            case s.Board():
                yield from ((("cell", name.text, f.name.text), f.name.span) for f in written.fields if not f.printed)
            case _:
                pass


def _data(doubter: Doubter, nodes: list[ir.Node]) -> None:
    """Tell fields of tables and records, and what is printed on cells, that nothing reads."""
    read = {(n.kind, n.field) for n in nodes if isinstance(n, ir.DataField)}
    read |= {(n.record, n.field) for n in nodes if isinstance(n, ir.RecordField)}
    read |= {(n.record, field) for n in nodes if isinstance(n, ir.Put) for field in n.fields}
    read |= {(zone.of.name, zone.by) for zone in doubter.game.zones}
    read |= {(n.board, n.field) for n in nodes if isinstance(n, ir.CellField)}
    whole = {type_.name for type_ in _compared(doubter, nodes)}
    for written in doubter.checked.merged.declarations.values():
        fields: tuple[s.FieldDecl, ...] = ()
        match written:
            case s.KindsData():
                fields = written.fields + tuple(f for table in written.more for f in table.fields)
            case s.RecordDecl() if written.name.text not in whole:
                fields = written.fields
            case s.Board():
                fields = tuple(f for f in written.fields if f.printed)
            case _:
                pass
        for field in fields:
            if (written.name.text, field.name.text) not in read:
                message = f"nothing reads `{field.name.text}` of `{written.name.text}`"
                doubter.warn(Code.NEVER_READ, message, field.name.span)


def _compared(doubter: Doubter, nodes: list[ir.Node]) -> Iterator[ir.ThingType]:
    """Yield the records that are compared as a whole."""
    for node in nodes:
        if isinstance(node, ir.SameThing):
            note = doubter.checked.notes.get(id(node.left))
            if note is not None and isinstance(note.type, ir.ThingType):
                yield note.type


def _arguments(doubter: Doubter) -> None:
    """Tell arguments that make no difference to an answer."""
    game = doubter.game
    written = {
        clause.name.text: clause
        for rule in doubter.checked.merged.rules.values()
        for clause in rule.clauses
        if isinstance(clause, s.Action)
    }
    for action in game.actions:
        used = ir.names_in(*_about(game, action))
        for number, argument in enumerate(action.arguments):
            later = ir.names_in(*(a.domain for a in action.arguments[number + 1 :]))
            if argument.name not in used | later:
                message = f"it makes no difference what `{argument.name}` of `{action.name}` is: nothing reads it"
                span = written[action.name].arguments[number].name.span
                doubter.warn(Code.NEVER_READ, message, span, rule=action.rule)


def _about(game: ir.Game, action: ir.Action) -> Iterator[ir.Node]:
    """Yield everything that can speak of the arguments of an action."""
    yield from action.same
    yield from (r for r in game.requirements if r.action == action.name)
    yield from (c for c in game.consequences if _is_after(c, action.name))
    for ask in flow_items(game.flow):
        if isinstance(ask, ir.Ask):
            for branch in ask.branches:
                if branch.action == action.name:
                    yield from _inside(game, branch.items)


def _inside(game: ir.Game, items: tuple[ir.FlowItem, ...]) -> Iterator[ir.Node]:
    """Yield items of the flow and all that happens or is asked in them."""
    yield from items
    for item in flow_items(items):
        match item:
            case ir.Step(name):
                yield from (c for c in game.consequences if c.trigger == ir.AtStep(name))
            case ir.Ask(actions=actions):
                yield from (a for a in game.actions if a.name in actions)
                yield from (r for r in game.requirements if r.action in actions)
                yield from (c for c in game.consequences if any(_is_after(c, name) for name in actions))
            case _:
                pass


def _is_after(consequence: ir.Consequence, action: str) -> bool:
    return isinstance(consequence.trigger, ir.AfterAnswer) and consequence.trigger.action == action


def _parameters(doubter: Doubter) -> None:
    """Tell parameters of definitions that make no difference while others do; a need or a change may ask for them."""
    merged = doubter.checked.merged
    asked = {*merged.needs, *(name for change in merged.changes for name in change.names)}
    clauses = [clause for rule in merged.rules.values() for clause in rule.clauses]
    written = {x.name.text: x.name for x in (*merged.declarations.values(), *clauses) if isinstance(x, s.Define)}
    for define in doubter.game.defines:
        used = ir.names_in(define.body)
        spare = [p.name for p in define.parameters if p.name not in used]
        if 0 < len(spare) < len(define.parameters) and define.name not in asked:
            message = f"it makes no difference what `{spare[0]}` of `{define.name}` is: nothing reads it"
            doubter.warn(Code.NEVER_READ, message, written[define.name].span, rule=define.rule)


def _lets(doubter: Doubter) -> None:
    """Tell values that are bound and not used."""
    for requirement in doubter.game.requirements:
        _unread(doubter, requirement.lets, [requirement.condition], requirement.rule)
    for consequence in doubter.game.consequences:
        for node in ir.walk(consequence):
            if isinstance(node, ir.Consequence | ir.ForEach | ir.When):
                _unread(doubter, node.effects, [], consequence.rule)


def _unread(doubter: Doubter, lines: tuple[ir.Effect, ...], after: list[ir.Node], rule: str) -> None:
    for number, line in enumerate(lines):
        if isinstance(line, ir.Let) and line.name not in ir.names_in(*lines[number + 1 :], *after):
            doubter.warn(Code.NEVER_READ, f"`{line.name}` is bound and never used", doubter.span(line), rule=rule)


def _unread_players(doubter: Doubter) -> None:
    """Tell loops over players in which the things of one player are changed, and nothing says whose turn it is."""
    if doubter.game.players < 2:
        return
    for item in flow_items(doubter.game.flow):
        if isinstance(item, ir.Each) and item.over == ir.Players():
            inside = list(_inside(doubter.game, item.items))
            if item.element not in ir.names_in(*inside) and (place := _of_a_player(doubter, inside)):
                written = doubter.checked.flow.items[item.name]
                assert isinstance(written, s.Each), "it was made of this"
                _tell_unread(doubter, item.element, place, written.element.span, "")
    for consequence in doubter.game.consequences:
        for node in ir.walk(*consequence.effects):
            if isinstance(node, ir.ForEach) and node.over == ir.Players():
                place = _of_a_player(doubter, node.effects)
                if node.element not in ir.names_in(*node.effects) and place:
                    _tell_unread(doubter, node.element, place, doubter.span(node), consequence.rule)


def _tell_unread(doubter: Doubter, element: str, place: str, span: Span | None, rule: str) -> None:
    message = f"nothing reads `{element}`: the same happens again for each player"
    doubter.warn(Code.NEVER_READ, message, span, hint=f"perhaps `{place}({element})` was meant", rule=rule)


def _of_a_player(doubter: Doubter, nodes: Iterable[ir.Node]) -> str:
    """Return the first zone or variable of a player that is changed, or nothing."""
    ofs = {v.name for v in doubter.game.variables if v.indices and v.indices[0] == PLAYER}
    for node in ir.walk(*nodes):
        match node:
            case ir.MovePieces(source=ir.ZoneRef(zone, owner)) if owner is not None:
                return zone
            case ir.MovePieces(target=ir.ZoneRef(zone, owner)) if owner is not None:
                return zone
            case ir.SetVariable(name) if name in ofs:
                return name
            case _:
                pass
    return ""


def _idle_steps(doubter: Doubter) -> None:
    """Tell steps at which no rule does anything."""
    busy = {c.trigger.step for c in doubter.game.consequences if isinstance(c.trigger, ir.AtStep)}
    for item in flow_items(doubter.game.flow):
        if isinstance(item, ir.Step) and item.name not in busy:
            span = doubter.checked.flow.items[item.name].name.span
            hint = f"let a rule act `at {item.name}`, or leave the step out"
            doubter.warn(Code.NOTHING_HAPPENS, f"nothing happens at `{item.name}`", span, hint=hint)
        if isinstance(item, ir.Each) and not item.items:
            span = doubter.checked.flow.items[item.name].name.span
            doubter.warn(Code.NOTHING_HAPPENS, f"nothing is left in the loop `{item.name}`", span)
