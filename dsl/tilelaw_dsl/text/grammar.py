"""The grammar as a parser. Beside `parser` the only module that imports lark.

Working out the tables of the grammar takes longer than all else that is done with the rules, so they lie ready in
`tables.json`, as lark itself writes them down. They are worked out again where they do not fit: the grammar has
changed since, or another lark is installed than those whose tables have been compared. `text` is what lies in the file;
states and symbols are numbered anew for it, because lark numbers them as it happens to meet them.

    python -m tilelaw_dsl.text.grammar

writes the file, which is needed after every change of `grammar.lark`; a test says so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias, TypeVar

import lark
from lark import Lark
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

GRAMMAR = Path(__file__).parent / "grammar.lark"
TABLES = Path(__file__).parent / "tables.json"
FITTING = ((1, 2, 1), (1, 3, 1))
"""The lowest and the newest lark whose tables have been compared with the file."""
MOST_WIDE = 2**32 - 1
"""What counts as endless in the widths of terminals: each Python says something else."""

Row: TypeAlias = dict[int, tuple[int, int | dict[str, int]]]
"""What is done in a state, by symbol: 0 and the state to go to, or 1 and the rule that is complete."""


T = TypeVar("T")


class _Blocks(Indenter):
    """Turns indentation into block tokens; brackets suspend it."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012  # lark reads these as plain class attributes
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@lru_cache(maxsize=1)
def grammar() -> Lark:
    """Return the parser of the language."""
    try:
        found = json.loads(TABLES.read_bytes(), object_hook=_with_numbers)
    except (OSError, ValueError):
        return _built()
    is_fitting = FITTING[0] <= _version() <= FITTING[1] and found.get("grammar") == _digest()
    return Lark.__new__(Lark)._load(found, postlex=_Blocks()) if is_fitting else _built()


def _built() -> Lark:
    """Return the parser with tables worked out now."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=_Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _version() -> tuple[int, ...]:
    parts = lark.__version__.split(".")
    return tuple(map(int, parts)) if all(map(str.isdigit, parts)) else ()


def _digest() -> str:
    return hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()


def _with_numbers(data: dict[str, T]) -> dict[str | int, T]:
    """Return an object of the file with the numbers that its keys were before they became JSON."""
    return {int(key) if key.isdigit() else key: value for key, value in data.items()}


def text() -> str:
    """Return what belongs into the file."""
    data, memo = _built().memo_serialize([TerminalDef, Rule])
    for option in ("postlex", "cache", "cache_grammar"):  # given when the tables are read; not in every lark
        data["options"].pop(option, None)
    for entry in memo.values():
        pattern = entry.get("pattern", {})
        if "_width" in pattern:
            pattern["_width"] = [min(width, MOST_WIDE) for width in pattern["_width"]]
    table = data["parser"]["parser"]
    table |= _numbered(table["tokens"], table["states"], table["start_states"], table["end_states"])
    found = {"grammar": _digest(), "data": data, "memo": memo}
    return json.dumps(found, separators=(",", ":"), sort_keys=True) + "\n"


def _numbered(
    tokens: Mapping[int, str], states: Mapping[int, Row], start: Mapping[str, int], end: Mapping[str, int]
) -> dict[str, Mapping[int, str] | Mapping[int, Row] | Mapping[str, int]]:
    """Return the tables with symbols numbered by their names, and states in the order in which these lead to them."""
    symbols = dict(enumerate(sorted(tokens.values())))
    numbers = {name: number for number, name in symbols.items()}
    rows = {state: {numbers[tokens[token]]: done for token, done in row.items()} for state, row in states.items()}
    order = list(start.values())
    for state in order:
        goals = (goal for _, (_, goal) in sorted(rows[state].items()) if isinstance(goal, int))
        order += [goal for goal in dict.fromkeys(goals) if goal not in order]
    place = {state: number for number, state in enumerate(order)}
    return {
        "tokens": symbols,
        "states": {
            place[state]: {
                token: (kind, place[goal] if isinstance(goal, int) else goal)
                for token, (kind, goal) in rows[state].items()
            }
            for state in order
        },
        "start_states": {name: place[state] for name, state in start.items()},
        "end_states": {name: place[state] for name, state in end.items()},
    }


if __name__ == "__main__":
    TABLES.write_text(text(), encoding="utf-8")
