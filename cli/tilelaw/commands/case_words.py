"""`tilelaw cases words`: which cases a language has no words for yet, or words for what the English once said."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tilelaw.command_line import Commands
from tilelaw.problems import Problem
from tilelaw.wording import counted
from tilelaw_conformance import Case
from tilelaw_dsl import ORIGINAL, State

if TYPE_CHECKING:
    from tilelaw_press import CaseWords


def add_to(parts: Commands) -> None:
    """Declare the part of `tilelaw cases`."""
    one = parts.add_parser(
        "words",
        help="list cases for which a language has no words yet, or words for what the English once said",
        description="Every case for which LANGUAGE lacks words, ready to be filled in, and every case whose English "
        "has changed since. When such words say the same again, delete their line `renders`; --stamp adds that line "
        "to the words that have none.",
        examples=("cases words cs", "cases words cs --game kingdomino", "cases words sk --stamp"),
    )
    one.add_argument("language", metavar="LANGUAGE", help="such as cs")
    one.add_argument("--game", metavar="GAME", help="only cases of one game")
    one.add_argument("--stamp", action="store_true", help="write a line `renders` beneath the words that have none")
    one.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what a language lacks, or stamp what it has."""
    if arguments.language == ORIGINAL:
        raise Problem("error: cases are written in English\nhint: name another language, such as cs")
    # Imported here: who asks for help need not wait for the press.
    from tilelaw.pages import bundled_sources
    from tilelaw_press import CaseWords

    sources = bundled_sources()
    if arguments.game and all(case.game != arguments.game for case in sources.cases):
        raise Problem(f"error: there are no cases of a game `{arguments.game}`")
    words = CaseWords(arguments.language)
    if arguments.stamp:
        return _stamp(words, sources.cases)
    cases = tuple(case for case in sources.cases if arguments.game in (None, case.game))
    for line in _listed(words, cases):
        print(line)
    wrong = list(words.misplaced(sources.cases))
    for fault in wrong:
        print(fault, file=sys.stderr)
    numbers = Counter(words.state(case) for case in cases)
    # As a comment: what is printed can be written to a file.
    print("#", ", ".join(f"{numbers[state]} {state}" for state in State))
    return 0 if numbers[State.FRESH] == len(cases) and not wrong else 1


def _listed(words: CaseWords, cases: Iterable[Case]) -> Iterator[str]:
    """Yield the cases that need work, with the English above each, as they would stand in a file."""
    for case in cases:
        state = words.state(case)
        if state is State.FRESH:
            continue
        known = words.all.get(case.id)
        yield f"# {state}: {_line(case.title)}"
        yield f"# {_line(case.why)}"
        yield f"{case.id}:"
        yield f"  title: {_quoted(known.title if known else '…')}"
        yield f"  why: {_quoted(known.why if known else '…')}"
        yield ""


def _line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _stamp(words: CaseWords, cases: Iterable[Case]) -> int:
    """Write beneath all words that have no stamp which English they render."""
    from tilelaw_press import digest_of_words

    by_file: dict[Path, dict[int, str]] = {}
    for case in cases:
        if words.state(case) is State.UNSTAMPED:
            known = words.all[case.id]
            by_file.setdefault(known.path, {})[known.line] = f'  renders: "{digest_of_words(case)}"\n'
    for path, stamps in by_file.items():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for number in stamps:
            if not lines[number - 1].rstrip().endswith(":"):
                raise Problem(f"error: {path}:{number}: `title` and `why` stand beneath the id, on lines of their own")
        path.write_text("".join(line + stamps.get(n, "") for n, line in enumerate(lines, 1)), encoding="utf-8")
        print(f"stamped {counted(len(stamps), 'case')} in {path}")
    if not by_file:
        print("all words have their stamps")
    return 0
