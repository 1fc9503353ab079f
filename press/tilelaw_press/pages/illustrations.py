"""Pictures that show a rule: right and wrong answers, before and after, how a game begins or ends, what scores.

They come from the cases that name the rule. A case may stand for another mode or number of players, as long as the rule
says the same there. Those that a book pictures come first, then those that books state, small boards, and cases about
few rules; so the choice is the same in every language and on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tilelaw_conformance import Answer, Basis, Case, Given
from tilelaw_draw import Outline, View, Words, score_outlines, words_of
from tilelaw_dsl import ir
from tilelaw_press.model import Said
from tilelaw_press.pages.catalogue import Entry, Place, catalogue
from tilelaw_press.pages.parts import Part, changed_parts, does, final_parts, first_parts
from tilelaw_press.pages.pictures import Picture, easel_of
from tilelaw_press.pages.plays import Play, arguments, changed_by, changed_cells, plays_of, state_of
from tilelaw_press.press import Press
from tilelaw_press.shelf import Shelf

BASES = (Basis.PICTURED, Basis.STATED, Basis.RULING, Basis.EDITION, Basis.RECORDED)
WORDLESS = View(crop=True, ghost=True, head=False, legend=False, coordinates=False)


ENOUGH = 4
"""From how many points on a score shows how it is counted."""


class Shows(StrEnum):
    """What an illustration shows."""

    RIGHT = "right"
    WRONG = "wrong"
    BEFORE = "before"
    AFTER = "after"
    SCORE = "score"
    START = "start"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture beside a rule."""

    svg: str
    caption: str
    """In the language of the page."""
    is_right: bool | None
    width: int
    shows: Shows
    why: Said
    """The reason of the case; it may be empty."""
    alt: str
    picture: Picture
    case: Case


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is to be drawn."""

    shows: Shows
    case: Case
    answer: Answer | None
    """In place of the case's own."""
    parts: tuple[Part, ...] = ()
    """All that is shown, where not only boards matter."""


def illustrations(press: Press, mode_name: str, players: int, rule_id: str) -> tuple[Illustration, ...]:
    """Return at most two pictures that show a rule of a ruleset, or none."""
    game = press.shelf.ruleset(mode_name).layers[0].split("/")[0]
    entry = catalogue(press.shelf).get(game, {}).get(rule_id)
    if entry is None:
        return ()
    place = next((each for each in _all_places(entry) if (each.ruleset, each.players) == (mode_name, players)), None)
    return () if place is None else illustrate(press, entry, place)


def illustrate(press: Press, entry: Entry, place: Place) -> tuple[Illustration, ...]:
    """Return the pictures of a rule at one place."""
    found = (_drawn(press, entry, place, choice) for choice in _chosen(press.shelf, entry, place))
    return tuple(each for each in found if each is not None)


def _all_places(entry: Entry) -> Iterator[Place]:
    yield from entry.places
    yield from (change.place for change in entry.changes if change.place is not None)


# ---- the choice


def _chosen(shelf: Shelf, entry: Entry, place: Place) -> Sequence[_Choice]:
    if not place.info.does:
        return ()  # what no game needs to say cannot be shown
    fitting = sorted(_fitting(entry, place), key=lambda case: _rank(case, place))
    cases = [case for case in fitting if case.given is Given.POSITION]
    return _by_boards(shelf, entry, place, cases) or _by_parts(shelf, entry, place, fitting)


def _by_boards(shelf: Shelf, entry: Entry, place: Place, cases: Sequence[Case]) -> Sequence[_Choice]:
    """Return what shows a rule on boards."""
    clauses = {*place.info.does}
    if ir.ClauseKind.SCORE in clauses and (found := _score(cases, entry.id)):
        return found
    pair = _pair(shelf, cases, entry.id)
    effects = clauses & {ir.ClauseKind.EFFECT, ir.ClauseKind.FOLLOWS}
    if effects and len(pair) < 2 and (found := _effect(shelf, cases, _acting(place))):
        return found
    # An answer that is legal shows little of a rule that only says what happens.
    silent = {ir.ClauseKind.EFFECT, ir.ClauseKind.SKIP, ir.ClauseKind.INVARIANT}
    return pair if len(pair) == 2 or clauses - silent else ()


def _by_parts(shelf: Shelf, entry: Entry, place: Place, cases: Sequence[Case]) -> Sequence[_Choice]:
    """Return what shows a rule on the table: a ranking, the beginning of a game, or what an answer changes."""
    clauses = {*place.info.does}
    if ir.ClauseKind.RANK in clauses:
        ranked = [case for case in cases if case.then.rank and not case.answers and case.given is Given.POSITION]
        shown = ((case, final_parts(shelf, case)) for case in ranked)
        return [_Choice(Shows.RANK, case, None, parts) for case, parts in shown if parts][:1]
    begun = [case for case in cases if case.given is Given.START]
    first = _beginning(shelf, begun)
    if first and entry.id.startswith("setup."):
        return first
    acting = (*_acting(place), entry.id) if clauses & {ir.ClauseKind.EFFECT} else ()
    return _changes(shelf, cases, acting) or first


