"""What rules need by what they do, what meets a need and what falls short, and the reasons that excuse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.test_corpus_reading import GOOD
from conformance.setting import written_case
from tilelaw_conformance.author.coverage import (
    WORDS,
    Coverage,
    Findings,
    Need,
    Rule,
    Scored,
    Standing,
    cover_rules,
    part_of,
    rules_of,
)
from tilelaw_conformance.author.coverage_table import coverage_data, coverage_text
from tilelaw_conformance.author.uncovered import take_reasons
from tilelaw_conformance.cases.expectation import Basis, Case, Checkpoint, Expectation
from tilelaw_conformance.data import schema

CASE = written_case(GOOD)


def rule(id_: str, *does: str) -> Rule:
    return Rule("origins", id_, f"About {id_}", frozenset(does))


def reads(_case: Case, id_: str) -> str:
    return f"About {id_}"


def about(then: Expectation, **changes: Any) -> Case:
    return replace(CASE, then=then, **changes)


def covered(rule: Rule, *pairs: tuple[Case, Findings]) -> dict[Need, Standing]:
    findings = {case.id: found for case, found in pairs}
    cases = [replace(case, rules=(rule.id,)) for case, _ in pairs]
    return {
        standing.need: standing
        for standing in cover_rules([rule], cases, lambda case: findings[case.id], reads).standings
    }


@pytest.mark.parametrize(
    ("id_", "does", "needs"),
    [
        ("place.fits", ["require", "invariant"], "accepted refused"),
        ("lava.token", ["action", "effect"], "happens nearly"),
        ("end.last", ["skip"], "happens nearly"),
        ("recruit.square", ["action", "define", "require", "effect"], "accepted refused happens nearly"),
        ("score.region", ["define", "score"], "zero values"),
        ("rank.total", ["rank"], "decides"),
        ("lava.path", ["define"], "named"),
        ("round.order", ["follows"], "named"),
        ("recruit.when", ["action"], "named"),
        ("setup.box", ["effect"], "named"),
        ("cave.setup", ["effect"], "named"),
        ("components.dominoes", ["follows"], "named"),
    ],
)
def test_needs_follow_from_what_a_rule_does(id_: str, does: list[str], needs: str) -> None:
    assert " ".join(rule(id_, *does).needs) == needs


def test_every_need_has_words_and_can_be_excused() -> None:
    assert set(WORDS) == set(Need)
    assert schema.load("uncovered")["items"]["properties"]["need"]["enum"] == list(Need)


def manifest(name: str, *rules: tuple[str, str, str, list[str]]) -> dict[str, Any]:
    return {
        "name": name,
        "players": 2,
        "rules": [
            {"id": id_, "title": id_, "layer": layer, "citations": [{"kind": kind}], "does": does}
            for id_, layer, kind, does in rules
        ],
    }


def test_rules_are_gathered_over_all_rulesets_of_a_game() -> None:
    found = rules_of(
        [
            manifest("a/one", ("x.y", "base/z", "source", ["define"]), ("b.c", "a/one", "ruling", ["rank"])),
            manifest("a/two", ("x.y", "a/two", "source", ["require"])),
            manifest("house/far", ("x.y", "a/two", "source", ["require"]), ("h.i", "house/far", "house", ["effect"])),
        ]
    )
    assert [(each.game, each.id, sorted(each.does)) for each in found] == [
        ("a", "b.c", ["rank"]),
        ("a", "x.y", ["define", "require"]),
    ]


def test_what_reads_otherwise_for_another_number_of_players_needs_cases_of_its_own() -> None:
    narrow, wide = (
        {**manifest("a/one", ("place.fits", "a/one", "source", ["require"])), "players": players} for players in (3, 2)
    )
    wide["rules"][0]["title"] = "Seven by seven"
    rules = rules_of([narrow, wide])
    assert [(each.title, each.players) for each in rules] == [("place.fits", (3,)), ("Seven by seven", (2,))]
    case = replace(CASE, rules=("place.fits",), ruleset="a/one", then=Expectation(legal=True))
    found = Findings(required_by=frozenset({"place.fits"}))
    coverage = cover_rules(rules, [case], lambda _: found, lambda _case, _id: "Seven by seven")
    met = {(each.rule.title, each.need) for each in coverage.standings if each.met_by}
    assert met == {("Seven by seven", Need.ACCEPTED)}
    assert "place.fits  place.fits (for 3 players)" in coverage_text(coverage, [])


def test_accepted_where_something_is_required() -> None:
    case = about(Expectation(legal=True))
    needs = covered(rule("place.empty", "require"), (case, Findings(required_by=frozenset({"place.empty"}))))
    assert needs[Need.ACCEPTED].met_by == [case.id]
    needs = covered(rule("place.empty", "require"), (case, Findings()))
    assert needs[Need.ACCEPTED].is_missing
    assert needs[Need.ACCEPTED].almost == [f"{case.id} accepts an answer, but it has no requirement there"]


@pytest.mark.parametrize(
    ("only_", "refused_by", "shortfall"),
    [
        (True, {"place.empty"}, ""),
        (False, {"place.empty"}, "does not say `only: true`"),
        (True, {"place.empty", "place.fits"}, "is also refused by place.fits"),
    ],
)
def test_refused_by_one_rule_alone(only_: bool, refused_by: set[str], shortfall: str) -> None:
    case = about(Expectation(legal=False, refused_by=("place.empty",), only=only_))
    findings = Findings(refused_by=frozenset(refused_by), happened=frozenset({"place.empty"}))
    needs = covered(rule("place.empty", "require", "effect"), (case, findings))
    assert needs[Need.REFUSED].met_by == ([] if shortfall else [case.id])
    assert needs[Need.REFUSED].almost == ([f"{case.id} {shortfall}"] if shortfall else [])
    assert needs[Need.HAPPENS].is_missing
    assert needs[Need.NEARLY].is_missing


def test_an_effect_happens_or_nearly_does_and_is_looked_at() -> None:
    lava = rule("lava.token", "effect")
    happened = Findings(happened=frozenset({"lava.token"}))
    looks, glances = about(Expectation(state={"row": []})), about(Expectation(legal=True))
    assert covered(lava, (looks, happened))[Need.HAPPENS].met_by == [CASE.id]
    assert covered(lava, (looks, happened))[Need.NEARLY].is_missing
    assert covered(lava, (looks, Findings()))[Need.NEARLY].met_by == [CASE.id]
    assert covered(lava, (glances, happened))[Need.HAPPENS].almost == [f"{CASE.id} does not look at what comes after"]
    assert covered(lava, (glances, Findings()))[Need.NEARLY].is_missing
    on_the_way = replace(glances, checkpoints=(Checkpoint(1, Expectation(over=False)),))
    assert covered(lava, (on_the_way, happened))[Need.HAPPENS].met_by == [CASE.id]
    for answers in ((), ({"shuffle": "box", "order": []},)):
        nothing_done = replace(looks, answers=answers)
        assert covered(lava, (nothing_done, Findings()))[Need.NEARLY].is_missing


def score(id_: str, points: int, **side: Any) -> tuple[Case, Findings]:
    named: Any = {"side": 1, **side}
    then = Expectation(score=(named,))
    findings = Findings(scored=(Scored(then=then, points={0: {"score.x": 99}, 1: {"score.x": points}}),))
    return about(then, id=f"origins/test/{id_}"), findings


def line(points: int) -> list[dict[str, Any]]:
    return [{"rule": "score.x", "points": points}, {"rule": "score.y", "points": 7}]


def test_a_score_line_without_points_and_with_different_points() -> None:
    x = rule("score.x", "score")
    assert covered(x, score("a", 0, total=5))[Need.ZERO].met_by == ["origins/test/a"]
    assert covered(x, score("a", 0, lines=line(0)))[Need.ZERO].met_by == ["origins/test/a"]
    assert covered(x, score("a", 0, lines=[{"rule": "score.y", "points": 0}]))[Need.ZERO].is_missing
    both = covered(x, score("a", 3, total=3), score("b", 4, lines=line(2)))
    assert both[Need.ZERO].is_missing
    assert both[Need.VALUES].met_by == ["origins/test/a", "origins/test/b"]
    same = covered(x, score("a", 3, total=3), score("b", 3, lines=line(3)), score("c", 0, total=0))
    assert same[Need.VALUES].is_missing
    assert same[Need.VALUES].almost == ["origins/test/a gives 3", "origins/test/b gives 3"]
    assert covered(x, score("a", 3, total=3, lines=line(2)))[Need.VALUES].is_missing  # it takes two cases


def test_a_ranking_that_the_rule_decides() -> None:
    case, flames = about(Expectation(rank=((0,), (1,)))), rule("rank.symbols", "rank")
    assert covered(flames, (case, Findings(decided_by=frozenset({"rank.symbols"}))))[Need.DECIDES].met_by == [case.id]
    short = covered(flames, (case, Findings(decided_by=frozenset({"rank.total"}))))[Need.DECIDES]
    assert short.almost == [f"{case.id} ranks, but it does not decide there"]


def test_what_counts_for_nothing() -> None:
    path = rule("lava.path", "define")
    assert covered(path, (CASE, Findings()))[Need.NAMED].met_by == [CASE.id]
    recorded = replace(CASE, basis=Basis.RECORDED)
    assert covered(path, (recorded, Findings()))[Need.NAMED].is_missing
    cases = [replace(CASE, rules=("lava.path",)), replace(CASE, rules=("no.such",))]
    coverage = cover_rules([path], cases, lambda _: Findings(problem="it is illegal"), reads)
    assert coverage.standings[0].is_missing
    assert coverage.unplayable == ((CASE.id, "it is illegal"),)


# ---- reasons and tables

RULES = [rule("lava.path", "define"), rule("lava.range", "require"), rule("lavas.x", "rank")]
REASON = """\
- rule: lava.path
  game: origins
  need: named
  reason: It is only a word
