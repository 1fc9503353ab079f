"""What the rules of a file did in games at random, as text: a paragraph for each rule, to be held against its title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tilelaw.lint.account.books import Account, Asked
from tilelaw.lint.account.demands import Demand
from tilelaw.lint.account.doings_text import Draw, doing_lines
from tilelaw.lint.account.points import Places
from tilelaw.lint.account.points_text import points_lines
from tilelaw.lint.account.said import ranges, said_facts, where, whose
from tilelaw.lint.account.tally_text import choice_lines, number_lines
from tilelaw.wording import counted
from tilelaw_dsl import ir
from tilelaw_reference import Json, State

HEAD = "What these rules did; compare it with what you meant:"
MOST_RULES = 12

VIEWERS = {
    ir.Viewers.ALL: "everybody sees",
    ir.Viewers.OWNER: "only its player sees",
    ir.Viewers.NOBODY: "nobody sees",
    ir.Viewers.TEAM: "only its player's team sees",
}


def account_lines(account: Account, draw: Draw, known: set[str]) -> list[str]:
    """Return what rules did that are not `known` yet, and add them to these."""
    game = account.game
    assert game is not None, "games were played"
    told: list[str] = []
    rules = [info for info in game.rules if info.id not in known]
    paragraphs = [(info, lines) for info in rules if (lines := list(_rule(account, game, info.id, draw)))]
    for info, lines in paragraphs[:MOST_RULES]:
        told += [f"  {info.id}  {info.title}", *(f"    {line}".rstrip() for line in lines)]
    if len(paragraphs) > MOST_RULES:
        told.append(f"  and {counted(len(paragraphs) - MOST_RULES, 'rule')} more")
    for ask, asked in account.asked.items():
        if ask not in known:
            told += [f"  ask `{ask}`: {line}" for line in _ask(account, ask, asked)]
    ends = [*_turns(account), *_seen(account, game)]
    told += [f"  {line}" for line in ends if line not in known]
    known |= {info.id for info, _ in paragraphs} | account.asked.keys() | set(ends)
    return [HEAD, *told] if told else []


def _rule(account: Account, game: ir.Game, rule: str, draw: Draw) -> Iterator[str]:
    for (of, _), demand in account.demands.items():
        if of == rule:
            yield from _demand(demand, account)
    if rule in account.told.rules:
        if any(each.rule == rule for each in game.invariants):
            yield f"its invariant held in all {counted(account.positions, 'position')}"
        yield from (f"`{action}` changes nothing" for action in _idle(game, rule))
    if rule in account.doings:
        yield from doing_lines(account.doings[rule], rule, game, account.lengths, draw)
    if rule in account.points:
        yield from points_lines(account.points[rule], account.lengths, draw)
    if rule in account.places:
        yield from _places(account.places[rule])


def _idle(game: ir.Game, rule: str) -> list[str]:
    """Return the actions of a rule that no rule has effects for."""
    active = {e.trigger.action for e in game.consequences if isinstance(e.trigger, ir.AfterAnswer)}
    asks = [item for item in ir.flow_items(game.flow) if isinstance(item, ir.Ask)]
    active |= {branch.action for ask in asks for branch in ask.branches if branch.items}
    return [action.name for action in game.actions if action.rule == rule and action.name not in active]


def _demand(demand: Demand, account: Account) -> Iterator[str]:
    tally = demand.tally
    yield f"requires {demand.text}"
    yield f"allowed {tally.yes} and refused {tally.no} of {counted(tally.yes + tally.no, 'answer')} it was about"
    for word, answered in (("allowed", demand.allowed), ("refused", demand.refused)):
        if answered is not None and (word == "refused" or answered.is_telling):
            facts = said_facts(answered.facts, answered.scene)
            told = f"{where(answered.scene)}, {whose(answered.scene)}"
            yield f"  {word} {told}{': ' if facts else ''}{facts}"
    yield from (f"  {line}" for line in number_lines(tally, "allowed", "refused"))
    yield from (f"  {line}" for line in choice_lines(demand.choices, account.lengths))


def _places(places: Places) -> Iterator[str]:
    yield f"decided who comes before whom in {places.decided} of {counted(places.games, 'game')}"
    if places.example is not None:
        scene, order = places.example
        tied = [", ".join(f"side {side + 1}" for side in sides) + f" with {number}" for sides, number in order]
        yield f"  {where(scene)}: {', then '.join(tied)}"


def _ask(account: Account, ask: str, asked: Asked) -> Iterator[str]:
    """Yield how often it was asked, and how it was answered."""
    told = [counted(asked.answers.total(), "time")]
    if account.shares:
        players = max(account.shares)
        told.append(f"{ranges(account.shares[players][ask])} a game for each of {counted(players, 'player')}")
    told.append(f"at most {counted(asked.running, 'time')} before another player was asked")
    told += [
        f"{text} {ranges(yes + no)} when asked" for text, (yes, no) in asked.conditions.numbers.items() if yes + no
    ]
    chosen = ", ".join(f"{action} {number}" for action, number in asked.answers.most_common())
    yield f"{', '.join(told)}; answered at random: {chosen}"


def _turns(account: Account) -> Iterator[str]:
    """Yield how often everybody is asked, if the file has changed that."""
    if not account.tells_turns:
        return
    told: dict[str, list[int]] = {}
    for players, shares in account.shares.items():
        asked = ", ".join(f"`{ask}` {_times(numbers)}" for ask, numbers in shares.items() if any(numbers))
        told.setdefault(asked, []).append(players)
    for asked, counts in told.items():
        noun = "player" if counts == [1] else "players"
        yield f"in a game with {' or '.join(map(str, counts))} {noun} each is asked {asked}"


def _times(numbers: Counter[int]) -> str:
    return f"{ranges(numbers)} {'time' if numbers.keys() == {1} else 'times'}"


def _seen(account: Account, game: ir.Game) -> Iterator[str]:
    """Yield who sees what the file declares."""
    found: dict[str, list[str]] = {}
    for zone in game.zones:
        also = "".join(f" (and who is asked `{glimpse.ask}`)" for glimpse in zone.glimpses)
        if zone.name in account.told.stores:
            found.setdefault(VIEWERS[zone.seen_by], []).append(f"`{zone.name}`{also}")
    for variable in game.variables:
        if variable.name in account.told.stores:
            found.setdefault(VIEWERS[variable.seen_by], []).append(f"`{variable.name}`")
    if found:
        yield "; ".join(f"{who}: {', '.join(names)}" for who, names in found.items())


def boards_of(state: State, player: int, drawn: Callable[[dict[str, Json]], str]) -> list[str]:
    """Return the boards of a player's side and the shared ones; `drawn` draws each by itself, then other things."""
    position, game = state.to_json(), state.engine.game
    side: Sequence[int] = next(each["players"] for each in state.score() if player in each["players"])
    kept: dict[str, Json] = {name: position[name] for name in ("ruleset", "players")}
    is_wanted: list[bool] = []
    for board in game.boards:
        kept[board.written] = position.get(board.written, [])
        is_wanted += [player in side for player in range(game.players)] if board.owned else [True]
    blocks = zip(drawn(kept).split("\n\n"), is_wanted, strict=False)
    return [line for block, wanted in blocks if wanted for line in block.splitlines()]
