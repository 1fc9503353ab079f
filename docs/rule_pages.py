"""A hook of mkdocs: makes the pages of rules when the site is built; they are not kept in the repository.

For each rule: its title, where the editions say it, rulings, the formal text, and the cases that test it.
"""

from __future__ import annotations

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tilelaw.background import corpus
from tilelaw_conformance import Case, bundled_corpus
from tilelaw_dsl import Merged, MergedRule, Report, ir, print_statement
from tilelaw_dsl import syntax as s
from tilelaw_play import load

PAGES = [("origins/discovery", 4)]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each ruleset."""
    cases = corpus(bundled_corpus()).cases
    for name, players in PAGES:
        path = f"rules/{name.replace('/', '-')}.md"
        files.append(File.generated(config, path, content="\n".join(page(name, players, cases))))
    return files


def page(name: str, players: int, cases: tuple[Case, ...]) -> Iterator[str]:
    """Yield the lines of a ruleset's page."""
    ruleset = load(name)
    game = ruleset.game(players)
    merged = ruleset.book.merged(ruleset.layers, players, Report())
    assert merged is not None, "the game was compiled from it"
    yield f"# {game.title}"
    yield f"\n`{game.name}` for {players} players: {len(game.rules)} rules, in the order in which they are declared."
    for rule in game.rules:
        tested = [case for case in cases if rule.id in case.rules and case.ruleset == name]
        yield from _rule(rule, merged, tested)


def _rule(rule: ir.RuleInfo, merged: Merged, cases: list[Case]) -> Iterator[str]:
    yield f"\n## {rule.id}\n\n**{rule.title}.**\n"
    for citation in rule.citations:
        match citation.kind:
            case ir.CitationKind.SOURCE:
                note = f" ({citation.note})" if citation.note else ""
                standing = "" if citation.standing is ir.Standing.STATES else f" *{citation.standing}*"
                yield f"- {citation.edition}{standing}: {citation.heading}{note}"
            case ir.CitationKind.RULING:
                yield f"- ruling: {citation.note}"
            case ir.CitationKind.HOUSE:
                yield f"- house rule {citation.note}"
    yield f"\n```text\n{_text(merged.rules[rule.id])}```"
    if cases:
        yield "\nTested by " + ", ".join(f"`{case.id}` ({case.title})" for case in cases) + "."


def _text(rule: MergedRule) -> str:
    """Return what a rule does; its title and sources stand above."""
    return print_statement(s.Rule(id=rule.id, title=None, lines=rule.clauses)).rstrip() + "\n"
