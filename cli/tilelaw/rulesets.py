"""The rulesets, numbers of players and positions that the words of the command line name.

A rules file may stand wherever a ruleset does. What it holds is then known under its own names for the rest of the
run: a saved position names the ruleset and not the file, and so does what goes to implementations.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilelaw.problems import Problem, errors_as_problems, missing_file, read_bytes, read_json
from tilelaw.wording import counted

if TYPE_CHECKING:
    from tilelaw_draw import Json
    from tilelaw_dsl import Rulebook
    from tilelaw_play import EngineName, Ruleset
    from tilelaw_reference import State

_KNOWN: ContextVar[tuple[Path, ...]] = ContextVar("known", default=())
"""The rules files that the command line has named so far."""


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """Declare the words that name a ruleset and a number of players."""
    parser.add_argument("name", metavar="RULESET", help="such as origins/discovery, or a .rules file")
    parser.add_argument("--players", type=int, metavar="N", help="for N players (default: the most it is for)")


def add_position(parser: argparse.ArgumentParser) -> None:
    """Declare the words that name a ruleset and a position of it."""
    add_ruleset(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--seed", type=int, default=1, metavar="S", help="the first position, dealt by this seed")
    where.add_argument("--position", metavar="FILE", help="a position in JSON (- for standard input)")


# ---- rules files


def know(files: Iterable[Path]) -> None:
    """Let the rulesets of rules files be known by their names, besides the bundled ones."""
    new = list(files)
    for path in new:
        read_bytes(path)
    _KNOWN.set(tuple({path.resolve(): path for path in (*new, *known())}.values()))


def forget() -> None:
    """Know only the bundled rulesets again: the command is over."""
    _KNOWN.set(())


def files_in(words: Iterable[str]) -> list[Path]:
    """Return the rules files that names of rulesets name: of `origins/totem+my.rules:game/x` it is `my.rules`."""
    parts = [part for word in words if ".rules" in word for part in _parts(word)]
    return [Path(part.partition(".rules")[0] + ".rules") for part in parts if ".rules" in part]


def _parts(word: str) -> list[str]:
    from tilelaw_dsl import ruleset_parts

    return ruleset_parts(word)


def known() -> tuple[Path, ...]:
    """Return the rules files that are known."""
    return _KNOWN.get()


def book() -> Rulebook:
    """Return everything that has a name: the bundled rules and those of the files that are known."""
    return _book(known(), tuple(read_bytes(path) for path in known()))


@cache
def _book(files: tuple[Path, ...], _contents: tuple[bytes, ...]) -> Rulebook:
    from tilelaw_play import RulesetError, rulebook

    found = rulebook().copy()
    for path in files:
        found.add_path(path)
    if found.report.has_errors:
        with errors_as_problems():
            raise RulesetError(found.report.sorted())
    return found


def find(name: str, *, engine: EngineName | str = "compiled") -> Ruleset:
    """Return a ruleset by its name; one that does not exist is a `RulesetError`."""
    # Imported here: who asks for help need not wait for the language.
    from tilelaw_play import load

    return load(name, book() if known() else None, engine=engine)


def all_names(*, options: bool = False) -> list[str]:
    """Return the names of all modes that are known, perhaps with their options as well."""
    from tilelaw_play import names

    return names(all=options, book=book() if known() else None)


def ruleset(name: str) -> Ruleset:
    """Return a ruleset, or stop with the diagnostics."""
    for path in files_in([name]):
        if not path.exists():
            raise missing_file(path)
    with errors_as_problems():
        return find(name)


# ---- players and positions


def player_count(found: Ruleset, wanted: int | None) -> int:
    """Return the number of players asked for, or the largest the ruleset is for."""
    counts = found.counts
    if wanted is None:
        return counts[-1]
    if wanted not in counts:
        raise Problem(f"error: {found.name} is for {players_text(counts)}, not for {wanted}")
    return wanted


def players_text(counts: tuple[int, ...]) -> str:
    """Return some numbers of players in words."""
    return counted(1, "player") if counts == (1,) else f"{', '.join(map(str, counts))} players"


def position_of(arguments: argparse.Namespace, *, goes_on: bool = True) -> State:
    """Return the position that the words name; who goes on from it is told if the game is over there."""
    found = ruleset(arguments.name)
    with errors_as_problems():
        if arguments.position is None:
            return found.start(player_count(found, arguments.players), seed=arguments.seed)
        position = read_position(arguments.position)
        state = found.state(position)
        warn_of_broken(state)
    if goes_on and isinstance(position, dict) and "asks" not in position:
        hint = 'write who is asked what: "asks": [{"ask": "NAME", "player": 0}]'
        print(f"warning: the position has no `asks`, so the game is over in it; {hint}", file=sys.stderr)
    return state


def read_position(path: str) -> Json:
    """Return the position in a JSON file, as it is written there."""
    position: Json = read_json(path)
    if isinstance(position, dict) and {"start", "answers"} <= position.keys():
        hint = "type `save FILE` in `tilelaw play` to write a position"
        raise Problem(f"error: {path} is a history, a start and all answers since, and no position; {hint}")
    return position


def warn_of_broken(state: State) -> None:
    """Say which invariants do not hold in a position; that is allowed, because it may be a fragment."""
    broken = [f"`{rule}`" for rule in state.broken_invariants()]
    if broken:
        print(f"warning: in this position the invariant of {' and of '.join(broken)} does not hold", file=sys.stderr)