"""


def coverage() -> Coverage:
    case = about(Expectation(legal=True), rules=("lava.range",))
    return cover_rules(RULES, [case], lambda _: Findings(required_by=frozenset({"lava.range"})), reads)


def test_a_reason_excuses(tmp_path: Path) -> None:
    found = coverage()
    assert take_reasons(tmp_path, found) == []
    assert [standing.need for standing in found.missing] == [Need.NAMED, Need.REFUSED, Need.DECIDES]
    (tmp_path / "uncovered.yaml").write_text(REASON, encoding="utf-8")
    assert take_reasons(tmp_path, found) == []
    assert [standing.need for standing in found.missing] == [Need.REFUSED, Need.DECIDES]
    assert found.standings[0].reason == "It is only a word"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            REASON.replace("path", "range").replace("named", "accepted"),
            f"1:3: this reason is not needed any more: `lava.range` of origins, accepted, is met by `{CASE.id}`",
        ),
        (REASON.replace("origins", "orgins"), "1:3: there is no game `orgins`; did you mean `origins`?"),
        (REASON.replace("path", "pth"), "1:3: origins has no rule `lava.pth`; did you mean `lava.path`?"),
        (REASON.replace("named", "zero"), "1:3: `lava.path` has no need called `zero`; it has named"),
        (REASON + REASON, "5:3: the reason for `lava.path` of origins, named, is on line 1 already"),
        (REASON.replace("named", "nmed"), "3:9: [0].need: expected one of accepted, refused, happens, nearly, zero"),
    ],
)
def test_a_reason_that_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "uncovered.yaml").write_text(text, encoding="utf-8")
    (problem,) = take_reasons(tmp_path, coverage())
    assert str(problem).startswith(f"uncovered.yaml:{message}")


def test_a_part_of_it() -> None:
    assert [each.rule.id for each in part_of(coverage(), words=["lava"]).standings] == [
        "lava.path",
        *["lava.range"] * 2,
    ]
    assert [each.rule.id for each in part_of(coverage(), words=["lava.path"]).standings] == ["lava.path"]
    assert part_of(coverage(), games=["ingenious"]).standings == ()


def test_the_table() -> None:
    lines = coverage_text(coverage(), []).splitlines()
    assert lines[0].split() == ["origins", "rules", "needs", "met", "excused", "missing"]
    assert [line.split() for line in lines[1:4]] == [
        ["lava", "2", "3", "1", "-", "2"],
        ["lavas", "1", "1", "-", "-", "1"],
        ["all", "3", "4", "1", "-", "3"],
    ]
    assert "origins  lava.path  About lava.path" in lines
    assert f"    named     {WORDS[Need.NAMED]}" in lines
    assert lines[-1] == "3 rules with 4 needs: 1 met, 0 excused with a reason, 3 missing"
    missing = coverage_text(coverage(), [], only_missing=True)
    assert missing.splitlines() == lines[lines.index("") + 1 :]


def test_as_data() -> None:
    data: Any = coverage_data(coverage(), [])
    assert data["missing"] == 3
    assert [entry["rule"] for entry in data["rules"]] == ["lava.path", "lava.range", "lavas.x"]
    assert data["rules"][1]["needs"] == [{"need": "accepted", "met_by": [CASE.id]}, {"need": "refused", "met_by": []}]
    missing: Any = coverage_data(coverage(), [], only_missing=True)
    assert len(missing["rules"][1]["needs"]) == 1
