"""`cases.html`: all cases by file, and a script that filters them and keeps the choice in the address.

Everything the script needs stands in the list itself, so it works from a disk; `cases.json` is for other programs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby

from tilelaw_conformance import KINDS, Basis, Case
from tilelaw_press.page import LANGUAGES, Asset, Heading, Page
from tilelaw_press.pages.catalogue import case_path, catalogue
from tilelaw_press.pages.scopes import mode_title
from tilelaw_press.press import Press

PATH = "cases.html"


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield the browser, and once for all languages the data of it."""
    cases = press.sources.cases
    games = [(game, press.shelf.game_title(game, press.language)) for game in press.shelf.games]
    found = {game: [case for case in cases if case.game == game] for game, _ in games}
    headings = tuple(Heading(2, game, title.text) for game, title in games)
    yield press.page(
        "pages/cases.html",
        PATH,
        press.phrases("cases.title"),
        headings=headings,
        games=[(game, title, _files(found[game])) for game, title in games if found[game]],
        modes=[(mode, mode_title(press, mode)) for mode in press.modes],
        rules=[(game, list(_named(press, game, found[game]))) for game, _ in games],
        bases=[basis for basis in Basis if any(case.basis is basis for case in cases)],
        kinds=[kind for kind in KINDS if any(kind in case.kinds for case in cases)],
        number=len(cases),
        case_path=case_path,
        told=press.told,
        mode_of=_mode,
        called={mode.name: mode_title(press, mode) for mode in press.modes},
    )
    if press.language == LANGUAGES[0]:
        yield Asset("cases.json", _data(cases))


def _files(cases: Iterable[Case]) -> list[tuple[str, list[Case]]]:
    return [(topic, list(found)) for topic, found in groupby(cases, key=lambda case: case.topic)]


def _mode(case: Case) -> str:
    """Return the mode of a case, whatever options are added to it."""
    return case.ruleset.partition("+")[0]


def _named(press: Press, game: str, cases: Iterable[Case]) -> Iterator[tuple[str, str]]:
    """Yield the rules of a game that cases name, with their titles."""
    used = {id_ for case in cases for id_ in case.rules}
    for id_, entry in catalogue(press.shelf)[game].items():
        if id_ in used:
            place = entry.example
            yield id_, press.reading(place.ruleset, place.players).rule_title(id_).text


def _data(cases: Iterable[Case]) -> str:
    lines = [
        json.dumps(
            {
                "id": case.id,
                "title": case.title,
                "ruleset": case.ruleset,
                "players": case.players,
                "kinds": list(case.kinds),
                "rules": list(case.rules),
                "basis": case.basis.value,
                "editions": list(case.editions),
                "why": case.why,
                "page": case_path(case.id),
            },
            ensure_ascii=False,
        )
        for case in cases
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"
