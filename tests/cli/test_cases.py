"""`tilelaw cases` as its users meet it, and what the reference finds out about cases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.test_corpus_reading import GOOD
from conformance.setting import HEAD, written_case
from tilelaw.examine import examine, manifests
from tilelaw.main import main
from tilelaw_conformance import Findings, rules_of

OVERLAP = "origins/place/rejects-overlap"
LAVA = """\
    given:
      territories:
        - |
          V2 L0 D0 D0
          H  .  .  .
      asks:
        - {ask: erupt, player: 0, vent_at: [0, -1]}
"""


def cases(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Return exit status and all output of `tilelaw cases`."""
    try:
        status = main(["cases", *words])
    except SystemExit as stop:
        status = int(stop.code or 0)
    out = capsys.readouterr()
    assert "Traceback" not in out.out + out.err
    return status, out.out + out.err


def folder(path: Path, text: str = GOOD) -> str:
    (path / "origins").mkdir()
    (path / "origins" / "test.yaml").write_text(text, encoding="utf-8")
    return str(path)


# ---- list and show


def test_list_filters_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = cases(capsys, "list", "origins/place", "--rule", "place.empty", "--kind", "illegal")
    assert status == 0
    lines = out.splitlines()
    assert any(line.startswith(OVERLAP) and line.endswith(" A domino is not laid over another") for line in lines)
    count = lines.index("")
    assert lines[count + 1] == f"{count} cases: {count} of origins"
    assert lines[count + 2] == f"  expect {count} illegal"
    assert lines[count + 3].startswith("  rest on ")
    status, out = cases(capsys, "list", "--game", "orgins")
    assert (status, out) == (2, "error: there is no case of the game `orgins`; did you mean `origins`?\n")


