"""A Pygments lexer for rules text; fences of the docs and pages of rules are coloured with it.

It reads as people do, line by line: the word that begins a line says what its names are. Whether the text is right it
does not know. The words are the language's own lists, so a new keyword is coloured from the day the grammar has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, default, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from tilelaw_dsl import wordlist

_each: Callable[..., Any] = bygroups
"""Colours the groups of a pattern one by one; Pygments does not type it."""
_WORDS = wordlist()
_END = r"(?![A-Za-z0-9_-])"
_PATH = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*"
_ID = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*"
_NAME = r"[a-z][a-z0-9_]*(?![A-Za-z0-9_])"
_PHRASES = r"(?:at most|at least|one way)" + _END
_BEFORE_IDS = r"(?:rule|step|repeat|each|ask|at|skip|follows|states|pictures)"
"""What is followed by ids where it begins a line: there alone dots and hyphens belong to a name."""


_AFTER_NAME = r"[ \t]*(?:[.)\],=]|:=|(?:not )?in\b|[|&]|\n)"
"""What follows a word that is no keyword there: rules often call an argument `at`."""
_ARGUMENT = rf"^([ \t]*)(at)(?={_AFTER_NAME})"


def _written(found: frozenset[str]) -> words:
    return words(sorted(found), prefix=r"(?<![A-Za-z0-9_.])", suffix=_END + r"(?!\.[a-z])")


class RulesLexer(RegexLexer):
    """Rules text, whole files and single statements alike."""

    name = "Tilelaw rules"
    aliases: ClassVar[list[str]] = ["rules", "tilelaw"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    flags = re.MULTILINE

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\n", Whitespace),
            (_ARGUMENT, _each(Whitespace, Name), "line"),
            (
                rf"^([ \t]*)((?:(?:replace|amend|remove)[ ]+)?)({_BEFORE_IDS}{_END})([ \t]+)({_ID})",
                _each(Whitespace, Keyword, Keyword, Whitespace, Name.Label),
                ("line", "ids"),
            ),
            (
                rf"^([ \t]*)((?:insert[ ]+(?:after|before)|differs[ ]+on){_END})([ \t]+)({_ID})",
                _each(Whitespace, Keyword, Whitespace, Name.Label),
                ("line", "ids"),
            ),
            (  # what a rule's points are called
                rf'^([ \t]*)(score)([ \t]+)({_ID})(?=[ \t]+")',
                _each(Whitespace, Keyword, Whitespace, Name.Label),
                "line",
            ),
            (
                rf"^([ \t]*)({'|'.join(sorted(_WORDS.statements))}){_END}(?![.(])",
                _each(Whitespace, Keyword),
                "line",
            ),
            default("line"),
        ],
        "ids": [
            (rf"(,)([ \t]*)({_ID})", _each(Punctuation, Whitespace, Name.Label)),
            default("#pop"),
        ],
        "line": [
            (r"\n", Whitespace, "#pop"),
            (r"[ \t]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"', String.Double, "string"),
            (_PATH, Name.Namespace),
            (rf"-?[0-9]+(?:\.\.|,)-?[0-9]+{_END}", Number.Integer),
            (rf"(?<=renders )[0-9a-f]{{8}}{_END}", Number.Hex),
            (rf"[0-9]+{_END}", Number.Integer),
            (rf"(asked at)([ \t]+)({_ID})", _each(Keyword, Whitespace, Name.Label)),
            (rf"(?<=[a-z] )(at)([ \t]+)({_ID})(?=\n|[ \t]+when)", _each(Keyword, Whitespace, Name.Label)),
            (rf"at(?={_AFTER_NAME})", Name),
            (_PHRASES, Operator.Word),
            (_written(_WORDS.functions), Name.Builtin),
            (_written(frozenset({"and", "or", "not", "in", "meets", "except", "div", "mod"})), Operator.Word),
            (_written(_WORDS.keywords), Keyword),
            (_written(_WORDS.kept), Name.Builtin.Pseudo),
            (rf"{_NAME}(?=\()", Name.Function),
            (_NAME, Name),
            (r":=|!=|<=|>=|[<>=+*|&-]", Operator),
            (r"[()\[\]{},:.?]", Punctuation),
        ],
        "string": [
            (r'[^"{\n]+', String.Double),
            (r"\{[^{}\"\n]*\}", String.Interpol),
            (r"\{", String.Double),
            (r'"', String.Double, "#pop"),
            default("#pop"),
        ],
    }
