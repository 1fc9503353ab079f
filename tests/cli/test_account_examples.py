"""`rules lint --play` chooses examples that tell most, and tells beside them what was read."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from cli.accounts import account, paragraph, written
from tilelaw.lint import trial
from tilelaw.lint.account.text import HEAD

CARDS = """mode cards/basic
    title "Cards"
    players 2..3
    house

    kinds card: red, green, blue
    board table
        grid squares 0..3 by 0..3
        relation beside = orthogonal
        relation around = king
        cell spot
            of: player?

    zone deck: pile of card, starts with 9 of each, seen by nobody
    zone hand of player written hands: hand of card, seen by owner
    var gold(player): 0..99
    var box(player, 1..2): 0..9

    define own(p: player) = table[of = p]

    flow
        step mix
        each dealing as p in players
            step deal
        each round as r in 1..4
            each acting as q in players
                ask lay of q "Which card, and where?"
                step laid
            step end-of-round

    rule deal.cards "Everybody draws three"
        at mix
            shuffle deck
        at deal
            move top 3 from deck to hand(p)

    rule lay.free "A card is laid on two free spots in a row, and put away"
        action lay
            what in hand(you)
            a in table
            b in beside(a)
        action pass instead of lay
        for lay
            require {a, b} in table[no of]
        for pass
            require no legal lay
        for lay
            a.of := you
            b.of := you
            add 1 to gold(you) at most 99

    rule rank.gold "The most gold wins"
        rank gold(you)
"""
PASSING = """
    rule pass.gold "Who passes gets a gold"
        for pass
            add 1 to gold(you) at most 99
"""
MORE = """option cards/more on cards/basic
    title "More"
    house

"""


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "GAMES", 6)


def told_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], clauses: str, name: str, base: str = CARDS
) -> list[str]:
    """Return what is told of one rule, or ask, of an option on the game of cards."""
    path = written(tmp_path, base)
    lines = account(
        capsys, written(tmp_path, MORE + textwrap.indent(textwrap.dedent(clauses), "    "), "more.rules"), path
    )
    return paragraph(lines[: lines.index(HEAD)] if HEAD in lines else lines, name)


def test_what_was_read_too_early_is_told_with_what_it_is_afterwards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    early = """
        rule rich.early "Whose card brings the second gold gets three"
            for lay when gold(you) >= 2
                add 3 to gold(you) at most 99
    """
    told = told_more(tmp_path, capsys, early, "rich.early")
    assert "gold(you) = 2, afterwards 6" in told
    assert any(re.fullmatch(r"gold\(player \d\): 2 -> 6 \(together with lay.free\)", line) for line in told)
    place = next(number for number, line in enumerate(told) if line.startswith("did nothing "))
    assert re.match(
        r"did nothing \d+ times when its condition held only afterwards; with 3 players, seed ", told[place]
    )
    assert told[place + 1] == "gold(you) = 1, afterwards 2"
    late = early.replace("for lay when gold(you)", "at laid when gold(q)").replace("gold(you)", "gold(q)")
    told = told_more(tmp_path, capsys, late, "rich.early")
    assert "gold(q) = 2, afterwards 5" in told
    assert not any(line.startswith("did nothing ") for line in told)


def test_what_a_rule_takes_away_itself_was_not_read_too_early(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clauses = """
        rule round.poor "Who has no more than one gold loses it, and who has none gets some"
            at end-of-round
                for p in players
                    when gold(p) = 0
                        gold(p) := 2
                    when gold(p) > 0
                        gold(p) := 0
    """
    assert not any(line.startswith("did nothing ") for line in told_more(tmp_path, capsys, clauses, "round.poor"))


def test_what_stays_as_it_was_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule round.rich "Whoever has gold is rich no more"
            at end-of-round when some players[gold(it) > 0]
                box(first(players), 1) := 3
    """
    told = told_more(tmp_path, capsys, clauses, "round.rich")
    assert any(re.fullmatch(r"players\[gold\(it\) > 0\] = \{.*\}, afterwards too", line) for line in told)


def test_of_a_pair_it_is_told_which_is_in_the_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule lay.edge "Both spots lie in the first row"
            for lay
                require {a, b} meets table[y = 0]
    """
    told = told_more(tmp_path, capsys, clauses, "lay.edge")
    (allowed,) = (line for line in told if line.startswith("allowed with "))
    assert re.search(r": \{a, b\} = \{(\d),0, \1,1\} \(only \1,0 in it\)$", allowed), allowed
    (refused,) = (line for line in told if line.startswith("refused with "))
    assert refused.endswith("(none in it)")


def test_of_a_condition_in_parts_it_is_told_which_are_met(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule lay.edge "Both spots lie in the first row"
            for lay
                require a in table[y = 0] or b in table[y = 0]
    """
    told = told_more(tmp_path, capsys, clauses, "lay.edge")
    (allowed,) = (line for line in told if line.startswith("allowed with "))
    assert allowed.endswith(
        (
            "a in table[y = 0] is true, b in table[y = 0] is false",
            "a in table[y = 0] is false, b in table[y = 0] is true",
        )
    )


