"""`tilelaw fuzz`: plays against an implementation and writes down where it disagrees with the reference."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tilelaw.background import board_writer, draw, is_same, manifest_of, only_answer, respelled, turn_starts
from tilelaw.command_line import Commands
from tilelaw.ending import end_by_signals
from tilelaw.problems import Problem
from tilelaw.rulesets import files_in, find, know, ruleset
from tilelaw.wording import counted, show_progress
from tilelaw_conformance import CannotWrite, Knowledge, left_behind_text, prepare_file, write_file

if TYPE_CHECKING:
    from tilelaw_proof import Dispute, Found

EXAMPLES = (
    "fuzz -- node my-engine.js",
    "fuzz --ruleset origins/totem --seconds 300 -o found -- ./my-engine",
    "fuzz --without ruling -- node my-engine.js",
)
_MOST_DIFFERENCES = 3


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "fuzz",
        usage="tilelaw fuzz [options] -- COMMAND ...",
        description="Play random, greedy and rule-steered games with the reference, ask an implementation about every"
        " position of them, and show where it disagrees: one report for each cause, made small, as a case to keep.",
        epilog="Exit status: 0 no disagreement was met, 1 one was, or something could not be ended, 2 the run itself"
        " went wrong.",
        examples=EXAMPLES,
    )
    parser.add_argument("--ruleset", action="append", default=[], metavar="RULESET", help="only this one; or more")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="how long to play (default 60)")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="play N games, however long they take")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which games to play (default 1)")
    parser.add_argument("--patience", type=float, default=10.0, metavar="S", help="time for each answer (default 10)")
    parser.add_argument(
        "--without", action="append", default=[], choices=["ruling"], help="leave out what rests on rulings of ours"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="write the cases to a file in this folder")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Hunt for disagreements, show them and write them down."""
    from tilelaw_proof import CannotFuzz, Hunter, Link, Settings

    command = arguments.command_line
    if not command:
        raise Problem("error: name the implementation after --: tilelaw fuzz -- COMMAND")
    if not 0 < arguments.seconds < float("inf") or not 0 < arguments.patience < float("inf"):
        raise Problem("error: --seconds and --patience are numbers above 0")
    if arguments.games < 0:
        raise Problem("error: --games is a number above 0")
    end_by_signals()
    know(files_in(arguments.ruleset))
    settings = Settings(
        rulesets=[ruleset(name).name for name in arguments.ruleset],
        seconds=arguments.seconds,
        games=arguments.games,
        seed=arguments.seed,
        without_rulings="ruling" in arguments.without,
    )
    target = arguments.output / _file() if arguments.output else None
    knowledge = Knowledge(respelled, manifest_of, turn_starts, is_same, only_answer)
    link = Link(command, arguments.patience, knowledge)
    try:
        if target is not None:
            arguments.output.mkdir(parents=True, exist_ok=True)
            prepare_file(target)
        found = Hunter(link, find, settings, _progress).hunt()
        _show(found, arguments, target)
        if link.left_behind:
            print(left_behind_text(link.left_behind))
    except CannotFuzz as error:
        left = f"\n{left_behind_text(link.left_behind)}" if link.left_behind else ""
        raise Problem(f"error: {error}{left}\nwhat is wrong with it: tilelaw smoke -- {shlex.join(command)}") from error
    except (CannotWrite, OSError) as error:
        raise Problem(f"error: {error}") from error
    return 1 if found.disputes or link.left_behind else 0


def _file() -> str:
    from tilelaw_proof import FUZZ_FILE

    return FUZZ_FILE


def _progress(what: str) -> None:
    show_progress(0, 1, what)


def _show(found: Found, arguments: argparse.Namespace, target: Path | None) -> None:
    from tilelaw_proof import Pen, cases_text

    show_progress(1, 1, "")
    for dispute in found.disputes:
        print("\n".join(_lines(dispute, arguments)), end="\n\n")
    text = cases_text(found.disputes, arguments.seed, Pen(board_writer, draw))
    if found.disputes and target is not None:
        write_file(target, text)
        print(f"{target}: {counted(len(found.disputes), 'case')}")
    elif found.disputes:
        print(text)
    left = f"; {counted(found.left_out, 'cause')} left out that rest on rulings" if found.left_out else ""
    games = f"{counted(found.games, 'game')} of {counted(found.places, 'ruleset')} for a number of players"
    print(f"{counted(len(found.disputes), 'disagreement')} in {counted(found.asked, 'question')}, {games}{left}")


def _lines(dispute: Dispute, arguments: argparse.Namespace) -> Iterator[str]:
    """Yield what there is to say about one disagreement."""
    from tilelaw_proof import case_id, standing

    case, judged = dispute.case, dispute.judged
    yield f"DISAGREES  {case_id(dispute)}"
    yield f"  {case.ruleset} for {counted(case.players, 'player')}"
    yield ""
    yield from (f"    {line}".rstrip() for line in draw(case.position).splitlines())
    yield ""
    yield from (f"  answer    {json.dumps(answer)}" for answer in case.answers)
    for difference in judged.differences[:_MOST_DIFFERENCES]:
        yield f"  expected  {difference.expected.removesuffix(', refused by ')}"
        yield f"  got       {difference.got}"
    if judged.reason:
        yield f"  got       {judged.verdict}: {judged.reason}"
    if dispute.is_refused and len(dispute.rules) > 1:
        yield f"  rules     a legal move is refused, by one of these or their like: {', '.join(dispute.rules)}"
    for rule in dispute.rules[:1]:
        rests = standing(find(case.ruleset).game(case.players), rule)
        if rests is not None:
            yield f"  rule      {rule}  {rests.title}"
            yield from (f"            {citation}" for citation in rests.citations)
    if dispute.agrees_with:
        yield f"  ruling    it agrees with {dispute.agrees_with}"
    if arguments.output:
        words = shlex.join(["tilelaw", "check", "--cases", str(arguments.output), case_id(dispute)])
        yield f"  again     {words} -- {shlex.join(arguments.command_line)}"
    else:
        words = shlex.join(["tilelaw", "fuzz", "--ruleset", case.ruleset, "--seed", str(arguments.seed)])
        yield f"  again     {words} -- {shlex.join(arguments.command_line)}"
