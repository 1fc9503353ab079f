"""The one table of functions: what it lists is reserved, and a wrong call is answered with its usage."""

from __future__ import annotations

import pytest

from tilelaw_dsl.check.expressions.functions import FUNCTIONS, RESERVED
from tilelaw_dsl.codes.snippets import in_layer, in_rule
from tilelaw_dsl.explain import findings


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_name_of_a_function_is_reserved(name: str) -> None:
    assert name in RESERVED
    found = findings(in_layer(f"var {name}: 0..9"))
    assert (found[0].code, found[0].message) == ("T301", f"`{name}` has a meaning of its own")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_wrong_number_of_arguments_is_answered_with_the_usage(name: str) -> None:
    function = FUNCTIONS[name]
    assert function.usage.startswith(f"{name}(")
    arguments = ", ".join(["1"] * (max(function.arguments) + 1))
    (item,) = findings(in_rule(f"score {name}({arguments})"))
    assert (item.message, item.hint) == (f"`{name}` is not used like this", f"write {function.usage}")
