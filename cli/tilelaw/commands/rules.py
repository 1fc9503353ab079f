"""`tilelaw rules`: list, show, editions, page, texts, lint, fmt and why: tools of those who read and write rules."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from textwrap import fill

import tilelaw_spec
from tilelaw.command_line import Commands
from tilelaw.commands.of_rules import compile, editions, page, texts, wire
from tilelaw.lint.fixing import fix
from tilelaw.lint.slow_rules import slow_rules
from tilelaw.lint.trial import trials
from tilelaw.lint.trial_report import as_json, tell_trials
from tilelaw.lint.whole import taken_apart
from tilelaw.looks import check_looks
from tilelaw.problems import Problem, errors_as_problems, read_bytes, read_text
from tilelaw.rulesets import add_ruleset, player_count, players_text, ruleset
from tilelaw.wording import counted, meant
from tilelaw_dsl import (
    CODES,
    Diagnostic,
    Merged,
    MergedRule,
    Report,
    Rulebook,
    Severity,
    Source,
    explain_code,
    flattened,
    format_text,
    ir,
    lint,
    print_file,
    print_statement,
    render,
    to_json,
)
from tilelaw_dsl import syntax as s
from tilelaw_play import rulebook

LANGUAGE = "en"
"""The language of the texts that are shown: everything else here is in English too."""

EXAMPLES = ("rules list", "rules show origins/discovery", "rules lint my.rules")


def add_to(commands: Commands) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser("rules", examples=EXAMPLES)
    parts = Commands(parser)

    one = parts.add_parser(
        "list", help="list the bundled rulesets and what can be added to them", examples=("rules list",)
    )
    one.set_defaults(run=run_list)

    one = parts.add_parser(
        "show",
        help="show a ruleset: its flow and its rules with their sources",
        examples=(
            "rules show origins/discovery lava.range",
            "rules show origins/totem+centre+complete --players 3",
            "rules show my.rules --resolved",
        ),
    )
    add_ruleset(one)
    one.add_argument("rule", metavar="RULE", nargs="?", help="one rule only")
    one.add_argument("--resolved", action="store_true", help="the full text after all layers, as one file")
    one.set_defaults(run=run_show)

    editions.add_to(parts)
    page.add_to(parts)
    texts.add_to(parts)
    wire.add_to(parts)
    compile.add_to(parts)

    one = parts.add_parser(
        "lint",
        help="check rules files: syntax, names, types, bounds, sources",
        examples=(
            "rules lint my.rules",
            "rules lint my.rules --fix",
            "rules lint my.rules --play",
        ),
    )
    one.add_argument("files", metavar="FILE", nargs="*", help="rules files (default: all bundled ones)")
    one.add_argument("--format", choices=["text", "json"], default="text")
    one.add_argument("--fix", action="store_true", help="first make the edits that can only be meant in one way")
    one.add_argument("--play", action="store_true", help="then play twenty random games for each number of players")
    one.add_argument("-v", "--verbose", action="store_true", help="also name rules that are right but slow, and why")
    one.set_defaults(run=run_lint)

    one = parts.add_parser(
        "fmt", help="format rules files in place", examples=("rules fmt my.rules", "rules fmt --check my.rules")
    )
    one.add_argument("files", metavar="FILE", nargs="+")
    one.add_argument("--check", action="store_true", help="change nothing; fail if something would change")
    one.set_defaults(run=run_fmt)

    one = parts.add_parser(
        "why", help="explain a diagnostic code, with an example", examples=("rules why T414", "rules why t202")
    )
    one.add_argument("code", metavar="CODE", help="such as T414")
    one.set_defaults(run=run_why)


# ---- list ------------------------------------------------------------------------------------------------------


def run_list(_arguments: argparse.Namespace) -> int:
    """Print every bundled layer beneath the one it stands on."""
    book = rulebook()
    layers = book.library.layers
    width = max(len(n) + 2 * len(book.library.below(n)) for n in layers) + 2

    def show(name: str, depth: int) -> None:
        layer = layers[name]
        if layer.counts:
            note = f"chosen for {_counts(layer.counts)}"
        elif layer.role is s.Role.LAYER:
            note = "a part of games"
        else:
            note = f"{layer.role}, {_counts(book.counts((name,)))}"
        print(f"{'  ' * depth + name:<{width}}{note:<22}{_title(layer)}")
        for other, above in layers.items():
            if name in [word.text for word in above.on]:
                show(other, depth + 1)

    for name, layer in layers.items():
        if not layer.on:
            show(name, 0)
    print("\nPlay a mode by its name. Add options to it with + if it contains what they stand on,")
    print("for example origins/totem+centre+complete, or your own file: origins/discovery+my.rules.")
    return 0


def _title(layer: s.Layer) -> str:
    return next((item.text for item in layer.items if isinstance(item, s.Title)), "")


def _counts(counts: tuple[int, ...]) -> str:
    if len(counts) > 1 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}-{counts[-1]} players"
    return players_text(counts)


# ---- show ------------------------------------------------------------------------------------------------------


def run_show(arguments: argparse.Namespace) -> int:
    """Print a ruleset for one number of players."""
    found = ruleset(arguments.name)
    players = player_count(found, arguments.players)
    with errors_as_problems():
        game = found.game(players)
        told = next((dict(told.rules) for told in found.texts(players) if told.language == LANGUAGE), {})
    merged = found.book.merged(found.layers, players, Report())
    assert merged is not None, "the game was compiled from it"
    if arguments.rule is not None:
        known = {rule.id: rule for rule in game.rules}
        if arguments.rule not in known:
            raise Problem(f"error: {game.name} has no rule `{arguments.rule}`{meant(arguments.rule, known)}")
        _show_rule(known[arguments.rule], merged, told.get(arguments.rule, ""), resolved=True)
        return 0
    if arguments.resolved:
        path = found.layers[0].split("/")[0] + "/resolved"
        print(f"# {game.name} for {counted(players, 'player')}, all layers in one")
        print(print_file(flattened(found.book.library, merged, path)), end="")
        return 0
    print(f"{game.name} for {counted(players, 'player')}: {game.title}")
    print(f"layers: {', '.join(game.layers)}")
    if game.editions:
        print("editions: " + ", ".join(f"{name} ({title})" for name, title in game.editions))
    _show_tables(game)
    print("\nCourse")
    _show_flow(game.flow, 1)
    print("\nRules")
    for rule in game.rules:
        _show_rule(rule, merged, told.get(rule.id, ""), resolved=False)
    return 0


def _show_tables(game: ir.Game) -> None:
    if game.tables:
        print("\nParameters")
    for table in game.tables:
        print(f"  {table.name} = {', '.join('none' if v is None else str(v) for v in table.values)}")


def _show_flow(items: tuple[ir.FlowItem, ...], depth: int) -> None:
    for item in items:
        pad = "  " * depth
        match item:
            case ir.Step():
                print(f"{pad}step {item.name}")
            case ir.Ask():
                question = f'  "{item.question}"' if item.question else ""
                print(f"{pad}ask {item.name}: {' or '.join(item.actions)}{question}")
                for branch in item.branches:
                    print(f"{pad}  on {branch.action}")
                    _show_flow(branch.items, depth + 2)
            case ir.Repeat():
                print(f"{pad}repeat {item.name}")
                _show_flow(item.items, depth + 1)
            case ir.Each():
                print(f"{pad}each {item.name} as {item.element}")
                _show_flow(item.items, depth + 1)


def _show_rule(rule: ir.RuleInfo, merged: Merged, text: str, *, resolved: bool) -> None:
    changed = f", changed by {', '.join(rule.changed_by)}" if rule.changed_by else ""
    print(f"\n  {rule.id}  {rule.title}")
    if text:
        print(fill(text, width=100, initial_indent="    ", subsequent_indent="    "))
    print(f"    from {rule.layer}{changed}; at most {rule.cost} steps to evaluate")
    for citation in rule.citations:
        note = f" ({citation.note})" if citation.note and citation.kind is ir.CitationKind.SOURCE else ""
        match citation.kind:
            case ir.CitationKind.SOURCE:
                standing = "" if citation.standing is ir.Standing.STATES else f" {citation.standing}"
                print(f"    source {citation.edition}{standing}: {citation.heading}{note}")
            case ir.CitationKind.RULING:
                print(f"    ruling: {citation.note}")
            case ir.CitationKind.HOUSE:
                print(f"    house rule{': ' + citation.note if citation.note else ''}")
    written = merged.rules[rule.id]
    for path in _places(written, merged):
        print(f"    takes effect at {path}")
    if resolved:
        lines: tuple[s.RuleLine, ...] = (*written.bases, *written.clauses)
        text = print_statement(s.Rule(id=written.id, title=written.title, lines=lines))
        print("\n".join("    | " + line for line in text.splitlines()))


def _places(rule: MergedRule, merged: Merged) -> list[str]:
    """Return the paths in the flow of the steps at which a rule takes effect."""
    steps = {c.step.text for c in rule.clauses if isinstance(c, s.AtStep)}
    return [path for name, path in _paths(merged.flow, "") if name in steps]


def _paths(items: tuple[s.FlowItem, ...], prefix: str) -> list[tuple[str, str]]:
    found = []
    for item in items:
        path = f"{prefix}{item.name.text}"
        found.append((item.name.text, path))
        match item:
            case s.Ask():
                for branch in item.branches:
                    found += _paths(branch.items, f"{path} > on {branch.action.text} > ")
            case s.Repeat() | s.Each():
                found += _paths(item.items, f"{path} > ")
            case s.Step():
                pass
    return found


# ---- lint, fmt, why ---------------------------------------------------------------------------------------------


def run_lint(arguments: argparse.Namespace) -> int:
    """Print everything wrong with some rules files."""
    paths = [Path(name) for name in arguments.files] or sorted(tilelaw_spec.root().rglob("*.rules"))
    for path in paths:
        read_bytes(path)
    if arguments.fix:
        for line in fix(paths):
            print(line, file=sys.stderr if arguments.format == "json" else sys.stdout)
    book = rulebook().copy()
    book.add_paths(paths)
    found: dict[tuple[object, ...], Diagnostic] = {}
    for path in paths:
        for item in lint(book, path, check_looks):  # one that two files lead to is shown once
            found.setdefault((item.code, item.message, item.span), item)
    own = {str(path) for path in paths}
    return _say(arguments, paths, book, sorted(found.values(), key=lambda item: item.span.source.name not in own))


def _say(arguments: argparse.Namespace, paths: list[Path], book: Rulebook, found: list[Diagnostic]) -> int:
    """Print what was found, and return the exit status."""
    errors = sum(d.severity is Severity.ERROR for d in found)
    if arguments.format == "json":
        return _lint_as_json(arguments, book, paths, found)
    for item in found:
        print(render(item) + "\n")
    numbers = f"{counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}"
    print(f"{counted(len(paths), 'file')}: {numbers}")
    safe = sum(item.edit is not None and item.edit.is_safe for item in found)
    if safe and not arguments.fix:
        print(f"{counted(safe, 'hint')} can be obeyed for you: `tilelaw rules lint --fix`.")
    if errors:
        print("`tilelaw rules why CODE` explains a code.")
        return 1
    for sentence in taken_apart(book, paths) if arguments.files else ():
        print(sentence)
    if arguments.verbose:
        slow = [sentence for path in paths for sentence in slow_rules(book, path)]
        print("\n".join(["slow:", *slow] if slow else ["slow: none"]))
    if arguments.play:
        return 0 if tell_trials(book, paths) else 1
    again = shlex.join(["tilelaw", "rules", "lint", *arguments.files, "--play"])
    print(f"Nothing was played: `{again}` plays games at random and tells what each rule did.")
    return 0


def _lint_as_json(arguments: argparse.Namespace, book: Rulebook, paths: list[Path], found: list[Diagnostic]) -> int:
    """Print everything wrong with some rules files, and with games by them, as JSON."""
    is_well = not any(d.severity is Severity.ERROR for d in found)
    if not arguments.play:
        print(to_json(found))
        return 0 if is_well else 1
    played = list(trials(book, paths)) if is_well else []
    print(as_json(to_json(found), played))
    return 0 if is_well and all(trial.violation is None for trial in played) else 1


def run_fmt(arguments: argparse.Namespace) -> int:
    """Format rules files, or say which are not formatted."""
    status = 0
    for name in arguments.files:
        path = Path(name)
        text = read_text(path)
        report = Report()
        formatted = format_text(Source(str(path), text.replace("\r\n", "\n")), report)
        if formatted is None:
            for item in report.sorted():
                print(render(item), file=sys.stderr)
            status = 1
        elif formatted != text:
            if arguments.check:
                print(f"would format {path}")
                status = 1
            else:
                path.write_bytes(formatted.encode("utf-8"))
                print(f"formatted {path}")
    return status


def run_why(arguments: argparse.Namespace) -> int:
    """Print the explanation of a diagnostic code."""
    code = f"T{arguments.code.strip('[]').upper().removeprefix('T')}"
    text = explain_code(code)
    if text is None:
        is_code = len(code) == len("T414") and code[1:].isdigit()  # one like others, which says nothing of them
        hint = meant(code, () if is_code else CODES, "a code looks like T414")
        raise Problem(f"error: no diagnostic has the code `{arguments.code}`{hint}")
    print(text)
    from tilelaw_press import addresses

    if page := addresses().page(f"diagnostics/{code}.html"):
        print(f"\n{page}")
    return 0
