"""`tilelaw check`: judges implementations by the conformance cases; without a command, the bundled ones."""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import random
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from shutil import which

from tilelaw.background import (
    draw,
    is_same,
    manifest_of,
    only_answer,
    picture,
    refused_by,
    replayed,
    respelled,
    turn_starts,
)
from tilelaw.bundled import REFERENCE, bundled_implementations, reference_with
from tilelaw.colour import has_colour
from tilelaw.command_line import Commands
from tilelaw.ending import end_by_signals
from tilelaw.inheritance import Inherited, chosen_beside_heirs
from tilelaw.problems import Problem, errors_as_problems, missing_file
from tilelaw.rulesets import known, ruleset
from tilelaw.selection import WORDS, add_selection, chosen, folder_of, sound_corpus
from tilelaw.wording import meant
from tilelaw_conformance import (
    VERSION,
    Background,
    CannotWrite,
    Case,
    ChildProcess,
    Connector,
    Corpus,
    Inheritance,
    Judged,
    KnownError,
    Limits,
    Options,
    Outcome,
    Reporter,
    RunInfo,
    Selection,
    Terminal,
    Verdict,
    WitnessError,
    number_of_cases,
    open_file,
    prepare_files,
    read_known,
    run_cases,
    write_known,
)

EXAMPLES = (
    "check -- node my-engine.js",
    "check origins/place --rule place.empty --validate -- node my-engine.js",
    "check --impl reference --impl 'mine=node engine.js' --html out.html",
)


@dataclass(frozen=True, slots=True)
class Implementation:
    """A program to judge: what it is called in reports, its command, and its file of known failures."""

    name: str
    command: tuple[str, ...]
    words: str
    """The words of our command line that name it."""
    known: Path | None = None
    needs: str = ""
    """What must be there to run it."""


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "check",
        usage="tilelaw check [options] [ID ...] [-- COMMAND ...]",
        description="Judge an implementation that speaks the protocol. Without a command the bundled ones"
        " are judged: in a checkout those of adapters/bundled.yaml, else the reference.",
        epilog="Exit status: 0 all that was judged passed, 1 something did not, 2 the run itself went wrong.",
        examples=EXAMPLES,
    )
    add_selection(parser)
    _add_running(parser)
    _add_reports(parser)
    parser.set_defaults(run=run)


