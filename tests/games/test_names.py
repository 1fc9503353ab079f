"""One game has one name: any spelling loads, what is written is canonical, and what does not fit is refused at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw_play import RulesetError, load, names
from tilelaw_reference import PositionError

SPELLINGS = {
    "kingdomino/middle-kingdom": "kingdomino/classic+middle-kingdom",
    "kingdomino/harmony+classic": "kingdomino/classic+harmony",
    "kingdomino/classic+harmony+middle-kingdom": "kingdomino/classic+middle-kingdom+harmony",
    "kingdomino/ruling-even-sides": "kingdomino/classic+middle-kingdom+ruling-even-sides",
    "kingdomino/harmony+mighty-duel": "kingdomino/mighty-duel+harmony",
    "origins/centre+totem": "origins/totem+centre",
    "origins/totem+discovery": "origins/totem",
    "origins/resources+totem": "origins/totem",
    "house/herding": "origins/totem+house/herding",
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_any_spelling_loads(name: str) -> None:
    ruleset = load(name)
    assert ruleset.name == SPELLINGS[name]
    first = ruleset.start(ruleset.counts[0]).to_json()
    assert first["ruleset"] == SPELLINGS[name]
    assert load(SPELLINGS[name]).state(first | {"ruleset": name}).to_json() == first


def test_a_position_of_another_game_is_not_read() -> None:
    first = load("kingdomino/classic+harmony").start(2).to_json()
    with pytest.raises(PositionError, match=r"`kingdomino/classic`"):
        load("kingdomino/classic").state(first)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("origins/totem+tribe", "`origins/totem` and `origins/tribe` are two modes"),
        ("ingenious/team+solo", "`ingenious/team` and `ingenious/solo` are two modes"),
        ("origins/ruling-tie-loses-totem+ruling-recruit-last-round", "are two modes"),
        ("origins/resources", "`origins/resources` is no game by itself"),
        ("ingenious/two-boards", "`ingenious/two-boards` is no game by itself"),
        ("dominoes/common", "`dominoes/common` is no game by itself"),
        ("origins/discovery+resources", "`origins/resources` is no game by itself"),
        ("origins/two", "it joins by itself when 2 play"),
        ("origins/totem+two", "`origins/two` is no game by itself"),
        ("origins/discovery+ruling-tie-loses-totem", "which `origins/discovery` does not contain"),
        ("kingdomino/classic+ruling-even-sides", "which `kingdomino/classic` does not contain"),
    ],
)
def test_what_does_not_fit_is_refused_when_loaded(name: str, sentence: str) -> None:
    with pytest.raises(RulesetError) as refused:
        load(name)
    assert sentence in str(refused.value)


def test_modes_and_everything() -> None:
    assert names() == [
        "ingenious/standard",
        "ingenious/team",
        "ingenious/solo",
        "kingdomino/classic",
        "kingdomino/mighty-duel",
        "origins/discovery",
        "origins/totem",
        "origins/tribe",
    ]
    everything = names(all=True)
    assert set(names()) < set(everything)
    assert "origins/totem+house/herding" in everything
    assert [load(name).name for name in everything] == everything


PLAIN = """layer t/{name}{on}
    title "Plain"
    players 2
    flow
        ask pass of first(players)
    rule t.pass "One player passes"
        house
        action pass
"""


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (PLAIN.format(name="whole", on=""), "begin it with `mode` if it is a game of its own"),
        ('layer t/addition on origins/discovery\n    title "x"\n', "with `option` if it is added to one"),
        ('layer t/two on origins/discovery for players 2\n    title "x"\n', "no layer that can be played by itself"),
        (PLAIN.format(name="a", on="") + 'option t/b on t/a\n    title "x"\n', "has to begin with `mode`"),
    ],
)
def test_plain_layers_are_refused_alone(tmp_path: Path, text: str, hint: str) -> None:
    path = tmp_path / "plain.rules"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load(str(path))
    assert hint in str(refused.value)


def test_refusals_have_the_name_of_the_ruleset() -> None:
    with pytest.raises(RulesetError, match=r"`origins/totem\+centre` is for 2, 3, 4 players, not for 7"):
        load("origins/centre+totem").start(7)


def test_the_part_of_an_option_is_not_named(tmp_path: Path) -> None:
    path = tmp_path / "parted.rules"
    part = 'layer t/part on origins/discovery\n    title "x"\n    set limit = 6\n'
    path.write_text(part + 'option t/whole on t/part\n    title "x"\n', encoding="utf-8")
    ruleset = load(str(path))
    assert ruleset.name == "origins/discovery+t/whole"
    assert load(f"origins/discovery+{path}:t/whole").layers == ruleset.layers
    first = ruleset.start(2).to_json()
    assert ruleset.state(first).to_json() == first
