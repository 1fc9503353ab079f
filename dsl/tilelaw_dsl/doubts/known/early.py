"""Estimates of expressions while some stores are still blank, with definitions as they are in this ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_dsl import ir
from tilelaw_dsl.check import Checked
from tilelaw_dsl.doubts.known import estimates as e
from tilelaw_dsl.doubts.known.estimate import Estimator, Known
from tilelaw_dsl.doubts.known.estimates import Estimate
from tilelaw_dsl.doubts.known.facts import assume


class EarlyEstimator(Estimator):
    """Estimates expressions before anything has come into the stores that are `blank`."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked.game, checked.notes, assume)
        self._blanks = dict(_blanks(checked.game))
        self._called: dict[tuple[str, tuple[Estimate | None, ...]], Estimate | None] = {}
        self.blank: set[ir.Store] = set()

    def start(self) -> None:
        """Make everything blank in which a game does not begin with something."""
        self.blank = set(self._blanks)
        self._called.clear()

    def fill(self, stores: frozenset[ir.Store]) -> None:
        """Let stores hold whatever their types allow."""
        self.blank -= stores
        self._called.clear()

    def _value(self, node: ir.Expr, known: Known) -> Estimate | None:
        store = ir.store_of(node)
        if store in self.blank:
            return self._blanks[store]
        if isinstance(node, ir.Call):
            return self._call(node, known)
        return super()._value(node, known)

    def _call(self, node: ir.Call, known: Known) -> Estimate | None:
        define = self.defines[node.define]
        values = tuple(self.value(argument, known) for argument in node.arguments)
        if (node.define, values) not in self._called:
            names = (parameter.name for parameter in define.parameters)
            found = self.value(define.body, Known(dict(zip(names, values, strict=True))))
            self._called[node.define, values] = found if found is not None else e.of_type(define.type)
        found = self._called[node.define, values]
        is_sure = all(not value.can_be_nothing if isinstance(value, e.Thing) else value is not None for value in values)
        return found if is_sure else e.or_blank(found)


def _blanks(game: ir.Game) -> Iterator[tuple[ir.Store, Estimate | None]]:
    """Yield every store that starts blank, with what is read there until it is given something."""
    for variable in game.variables:
        yield ("variable", variable.name), e.blank(e.of_type(variable.type))
    for mark in game.marks:
        yield ("mark", mark.name), e.blank(e.of_type(mark.type))
    for board in game.boards:
        yield from (
            (("cell", board.name, f.name), e.blank(e.of_type(f.type))) for f in board.fields if not f.is_printed
        )
    yield from ((("zone", zone.name), e.EMPTY) for zone in game.zones if not zone.starts)