def test_terms_of_a_score_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule score.spots "A spot scores one, in a corner three"
            score count own(you) + 2 * count own(you)[x = 0 or x = 3 and y = 0 or y = 3] - gold(you)
    """
    told = told_more(tmp_path, capsys, clauses, "score.spots")
    points, spots, corners, gold = (line.split(" by ") for line in told[3:7])
    assert int(points[0].rstrip(":")) == sum(int(part[0]) for part in (spots, corners, gold))
    assert re.fullmatch(r"count own\(you\): 1 each at( \d,\d)+", spots[1])
    assert int(spots[0]) == len(spots[1].split(" at ")[1].split())
    assert re.match(r"2 \* count own\(you\)\[x = 0 .*: 2 (each )?at( \d,\d)+$", corners[1])
    assert {"0,1", "0,2", "1,3", "2,3"} & set(corners[1].split(" at ")[1].split()), "some that is no corner is told"
    assert int(gold[0]) < 0
    assert told[7].startswith("0 1 2 3")


def test_what_is_counted_for_an_element_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule score.near "Each spot scores the spots around it"
            score sum(count (around(it, 2) & own(you)) over own(you))
    """
    told = told_more(tmp_path, capsys, clauses, "score.near")
    of = re.search(r" (\d) at (\d,\d) \(counting ([\d, ]+)\)", told[3])
    assert of is not None
    assert of[2] in of[3].split(), "two steps lead back"
    assert int(of[1]) == len(of[3].split())


def test_of_the_most_the_others_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule score.area "The largest area, joined at corners too, scores"
            score most(count it over regions(own(you)))
    """
    told = told_more(tmp_path, capsys, clauses, "score.area")
    one, other = (
        [tuple(map(int, cell.split(","))) for cell in part.split(" at ")[1].split(", ")[0].split()]
        for part in told[3].split("; not counted: ")
    )
    assert len(one) == int(told[3].split(":")[0]) >= len(other)
    assert any(max(abs(a - c), abs(b - d)) == 1 for a, b in one for c, d in other), "two that touch are preferred"


def test_equal_numbers_in_a_set_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule box.fill "Boxes are filled"
            at end-of-round
                for p in players
                    box(p, 1) := r
                    box(p, 2) := (if gold(p) = r then r else gold(p) at most 9)
        rule score.boxes "The boxes together score"
            score sum(it over {box(you, 1), box(you, 2)})
    """
    told = told_more(tmp_path, capsys, clauses, "score.boxes")
    assert told[3] == "4: box(you, 1) 4, box(you, 2) 4; as a set {4}"
    assert "player 1 (1: 4, 2: 4)" in told[4]


def test_of_several_that_are_first_all_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule round.first "Who has the most gold gets a box; all get three gold, the first player early"
            at mix
                gold(first(players)) := 3
            at end-of-round when r = 3
                for p in players
                    when p != first(players)
                        add 3 to gold(p) at most 99
            at end-of-round
                add 1 to box(first(players[highest gold(it)]), 1) at most 9
    """
    base = CARDS.replace("add 1 to gold(you) at most 99", "box(you, 2) := 1")
    told = told_more(tmp_path, capsys, clauses, "round.first", base)
    assert "players[highest gold(it)] = {player 1, player 2, player 3}, afterwards too" in told


def test_cells_that_are_counted_and_the_board_stand_beside_an_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clauses = """
        rule end.line "Four in a line end the game"
            at laid when some directions(around)[d: count line(a, d, own(q)) >= 3]
                end
    """
    base = CARDS.replace(
        "                step laid\n", "                    on lay\n                        step laid\n"
    )
    told = told_more(tmp_path, capsys, clauses, "end.line", base)
    facts, end, turns, *board = told[3:]
    assert re.search(r"count line\(a, d, own\(q\)\) = 3 at \d,\d \d,\d \d,\d$", facts)
    assert end == "the game ended"
    assert re.fullmatch(r"turns so far: player 1 \d, player 2 \d, player 3 \d", turns)
    assert board[0].split() == ["0", "1", "2", "3"]


def test_choices_tell_how_often_and_in_which_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule lay.late "In the last round the first column is closed"
            for lay
                require a.x >= (if no hand(you)[it = red] then 1 else 0) + (if r > 2 then 1 else 0)
    """
    told = told_more(tmp_path, capsys, clauses, "lay.late")
    (line,) = (line for line in told if line.startswith("r > 2: "))
    assert re.fullmatch(r"r > 2: true in \d+ of \d+, with 3 players in r 3 to 4", line)
    turns = clauses.replace("r > 2", "gold(you) > 1")
    base = CARDS.replace("each round as r in 1..4", "repeat round until some players[gold(it) >= 4]") + PASSING
    told = told_more(tmp_path, capsys, turns, "lay.late", base)
    assert any(re.search(r"^gold\(you\) > 1: .*, with 3 players in turns 3 to 4 of 4$", line) for line in told)
    told = told_more(tmp_path, capsys, turns, "lay.late", base.replace("players 2..3", "players 1"))
    assert any(re.search(r"^gold\(you\) > 1: .*, with 1 player in turns 3 to 4 of 4$", line) for line in told)


