"""Files of cases: what a mistake in one is told, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.setting import board_reader, written_case
from tilelaw_conformance.case import Basis, Corpus, load_corpus, read_cases

GOOD = """\
title: Some cases
cases:
  - id: origins/test/overlaps
    title: A domino is not laid over another
    ruleset: origins/discovery
    players: 4
    rules: [place.empty]
    basis: ruling
    why: Pictures show it
    since: "0.1"
    given:
      territories:
        - |
          H  D0
          .  G0
        - H
      row:
        - {tile: 7, by: 0}
      asks:
        - {ask: place, player: 0}
    when: {place: {a: [1, 1], b: [1, 0]}}
    then:
      illegal: [place.empty]
"""


def read(text: str) -> Corpus:
    return read_cases(text, "origins/test.yaml", board_reader)


def test_a_good_case() -> None:
    case = written_case(GOOD)
    assert case.position == {
        "ruleset": "origins/discovery",
        "players": 4,
        "territories": [[{"at": [1, 0], "terrain": "desert"}, {"at": [1, 1], "terrain": "grassland"}], []],
        "row": [{"tile": 7, "by": 0}],
        "asks": [{"ask": "place", "player": 0}],
    }
    assert case.answers == ({"place": {"a": [1, 1], "b": [1, 0]}},)
    assert case.then.legal is False
    assert case.then.refused_by == ("place.empty",)
    assert (case.basis, case.line) == (Basis.RULING, 3)


def test_the_basis_may_be_one_edition() -> None:
    case = written_case(GOOD.replace("basis: ruling", "basis: {edition: hu}"))
    assert (case.basis, case.editions) == (Basis.EDITION, ("hu",))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("title: A domino", "titel: A domino", "3:5: cases[0]: `title` is missing"),
        ("title: A domino", "titel: A domino", "4:12: cases[0].titel: there is no `titel` here; did you mean `title`?"),
        ("players: 4", 'players: "4"', '6:14: cases[0].players: expected a whole number, found "4"'),
        ("basis: ruling", "basis: stated", "8:12: cases[0].basis: what is stated has a `source`"),
        (
            "basis: ruling",
            "basis: rulling",
            "8:12: cases[0].basis: expected one of stated, pictured, ruling, recorded, "
            'found "rulling"; did you mean `ruling`?',
        ),
        (
            "id: origins/test/",
            "id: origins/other/",
            "3:9: cases[0].id: the ids of this file begin with `origins/test/`",
        ),
        (
            "id: origins/test/",
            "id: Origins ",
            '3:9: cases[0].id: expected something like "origins/place/rejects-overlap"',
        ),
        (
            "H  D0",
            "H  d0",
            "14:14: cases[0].given.territories[0]: `d0` begins with no known letter; did you mean `D0`?",
        ),
        (".  G0", ".  G0 D0", "15:17: cases[0].given.territories[0]: this row has 3 words, the first has 2"),
        ("- H\n", "- X\n", "16:11: cases[0].given.territories[1]: `X` begins with no known letter"),
        ("      row:", "      players: 3\n      row:", "17:7: cases[0].given.players: `players` stands beside `given`"),
        (
            "illegal: [place.empty]",
            "illegal: [place.fits]",
            "23:7: cases[0].then.illegal: `place.fits` refuses the answer but is not among `rules`",
        ),
        ("illegal: [place.empty]", "legal: false", "23:7: cases[0].then.legal: expected true, found false"),
        (
            "illegal: [place.empty]",
            "legal: true\n      illegal: [place.empty]",
            "22:5: cases[0].then: an answer is either `legal` or `illegal`",
        ),
        (
            "illegal: [place.empty]",
            "illegal: [place.empty]\n      rank: [[0]]",
            "24:7: cases[0].then.rank: after an illegal answer there is nothing to look at",
        ),
        (
            "    when: {place: {a: [1, 1], b: [1, 0]}}\n",
            "",
            "22:7: cases[0].then.illegal: `illegal` is about the answers of a `when`, and there is none",
        ),
        ("players: 4", "players: 4.0", "6:14: programs read `4.0` in different ways: put it in quotes"),
        ("cases:", "kases:", "1:1: `cases` is missing"),
    ],
)
def test_a_mistake_is_told_with_its_place(old: str, new: str, problem: str) -> None:
    assert old in GOOD
    found = read(GOOD.replace(old, new, 1))
    assert found.cases == ()
    assert any(str(each).startswith(f"origins/test.yaml:{problem}") for each in found.problems), [
        str(each) for each in found.problems
    ]


def test_an_id_is_used_once() -> None:
    twice = GOOD + GOOD.removeprefix("title: Some cases\ncases:\n")
    (problem,) = read(twice).problems
    assert str(problem) == (
        "origins/test.yaml:24:9: cases[1].id: `origins/test/overlaps` is the id of the case on line 3 already"
    )


def test_a_wrong_case_does_not_hide_the_others() -> None:
    second = GOOD.removeprefix("title: Some cases\ncases:\n").replace("overlaps", "second").replace("H  D0", "H  x0")
    found = read(GOOD + second)
    assert [case.id for case in found.cases] == ["origins/test/overlaps"]
    assert len(found.problems) == 1


def test_a_folder_is_walked(tmp_path: Path) -> None:
    (tmp_path / "origins").mkdir()
    (tmp_path / "origins" / "test.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "origins" / "broken.yaml").write_bytes(b"\xff\xfe")
    found = load_corpus(tmp_path, board_reader)
    assert [case.id for case in found.cases] == ["origins/test/overlaps"]
    assert [problem.file for problem in found.problems] == ["origins/broken.yaml"]


def test_an_empty_folder_is_a_problem(tmp_path: Path) -> None:
    (problem,) = load_corpus(tmp_path, board_reader).problems
    assert problem.message == "there are no cases in this folder"
