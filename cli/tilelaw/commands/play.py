"""`tilelaw play`: a game in the terminal, played by people, or at random to its end."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tilelaw.colour import has_colour
from tilelaw.command_line import Commands
from tilelaw.lint.trial import MOST_MOVES, NO_END
from tilelaw.looks import look_of
from tilelaw.problems import Problem, errors_as_problems, parse_json
from tilelaw.rulesets import add_ruleset, player_count, ruleset
from tilelaw.wording import counted
from tilelaw_conformance import CannotWrite, write_file
from tilelaw_draw import draw_position
from tilelaw_play import Ruleset
from tilelaw_reference import Move, MoveError, State, manifest

HELP = """Answer with the number of a move, with a move as it is listed, or as JSON. Also:
  moves      list the moves again
  why MOVE   say whether a move is legal, and if not which rules it breaks
  score      the score if the game ended here
  undo       take back the last answer
  save FILE  write the position to a file
  quit       stop"""


EXAMPLES = (
    "play origins/discovery --players 2",
    "play ingenious/standard --random --seed 3",
    "play kingdomino/classic --save-history game.json",
)


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser("play", examples=EXAMPLES)
    add_ruleset(parser)
    parser.add_argument("--seed", type=int, metavar="S", help="deal by this seed (default: a new one, which is shown)")
    parser.add_argument("--random", action="store_true", help="play at random to the end")
    parser.add_argument("--every", action="store_true", help="with --random: draw the position after every move")
    parser.add_argument(
        "--save-history",
        type=Path,
        metavar="FILE",
        help="write the start and all answers as JSON when the game ends or is left, for example as a case's witness",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game."""
    found = ruleset(arguments.name)
    players = player_count(found, arguments.players)
    seed = arguments.seed if arguments.seed is not None else random.randrange(1_000_000)
    with errors_as_problems():
        table = Table(found, players, seed)
        print(f"{table.title}, {counted(players, 'player')}, seed {seed}")
        with _saved_history(table, arguments.save_history):
            if arguments.random:
                table.play_randomly(seed, arguments.every)
            else:
                table.play()
            if table.state.is_over:
                print()
                print(table.drawn(table.state))
                print()
                print(table.result(table.state))
    return 0


@contextmanager
def _saved_history(table: Table, path: Path | None) -> Iterator[None]:
    """Write the history of a game to a file however the game is left: at its end, early, or interrupted."""
    if path is None:
        yield
        return
    try:
        write_file(path, _history(table.state))  # now, so that nobody plays for nothing
        try:
            yield
        finally:
            write_file(path, _history(table.state))
            print(f"\nThe history of the game is in {path}: {counted(len(table.state.history['answers']), 'answer')}.")
    except CannotWrite as error:
        raise Problem(f"error: {error}") from error


def _history(state: State) -> str:
    return json.dumps(state.history, ensure_ascii=False) + "\n"