def _beginning(shelf: Shelf, begun: Sequence[Case]) -> list[_Choice]:
    """Return how a game begins: where nobody has done anything yet but mix."""
    for case in begun:
        play = plays_of(shelf).of(case)
        if play is None or any(arguments(answer)[0] for answer in case.answers):
            continue
        if parts := first_parts(shelf, case, play):
            return [_Choice(Shows.START, case, None, parts)]
    return []


def _changes(shelf: Shelf, cases: Sequence[Case], rules: Sequence[str]) -> list[_Choice]:
    """Return before and after of an answer that changes what the case is about, by one of some rules if there are."""
    for case in cases:
        play = plays_of(shelf).of(case)
        if play is None or not arguments(play.answer)[0] or (rules and not does(play, rules)):
            continue
        if parts := changed_parts(shelf, case, play):
            shows = (Shows.BEFORE, Shows.AFTER) if any(play.before.get(key) for key, _ in parts) else (Shows.AFTER,)
            return [_Choice(each, case, None, parts) for each in shows]
    return []


def _fitting(entry: Entry, place: Place) -> Iterator[Case]:
    """Yield cases about the rule as it is at a place, in positions that games lead to."""
    alike = {
        (each.ruleset, each.players)
        for each in _all_places(entry)
        if (each.formal, each.info.title) == (place.formal, place.info.title)
    }
    alike.add((place.ruleset, place.players))
    for case in entry.cases:
        if case.given is not Given.NOTHING and not case.constructed and (case.ruleset, case.players) in alike:
            yield case


def _rank(case: Case, place: Place) -> tuple[object, ...]:
    cells = sum(len(str(case.position.get(board, ""))) for board in case.boards)
    is_near = (case.ruleset, case.players) == (place.ruleset, place.players)
    return BASES.index(case.basis), len(case.rules) > 2, cells // 400, not is_near, len(case.rules), cells, case.id


def _pair(shelf: Shelf, cases: Sequence[Case], rule: str) -> list[_Choice]:
    """Return a right answer and a wrong one, if there are such that can be seen in a picture."""

    def shown(case: Case, answer: Answer | None = None) -> bool:
        play = plays_of(shelf).of(case)
        return play is not None and _is_visible(shelf, play, answer or play.answer)

    refused = [case for case in cases if rule in case.then.refused_by]
    refused.sort(key=lambda case: len(case.then.refused_by) > 1)
    wrong = next((case for case in refused if shown(case)), None)
    right = next((case for case in cases if case.then.legal and shown(case)), None)
    if wrong is None:
        return [] if right is None else [_Choice(Shows.RIGHT, right, None)]
    found = [_Choice(Shows.WRONG, wrong, None)]
    if right is not None:
        found.insert(0, _Choice(Shows.RIGHT, right, None))
    elif wrong.near is not None and shown(wrong, wrong.near):
        found.insert(0, _Choice(Shows.RIGHT, wrong, wrong.near))
    return found


def _is_visible(shelf: Shelf, play: Play, answer: Answer | None) -> bool:
    """Return whether a picture of the position looks otherwise with the answer in it."""
    marks = arguments(answer)[1]
    if not marks:
        return False
    easel = easel_of(shelf)
    return easel.draw(play.before, WORDLESS, "en", marks).seen != easel.draw(play.before, WORDLESS, "en").seen


def _acting(place: Place) -> tuple[str, ...]:
    """Return the rules that do what a rule says: itself, or those that it only follows."""
    if {*place.info.does} != {ir.ClauseKind.FOLLOWS}:
        return (place.info.id,)
    # What is prepared is not shown by what becomes of it in play.
    return () if place.info.id.startswith("setup.") else place.info.follows


def _effect(shelf: Shelf, cases: Sequence[Case], rules: Sequence[str]) -> list[_Choice]:
    """Return before and after of an answer upon which one of some rules changes a board."""
    for case in cases:
        play = plays_of(shelf).of(case)
        if play is not None and changed_by(play, rules, case.boards):
            return [_Choice(Shows.BEFORE, case, None), _Choice(Shows.AFTER, case, None)]
    return []


def _score(cases: Sequence[Case], rule: str) -> list[_Choice]:
    """Return a score of which a side has some by this rule, rather more than very little."""
    scored = [(case, most) for case in cases if not case.answers and (most := _points(case, rule))]
    scored.sort(key=lambda each: (BASES.index(each[0].basis), each[1] < ENOUGH))
    return [_Choice(Shows.SCORE, case, None) for case, _ in scored[:1]]


def _points(case: Case, rule: str) -> int:
    """Return the most points that a side has by a rule."""
    sides = [
        [line["points"] for line in side.get("lines", ()) if line["rule"] == rule] for side in case.then.score or ()
    ]
    return max((sum(points) for points in sides), default=0)


# ---- the drawing


