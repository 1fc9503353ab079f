"""Everything that can be wrong with cases, each told once, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cases.test_corpus_reading import GOOD, SHARED, TOMBSTONES
from conformance.setting import board_reader
from tilelaw.examine import referee
from tilelaw_conformance.author.lint import lint_cases
from tilelaw_conformance.cases.corpus import load_corpus
from tilelaw_conformance.cases.ids import FILE, update_ids

SCORE = "    then:\n      score:\n        - {side: 0, lines: [{rule: score.regon, points: 0}]}\n"
MOVES = "    then:\n      moves: [{plaice: {}}]\n"
STATE = "    then:\n      state:\n        teritories: nothing\n"
SIGHT = "    then:\n      observe: [{player: 0, sees: {boxx: 3}}]\n"
CUT = GOOD[: GOOD.index("    when:")]
WHEN = "    when: {place: {a: [2, 0], b: [3, 0]}}\n"


def linted(folder: Path, text: str, name: str = "origins/test.yaml") -> list[str]:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return [str(problem) for problem in lint_cases(folder, load_corpus(folder, board_reader), referee())]


def test_what_defaults_say_wrongly_is_told_once_at_their_place(tmp_path: Path) -> None:
    (told,) = linted(tmp_path, SHARED.replace("origins/discovery", "origins/discovry"))
    assert told.startswith("origins/test.yaml:3:12: defaults.ruleset: there is no ruleset `origins/discovry`")
    (told,) = linted(tmp_path, SHARED.replace("[cs, sk]", "[cs, fi]"))
    assert told.startswith("origins/test.yaml:8:20: defaults.source.editions[1]: origins/discovery knows no edition")


def test_a_good_case_is_clean(tmp_path: Path) -> None:
    assert linted(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            GOOD.replace("place.empty", "place.emty"),
            "7:13: cases[0].rules[0]",
            "origins/discovery for 4 players has no rule `place.emty`; did you mean `place.empty`?",
        ),
        (
            GOOD.replace("origins/discovery", "origins/discovry"),
            "5:14: cases[0].ruleset",
            "there is no ruleset `origins/discovry`; did you mean `origins/discovery`?",
        ),
        (
            GOOD.replace("players: 4", "players: 7"),
            "5:14: cases[0].ruleset",
            "origins/discovery is for 2, 3, 4 players, not for 7",
        ),
        (
            GOOD.replace("basis: ruling", "basis: {edition: fi}"),
            "8:22: cases[0].basis.edition",
            "origins/discovery knows no edition `fi`; there are cs, sk, hu, pl",
        ),
        (
            GOOD.replace("basis: ruling", "basis: stated\n    source: {editions: [cs, fi], where: there}"),
            "9:29: cases[0].source.editions[1]",
            "origins/discovery knows no edition `fi`; there are cs, sk, hu, pl",
        ),
        (
            GOOD.replace("Pictures show it", "A domino is not laid over another!"),
            "9:10: cases[0].why",
            "`why` repeats the title: say how the expectation is worked out",
        ),
        (
            GOOD.replace("tile: 7", "tile: 49"),
            "18:12: cases[0].given.row[0].tile",
            "expected one of 1, 2,",
        ),
        (
            GOOD.replace("{tile: 7, by: 0}", "{tile: 7, by: 0}\n        - {tile: 7, by: 1}"),
            "19:12: cases[0].given.row[1].tile",
            "`7` is here too, but there are 1 of it in all",
        ),
        (
            GOOD.replace("H  D0", "H  .").replace(".  G0", ".  G0"),
            "11:5: cases[0].given",
            "no game leads here, for it breaks `place.connects`; say why it is `constructed`",
        ),
        (
            GOOD.replace(", b: [1, 0]", ""),
            "21:12: cases[0].when.place",
            "`b` is missing",
        ),
        (
            GOOD.replace("when: {", "when:\n      - {").replace("a: [1, 1]", 'a: "x"'),
            "22:21: cases[0].when[0].place.a",
            'expected a list, found "x"',
        ),
        (
            GOOD.replace("b: [1, 0]}}", "b: [1, 0]}, player: 4}"),
            "21:43: cases[0].when.player",
            "there are 4 players, counted from 0",
        ),
        (
            CUT + MOVES,
            "22:16: cases[0].then.moves[0].plaice",
            "origins/discovery has no action `plaice`; did you mean `place`?",
        ),
        (
            CUT + WHEN + STATE,
            "24:21: cases[0].then.state.teritories",
            "a position of origins/discovery has no part `teritories`; did you mean `territories`?",
        ),
        (
            CUT + SIGHT,
            "22:36: cases[0].then.observe[0].sees.boxx",
            "a position of origins/discovery has no part `boxx`; did you mean `box`?",
        ),
        (
            CUT + SCORE,
            "23:36: cases[0].then.score[0].lines[0].rule",
            "origins/discovery for 4 players has no rule `score.regon`; did you mean `score.region`?",
        ),
        (
            GOOD.replace("illegal: [place.empty]", "legal: true"),
            "22:5: cases[0].then",
            'the reference disagrees: expected {"place": {"a": [1, 1], "b": [1, 0]}} is legal, got illegal',
        ),
    ],
)
def test_each_mistake_is_told_once(tmp_path: Path, text: str, place: str, message: str) -> None:
    (told,) = linted(tmp_path, text)
    assert told.startswith(f"origins/test.yaml:{place}: {message}")


def test_a_constructed_position_need_not_be_reachable(tmp_path: Path) -> None:
    text = GOOD.replace("H  D0", "H  .").replace("    when:", "    constructed: It is shorter so\n    when:")
    assert [told for told in linted(tmp_path, text) if "no game leads here" in told] == []


def test_two_cases_that_say_the_same(tmp_path: Path) -> None:
    again = GOOD[GOOD.index("  - id:") :].replace("overlaps", "again").replace("Pictures", "Books")
    assert linted(tmp_path, GOOD + again) == [
        "origins/test.yaml:24:5: cases[1]: this says exactly what `origins/test/overlaps` says (origins/test.yaml:3)"
    ]
    assert linted(tmp_path, GOOD + again.replace("b: [1, 0]", "b: [0, 1]")) == []
    assert linted(tmp_path, GOOD + again.replace("players: 4", "players: 3")) == []


def test_an_id_belongs_to_one_file(tmp_path: Path) -> None:
    linted(tmp_path, GOOD)
    (told,) = linted(tmp_path, GOOD, "origins/other.yaml")
    assert told == "origins/other.yaml:3:9: cases[0].id: the ids of this file begin with `origins/other/`"


def test_what_cannot_be_read_is_told_first(tmp_path: Path) -> None:
    assert linted(tmp_path, GOOD.replace("title: A domino", "titel: A domino")) == [
        "origins/test.yaml:3:5: cases[0]: `title` is missing",
        "origins/test.yaml:4:12: cases[0].titel: there is no `titel` here; did you mean `title`?",
    ]


def test_ids_are_permanent(tmp_path: Path) -> None:
    assert linted(tmp_path, GOOD) == []
    assert update_ids(tmp_path, []) == []
    (told,) = linted(tmp_path, GOOD)
    assert told == (
        "ids.txt:1:1: `origins/test/overlaps` is not listed yet; `tilelaw cases lint --update-ids` adds what is new"
    )
    assert update_ids(tmp_path, ["origins/test/overlaps"]) == ["origins/test/overlaps"]
    assert update_ids(tmp_path, ["origins/test/overlaps"]) == []
    assert linted(tmp_path, GOOD) == []
    vanished = (
        "ids.txt:2:1: no case is called `origins/test/overlaps` any more, and it has no tombstone: ids are permanent"
    )
    renamed = linted(tmp_path, GOOD.replace("test/overlaps", "test/renamed"))
    assert renamed[1:] == [vanished]
    (tmp_path / "tombstones.yaml").write_text(TOMBSTONES, encoding="utf-8")
    update_ids(tmp_path, ["origins/test/renamed"])
    assert linted(tmp_path, GOOD.replace("test/overlaps", "test/renamed")) == []


def test_nothing_has_vanished_from_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    update_ids(tmp_path, ["origins/test/overlaps"])
    (told,) = linted(tmp_path, "title: [")
    assert told.startswith("origins/test.yaml:")
    told, *others = linted(tmp_path, GOOD.replace("players: 4", "players: many"))
    assert others == []
    assert "cases[0].players" in told


def test_an_id_that_is_listed_twice(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("origins/test/overlaps # first\norigins/test/overlaps\n", encoding="utf-8")
    assert linted(tmp_path, GOOD) == ["ids.txt:2:1: `origins/test/overlaps` is listed on line 1 already"]
