"""What a result is about, what failures have in common, and what the badge says."""

from __future__ import annotations

import json
import xml.etree.ElementTree as Xml
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance import setting
from conformance.setting import background
from tilelaw.background import only_answer, refused_by, replayed
from tilelaw_conformance.cases.expectation import Basis, Case, Expectation, Part
from tilelaw_conformance.protocol.messages import Claim, Hello
from tilelaw_conformance.report.badge import Badge, badge
from tilelaw_conformance.report.causes import causes, hints
from tilelaw_conformance.report.junit import JUnit
from tilelaw_conformance.report.scope import players_text, scope_text, scopes
from tilelaw_conformance.report.wording import report
from tilelaw_conformance.run.match import Difference
from tilelaw_conformance.run.run import Outcome
from tilelaw_conformance.run.verdict import Judged, Refused, Verdict

PLACE = setting.case("origins/place/rejects-desert-below-grassland")
SCORE = setting.case("origins/score/pictured-territory-scores-32")
HELLO = Hello(
    name="mine",
    version="1",
    rulesets=(Claim("origins/discovery", frozenset({3, 4})),),
    methods=frozenset({"judge", "moves"}),
    levels=frozenset({"legality"}),
    positions=frozenset({"state"}),
)
WRONG = (Difference("x is illegal", "legal"),)


def about(*rules: str, name: str = "", legal: bool = False, **more: Any) -> Case:
    id_ = f"origins/place/{name or '-'.join(rules)}"
    return replace(PLACE, id=id_, rules=rules, then=Expectation(legal=legal, refused_by=rules), **more)


def verdict(case: Case, how: Verdict = Verdict.PASSED, **more: Any) -> Judged:
    differences = WRONG if how is Verdict.FAILED and "differences" not in more else more.pop("differences", ())
    return Judged(case, how, differences, parts=tuple(case.parts), **more)


def outcome(*judged: Judged, known: Iterable[str] = ()) -> Outcome:
    return Outcome(name="mine", hello=HELLO, judged=judged, known=frozenset(known))


FAILED = Verdict.FAILED


# ---- of what


def test_a_result_says_of_what_it_is() -> None:
    found = outcome(
        verdict(about("place.fits", name="a")),
        verdict(about("place.fits", name="b"), FAILED),
        verdict(replace(about("place.fits", name="c"), players=3), Verdict.SKIPPED, reason="it cannot hold it"),
        Judged(SCORE, Verdict.SKIPPED, reason="score: it does not claim the level results"),
        Judged(replace(SCORE, players=2), Verdict.SKIPPED, reason="not for 2", link="x#rulesets"),
    )
    (scope,) = scopes(found)
    assert scope_text(scope) == "origins/discovery 3-4: legality 2 of 3 (1 wrong); results not claimed"
    assert "  origins/discovery 3-4: legality 2 of 3 (1 wrong); results not claimed\n" in report(found, background())


def test_a_level_that_is_not_claimed_in_a_ruleset_is_not_told_as_judged() -> None:
    over = replace(PLACE, then=Expectation(over=True, legal=True))
    found = outcome(Judged(over, Verdict.PASSED, parts=(Part.OVER,)))
    assert found.hello is not None
    hello = replace(found.hello, methods=frozenset({"apply"}), levels=frozenset({"transitions"}))
    (scope,) = scopes(replace(found, hello=hello))
    assert scope_text(scope) == "origins/discovery 4: transitions 1 of 1; legality not claimed"
    # Here the methods of a level that is claimed are narrowed away.
    scorer = (Claim("origins/discovery", frozenset({4}), methods=frozenset({"score"})),)
    skipped = outcome(verdict(about("place.fits"), Verdict.SKIPPED))
    (scope,) = scopes(replace(skipped, hello=replace(found.hello, rulesets=scorer)))
    assert scope_text(scope) == "origins/discovery 4: legality not claimed"


