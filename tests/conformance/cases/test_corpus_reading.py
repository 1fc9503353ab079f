"""Files of cases: what a mistake in one is told, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.setting import board_reader, written_case
from tilelaw_conformance.cases.annex import inherited
from tilelaw_conformance.cases.corpus import Basis, Corpus, load_corpus, read_cases
from tilelaw_conformance.cases.expectation import Given
from tilelaw_conformance.cases.witness import WitnessError, Witnesses

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


SHARED = """\
title: Some cases
defaults:
  ruleset: origins/discovery
  players: 4
  rules: [place.empty]
  basis: stated
  source:
    editions: [cs, sk]
  why: Pictures show it
  since: "0.1"
cases:
  - id: origins/test/short
    title: The dominoes are mixed
    source: {where: there}
    given: start
    then: {over: false}
  - id: origins/test/different
    title: There are other rules for it
    ruleset: origins/totem
    players: 3
    rules: [turn.order]
    basis: ruling
    why: Somebody says so
    since: "0.2"
    given: start
    then: {over: false}
"""


def test_what_all_cases_share_is_said_once() -> None:
    found = read(SHARED)
    assert found.problems == ()
    short, different = found.cases
    assert (short.ruleset, short.players, short.rules, short.since) == ("origins/discovery", 4, ("place.empty",), "0.1")
    assert (short.basis, short.editions, short.source) == (Basis.STATED, ("cs", "sk"), "there")
    assert (different.ruleset, different.players, different.rules) == ("origins/totem", 3, ("turn.order",))
    assert (different.basis, different.editions, different.source) == (Basis.RULING, (), "")
    assert (different.why, different.since, different.line) == ("Somebody says so", "0.2", 17)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("players: 4", "players: 0", "4:3: defaults.players: expected a number of at least 1, found 0"),
        ("players: 4", "title: x", "4:10: defaults.title: there is no `title` here; there are ruleset, players"),
        ("[cs, sk]", "[]", "8:5: defaults.source.editions: expected at least 1 entries, found []"),
        ("  basis: stated\n", "", "11:5: cases[0]: `basis` is missing"),
        ("  source:\n    editions: [cs, sk]\n", "", "12:5: cases[0].source: `editions` is missing"),
        ("    source: {where: there}\n", "", "12:5: cases[0].basis: what is stated has a `source`"),
    ],
)
def test_what_is_wrong_with_defaults_is_told_once_and_there(old: str, new: str, problem: str) -> None:
    (told,) = read(SHARED.replace(old, new, 1)).problems
    assert str(told).startswith(f"origins/test.yaml:{problem}")


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
        (
            "illegal: [place.empty]",
            "legal: true\n      only: true",
            "24:7: cases[0].then.only: `only` stands beside `illegal`",
        ),
        (
            "illegal: [place.empty]",
            "rank: [[0], [4]]",
            "23:19: cases[0].then.rank[1]: there are 4 players, counted from 0: nobody is 4",
        ),
        (
            "illegal: [place.empty]",
            "rank: [[0], [1, 0]]",
            "23:7: cases[0].then.rank: side 1 (0 in JSON) has two places",
        ),
        (
            "illegal: [place.empty]",
            "observe: [{player: 7, sees: {box: 3}}]",
            "23:18: cases[0].then.observe[0].player: there are 4 players",
        ),
        (
            "illegal: [place.empty]",
            'observe: [{player: 1, sees: {territories: ["H d0"]}}]',
            "23:53: cases[0].then.observe[0].sees.territories[0]: `d0` begins with no known letter",
        ),
        (
            "illegal: [place.empty]",
            "components: {tile: {count: 48}}",
            "23:7: cases[0].then.components: `components` stands alone",
        ),
        ("    given:\n", "    given: begin\n    gone:\n", '11:12: cases[0].given: expected "start", found "begin"'),
        (
            "      illegal: [place.empty]",
            "      over: false\n    checkpoints: [{after: 2, over: false}]",
            "24:20: cases[0].checkpoints[0].after: there are 1 answers, not 2",
        ),
        (
            "      illegal: [place.empty]",
            "      over: false\n    checkpoints: [{after: 1, over: false}, {after: 1, over: false}]",
            "24:45: cases[0].checkpoints[1].after: checkpoints stand in order: 1 does not come after 1",
        ),
        (
            "      illegal: [place.empty]",
            "      over: false\n    checkpoints: [{after: 0, state: {row: []}}]",
            "24:30: cases[0].checkpoints[0].state: before the first answer the position is the one that is given",
        ),
        (
            "      illegal: [place.empty]",
            "      over: false\n    checkpoints: [{after: 1, legal: true}]",
            "24:30: cases[0].checkpoints[0].legal: there is no `legal` here",
        ),
        ("players: 4", f"players: {'9' * 5000}", "6:14: a number of 5000 digits is too long"),
        ("players: 4", f"players: {'[' * 3000}{']' * 3000}", "1:1: this is nested too deep"),
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


def test_a_game_from_the_start_needs_no_position() -> None:
    text = GOOD[: GOOD.index("    given:")] + (
        "    given: start\n"
        "    when: [{shuffle: box, order: [1, 2]}, {pass: {}}]\n"
        "    then: {over: false, perft: {depth: 1, nodes: 3}}\n"
        "    checkpoints:\n"
        "      - {after: 0, state: {asks: [{shuffle: box}]}}\n"
        "      - after: 1\n"
        "        state:\n"
        "          territories:\n"
        "            - |\n"
        "              H D0\n"
    )
    case = written_case(text)
    assert (case.given, case.position) == (Given.START, {"ruleset": "origins/discovery", "players": 4})
    assert case.kinds == ("state", "over", "perft", "checkpoints")
    assert [point.after for point in case.checkpoints] == [0, 1]
    assert case.checkpoints[1].then.state == {"territories": [[{"at": [1, 0], "terrain": "desert"}]]}


def test_a_case_about_components_has_no_position() -> None:
    text = GOOD[: GOOD.index("    given:")] + "    then: {components: {tile: {count: 48}}}\n"
    case = written_case(text)
    assert (case.given, case.kinds) == (Given.NOTHING, ("components",))
    (first, second) = read(text + "    when: {pass: {}}\n    constructed: so\n").problems
    assert str(first).endswith("cases[0].constructed: `constructed` is about a position, and none is given")
    assert str(second).endswith("cases[0].when: there is no position to answer in: `given` is missing")


def test_without_a_position_there_is_nothing_else_to_look_at() -> None:
    (problem,) = read(GOOD[: GOOD.index("    given:")] + "    then: {rank: [[0]]}\n").problems
    assert problem.message == "without `given` only `components` can be looked at"


TOMBSTONES = """\
- id: origins/test/overlaps
  since: "0.2"
  reason: The picture was misread
