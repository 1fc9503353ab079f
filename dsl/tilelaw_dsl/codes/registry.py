"""Every code that a diagnostic can have: what it means, why it is an error, and how to do better."""

from __future__ import annotations

from textwrap import indent, wrap

from tilelaw_dsl.codes.components import COMPONENTS
from tilelaw_dsl.codes.explanation import Explanation
from tilelaw_dsl.codes.flow import FLOW
from tilelaw_dsl.codes.layers import LAYERS
from tilelaw_dsl.codes.lint import LINT
from tilelaw_dsl.codes.names import NAMES
from tilelaw_dsl.codes.numbers import NUMBERS
from tilelaw_dsl.codes.rules import RULES
from tilelaw_dsl.codes.syntax import SYNTAX
from tilelaw_dsl.codes.types import TYPES

CODES: dict[str, Explanation] = {
    str(one.code): one for one in (*SYNTAX, *LAYERS, *NAMES, *TYPES, *RULES, *FLOW, *NUMBERS, *COMPONENTS, *LINT)
}


def explanation(code: str) -> Explanation | None:
    """Return what is known about a code, or nothing if there is no such code."""
    return CODES.get(code)


def explain_code(code: str) -> str | None:
    """Return the explanation of a code as text for a terminal, or nothing if there is no such code."""
    one = explanation(code)
    if one is None:
        return None
    prose = [*wrap(one.means, width=100), *wrap(one.why, width=100)]
    bad, good = (indent(snippet.shown(), "    ") for snippet in (one.bad, one.good))
    return "\n".join([f"{one.code} {one.code.label}", "", *prose, "", "wrong:", bad, "right:", good]).rstrip()