def _drawn(press: Press, entry: Entry, place: Place, choice: _Choice) -> Illustration | None:
    case = choice.case
    play = plays_of(press.shelf).of(case)
    if play is None:
        return None
    if choice.shows is Shows.SCORE:
        return _drawn_score(press, entry, case)
    if choice.parts:
        return _drawn_parts(press, choice, play)
    answer = choice.answer or play.answer
    if choice.shows is Shows.AFTER:
        return _drawn_after(press, place, case, play)
    is_right = {Shows.RIGHT: True, Shows.WRONG: False}.get(choice.shows)
    view = View(crop=True, ghost=True, head=False, legend=False, coordinates=False, tick=is_right)
    drawn = easel_of(press.shelf).draw(play.before, view, press.language, arguments(answer)[1])
    t = press.phrases
    caption = {Shows.RIGHT: t("picture.right"), Shows.WRONG: t("picture.wrong"), Shows.BEFORE: t("picture.before")}
    is_silent = choice.answer is not None or choice.shows is Shows.BEFORE
    return _illustration(press, choice.shows, case, drawn, caption[choice.shows], is_right, is_silent)


def _drawn_after(press: Press, place: Place, case: Case, play: Play) -> Illustration | None:
    assert play.after is not None, "the choice has seen to that"
    outlines = changed_by(play, _acting(place), case.boards)
    view = View(crop=True, head=False, legend=False, coordinates=False, outlines=outlines)
    drawn = easel_of(press.shelf).draw(play.after, view, press.language)
    return _illustration(press, Shows.AFTER, case, drawn, press.phrases("picture.after"))


def _drawn_parts(press: Press, choice: _Choice, play: Play) -> Illustration:
    """Return parts of the table: before or after an answer, at the beginning, or at the end."""
    case = choice.case
    is_after = play.after is not None and choice.shows in (Shows.AFTER, Shows.START)
    position = play.after if is_after and play.after is not None else play.before
    outlines: tuple[Outline, ...] = ()
    if choice.shows is Shows.AFTER:
        outlines = changed_cells(play.before, position, tuple(key for key, _ in choice.parts if key in case.boards))
    view = View(
        parts=choice.parts,
        ghost=choice.shows is Shows.BEFORE,
        head=False,
        legend=False,
        coordinates=False,
        outlines=outlines,
    )
    marks = play.marks if choice.shows is Shows.BEFORE else None
    drawn = easel_of(press.shelf).draw(position, view, press.language, marks)
    caption = press.phrases(
        f"picture.{choice.shows}", **({"order": _order(press, case)} if choice.shows is Shows.RANK else {})
    )
    return _illustration(press, choice.shows, case, drawn, caption, is_silent=choice.shows is Shows.BEFORE)


def _order(press: Press, case: Case) -> str:
    """Return who comes in which place, with what counts first where it is a number."""
    words = words_of(press.shelf.sources.manifest(case.ruleset, case.players), press.language)
    state = state_of(press.shelf, case)
    scores = {each["side"]: each["result"] for each in (state.score() if state is not None else ())}
    places, place = [], 1
    for sides in case.then.rank or ():
        who = ", ".join(_side(words, side, len(scores) == case.players, scores.get(side)) for side in sides)
        places.append(press.phrases("case.place", n=place, sides=who))
        place += len(sides)
    return "; ".join(places)


def _side(words: Words, side: int, is_player: bool, result: object) -> str:
    name = words.player(side) if is_player else words.say("side", n=side + 1)
    first = result[0] if isinstance(result, Sequence) and result else None
    return f"{name} ({first})" if isinstance(first, int) else name


def _drawn_score(press: Press, entry: Entry, case: Case) -> Illustration | None:
    sides = [side for side in case.then.score or () if any(_counts(line, entry.id) for line in side.get("lines", ()))]
    play = plays_of(press.shelf).of(case)
    if play is None or not sides:
        return None
    side = sides[0]["side"]
    lines = [line for line in plays_of(press.shelf).parts(case, side) if line["rule"] == entry.id]
    outlines = score_outlines(lines, owner=side)
    if not outlines:
        return None
    view = View(crop=True, head=False, legend=False, coordinates=False, outlines=outlines)
    drawn = easel_of(press.shelf).draw(play.before, view, press.language)
    points = [int(part["points"]) for line in lines for part in line.get("parts", ()) if part["points"]]
    total = f"{' + '.join(map(str, points))} = {sum(points)}" if len(points) > 1 else str(sum(points))
    return _illustration(press, Shows.SCORE, case, drawn, press.phrases("picture.score", sum=total))


def _counts(line: object, rule: str) -> bool:
    return isinstance(line, dict) and line["rule"] == rule and bool(line["points"])


def _illustration(
    press: Press,
    shows: Shows,
    case: Case,
    drawn: Picture,
    caption: str,
    is_right: bool | None = None,
    is_silent: bool = False,
) -> Illustration:
    asks = case.position.get("asks") or ()
    named = [ask["ask"] for ask in asks if isinstance(ask, dict) and "ask" in ask] if isinstance(asks, Sequence) else []
    reading = press.reading(case.ruleset, case.players)
    question = reading.ask_text(str(named[0])).text if named else ""
    alt = press.phrases("picture.alt", caption=caption, question=question or reading.title.text)
    why = Said("", press.language) if is_silent else press.told(case).why
    return Illustration(drawn.svg, caption, is_right, drawn.width, shows, why, alt, drawn, case)
