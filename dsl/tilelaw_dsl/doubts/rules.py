"""Rules as people know them: two with one title, and what rested on a rule that a layer has taken away."""

from __future__ import annotations

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.places import Doubter
from tilelaw_dsl.layers.merged import Removal


def doubt_rules(doubter: Doubter) -> None:
    """Look through titles, `follows` and rules that are gone."""
    _same_titles(doubter)
    _follow_from_nothing(doubter)
    for removal in doubter.checked.merged.removed.values():
        _had_way_out(doubter, removal)


def _same_titles(doubter: Doubter) -> None:
    titled: dict[str, s.Word] = {}
    for rule in doubter.checked.merged.rules.values():
        title = rule.title.text if rule.title is not None else ""
        if title in titled:
            first = titled[title]
            message = f"rule `{first.text}` has the same title, so nobody can tell them apart"
            doubter.warn(Code.SAME_TITLE, message, rule.id.span, also={first.span: "this one"}, rule=rule.id.text)
        titled.setdefault(title, rule.id)


def _follow_from_nothing(doubter: Doubter) -> None:
    merged = doubter.checked.merged
    for rule in merged.rules.values():
        named = [word for clause in rule.clauses if isinstance(clause, s.Follows) for word in clause.rules]
        for word in (word for word in named if word.text in merged.removed and word.text not in merged.rules):
            message = f"rule `{rule.id.text}` says that it follows from this one, and still stands"
            hint = f"remove or amend rule `{rule.id.text}` as well"
            where = merged.removed[word.text].span
            doubter.warn(Code.FOLLOWS_REMOVED, message, where, also={word.span: "it follows here"}, hint=hint)


def _had_way_out(doubter: Doubter, removal: Removal) -> None:
    """Tell that a rule is gone which had the only answer for those who have no other, unless its layer sees to them."""
    flow = doubter.checked.flow
    for clause in removal.rule.clauses:
        if not isinstance(clause, s.Action) or clause.instead_of is None:
            continue
        action = clause.instead_of.text
        is_way_out = any(
            isinstance(part, s.NoLegal) and part.action.text == action
            for required in removal.rule.clauses
            if clause.name in _about(required)
            for part in s.walk(required)
        )
        alone = [ask for ask in flow.asks_of.get(action, []) if flow.actions_at[ask] == (action,)]
        if is_way_out and alone and not _is_seen_to(doubter, removal.layer, {action, *alone}):
            message = f"who cannot `{action}` has no answer then: this rule was the way out"
            hint = f"let another action `instead of {action}` require `no legal {action}`, or give the ask a `when`"
            also = {clause.name.span: "this one answered then"}
            doubter.warn(Code.NO_WAY_OUT, message, removal.span, also=also, hint=hint)


def _is_seen_to(doubter: Doubter, layer: str, names: set[str]) -> bool:
    """Say whether a layer changes some actions and asks in other ways as well."""
    merged = doubter.checked.merged
    own = [rule for rule in merged.rules.values() if layer in (rule.layer, *rule.changed_by)]
    spoken = {word.text for rule in own for clause in rule.clauses for word in _about(clause)}
    changed = {name for change in merged.changes if change.layer == layer for name in change.names}
    return not names.isdisjoint(spoken | changed)


def _about(clause: s.Node) -> tuple[s.Word, ...]:
    """Return the actions or the item of the flow that a clause is about."""
    match clause:
        case s.ForAction(actions=actions):
            return actions
        case s.Skip(item=item):
            return (item,)
        case _:
            return ()
