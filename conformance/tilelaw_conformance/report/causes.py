"""What failures have in common: likely causes, the likeliest first.

A failing case names several rules, and mostly one of them is broken. Its other rules have cases of their own, which
pass if those rules are kept. So a rule is suspected for the failures that it would explain, and cleared by those that
it would not and by its cases that pass (the measure D* of fault localisation). The rules are taken one after the
other, and each takes the failing cases that name it. Where everything that fails does so with one option, and the same
cases pass without it, the option is suspected and not the rules of the cases; so it is where nearly everything with an
option that is claimed ends in errors. Not reaching positions is a cause for each kind of answer that is refused on the
way; the cases that wait behind it say nothing about their own rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from tilelaw_conformance.cases.expectation import Basis, Case
from tilelaw_conformance.protocol.messages import CANNOT_HOLD
from tilelaw_conformance.report.reporter import Background
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Refused, Verdict

_OF_GAMES = 0.2
_MOST = 10
"""So many times as many errors as answers are as good as nothing but errors."""
_ONLY = "only"
_FEW = 3
"""Fewer moves than this say nothing about all."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that may be wrong, and the cases that fail because of it."""

    told: str
    rule: str
    """The rule that is likely broken; empty if the cause is none."""
    cases: tuple[Judged, ...]
    is_told_once: bool = False
    """Whether the first case stands for all."""

    @property
    def stories(self) -> list[list[Judged]]:
        """The cases in groups, of each of which the first is told: heirs stand beside the case they are from."""
        if self.is_told_once:
            return [list(self.cases)]
        found: dict[str, list[Judged]] = {}
        for judged in self.cases:
            group = found.setdefault(judged.case.origin, [])
            group.insert(0 if judged.case.id == judged.case.origin else len(group), judged)
        return list(found.values())


def causes(outcome: Outcome) -> tuple[Cause, ...]:
    """Return the likely causes of all failures, the likeliest first."""
    failures = outcome.failures
    ways = list(_ways(judged for judged in failures if judged.refused is not None))
    failed = [each for each in failures if _is_about_rules(each)]
    rules = [*_option(failed, outcome.judged)] or [*_rules(failed, outcome.judged)]
    # A rule that several cases accuse is likely what is refused on the way as well; a single case may be a sequel.
    is_accused = bool(rules) and len(rules[0].stories) > 1
    is_mostly_lost = not is_accused and sum(len(cause.cases) for cause in ways) > len(failed)
    errored = [each for each in failures if each.verdict not in (Verdict.FAILED, Verdict.NOT_REACHED)]
    unknown = list(_unknown_options(errored, outcome.judged))
    explained = {judged.case.id for cause in unknown for judged in cause.cases}
    return (
        *unknown,
        *(ways if is_mostly_lost else rules),
        *(rules if is_mostly_lost else ways),
        *_sides([judged for judged in failures if judged.is_about_sides]),
        *_neighbours([judged for judged in failures if judged.is_about_neighbour]),
        *_misbehaviour(each for each in errored if each.case.id not in explained),
    )


def _ways(failures: Iterator[Judged]) -> Iterator[Cause]:
    """Yield the kinds of answers that are refused; of whole turns all that is known is what they have in common."""
    found: dict[tuple[str, str, tuple[str, ...]], list[tuple[Judged, Refused]]] = {}
    for judged in failures:
        assert judged.refused is not None, "the caller has seen to that"
        refused = judged.refused
        kind = _ONLY if refused.is_only else "" if refused.turn else refused.actions[0]
        key = (judged.case.game, kind, () if refused.is_only else refused.rules)
        found.setdefault(key, []).append((judged, refused))
    for (_, kind, rules), cases in found.items():
        common = [name for name in cases[0][1].actions if all(name in refused.actions for _, refused in cases)]
        if kind == _ONLY:
            some = tuple(judged for judged, _ in cases)
            names = " or ".join(sorted({f"`{refused.actions[0]}`" for _, refused in cases}))
            told = f"the only legal answer of an ask, {names}, is refused on the way"
            yield Cause(f"{told}: every ask is asked, also with one answer", "", some, is_told_once=True)
            continue
        told = f"`{kind}`" if kind else f"turn with {' and '.join(f'`{name}`' for name in common)}"
        by = f" by {', '.join(rules)}" if rules else ""
        rule = rules[0] if len(rules) == 1 else ""
        some = tuple(judged for judged, _ in cases)
        yield Cause(f"a legal {told} on the way is refused{by}", rule, some, is_told_once=True)


