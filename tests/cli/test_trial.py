"""`rules lint --play`: random games show what a text alone does not."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from tilelaw.lint import trial
from tilelaw.lint.account.text import HEAD
from tilelaw.main import main

SPOTS = """mode spots/basic
    title "Spots"
    players 1..3
    house

    board field
        grid squares 0..2 by 0..2
        relation beside = orthogonal
        cell spot
            token: player?

    flow
        repeat turn until {until} with mover = first(players) then next_player(mover)
            ask place of mover "Where?"

    rule place.free "On a free spot"
        action place
            at in field
        for place
            require no at.token
        for place
            at.token := you

    rule few "Nobody has many"
        invariant for p in players: count field[token = p] < {few}

    rule rank.spots "Most spots win"
        rank count field[token = you]
"""


def written(folder: Path, until: str = "no field[no token]", few: int = 20) -> str:
    path = folder / "my spots.rules"
    path.write_text(SPOTS.format(until=until, few=few), encoding="utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "GAMES", 3)


def obeyed(again: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Do what a hint says; return the status and what was said of it."""
    tool, *words = shlex.split(again)
    assert tool == "tilelaw"
    return main(words), capsys.readouterr().err


def told_of_games(out: str) -> list[str]:
    """Return the lines between those about the text, which ends with a count of what was found, and the account."""
    lines = out.split(f"\n{HEAD}\n")[0].splitlines()
    (end,) = (number for number, line in enumerate(lines) if line.startswith("1 file: 0 errors, "))
    return lines[end + 1 :]


def test_lint_plays_nothing_and_names_what_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, few=1)
    assert main(["rules", "lint", name]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    status, _ = obeyed(last.split("`")[1], capsys)
    assert status == 1


def test_good_games_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path)
    assert main(["rules", "lint", name, "--play"]) == 0
    said = told_of_games(capsys.readouterr().out)
    assert said[0] == f"{name}, 1, 2, 3 players: 9 games, 81 moves, all well"


@pytest.mark.parametrize(
    ("until", "few", "said"),
    [
        ("no field[no token]", 4, "the invariant of `few` does not hold"),
        ("count field[no token] > 8", 20, "player 1 is asked `place` and has no legal answer"),
    ],
)
def test_a_violation_is_shown_as_a_board_and_comes_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], until: str, few: int, said: str
) -> None:
    assert main(["rules", "lint", written(tmp_path, until, few), "--play"]) == 1
    out = capsys.readouterr().out
    assert f"violation: {said}" in out
    assert "1 player, seed 1, after " in out
    assert "\n     0 1 2\n" in out
    again = next(line for line in out.splitlines() if line.startswith("  again  ")).removeprefix("  again  ")
    status, errors = obeyed(again, capsys)
    assert status == 1
    assert said in errors


def test_a_game_without_end_is_a_violation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "MOST_MOVES", 5)
    assert main(["rules", "lint", written(tmp_path), "--play"]) == 1
    assert "violation: the game does not end within" in capsys.readouterr().out


def test_what_is_odd_is_remarked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(written(tmp_path))
    text = path.read_text(encoding="utf-8").replace("rank count field[token = you]", "rank 0").replace("1..3", "2")
    text += """
    rule place.never "Never"
        action yield instead of place
        for yield
            require no legal place
        for yield
            end
"""
    path.write_text(text, encoding="utf-8")
    assert main(["rules", "lint", str(path), "--play"]) == 0
    assert told_of_games(capsys.readouterr().out)[1:] == [
        "  never chosen in 3 games: yield",
        "  all sides tied in 3 games",
    ]


def test_a_requirement_that_refuses_nothing_is_remarked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(written(tmp_path))
    text = (
        path.read_text(encoding="utf-8")
        + """
    rule place.idle "Always so"
        for place
            require count field[token = you] <= count field[some token]

    rule place.first "The first corner is left alone"
        for place when some field[no token and x + y > 0]
            require at != cell(0, 0)
"""
    )
    path.write_text(text, encoding="utf-8")
    assert main(["rules", "lint", str(path), "--play"]) == 0
    assert told_of_games(capsys.readouterr().out)[1:] == ["  refused no answer that was tried in 9 games: place.idle"]


