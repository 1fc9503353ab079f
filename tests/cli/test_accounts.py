"""`rules lint --play` tells what each rule of a file did, so that its author sees what it means."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.accounts import account, paragraph, written
from tilelaw.lint import trial
from tilelaw.lint.account import text
from tilelaw.lint.account.text import HEAD
from tilelaw.main import main

PEBBLES = """mode pebbles/basic
    title "Pebbles"
    players 2
    house

    param cap: 1..9 = 2

    board field
        grid squares 0..2 by 0..2
        relation beside = orthogonal
        cell spot
            pebbles: 0..9
            last: player?

    kinds card: red, green, blue
    zone deck: row of card, starts with all
    zone hand of player written hands: hand of card, seen by owner
    var wealth(player): 0..99

    flow
        step deal
        repeat turn until some players[wealth(it) > 5] with mover = first(players) then next_player(mover)
            ask drop of mover "Where?"
            ask again for yes of mover "Once more?"

    rule deal.cards "Cards are dealt"
        at deal
            move all from deck to hand(nth(players, 2))

    rule drop.here "A pebble onto a spot with few"
        action drop
            at in field
        for drop
            require at.pebbles < cap
        for drop
            at.last := you
            add 1 to at.pebbles at most 9

    rule again.maybe "Or not"
        action yes
        action no instead of yes
        for yes
            add 2 to wealth(you) at most 99

    rule score.wealth "Wealth counts"
        score wealth(you)

    rule score.spots "Each spot of one's own counts 2"
        score 2 * count field[last = you]

    rule rank.points "Most points win"
        rank total(you)
"""


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "GAMES", 8)


def test_a_requirement_tells_what_it_allowed_and_what_it_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    title, text, both, allowed, refused, numbers, *_ = paragraph(
        account(capsys, written(tmp_path, PEBBLES)), "drop.here"
    )
    assert title == "drop.here  A pebble onto a spot with few"
    assert text == "requires at.pebbles < cap"
    assert re.fullmatch(r"allowed \d+ and refused \d+ of \d+ answers it was about", both)
    assert "with 2 players, seed " in allowed
    assert "`: at.pebbles = 1, cap = 2" in allowed, "of those that are allowed the nearest to the border"
    assert "`: at.pebbles = 2, cap = 2" in refused
    assert numbers == "at.pebbles: 0 to 1 allowed, 2 refused"


def test_a_limit_that_is_off_by_one_is_seen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = PEBBLES.replace("at.pebbles < cap", "at.pebbles <= cap")
    assert "at.pebbles: 0 to 2 allowed, 3 refused" in paragraph(account(capsys, written(tmp_path, text)), "drop.here")


def test_effects_tell_what_was_and_what_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = account(capsys, written(tmp_path, PEBBLES))
    told = paragraph(lines, "again.maybe")
    assert told[1] == "`no` changes nothing"
    assert told[3].startswith("with 2 players, seed 1, after player ")
    assert told[4] in ("wealth(player 1): 0 -> 2", "wealth(player 2): 0 -> 2")
    dealt = paragraph(lines, "deal.cards")
    assert dealt[2:] == [
        "with 2 players, seed 1, before the first move:",
        "red, green, blue from deck to hand of player 2",
    ]


def test_points_stand_beside_what_they_were_given_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = account(capsys, written(tmp_path, PEBBLES))
    wealth = paragraph(lines, "score.wealth")
    assert wealth[1].startswith("gave ")
    assert f"wealth: player 1 {wealth[3]}," in wealth[4]
    spots = paragraph(lines, "score.spots")
    (points, made), board = spots[3].split(": "), spots[4:]
    assert board[0].split() == ["0", "1", "2"]
    number = sum(row.count(f"{spots[2][-2]}*") for row in board)
    assert 2 * number == int(points)
    assert made.startswith(f"2 {'each ' if number > 1 else ''}at ")


def test_a_ranking_tells_who_is_first_with_how_much(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    most = paragraph(account(capsys, written(tmp_path, PEBBLES)), "rank.points")
    least = PEBBLES.replace("rank total(you)", "rank 99 - total(you)")
    fewest = paragraph(account(capsys, written(tmp_path, least)), "rank.points")
    assert all(told[1].startswith("decided who comes before whom in ") for told in (most, fewest))
    first, second = (int(part.split(" with ")[1]) for part in most[2].split(": ")[1].split(", then "))
    assert 0 < second < first < 50
    assert all(int(part.split(" with ")[1]) > 50 for part in fewest[2].split(": ")[1].split(", then "))


def test_asks_and_who_sees_what_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = account(capsys, written(tmp_path, PEBBLES))
    (again,) = paragraph(lines, "ask `again`")
    assert (
        " a game for each of 2 players, at most 1 time before another player was asked; answered at random: " in again
    )
    assert lines[-1] == "  everybody sees: `deck`, `wealth`; only its player sees: `hand`"


def test_rules_that_use_what_a_file_sets_are_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = written(tmp_path, PEBBLES)
    option = 'option pebbles/three on pebbles/basic\n    title "Three at most"\n    house\n\n    set cap = 3\n'
    lines = account(capsys, written(tmp_path, option, "three.rules"), base)
    lines = lines[: lines.index(HEAD)] if HEAD in lines else lines  # those of the other file come after
    assert [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "] == ["drop.here"]
    assert "at.pebbles: 0 to 2 allowed, 3 refused" in paragraph(lines, "drop.here")


def test_many_rules_are_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "MOST_RULES", 2)
    lines = account(capsys, written(tmp_path, PEBBLES))
    assert "  and 4 rules more" in lines
    assert not any(line.startswith("  score.") for line in lines)


def test_json_has_the_same_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, PEBBLES)
    lines = account(capsys, path)
    assert main(["rules", "lint", path, "--play", "--format", "json"]) == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert game["account"] == lines


def test_files_may_be_named_in_any_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = written(tmp_path, PEBBLES)
    option = 'option pebbles/one on pebbles/basic\n    title "One"\n    house\n\n    set cap = 1\n'
    above = written(tmp_path, option, "above.rules")
    for first, second in ((base, above), (above, base)):
        assert main(["rules", "lint", first, second]) == 0, capsys.readouterr().out
        assert main(["rules", "show", f"{first}+{second}", "drop.here"]) == 0, capsys.readouterr().err
