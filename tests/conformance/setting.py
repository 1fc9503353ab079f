"""What tests of the suite need: boards in the notation, the reference, the fakes, and a case to put to them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import yaml

import tilelaw_spec
from tilelaw_cache import user_cache
from tilelaw_conformance.cases.corpus import BoardError, Case, Corpus, bundled_corpus, load_corpus, read_cases
from tilelaw_conformance.report.reporter import Background, RunInfo
from tilelaw_conformance.run.connector import InProcess
from tilelaw_conformance.run.limits import Limits
from tilelaw_conformance.run.process import ChildProcess
from tilelaw_draw import BoardLook, Look, NotationError, draw_position, read_board, read_look
from tilelaw_play import load
from tilelaw_play.serve import Server

FAKES = Path(__file__).parent / "fakes"
PATIENT = Limits(seconds=120.0, start_seconds=120.0)
"""For all that answers in the end: the machine may be busy."""
IMPATIENT = Limits(seconds=0.3, start_seconds=120.0)
"""For those that never answer."""


@cache
def look_data(game: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((tilelaw_spec.root() / game / "look.yaml").read_text(encoding="utf-8"))
    return data


@cache
def look(ruleset: str) -> Look:
    return read_look(look_data(ruleset.split("/")[0]))


def board_reader(ruleset: str) -> Mapping[str, Callable[[str], list[dict[str, Any]]]]:
    return {key: partial(_read_board, board) for key, board in look(ruleset).boards.items()}


def _read_board(board: BoardLook, text: str) -> list[dict[str, Any]]:
    try:
        return read_board(text, board)
    except NotationError as error:
        raise BoardError(error.line, error.column, error.message) from error


@cache
def corpus() -> Corpus:
    # The cache of a test run is empty at its beginning: it need not be told from what is known of boards elsewhere.
    return load_corpus(bundled_corpus(), board_reader, user_cache(), "tests")


def case(id_: str) -> Case:
    """Return a case as people have written it: nothing is asked but what it says."""
    (found,) = [case for case in corpus().cases if case.id == id_]
    return replace(found, near=None, spellings=())


def picture() -> tuple[Case, ...]:
    """The three cases of the connection picture: wrong, right, right."""
    return (
        case("origins/place/rejects-desert-below-grassland"),
        case("origins/place/accepts-desert-below-desert"),
        case("origins/place/accepts-other-edges-that-differ"),
    )


def written_case(text: str) -> Case:
    """Return the only case of a file `origins/test.yaml`, which must be without problems."""
    found = read_cases(text, "origins/test.yaml", board_reader)
    assert not found.problems, [str(problem) for problem in found.problems]
    (only,) = found.cases
    return only


HEAD = """\
title: A case for tests
cases:
  - id: origins/test/only
    title: A case
    ruleset: origins/discovery
    players: 4
    rules: [place.connects]
    basis: ruling
    why: It is needed
    since: "0.1"
"""


def fake(name: str, *arguments: str) -> ChildProcess:
    return ChildProcess([sys.executable, str(FAKES / f"{name}.py"), *arguments])


def reference() -> InProcess:
    return InProcess("reference", Server().answer)


@cache
def manifest_of(ruleset: str, players: int) -> dict[str, Any]:
    return load(ruleset).manifest(players)


def draw(position: Mapping[str, Any]) -> str:
    ruleset, players = position["ruleset"], position["players"]
    data = look_data(ruleset.split("/")[0])
    return draw_position(position, manifest_of(ruleset, players), data, colour=False)


def background() -> Background:
    return Background(manifest=manifest_of, draw=draw, again=lambda id_: f"tilelaw check {id_}")


def info(cases: Sequence[Case], *names: str, left_out: Sequence[Case] = ()) -> RunInfo:
    return RunInfo(
        version="0.0",
        protocol=1,
        corpus="c0" * 32,
        cases=tuple(cases),
        left_out=tuple(left_out),
        selection={"kind": ["legal"]},
        digests=lambda places: {place: manifest_of(*place)["digest"] for place in places},
        implementations=names or ("fake",),
    )
