"""What the checker carries about: typed expressions and the names in scope."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tilelaw_dsl import ir


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression with its type (`None` after a reported mistake) and the steps it costs at most."""

    node: ir.Expr
    type: ir.Type | None
    cost: int


ERROR = Typed(ir.Nothing(), None, 1)


@dataclass(frozen=True, slots=True)
class Env:
    """The names in scope: bound values, the element whose fields may stand bare, whether somebody is asked
    (`you`, `no legal`), and whether sides are being ranked (`total`)."""

    locals: dict[str, ir.Type | None] = field(default_factory=dict)
    it: ir.Type | None = None
    asked: bool = False
    ranking: bool = False

    def bind(self, name: str, type_: ir.Type | None) -> Env:
        """Return the scope with one more name."""
        return replace(self, locals={**self.locals, name: type_})

    def within(self, type_: ir.Type) -> Env:
        """Return the scope inside brackets or a fold, where the element's fields may stand bare."""
        return replace(self, locals={**self.locals, "it": type_}, it=type_)
