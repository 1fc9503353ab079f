"""`tilelaw cases annex`: what the rules say about cases beforehand, kept beside them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence

from tilelaw.command_line import Commands
from tilelaw.problems import Problem
from tilelaw.selection import add_selection, chosen, folder_of, is_everything, sound_corpus
from tilelaw.wording import counted, show_progress
from tilelaw_conformance import Annex, Annexes, CannotWrite, Case, WitnessError, Witnesses


def add_to(parts: Commands) -> None:
    """Declare the command."""
    one = parts.add_parser(
        "annex",
        help="work out what cases need of the rules",
        description="Works out with the reference what cases need of the rules, and writes it beside them: a legal"
        " neighbour of every refused answer, and the other rulesets and numbers of players in which a case holds."
        " Exit status 1 if --check finds something else than is written there.",
        examples=("cases annex --check", "cases annex origins/place"),
    )
    add_selection(one)
    one.add_argument("--check", action="store_true", help="write nothing, only compare with what is there")
    one.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (one for each core)")
    one.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Work out the annexes of cases, and write or compare them."""
    if arguments.jobs < 1:
        raise Problem("error: --jobs is a number above 0")
    everything = sound_corpus(arguments).cases
    cases = chosen(everything, arguments).cases
    annexes = Annexes(folder_of(arguments))
    try:
        found = _work_out(cases, {case.ruleset for case in everything}, arguments)
        gone: set[str] = annexes.ids() - {case.id for case in everything} if is_everything(arguments) else set()
        stale = sorted({case.id for case in cases if annexes.of(case) != found[case.id]} | gone)
        if not arguments.check:
            annexes.put({**found, **{id_: {} for id_ in gone}})
    except (WitnessError, CannotWrite) as error:
        raise Problem(f"error: {error}") from error
    for id_ in stale if arguments.check else ():
        print(f"{id_}: its annex is stale; run `tilelaw cases annex`")
    print(_summary(cases, found, stale))
    return 1 if arguments.check and stale else 0


def _work_out(cases: Sequence[Case], named: set[str], arguments: argparse.Namespace) -> Mapping[str, Annex]:
    from tilelaw_proof import Rulesets, Work, work_out

    games = Witnesses(folder_of(arguments)).games()
    return work_out(Work(cases, games, Rulesets().bundled(named), arguments.jobs), show_progress)


def _summary(cases: Sequence[Case], found: Mapping[str, Annex], stale: Sequence[str]) -> str:
    near = sum("near" in annex for annex in found.values())
    refused = sum(case.then.legal is False for case in cases)
    heirs = sum(len(numbers) for annex in found.values() for numbers in annex.get("holds", {}).values())
    replayed = sum(len(numbers) for annex in found.values() for numbers in annex.get("replays", {}).values())
    return (
        f"{counted(len(cases), 'case')}: {near} of {counted(refused, 'refused answer')} with a legal neighbour,"
        f" {counted(heirs, 'heir')}, {replayed} of them by replay; {len(stale)} changed"
    )