def _rules(failures: Sequence[Judged], judged: Sequence[Judged]) -> Iterator[Cause]:
    """Yield the rules that are likely broken; heirs count as the case they are inherited from."""
    looked_at = [each for each in judged if each.verdict in (Verdict.PASSED, Verdict.FAILED)]
    all_of, failing = _origins_by_rule(looked_at), _origins_by_rule(failures)
    weights = {each.case.origin: _weight(each.case) for each in looked_at}
    left = list(failures)
    while left:
        here = _origins_by_rule(left)
        everything = {each.case.origin for each in left}
        suspicion = {
            rule: _suspicion(*(sum(weights[id_] for id_ in ids) for ids in (some, everything - some, passed)))
            for rule, some in here.items()
            for passed in (all_of[rule] - failing[rule],)
        }
        rule = max(suspicion, key=lambda rule: suspicion[rule])
        cases = tuple(each for each in left if rule in each.case.rules)
        yield Cause(f"{len(failing[rule])} of the {len(all_of[rule])} cases about {rule} fail", rule, cases)
        left = [each for each in left if rule not in each.case.rules]


def _option(failures: Sequence[Judged], judged: Sequence[Judged]) -> Iterator[Cause]:
    """Yield the option with which everything fails that fails, if the same cases pass without it."""
    passed = [each for each in judged if each.verdict is Verdict.PASSED]
    common = set.intersection(*(_options(each.case) for each in failures)) if failures else set()
    origins = {each.case.origin for each in failures}
    for option in sorted(common, key=lambda name: sum(name in _options(each.case) for each in passed)):
        without = {each.case.origin for each in passed if option not in _options(each.case)} & origins
        if not without:
            continue
        cases = [each.case for each in judged if each.case.game == failures[0].case.game]
        elsewhere = {rule for case in cases if option not in _options(case) for rule in case.rules}
        own = sorted({rule for case in cases for rule in case.rules} - elsewhere)
        about = f" ({', '.join(own)})" if own else ""
        told = (
            f"all {len(origins)} cases that fail do so with {option}{about}, and {len(without)} of them pass without it"
        )
        yield Cause(told, own[0] if len(own) == 1 else "", tuple(failures))
        return


def _unknown_options(errored: Sequence[Judged], judged: Sequence[Judged]) -> Iterator[Cause]:
    """Yield the options with which nearly every case ends in an error, if some without them do not."""
    left = [each for each in errored if not each.misused]
    answered = [each for each in judged if each.verdict in (Verdict.PASSED, Verdict.FAILED)]
    known = Counter(option for each in answered for option in _options(each.case))
    while left:
        counts = Counter(option for each in left for option in _options(each.case))
        option = next((name for name, number in counts.most_common() if number >= max(_FEW, _MOST * known[name])), "")
        cases = tuple(each for each in left if option in _options(each.case))
        others = [each.case for each in answered if option not in _options(each.case)]
        if not cases or not any(case.game == cases[0].case.game for case in others):
            return
        number = f"{len(cases)} of the {len(cases) + known[option]}"
        told = f"it claims {option}, and {number} cases with it end in errors, but not those without it"
        yield Cause(f"{told} ({cases[0].verdict}: {cases[0].reason})", "", cases)
        left = [each for each in left if option not in _options(each.case)]


def _options(case: Case) -> set[str]:
    """Return the additions of the ruleset of a case."""
    return {f"+{name}" for name in case.ruleset.split("+")[1:]}


def _weight(case: Case) -> float:
    """Return how much a case says about its rules: a whole game goes by many that it does not name."""
    return _OF_GAMES if case.basis is Basis.RECORDED or case.checkpoints else 1.0


def _suspicion(explained: float, unexplained: float, passed: float) -> tuple[float, float]:
    """Return how much a rule is suspected, given the failures that it explains, the others, and its cases that pass."""
    against = unexplained + passed
    return (explained**2 / against if against else inf), explained


def _origins_by_rule(judged: Iterable[Judged]) -> dict[str, set[str]]:
    """Return the ids of the cases, as they are written, that are about each rule."""
    found: dict[str, set[str]] = {}
    for each in judged:
        for rule in each.case.rules:
            found.setdefault(rule, set()).add(each.case.origin)
    return found


def _is_about_rules(judged: Judged) -> bool:
    """Say whether a case failed by what its rules say, and not beside that."""
    return judged.verdict is Verdict.FAILED and not judged.is_about_neighbour and not judged.is_about_sides


def _sides(failures: Sequence[Judged]) -> Iterator[Cause]:
    if failures:
        yield Cause("sides are missing, or named that there are not, or named twice", "", tuple(failures))


def _neighbours(failures: Sequence[Judged]) -> Iterator[Cause]:
    if failures:
        yield Cause("legal neighbours of refused moves are refused as well", "", tuple(failures))