class Table:
    """A game on the table: draws positions, takes answers."""

    def __init__(self, found: Ruleset, players: int, seed: int) -> None:
        self.game = found.game(players)
        self.manifest = manifest(self.game)
        self.look = look_of(found, players)
        self.past = [found.start(players, seed=seed)]
        self.colour = has_colour(sys.stdout)
        self.questions = {ask["name"]: ask.get("question", "") for ask in self.manifest["asks"]}

    @property
    def state(self) -> State:
        """Return where the game stands."""
        return self.past[-1]

    @property
    def title(self) -> str:
        """Return the ruleset's name and title."""
        return f"{self.game.name} ({self.game.title})"

    def drawn(self, state: State, viewer: int | None = None) -> str:
        """Return a position as text, whole or as one player may see it."""
        shown = state.to_json() if viewer is None else state.observe(viewer)
        return draw_position(shown, self.manifest, self.look, colour=self.colour, names=None)

    def result(self, state: State) -> str:
        """Return the score of all sides, rule by rule, and who won by what."""
        sides = state.score()
        titles = {rule.id: rule.title for rule in self.game.rules}
        rows: dict[tuple[str, str], list[int]] = {}
        for i, side in enumerate(sides):
            for line in side["lines"]:
                key = (line["rule"], str(line.get("key", "")))
                rows.setdefault(key, [0] * len(sides))[i] = line["points"]
        labels = {key: f"{key[0]} {key[1]}".strip() for key in rows}
        width = max([len(x) for x in labels.values()] + [10]) + 2
        heads = ["player " + "+".join(str(p + 1) for p in side["players"]) for side in sides]
        out = [" " * width + "".join(f"{head:>12}" for head in heads)]
        for key, points in rows.items():
            out.append(f"{labels[key]:<{width}}" + "".join(f"{p:>12}" for p in points))
        out.append(f"{'total':<{width}}" + "".join(f"{side['total']:>12}" for side in sides))
        out.append("")
        place = 1
        deciding = state.deciding_rules()
        for group in state.ranking():
            who = " and ".join(heads[i] for i in group["sides"])
            by = group.get("decided_by", len(deciding))
            rule = deciding[by] if by < len(deciding) else ""
            reason = f"  (ahead by {rule}: {titles[rule].lower()})" if rule else ""
            out.append(f"{place}. {who}, {sides[group['sides'][0]]['result']}{reason}")
            place += len(group["sides"])
        return "\n".join(out)

    # ---- at random

    def play_randomly(self, seed: int, every: bool) -> None:
        """Play random moves to the end, printing each."""
        chance = random.Random(seed)
        number = 0
        self._check_invariants()
        while not self.state.is_over:
            move = chance.choice(self.state.moves())
            if number == MOST_MOVES:
                raise Problem(f"error in the rules: {NO_END}", 1)
            number += 1
            ask = self.state.asks[0]
            print(f"{number:>4}  player {ask['player'] + 1}  {ask['ask']:<18} {move}")
            self.past = [self.state.apply(move)]  # nothing is taken back here
            self._check_invariants()
            if every and not self.state.is_over:
                print(self.drawn(self.state) + "\n")

    def _check_invariants(self) -> None:
        """Stop with the position in which something does not hold that always holds; a game at random tries rules."""
        broken = [f"`{rule}`" for rule in self.state.broken_invariants()]
        if broken:
            print("\n" + self.drawn(self.state) + "\n")
            raise Problem(f"error in the rules: the invariant of {' and of '.join(broken)} does not hold", 1)

    # ---- by people

    def play(self) -> None:
        """Let people play at the terminal, to the end or until they stop."""
        print("`help` says what can be typed. Each player is shown what that player may see.")
        shown: State | None = None
        while not self.state.is_over:
            state = self.state
            moves = state.moves()
            ask = state.asks[0]
            if state is not shown:
                print("\n" + self.drawn(state, ask["player"]))
                print(f"\nPlayer {ask['player'] + 1}: {self.questions.get(ask['ask']) or ask['ask']}")
                _list_moves(moves)
                shown = state
            try:
                line = input("> ").strip()
            except EOFError:
                print()
                return
            word, _, rest = line.partition(" ")
            if word in ("quit", "q", "exit"):
                return
            self._answer(word, rest, line, moves)

    def _answer(self, word: str, rest: str, line: str, moves: Sequence[Move]) -> None:
        if word in ("help", "?", ""):
            print(HELP)
        elif line == "moves":
            _list_moves(moves)
        elif word == "score":
            print(self.result(self.state))
        elif word == "undo":
            if len(self.past) > 1:
                self.past.pop()
            else:
                print("There is nothing to take back.")
        elif word == "save" and rest:
            _save_position(Path(rest), self.state)
        elif line.isdigit() and not 1 <= int(line) <= len(moves):
            print(f"There are {len(moves)} moves.")
        else:
            self._written_move(word, rest if word == "why" else line, moves)

    def _written_move(self, word: str, text: str, moves: Sequence[Move]) -> None:
        listed = {str(move): move for move in moves} | {str(i): move for i, move in enumerate(moves, start=1)}
        try:
            move = listed[text].to_json() if text in listed else parse_json(text, "that")
            if not isinstance(move, dict):
                raise Problem("A move is a number of the list, or an object with one action")
            explanation = self.state.explain(move)
        except (Problem, MoveError) as problem:
            print(f"{problem}. Type `help` for what can be typed.")
            return
        if word == "why" or not explanation.legal:
            print(explanation)
        else:
            self.past.append(self.state.apply(move))


def _save_position(path: Path, state: State) -> None:
    try:
        write_file(path, state.to_text() + "\n")
    except CannotWrite as error:
        print(error)
    else:
        print(f"The position is in {path}.")


def _list_moves(moves: Sequence[Move]) -> None:
    width = max(len(str(m)) for m in moves) + 6
    columns = max(1, 100 // width)
    for i in range(0, len(moves), columns):
        cells = [f"{i + j + 1:>3} {m}" for j, m in enumerate(moves[i : i + columns])]
        print("  ".join(f"{cell:<{width}}" for cell in cells).rstrip())
