"""What a layer does to rules: it adds, replaces, amends and removes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Severity, respelt
from tilelaw_dsl.layers.applying import Applying
from tilelaw_dsl.layers.editions import said_about
from tilelaw_dsl.layers.lost import check_lost, check_no_waivers, without_waivers
from tilelaw_dsl.layers.merged import MergedRule, Removal
from tilelaw_dsl.source import NOWHERE

LONG_WORD = re.compile(r"[a-z_]{4,}")
MAX_LIKE = 3


def add_rule(applying: Applying, rule: s.Rule) -> None:
    """Add a rule."""
    known = applying.merged.rules.get(rule.id.text)
    if known is not None:
        hint = ""
        if rule.id.text == s.NOT_ASKED:
            hint = f"every game has it: leave it out, or write `amend rule {s.NOT_ASKED}` to give it another title"
        elif known.layer != applying.name:
            hint = f"to change it write `amend rule {rule.id.text}` or `replace rule {rule.id.text}`"
        applying.report.add(
            Code.RULE_TWICE,
            f"rule `{rule.id.text}` exists already",
            rule.id.span,
            labels=[(known.id.span, "first here")] if known.id.span != NOWHERE else [],
            hint=hint,
        )
        return
    applying.touch(f"rule {rule.id.text}", rule.id.span)
    name = applying.name
    bases, clauses = _sorted_lines(applying, rule.lines)
    check_no_waivers(applying, rule.id.text, clauses)
    for clause in clauses:
        if isinstance(clause, s.Sides):  # then scores beneath are those of sides
            applying.change(clause.span, "sides", "side", "you")
    applying.merged.rules[rule.id.text] = MergedRule(rule.id, name, (), rule.title, bases, clauses, name, name)


def replace_rule(applying: Applying, item: s.ReplaceRule) -> None:
    """Put another rule in the place of one beneath."""
    old = _known_rule(applying, item)
    if old is None:
        return
    applying.touch(f"rule {item.id.text}", item.id.span)
    applying.change(item.id.span, item.id.text, *_names(old.clauses))
    name = applying.name
    changed = (*old.changed_by, name)
    bases, clauses = _sorted_lines(applying, item.lines)
    check_no_waivers(applying, item.id.text, clauses)
    rule = MergedRule(item.id, old.layer, changed, item.title, bases, clauses, name, name)
    if clauses and (rule.title, clauses) == (old.title, old.clauses):
        applying.warn_same(f"rule `{item.id.text}`", item.id.span)
    applying.merged.rules[item.id.text] = rule


def amend_rule(applying: Applying, item: s.AmendRule) -> None:
    """Swap parts of a rule."""
    old = _known_rule(applying, item)
    if old is None:
        return
    applying.touch(f"rule {item.id.text}", item.id.span)
    name = applying.name
    bases, clauses = _sorted_lines(applying, item.lines)
    if clauses:  # a title alone changes nothing that others use
        applying.change(item.id.span, item.id.text, *_names(clauses))
    _warn_without_source(applying, item, bases, clauses)
    # A rule of the house is the house's, whatever it rested on before.
    is_house = any(isinstance(b, s.House) for b in bases)
    kept = tuple(b for b in old.bases if not is_house and type(b) not in {type(b) for b in bases})
    new = replace(
        old,
        changed_by=(*old.changed_by, name),
        title=item.title or old.title,
        bases=kept + bases,
        clauses=_swap(applying, item, old.clauses, clauses),
        anew_on=name if is_house else old.anew_on,
        titled_on=name if item.title else old.titled_on,
    )
    if clauses and (new.title, new.clauses) == (old.title, old.clauses):
        applying.warn_same(f"rule `{item.id.text}`", item.id.span)
    _warn_of_invariants(applying, item, old.clauses, clauses)
    applying.merged.rules[item.id.text] = new


def remove_rule(applying: Applying, item: s.RemoveRule) -> None:
    """Take a rule away."""
    old = _known_rule(applying, item)
    if old is None:
        return
    if item.id.text == s.NOT_ASKED:
        message = f"`{item.id.text}` belongs to every game and cannot be removed"
        applying.report.add(Code.UNKNOWN_RULE, message, item.id.span)
        return
    applying.touch(f"rule {item.id.text}", item.id.span)
    applying.change(item.id.span, item.id.text, *_names(old.clauses))
    del applying.merged.rules[item.id.text]
    applying.merged.removed[item.id.text] = Removal(old, applying.name, item.id.span)


def _names(clauses: tuple[s.Clause, ...]) -> list[str]:
    """Return by what names other rules speak of parts of a rule."""
    return [clause.name.text for clause in clauses if isinstance(clause, s.Action | s.Define)]


def _known_rule(applying: Applying, item: s.AmendRule | s.ReplaceRule | s.RemoveRule) -> MergedRule | None:
    rules, id_ = applying.merged.rules, item.id
    if id_.text not in rules:
        message = f"no rule is called `{id_.text}` in the layers below"
        below = {name: rule for name, rule in rules.items() if rule.layer != applying.name}
        like = " or ".join(f"`{name}`" for name in _like(item.span.first_line.text, below))
        add = "" if isinstance(item, s.RemoveRule) else f"to add a rule write `rule {id_.text}`"
        hint = respelt(id_.text, below, "; ".join(filter(None, (like and f"perhaps {like} is meant", add))))
        applying.report.add(Code.UNKNOWN_RULE, message, id_.span, hint=hint)
    return rules.get(id_.text)


def _like(text: str, rules: Mapping[str, MergedRule]) -> list[str]:
    """Return the rules that have most words in common with a line, in their ids and titles."""
    words = set(LONG_WORD.findall(text.lower()))
    titles = {name: f"{name} {rule.title.text if rule.title else ''}".lower() for name, rule in rules.items()}
    shared = {name: len(words.intersection(LONG_WORD.findall(title))) for name, title in titles.items()}
    best = max(shared.values(), default=0)
    return [name for name in sorted(shared, key=lambda name: -shared[name]) if shared[name] > best // 2][:MAX_LIKE]


def _sorted_lines(
    applying: Applying, lines: tuple[s.RuleLine, ...]
) -> tuple[tuple[s.Basis, ...], tuple[s.Clause, ...]]:
    """Return what a rule rests on, and what it says; a new title alone makes it no rule of the house."""
    bases = tuple(x for x in lines if isinstance(x, s.Basis))
    clauses = tuple(x for x in lines if not isinstance(x, s.Basis))
    if clauses and not bases:
        bases = tuple(item for item in applying.layer.items if isinstance(item, s.House))[:1]
    return bases, clauses


def clause_key(clause: s.Clause) -> tuple[str, ...]:
    """Return what an amendment swaps a clause by: its kind and what it is about."""
    match clause:
        case s.ForAction():
            kind = "require" if any(isinstance(x, s.Require) for x in clause.body) else "effect"
            return (kind, *(a.text for a in clause.actions), clause.ask.text if clause.ask else "")
        case s.AtStep():
            return ("at", clause.step.text)
        case s.Skip():
            return ("skip", clause.item.text)
        case s.Action() | s.Define():
            return (type(clause).__name__, clause.name.text)
        case s.Score() | s.Rank() | s.Sides() | s.Invariant() | s.Follows():
            return (type(clause).__name__,)


def _swap(
    applying: Applying, item: s.AmendRule, old: tuple[s.Clause, ...], new: tuple[s.Clause, ...]
) -> tuple[s.Clause, ...]:
    """Return clauses with new ones in the place of those that they are swapped for, and the others at the end."""
    for key in dict.fromkeys(map(clause_key, new)):
        before, after = ([c for c in clauses if clause_key(c) == key] for clauses in (old, new))
        if before:
            check_lost(applying, item.id.text, before, after)
        else:
            check_no_waivers(applying, item.id.text, after)
    keys = {clause_key(c) for c in new}
    result: list[s.Clause] = []
    placed: set[tuple[str, ...]] = set()
    for clause in old:
        key = clause_key(clause)
        if key not in keys:
            result.append(clause)
        elif key not in placed:
            placed.add(key)
            result.extend(c for c in new if clause_key(c) == key)
    result.extend(c for c in new if clause_key(c) not in placed)
    return tuple(without_waivers(result))


def _warn_without_source(
    applying: Applying, item: s.AmendRule, bases: tuple[s.Basis, ...], clauses: tuple[s.Clause, ...]
) -> None:
    """Warn of an amendment that is played, but rests on nothing: the books that state the old rule do not state it."""
    played = [c for c in clauses if not isinstance(c, s.Follows | s.Invariant)]
    said = said_about(applying.library, (applying.name,)).get(item.id.text)
    if played and not bases and not said:
        message = f"this changes rule `{item.id.text}` and does not say where the change comes from"
        hint = f'let an `edition` speak of it `on {applying.name}`, or write `ruling "why"` or `house`'
        severity = Severity.WARNING
        applying.report.add(Code.CHANGE_WITHOUT_SOURCE, message, item.id.span, hint=hint, severity=severity)


def _warn_of_invariants(
    applying: Applying, item: s.AmendRule, old: tuple[s.Clause, ...], new: tuple[s.Clause, ...]
) -> None:
    """Warn of an invariant that stays while the requirement that may have kept it, or a definition in it, goes."""
    kept = [clause for clause in old if isinstance(clause, s.Invariant)]
    if not kept or any(isinstance(clause, s.Invariant) for clause in new):
        return
    required = {
        node.function.text
        for c in old
        if clause_key(c)[0] == "require"
        for node in s.walk(c)
        if isinstance(node, s.Call)
    }
    for clause in new:
        gone = [c for c in old if clause_key(c) == clause_key(clause)]
        for before in gone:
            what = ""
            if clause_key(clause)[0] == "require" and not _conjuncts(before) <= _conjuncts(clause):
                what = "the requirement"
            elif isinstance(clause, s.Define) and clause.name.text in required and clause != before:
                what = f"what its requirement reads, `{clause.name.text}`,"
            if what:
                message = f"rule `{item.id.text}` keeps an invariant beside {what} that is replaced here"
                applying.report.add(
                    Code.INVARIANT_KEPT,
                    message,
                    clause.span.first_line,
                    labels=[(invariant.span, "does this still hold?") for invariant in kept],
                    hint="repeat the invariant here if it holds, or write the one that does",
                    severity=Severity.WARNING,
                    rule=item.id.text,
                )


def _conjuncts(clause: s.Clause) -> set[s.Node]:
    """Return everything that a block requires at once."""
    body = clause.body if isinstance(clause, s.ForAction) else ()
    waiting: list[s.Expr] = [line.condition for line in body if isinstance(line, s.Require)]
    found: set[s.Node] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, s.And):
            waiting += [node.left, node.right]
        else:
            found.add(node)
    return found
