"""What an engine is asked and what positions consist of, as `tilelaw rules asks` and `tilelaw rules parts` tell it."""

from __future__ import annotations

import pytest

from tilelaw.main import main
from tilelaw_play import load, names


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", names())
def test_every_ask_action_argument_and_part_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for players in load(name).counts:
        manifest = load(name).manifest(players)
        asks = told(capsys, "asks", name, "--players", str(players))
        for ask in manifest["asks"]:
            assert f"\n{ask['name']}  {ask['question']}\n" in asks
        for action in manifest["actions"]:
            if any(action["name"] in ask["actions"] for ask in manifest["asks"]):
                assert f'    {{"{action["name"]}": {{' in asks
                assert all(f"        {argument}: " in asks for argument in action["arguments"]["properties"])
        parts = told(capsys, "parts", name, "--players", str(players))
        for part in (*manifest["parts"]["zones"], *manifest["parts"]["boards"], *manifest["parts"]["variables"]):
            assert f"\n{part['key']}  " in parts


def test_an_ask_tells_what_it_carries_and_what_may_be_answered(capsys: pytest.CaptureFixture[str]) -> None:
    asks = told(capsys, "asks", "origins/tribe", "--players", "3")
    assert "    carries how: way\n    carries kind: resource\n" in asks
    assert "        one_kind: mammoth, fish, mushroom, flint\n" in asks
    assert "        one_kind and other_kind may be swapped: that is the same move\n" in asks
    assert "mover" not in asks


def test_who_sees_a_zone_and_how_it_is_ordered_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    parts = told(capsys, "parts", "ingenious/standard")
    assert "\nbag  a pile of tile\n    in drawing order; seen by nobody\n" in parts
    assert "    in component order; seen by its owner only\n" in parts
    assert "\nchiefs  a pile of player\n    in drawing order; seen by nobody\n" in told(
        capsys, "parts", "origins/discovery"
    )


def test_printed_symbols_are_told_with_their_cells(capsys: pytest.CaptureFixture[str]) -> None:
    parts = told(capsys, "parts", "ingenious/standard")
    assert "    printed: colour, printed: never in a position\n        [0, -5] red\n" in parts
    assert "peg  0 to 36 by player, then colour\n" in parts