def _misbehaviour(failures: Iterator[Judged]) -> Iterator[Cause]:
    """Yield what is wrong with answers that are no proper ones, the most frequent first."""
    found: dict[str, list[Judged]] = {}
    for judged in failures:
        told = _misused(judged) if judged.misused else f"{judged.verdict}: {judged.reason}"
        found.setdefault(told, []).append(judged)
    for told, cases in sorted(found.items(), key=lambda each: -len(each[1])):
        yield Cause(told, "", tuple(cases))


def _misused(judged: Judged) -> str:
    """Return what is wrong with an error that comes although the implementation knows the position."""
    about = "1003, that it cannot hold the position," if judged.misused == CANNOT_HOLD else f"error {judged.misused}"
    if judged.case.then.legal is False or judged.case.tries:
        return f"it answers {about} where an answer is illegal: `apply` says that with error 1001, `judge` with `legal`"
    return f"it answers {about} about positions that it holds"


# ---- hints


def hints(outcome: Outcome, background: Background) -> tuple[str, ...]:
    """Return what strikes the eye when all failures are looked at together."""
    return (
        *_one_sided(outcome),
        *_surplus(outcome, background),
        *_rulings(outcome),
        *_thinned(outcome, background),
        *_not_held(outcome),
    )


def _one_sided(outcome: Outcome) -> Iterator[str]:
    judged = [each for each in outcome.judged if each.verdict in (Verdict.PASSED, Verdict.FAILED)]
    for wanted, word in ((True, "legal was accepted"), (False, "illegal was refused")):
        about = [each for each in judged if each.case.then.legal is wanted and "legal" in each.parts]
        if len(about) >= _FEW and all(each.verdict is Verdict.FAILED for each in about):
            yield f"nothing {word} at all, in {len(about)} cases: does it see the position that is sent?"


def _surplus(outcome: Outcome, background: Background) -> Iterator[str]:
    found = Counter(rule for each in outcome.failures for rules in surplus_rules(each, background) for rule in rules)
    if found:
        counts = ", ".join(f"{rule} refuses {number}" for rule, number in found.most_common())
        yield f"moves that it lists and should not: {counts}"


def surplus_rules(judged: Judged, background: Background) -> list[tuple[str, ...]]:
    """Return, for each difference, the rules that refuse the move it lists too many, if that can be found out."""
    moves = [each.surplus for each in judged.differences]
    return [background.refused_by(judged, move) if move else () for move in moves]


def _rulings(outcome: Outcome) -> Iterator[str]:
    """Yield how many failures rest on rulings, unless something else explains all of them."""
    failed = [each for each in outcome.failures if _is_about_rules(each)]
    rulings = list(dict.fromkeys(each.case.origin for each in failed if each.case.basis is Basis.RULING))
    if rulings and not any(_option(failed, outcome.judged)):
        number = len({judged.case.origin for judged in outcome.failures})
        once = " (without what is inherited)" if number < len(outcome.failures) else ""
        named = ", ".join(rulings[:_FEW]) + (f" and {len(rulings) - _FEW} more" if len(rulings) > _FEW else "")
        yield (
            f"{len(rulings)} of your {number} failures{once} rest on rulings, our readings where the books leave a gap:"
            f" {named}; --without ruling leaves them out"
        )


def _thinned(outcome: Outcome, background: Background) -> Iterator[str]:
    """Yield that it may miss in its own states what it does not claim to keep, if mostly that went wrong."""
    keeps = outcome.hello.keeps if outcome.hello is not None else None
    back = [each for each in outcome.failures if each.hands_back]
    if keeps is None or len(back) < _FEW or 2 * len(back) < len(outcome.failures):
        return
    parts = (background.manifest(back[0].case.ruleset, back[0].case.players) or {}).get("parts", {})
    names = [part["key"] for kind in ("zones", "boards", "variables") for part in parts.get(kind, ())]
    left_out = [name for name in (*names, "asks") if name not in keeps]
    if left_out:
        number = len(outcome.failures)
        yield (
            f"in {len(back)} of your {number} failures it was sent back a state of its own, which need not"
            f" have what `keeps` leaves out ({', '.join(left_out)}): what it goes on from belongs in its states"
        )


def _not_held(outcome: Outcome) -> Iterator[str]:
    held = [each for each in outcome.judged if each.verdict is not Verdict.SKIPPED]
    not_held = [each for each in outcome.judged if each.link.endswith("#holding")]
    if len(not_held) > len(held):
        yield f"it could not hold {len(not_held)} positions and was judged on {len(held)}: that says little about it"
    counts = Counter(option for each in not_held for option in _options(each.case))
    there = {option for each in held for option in _options(each.case)}
    for option, number in counts.items():
        if number >= _FEW and option not in there:
            yield f"it claims {option}, and holds no position with it: error 1003 came in all {counts[option]} cases"