def test_layers_in_another_order_are_the_same_ruleset() -> None:
    ruled = [about("place.fits", name=name, ruleset=f"origins/discovery+{name}") for name in ("a+b", "b+a")]
    found = outcome(*map(verdict, ruled))
    assert found.hello is not None
    free = (Claim("origins/discovery", frozenset({4}), frozenset({"a", "b"})),)
    (scope,) = scopes(replace(found, hello=replace(found.hello, rulesets=free)))
    assert scope_text(scope) == "origins/discovery+a+b 4: legality 2 of 2"


@pytest.mark.parametrize(("players", "text"), [((4,), "4"), ((2, 3, 4), "2-4"), ((2, 4), "2, 4")])
def test_numbers_of_players(players: Sequence[int], text: str) -> None:
    assert players_text(players) == text


def test_a_badge_never_says_only_that_something_passed() -> None:
    good = [verdict(about("place.fits", name=name)) for name in "abc"]
    skipped = [verdict(about("place.fits", name=name), Verdict.SKIPPED) for name in "defg"]
    info = setting.info([PLACE])
    all_cases = replace(info, selection={})
    assert badge([outcome(*good)], all_cases) == ("origins/discovery 4: 3 of 3 judged · all passed", "green")
    assert badge([outcome(*good, *skipped)], all_cases)[1] == "grey", "less than half was judged"
    message, colour = badge([outcome(*good, verdict(about("x.y", name="h"), FAILED))], all_cases)
    assert (message, colour) == ("origins/discovery 4: 4 of 4 judged · 1 wrong", "red")
    left_out = replace(info, selection={"without": ["ruling"], "kind": ["legal"]})
    known = outcome(*good, verdict(about("x.y", name="h"), FAILED), known=["origins/place/h"])
    assert badge([known], left_out)[0].endswith(
        "4 of 4 judged · all others passed · without ruling · 1 known to fail · some cases only"
    )
    mended = outcome(*good, known=["origins/place/a"])
    assert badge([mended], all_cases) == (
        "origins/discovery 4: 3 of 3 judged · what is known to fail passes",
        "red",
    )
    unclean = replace(outcome(*good), left_behind=("17 (engine)",))
    assert badge([unclean], all_cases) == ("origins/discovery 4: 3 of 3 judged · the run was not clean", "red")
    assert badge([outcome(*skipped)], all_cases) == ("nothing judged", "grey")
    assert badge([Outcome(name="x", problem="no hello")], all_cases) == ("nothing judged", "grey")


def test_a_badge_is_a_picture_or_data(tmp_path: Path) -> None:
    for name in ("badge.svg", "badge.json"):
        reporter = Badge(tmp_path / name)
        reporter.begin(setting.info([PLACE]))
        reporter.finished("mine", outcome(verdict(about("place.fits"))), background())
        reporter.end(0)
    data = json.loads((tmp_path / "badge.json").read_text(encoding="utf-8"))
    assert data["schemaVersion"] == 1
    assert data["message"].startswith("origins/discovery 4: 1 of 1 judged")
    assert f"<title>tilelaw: {data['message']}</title>" in (tmp_path / "badge.svg").read_text(encoding="utf-8")


# ---- causes


def test_the_rule_whose_other_cases_fail_too_comes_first() -> None:
    found = outcome(
        verdict(about("place.fits", "place.connects", name="a"), FAILED),
        verdict(about("place.fits", name="b"), FAILED),
        verdict(about("place.connects", name="c")),
        verdict(about("place.connects", name="d")),
        verdict(about("place.empty", name="e"), FAILED),
        verdict(about("place.empty", name="f")),
    )
    told = [(cause.rule, [judged.case.id[-1] for judged in cause.cases]) for cause in causes(found)]
    assert told == [("place.fits", ["a", "b"]), ("place.empty", ["e"])]
    assert "2 likely causes, the likeliest first:\n  2 of the 2 cases about place.fits fail: " in report(
        found, background()
    )


