"""The parts of an expectation, each in one place: what it needs of an implementation, what it asks, and what differs.

`needs` and `judge` treat every `Part`; the type checker finds one that is forgotten. A part is judged where the answers
of the case have led to, which is `Here`. Results fit the schemas of their methods, but may name anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple, Protocol, TypeAlias, TypedDict, assert_never

from tilelaw_conformance.cases.expectation import (
    Answer,
    Case,
    ComponentKind,
    Expectation,
    Part,
    ScoreLine,
    SideScore,
    encode,
)
from tilelaw_conformance.data.jsondata import Json, JsonObject, Manifest, replaced
from tilelaw_conformance.data.schema import plain, shown
from tilelaw_conformance.protocol.canonical import canonical
from tilelaw_conformance.protocol.messages import ILLEGAL, Call, ErrorAnswer, Result
from tilelaw_conformance.run.match import NOTHING, Difference, as_text, differences, position_differences

Asking: TypeAlias = Generator[Call, Result, list[Difference]]
"""Yields calls, is sent their results, and returns what differs."""


class Needs(NamedTuple):
    """What an implementation must claim for a part to be judged."""

    method: str
    level: str = ""
    is_about_moves: bool = False
    """Whether it is about single moves, which an implementation does not have whose moves are whole turns."""


def needs(part: Part) -> Needs:
    """Return what it takes to judge a part; for `legal` and `over` there are other ways (`run/claims.py`)."""
    match part:
        case Part.LEGAL:
            return Needs("judge", "legality")
        case Part.COMPONENTS:
            return Needs("components")
        case Part.MOVES | Part.OVER:
            return Needs("moves", "legality", is_about_moves=True)
        case Part.STATE:
            return Needs("apply", "transitions")
        case Part.SCORE:
            return Needs("score", "results")
        case Part.RANK:
            return Needs("rank", "results")
        case Part.OBSERVE:
            return Needs("observe", "observations")
        case Part.PERFT:
            return Needs("perft", "legality", is_about_moves=True)
        case _:
            assert_never(part)


class Check(NamedTuple):
    """Some parts of an expectation, checked after a number of answers, and by which means."""

    then: Expectation
    after: int
    before: int
    """For the part `legal`: after how many answers the rest of them is judged."""
    parts: tuple[Part, ...]
    by_judge: bool
    """For the part `legal`: whether `judge` is asked."""
    by_apply: bool
    """For the part `legal`: whether `apply` shows it, perhaps as well."""
    has_near: bool
    """For the part `legal`: whether the neighbour of a refused answer can be put instead of it."""
    over_in_state: bool
    """For the part `over`: whether the state that comes back shows it; otherwise `moves` does."""
    winners_only: bool = False
    """For the part `rank`: whether only the first place is looked at."""


class Here(Protocol):
    """Where the answers of a case have led to, and how to ask something there."""

    case: Case
    has_reasons: bool
    """Whether the implementation claims to name the rules that refuse a move."""
    not_judged: list[str]
    """Takes what turns out not to be answered, with the reason."""

    @property
    def methods(self) -> frozenset[str]:
        """The methods that the implementation claims here."""

    @property
    def is_divisible(self) -> bool:
        """Whether answers may be given one at a time, and not only by whole turns."""

    def call(self, method: str, more: bytes = b"") -> Call:
        """Return a call about the position, with more parameters as JSON text."""

    def respelled(self, move: Answer) -> Answer:
        """Return a move as it is listed, if it is another spelling of that."""

    def may_swap(self, ask: JsonObject, one: str, other: str) -> bool:
        """Say whether the answer that bound two things in an ask could as well have been spelled with them swapped."""

    def state(self) -> JsonObject:
        """Return the position as the implementation tells it."""

    def manifest(self) -> Manifest | None:
        """Return what is known about the ruleset, if anything is."""


class Contradiction(ErrorAnswer):
    """An error, and what the implementation answers about the same position all the same (`run/holding.py`)."""

    def __init__(self, error: ErrorAnswer, against: str) -> None:
        super().__init__(error.code, error.message, error.rules)
        self.against = against


def judge(part: Part, check: Check, here: Here) -> Asking:
    """Ask for one part of an expectation, and return what differs."""
    match part:
        case Part.LEGAL:
            return _legal(check, here)
        case Part.COMPONENTS:
            return _components(check, here)
        case Part.MOVES:
            return _moves(check, here)
        case Part.STATE:
            return _state(check, here)
        case Part.OVER:
            return _over(check, here)
        case Part.SCORE:
            return _score(check, here)
        case Part.RANK:
            return _rank(check, here)
        case Part.OBSERVE:
            return _observe(check, here)
        case Part.PERFT:
            return _perft(check, here)
        case _:
            assert_never(part)


# ---- legality


def _legal(check: Check, here: Here) -> Asking:
    """Ask whether the answers from `check.before` on are legal, and where they are not, whether a neighbour is.

    Who claims both `judge` and `apply` is asked by both about what is illegal: they may not contradict each other. A
    refusal proves something only where not everything is refused.
    """
    answers = here.case.wire.answers[check.before : check.after]
    asked = len(answers) - 1 - here.case.rest
    for method in _ways(check, is_legal=check.then.legal is True):
        is_legal, rules = yield from _judged(here, method, answers)
        move = here.case.answers[check.before + asked]
        said = legality_differences(check.then, move, is_legal, rules, here.has_reasons and method == "judge")
        found = list(said) if method == "judge" or not check.by_judge else _by(method, said)
        if found:
            return found
    near = here.case.near
    if check.then.legal is not False or near is None or not check.has_near:
        return []
    of_near = yield from _neighbour_judged(check, here, near)
    return [] if of_near is None or of_near[0] else [_refused_neighbour(near, of_near[1])]


def neighbour_is_taken(check: Check, here: Here, near: Answer) -> Generator[Call, Result, bool]:
    """Ask whether the neighbour of a refused answer is legal."""
    said = yield from _neighbour_judged(check, here, near)
    return said is not None and said[0]


def _neighbour_judged(
    check: Check, here: Here, near: Answer
) -> Generator[Call, Result, tuple[bool, tuple[str, ...]] | None]:
    """Ask for a judgement on the neighbour of a refused answer; nothing if there is no way to ask for it."""
    answers = here.case.wire.answers[check.before : check.after]
    asked = len(answers) - 1 - here.case.rest
    ways = ["apply"] if "shuffle" in near else _ways(check, is_legal=True)  # an order cannot be judged
    if ways == ["apply"] and not check.by_apply:
        return None
    (method,) = ways
    return (yield from _judged(here, method, [*answers[:asked], encode(near), *answers[asked + 1 :]]))


def _ways(check: Check, *, is_legal: bool) -> tuple[str, ...]:
    """Return the methods that judge answers."""
    ways = [name for name, is_asked in (("judge", check.by_judge), ("apply", check.by_apply)) if is_asked]
    return tuple(ways[:1] if is_legal else ways)


def _judged(here: Here, method: str, answers: Sequence[bytes]) -> Generator[Call, Result, tuple[bool, tuple[str, ...]]]:
    """Ask for a judgement on answers: whether they are legal, and which rules refuse them."""
    if method == "judge":
        result = yield here.call("judge", b',"move":' + answers[0])
        return result["legal"], tuple(result.get("rules", ()))
    try:
        yield here.call("apply", b',"answers":[' + b",".join(answers) + b"]")
    except ErrorAnswer as error:
        if error.code != ILLEGAL:
            raise
        return False, error.rules
    return True, ()


def _by(method: str, found: Iterable[Difference]) -> list[Difference]:
    return [each._replace(got=f"{each.got}, by `{method}`") for each in found]


def _refused_neighbour(near: Answer, rules: Sequence[str]) -> Difference:
    got = "illegal" + (plain(f", refused by {', '.join(rules)}") if rules else "")
    return Difference(f"{shown(near)}, much like the refused move, is legal", got, is_about_neighbour=True)


def legality_differences(
    then: Expectation, move: Answer, is_legal: bool, rules: Sequence[str], has_reasons: bool
) -> Iterator[Difference]:
    """Yield how the judgement of a move differs; the rules that refuse it are looked at only where it gives reasons."""
    got = "legal" if is_legal else "illegal" + (plain(f", refused by {', '.join(rules)}") if rules else "")
    wanted = ", ".join(then.refused_by)
    refused = f"illegal, refused by {wanted}" if wanted else "illegal"
    if is_legal is not then.legal:
        yield Difference(f"{shown(move)} is {'legal' if then.legal else refused}", got)
    elif has_reasons and set(then.refused_by) - set(rules):
        yield Difference(f"{shown(move)} is refused by {wanted}", got)
    elif has_reasons and then.only and set(rules) - set(then.refused_by):
        yield Difference(f"{shown(move)} is refused by {wanted} only", got)


def _moves(check: Check, here: Here) -> Asking:
    if here.case.tries:
        return (yield from _tried(here))
    result = yield here.call("moves")
    return list(move_differences(check.then.moves or (), result["moves"], here.respelled))


def _tried(here: Here) -> Asking:
    """Ask about moves that are listed, and others, by whole turns: what is told is what a list would have shown."""
    found: list[Difference] = []
    taken: Answer | None = None
    for each in sorted(here.case.tries, key=lambda tried: not tried["legal"]):
        answers = [*map(encode, (*each["before"], each["move"], *each["rest"]))]
        try:
            is_legal, _ = yield from _judged(here, "apply", answers)
        except ErrorAnswer as error:
            if each["legal"] or taken is None:
                raise
            raise Contradiction(error, f"it takes {shown(taken)} in the same position") from error
        taken = each["move"] if is_legal else taken
        if each["legal"] and not is_legal:
            found.append(Difference(f"{shown(each['move'])} among the moves", "it is not"))
        elif is_legal and not each["legal"]:
            found.append(Difference("no such move", shown(each["move"]), surplus=each["move"]))
    return found


def move_differences(
    expected: Sequence[Answer], got: Sequence[Answer], respelled: Callable[[Answer], Answer] = lambda move: move
) -> Iterator[Difference]:
    """Yield the moves that are missing, too many, or listed twice; their order does not matter.

    What is not expected as it stands may be another spelling of what is: it counts as what it is `respelled` to.
    """
    wanted = {as_text(move): move for move in expected}
    listed = [(as_text(move), move) for move in got]
    texts = Counter(text for text, _ in listed)
    # A move has few spellings: who lists many times as many as there are has more to mend than any of them tells.
    unknown = islice(((text, move) for text, move in dict(listed).items() if text not in wanted), _enough(expected))
    others = [respelled(move) for _, move in unknown]
    found = {text: move for text, move in wanted.items() if text in texts} | {as_text(move): move for move in others}
    for text, move in wanted.items():
        if text not in found:
            yield Difference(f"{shown(move)} among the moves", "it is not")
    for text, move in found.items():
        if text not in wanted:
            yield Difference("no such move", shown(move), surplus=move)
    for text, number in texts.items():
        if number > 1:
            yield Difference("every move once", f"{plain(text, 100)} {number} times")


def _enough(expected: Sequence[Answer]) -> int:
    """Return how many moves that are not expected are looked at."""
    return 1000 + 16 * len(expected)


# ---- positions


def _state(check: Check, here: Here) -> Asking:
    yield from ()  # the way has led here already
    return _disagreement(check.then.state or {}, here.state(), here)


def _disagreement(expected: JsonObject, got: Json, here: Here) -> list[Difference]:
    """Return where a position differs from an expectation, however it is written."""
    found = list(position_differences(expected, got, here.case.boards))
    manifest = here.manifest() if found and isinstance(got, dict) else None
    if manifest is None or not isinstance(got, dict):
        return found
    return list(position_differences(*canonical(expected, got, manifest, here.may_swap), here.case.boards))


def _over(check: Check, here: Here) -> Asking:
    if check.over_in_state:
        state = here.state()
        is_over = not state.get("asks")
    else:
        is_over = not (yield here.call("moves"))["moves"]
    words = {True: "the game is over", False: "the game goes on"}
    assert check.then.over is not None, "a check has only parts that are expected"
    return [] if is_over is check.then.over else [Difference(words[check.then.over], words[is_over])]


def _observe(check: Check, here: Here) -> Asking:
    found: list[Difference] = []
    for sight in check.then.observe or ():
        player = sight["player"]
        seen = (yield here.call("observe", b',"player":%d' % player))["observation"]
        for each in _disagreement(sight["sees"], seen, here):
            found.append(Difference(f"player {player + 1} sees {each.expected}", each.got))
    return found


def _perft(check: Check, here: Here) -> Asking:
    assert check.then.perft is not None, "a check has only parts that are expected"
    depth, nodes = check.then.perft["depth"], check.then.perft["nodes"]
    result = yield here.call("perft", b',"depth":%d' % depth)
    return list(_number_differences(f"perft {depth}", nodes, result["nodes"]))


# ---- results


class RankGroup(TypedDict):
    """The sides that share a place."""

    sides: Sequence[int]


def _score(check: Check, here: Here) -> Asking:
    expected, sides = check.then.score or (), (yield here.call("score"))["sides"]
    for name, what in (("lines", "it gives totals only"), ("result", "it gives no results to rank by")):
        if any(name in wanted for wanted in expected) and not any(name in side for side in sides):
            here.not_judged.append(f"score {name}: {what}")
    found = [difference for wanted in expected for difference in score_differences(wanted, sides)]
    return [*found, *_strange_sides(check, here, [side["side"] for side in sides])]


def _strange_sides(check: Check, here: Here, named: Sequence[int]) -> Iterator[Difference]:
    """Yield the sides that are named twice, and those that there are not: each side has a place in a ranking.

    Where no ranking is expected it is not known here who plays with whom, but there are no more sides than players.
    """
    there = [side for group in check.then.rank or () for side in group] or range(here.case.players)
    for side, number in Counter(named).items():
        if side not in there:
            only = f"sides {', '.join(str(each + 1) for each in sorted(there))} only"
            yield Difference(only, f"side {side + 1}", is_about_sides=True)
        elif number > 1:
            yield Difference("every side once", f"side {side + 1} {number} times", is_about_sides=True)


def score_differences(expected: SideScore, sides: Sequence[SideScore]) -> Iterator[Difference]:
    """Yield where the score of one side differs; lines that an implementation does not give are not looked at."""
    name = f"side {expected['side'] + 1}"
    side = next((side for side in sides if side["side"] == expected["side"]), None)
    if side is None:
        got = plain(f"sides {', '.join(str(side['side'] + 1) for side in sides)}")
        yield Difference(f"a score of {name}", got, is_about_sides=True)
        return
    if "lines" in side:
        for line in expected.get("lines", ()):
            points = _points(line, side["lines"])
            if points != line["points"]:
                about = f"{name}: {line['rule']} {_key(line)}".rstrip()
                yield Difference(f"{about} {line['points']}", shown(points))
    if "total" in expected and expected["total"] != side["total"]:
        yield Difference(f"{name}: total {expected['total']}", shown(side["total"]))
    if "result" in expected and "result" in side and expected["result"] != side["result"]:
        yield Difference(f"{name}: result {shown(expected['result'])}", shown(side["result"]))


def _points(line: ScoreLine, lines: Sequence[ScoreLine]) -> int:
    """Return the points given for the rule and key of a line; several lines add up, none is 0."""
    wanted = line["rule"], as_text(line.get("key"))
    return sum(other["points"] for other in lines if (other["rule"], as_text(other.get("key"))) == wanted)


def _key(line: ScoreLine) -> str:
    key = line.get("key", "")
    return key if isinstance(key, str) else shown(key)


def _rank(check: Check, here: Here) -> Asking:
    result = yield here.call("rank")
    last = 1 if check.winners_only else None
    found = list(rank_differences((check.then.rank or ())[:last], result["groups"][:last], is_cut=check.winners_only))
    return found or list(_strange_sides(check, here, [side for group in result["groups"] for side in group["sides"]]))


def rank_differences(
    expected: Sequence[Sequence[int]], groups: Sequence[RankGroup], *, is_cut: bool = False
) -> Iterator[Difference]:
    """Yield how a ranking differs; the sides of one group have no order. `is_cut` says whether others follow."""
    wanted = [sorted(group) for group in expected]
    found = [sorted(group["sides"]) for group in groups]
    if wanted != found:
        is_about_sides = not is_cut and (Counter(chain(*wanted)) != Counter(chain(*found)) or [] in found)
        yield Difference(f"ranking {_ranking(wanted)}", plain(_ranking(found)), is_about_sides=is_about_sides)


def _ranking(groups: Sequence[Sequence[int]]) -> str:
    return ", then ".join(" and ".join(f"side {side + 1}" for side in group) for group in groups) or "nobody"


def _number_differences(name: str, expected: int, got: int) -> Iterator[Difference]:
    if expected != got:
        yield Difference(f"{name}: {expected}", shown(got))


# ---- components


class Member(TypedDict):
    """A component as an implementation tells it."""

    name: str | int
    copies: int
    data: Mapping[str, Json]


class Kind(TypedDict):
    """A kind of components as an implementation tells it."""

    kind: str
    members: Sequence[Member]


def _components(check: Check, here: Here) -> Asking:
    result = yield Call("components", encode(here.case.start))
    return list(component_differences(check.then.components or {}, result["components"]))


def component_differences(expected: Mapping[str, ComponentKind], kinds: Sequence[Kind]) -> Iterator[Difference]:
    """Yield how the components differ; kinds and members that are not named are not looked at."""
    known = {kind["kind"]: kind["members"] for kind in kinds}
    for kind, wanted in expected.items():
        if kind not in known:
            yield Difference(f"components of the kind {kind}", plain(f"kinds {', '.join(known)}"))
            continue
        members = known[kind]
        if "count" in wanted:
            copies = sum(member["copies"] for member in members)
            yield from _number_differences(f"{kind}: copies in all", wanted["count"], copies)
        for member in wanted.get("members", ()):
            yield from _member_differences(kind, member, members)


def _member_differences(kind: str, wanted: JsonObject, members: Sequence[Member]) -> Iterator[Difference]:
    name = wanted["name"]
    found = [member for member in members if type(member["name"]) is type(name) and member["name"] == name]
    if len(found) != 1:
        yield Difference(f"one {kind} {shown(name)}", f"{len(found)} of them")
        return
    data = {"copies": found[0]["copies"], **found[0].get("data", {})}
    expected = {key: value for key, value in wanted.items() if key != "name"}
    # What is not printed on a component may be left out, be nothing or be 0: it is the same component.
    for each in differences(replaced(expected, 0, NOTHING), replaced(data, 0, NOTHING)):
        yield Difference(f"{kind} {shown(name)}: {each.expected}", each.got)
