"""`tilelaw rules editions` and `rules rulings`: what the editions say about each rule, and what they leave to us."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from tilelaw.command_line import Commands
from tilelaw.problems import Problem
from tilelaw.wording import counted, meant
from tilelaw_dsl.editions import Comparison, Word, Wording, compare, games
from tilelaw_dsl.ir import Standing
from tilelaw_play import rulebook

if TYPE_CHECKING:
    from tilelaw_draw import Json

SILENT = "silent"


def add_to(parts: Commands) -> None:
    """Declare both parts of `tilelaw rules`."""
    one = parts.add_parser(
        "editions",
        help="show what each edition says about each rule of a game",
        description="For every rule and edition: whether it states the rule, is silent, differs, or shows it in a "
        "picture only; under which heading; and the rulings that settle what no edition does.",
        examples=("rules editions origins --differing", "rules editions origins lava place.connects"),
    )
    _add_common(one)
    one.add_argument("--differing", action="store_true", help="only rules on which the editions are not of one voice")
    one.set_defaults(run=run_editions)

    one = parts.add_parser(
        "rulings",
        help="list the rulings of a game with their reasons",
        description="Every ruling: what no edition settles, how it is settled here and why, and the layers that "
        "settle it in another way.",
        examples=("rules rulings ingenious", "rules rulings origins lava --format json"),
    )
    _add_common(one)
    one.set_defaults(run=run_rulings)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="such as origins")
    parser.add_argument("rules", metavar="RULE", nargs="*", help="some rules only, by id or its beginning (`lava`)")
    parser.add_argument("--format", choices=["text", "json"], default="text")


def run_editions(arguments: argparse.Namespace) -> int:
    """Print what the editions say."""
    comparison, wordings = _wanted(arguments)
    if arguments.differing:
        wordings = [wording for wording in wordings if not wording.is_of_one_voice]
    if arguments.format == "json":
        print(_json(comparison, wordings))
        return 0
    print(f"{comparison.game}: " + ", ".join(f"{name} ({title})" for name, title in comparison.editions))
    for name, printing in comparison.printings:
        print(f"  {name:<6}  printing  {printing}")
    for name, source in comparison.read_from:
        print(f"  {name:<6}  read from {source}")
    for wording in wordings:
        print(f"\n{_heading(wording, wordings)}")
        for word in wording.words:
            print(f"  {word.edition:<6}  {word.standing or SILENT:<8}  {_passages(word)}".rstrip())
        for note in wording.house:
            print(f"  house rule{': ' + note if note else ''}")
        for reason in wording.rulings:
            print(f"  ruling: {reason}")
    print(f"\n{_summary(wordings)}")
    return 0


def run_rulings(arguments: argparse.Namespace) -> int:
    """Print the rulings with their reasons."""
    comparison, wordings = _wanted(arguments)
    wordings = [wording for wording in wordings if wording.rulings]
    if arguments.format == "json":
        print(_json(comparison, wordings))
        return 0
    for wording in wordings:
        silent = all(word.standing is None for word in wording.words)
        print(_heading(wording, wordings))
        for reason in wording.rulings:
            print(f"  {reason}")
        if silent:
            print("  no edition says anything about it")
        for layer, title in wording.changed_by:
            print(f"  changed by {layer}: {title}")
        print()
    print(counted(sum(len(wording.rulings) for wording in wordings), "ruling"))
    return 0


def _wanted(arguments: argparse.Namespace) -> tuple[Comparison, list[Wording]]:
    book = rulebook()
    known = games(book)
    if arguments.game not in known:
        hint = meant(arguments.game, known, f"there are {', '.join(known)}")
        raise Problem(f"error: there is no game `{arguments.game}`{hint}")
    comparison = compare(book, arguments.game)
    wordings = list(comparison.wordings)
    for wish in arguments.rules:
        if not any(_fits(wording, wish) for wording in wordings):
            hint = meant(wish, {wording.id for wording in wordings})
            raise Problem(f"error: {arguments.game} has no rule `{wish}`{hint}")
    if arguments.rules:
        wordings = [wording for wording in wordings if any(_fits(wording, wish) for wish in arguments.rules)]
    return comparison, wordings


def _fits(wording: Wording, wish: str) -> bool:
    return wording.id == wish or wording.id.startswith(wish.rstrip(".") + ".")


def _heading(wording: Wording, among: list[Wording]) -> str:
    """Return id and title, and the layer where a rule is worded more than once."""
    several = sum(other.id == wording.id for other in among) > 1
    return f"{wording.id}  {wording.title}" + (f"  [{wording.layer}]" if several else "")


def _passages(word: Word) -> str:
    return "; ".join(heading + (f" ({note})" if note else "") for heading, note in word.passages)


def _summary(wordings: list[Wording]) -> str:
    """Return how many rules are said how; a rule counts by the least that an edition says."""
    said = [{word.standing for word in wording.words} for wording in wordings]
    numbers = {
        "stated by every edition": sum(standings == {Standing.STATES} for standings in said),
        "with an edition that differs": sum(Standing.DIFFERS in standings for standings in said),
        "with an edition that only pictures it": sum(Standing.PICTURED in standings for standings in said),
        "with a silent edition": sum(None in standings and standings != {None} for standings in said),
        "in no edition": sum(standings == {None} for standings in said),
    }
    return f"{counted(len(wordings), 'rule')}: " + ", ".join(
        f"{number} {what}" for what, number in numbers.items() if number
    )


def _json(comparison: Comparison, wordings: list[Wording]) -> str:
    printings, read_from = dict(comparison.printings), dict(comparison.read_from)
    data = {
        "game": comparison.game,
        "editions": [
            {
                "edition": name,
                "title": title,
                "printing": printings.get(name, "unknown"),
                "read_from": read_from.get(name, "unknown"),
            }
            for name, title in comparison.editions
        ],
        "rules": [_wording_json(wording) for wording in wordings],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def _wording_json(wording: Wording) -> dict[str, Json]:
    said: dict[str, Json] = {
        word.edition: {
            "standing": str(word.standing or SILENT),
            "passages": [{"heading": heading, "note": note} for heading, note in word.passages],
        }
        for word in wording.words
    }
    return {
        "id": wording.id,
        "title": wording.title,
        "layer": wording.layer,
        "editions": said,
        "rulings": list(wording.rulings),
        "changed_by": [{"layer": layer, "title": title} for layer, title in wording.changed_by],
    }