def test_one_cause_on_the_way_is_told_once() -> None:
    refused = Refused(3, 9, {"select": {"tile": 7}}, "no such tile")
    lost = [verdict(about("x.y", name=name), Verdict.NOT_REACHED, refused=refused) for name in "abc"]
    other = verdict(about("x.y", name="d"), Verdict.NOT_REACHED, refused=refused._replace(answer={"place": {}}))
    found = outcome(*lost, other)
    assert [len(cause.cases) for cause in causes(found)] == [3, 1]
    text = report(found, background())
    assert text.count("POSITION NOT REACHED") == 2
    assert (
        '  answer    3 of 9: {"select": {"tile": 7}}\n  expected  it is legal\n  got       illegal (no such tile)\n'
        in text
    )
    assert "  allows    select.free  " in text
    assert "  also      origins/place/b\n  also      origins/place/c\n" in text


def test_turns_that_are_refused_are_told_by_what_they_have_in_common(tmp_path: Path) -> None:
    place, erupt, select = {"place": {"a": [1, 0]}}, {"erupt": {"at": [1, 0]}}, {"select": {"tile": 7}}
    long = Refused(8, 9, select, "no", turn=(place, erupt, select))
    short = Refused(5, 9, erupt, "no", turn=(place, erupt))
    found = outcome(
        *(
            verdict(about("x.y", name=f"a{n}"), Verdict.NOT_REACHED, refused=each)
            for n, each in enumerate((long, short))
        )
    )
    (cause,) = causes(found)
    assert cause.told == "a legal turn with `place` and `erupt` on the way is refused"
    text = report(found, background())
    assert '  answer    6 of 9: {"place": {"a": [1, 0]}}\n  answer    7 of 9: {"erupt"' in text
    assert "  expected  this turn is legal\n" in text
    assert "  allows    lava.range  " in text
    reporter = JUnit(tmp_path / "report.xml")
    reporter.begin(setting.info([PLACE]))
    reporter.finished("mine", found, background())
    reporter.end(1)
    assert "the turn of the answers 6 to 8 of 9 on the way is refused" in (tmp_path / "report.xml").read_text("utf-8")


def test_a_rule_that_several_cases_accuse_comes_before_what_is_refused_on_the_way() -> None:
    refused = Refused(3, 9, {"select": {"tile": 7}}, "no such tile")
    lost = [verdict(about("x.y", name=name), Verdict.NOT_REACHED, refused=refused) for name in "abcdef"]
    one, two = (verdict(about("place.fits", name=name), FAILED) for name in "gh")
    assert [cause.rule for cause in causes(outcome(*lost, one, two))] == ["place.fits", ""]
    assert [cause.rule for cause in causes(outcome(*lost, one))] == ["", "place.fits"]


def test_an_option_is_accused_where_cases_fail_with_it_and_pass_without() -> None:
    fits, empty = about("place.fits", name="a"), about("place.empty", name="b")
    bonus = about("bonus.complete", name="c", ruleset="origins/discovery+complete")
    heirs = [
        replace(case, id=f"{case.id}@x", inherited_from=case.id, ruleset=f"origins/discovery{more}")
        for case, more in ((fits, "+complete"), (empty, "+centre+complete"))
    ]
    passed = verdict(fits), verdict(empty), verdict(bonus)
    (cause,) = causes(outcome(*passed, *(verdict(heir, FAILED) for heir in heirs)))
    told = "all 2 cases that fail do so with +complete (bonus.complete), and 2 of them pass without it"
    assert (cause.told, cause.rule) == (told, "bonus.complete")
    everywhere = verdict(fits, FAILED), *passed[1:]
    assert "+complete" not in causes(outcome(*everywhere, *(verdict(heir, FAILED) for heir in heirs)))[0].told


def test_who_goes_on_without_asking_is_told_so() -> None:
    case = setting.case("origins/recruit/is-asked-in-the-last-round-after-placing")
    passing = next(number for number, answer in enumerate(case.answers) if "pass" in answer)
    assert only_answer(case, (), passing)
    assert not only_answer(setting.case("origins/place/lists-twelve-places-beside-the-hut"), (), 0)
    refused = Refused(3, 9, {"pass": {}}, "who is asked?", is_only=True)
    found = outcome(Judged(case, Verdict.NOT_REACHED, refused=refused))
    (cause,) = causes(found)
    assert (
        cause.told
        == "the only legal answer of an ask, `pass`, is refused on the way: every ask is asked, also with one answer"
    )
    assert "  note      no other answer is legal here, and the engine may have gone on without asking" in report(
        found, background()
    )