def test_show_tells_everything(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = cases(capsys, "show", OVERLAP, "origins/score/pictured-territory-scores-32")
    assert status == 0
    for part in (
        "A domino is not laid over another",
        "ruleset   origins/discovery for 4 players",
        "player 1 is asked: Where do you lay your domino?",
        'answer    {"place": {"a": [1, 1], "b": [1, 0]}}',
        "expected  illegal, refused by place.empty",
        "why       No edition says it, every picture shows it",
        "rule      place.empty  Both halves lie on empty squares",
        "basis     pictured (cs, sk, hu, pl: the scoring picture and its score sheet)",
        "side 1: total 32, result [32, 4, 9]",
        "score.region quarry 8",
    ):
        assert part in out


THEN = """\
    when: {place: {a: [2, 0], b: [3, 0]}}
    checkpoints:
      - {after: 1, over: false}
    then:
      legal: true
      moves: [{select: {tile: 8}}]
      state:
        next: nothing
        territories:
          - H D0 D0 L0
          - H
        row:
          - {tile: 7}
      rank: [[0, 1], [2]]
      observe: [{player: 1, sees: {box: 3}}]
      perft: {depth: 1, nodes: 1}
"""


def test_show_spells_out_every_expectation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GOOD[: GOOD.index("    when:")] + "    constructed: It is shorter so\n" + THEN
    _, out = cases(capsys, "show", "origins/test/overlaps", "--cases", folder(tmp_path, text))
    told = out[out.index("  reached") : out.index("  why")]
    for part in (
        "reached   never: It is shorter so",
        "after 1   the game goes on",
        "expected  legal",
        'exactly 1 legal move\n              {"select": {"tile": 8}}',
        "next: nothing",
        "territories of player 1:\n              H D0 D0 L0\n            territories of player 2:\n              H\n",
        'row: [{"tile": 7}]',
        "ranking: side 1 and side 2, then side 3",
        "player 2 sees\n              box: 3",
        "1 sequence of 1 move",
    ):
        assert part in told


def test_show_components(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    then = "    then: {components: {tile: {count: 48, members: [{name: 1}, {name: 2, copies: 1}]}}}\n"
    _, out = cases(capsys, "show", "origins/test/only", "--cases", folder(tmp_path, HEAD + then))
    assert "the components of origins/discovery for 4 players" in out
    assert "tile: 48 in all\n            tile 1: exists\n" in out
    assert 'tile 2: {"copies": 1}' in out


def test_an_unknown_id_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = cases(capsys, "show", "origins/place/rejects-overlp")
    assert (status, out) == (2, f"error: no case is called `origins/place/rejects-overlp`; did you mean `{OVERLAP}`?\n")
    status, out = cases(capsys, "show", "x")
    assert (status, out) == (2, "error: no case is called `x`; `tilelaw cases list` lists all ids\n")


# ---- lint


def test_lint_as_text_and_as_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = folder(tmp_path, GOOD.replace("place.empty", "place.emty"))
    message = "origins/discovery for 4 players has no rule `place.emty`; did you mean `place.empty`?"
    assert cases(capsys, "lint", "--cases", bad) == (
        1,
        f"origins/test.yaml:7:13: cases[0].rules[0]: {message}\n1 case in 1 file: 1 problem\n",
    )
    status, out = cases(capsys, "lint", "--cases", bad, "--format", "json")
    assert status == 1
    place = {"file": "origins/test.yaml", "line": 7, "column": 13, "field": "cases[0].rules[0]"}
    assert json.loads(out) == [{**place, "message": message}]


def test_lint_keeps_the_list_of_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = folder(tmp_path)
    status, out = cases(capsys, "lint", "--cases", good, "--update-ids")
    assert status == 0
    assert "ids.txt: 1 new id\n" in out
    assert (tmp_path / "ids.txt").read_text(encoding="utf-8").endswith("adds the new ones.\norigins/test/overlaps\n")
    (tmp_path / "origins" / "test.yaml").write_text(GOOD.replace("overlaps", "renamed"), encoding="utf-8")
    status, out = cases(capsys, "lint", "--cases", good, "--update-ids")
    assert status == 1
    assert "no case is called `origins/test/overlaps` any more" in out


# ---- coverage


def test_coverage_is_a_table_and_a_gate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = folder(tmp_path)
    status, out = cases(capsys, "coverage", "--cases", place, "--rule", "place.empty", "--game", "origins")
    assert status == 1
    assert out.startswith("origins ")
    assert "almost: origins/test/overlaps does not say `only: true`" in out
    assert out.endswith("1 rule with 2 needs: 0 met, 0 excused with a reason, 2 missing\n")
    status, out = cases(capsys, "coverage", "--cases", place, "--rule", "place", "--missing", "--format", "json")
    assert status == 1
    assert {entry["game"] for entry in json.loads(out)["rules"]} == {"origins", "ingenious", "kingdomino"}
    (tmp_path / "uncovered.yaml").write_text(
        "".join(
            f"- {{rule: place.empty, game: origins, need: {need}, reason: For a test}}\n"
            for need in ("accepted", "refused")
        ),
        encoding="utf-8",
    )
    status, out = cases(capsys, "coverage", "--cases", place, "--rule", "place.empty", "--game", "origins")
    assert status == 0
    assert "0 missing" in out


def test_a_reason_that_is_not_needed_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = folder(tmp_path, GOOD + "      only: true\n")
    (tmp_path / "uncovered.yaml").write_text(
        "- {rule: place.empty, game: origins, need: refused, reason: Too hard}\n", encoding="utf-8"
    )
    status, out = cases(capsys, "coverage", "--cases", place, "--game", "origins", "--missing")
    assert status == 1
    assert "uncovered.yaml:1:3: this reason is not needed any more: `place.empty` of origins, refused," in out
    assert "; 1 wrong in uncovered.yaml\n" in out


def test_coverage_of_nothing_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    for words, hint in ((["--game", "orgins"], "origins"), (["--rule", "lava.rnge"], "lava.range")):
        status, out = cases(capsys, "coverage", *words)
        assert (status, out) == (2, f"error: there are no such rules; did you mean `{hint}`?\n")


def test_the_three_games_and_no_house_rules() -> None:
    assert {rule.game for rule in rules_of(manifests())} == {"origins", "ingenious", "kingdomino"}


def found(text: str, rules: Sequence[str] = ("place.connects",)) -> Findings:
    return examine(written_case(HEAD.replace("[place.connects]", f"[{', '.join(rules)}]") + text))


def test_the_reference_finds_what_happens_and_what_does_not() -> None:
    findings = found(LAVA + "    when: {erupt: {at: [2, -1]}}\n    then: {legal: true}\n")
    assert "lava.token" in findings.happened
    assert {"lava.range", "lava.landing"} <= findings.required_by
    assert findings.refused_by == frozenset()
    findings = found(LAVA + "    when: {erupt: {at: [3, -1]}}\n    then: {illegal: [place.connects]}\n")
    assert findings.refused_by == {"lava.range"}
    assert findings.happened == frozenset()


def test_an_answer_is_no_effect_of_its_rule() -> None:
    text = GOOD[GOOD.index("    given:") : GOOD.index("    when:")]
    findings = found(text + "    when: {place: {a: [2, 0], b: [2, 1]}}\n    then: {over: true}\n")
    assert "turn.steps" in findings.happened
    assert "place.empty" not in findings.happened  # the rule of the action


def test_the_reference_finds_scores_and_who_decides() -> None:
    boards = "    given: {territories: [H D1 D0, H L2 L0, H G2 G0]}\n"
    findings = found(boards + "    then: {score: [{side: 1, total: 4}], rank: [[1, 2], [0], [3]]}\n")
    assert findings.scored[0].points[1] == {"score.region": 4}
    assert findings.decided_by == {"rank.total", "rank.shared"}


def test_the_reference_finds_what_happens_at_the_start() -> None:
    assert found("    given: start\n    then: {over: false}\n").happened == {"setup.box"}
    assert found("    then: {components: {tile: {count: 48}}}\n") == Findings()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LAVA + "    when: {erupt: {at: [3, -1]}}\n    then: {legal: true}\n", "its last answer is illegal"),
        (
            LAVA + "    when: {erupt: {at: [2, -1]}}\n    then: {illegal: [place.connects]}\n",
            "its last answer is legal",
        ),
        (LAVA + "    when: {erupt: {at: [3, -1]}}\n    then: {over: false}\n", "lava.range"),
        (LAVA + "    when: {erupt: {}}\n    then: {over: false}\n", "this argument is missing"),
    ],
)
def test_what_cannot_be_played_is_said(text: str, problem: str) -> None:
    assert problem in found(text).problem


