"""Boards as rows of words: round trips, and mistakes with their place."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import tilelaw_spec
from tilelaw_draw.looks.look import Look, read_look
from tilelaw_draw.looks.style import BoardLook, MarkKind
from tilelaw_draw.notation import NotationError, read_board, write_board
from tilelaw_draw.values import Cell

GAMES = sorted(path.parent.name for path in tilelaw_spec.root().glob("*/look.yaml"))


@cache
def look(game: str) -> Look:
    return read_look(yaml.safe_load((tilelaw_spec.root() / game / "look.yaml").read_text(encoding="utf-8")))


LAND = look("origins").board("territories")
PLAN = look("ingenious").board("plan")
BOARDS = [(game, key) for game in GAMES for key in look(game).boards]

PICTURE = """\
J0   D0 D1   L0 L1
J1   G0 G0   L1 Q0
J0   V2 H    D0 Q1
J0*2 D0 D0   Q0 Q1
G0   G0 G0*1 G0 V1"""


def test_there_are_looks() -> None:
    assert GAMES == ["ingenious", "kingdomino", "origins"]


def test_the_scoring_picture() -> None:
    cells = read_board(PICTURE, LAND)
    assert len(cells) == 24
    assert cells[0] == {"at": [-2, -2], "terrain": "jungle"}
    assert {"at": [-2, 1], "terrain": "jungle", "fire": 2} in cells
    assert {"at": [2, 2], "terrain": "volcano", "craters": 1} in cells
    assert write_board(cells, LAND) == PICTURE


@pytest.mark.parametrize(
    ("word", "fields"),
    [
        ("D0", {"terrain": "desert"}),
        ("G0m", {"terrain": "grassland", "resource": "mammoth"}),
        ("J0*2", {"terrain": "jungle", "fire": 2}),
        ("V2", {"terrain": "volcano", "craters": 2}),
        ("V2!", {"terrain": "volcano", "craters": 2, "vent": True}),
        ("D0:hunter", {"terrain": "desert", "caveman": "hunter"}),
        ("D0*1:fire_lady", {"terrain": "desert", "fire": 1, "caveman": "fire_lady"}),
        ("L12", {"terrain": "lake", "flames": 12}),
        ("G0+craters=2", {"terrain": "grassland", "craters": 2}),
        ("G0+snow", {"terrain": "grassland", "snow": True}),
        ("G0+snow=deep+from=1,-2", {"terrain": "grassland", "snow": "deep", "from": [1, -2]}),
        (".*1", {"fire": 1}),
        (".+terrain=swamp", {"terrain": "swamp"}),
    ],
)
def test_words(word: str, fields: dict[str, Any]) -> None:
    cells = [{"at": [1, 0], **fields}]
    assert read_board(f"H {word}", LAND) == cells
    assert write_board(cells, LAND) == f"H {word}"


def test_things_on_the_home_square() -> None:
    assert read_board("H*1", LAND) == [{"at": [0, 0], "fire": 1}]
    covered: list[Cell] = [{"at": [0, 0], "terrain": "desert"}, {"at": [1, 0], "terrain": "lake"}]
    assert write_board(covered, LAND) == "at 0,0\nD0 L0"
    assert read_board("at 0,0\nD0 L0", LAND) == covered


def test_short_names_are_read_and_long_ones_written() -> None:
    assert write_board(read_board("H D0:hu", LAND), LAND) == "H D0:hunter"


def test_an_empty_board() -> None:
    assert write_board([], LAND) == "H"
    assert read_board("\n  H\n\n", LAND) == []


def test_a_corner_in_coordinates() -> None:
    assert read_board("at 1,-2\nD0 .\n.  L1", LAND) == [
        {"at": [1, -2], "terrain": "desert"},
        {"at": [2, -1], "terrain": "lake", "flames": 1},
    ]


def test_blank_values_are_left_out() -> None:
    assert write_board([{"at": [1, 0], "terrain": "lake", "flames": 0, "vent": False}], LAND) == "H L0"


def test_what_no_word_can_say() -> None:
    with pytest.raises(ValueError, match="`note` cannot be written in a word: 'two words'"):
        write_board([{"at": [1, 0], "note": "two words"}], LAND)


def test_a_board_without_a_look() -> None:
    cells: list[Cell] = [{"at": [3, 4], "stone": "black"}, {"at": [4, 4], "stone": "white"}]
    assert write_board(cells, BoardLook()) == "at 3,4\n.+stone=black .+stone=white"
    assert read_board(write_board(cells, BoardLook()), BoardLook()) == cells


HEXAGON = """\
     r . . . . g
    . . . . . . .
   . . . . . . . .
  . . . . . . . . .
 . . . . . P . . . .