def test_the_board_at_the_refused_answer_is_drawn() -> None:
    case = setting.case("origins/end/whole-game-of-twelve-rounds")
    judged = Judged(case, Verdict.NOT_REACHED, refused=Refused(6, len(case.answers), case.answers[5], "no"))
    text = report(outcome(judged), replace(background(), replayed=replayed))
    there = replayed(case, (), 5)
    assert there is not None
    assert setting.draw(there).splitlines()[0] in text


def test_a_position_to_which_no_game_leads_is_told_as_such() -> None:
    case = about("place.fits", constructed="A first tile does not bring 18 points")
    told = "  note      no game gets to this position: A first tile does not bring 18 points\n"
    assert told in report(outcome(verdict(case, FAILED)), background())
    assert "no game gets" not in report(outcome(verdict(about("place.fits"), FAILED)), background())


def test_heirs_are_told_with_the_case_they_are_from(tmp_path: Path) -> None:
    fits = about("place.fits", name="a")
    heirs = [replace(fits, id=f"{fits.id}@origins/totem:{n}", players=n, inherited_from=fits.id) for n in (3, 4)]
    other = about("place.empty", name="b")
    found = outcome(*(verdict(case, FAILED) for case in (*heirs, fits)), verdict(other))
    (cause,) = causes(found)
    assert cause.told == "1 of the 1 cases about place.fits fail"
    text = report(found, background())
    assert text.count("FAILED  ") == 1
    assert f"FAILED  {fits.id}\n" in text
    assert f"  also      {heirs[0].id}\n  also      {heirs[1].id}\n" in text
    assert "\n  2 cases by inheritance: " in text
    path = tmp_path / "report.xml"
    reporter = JUnit(path)
    reporter.begin(setting.info([fits, other]))
    reporter.finished("mine", found, background())
    reporter.end(1)
    suite = Xml.parse(path).getroot()[0]
    assert (suite.get("failures"), suite.get("skipped")) == ("1", "2")


def test_a_refused_neighbour_does_not_accuse_the_rules_of_the_case() -> None:
    near = (Difference("y is legal", "illegal", is_about_neighbour=True),)
    found = outcome(verdict(about("place.fits"), FAILED, differences=near))
    (cause,) = causes(found)
    assert (cause.rule, cause.told) == ("", "legal neighbours of refused moves are refused as well")


def test_sides_that_are_not_there_do_not_accuse_the_rules_of_the_case() -> None:
    sides = (Difference("sides 1, 2 only", "side 3", is_about_sides=True), Difference("side 1: total 3", "4"))
    first, second = causes(
        outcome(verdict(about("place.fits"), FAILED), verdict(about("score.x"), FAILED, differences=sides))
    )
    assert (first.rule, second.rule) == ("place.fits", "")
    assert second.told == "sides are missing, or named that there are not, or named twice"


# ---- hints


def test_who_accepts_nothing_is_told_so() -> None:
    legal = [verdict(about("x.y", name=name, legal=True), FAILED) for name in "abc"]
    illegal = [verdict(about("x.y", name=name)) for name in "def"]
    (hint,) = hints(outcome(*legal, *illegal), background())
    assert hint == "nothing legal was accepted at all, in 3 cases: does it see the position that is sent?"
    assert hints(outcome(*legal[:2], *illegal), background()) == ()
    assert hints(outcome(*legal, verdict(about("x.y", name="z", legal=True))), background()) == ()


def test_rulings_are_told_as_such() -> None:
    ruled = verdict(about("place.fits", name="a", basis=Basis.RULING), FAILED)
    (hint,) = hints(outcome(ruled, verdict(about("place.fits", name="b"), FAILED)), background())
    assert hint.startswith("1 of your 2 failures rest on rulings")
    assert "origins/place/a; --without ruling leaves them out" in hint