"""


def test_an_id_on_a_tombstone_is_not_used_again(tmp_path: Path) -> None:
    (tmp_path / "origins").mkdir()
    (tmp_path / "origins" / "test.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "tombstones.yaml").write_text(TOMBSTONES, encoding="utf-8")
    found = load_corpus(tmp_path, board_reader)
    assert found.cases == ()
    assert [str(problem) for problem in found.problems] == [
        "origins/test.yaml:3:9: cases[0].id: `origins/test/overlaps` was the id of another case once, "
        "and is not used again"
    ]


@pytest.mark.parametrize(("old", "new"), [("since", "sinze"), ("- id: origins/test/overlaps\n ", "-")])
def test_a_mistake_on_a_tombstone_is_told(tmp_path: Path, old: str, new: str) -> None:
    (tmp_path / "a.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "tombstones.yaml").write_text(TOMBSTONES.replace(old, new), encoding="utf-8")
    assert any(problem.file == "tombstones.yaml" for problem in load_corpus(tmp_path, board_reader).problems)


def test_the_digest_names_exactly_these_files(tmp_path: Path) -> None:
    (tmp_path / "origins").mkdir()
    path = tmp_path / "origins" / "test.yaml"
    path.write_text(GOOD, encoding="utf-8")
    first = load_corpus(tmp_path, board_reader).digest
    assert load_corpus(tmp_path, board_reader).digest == first
    path.write_text(GOOD + "\n", encoding="utf-8")
    assert load_corpus(tmp_path, board_reader).digest != first


def test_an_heir_has_the_nearest_of_the_games_that_are_kept(tmp_path: Path) -> None:
    case = written_case(GOOD)
    heir = inherited(case, "origins/discovery+centre", 3)
    kept = {}
    for number, id_ in enumerate([case.id, f"{case.id}@origins/discovery:3", heir.id]):
        kept[id_] = [{"select": {"tile": number}}]
        Witnesses(tmp_path).put(kept)
        assert Witnesses(tmp_path).answers(heir) == kept[id_]
    assert Witnesses(tmp_path).answers(case) == kept[case.id]
    assert Witnesses(tmp_path).answers(inherited(case, "origins/discovery", 2)) == kept[case.id]
    assert [path.name for path in tmp_path.rglob("*.json")] == ["test.json"], "they lie together"


def test_witnesses_lie_beside_the_cases(tmp_path: Path) -> None:
    (tmp_path / "witnesses" / "origins").mkdir(parents=True)
    path = tmp_path / "witnesses" / "origins" / "test.json"
    case = written_case(GOOD)
    assert Witnesses(tmp_path).of(case) is None
    path.write_text('{"origins/test/overlaps": {"answers": [{"select": {"tile": 7}}]}}', encoding="utf-8")
    assert Witnesses(tmp_path).of(case) == (b'{"select":{"tile":7}}',)
    path.write_text('{"origins/test/overlaps": {"moves": []}}', encoding="utf-8")
    with pytest.raises(WitnessError, match="`answers` is missing"):
        Witnesses(tmp_path).of(case)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(WitnessError, match="cannot be read"):
        Witnesses(tmp_path).of(case)
