"""`tilelaw draw`: a picture of a position, or of the position of a case with its answer outlined."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from os.path import isfile  # unlike `Path.is_file` it does not mind what cannot be a file name
from pathlib import Path
from typing import TYPE_CHECKING

from tilelaw.command_line import Commands
from tilelaw.problems import Problem, errors_as_problems
from tilelaw.rulesets import files_in, know, known, read_position, ruleset, warn_of_broken
from tilelaw.selection import add_folder, folder_of, found_case
from tilelaw.wording import counted
from tilelaw_conformance import Case

if TYPE_CHECKING:
    from tilelaw_draw import Json

EXAMPLES = (
    "draw origins/place/rejects-overlap -o picture.svg",
    "draw position.json --text --ruleset my.rules",
    "draw position.json --names Anna,Berta,Cyril --width 800 -o picture.svg",
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is drawn: a position, and the arguments of the move to outline."""

    ruleset: str
    position: Mapping[str, Json]
    marks: Mapping[str, Json]
    title: str
    """Of the case; a position from a file has none."""


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "draw",
        description="Draw a position, or the position of a conformance case with its first answer outlined.",
        examples=EXAMPLES,
    )
    parser.add_argument("what", metavar="CASE|STATE", help="id of a case, or a position in JSON (- for standard input)")
    parser.add_argument("--ruleset", metavar="FILE", help="the rules file that the position's ruleset comes from")
    add_folder(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file (default: standard output)")
    parser.add_argument("--text", action="store_true", help="draw with characters, as `tilelaw play` does")
    parser.add_argument("--names", metavar="A,B,...", help="names of the players (default: numbers from 1)")
    parser.add_argument("--width", type=int, default=480, metavar="N", help="width of the picture (default 480)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw, and write the drawing."""
    if arguments.width < 200:
        raise Problem("error: a picture is at least 200 wide")
    if arguments.ruleset is not None:
        files = files_in([arguments.ruleset])
        if not files:
            raise Problem(f"error: --ruleset {arguments.ruleset}: expected a rules file, such as my.rules")
        know(files)
    is_file = arguments.what == "-" or arguments.what.endswith(".json") or isfile(arguments.what)
    subject = _of_file(arguments.what) if is_file else _of_case(arguments.what, folder_of(arguments))
    drawn = _drawn(subject, arguments)
    if arguments.output is None:
        sys.stdout.write(drawn)
        return 0
    try:
        Path(arguments.output).write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise Problem(f"error: cannot write {arguments.output}: {error}") from error
    return 0


def _of_file(path: str) -> Subject:
    position = read_position(path)
    name = position.get("ruleset") if isinstance(position, dict) else None
    if not isinstance(position, dict) or not isinstance(name, str):
        raise Problem(f"error: {path} is no position: it needs a `ruleset`, such as origins/discovery")
    return Subject(name, position, {}, "")


def _of_case(id_: str, folder: Path) -> Subject:
    case = found_case(id_, folder, ", and there is no such file")
    if set(case.position) <= {"ruleset", "players"}:
        raise Problem(f"error: {id_} gives no position that could be drawn")
    return Subject(case.ruleset, case.position, _marks(case), case.title)


def _marks(case: Case) -> Mapping[str, Json]:
    """Return the arguments of the first answer; the order of a shuffle has none."""
    answer = case.answers[0] if case.answers else {}
    moves = [arguments for name, arguments in answer.items() if name != "player" and isinstance(arguments, dict)]
    return moves[0] if moves else {}


def _drawn(subject: Subject, arguments: argparse.Namespace) -> str:
    """Return the drawing as text that ends with a line break."""
    # Imported here: only who draws waits for the language and the renderers.
    from tilelaw.looks import look_of
    from tilelaw_draw import draw_position, draw_svg
    from tilelaw_reference import manifest

    try:
        found = ruleset(subject.ruleset)
    except Problem as problem:
        hint = "" if known() else "\nA ruleset of your own is found with --ruleset and its rules file."
        raise Problem(f"{problem}{hint}", problem.status) from problem
    with errors_as_problems():
        state = found.state(dict(subject.position))
        if not subject.title:  # what does not hold in a case is the business of those who check cases
            warn_of_broken(state)
        position = state.to_json()
        players = position["players"]
        told = manifest(found.game(players))
    names = arguments.names.split(",") if arguments.names else [f"player {i + 1}" for i in range(players)]
    if len(names) != players:
        raise Problem(f"error: {counted(players, 'player')}, but {counted(len(names), 'name')}")
    if arguments.text:
        return draw_position(position, told, look_of(found, players), colour=False, names=names) + "\n"
    return draw_svg(
        position,
        told,
        look_of(found, players),
        names,
        marks=subject.marks,
        title=subject.title,
        width=arguments.width,
    )
