"""`tilelaw cases`: list, show, lint, coverage, export and more, for those who read and write conformance cases."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tilelaw.background import Manifest, board_writer, corpus, draw, manifest_of
from tilelaw.command_line import Commands
from tilelaw.commands import annex, case_words, reach
from tilelaw.problems import Problem, errors_as_problems
from tilelaw.selection import add_folder, add_selection, chosen, folder_of, found_case, sound_corpus
from tilelaw.wording import counted, meant
from tilelaw_conformance import (
    Annexes,
    AskStanding,
    Background,
    CannotWrite,
    Case,
    CaseProblem,
    Rule,
    WitnessError,
    Witnesses,
    cover_rules,
    is_about,
    number_of_cases,
    part_of,
    prepare_file,
    rules_of,
    write_file,
)

EXAMPLES = ("cases list origins/place", "cases show origins/place/rejects-overlap", "cases lint --cases my-cases")


def add_to(commands: Commands) -> None:
    """Declare the command and its parts."""
    parser = commands.add_parser("cases", examples=EXAMPLES)
    parts = Commands(parser)

    one = parts.add_parser(
        "list",
        help="list cases with their titles",
        examples=("cases list origins/place", "cases list --rule lava.range --kind illegal"),
    )
    add_selection(one)
    one.set_defaults(run=run_list)

    one = parts.add_parser(
        "show", help="show everything about a case", examples=("cases show origins/place/rejects-overlap",)
    )
    one.add_argument("case", metavar="CASE", nargs="+", help="its id")
    add_folder(one)
    one.set_defaults(run=run_show)

    one = parts.add_parser(
        "lint", help="find out what is wrong with cases", examples=("cases lint", "cases lint --cases my-cases")
    )
    add_folder(one)
    one.add_argument("--update-ids", action="store_true", help="add the ids of new cases to the list of permanent ids")
    one.add_argument("--format", choices=["text", "json"], default="text")
    one.set_defaults(run=run_lint)

    one = parts.add_parser(
        "coverage",
        help="show which rules and asks lack a case; exit status 1 if one does",
        examples=("cases coverage --missing", "cases coverage --game origins --rule lava"),
    )
    one.add_argument("--game", action="append", default=[], metavar="GAME", help="only rules of this game")
    one.add_argument("--rule", action="append", default=[], metavar="RULE", help="only rules that begin so")
    one.add_argument("--missing", action="store_true", help="only what is missing, without the table")
    add_folder(one)
    one.add_argument("--format", choices=["text", "json"], default="text")
    one.set_defaults(run=run_coverage)

    one = parts.add_parser(
        "export",
        help="write cases as plain JSON, for other runners",
        examples=("cases export -o cases.json", "cases export origins/place"),
    )
    add_selection(one)
    one.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to a file (default: standard output)")
    one.set_defaults(run=run_export)

    reach.add_to(parts)
    annex.add_to(parts)
    case_words.add_to(parts)


# ---- list and show


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line for each case."""
    from tilelaw_conformance import list_text

    print(list_text(chosen(sound_corpus(arguments).cases, arguments).cases))
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print everything about some cases."""
    from tilelaw_conformance import Shelf, case_text

    cases = [found_case(id_, folder_of(arguments)) for id_ in arguments.case]
    background = Background(manifest=manifest_of, draw=draw, again=lambda id_: f"tilelaw check {id_}")
    shelf = Shelf(background, board_writer, Witnesses(folder_of(arguments)).of)
    try:
        print("\n\n".join(case_text(case, shelf) for case in cases))
    except WitnessError as error:
        raise Problem(f"error: {error}") from error
    return 0


# ---- lint


def run_lint(arguments: argparse.Namespace) -> int:
    """Print everything wrong with the cases."""
    from tilelaw.examine import referee
    from tilelaw_conformance import lint_cases, update_ids

    folder = folder_of(arguments)
    found = corpus(folder)
    if arguments.update_ids:
        try:
            new = update_ids(folder, [case.id for case in found.cases])
        except CannotWrite as error:
            raise Problem(f"error: {error}") from error
        print(f"ids.txt: {counted(len(new), 'new id')}", file=sys.stderr)
    problems = lint_cases(folder, found, referee())
    if arguments.format == "json":
        print(json.dumps([problem.to_json() for problem in problems], indent=2, ensure_ascii=False))
    else:
        for problem in problems:
            print(problem)
        files = len({case.file for case in found.cases} | {problem.file for problem in found.problems})
        print(f"{number_of_cases(found.cases)} in {counted(files, 'file')}: {counted(len(problems), 'problem')}")
    return 1 if problems else 0


# ---- coverage


def run_coverage(arguments: argparse.Namespace) -> int:
    """Print which rules lack a case."""
    from tilelaw.examine import examine, manifests, title_of
    from tilelaw_conformance import asks_data, asks_text, coverage_data, coverage_text, take_reasons

    folder = folder_of(arguments)
    found = corpus(folder)
    known = manifests()
    rules = rules_of(known)
    if not any(is_about(rule, arguments.game, arguments.rule) for rule in rules):
        raise Problem(f"error: there are no such rules{_nearest_rule(rules, arguments)}")
    for problem in found.problems:
        print(problem, file=sys.stderr)
    coverage = cover_rules(rules, found.cases, examine, title_of)
    problems = take_reasons(folder, coverage)
    shown = part_of(coverage, arguments.game, arguments.rule)
    asks, wrong = _asks(known, found.cases, arguments)
    if arguments.format == "json":
        data = coverage_data(shown, [*problems, *wrong], only_missing=arguments.missing)
        print(json.dumps({**data, "asks": asks_data(asks)}, indent=2, ensure_ascii=False))
    else:
        print(coverage_text(shown, problems, only_missing=arguments.missing))
        if asks:
            print(f"\n{asks_text(asks, wrong)}")
    is_missing = shown.missing or any(each.missing for each in asks)
    return 1 if is_missing or problems or wrong or found.problems else 0


def _asks(
    known: Sequence[Manifest], cases: Sequence[Case], arguments: argparse.Namespace
) -> tuple[Sequence[AskStanding], Sequence[CaseProblem]]:
    """Return how it stands with the asks of some games, and what is wrong with reasons; nothing if rules are named."""
    from tilelaw_conformance import cover_asks, take_ask_reasons

    if arguments.rule:
        return (), ()
    heirs = Annexes(folder_of(arguments)).heirs(cases, lambda _ruleset, _players: True)
    standings = cover_asks(known, (*cases, *heirs))
    problems = take_ask_reasons(folder_of(arguments), standings)
    return [each for each in standings if not arguments.game or each.game in arguments.game], problems


def _nearest_rule(rules: Sequence[Rule], arguments: argparse.Namespace) -> str:
    games = {rule.game for rule in rules}
    known = {word for rule in rules for word in (rule.id, rule.topic)}
    hints = [meant(word, games) for word in arguments.game if word not in games]
    hints += [meant(word, known) for word in arguments.rule if word not in known]
    return next((hint for hint in hints if hint), "")


# ---- export


def run_export(arguments: argparse.Namespace) -> int:
    """Write cases as one JSON document."""
    from importlib.metadata import version

    from tilelaw.examine import complete
    from tilelaw_conformance import VERSION, Source, export_cases

    found = sound_corpus(arguments)
    source = Source(
        version=version("tilelaw"),
        protocol=VERSION,
        corpus=found.digest,
        digest=_digest,
        complete=complete,
        witness=Witnesses(folder_of(arguments)).of,
    )
    cases = chosen(found.cases, arguments).cases
    try:
        with errors_as_problems():
            text = export_cases(cases, source)
        if arguments.output is None:
            sys.stdout.write(text)
            return 0
        prepare_file(arguments.output)
        write_file(arguments.output, text)
    except (WitnessError, CannotWrite) as error:
        raise Problem(f"error: {error}") from error
    print(f"{arguments.output}: {number_of_cases(cases)}")
    return 0


def _digest(name: str, players: int) -> str:
    found = manifest_of(name, players)
    if found is None:
        raise Problem(
            f"error: there is no ruleset {name} for {counted(players, 'player')}; `tilelaw cases lint` says where"
        )
    digest: str = found["digest"]
    return digest
