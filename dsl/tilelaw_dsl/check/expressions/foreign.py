"""Names, calls and fields that other languages have: what is written here for them.

Only what is declared nowhere comes here, so a game may use any of these words for something of its own.
"""

from __future__ import annotations

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.check.expressions.expect import operand
from tilelaw_dsl.diagnostics import Edit, Hint, instead
from tilelaw_dsl.source import Span

NAMES = {
    "yes": ("true",),
    "null": ("none",),
    "nil": ("none",),
    "nothing": ("none",),
    "undefined": ("none",),
    "empty": ("none", "{}"),
    "nobody": ("none",),
    "me": ("you",),
    "i": ("you",),
    "myself": ("you",),
    "self": ("you", "it"),
    "this": ("it", "you"),
    "that": ("it",),
    "player": ("you", "players"),
    "everybody": ("players",),
    "everyone": ("players",),
}
"""What may be meant by a name, the likelier first."""

SIZES = frozenset({"count", "length", "len", "size", "number", "total", "num"})
"""How other languages ask a set for its size: `S.length`, `len(S)`."""

ADVICE = {
    "random": "chance comes only from `shuffle`, at a step",
    "choose": "what a player chooses is an argument of an action: `x in S`",
    "abs": "write `x at least -x`",
    "pow": "write a product",
    "sqrt": "compare squares instead: `x * x < y`",
    "range": "a range is written `1..9`",
    "print": "rules show nothing; `show … to all` makes pieces known",
    "countif": "write `count S[…]`, with the condition in the brackets",
    "sumif": "write `sum(… over S[…])`, with the condition in the brackets",
    **dict.fromkeys(["average", "avg", "mean"], "write `sum(… over S) div (count S at least 1)`"),
    **dict.fromkeys(["round", "floor", "int"], "all numbers are whole, and `div` rounds down"),
    "set": "a set is written `{a, b}`",
    "filter": "write the condition in brackets: `S[…]`",
    "map": "write `union({…} over x in S)`",
    "current_player": "the flow binds a name for it, such as `mover`; in a rule of an action write `you`",
}
"""Words for what cannot be one edit."""


def meant_by(text: str) -> Hint:
    """Return what to write for a name of other languages, or nothing."""
    hint: Hint = ADVICE.get(text, "")
    for word in reversed(NAMES.get(text, ())):
        hint = instead(word, otherwise=hint)
    return hint


def meant_by_call(node: s.Call) -> Hint:
    """Return what to write for a call of other languages, or nothing."""
    name, arguments = node.function.text, [argument.span.text for argument in node.arguments]
    match name, arguments:
        case "max" | "maximum", [_, _, *_]:
            return instead(f"({' at least '.join(arguments)})", node.span)
        case "min" | "minimum", [_, _, *_]:
            return instead(f"({' at most '.join(arguments)})", node.span)
        case "max" | "maximum", [of]:
            return instead(f"most(it over {of})", node.span)
        case "min" | "minimum", [of]:
            return instead(f"least(it over {of})", node.span)
        case "any" | "exists" | "has", [_]:
            return instead(f"some {operand(node.arguments[0].span)}", node.span)
        case "none" | "empty" | "is_empty" | "isempty", [_]:
            return instead(f"no {operand(node.arguments[0].span)}", node.span)
        case "contains", [of, one]:
            return instead(f"{one} in {of}", node.span)
        case "last", [of]:
            return instead(f"nth({of}, count {operand(node.arguments[0].span)})", node.span)
        case "previous_player" | "prev_player", [one]:
            return instead(f"nth(players[next_player(it) = {one}], 1)", node.span)
        case "div" | "mod", [one, other]:
            return instead(f"({one} {name} {other})", node.span)
        case _, [_] if name in SIZES:
            return instead(f"count {operand(node.arguments[0].span)}", node.span)
        case _:
            return ADVICE.get(name, "")


def meant_by_field(of: Span, word: s.Word, type_: ir.Type | None) -> Hint:
    """Return what to write for a field of a set; its type is nothing if the elements have no such field."""
    name, whole = word.text, of.to(word.span)
    if name in SIZES:
        return instead(f"count {operand(of)}", whole)
    if name == "first":
        return instead(f"first({of.text})", whole)
    text = f"first({of.text}).{name}"
    if isinstance(type_, ir.FlagType):
        return Edit(f"write `some {of.text}[{name}]`, or `{text}`", f"some {of.text}[{name}]", whole, otherwise=text)
    if isinstance(type_, ir.ThingType):
        return Edit(f"write `some {of.text}[{name} = …]`, or `{text}` for one of them", text, whole)
    return Edit(f"write `{text}`, or `sum({name} over {of.text})`", text, whole)