def test_who_leaves_out_what_it_goes_on_from_is_told_so() -> None:
    back = [verdict(about("x.y", name=name), FAILED, hands_back=True) for name in "abc"]
    found = outcome(*back, verdict(about("x.y", name="d"), FAILED), verdict(about("x.y", name="e")))
    assert hints(found, background()) == ()
    assert found.hello is not None
    narrow = replace(found, hello=replace(found.hello, keeps=frozenset({"territories", "asks"})))
    (hint,) = hints(narrow, background())
    assert hint.startswith(
        "in 3 of your 4 failures it was sent back a state of its own, which need not have what `keeps`"
    )
    assert "(box, row, next, chiefs, taken)" in hint


def test_of_what_ended_in_errors_nothing_rests_on_rulings() -> None:
    ruled = verdict(about("place.fits", name="a", basis=Basis.RULING), Verdict.ERRORED, reason="error -32602")
    assert hints(outcome(ruled), background()) == ()


def with_option(name: str, how: Verdict, **more: Any) -> Judged:
    return verdict(about("place.fits", name=name, ruleset="origins/discovery+centre"), how, **more)


def test_an_option_that_is_claimed_and_not_known_is_named() -> None:
    errored = [with_option(name, Verdict.ERRORED, reason=f"error -32602: {name}") for name in "abc"]
    other = verdict(about("place.fits", name="d"), Verdict.ERRORED, reason="it fell over")
    passed = verdict(about("place.fits", name="e"))
    first, second = causes(outcome(*errored, other, passed))
    assert first.told.startswith(
        "it claims +centre, and 3 of the 3 cases with it end in errors, but not those without it ("
    )
    assert second.told == "errored: it fell over"
    # Where a case with it is answered, or none without it is, the option is no cause.
    assert "+centre" not in causes(outcome(*errored, with_option("f", Verdict.PASSED), passed))[0].told
    assert "+centre" not in causes(outcome(*errored))[0].told


def test_an_option_of_which_no_position_is_held_is_named() -> None:
    lost = [with_option(name, Verdict.SKIPPED, link="x#holding") for name in "abc"]
    held = [verdict(about("x.y", name=name)) for name in "defg"]
    (hint,) = hints(outcome(*lost, *held), background())
    assert hint == "it claims +centre, and holds no position with it: error 1003 came in all 3 cases"
    assert hints(outcome(*lost, *held, with_option("h", Verdict.PASSED)), background()) == ()


@pytest.mark.parametrize(("code", "word"), [(1003, "1003, that it cannot hold"), (-32602, "error -32602 where")])
def test_a_wrong_error_for_what_is_illegal_is_one_cause(code: int, word: str) -> None:
    wrong = [verdict(about("x.y", name=name), Verdict.ERRORED, reason=name, misused=code) for name in "abc"]
    (cause,) = causes(outcome(*wrong, verdict(about("x.y", name="d"))))
    assert word in cause.told
    assert cause.told.endswith("where an answer is illegal: `apply` says that with error 1001, `judge` with `legal`")


def test_too_many_positions_that_cannot_be_held_are_told() -> None:
    lost = [verdict(about("x.y", name=name), Verdict.SKIPPED, link="x#holding") for name in "ab"]
    held = verdict(about("x.y", name="c"))
    assert hints(outcome(*lost, held), background()) == (
        "it could not hold 2 positions and was judged on 1: that says little about it",
    )
    assert hints(outcome(lost[0], held), background()) == ()


def test_moves_too_many_carry_the_rules_that_refuse_them() -> None:
    case = replace(PLACE, answers=(), then=Expectation(moves=()))
    surplus = {"place": {"a": [2, 1], "b": [2, 2]}}
    difference = Difference("no such move", json.dumps(surplus), surplus=surplus)
    found = outcome(Judged(case, FAILED, (difference,), parts=(Part.MOVES,)))
    knowing = replace(background(), refused_by=refused_by)
    assert hints(found, knowing) == ("moves that it lists and should not: place.connects refuses 1",)
    assert f"  got       {json.dumps(surplus)}, which place.connects refuses\n" in report(found, knowing)
    assert hints(found, background()) == ()
