"""`tilelaw rules texts`: what a language does not tell yet, or tells as the English text once was."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tilelaw.command_line import Commands
from tilelaw.problems import Problem, missing_file
from tilelaw.wording import counted
from tilelaw_dsl import ORIGINAL, Remarked, Rendering, Rulebook, State, remarked, renderings, sentences
from tilelaw_play import rulebook

INDENT = " " * 12
"""Of the lines beneath a text."""


def add_to(parts: Commands) -> None:
    """Declare the part of `tilelaw rules`."""
    one = parts.add_parser(
        "texts",
        help="list what a language does not tell yet, or tells as the English text once was",
        description="Every English text that LANGUAGE lacks, ready to be filled in, and every text whose English has "
        "changed since it was written. When such a text says the same again, delete its line `renders`; --stamp adds "
        "that line to the texts that have none.",
        examples=("rules texts cs", "rules texts cs --game kingdomino", "rules texts sk my.rules --stamp"),
    )
    one.add_argument("language", metavar="LANGUAGE", help="such as cs")
    one.add_argument("files", metavar="FILE", nargs="*", help="rules files of your own, beside the bundled ones")
    one.add_argument("--game", metavar="GAME", help="only the texts of one game")
    one.add_argument("--stamp", action="store_true", help="write a line `renders` beneath each text that has none")
    one.set_defaults(run=run_texts)


def run_texts(arguments: argparse.Namespace) -> int:
    """Print what a language lacks, or stamp what it has."""
    if arguments.language == ORIGINAL:
        raise Problem("error: English texts render no others\nhint: name another language, such as cs")
    book = rulebook().copy()
    book.open_texts()
    for name in arguments.files:
        if not Path(name).is_file():
            raise missing_file(Path(name))
        if book.add_path(Path(name)) is None:
            raise Problem(f"error: `{name}` cannot be read\nhint: `tilelaw rules lint {name}` says why")
    found = [
        one
        for one in renderings(book.library, arguments.language)
        if not arguments.game or one.layer.split("/")[0] == arguments.game
    ]
    if not found:
        raise Problem(f"error: no text of a game `{arguments.game}` is told in English")
    if arguments.stamp:
        return _stamp(book, [one for one in found if one.state is State.UNSTAMPED])
    remarks = [
        one
        for one in remarked(book, arguments.language)
        if not arguments.game or one.layer.split("/")[0] == arguments.game
    ]
    untold = [one for one in remarks if one.note is None]
    for line in (*_listed(found), *_noted(untold)):
        print(line)
    numbers = Counter(one.state for one in found)
    print(", ".join(f"{numbers[state]} {state}" for state in State))
    if remarks:
        print(f"{len(remarks) - len(untold)} of {counted(len(remarks), 'remark')} told")
    return 0 if numbers[State.FRESH] == len(found) and not untold else 1


# ---- listing -------------------------------------------------------------------------------------------------


def _listed(found: Iterable[Rendering]) -> Iterator[str]:
    """Yield the texts that need work, with the English above each, as they would stand in a file."""
    place = None
    for one in (one for one in found if one.state is not State.FRESH):
        if place != (one.layer, one.counts):
            place = one.layer, one.counts
            players = f" for players {', '.join(map(str, one.counts))}" if one.counts else ""
            yield f"    on {one.layer}{players}"
        yield f"        # {one.state}: {sentences(one.english)}"
        name = f" {one.english.name.text}" if one.english.name else ""
        if one.text is None:
            yield f"        {one.english.kind}{name}" + (f' "{one.title}"' if one.title else "")
            yield f'{INDENT}"…"'
        else:
            title = f' "{one.text.title.text}"' if one.text.title else ""
            yield f"        {one.english.kind}{name}{title}"
            yield f'{INDENT}"{sentences(one.text)}"'
        yield ""


def _noted(untold: Iterable[Remarked]) -> Iterator[str]:
    """Yield the remarks for which there is no note, as notes would stand in a file."""
    place = ""
    for one in untold:
        if place != one.layer:
            place = one.layer
            yield f"    on {one.layer}"
        yield f'        note "{one.remark}"'
        yield f'{INDENT}"…"'


# ---- stamping ------------------------------------------------------------------------------------------------


def _stamp(book: Rulebook, unstamped: list[Rendering]) -> int:
    paths = {name: path for name, (path, _) in book.files.items()}
    by_file: dict[Path, dict[int, str]] = {}
    for one in unstamped:
        assert one.text is not None, "what is missing is not unstamped"
        last = one.text.lines[-1].span
        by_file.setdefault(paths[last.source.name], {})[last.line] = f"{INDENT}renders {one.digest}\n"
    for path, stamps in by_file.items():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        written = (line + stamps.get(number, "") for number, line in enumerate(lines, 1))
        path.write_text("".join(written), encoding="utf-8")
        print(f"stamped {counted(len(stamps), 'text')} in {path}")
    if not by_file:
        print("every text has its stamp")
    return 0
