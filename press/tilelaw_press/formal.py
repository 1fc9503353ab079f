"""The formal text of rules, coloured: what a rule does, as the formatter of the language would write it."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter

from tilelaw_dsl import MergedRule, print_statement
from tilelaw_dsl import syntax as s
from tilelaw_press.lexer import RulesLexer


def formal_text(rule: MergedRule) -> str:
    """Return what a rule does; its title and what it rests on are told elsewhere."""
    return _printed(rule.id, rule.clauses)


@cache
def _printed(id_: s.Word, clauses: tuple[s.Clause, ...]) -> str:
    """Return clauses as the formatter writes them: most are the same in many rulesets."""
    return print_statement(s.Rule(id=id_, title=None, lines=clauses)).rstrip() + "\n"


@cache
def highlighted(text: str) -> Markup:
    """Return rules text as coloured HTML that can be scrolled from the keyboard."""
    coloured = highlight(text, RulesLexer(), HtmlFormatter(nowrap=True))
    return Markup(f'<div class="highlight tl-code"><pre tabindex="0"><code>{coloured}</code></pre></div>')
