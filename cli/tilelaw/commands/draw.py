"""`tilelaw draw`: a picture of a position, of the position of a case with its answer, or of components."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os.path import isfile  # unlike `Path.is_file` it does not mind what cannot be a file name
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilelaw.command_line import Commands
from tilelaw.problems import Problem, errors_as_problems, read_json
from tilelaw.rulesets import files_in, know, known, player_count, ruleset, warn_of_broken
from tilelaw.selection import add_folder, folder_of, found_case
from tilelaw.wording import counted

if TYPE_CHECKING:
    from tilelaw_draw import Json, View, Words
    from tilelaw_play import Ruleset
    from tilelaw_reference import State

EXAMPLES = (
    "draw origins/place/rejects-overlap --crop --ghost -o picture.svg",
    "draw position.json --text --ruleset my.rules",
    "draw origins/tribe --components caveman --language cs -o picture.svg",
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is drawn: a start, and the answers after it; one of them is outlined."""

    ruleset: str
    start: Mapping[str, Json]
    answers: Sequence[Mapping[str, Json]]
    title: str
    """Of the case; a position from a file has none."""
    is_whole: bool
    """Whether it is a game from its beginning on, or a history: then its end is what is drawn."""


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "draw",
        description=(
            "Draw a position, or the position of a conformance case with its first answer outlined. Of a history, as "
            "`tilelaw play` saves it, and of a case of a whole game, draw the end, or the position after some answers. "
            "Of a ruleset, draw components."
        ),
        examples=EXAMPLES,
    )
    parser.add_argument(
        "what",
        metavar="CASE|FILE|RULESET",
        help="id of a case, a position or a history in JSON (- for standard input), or a ruleset for its components",
    )
    parser.add_argument("--ruleset", metavar="FILE", help="the rules file that the position's ruleset comes from")
    add_folder(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file (default: standard output)")
    parser.add_argument("--text", action="store_true", help="draw with characters, as `tilelaw play` does")
    parser.add_argument("--names", metavar="A,B,...", help="names of the players (default: numbers from 1)")
    parser.add_argument("--width", type=int, default=480, metavar="N", help="width of the picture (default 480)")
    parser.add_argument("--language", metavar="CODE", help="say it in a language that the rules have, such as cs")
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument(
        "--after", type=int, metavar="N", help="the position after N answers, and the next one outlined"
    )
    moment.add_argument("--end", action="store_true", help="the position after all answers")
    shown = parser.add_argument_group("what is shown")
    shown.add_argument("--crop", action="store_true", help="only what the answer or the score is about")
    shown.add_argument("--ghost", action="store_true", help="the answer as the piece itself, on its cells")
    shown.add_argument("--score", action="store_true", help="what brings points, outlined")
    parts = parser.add_argument_group("components of a ruleset").add_mutually_exclusive_group()
    parts.add_argument("--components", metavar="KIND", help="all pieces of a kind, with the number of copies")
    parts.add_argument("--piece", metavar="KIND/NAME", help="one piece")
    parts.add_argument("--board", metavar="BOARD", help="an empty board")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw, and write the drawing."""
    if arguments.width < 200:
        raise Problem("error: a picture is at least 200 wide")
    for name in ("language", "crop", "ghost", "score", "components", "piece", "board"):
        if arguments.text and getattr(arguments, name):
            raise Problem(f"error: --{name} is for pictures, not for --text")
    if arguments.ruleset is not None:
        files = files_in([arguments.ruleset])
        if not files:
            raise Problem(f"error: --ruleset {arguments.ruleset}: expected a rules file, such as my.rules")
        know(files)
    drawn = _components(arguments) if _is_about_components(arguments) else _drawn(_subject(arguments), arguments)
    if arguments.output is None:
        sys.stdout.write(drawn)
        return 0
    try:
        Path(arguments.output).write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise Problem(f"error: cannot write {arguments.output}: {error}") from error
    return 0


# ---- what is drawn


def _subject(arguments: argparse.Namespace) -> Subject:
    what = arguments.what
    is_file = what == "-" or what.endswith(".json") or isfile(what)
    return _of_file(what) if is_file else _of_case(what, folder_of(arguments))


def _of_file(path: str) -> Subject:
    data: Any = read_json(path)
    is_history = isinstance(data, dict) and {"start", "answers"} <= data.keys()
    start, answers = (data["start"], data["answers"]) if is_history else (data, [])
    if not isinstance(answers, list) or not all(isinstance(answer, dict) for answer in answers):
        raise Problem(f"error: {path} is no history: its `answers` are a list of moves and orders")
    name = start.get("ruleset") if isinstance(start, dict) else None
    if not isinstance(start, dict) or not isinstance(name, str):
        raise Problem(f"error: {path} is no position: it needs a `ruleset`, such as origins/discovery")
    return Subject(name, start, answers, "", is_history)


def _of_case(id_: str, folder: Path) -> Subject:
    case = found_case(id_, folder, ", and there is no such file")
    is_whole = set(case.position) <= {"ruleset", "players"}
    if is_whole and not case.answers:
        raise Problem(f"error: {id_} gives no position that could be drawn")
    return Subject(case.ruleset, {**case.position, **case.filling}, case.answers, case.title, is_whole)


def _moment(subject: Subject, arguments: argparse.Namespace) -> int:
    """Return after how many answers the position is drawn."""
    there = len(subject.answers)
    if arguments.end:
        return there
    if arguments.after is not None:
        if not 0 <= arguments.after <= there:
            raise Problem(f"error: --after {arguments.after}: {counted(there, 'answer')} can be given")
        return int(arguments.after)
    return there if subject.is_whole else 0


def _marks(answers: Sequence[Mapping[str, Json]]) -> Mapping[str, Json]:
    """Return the arguments of the first answer; the order of a shuffle has none."""
    answer = answers[0] if answers else {}
    moves = [arguments for name, arguments in answer.items() if name != "player" and isinstance(arguments, dict)]
    return moves[0] if moves else {}


# ---- drawing


def _drawn(subject: Subject, arguments: argparse.Namespace) -> str:
    """Return the drawing as text that ends with a line break."""
    # Imported here: only who draws waits for the language and the renderers.
    from tilelaw.looks import look_of
    from tilelaw_draw import draw_position, draw_svg

    number = _moment(subject, arguments)
    try:
        found = ruleset(subject.ruleset)
    except Problem as problem:
        hint = "" if known() else "\nA ruleset of your own is found with --ruleset and its rules file."
        raise Problem(f"{problem}{hint}", problem.status) from problem
    with errors_as_problems():
        state = _state(found, subject, number)
        if not subject.title:  # what does not hold in a case is the business of those who check cases
            warn_of_broken(state)
        position = state.to_json()
        players = position["players"]
        told = found.manifest(players)
        names = arguments.names.split(",") if arguments.names else None
        if names is not None and len(names) != players:
            raise Problem(f"error: {counted(players, 'player')}, but {counted(len(names), 'name')}")
        look = look_of(found, players)
        if arguments.text:
            return draw_position(position, told, look, colour=False, names=names) + "\n"
        view = _view(state, subject, number, arguments)
    return draw_svg(
        position,
        told,
        look,
        names,
        marks=_marks(subject.answers[number:]),
        title=subject.title,
        width=arguments.width,
        view=view,
        words=_words(told, arguments.language),
    )


def _state(found: Ruleset, subject: Subject, number: int) -> State:
    if not subject.is_whole and number == 0:
        return found.state(dict(subject.start))
    return found.engine(_players(found, subject)).play(_history(subject, number))


def _players(found: Ruleset, subject: Subject) -> int:
    players = subject.start.get("players")
    if type(players) is not int:
        raise Problem("error: players: expected the number of players")
    return player_count(found, players)


def _history(subject: Subject, number: int) -> dict[str, Any]:
    return {"start": dict(subject.start), "answers": list(subject.answers[:number])}


def _view(state: State, subject: Subject, number: int, arguments: argparse.Namespace) -> View:
    """Return what is shown; where answers have been played, pieces hang together."""
    from tilelaw_draw import View, score_outlines, seams_of
    from tilelaw_play import laid_together

    laid = laid_together(state.engine, _history(subject, number)) if number else []
    outlines = [
        outline
        for side in (state.score() if arguments.score else [])
        for outline in score_outlines(state.score_parts(side["side"]), side["side"])
    ]
    return View(crop=arguments.crop, ghost=arguments.ghost, outlines=tuple(outlines), seams=seams_of(laid))


def _words(told: Mapping[str, Any], language: str | None) -> Words | None:
    from tilelaw_draw import words_of

    if language is None:
        return None
    there = list(told.get("texts", {}))
    if language not in there:
        known_ones = f"there are {', '.join(there)}" if there else "they have texts in none"
        raise Problem(f"error: these rules have no texts in `{language}`; {known_ones}")
    return words_of(told, language)


# ---- components


def _is_about_components(arguments: argparse.Namespace) -> bool:
    return bool(arguments.components or arguments.piece or arguments.board)


def _components(arguments: argparse.Namespace) -> str:
    from tilelaw.looks import look_of
    from tilelaw_draw import PieceError, draw_empty, draw_piece, draw_pieces

    found = ruleset(arguments.what)
    with errors_as_problems():
        players = player_count(found, None)
        told = found.manifest(players)
    look, words = look_of(found, players), _words(told, arguments.language)
    try:
        if arguments.components:
            return draw_pieces(arguments.components, told, look, words=words, width=arguments.width)
        if arguments.board:
            return draw_empty(arguments.board, told, look, words=words, width=arguments.width)
        kind, slash, name = arguments.piece.partition("/")
        if not slash:
            raise Problem(f"error: --piece {arguments.piece}: expected a kind and a name, such as caveman/hunter")
        return draw_piece(kind, name, told, look, words=words)
    except PieceError as error:
        raise Problem(f"error: {error}") from error
