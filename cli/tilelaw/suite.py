"""What the conformance suite is handed: boards in the notation, manifests, drawings and pictures.

Rules are read only when something about them is wanted, and manifests are cached from one run to the next, so that a
run in which everything passes never waits for them.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import yaml

import tilelaw_spec
from tilelaw_conformance.cases.corpus import BoardError, Case, Corpus, load_corpus
from tilelaw_conformance.data.cache import digest_of, digest_of_files, user_cache

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def corpus(folder: Path) -> Corpus:
    """Return the cases in a folder."""
    # Nothing of what is read becomes garbage, so looking for some only takes time, a third of all.
    gc.disable()
    try:
        return load_corpus(folder, board_reader, user_cache(), _boards_digest())
    finally:
        gc.enable()
        gc.freeze()


@cache
def _boards_digest() -> str:
    """Return a name for all that the reading of boards depends on."""
    import tilelaw_draw

    looks = digest_of_files([tilelaw_spec.root()], (".yaml",))
    return digest_of(looks, digest_of_files([Path(tilelaw_draw.__file__).parent], (".py",)))


@cache
def board_reader(ruleset: str) -> Mapping[str, Callable[[str], list[dict[str, Any]]]]:
    """Return, by their keys in positions, what reads the boards of a ruleset from the notation."""
    return {key: partial(_read_board, board) for key, board in (_boards(ruleset) or _plain_boards(ruleset)).items()}


def _plain_boards(ruleset: str) -> Mapping[str, Any]:
    """Return the boards of a ruleset that has no look."""
    from tilelaw_draw.style import BoardLook
    from tilelaw_reference.library import RulesetError, load

    try:
        counts = load(ruleset).counts
    except RulesetError:
        return {}
    manifest = manifest_of(ruleset, counts[0]) if counts else None
    return {board["key"]: BoardLook() for board in manifest["parts"]["boards"]} if manifest else {}


def _read_board(board: Any, text: str) -> list[dict[str, Any]]:
    from tilelaw_draw.notation import NotationError, read_board

    try:
        return read_board(text, board)
    except NotationError as error:
        raise BoardError(error.line, error.column, error.message) from error


def board_writer(ruleset: str, key: str, cells: Sequence[Mapping[str, Any]]) -> str | None:
    """Return a board in the notation, or nothing when the ruleset has no such board or it cannot be written so."""
    from tilelaw_draw.notation import write_board

    boards = _boards(ruleset)
    try:
        return write_board([dict(cell) for cell in cells], boards[key]) if key in boards else None
    except (LookupError, TypeError, ValueError):
        return None  # a case of somebody's own may hold what no board shows


@cache
def _boards(ruleset: str) -> Mapping[str, Any]:
    from tilelaw_draw.look import read_look

    return read_look(look(ruleset)).boards


@cache
def look(ruleset: str) -> dict[str, Any]:
    """Return how the boards of a ruleset look; nothing is known about one that does not exist."""
    path = tilelaw_spec.root() / ruleset.split("/")[0] / "look.yaml"
    if path.is_file():
        found: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), _LOADER)
        return found
    from tilelaw.looks import look_of
    from tilelaw_reference.library import RulesetError, load

    try:
        return look_of(load(ruleset))
    except RulesetError:
        return {}


@cache
def manifest_of(ruleset: str, players: int) -> dict[str, Any] | None:
    """Return the manifest of a ruleset, or nothing if there is no such ruleset."""
    store = user_cache()
    name = f"manifest-{digest_of(_rules_digest(), ruleset, str(players))}"
    text = store.get(name)
    if text is not None:
        try:
            cached: dict[str, Any] = json.loads(text)
            return cached
        except ValueError:
            pass  # damaged: made again
    from tilelaw_reference.library import RulesetError, load
    from tilelaw_reference.wire.manifest import manifest

    try:
        found = manifest(load(ruleset).game(players))
    except RulesetError:
        return None
    store.put(name, json.dumps(found))
    return found


@cache
def _rules_digest() -> str:
    """Return a name for the rules and for the code that makes manifests of them."""
    import importlib.util

    names = ("tilelaw_spec", "tilelaw_dsl", "tilelaw_reference")
    specs = [importlib.util.find_spec(name) for name in names]
    folders = [Path(spec.origin).parent for spec in specs if spec and spec.origin]
    return digest_of_files(folders, (".py", ".rules", ".csv", ".lark", ".yaml"))


def draw(position: Mapping[str, Any]) -> str:
    """Return a position as text; players are counted from 0, as in the JSON beside it."""
    from tilelaw_draw.terminal import draw_position

    ruleset, players = position["ruleset"], position["players"]
    names = [f"player {i}" for i in range(players)]
    try:
        return draw_position(dict(position), manifest_of(ruleset, players), look(ruleset), colour=False, names=names)
    except (LookupError, TypeError, ValueError, AttributeError):
        # A case of somebody's own may hold what no board shows. The rest of its story is told all the same.
        return json.dumps(position, ensure_ascii=False)


def picture(case: Case) -> str:
    """Return the position of a case as SVG with its first answer outlined, or nothing if it cannot be drawn."""
    from tilelaw_draw.svg import draw_svg

    names = [f"player {i}" for i in range(case.players)]
    answer = case.answers[0] if case.answers else {}
    marks = next((value for value in answer.values() if isinstance(value, dict)), {})
    known = manifest_of(case.ruleset, case.players)
    try:
        return draw_svg(dict(case.position), known, look(case.ruleset), names, marks=marks, title=case.title)
    except (LookupError, TypeError, ValueError, AttributeError):
        return ""  # as with `draw`


def replayed(case: Case, history: Sequence[bytes]) -> Mapping[str, Any] | None:
    """Return the position to which a game of a case leads, or nothing if it leads nowhere."""
    from tilelaw_reference.errors import IllegalMove, NotationError, RulesError, ShuffleDue
    from tilelaw_reference.library import RulesetError, load

    start = {"ruleset": case.ruleset, "players": case.players}
    try:
        engine = load(case.ruleset).engine(case.players)
        return engine.play({"start": start, "answers": [json.loads(answer) for answer in history]}).to_json()
    except (IllegalMove, NotationError, RulesError, RulesetError, ShuffleDue):
        return None  # a witness of somebody's own may be none


def turn_starts(
    ruleset: str, players: int, position: Mapping[str, Any] | None, answers: Sequence[Mapping[str, Any]]
) -> list[int]:
    """Return after how many answers a new turn begins, for implementations in which turns are indivisible."""
    from tilelaw_reference.errors import IllegalMove, NotationError
    from tilelaw_reference.library import load

    engine = load(ruleset).engine(players)
    state = engine.start() if position is None else engine.state(dict(position))
    found = [0] if position is None or state.begins_turn else []
    for number, answer in enumerate(answers, start=1):
        try:
            state = state.apply(dict(answer))
        except (IllegalMove, NotationError):  # what is refused leads nowhere
            break
        if state.begins_turn:
            found.append(number)
    return found
