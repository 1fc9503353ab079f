"""Which cases a command is about: the words of the command line that choose them, the same for every command."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from os.path import isdir  # unlike `Path.is_dir` it does not mind what cannot be a name
from pathlib import Path

from tilelaw.background import corpus
from tilelaw.problems import Problem, missing_file
from tilelaw.rulesets import files_in, know, known, ruleset
from tilelaw.wording import meant
from tilelaw_conformance import (
    KINDS,
    Basis,
    Case,
    Corpus,
    Selection,
    SelectionError,
    bundled_corpus,
    problem_text,
    select_cases,
)

WORDS = ("ids", "game", "ruleset", "rule", "kind", "basis", "without")
"""The names of the arguments that choose cases."""


def add_selection(parser: argparse.ArgumentParser) -> None:
    """Declare the words that choose cases."""
    group = parser.add_argument_group("which cases (a word may be repeated)")
    group.add_argument("ids", metavar="ID", nargs="*", help="cases, or the beginning of their ids (default: all)")
    for name, words in (
        ("game", "cases of this game"),
        ("ruleset", "cases of this ruleset, or of that of a .rules file"),
        ("rule", "cases about this rule, or rules that begin so"),
    ):
        group.add_argument(f"--{name}", action="append", default=[], metavar=name.upper(), help=words)
    group.add_argument("--kind", action="append", default=[], choices=KINDS, help="cases that expect this")
    bases = ", ".join(Basis)
    group.add_argument("--basis", action="append", default=[], metavar="BASIS", help=f"cases that rest on {bases}")
    group.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="BASIS|ID",
        help="leave out cases that rest on this, or by id; the report names them",
    )
    add_folder(group)


def add_folder(parser: argparse._ActionsContainer) -> None:
    """Declare the word that names other cases than the bundled ones."""
    parser.add_argument("--cases", type=Path, metavar="FOLDER", help="other cases than the bundled ones")


def folder_of(arguments: argparse.Namespace) -> Path:
    """Return the folder of the cases."""
    folder: Path = arguments.cases or bundled_corpus()
    if not isdir(folder):
        raise missing_file(folder, "folder")
    return folder


def sound_corpus(arguments: argparse.Namespace) -> Corpus:
    """Return all cases, or stop and say what is wrong with them; rules files stand for the rulesets in them."""
    know(files_in(arguments.ruleset))
    found = corpus(folder_of(arguments))
    if found.problems:
        raise Problem(problem_text(found.problems))
    return found


def found_case(id_: str, folder: Path, otherwise: str = "") -> Case:
    """Return the case of an id, or stop; what is wrong with other cases does not matter."""
    found = corpus(folder)
    cases = {case.id: case for case in found.cases}
    if id_ in cases:
        return cases[id_]
    hint = meant(id_, cases, "`tilelaw cases list` lists all ids")
    raise Problem("\n".join([f"error: no case is called `{id_}`{otherwise}{hint}", *map(str, found.problems)]))


def is_everything(arguments: argparse.Namespace) -> bool:
    """Return whether the words choose all cases."""
    return not any(getattr(arguments, word) for word in WORDS)


def chosen(cases: Sequence[Case], arguments: argparse.Namespace) -> Selection:
    """Return the cases that the words choose."""
    try:
        return select_cases(
            cases,
            arguments.ids,
            arguments.without,
            games=arguments.game,
            rulesets=[ruleset(word).name if ".rules" in word else word for word in arguments.ruleset],
            rules=arguments.rule,
            bases=arguments.basis,
            kinds=arguments.kind,
        )
    except SelectionError as error:
        elsewhere = "" if arguments.cases or not known() else "; --cases FOLDER names other cases than the bundled ones"
        raise Problem(f"error: {error}{elsewhere}") from error