def test_a_choice_that_never_holds_tells_how_near_it_came(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule score.gold "Nine gold score"
            score if gold(you) = 9 then 5 else 1
    """
    told = told_more(tmp_path, capsys, clauses, "score.gold")
    assert re.fullmatch(r"gold\(you\) = 9: true in 0 of \d+", told[2])
    assert re.fullmatch(r"nearly with gold\(you\) = [34]", told[3])


def test_examples_come_from_the_most_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clauses = """
        rule lay.tax "Everybody else pays a gold"
            for lay
                add -1 to gold(next_player(you)) at least 0
    """
    told = told_more(tmp_path, capsys, clauses, "lay.tax")
    assert told[2].startswith("with 3 players, ")
    assert len([line for line in told if line.startswith("gold(player ")]) == 1


def test_a_piece_that_is_named_and_stays_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = account(capsys, written(tmp_path, CARDS))
    assert any(re.fullmatch(r"(red|green|blue) stays in hand of player \d", x) for x in paragraph(lines, "lay.free"))
    mended = CARDS.replace(
        "            a.of := you\n", "            a.of := you\n            remove what from hand(you)\n"
    )
    told = paragraph(account(capsys, written(tmp_path, mended)), "lay.free")
    assert not any(" stays in " in line for line in told)
    assert any(line.endswith(" and is gone") for line in told)
    assert "`pass` changes nothing" in told


def test_a_changed_flow_tells_how_often_everybody_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = CARDS.replace("each acting as q in players", "each acting as q in actors").replace(
        "    define own", "    define actors = players\n    define own"
    )
    clauses = """
        replace define actors = players[gold(it) < 3]
    """
    told = told_more(tmp_path, capsys, clauses, "in a game with 2 players", base)
    assert told == ["in a game with 2 players each is asked `lay` 3 times"]


def test_asks_tell_what_their_conditions_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = '                ask lay of q "Which card, and where?"\n'
    loop = f"                repeat laying until gold(q) >= 2\n    {asked}"
    base = CARDS.replace(asked, loop) + PASSING
    lines = account(capsys, written(tmp_path, base))
    (ask,) = paragraph(lines, "ask `lay`")
    assert re.search(r"`: \d+ times, [\d to,]+ a game for each of 3 players, at most 2 times before another", ask)
    assert ", gold(q) 0 to 4 when asked; answered at random: lay " in ask


def test_of_answers_that_are_refused_those_tell_more_that_nobody_else_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clauses = """
        rule lay.first "A card begins in the first column"
            for lay
                require a in table[x < 1]
        rule lay.second "It never begins in the last two"
            for lay
                require a in table[x < 2]
    """
    (refused,) = (x for x in told_more(tmp_path, capsys, clauses, "lay.first") if x.startswith("refused with "))
    assert re.search(r"`lay what \w+ a 1,\d b \d,\d`", refused), refused


def test_a_ranking_tells_ties_and_a_later_one_only_what_it_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = """
    rule round.second "The second player gets more, and the first a box"
        at end-of-round
            add 1 to gold(nth(players, 2)) at most 99
            box(first(players), 1) := 3
    rule rank.box "Then a box decides"
        rank box(you, 1)
"""
    base = CARDS.replace("add 1 to gold(you) at most 99", "gold(you) := 4")
    lines = account(capsys, written(tmp_path, base + more))
    assert paragraph(lines, "rank.gold")[-1] == "with 3 players, seed 1: side 2 with 6, then side 1, side 3 with 4"
    assert paragraph(lines, "rank.box")[-1] == "with 3 players, seed 1: side 1 with 3, then side 3 with 0"


def test_definitions_made_of_definitions_are_opened_only_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doubled = "\n".join(f"    define n{i}(p: player) = n{i - 1}(p) + n{i - 1}(p)" for i in range(1, 24))
    clauses = f"""
    define n0(p: player) = count own(p)
{doubled}
    rule score.much "Very much"
        score n23(you) + (if n23(you) > 9 then 1 else 0)
    """
    told = told_more(tmp_path, capsys, textwrap.dedent(clauses), "score.much")
    place = next(number for number, line in enumerate(told) if line.startswith("with 3 players, "))
    assert int(told[place + 1].rstrip(":")) % 2**23 == 1
    terms = [line.partition(" ")[2] for line in told[place + 2 : place + 4]]
    assert terms == ["by n23(you)", "by if n23(you) > 9 then 1 else 0"]


def test_effects_for_elements_of_elements_are_looked_at_only_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clauses = """
        rule round.loops "Many loops"
            at end-of-round
                for c in table
                    for d in table
                        for e in table
                            when c.x = 3 and d.x = 3 and e.x = 3
                                box(first(players), 1) := 3
    """
    told = told_more(tmp_path, capsys, clauses, "round.loops")
    assert any(line.startswith("box(player 1, 1): 0 -> 3") for line in told)
    assert "e.x: 0 to 3 false" in told
    assert not any(line.startswith("c.x: ") for line in told), "it was not looked beyond the first"
