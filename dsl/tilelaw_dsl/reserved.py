"""The words of the language as lists, for programs that colour rules text or complete it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tilelaw_dsl.check.expressions.functions import FUNCTIONS, RESERVED
from tilelaw_dsl.text.parser import terminals
from tilelaw_dsl.text.words import HOMES, keywords


@dataclass(frozen=True, slots=True)
class Wordlist:
    """All words that the language itself has, by what they are for; where one cannot stand it is an ordinary name."""

    statements: frozenset[str]
    """Those that begin a line."""
    keywords: frozenset[str]
    """All that the grammar knows, those among them."""
    functions: frozenset[str]
    kept: frozenset[str]
    """Those that nothing declared can be called, such as `you`, and that are neither keywords nor functions."""


@lru_cache(maxsize=1)
def wordlist() -> Wordlist:
    """Return the words of the language."""
    words = frozenset(keywords(terminals()))
    functions = frozenset(FUNCTIONS)
    return Wordlist(frozenset(HOMES), words, functions, RESERVED - words - functions)
