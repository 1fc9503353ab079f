"""The rules texts of all three games: right in every combination, complete, and general enough for strangers' games."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import tilelaw_spec
from play.walks import random_walk
from tilelaw_dsl import Report, Rulebook, Source, flattened, format_text, ir, lint, print_file, render
from tilelaw_play import load, names, rulebook

ROOT = Path(__file__).parents[2]
FILES = sorted(tilelaw_spec.root().rglob("*.rules")) + sorted((ROOT / "tests" / "foreign").glob("*.rules"))
FOREIGN = sorted((ROOT / "tests" / "foreign").glob("*.rules"))


@cache
def book() -> Rulebook:
    """The bundled rules with all texts: what is found out about rulesets for one file holds for the others."""
    found = rulebook().copy()
    found.open_texts()
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_file_is_clean(path: Path) -> None:
    assert [render(d) for d in lint(book().copy(), path)] == []
    text = path.read_text(encoding="utf-8")
    assert format_text(Source(path.name, text), Report()) == text, "run `tilelaw rules fmt`"


def test_there_are_files() -> None:
    assert len(FILES) >= 22
    assert len(FOREIGN) == 2


ADDITIONS = [
    "origins/totem+centre+complete",
    "origins/tribe+complete+edition-hu",
    "origins/totem+ruling-tie-loses-totem+ruling-lava-on-hut+ruling-gaps-stop-lava",
    "origins/tribe+ruling-recruit-last-round",
    "origins/totem+far-lava+coast",
    "kingdomino/classic+harmony+middle-kingdom",
]


@pytest.mark.parametrize("name", [*names(all=True), *ADDITIONS])
def test_every_ruleset_compiles_for_every_number_of_players(name: str) -> None:
    ruleset = load(name)
    assert ruleset.counts
    for players in ruleset.counts:
        game = ruleset.game(players)
        assert ir.from_json(ir.to_json(game)) == game
        for rule in game.rules:
            assert rule.title
            assert rule.citations
            assert not rule.title.count("{")


def test_the_order_of_additions_does_not_matter() -> None:
    one = load("origins/totem+centre+complete").game(3)
    other = load("origins/totem+complete+centre").game(3)
    assert one == other


def test_a_game_without_its_size_limit_still_compiles_and_plays(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(
        'option house/endless on origins/discovery\n    title "No limit"\n'
        '    remove rule place.fits because "the table is large"\n',
        encoding="utf-8",
    )
    assert [render(d) for d in lint(rulebook().copy(), path)] == []
    for players in (2, 3, 4):
        states = list(random_walk(load(str(path)).start(players, seed=3), 3))
        assert states[-1].is_over
        widths = []
        for territory in states[-1].to_json()["territories"]:
            xs = [cell["at"][0] for cell in territory]
            widths.append(max(xs) - min(xs) + 1)
        assert max(widths) > (7 if players == 2 else 5)


@pytest.mark.parametrize("path", FOREIGN, ids=lambda p: p.stem)
def test_strangers_games_are_short_and_play(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) < 60
    ruleset = load(str(path), Rulebook.read([]))
    for players in ruleset.counts:
        for seed in range(3):
            states = list(random_walk(ruleset.start(players, seed=seed), seed))
            assert states[-1].is_over
            assert len(states) > 5
            for state in states:
                assert ruleset.state(state.to_text()) == state


def test_hidden_hands_stay_hidden() -> None:
    (path,) = [p for p in FOREIGN if "hand" in p.read_text(encoding="utf-8")]
    ruleset = load(str(path), Rulebook.read([]))
    chance = random.Random(1)
    game = ruleset.game(ruleset.counts[-1])
    hands = next(z for z in game.zones if z.owner)
    for state in random_walk(ruleset.start(game.players, seed=1), 1):
        position = state.to_json()
        for player in range(game.players):
            seen = state.observe(player)
            for owner, shown in enumerate(seen.get(hands.written, [])):
                assert isinstance(shown, list) == (owner == player) or shown in (0, [])
            others = [o for o in range(game.players) if o != player]
            dealt = position.get(hands.written)
            if dealt is None or len(others) < 1:
                continue
            pool = [card for o in others for card in dealt[o]]
            chance.shuffle(pool)
            redealt = [list(h) for h in dealt]
            for o in others:
                redealt[o] = [pool.pop() for _ in dealt[o]]
            other = ruleset.state({**position, hands.written: redealt})
            assert other.observe(player) == seen


@pytest.mark.parametrize(
    ("name", "players"), [("origins/tribe+complete", 2), ("ingenious/team", 4), ("origins/totem", 3)]
)
def test_a_resolved_ruleset_is_the_same_game_in_one_file(name: str, players: int, tmp_path: Path) -> None:
    ruleset = load(name)
    merged = ruleset.book.merged(ruleset.layers, players, Report())
    assert merged is not None
    path = tmp_path / "resolved.rules"
    path.write_text(print_file(flattened(ruleset.book.library, merged, "flat/resolved")), encoding="utf-8")
    one, other = ruleset.game(players), load(str(path)).game(players)
    for part in ("kinds", "tables", "boards", "zones", "variables", "defines", "actions", "flow", "scores", "ranks"):
        assert getattr(one, part) == getattr(other, part), part
    assert one.requirements == other.requirements
    assert one.consequences == other.consequences