def test_who_is_never_asked_and_what_never_scores_is_remarked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(written(tmp_path))
    text = path.read_text(encoding="utf-8").replace("1..3", "1..2").replace(" then next_player(mover)", "")
    text += """
    rule score.corner "Nothing is at the corner of a full field"
        score if no field[token = you] and no field[no token] then count field[token = you] else 0
"""
    path.write_text(text, encoding="utf-8")
    assert main(["rules", "lint", str(path), "--play"]) == 0
    assert told_of_games(capsys.readouterr().out)[1:] == [
        "  0 points for everybody in 6 games: score.corner",
        "  never asked with 2 players: player 2",
    ]


def test_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "lint", written(tmp_path, few=4), "--play", "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["diagnostics"] == []
    (game,) = said["games"]
    violation = game["trials"][0]["violation"]
    assert (violation["rule"], violation["seed"], violation["position"]["ruleset"]) == ("few", 1, "spots/basic")
    assert obeyed(violation["again"], capsys)[0] == 1


def test_a_layer_is_played_on_what_it_stands_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.rules"
    rule = "invariant for p in players: count land(p) < 6"
    head = 'option house/small on origins/discovery\n    title "Small"\n    house\n'
    path.write_text(f'{head}    rule small.land "Small"\n        {rule}\n', encoding="utf-8")
    assert main(["rules", "lint", str(path), "--play"]) == 1
    out = capsys.readouterr().out
    assert "rule  small.land  Small" in out
    again = next(line for line in out.splitlines() if line.startswith("  again  ")).removeprefix("  again  ")
    assert "`small.land` does not hold" in obeyed(again, capsys)[1]


def test_an_option_in_a_file_of_its_own_is_played_with_its_base(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, more = written(tmp_path), tmp_path / "more.rules"
    head = 'option spots/more on spots/basic\n    title "More"\n    house\n'
    more.write_text(f'{head}    rule less "Less"\n        invariant count field[some token] < 3\n', encoding="utf-8")
    assert main(["rules", "lint", base, str(more), "--play"]) == 1
    out = capsys.readouterr().out
    again = next(line for line in out.splitlines() if line.startswith("  again  ")).removeprefix("  again  ")
    assert "`less` does not hold" in obeyed(again, capsys)[1]


def test_where_there_is_no_game_nothing_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "part.rules"
    path.write_text('layer house/part on origins/discovery\n    title "A part"\n    set limit = 6\n', encoding="utf-8")
    assert main(["rules", "lint", "--play", str(path)]) == 0
    assert "Nothing was played: there is no game in it." in capsys.readouterr().out


FLAGS = """
    var warm: flag
    var cold: flag
    var tired(player): flag
    var never: 0..9
    kinds hue: pink, grey, teal

    rule place.warm "Whoever places in the middle makes it warm, and the next one cold"
        for place when at = cell(1, 1)
            warm := true
        for place
            cold := at.x = 0
            tired(you) := true
        for place when at.x > 1 and at.x < 2
            never := 1
        rank if warm and not cold and tired(you) then never else 0

    rule paint.hue "A place is painted, but never in grey"
        action paint instead of place
            spot in field
            colour in hue
        for paint
            require no spot.token and colour != grey
        for paint
            spot.token := you
"""


def test_stores_that_stay_as_they_are_and_members_that_nobody_chooses_are_remarked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "GAMES", 12)
    path = Path(written(tmp_path))
    path.write_text(path.read_text(encoding="utf-8") + FLAGS, encoding="utf-8")
    assert main(["rules", "lint", str(path), "--play"]) == 0
    assert told_of_games(capsys.readouterr().out)[1:] == [
        "  never chosen in 36 games: paint with colour grey",
        "  never given a value in 36 games: never",
        "  to the end of the game true once it was, in 36 games: tired, warm",
    ]


def test_a_requirement_that_never_refuses_alone_is_remarked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(written(tmp_path))
    text = path.read_text(encoding="utf-8")
    text += """
    rule place.weak "A free spot, or one of somebody else"
        for place
            require no at.token or not at.token = you
"""
    path.write_text(text, encoding="utf-8")
    assert main(["rules", "lint", str(path), "--play"]) == 0
    assert "  refused no answer alone in 9 games: place.weak (always with place.free)" in capsys.readouterr().out