p . . . . R O . . . b
 . . . . . . . . . .
  . . . . . . . . .
   . . . . . . . .
    . . . . . . .
     y . . . . o"""


def test_a_hexagon() -> None:
    cells: list[Cell] = [
        {"at": [0, 0], "symbol": "red"},
        {"at": [1, -1], "symbol": "purple"},
        {"at": [1, 0], "symbol": "orange"},
    ]
    assert write_board(cells, PLAN) == HEXAGON
    assert read_board(HEXAGON, PLAN) == cells
    assert read_board(HEXAGON.replace(" ", "  "), PLAN) == cells
    assert read_board("at 0,0\nR O\n. G", PLAN) == [
        {"at": [0, 0], "symbol": "red"},
        {"at": [1, 0], "symbol": "orange"},
        {"at": [1, 1], "symbol": "green"},
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("d0 H", 1, 1, "`d0` begins with no known letter; did you mean `D0`?"),
        ("desert H", 1, 1, "`desert` begins with no known letter; did you mean `D0`?"),
        ("x H", 1, 1, "`x` begins with no known letter; there are `D` desert, `G` grassland,"),
        ("H .\n. G", 2, 4, "the number of flames is missing: write `G0`"),
        ("H Vm", 1, 4, "the number of craters is missing: write `V0m`"),
        ("D0 D0", 1, 1, "no `H` fixes the coordinates; begin with a line such as `at 1,0`"),
        ("H D0\nD0", 2, 1, "this row has 1 word, the first has 2; write `.` where nothing lies"),
        ("H D0\n. . D0", 2, 5, "this row has 3 words, the first has 2"),
        ("H .\n\nD0 .", 2, 1, "a blank line inside a board"),
        ("H H", 1, 3, "this `H` comes to 1,0, but it is printed at 0,0"),
        ("at 1,0\nH", 2, 1, "this `H` comes to 1,0, but it is printed at 0,0"),
        ("at 0,0\n. D0", 2, 1, "`.` comes to 0,0, where `H` is printed"),
        ("H D0z", 1, 5, "`z` in `D0z` is no known mark; there are `*` fire token,"),
        ("H D0:huntr", 1, 6, "`huntr` is no caveman; did you mean `hunter`?"),
        ("H D0*", 1, 6, "`*` in `D0*` must be followed by a number"),
        ("H D0*0", 1, 6, "`*0` says nothing: leave it out"),
        ("H D0+x=0", 1, 5, "`+x=0` says nothing: leave it out"),
        ("H D0+", 1, 6, "`+` in `D0+` must be followed by a field"),
        ("H G0mf", 1, 6, "`resource` is given twice in `G0mf`"),
        ("H G1+flames=2", 1, 5, "`flames` is given twice"),
        ("", 1, 1, "there is no row here; an empty board is `H`"),
        ("at 1,0", 1, 1, "there is no row here"),
    ],
)
def test_mistakes(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_board(text, LAND)
    error = caught.value
    assert error.message.startswith(message)
    assert (error.line, error.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (" . .\n. . . .\n . .", 2, 7, "this row has 4 words, in a hexagon of 3 rows it has 3"),
        (" . .\n. . .", 2, 1, "a hexagon has an odd number of rows, this has 2"),
        (HEXAGON.replace("p", "."), 6, 1, "`.` comes to -5,0, where `p` is printed"),
        (HEXAGON.replace("P", "p"), 5, 12, "this `p` comes to 1,-1, but it is printed at -5,0"),
    ],
)
def test_mistakes_on_hexes(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_board(text, PLAN)
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)


NAMES = st.sampled_from(["deep", "a1", "_x", "two-words", "no"])


@cache
def cells_of(game: str, key: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Cells with any of the fields of a look, and with others."""
    board = look(game).board(key)
    fields: dict[str, st.SearchStrategy[Any]] = {"snow": st.integers(1, 9) | st.just(True) | NAMES}
    fields["near"] = st.lists(st.integers(-9, 9), min_size=2, max_size=2)
    if board.main:
        fields[board.main] = st.sampled_from([*board.members, "unheard_of"])
    for member in board.members.values():
        if member.number:
            fields[member.number] = st.sampled_from([-1, 1, 2, 12])
    for mark in board.marks:
        match mark.kind:
            case MarkKind.NUMBER:
                fields[mark.field] = st.sampled_from([-1, 1, 2, 12])
            case MarkKind.FLAG:
                fields[mark.field] = st.just(True)
            case MarkKind.LETTER | MarkKind.NAME:
                fields[mark.field] = st.sampled_from([*mark.members])
    contents = st.fixed_dictionaries({}, optional=fields).filter(bool)
    spots = st.tuples(st.integers(-8, 8), st.integers(-8, 8))
    return st.dictionaries(spots, contents, max_size=6).map(
        lambda lying: [{"at": [*at], **lying[at]} for at in sorted(lying)]
    )


@pytest.mark.parametrize(("game", "key"), BOARDS)
@given(data=st.data())
def test_what_is_written_is_read_back(game: str, key: str, data: st.DataObject) -> None:
    board = look(game).board(key)
    cells = data.draw(cells_of(game, key))
    text = write_board(cells, board)
    assert read_board(text, board) == cells
    assert write_board(read_board(text, board), board) == text


@given(st.text(alphabet="HDGLV.01*m:+!x \n", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        cells = read_board(text, LAND)
        assert read_board(write_board(cells, LAND), LAND) == cells
