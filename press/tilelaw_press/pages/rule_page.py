"""`r/GAME/RULE.html`: one rule. What it says comes first, then pictures, and folded away all that stands behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from tilelaw_conformance import KINDS, Case
from tilelaw_press.formal import highlighted
from tilelaw_press.model import Said
from tilelaw_press.page import Asset, Page
from tilelaw_press.pages.catalogue import Change, Changed, Entry, Place, case_path, catalogue, ruleset_with
from tilelaw_press.pages.editions_page import editions_path, rulings_path
from tilelaw_press.pages.illustrations import Illustration, illustrate
from tilelaw_press.pages.scopes import chosen, mode_title, scope, where
from tilelaw_press.pages.sourcing import Sourced, sourced
from tilelaw_press.press import Press
from tilelaw_press.shelf import Mode


@dataclass(frozen=True, slots=True)
class Told:
    """What a rule says, and where it says so."""

    scope: str
    title: Said
    text: Said
    pictures: tuple[Illustration, ...]


@dataclass(frozen=True, slots=True)
class Then:
    """What an option does to a rule."""

    option: Said
    address: str
    change: Change
    scope: str
    title: Said | None
    text: Said | None
    because: Said


@dataclass(frozen=True, slots=True)
class Formal:
    """A formal text, and where it holds."""

    scope: str
    html: Markup
    cost: int


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield a page for every rule of every game, with the pictures it shows."""
    for game, entries in catalogue(press.shelf).items():
        comparisons: dict[str, list[Sourced]] = {}
        for each in sourced(press, game):
            comparisons.setdefault(each.entry.id, []).append(each)
        followers: dict[str, list[str]] = {}
        for entry in entries.values():
            for id_ in entry.example.info.follows:
                followers.setdefault(id_, []).append(entry.id)
        for entry in entries.values():
            told = list(_told(press, entry))
            yield from (picture.picture.asset for each in told for picture in each.pictures)
            yield _page(press, entry, told, comparisons.get(entry.id, []), followers.get(entry.id, []))


def _page(press: Press, entry: Entry, told: list[Told], found: list[Sourced], followers: list[str]) -> Page:
    entries = catalogue(press.shelf)[entry.game]

    def named(ids: tuple[str, ...] | list[str]) -> list[tuple[Entry, Said]]:
        return [(entries[id_], _title(press, entries[id_].example)) for id_ in ids if id_ in entries]

    title = _title(press, entry.example)
    game_title = press.shelf.game_title(entry.game, press.language)
    return press.page(
        "pages/rule.html",
        entry.path,
        title.text,
        is_lean=True,
        within=((game_title.text, f"rules/{entry.game}.html"),),
        entry=entry,
        heading=title,
        game_title=game_title,
        told=told,
        books=list(_books(press, entry)),
        sources=found,
        rulings=[each for each in found if each.rulings],
        thens=list(_thens(press, entry)),
        formals=list(_formals(press, entry)),
        follows=named(entry.example.info.follows),
        followers=named(followers),
        kinds=_kinds(entry.cases),
        case_path=case_path,
        told_of=press.told,
        editions=editions_path(entry.game),
        rulings_page=rulings_path(entry.game),
        change=Change,
    )


def _title(press: Press, place: Place) -> Said:
    return press.reading(place.ruleset, place.players).rule_title(place.info.id)


def _told(press: Press, entry: Entry) -> Iterator[Told]:
    """Yield what the rule says in modes, each text once; a rule that only options have says it with them."""
    places = entry.places or [change.place for change in entry.changes if change.place is not None]
    groups: dict[tuple[Said, Said], list[Place]] = {}
    for place in places:
        reading = press.reading(place.ruleset, place.players)
        groups.setdefault((reading.rule_title(entry.id), reading.rule_text(entry.id)), []).append(place)
    shown: set[str] = set()
    # The text that the page's own title belongs to comes first.
    for (title, text), found in sorted(groups.items(), key=lambda each: entry.example not in each[1]):
        pictures = illustrate(press, entry, found[-1])
        new = tuple(each for each in pictures if each.picture.path not in shown)
        shown |= {each.picture.path for each in pictures}
        holds = scope(press, entry.game, where(found)) if entry.places or len(groups) > 1 else ""
        yield Told(holds, title, text, new)


def _books(press: Press, entry: Entry) -> Iterator[tuple[Said, list[tuple[int, str]]]]:
    """Yield modes with the numbers of players for which their rulebooks have the rule, and its address there."""
    anchor = f"#rule-{entry.id}"
    found: dict[str, tuple[Mode, dict[int, str]]] = {}
    for place in entry.places:
        found.setdefault(place.mode.name, (place.mode, {}))[1][place.players] = place.mode.page(place.players) + anchor
    for change in () if entry.places else entry.changes:
        address = chosen(change, entry)
        found.setdefault(change.mode.name, (change.mode, {}))[1].setdefault(change.players, address)
    for mode, addresses in found.values():
        yield mode_title(press, mode), sorted(addresses.items())


def _thens(press: Press, entry: Entry) -> Iterator[Then]:
    """Yield what options do to the rule: each option once for each text that then holds."""
    groups: dict[tuple[str, Change, Said | None, Said | None], list[Changed]] = {}
    for change in entry.changes:
        reading = press.reading(change.place.ruleset, change.place.players) if change.place else None
        title = reading.rule_title(entry.id) if reading else None
        text = reading.rule_text(entry.id) if reading else None
        groups.setdefault((change.option.name, change.change, title, text), []).append(change)
    for (_, change_, title, text), found in groups.items():
        first = found[0]
        yield Then(
            press.shelf.layer_title(first.option.layer, press.language),
            chosen(first, entry),
            change_,
            scope(press, entry.game, where(found)),
            title,
            text,
            press.reading(ruleset_with(first.mode, first.option), first.players).note(first.because),
        )


def _formals(press: Press, entry: Entry) -> Iterator[Formal]:
    places = entry.places or [change.place for change in entry.changes if change.place is not None]
    groups: dict[str, list[Place]] = {}
    for place in places:
        groups.setdefault(place.formal, []).append(place)
    for text, found in groups.items():
        holds = scope(press, entry.game, where(found)) if entry.places else ""
        yield Formal(holds, highlighted(text), max(place.info.cost for place in found))


def _kinds(cases: list[Case]) -> list[tuple[str, int]]:
    counted = Counter(kind for case in cases for kind in case.kinds)
    return [(kind, counted[kind]) for kind in KINDS if counted[kind]]
