"""The rules texts of all three games: right in every combination, complete, and general enough for strangers' games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tilelaw_spec
from play.walks import random_walk
from tilelaw_dsl import ir
from tilelaw_dsl.diagnostics import Report, render
from tilelaw_dsl.layers.merge import flattened
from tilelaw_dsl.lint import lint
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_dsl.source import Source
from tilelaw_dsl.text.printer import format_text, print_file
from tilelaw_reference.library import load, names, rulebook

ROOT = Path(__file__).parents[2]
FILES = sorted(tilelaw_spec.root().rglob("*.rules")) + sorted((ROOT / "tests" / "foreign").glob("*.rules"))
FOREIGN = sorted((ROOT / "tests" / "foreign").glob("*.rules"))

DISCOVERY_IDS = """
    setup.start setup.fire-bank setup.box setup.row setup.first-pick setup.leftover setup.second-row turn.order
    turn.steps turn.after-discard
    select.free place.empty place.shape place.connects place.volcano-terrain place.fits place.must
    place.discard round.row round.leftover round.order lava.when lava.token lava.range lava.path lava.landing
    lava.on-territory lava.not-volcano lava.not-hut lava.nowhere end.last-turn end.incomplete score.region score.volcano
    rank.total rank.largest rank.flames rank.shared turn.not-asked
"""
TOTEM_IDS = """
    totem.supply resource.lay resource.stays resource.burns totem.counts-territory totem.take totem.idle totem.pass
    totem.keep totem.none totem.order score.resource score.totem
"""
TRIBE_IDS = """
    tribe.resource-burns cave.setup recruit.when recruit.not-last recruit.open recruit.pile recruit.spent recruit.square
    recruit.not-hut cave.refill cave.empty caveman.flees score.hunter score.fisher score.gatherer score.sculptor
    score.painter score.fire-lady score.shaman score.wooden-only score.horde tribe.no-resource-points
"""
INGENIOUS_IDS = """
    setup.rack turn.steps board.area place.free place.first score.lines score.cap bonus.play swap.condition swap.once
    swap.order refill.to-six end.no-pair win.lowest win.shared win.all
"""
PERMANENT = {
    ("origins/discovery", 4): DISCOVERY_IDS,
    ("origins/discovery", 2): DISCOVERY_IDS + "two.chiefs two.size two.first-pick two.turns",
    ("origins/totem", 3): DISCOVERY_IDS + TOTEM_IDS,
    ("origins/tribe", 4): DISCOVERY_IDS + TRIBE_IDS,
    ("origins/discovery+centre+complete", 3): DISCOVERY_IDS + "bonus.centre bonus.complete",
    ("ingenious/standard", 2): INGENIOUS_IDS,
    ("ingenious/team", 4): INGENIOUS_IDS + "team.joint team.hidden",
    ("ingenious/solo", 1): "solo.no-rack board.area place.free place.first score.lines score.cap bonus.play win.all",
}


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_every_file_is_clean(path: Path) -> None:
    assert [render(d) for d in lint(rulebook(), path)] == []
    text = path.read_text(encoding="utf-8")
    assert format_text(Source(path.name, text), Report()) == text, "run `tilelaw rules fmt`"


def test_there_are_files() -> None:
    assert len(FILES) >= 14
    assert len(FOREIGN) == 2


@pytest.mark.parametrize(("name", "players"), PERMANENT)
def test_permanent_ids_are_there(name: str, players: int) -> None:
    game = load(name).game(players)
    assert set(PERMANENT[name, players].split()) - {rule.id for rule in game.rules} == set()


ADDITIONS = [
    "origins/totem+centre+complete",
    "origins/tribe+complete+edition-hu",
    "origins/totem+ruling-tie-loses-totem+ruling-lava-on-hut+ruling-gaps-stop-lava",
    "origins/tribe+ruling-recruit-last-round",
    "origins/totem+far-lava+coast",
    "kingdomino/classic+harmony+middle-kingdom",
]


@pytest.mark.parametrize("name", [*names(), *ADDITIONS])
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
        'layer house/endless on origins/discovery\n    title "No limit"\n'
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
    hands = next(z for z in game.zones if z.owned)
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
    path.write_text(print_file(flattened(merged, "flat/resolved")), encoding="utf-8")
    one, other = ruleset.game(players), load(str(path)).game(players)
    for part in ("kinds", "tables", "boards", "zones", "variables", "defines", "actions", "flow", "scores", "ranks"):
        assert getattr(one, part) == getattr(other, part), part
    assert one.requirements == other.requirements
    assert one.consequences == other.consequences
