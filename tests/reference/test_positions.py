"""Positions as JSON: canonical text, fragments, and everything that cannot be read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from reference import tiny
from reference.tiny import PLAYER, ask, carried, local, n
from tilelaw_dsl import ir
from tilelaw_reference.engine import Engine
from tilelaw_reference.errors import PositionError
from tilelaw_reference.model.index import Rules
from tilelaw_reference.wire.schema import position_schema

WHOLE: dict[str, Any] = {
    "ruleset": "tiny/blank",
    "players": 2,
    "deck": [4, 2],
    "hands": [[], [1, 5]],
    "row": [{"card": 6}, {"card": 3, "claim": 0, "times": 2}],
    "chips": [1, 0, 1],
    "plan": [{"at": [0, 1], "by": 0, "colour": "red", "height": 3}, {"at": [2, 0], "height": 1}],
    "gardens": [[], [{"at": [-1, 1], "dug": True}]],
    "turns": 7,
    "peg": {"0": {"red": 3, "blue": 1}, "1": {"green": 2}},
    "bank": {"1": 1, "3": 2},
    "leader": 0,
    "stops": [[0, 0], [2, 1]],
    "spot": {"0": [0, 0, 1]},
    "found": {"0,0": True, "2,1": True},
}
ENGINE = tiny.engine(
    actions=(tiny.action("go"),),
    flow=(
        ask("plain", n(0), ("go",)),
        ask(
            "rich",
            n(0),
            ("go",),
            carries=(
                carried("mover", PLAYER),
                carried("at", tiny.PLOT),
                carried("left", tiny.number(0, 3)),
                carried("face", tiny.FACE),
            ),
        ),
    ),
)


def test_canonical_text_is_a_fixed_point() -> None:
    assert ENGINE.state(WHOLE).to_text() == json.dumps(WHOLE, separators=(",", ":"))
    assert ENGINE.state(json.dumps(WHOLE)).to_json() == WHOLE


def test_other_spellings_are_put_in_order() -> None:
    spelled = {
        **dict(reversed(WHOLE.items())),
        "hands": [[], [5, 1]],
        "row": [{"times": 2, "claim": 0, "card": 3}, 6],
        "plan": [{"height": 1, "at": [2, 0]}, {"at": [1, 1]}, {"at": [0, 1], "height": 3, "by": 0, "colour": "red"}],
        "gardens": [[], [{"at": [-1, 1, 1], "dug": True}, {"at": [0, 0], "dug": False}]],
        "stops": [[2, 1], [0, 0]],
        "bank": {"3": 2, "1": 1, "2": 0},
        "asks": [],
    }
    assert ENGINE.state(spelled).to_text() == ENGINE.state(WHOLE).to_text()
    assert ENGINE.state(spelled) == ENGINE.state(WHOLE)
    assert hash(ENGINE.state(spelled)) == hash(ENGINE.state(WHOLE))


def test_what_is_missing_is_blank() -> None:
    state = ENGINE.state({})
    assert state.to_json() == {"ruleset": "tiny/blank", "players": 2}
    assert state.is_over
    assert ENGINE.state({"hands": [[1]]}).to_json()["hands"] == [[1], []]


@pytest.mark.parametrize("name", [name for name in WHOLE if name not in ("ruleset", "players")])
def test_states_differ_when_any_part_differs(name: str) -> None:
    assert ENGINE.state({part: WHOLE[part] for part in WHOLE if part != name}) != ENGINE.state(WHOLE)


def test_bindings_are_written_into_the_ask() -> None:
    due = {"ask": "rich", "player": 1, "mover": 0, "at": [0, 0], "left": 2, "face": {"colour": "red"}}
    assert ENGINE.state({"asks": [due]}).asks == [due]
    short = {"ask": "rich", "player": 1, "mover": 1, "at": [0, 0, 0], "left": 0, "face": {}}
    assert ENGINE.state({"asks": [short]}).due == {"ask": "rich", "player": 1, "at": [0, 0, 0], "face": {}}
    bindings = ENGINE.state({"asks": [short]}).position.asks[0].bindings
    assert bindings["mover"] == 1
    assert bindings["left"] == 0


BAD: list[tuple[dict[str, Any], str]] = [
    ({"ruleset": "tiny/other"}, "ruleset: these rules are for `tiny/blank`, found `tiny/other`"),
    ({"players": 3}, "players: these rules are for `2`, found `3`"),
    ({"dek": []}, r"dek: no such field; did you mean `deck`\?"),
    ({"deck": {}}, r"deck: expected a list, found `{}`"),
    ({"deck": 3}, "deck: expected a list, found `3`"),
    ({"deck": [9]}, r"deck\[0\]: expected a card, found `9`"),
    ({"deck": ["1"]}, r"deck\[0\]: expected a card, found `1`"),
    ({"deck": [True]}, r"deck\[0\]: expected a card, found `true`"),
    ({"deck": [1.0]}, r"deck\[0\]: expected a card, found `1.0`"),
    ({"deck": [{"card": 1}]}, r"deck\[0\]: expected a card"),
    ({"deck": [1, 1]}, r"deck\[1\]: `1` is here too, but there are 1 of it in all"),
    ({"deck": [1], "hands": [[], [1]]}, r"hands\[1\]\[0\]: `1` is here too"),
    ({"deck": [1], "row": [{"card": 1}]}, r"row\[0\]\.card: `1` is here too"),
    ({"hands": [[], [], [1]]}, r"hands\[2\]: there are only 2 players"),
    ({"hands": [1, 2]}, r"hands\[0\]: expected a list, found `1`"),
    ({"row": [{"claim": 1}]}, r"row\[0\]\.card: expected a card"),
    ({"row": [{"card": 1, "clam": 1}]}, r"row\[0\]\.clam: no such field; did you mean `claim`\?"),
    ({"row": [{"card": 1, "claim": 2}]}, r"row\[0\]\.claim: expected a player, in JSON from 0 to 1, found `2`"),
    ({"row": [{"card": 1, "claim": None}]}, r"row\[0\]\.claim: expected a player, in JSON from 0 to 1, found `null`"),
    ({"chips": [2]}, r"chips\[0\]: expected a player"),
    ({"plan": [{"by": 0}]}, r"plan\[0\]\.at: expected \[x, y\], found `null`"),
    ({"plan": [{"at": [3, 0]}]}, r"plan\[0\]\.at: `\[3, 0\]` is not on the board"),
    ({"plan": [{"at": [0, 0, 1]}]}, r"plan\[0\]\.at: expected \[x, y\], found `\[0, 0, 1\]`"),
    ({"plan": [{"at": [0, 0]}, {"at": [0, 0]}]}, r"plan\[1\]\.at: `\[0, 0\]` is listed twice"),
    ({"plan": [{"at": [0, 0], "height": 4}]}, r"plan\[0\]\.height: expected a number from 0 to 3, found `4`"),
    ({"plan": [{"at": [0, 0], "height": True}]}, r"plan\[0\]\.height: expected a number"),
    ({"deck": [66]}, r"deck\[0\]: expected a card, found `66`$"),
    ({"deck": ["66"]}, r"deck\[0\]: expected a card, found `66`$"),
    ({"plan": [{"at": [0, 0], "colour": "rad"}]}, r"plan\[0\]\.colour: .* did you mean `red`\?"),
    ({"plan": [{"at": [0, 0], "home": True}]}, r"plan\[0\]\.home: no such field"),
    ({"gardens": [[{"at": [0, 0, 1]}]]}, r"gardens\[0\]\[0\]\.at: expected a cell of player 1 \(0 in JSON\)"),
    ({"gardens": [[], [{"at": [0, 0], "dug": 1}]]}, r"gardens\[1\]\[0\]\.dug: expected true or false, found `1`"),
    ({"gardens": [[{"at": [0, 0, 0, 0]}]]}, r"gardens\[0\]\[0\]\.at: expected \[x, y\], found `\[0, 0, 0, 0\]`"),
    ({"gardens": [[], [{"at": [1, 1]}]]}, r"gardens\[1\]\[0\]\.at: `\[1, 1\]` is not on the board"),
    ({"turns": 100}, "turns: expected a number from 0 to 99, found `100`"),
    ({"turns": "1"}, "turns: expected a number"),
    ({"peg": 1}, "peg: expected an object, found `1`"),
    ({"peg": {"2": {"red": 1}}}, r"peg\.2: expected a player, in JSON from 0 to 1"),
    ({"peg": {"00": {"red": 1}}}, r"peg\.00: `00` is no index here"),
    ({"peg": {" 0": {"red": 1}}}, r"peg\. 0: write `0`"),
    ({"peg": {"0": {"re": 1}}}, r"peg\.0\.re: expected a colour, found `re`; did you mean `red`\?"),
    ({"peg": {"0": {"red": 10}}}, r"peg\.0\.red: expected a number from 0 to 9"),
    ({"bank": {"0": 1}}, r"bank\.0: expected a number from 1 to 3"),
    ({"bank": {"1,2": 1}}, r"bank\.1,2: expected a number from 1 to 3"),
    ({"stops": [[0, 0], [0, 0]]}, r"stops\[1\]: `\[0, 0\]` is listed twice"),
    ({"spot": {"0": [0, 0]}}, r"spot\.0: expected \[x, y, owner\], found `\[0, 0\]`"),
    ({"found": {"0,9": True}}, r"found\.0,9: `\[0, 9\]` is not on the board"),
    ({"asks": {}}, r"asks: expected a list"),
    ({"asks": [{}]}, r"asks\[0\]: expected an object with `ask` or `shuffle`"),
    ({"asks": [{"ask": "plane", "player": 0}]}, r"asks\[0\]\.ask: expected the name of an ask, .* `plain`\?"),
    ({"asks": [{"ask": "plain"}]}, r"asks\[0\]\.player: expected the player asked"),
    ({"asks": [{"ask": "plain", "player": 2}]}, r"asks\[0\]\.player: expected a player, in JSON from 0 to 1"),
    ({"asks": [{"ask": "plain", "player": 1, "mover": 0}]}, r"asks\[0\]\.mover: no such field"),
    ({"asks": [{"ask": "rich", "player": 1}]}, r"asks\[0\]\.at: expected a plot"),
    ({"asks": [{"ask": "plain", "player": 0}] * 2}, r"asks\[1\]: only zones that are shuffled at one step"),
    ({"asks": [{"shuffle": "deck"}]}, r"asks\[0\]\.shuffle: `deck` is never shuffled"),
    ({"asks": [{"shuffle": "dek"}]}, r"asks\[0\]\.shuffle: expected the name of a zone, .* `deck`\?"),
]


@pytest.mark.parametrize(("data", "message"), BAD, ids=[str(data)[:60] for data, _ in BAD])
def test_an_unreadable_position_is_an_error_that_names_the_field(data: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match="^" + message) as error:
        ENGINE.state(data)
    assert str(error.value) == f"{error.value.path}: {error.value.message}"


@pytest.mark.parametrize("text", ["", "{", "[1]", '"x"', "[" * 100_000, "1" * 5000])
def test_text_that_is_no_position_is_an_error(text: str) -> None:
    with pytest.raises(PositionError):
        ENGINE.state(text)


def test_pieces_with_copies_may_lie_in_as_many_places() -> None:
    cards = ir.KindDecl("card", (), (ir.MemberDecl("a", 2, ()), ir.MemberDecl("b", 1, ())))
    zones = tuple(replace(zone, starts=(), by="") for zone in tiny.ZONES)
    started = (replace(zones[0], starts=(("b", 3),)), *zones[1:])
    engine = tiny.engine(kinds=(tiny.COLOURS, cards), zones=started)
    assert engine.state({"deck": ["a"], "hands": [["a"], ["b", "b", "b"]]}).to_json()["deck"] == ["a"]
    with pytest.raises(PositionError, match=r"hands\[1\]\[0\]: `a` is here too, but there are 2 of it in all"):
        engine.state({"deck": ["a", "a"], "hands": [[], ["a"]]})
    with pytest.raises(PositionError, match="there are 3 of it in all"):
        engine.state({"deck": ["b"] * 4})


def test_whole_positions_can_be_checked_against_the_invariants() -> None:
    even = ir.Invariant(
        "even",
        ir.Elements("p", tiny.PLAYER, ir.Players()),
        tiny.compare(ir.Count(tiny.zone("hand", local("p"))), "<=", n(2)),
        "at most two cards in a hand",
    )
    low = ir.Invariant("low", None, tiny.compare(tiny.variable("turns"), "<", n(5)), "few turns")
    engine = tiny.engine(invariants=(even, low))
    good = {"hands": [[1, 2], []], "turns": 4}
    assert engine.state(good, check=True).broken_invariants() == []
    bad = {"hands": [[1, 2], [3, 4, 5]], "turns": 5}
    assert engine.state(bad).broken_invariants() == ["even", "low"]
    with pytest.raises(PositionError, match="this does not hold here: `even`, `low`"):
        engine.state(bad, check=True)


def test_sides_are_numbered_like_players() -> None:
    by_side = ir.VariableDecl("won", (tiny.SIDE,), tiny.SIDE)
    sides = ir.SidesLine("sides", (ir.SetOf((n(0), n(2))), ir.SetOf((n(1), n(3))), ir.SetOf(())))
    for line, last in ((sides, 2), (None, 3)):
        engine = tiny.engine(players=4, sides=line, variables=(by_side,))
        assert engine.state({"won": {"0": last}}).to_json()["won"] == {"0": last}
        with pytest.raises(PositionError, match=rf"won\.0: expected a side from 0 to {last}"):
            engine.state({"won": {"0": last + 1}})
        schema: dict[str, Any] = position_schema(Rules(engine.game))
        written = schema["properties"]["won"]["properties"]
        assert list(written) == [str(side) for side in range(last + 1)]
        assert written["0"] == {"type": "integer", "minimum": 0, "maximum": last}


def test_words_are_written_as_they_are() -> None:
    colour = ir.KindDecl("barva", (), (ir.MemberDecl("žlutá", 1, ()), ir.MemberDecl("modrá", 1, ())))
    kind = ir.ThingType(ir.Sort.KIND, "barva", maybe=True)
    engine = tiny.engine(kinds=(*tiny.BLANK.kinds, colour), variables=(ir.VariableDecl("lead", (), kind),))
    assert engine.state({"lead": "modrá"}).to_text().endswith('"lead":"modrá"}')
    with pytest.raises(PositionError, match="found `žlutý`; did you mean `žlutá`"):
        engine.state({"lead": "žlutý"})
    with pytest.raises(PositionError, match=r'found `\["žlutá"\]`'):
        engine.state({"lead": ["žlutá"]})


def test_states_of_different_engines_of_one_game_are_equal() -> None:
    assert Engine(tiny.BLANK).state(WHOLE) == tiny.engine().state(WHOLE)
    assert tiny.engine(name="tiny/other").state({}) != tiny.engine().state({})
    assert tiny.engine().state({}) != "state"


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ({"start": {"players": 3}}, "players: these rules are for `2`"),
        ({"begin": {}}, "begin: no such field"),
        ({"start": {}, "answers": 3}, "answers: expected a list"),
        ({"start": []}, "expected an object"),
        ("[]", "expected an object"),
    ],
)
def test_an_unreadable_history_is_an_error(history: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        ENGINE.play(history)