# ---- export


def test_export_to_a_file_or_to_the_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = cases(capsys, "export", OVERLAP)
    assert status == 0
    data: dict[str, Any] = json.loads(out)
    assert [case["id"] for case in data["cases"]] == [OVERLAP]
    path = tmp_path / "cases.json"
    status, out = cases(capsys, "export", OVERLAP, "-o", str(path))
    assert (status, out) == (0, f"{path}: 1 case\n")
    assert json.loads(path.read_text(encoding="utf-8")) == data
    status, out = cases(capsys, "export", "-o", "/dev/null/x.json", OVERLAP)
    assert status == 2
    assert "/dev/null/x.json cannot be written" in out


def test_cases_with_problems_are_not_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = cases(capsys, "export", "--cases", folder(tmp_path, GOOD.replace("why:", "wy:")))
    assert status == 2
    assert "2 problems in the cases" in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("origins/discovery", "origins/discovry", "there is no ruleset origins/discovry for 4 players"),
        ("{tile: 7, by: 0}", "{tile: 77, by: 0}", "row[0].tile"),
    ],
)
def test_what_the_reference_cannot_read_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    place = folder(tmp_path, GOOD.replace(old, new))
    status, out = cases(capsys, "export", "--cases", place)
    assert status == 2
    assert message in out
    assert cases(capsys, "show", "origins/test/overlaps", "--cases", place)[0] == 0
    assert cases(capsys, "lint", "--cases", place)[0] == 1
    assert cases(capsys, "coverage", "--rule", "place", "--cases", place)[0] == 1
