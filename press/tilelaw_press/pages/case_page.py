"""`c/CASE.html`: one case, with everything that somebody needs who looks at a failure or reads about a rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from markupsafe import Markup

from tilelaw_conformance import Case
from tilelaw_draw import View, score_outlines
from tilelaw_press.model import Said
from tilelaw_press.page import Asset, Page
from tilelaw_press.pages.catalogue import case_path, catalogue, rule_path
from tilelaw_press.pages.corpus import exported, witness, yaml_of
from tilelaw_press.pages.pictures import Picture, easel_of
from tilelaw_press.pages.plays import Play, changed_cells, plays_of
from tilelaw_press.pages.spoken import MOST, Line, questions, speaker
from tilelaw_press.press import Press


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a case."""

    picture: Picture
    alt: str
    caption: str


def pages(press: Press) -> Iterator[Page | Asset]:
    """Yield a page for every case, with its pictures."""
    for case in press.sources.cases:
        play = plays_of(press.shelf).of(case)
        shown = list(_shown(press, case, play)) if play is not None else []
        yield from (each.picture.asset for each in shown)
        yield _page(press, case, play, shown)


def _page(press: Press, case: Case, play: Play | None, shown: list[Shown]) -> Page:
    speak = speaker(press, case.ruleset, case.players)
    reading = press.reading(case.ruleset, case.players)
    known = catalogue(press.shelf)[case.game]
    rules = [
        (Said(id_, "en") if id_ not in reading.infos else reading.rule_title(id_), id_)
        for id_ in case.rules
        if id_ in known
    ]
    expected: list[tuple[str, list[Line]]] = [
        (press.phrases("case.after", n=point.after), list(speak.expected(point.then, case.game)))
        for point in case.checkpoints
    ]
    expected.append(("", list(speak.expected(case.then, case.game))))
    history = witness(case)
    told = press.told(case)
    return press.page(
        "pages/case.html",
        case_path(case.id),
        told.title.text,
        is_lean=True,
        within=(
            (press.shelf.game_title(case.game, press.language).text, f"rules/{case.game}.html"),
            (press.phrases("cases.title"), f"cases.html?game={case.game}"),
        ),
        is_searched=False,
        case=case,
        told=told,
        ruleset=reading.title,
        shown=shown,
        questions=[speak.question(ask) for ask in questions(case, play.before)] if play is not None else [],
        answers=[speak.answer(answer) for answer in case.answers] if len(case.answers) <= MOST else [],
        expected=[(when, lines) for when, lines in expected if lines],
        rules=[(title, id_, rule_path(case.game, id_)) for title, id_ in rules],
        history=None if history is None else len(history),
        yaml=_plain(yaml_of(case)),
        json=_plain(exported(press.shelf).of(case)),
        browser="cases.html",
    )


def _plain(text: str) -> Markup:
    """Return text for a place between tags, where quotation marks need no escaping."""
    return Markup(escape(text, quote=False))


def _shown(press: Press, case: Case, play: Play) -> Iterator[Shown]:
    """Yield the position with the answer in it and, where it is expected, the position after it."""
    t = press.phrases
    easel = easel_of(press.shelf)
    asked = [speaker(press, case.ruleset, case.players).question(ask) for ask in questions(case, play.before)]
    outlines = score_outlines(_score(press, case), owner=_side(case)) if case.then.score and not case.answers else ()
    view = View(
        crop=bool(play.marks or outlines),
        ghost=True,
        head=False,
        legend=False,
        tick=case.then.legal if play.marks else None,
        outlines=outlines,
    )
    drawn = easel.draw(play.before, view, press.language, play.marks)
    alt = t("case.alt", question=" ".join(asked) or press.reading(case.ruleset, case.players).title.text)
    is_changed = case.then.state is not None and play.after is not None
    yield Shown(drawn, alt, t("picture.before") if is_changed else "")
    if is_changed and play.after is not None:
        changed = changed_cells(play.before, play.after, case.boards)
        view = View(crop=bool(changed), head=False, legend=False, outlines=changed)
        yield Shown(easel.draw(play.after, view, press.language), t("case.alt-after"), t("picture.after"))


def _side(case: Case) -> int:
    return next((side["side"] for side in case.then.score or ()), 0)


def _score(press: Press, case: Case) -> list[dict[str, Any]]:
    """Return the parts of the score of the first side that the case looks at, under the rules it names."""
    found = plays_of(press.shelf).parts(case, _side(case))
    return [line for line in found if line["rule"] in case.rules]
