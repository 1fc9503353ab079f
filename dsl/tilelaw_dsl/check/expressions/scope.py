"""What is handed down while expressions are typed: the scope, the names bound in it, and typed expressions.

A `Scope` is the same for the whole text of a rule; an `Env` grows with every name bound. Neither is ever changed:
another rule, a definition inside a definition or a look ahead gets a scope derived from this one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.world import KEPT, World
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Hint, Report
from tilelaw_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression with its type (`None` after a reported error)."""

    node: ir.Expr
    type: ir.Type | None


ERROR = Typed(ir.Nothing(), None)


@dataclass(frozen=True, slots=True)
class Note:
    """Where an expression or an effect was written, and its type; the node is kept, so that no other has its id."""

    node: ir.Node
    span: Span
    type: ir.Type | None


Notes: TypeAlias = Mapping[int, Note]
"""What is known of the parts of typed rules, by their ids."""


@dataclass(frozen=True, slots=True)
class Env:
    """The names in scope: bound values, the element whose fields may stand bare, whether somebody is asked
    (`you`, `no legal`), and whether sides are being ranked (`total`)."""

    locals: dict[str, ir.Type | None] = field(default_factory=dict)
    it: ir.Type | None = None
    asked: bool = False
    ranking: bool = False

    def bind(self, name: str, type_: ir.Type | None) -> Env:
        """Return the names with one more."""
        return replace(self, locals={**self.locals, name: type_})

    def within(self, type_: ir.Type) -> Env:
        """Return the names inside brackets or a fold, where the element's fields may stand bare."""
        return replace(self, locals={**self.locals, "it": type_}, it=type_)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a definition takes and gives."""

    parameters: tuple[ir.ParameterDecl, ...]
    type: ir.Type | None
    body: ir.Expr


@dataclass(frozen=True, slots=True)
class Scope:
    """What the text of one rule may speak of, and where its errors are reported."""

    world: World
    report: Report
    walk: Infer
    """How an operand is typed; handed down, because the walk imports all who need it."""
    type_of: Callable[[s.Type], ir.Type | None]
    needs: Mapping[str, s.NeedsDefine]
    actions: Collection[str]
    homes: Mapping[str, str]
    """The rule that holds a definition, if one does."""
    signatures: dict[str, Signature] = field(default_factory=dict)
    """What is known of definitions: a cache that all scopes of a ruleset share."""
    notes: dict[int, Note] = field(default_factory=dict)
    """What is known of typed expressions, by the ids of their nodes; all scopes of a ruleset share it."""
    in_progress: tuple[str, ...] = ()
    """The definitions that are being typed, each inside the one before."""
    rule: str = ""
    """The rule whose text is being typed, for messages."""

    def infer(self, node: s.Expr, env: Env, expected: ir.Type | None = None) -> Typed:
        """Return an expression with its type; `expected` helps to find out what names mean."""
        return self.walk(self, node, env, expected)

    def error(
        self, code: Code, message: str, span: Span, *, hint: Hint = "", labels: Collection[tuple[Span, str]] = ()
    ) -> Typed:
        """Report an error and return the typed expression that stands for it."""
        self.report.add(code, message, span, hint=hint, labels=labels, rule=self.rule)
        return ERROR

    def remember(self, node: ir.Node, span: Span, type_: ir.Type | None = None) -> None:
        """Remember where a part of the typed rules was written."""
        self.notes.setdefault(id(node), Note(node, span, type_))

    def within_rule(self, rule: str) -> Scope:
        """Return the scope of the text of a rule."""
        return replace(self, rule=rule)

    def quiet(self) -> Scope:
        """Return a scope whose errors nobody reads, for looking ahead at what will be typed again."""
        return replace(self, report=Report())


Infer: TypeAlias = Callable[[Scope, s.Expr, Env, ir.Type | None], Typed]


def resolves(scope: Scope, node: s.Expr, env: Env) -> bool:
    """Say whether a name means something by itself, without an expected kind."""
    if isinstance(node, s.Grouped):
        return resolves(scope, node.inner, env)
    if not isinstance(node, s.Name):
        return True
    world = scope.world
    if node.text in env.locals or world.has_field(env.it, node.text):
        return True
    tables = (world.kinds, world.tables, world.boards, world.zones, world.variables, world.defines)
    return any(node.text in t for t in tables) or node.text in ("players", "sides", "true", "false", "none")


def bind_element(scope: Scope, name: s.Word | None, type_: ir.Type, env: Env) -> tuple[str, Env]:
    """Return the name of an element and the names in scope where it is bound."""
    if name is None:
        return "it", env.within(type_)
    check_fresh(scope, name)
    return name.text, env.bind(name.text, type_)


def check_fresh(scope: Scope, name: s.Word) -> None:
    """Report a bound name that hides something people would look for."""
    if name.text in KEPT:
        scope.error(Code.KEPT_WORD, f"`{name.text}` has a meaning of its own", name.span, hint="choose another name")
