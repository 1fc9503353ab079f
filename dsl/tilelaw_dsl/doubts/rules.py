"""Rules as people know them: two with one title, and consequences of rules that a layer has taken away."""

from __future__ import annotations

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.places import Doubter


def doubt_rules(doubter: Doubter) -> None:
    """Look through titles and `follows`."""
    merged = doubter.checked.merged
    titled: dict[str, s.Word] = {}
    for rule in merged.rules.values():
        title = rule.title.text if rule.title is not None else ""
        if title in titled:
            first = titled[title]
            message = f"rule `{first.text}` has the same title, so nobody can tell them apart"
            doubter.warn(Code.SAME_TITLE, message, rule.id.span, also={first.span: "this one"}, rule=rule.id.text)
        titled.setdefault(title, rule.id)
        gone = [
            word
            for clause in rule.clauses
            if isinstance(clause, s.Follows)
            for word in clause.rules
            if word.text in merged.removed and word.text not in merged.rules
        ]
        for word in gone:
            message = f"rule `{rule.id.text}` says that it follows from this one, and still stands"
            hint = f"remove or amend rule `{rule.id.text}` as well"
            where = merged.removed[word.text]
            doubter.warn(Code.FOLLOWS_REMOVED, message, where, also={word.span: "it follows here"}, hint=hint)
