"""What is sampled is still there: every mode, diagnostic, fixture and file is tried in `make test` at least once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import tilelaw_spec
from adapters import test_bundled
from checkout import ROOT
from conformance.run import test_misbehaviour
from dsl import test_codes, test_fixtures, test_typos
from games import test_additions, test_every_game, test_spec
from play import test_parts
from tilelaw.background import corpus
from tilelaw_conformance import bundled_corpus
from tilelaw_dsl.codes.registry import CODES
from tilelaw_play import names


def tried(test: Callable[..., Any]) -> list[Any]:
    """Return the values with which a test is run, each alone or with others."""
    ((_, values),) = [mark.args for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    return list(values)


def test_every_mode_is_played_at_length() -> None:
    played = {name for name, _ in tried(test_every_game.test_every_promise_is_kept_and_every_rule_applies)}
    assert played == set(names())


def test_every_ruleset_is_played_and_compiled() -> None:
    assert set(tried(test_parts.test_parts_add_up_to_their_line)) == set(names(all=True))
    assert set(tried(test_spec.test_every_ruleset_compiles_for_every_number_of_players)) >= set(names(all=True))
    others = {name for name, _ in tried(test_additions.test_it_plays_to_its_end)}
    assert others == set(test_additions.OTHERS)


def test_every_diagnostic_is_shown_wrong_and_right() -> None:
    for test in (test_codes.test_bad_snippet_gives_this_code_alone, test_codes.test_good_snippet_gives_nothing):
        assert {one.code for one in tried(test)} == CODES.keys()


def test_every_fixture_and_every_mistake_is_read() -> None:
    files = {path for path in test_fixtures.FIXTURES.rglob("*.rules") if path != test_fixtures.BASE}
    read = {chunk.path for chunk in tried(test_fixtures.test_chunk)}
    assert {path for path in files - read if path.parent.name != "printer"} == set()
    assert len(tried(test_typos.test_typo)) == len(test_typos.TYPOS)
    ways = {each[0] for each in tried(test_misbehaviour.test_only_the_case_that_causes_it_is_blamed)}
    assert ways == {how for how, _, _ in test_misbehaviour.OUTCOMES}


def test_every_rules_file_is_linted() -> None:
    folders: list[Path] = [tilelaw_spec.root(), ROOT / "tests" / "foreign"]
    assert set(tried(test_spec.test_every_file_is_clean)) == {
        path for each in folders for path in each.rglob("*.rules")
    }


def test_the_compiled_engine_is_judged_on_every_mode_and_every_file_of_cases() -> None:
    cases = corpus(bundled_corpus()).cases
    judged = [case for case in cases if (case.ruleset, case.players) in test_bundled.PLACES]
    assert {case.ruleset for case in judged} >= set(names())
    assert {case.file for case in judged} == {case.file for case in cases}