def _add_running(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how they are run")
    group.add_argument(
        "--impl",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="an implementation; several are judged in turn. The name alone of a bundled one will do",
    )
    group.add_argument("--seconds", type=float, default=10.0, metavar="S", help="time for each case (default 10)")
    group.add_argument("--isolate", action="store_true", help="a fresh process for each case")
    group.add_argument("--shuffle", type=int, metavar="SEED", help="run the cases in another order")
    group.add_argument(
        "--inherited",
        choices=list(Inheritance),
        default=Inheritance.ONCE,
        help="cases of other rulesets and numbers of players that hold in a claimed one: all, with additions for one"
        " number of players only (once, the default), or none",
    )
    group.add_argument("--validate", action="store_true", help="check every message, both ways, against the schemas")
    group.add_argument(
        "--give-up", type=int, default=20, metavar="N", help="stop after N losses in a row (default 20, 0 for never)"
    )
    group.add_argument(
        "--known",
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help="cases that must fail, one id a line; with several implementations, for the one of that name",
    )
    group.add_argument("--update-known", action="store_true", help="write the cases that fail now into that file")


def _add_reports(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("reports")
    group.add_argument("-v", "--verbose", action="store_true", help="a line for every case")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    group.add_argument("--jsonl", type=Path, metavar="FILE", help="a report as JSON Lines")
    group.add_argument("--junit", type=Path, metavar="FILE", help="a report as JUnit XML")
    badge = "a badge: .svg, or .json for shields.io; may be repeated"
    group.add_argument("--badge", type=Path, action="append", default=[], metavar="FILE", help=badge)
    group.add_argument("--transcript", type=Path, metavar="FILE", help="every line that is sent and that comes back")
    group.add_argument("--html", type=Path, metavar="FILE", help="a report as one HTML page, with pictures")


def run(arguments: argparse.Namespace) -> int:
    """Judge each implementation and report."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # whatever an implementation says can be shown
    end_by_signals()
    folder = folder_of(arguments)
    missing = _missing(arguments)
    if missing:
        print("\n".join(missing))
        return 2
    found = sound_corpus(arguments)
    _check_rules(arguments)
    implementations = _implementations(arguments)
    selection = _selection(found.cases, arguments)
    known = {each.name: _known(each, found.cases, arguments) for each in implementations}
    with _reporters(arguments) as reporters, _transcript(arguments) as transcribed:
        info = _info(found, selection, arguments, implementations)
        for reporter in reporters:
            reporter.begin(info)
        outcomes = []
        for implementation in implementations:
            before = known[implementation.name]
            child = transcribed(ChildProcess(implementation.command))
            inherited = Inherited(found.cases, folder, arguments)
            outcomes.append(_judge(implementation, child, selection.cases, before, inherited, arguments, reporters))
        if not any(selection.cases or outcome.judged or outcome.problem for outcome in outcomes):
            chosen(found.cases, arguments)  # there are no heirs either: it says which word selects nothing
        status = _status(outcomes, is_named=bool(arguments.impl or arguments.command_line))
        for reporter in reporters:
            reporter.end(status)
    return status


def _check_rules(arguments: argparse.Namespace) -> None:
    """Stop before any program is started if a rules file that is named holds no game."""
    for word in arguments.ruleset:
        if ".rules" in word:
            with errors_as_problems():
                named = ruleset(word)
                named.game(named.counts[-1])


def _judge(
    implementation: Implementation,
    child: Connector,
    cases: Sequence[Case],
    before: Mapping[str, str],
    inherited: Inherited,
    arguments: argparse.Namespace,
    reporters: Sequence[Reporter],
) -> Outcome:
    name = implementation.name
    known = frozenset(before)

    def report(judged: Judged) -> None:
        for reporter in reporters:
            reporter.judged(name, judged, is_known=judged.case.origin in known)

    validator = None
    if arguments.validate:
        from tilelaw_conformance import Validation

        validator = Validation(manifest_of)
    options = Options(
        isolate=arguments.isolate,
        repeat=True,
        prepare=inherited.prepare,
        witness=inherited.witness,
        turn_starts=turn_starts,
        manifest=manifest_of,
        respelled=respelled,
        is_same=is_same,
        only_answer=only_answer,
        validator=validator,
        known=known,
    )
    try:
        outcome = run_cases(
            cases,
            child,
            limits=Limits(seconds=arguments.seconds, start_seconds=max(arguments.seconds, Limits().start_seconds)),
            give_up_after=arguments.give_up,
            options=options,
            # What will be known to fail is not known before the end, and reports say of each case whether it is.
            on_judged=_later if arguments.update_known else report,
        )
    except WitnessError as error:
        raise Problem(f"error: {error}") from error
    if arguments.update_known:
        outcome = _with_known_updated(implementation, outcome, before)
        known = outcome.known
        for judged in outcome.judged:
            report(judged)
    background = Background(
        manifest=manifest_of,
        draw=draw,
        picture=picture,
        replayed=replayed,
        refused_by=refused_by,
        again=lambda id_: _again(id_, implementation, arguments),
    )
    for reporter in reporters:
        reporter.finished(name, outcome, background)
    if outcome.problem:
        print(_advice(implementation))
    return outcome


def _missing(arguments: argparse.Namespace) -> list[str]:
    """Return what to say if there are none of the programs that are named; who has asked for reports gets them first.

    To read all cases only to say this takes a while where nothing is cached.
    """
    is_reported = any((arguments.jsonl, arguments.junit, arguments.html, arguments.transcript, arguments.badge))
    if is_reported or not (arguments.impl or arguments.command_line):
        return []
    there = _implementations(arguments)
    if any(which(each.command[0], mode=os.F_OK) is not None for each in there):
        return []
    lines = []
    for each in there:
        reason = f"`{shlex.join(each.command)}` cannot be started: {os.strerror(errno.ENOENT)}"
        lines += [f"{each.name}: {reason}", _advice(each)]
    return lines


def _advice(implementation: Implementation) -> str:
    program = implementation.command[0]
    if implementation.needs and not which(program):
        return f"{implementation.name} needs {implementation.needs}, and there is no `{program}` here"
    return f"what is wrong with it: tilelaw smoke -- {shlex.join(implementation.command)}"


def _status(outcomes: Sequence[Outcome], *, is_named: bool) -> int:
    """Return the exit status; who was not asked for by name need not play the games of the chosen cases."""
    counted = [outcome for outcome in outcomes if is_named or outcome.problem or _has_judged(outcome)]
    return max((outcome.status for outcome in counted), default=2)


def _has_judged(outcome: Outcome) -> bool:
    return any(verdict is not Verdict.SKIPPED for verdict in outcome.counts)


def _later(_judged: Judged) -> None:
    """Report nothing yet."""


def _with_known_updated(implementation: Implementation, outcome: Outcome, before: Mapping[str, str]) -> Outcome:
    """Write what fails now into the file of known failures, and return the outcome by that file."""
    if implementation.known is None or outcome.problem:
        return outcome
    ids = write_known(implementation.known, outcome, before)
    print(f"{implementation.known}: {number_of_cases(ids)} known to fail")
    return replace(outcome, known=frozenset(ids))


def _again(id_: str, implementation: Implementation, arguments: argparse.Namespace) -> str:
    """Return the command that runs one case again in the same way."""
    words = ["tilelaw", "check", id_]
    if arguments.cases:
        words += ["--cases", str(arguments.cases)]
    if arguments.seconds != 10.0:
        words += ["--seconds", f"{arguments.seconds:g}"]
    words += ["--validate"] if arguments.validate else []
    return f"{shlex.join(words)} {implementation.words}".rstrip()


# ---- what the words of the command line mean


def _implementations(arguments: argparse.Namespace) -> list[Implementation]:
    command: list[str] = arguments.command_line
    if command and arguments.impl:
        raise Problem("error: name implementations either with --impl or after --, not both")
    bundled = bundled_implementations() | ({REFERENCE.name: reference_with(known())} if known() else {})
    named: dict[str, Implementation] = {}
    for word in arguments.impl or ([] if command else bundled):
        name, equals, text = word.partition("=")
        if name in named:
            raise Problem(f"error: two implementations are called {name}")
        words = f"--impl {shlex.quote(word)}"
        if not equals and name in bundled:
            named[name] = Implementation(name, bundled[name].command, words, needs=bundled[name].needs)
            continue
        try:
            parts = tuple(shlex.split(text))
        except ValueError as error:
            raise Problem(f"error: --impl {word}: {error}") from error
        if not name or not parts:
            hint = "" if equals else meant(name, bundled)
            raise Problem(f"error: --impl {word}: expected NAME=COMMAND, or one of {', '.join(bundled)}{hint}")
        named[name] = Implementation(name, parts, words)
    if command:
        line = shlex.join(command)
        named = {line: Implementation(line, tuple(command), f"-- {line}")}
    files = _known_files(arguments, list(named))
    return [replace(each, known=files.get(each.name)) for each in named.values()]


def _known_files(arguments: argparse.Namespace, names: Sequence[str]) -> dict[str, Path]:
    files: dict[str, Path] = {}
    for word in arguments.known:
        name, equals, path = word.partition("=")
        if len(names) == 1 and not (equals and name == names[0]):
            name, path = names[0], word
        elif name not in names or not path:
            raise Problem(f"error: --known {word}: expected NAME=FILE, with one of {', '.join(names)}")
        files[name] = Path(path)
    if arguments.update_known and len(files) < len(names):
        raise Problem("error: --update-known needs --known for each implementation")
    return files


def _known(implementation: Implementation, cases: Sequence[Case], arguments: argparse.Namespace) -> dict[str, str]:
    path = implementation.known
    if path is None:
        return {}
    if arguments.update_known and not path.parent.is_dir():
        raise missing_file(path.parent, "folder")
    if arguments.update_known and not path.exists():
        return {}
    try:
        return read_known(path, cases)
    except KnownError as error:
        raise Problem(f"error: {error}") from error


def _selection(cases: Sequence[Case], arguments: argparse.Namespace) -> Selection:
    found = chosen_beside_heirs(cases, folder_of(arguments), arguments)
    if arguments.shuffle is None:
        return found
    shuffled = list(found.cases)
    random.Random(arguments.shuffle).shuffle(shuffled)
    return Selection(tuple(shuffled), found.left_out)


def _info(
    found: Corpus, selection: Selection, arguments: argparse.Namespace, implementations: Sequence[Implementation]
) -> RunInfo:
    from importlib.metadata import version

    words = (*WORDS, "shuffle", "isolate", "validate")
    chosen = {word: getattr(arguments, word) for word in words}
    return RunInfo(
        version=version("tilelaw"),
        protocol=VERSION,
        corpus=found.digest,
        cases=selection.cases,
        left_out=selection.left_out,
        selection={word: value for word, value in chosen.items() if value not in ([], None, False)},
        digests=lambda places: {place: manifest["digest"] for place in places if (manifest := manifest_of(*place))},
        implementations=[implementation.name for implementation in implementations],
    )


@contextlib.contextmanager
def _reporters(arguments: argparse.Namespace) -> Iterator[list[Reporter]]:
    """Yield the reporters that are wanted; what they write is complete or, if the run breaks off, visibly not."""
    bar = sys.stdout.isatty() and not arguments.quiet
    found: list[Reporter] = [Terminal(sys.stdout, colour=has_colour(sys.stdout), bar=bar, verbose=arguments.verbose)]
    try:
        paths = (arguments.jsonl, arguments.junit, arguments.html, arguments.transcript, *arguments.badge)
        prepare_files([path for path in paths if path is not None])
        with contextlib.ExitStack() as files:
            if arguments.jsonl:
                from tilelaw_conformance import JsonLines

                found.append(JsonLines(files.enter_context(open_file(arguments.jsonl))))
            if arguments.junit:
                from tilelaw_conformance import JUnit

                found.append(JUnit(arguments.junit))
            if arguments.html:
                from tilelaw_conformance import Html

                found.append(Html(arguments.html, made=f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"))
            if arguments.badge:
                from tilelaw_conformance import Badge

                found += map(Badge, arguments.badge)
            yield found
    except CannotWrite as error:
        raise Problem(f"error: {error}") from error


@contextlib.contextmanager
def _transcript(arguments: argparse.Namespace) -> Iterator[Callable[[ChildProcess], Connector]]:
    """Yield what lets a conversation be written down, if that is wanted."""
    if arguments.transcript is None:
        yield lambda child: child
        return
    from tilelaw_conformance import Transcribed

    try:
        with open_file(arguments.transcript) as file:
            yield lambda child: Transcribed(child, file)
    except CannotWrite as error:
        raise Problem(f"error: {error}") from error
