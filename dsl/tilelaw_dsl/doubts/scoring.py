"""How a game is won: lines that are always the same, scores that decide nothing, lists that cannot be compared.

The one doubt about words: where the English title of a rule has the least win, and its `rank` line the most.
"""

from __future__ import annotations

import re

from tilelaw_dsl import ir
from tilelaw_dsl.codes import Code
from tilelaw_dsl.doubts.known.estimates import Range
from tilelaw_dsl.doubts.places import Doubter

LEAST = re.compile(r"\b(least|fewest|lowest|smallest|shortest|fewer|lower|less)\b(?! than)")
MOST = re.compile(r"\b(most|highest|largest|greatest|biggest|longest|more|higher)\b")
PARTS = re.compile(r"[,;:.()]")


def doubt_scoring(doubter: Doubter) -> None:
    """Look through score and rank lines."""
    game, known = doubter.game, doubter.known_of_side()
    for score in game.scores:
        bound = known
        if score.each is not None:
            bound = known.bind(score.each.element, doubter.estimator.many(score.each.over, known).each)
        if score.each is not None and score.each.element not in ir.names_in(score.points):
            message = f"all these lines score the same: nothing reads `{score.each.element}`"
            doubter.warn(Code.NEVER_READ, message, doubter.span(score.points), rule=score.rule)
        is_mine = "you" in ir.names_in(score)
        if not is_mine and game.players > 1:
            message = "this line scores the same for everybody: it does not speak of `you`"
            doubter.warn(Code.NO_EFFECT, message, doubter.span(score.points), rule=score.rule)
        elif doubter.estimator.range(score.points, bound) == Range(0, 0) and not doubter.has_doubt_in(score.points):
            doubter.warn(Code.NO_EFFECT, "this line always scores 0", doubter.span(score.points), rule=score.rule)
    if game.scores and not game.ranks:
        last = game.scores[-1]
        message = "points are scored, but nothing ranks anybody by them: all are tied"
        hint = "add a rule with `rank total(you)`"
        doubter.warn(Code.NOT_RANKED, message, doubter.span(last.points), rule=last.rule, hint=hint)
    by_number = [rank for rank in game.ranks if not isinstance(rank, ir.RankShared)]
    read = list(ir.walk(*by_number))
    decides_nothing = [score for score in game.scores if score.points not in read]
    if by_number and decides_nothing == list(game.scores) and not any(isinstance(node, ir.Total) for node in read):
        first = by_number[0]
        message = "points are scored, but no `rank` line reads their total: they decide nothing"
        hint = "let a rule before this one say `rank total(you)`"
        if game.scores:
            doubter.warn(Code.NOT_RANKED, message, doubter.span(first.value), rule=first.rule, hint=hint)
    elif by_number and not any(isinstance(node, ir.Total) for node in read):
        for score in decides_nothing:
            message = (
                f"no `rank` line reads the total: these points decide nothing, `{by_number[0].rule}` ranks otherwise"
            )
            hint = f"amend rule `{by_number[0].rule}`: its `rank` line is to count them"
            doubter.warn(Code.NOT_RANKED, message, doubter.span(score.points), rule=score.rule, hint=hint)
    for number, rank in enumerate(game.ranks):
        if isinstance(rank, ir.RankShared):
            continue
        found = doubter.estimator.value(rank.value, known)
        if not game.scores and any(isinstance(node, ir.Total) for node in ir.walk(rank.value)):
            message = "no rule has a `score` line, so the total is always 0"
            doubter.warn(Code.NOT_RANKED, message, doubter.span(rank.value), rule=rank.rule)
        elif any(not isinstance(r, ir.RankShared) and r.value == rank.value for r in game.ranks[:number]):
            message = "a line above decides by the same, so this one decides nothing"
            doubter.warn(Code.NO_EFFECT, message, doubter.span(rank.value), rule=rank.rule)
        elif isinstance(found, Range) and found.low == found.high:
            message = f"this is {found.low} for everybody, so it decides nothing"
            doubter.warn(Code.NO_EFFECT, message, doubter.span(rank.value), rule=rank.rule)
        elif "you" not in ir.names_in(rank.value) and game.players > 1:
            message = "this is the same for everybody, so it decides nothing: it does not speak of `you`"
            doubter.warn(Code.NO_EFFECT, message, doubter.span(rank.value), rule=rank.rule)
        if isinstance(rank, ir.RankByList) and any(not isinstance(r, ir.RankShared) for r in game.ranks[number + 1 :]):
            length = doubter.estimator.many(rank.value, known)
            if length.least < length.most:
                message = "lists of different lengths are compared here, and then run into the next `rank` line"
                hint = "let all sides have as many numbers, such as one for each member of a kind, or rank by this last"
                doubter.warn(Code.UNEVEN_LISTS, message, doubter.span(rank.value), rule=rank.rule, hint=hint)
    _least_wins(doubter)


def _least_wins(doubter: Doubter) -> None:
    """Tell a rule in whose title the least wins, while its `rank` line puts the most first."""
    lines = [line for line in doubter.game.ranks if not isinstance(line, ir.RankShared)]
    for rule in dict.fromkeys(line.rule for line in lines):
        title = next(each.title for each in doubter.game.rules if each.id == rule).lower()
        own = [line.value for line in lines if line.rule == rule]
        if any(isinstance(line, ir.RankByList) for line in lines if line.rule == rule):
            continue  # there the lowest decides first
        parts = [part for part in PARTS.split(title) if LEAST.search(part) or MOST.search(part)]
        for number, part in enumerate(parts):  # what is said first is about the first line, and so on
            line = own[min(number, len(own) - 1)]
            if not MOST.search(part) and not _turns_round(doubter, line):
                message = f"the title says `{part.strip()}`, but sides are ranked by more: this puts the most first"
                text = doubter.text(line)
                hint = f"write `rank -({text})`" if " " in text else f"write `rank -{text}`"
                doubter.warn(Code.TITLE_DENIES, message, doubter.span(line), rule=rule, hint=hint)
                break


def _turns_round(doubter: Doubter, value: ir.Expr) -> bool:
    """Say whether what is ranked may be higher where there is less of something: it subtracts, or decides by cases."""
    nodes = list(ir.walk_called(value, doubter.estimator.defines))
    if any(isinstance(node, ir.Total) for node in nodes):
        scores = (score.points for score in doubter.game.scores)
        nodes += [node for points in scores for node in ir.walk_called(points, doubter.estimator.defines)]
    takes = ir.ArithmeticOperator.SUBTRACT
    return any(
        isinstance(node, ir.If | ir.Match)
        or (isinstance(node, ir.Arithmetic) and node.operator is takes)
        or (isinstance(node, ir.Number) and node.value < 0)
        for node in nodes
    )
