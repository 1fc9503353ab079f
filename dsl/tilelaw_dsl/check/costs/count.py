"""From expressions and effects to the work they make.

Both sides of a choice are counted: an engine may work out what it does not need. Cheap operations on whole sets take
one step for `TOGETHER` elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from tilelaw_dsl import ir
from tilelaw_dsl.check.costs.sizes import NO_SLOPES, Sizes
from tilelaw_dsl.check.costs.work import ENDLESS, NO_NAMES, Bound, Key, Keys, Piece, Pieces, Work, bind, together

TOGETHER = 8


class Counter:
    """Counts the work of expressions, each once."""

    def __init__(self, sizes: Sizes, defines: Mapping[str, ir.Define], pieces: Mapping[str, int]) -> None:
        """`pieces` tells how many a zone can hold."""
        self.sizes = sizes
        self._defines = defines
        self._zones = pieces
        self._keys = Keys()
        self._known: dict[int, tuple[ir.Node, Work]] = {}
        for define in ir.callees_first(defines):  # so that long chains of them take no depth
            self.work(define.body)

    def work(self, node: ir.Node | None) -> Work:
        """Return the work of an expression or an effect; none for nothing."""
        if node is None:
            return Work()
        if id(node) not in self._known:
            self._known[id(node)] = node, self._counted(node)
        return self._known[id(node)][1]

    def all(self, nodes: Iterable[ir.Node | None], steps: int = 0) -> Work:
        """Return the work of several expressions or effects."""
        return together(map(self.work, nodes), steps)

    def _counted(self, node: ir.Node) -> Work:
        most = self.sizes.most
        match node:
            case ir.Local(name):
                return Work(1, frozenset({name}))
            case ir.Narrow(of, element, inner) | ir.Tied(of, element, _, inner) | ir.Fold(_, element, of, inner):
                return self.repeated(node, element, of, self.work(inner))
            case ir.ForEach(element, over, effects):
                return self.repeated(node, element, over, self.effects(effects))
            case ir.When(condition, effects):
                return together([self.work(condition), self.effects(effects)])
            case ir.Regions(board, relation, of):
                return self._piece(node, self.work(of), most(of) * self.sizes.neighbours(board, relation), of)
            case ir.Reach(board, relation, of, steps, inside):
                cells = most(of) if steps == ir.Number(1) else most(node)
                parts = self.all([of, steps, inside])
                return self._piece(node, parts, cells * self.sizes.neighbours(board, relation), of)
            case ir.Call():
                return self._call(node)
            case ir.SetAlgebra(_, left, right) | ir.SameSet(left, right) | ir.Meets(left, right):
                return self._at_once(node, left, right)
            case ir.Subset(left, _) | ir.Inside(left):
                return self._at_once(node, left)
            case ir.AsSet(of) | ir.First(of) | ir.Nth(of) | ir.SpanOf(of):
                return self._at_once(node, of)
            case ir.Run():
                return self.all(ir.children(node), most(node))
            case ir.SetCell(of=of) | ir.SetMark(of=of):
                return self.all(ir.children(node), 1 + most(of))
            case ir.MovePieces(source=ir.ZoneRef(zone)):
                return self.all(ir.children(node), 1 + self._zones[zone])
            case _:
                return self.all(ir.children(node), 1)

    def _at_once(self, node: ir.Expr, *sets: ir.Expr) -> Work:
        """Return the work of a cheap operation on whole sets; it falls with the size of each."""
        inner = self.all(ir.children(node), 1)
        pieces = {
            self._keys.of(id(node), place): Piece(node, steps, inner.names, self.sizes.slopes(one))
            for place, one in enumerate(sets)
            if (steps := self.sizes.most(one) // TOGETHER)
        }
        return together([inner, Work(0, inner.names, pieces)])

    def _piece(self, node: ir.Expr, inner: Work, steps: int, along: ir.Expr) -> Work:
        """Return the work of a node that is remembered, given what it takes itself."""
        own = Piece(node, inner.steps + steps, inner.names, self.sizes.slopes(along))
        return Work(1, inner.names, {**inner.pieces, self._keys.of(id(node)): own})

    def repeated(self, node: ir.Node, element: str, over: ir.Expr, body: Work) -> Work:
        """Return the work of what is done for each element of a collection."""
        of, times, slopes = self.work(over), self.sizes.most(over), self.sizes.slopes(over)
        names = body.names - {element} | of.names
        own = Piece(node, of.steps + times * (body.steps + 1), names, slopes)
        to = Bound(over, of.names, times, slopes, self.sizes.parts(over))
        pieces = bind(element, to, body.pieces, lambda key: self._keys.of(key, id(node)))
        key = self._keys.of(id(node))
        return together([of, Work(0, names, pieces), Work(0, names, {key: own})], 1 - of.steps)

    def _call(self, node: ir.Call) -> Work:
        """Return the work of a call: that of the definition, with the arguments in place of the parameters."""
        define = self._defines[node.define]
        inner = self.work(define.body)
        arguments = [self.work(argument) for argument in node.arguments]
        equal = self._keys.of("given", *node.arguments)
        pieces: Pieces = {self._keys.of("body", define.name): Piece(define.body, inner.steps, inner.names)}
        pieces = {**inner.pieces, **pieces}
        # One after the other, under names that no argument has.
        for place, parameter in enumerate(define.parameters):
            pieces = _renamed(parameter.name, f"{place}", pieces)
        given_to = zip(define.parameters, node.arguments, arguments, strict=True)
        for place, (parameter, argument, work) in enumerate(given_to):
            room = parameter.type.most if isinstance(parameter.type, ir.SetType) else 0
            slopes = self.sizes.slopes(argument) if room else NO_SLOPES
            to = Bound(argument, work.names, 1, slopes, None, room, self.sizes.most(argument))
            pieces = bind(f"{place}", to, pieces, partial(self._keys.of, equal, place))
        names = NO_NAMES.union(*(work.names for work in arguments))
        return together([*arguments, Work(0, names, pieces)], 1)

    def effects(self, effects: Sequence[ir.Effect]) -> Work:
        """Return the work of effects that happen together; a `let` is for those after it."""
        if not effects:
            return Work()
        first, *others = effects
        after = self.effects(others)
        return self.let(first, after) if isinstance(first, ir.Let) else together([self.work(first), after])

    def let(self, let: ir.Let, after: Work) -> Work:
        """Return the work of what follows a `let`, and its own."""
        value = self.work(let.value)
        to = Bound(let.value, value.names, 1, self.sizes.slopes(let.value), None, 0, 0)
        pieces = bind(let.name, to, after.pieces, lambda key: self._keys.of(key, id(let)))
        return together([value, Work(after.steps, after.names - {let.name} | value.names, pieces)])

    def key(self, *what: object) -> Key:
        """Return the key of a piece."""
        return self._keys.of(*what)


def _renamed(old: str, new: str, pieces: Pieces) -> Pieces:
    return {key: _under(old, new, piece) if old in piece.names else piece for key, piece in pieces.items()}


def _under(old: str, new: str, piece: Piece) -> Piece:
    slopes = {new if name == old else name: slope for name, slope in piece.slopes.items()}
    return Piece(piece.node, piece.steps, piece.names - {old} | {new}, slopes, piece.loops)


def written_out(sizes: Sizes, defines: Mapping[str, ir.Define], node: ir.Expr) -> int:
    """Return the steps of an expression if nothing is remembered; what a layer above has to define takes one."""
    called: dict[str, int] = {}

    def steps(part: ir.Node) -> int:
        match part:
            case ir.Narrow(of, _, inner) | ir.Tied(of, _, _, inner) | ir.Fold(_, _, of, inner):
                return min(steps(of) + sizes.most(of) * (1 + steps(inner)), ENDLESS)
            case ir.Call(define):
                own = called.get(define, 1)
            case ir.Reach(board, relation) | ir.Regions(board, relation):
                own = sizes.most(part) * sizes.neighbours(board, relation)
            case _:
                own = 1
        return min(own + sum(map(steps, ir.children(part))), ENDLESS)

    for define in ir.callees_first(defines):
        called[define.name] = steps(define.body)
    return steps(node)
