"""What is told of games at random: as text with the board of a violation, or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import partial
from itertools import groupby
from pathlib import Path

from tilelaw.colour import has_colour
from tilelaw.lint.account.text import account_lines, boards_of
from tilelaw.lint.trial import Trial, remarks, trials
from tilelaw.looks import look_of
from tilelaw.wording import counted
from tilelaw_draw import Json, draw_position
from tilelaw_dsl import Rulebook
from tilelaw_reference import State, manifest

NO_GAME = (
    "Nothing was played: there is no game in it. A plain `layer` is a part of games; an `option` is added to one, and\n"
    "only a `layer` is for some numbers of players."
)


def tell_trials(book: Rulebook, paths: list[Path]) -> bool:
    """Play and print what comes of it; return whether nothing was violated."""
    is_well, names, known = True, 0, set[str]()
    for _, group in groupby(trials(book, paths), key=lambda trial: trial.name):
        played, names = [], names + 1
        for trial in group:
            played.append(trial)
            if trial.violation is not None:
                print(_violation(trial))
                is_well = False
        if played[-1].violation is None:
            counts = ", ".join(str(trial.players) for trial in played)
            games, moves = sum(trial.games for trial in played), sum(trial.moves for trial in played)
            noun = "player" if counts == "1" else "players"
            print(f"{played[0].name}, {counts} {noun}: {counted(games, 'game')}, {counted(moves, 'move')}, all well")
            for remark in remarks(played):
                print(f"  {remark}")
            for line in account_lines(played[-1].account, partial(_boards, played[-1]), known):
                print(line)
    if not names:
        print(NO_GAME)
    return is_well


def as_json(diagnostics: str, trials: Iterable[Trial]) -> str:
    """Return diagnostics, which are JSON already, and what was played as one JSON text."""
    games: list[Json] = []
    known = set[str]()
    for name, group in groupby(trials, key=lambda trial: trial.name):
        played = list(group)
        said = [_as_json(trial) for trial in played]
        account = account_lines(played[-1].account, partial(_boards, played[-1]), known)
        games.append({"ruleset": name, "trials": said, "remarks": remarks(played), "account": account[1:]})
    return json.dumps({"diagnostics": json.loads(diagnostics), "games": games}, indent=2, ensure_ascii=False)


def _as_json(trial: Trial) -> Json:
    said: dict[str, Json] = {"players": trial.players, "games": trial.games, "moves": trial.moves}
    if trial.violation is not None:
        what = trial.violation
        said["violation"] = {
            "message": what.message,
            "rule": what.rule or None,
            "seed": what.seed,
            "move": what.moves,
            "position": None if what.state is None else what.state.to_json(),
            "again": trial.again,
        }
    return said


def _boards(trial: Trial, state: State, player: int) -> list[str]:
    """Return the boards of a player's side, drawn."""
    game = state.engine.game
    look = look_of(trial.ruleset, game.players)
    return boards_of(
        state, player, lambda position: draw_position(position, manifest(game), look, colour=False, width=1)
    )


def _violation(trial: Trial) -> str:
    """Return a violation as text: what, where, the board, and how to see it again."""
    what = trial.violation
    assert what is not None, "it is there to be told"
    place = f"after {counted(what.moves, 'move')}" if what.state is not None else "before the first move"
    game = trial.ruleset.game(trial.players)
    lines = [f"violation: {what.message}"]
    title = next((rule.title for rule in game.rules if rule.id == what.rule), "")
    if title:
        lines.append(f"  rule  {what.rule}  {title}")
    lines.append(f"  game  {trial.name}, {counted(trial.players, 'player')}, seed {what.seed}, {place}")
    if what.state is not None:
        look, colour = look_of(trial.ruleset, trial.players), has_colour(sys.stdout)
        drawn = draw_position(what.state.to_json(), manifest(game), look, colour=colour, names=None)
        lines += ["", *(f"  {line}".rstrip() for line in drawn.splitlines()), ""]
    return "\n".join([*lines, f"  again  {trial.again}"])
