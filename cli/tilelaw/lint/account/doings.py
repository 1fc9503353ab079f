"""What the effects of rules did: what was changed, and what their conditions read at that moment and afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tilelaw.lint.account.facts import Fact, Reader
from tilelaw.lint.account.reading import Reading
from tilelaw.lint.account.said import said
from tilelaw.lint.account.tally import Choices, Tally
from tilelaw.lint.account.told import Scene
from tilelaw.lint.account.words import Words
from tilelaw_dsl import ir
from tilelaw_reference import JsonObject, Moment, State, json_value

Kind = tuple[str, ...]
"""What was changed, without where."""


@dataclass(frozen=True, slots=True)
class Example:
    """What a rule changed after an answer, and why."""

    scene: Scene
    events: tuple[JsonObject, ...]
    facts: tuple[Fact, ...]
    staying: tuple[str, ...]
    """The pieces that the answer names and nothing takes out of their zones."""
    after: State
    shows_cells: bool
    """Whether its conditions look at whole boards."""
    turns: tuple[int, ...]
    """How many each player has had."""
    is_tied: bool
    """Whether the first of several was taken."""


@dataclass(slots=True)
class Late:
    """How often a condition held only when the effects had happened, and an example."""

    times: int = 0
    scene: Scene | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(slots=True)
class Doing:
    """What the effects of one rule did."""

    times: int = 0
    looked: int = 0
    """So often it was looked: after a move, or at the beginning of a game."""
    often: Counter[Kind] = field(default_factory=Counter)
    examples: dict[Kind, Example] = field(default_factory=dict)
    tallies: dict[str, Tally] = field(default_factory=dict)
    """Of the conditions on which it does something."""
    late: Late = field(default_factory=Late)
    choices: Choices = field(default_factory=Choices)


@dataclass(slots=True)
class Doings:
    """What the effects of all rules did that are told of."""

    game: ir.Game
    rules: frozenset[str]
    own: Mapping[str, ir.Define]
    """The definitions of the file."""
    words: Words
    found: dict[str, Doing]
    acting: tuple[str, ...] = ()
    """Those of the rules that have effects."""
    ends: bool = False
    """Whether one of them ends the game."""
    _stores: dict[int, frozenset[ir.Store]] = field(default_factory=dict)
    """What expressions read, by their ids."""
    _defines: dict[str, ir.Define] = field(default_factory=dict)

    def __post_init__(self) -> None:
        consequences = [each for each in self.game.consequences if each.rule in self.rules]
        self.acting = tuple(dict.fromkeys(each.rule for each in consequences))
        self._defines = {define.name: define for define in self.game.defines}
        self.ends = any(isinstance(node, ir.EndGame) for node in ir.walk(*consequences))

    def look(self, after: State, scene: Scene, turns: tuple[int, ...]) -> None:
        """Look at what happened after an answer, or before the first."""
        events, moments = after.events, after.moments
        readings = self._readings(after, moments)
        for rule in self.acting:
            doing = self.found.setdefault(rule, Doing())
            doing.looked += 1
            added_to = readings[rule].added_to if rule in readings else []
            own = [each for each in events if _is_by(each, rule, added_to)]
            if rule in readings:
                self._count(doing, readings[rule], scene, did_nothing=not own)
            if not own:
                continue
            doing.times += 1
            kind = tuple(dict.fromkeys(_changed(event) for event in own))
            doing.often[kind] += 1
            known, reading = doing.examples.get(kind), readings[rule]
            if known is None or (reading.is_tied, scene.players) > (known.is_tied, known.scene.players):
                doing.examples[kind] = Example(
                    scene,
                    tuple(own),
                    reading.facts_with_later(self._reader(after)),
                    tuple(_staying(self.game, rule, moments, events)),
                    after,
                    reading.shows_cells,
                    turns,
                    reading.is_tied,
                )

    def _readings(self, after: State, moments: Sequence[Moment]) -> dict[str, Reading]:
        """Return what each rule read."""
        readings: dict[str, Reading] = {}
        evaluated = [*(each.here.value for each in moments), after.value]
        readers = [Reader(value, self.words, self.own) for value in evaluated]
        for moment, before, then in zip(moments, readers[:-1], readers[1:], strict=True):
            for consequence in moment.consequences:
                if consequence.rule in self.rules:
                    doing = self.found.setdefault(consequence.rule, Doing())
                    reading = readings.setdefault(
                        consequence.rule, Reading(self._reads, self._looks_at_boards, doing.choices)
                    )
                    reading.read(consequence, before, then, moment.bindings)
        return readings

    def _reader(self, state: State) -> Reader:
        return Reader(state.value, self.words, self.own)

    def _reads(self, node: ir.Expr) -> frozenset[ir.Store]:
        """Return what an expression reads of the position."""
        if id(node) not in self._stores:
            self._stores[id(node)] = ir.stores_read(node, self._defines)
        return self._stores[id(node)]

    def _looks_at_boards(self, node: ir.Expr) -> bool:
        return any(isinstance(part, ir.Cells) for part in ir.walk_called(node, self._defines))

    def _count(self, doing: Doing, reading: Reading, scene: Scene, *, did_nothing: bool) -> None:
        """Count what the conditions of a rule came to."""
        for condition in reading.conditions:
            doing.tallies.setdefault(condition.text, Tally()).add(condition.judged)
            if condition.late and did_nothing:  # else it may itself have taken away what it read
                doing.late.times += 1
                if doing.late.scene is None or scene.players > doing.late.scene.players:
                    doing.late.scene, doing.late.facts = scene, condition.late


def _is_by(event: JsonObject, rule: str, added_to: Iterable[JsonObject]) -> bool:
    """Say whether a rule has changed something, perhaps together with others."""
    if event["event"] in ("answer", "skip"):
        return False
    return event["rule"] == rule or any(place.items() <= event.items() for place in added_to)


def _changed(event: JsonObject) -> str:
    """Return what an event changes, without saying where."""
    return " ".join(str(event[name]) for name in ("event", "variable", "field", "mark", "from", "to") if name in event)


def _staying(game: ir.Game, rule: str, moments: Sequence[Moment], events: Iterable[JsonObject]) -> Iterator[str]:
    """Yield the pieces that an answer names, if it is to the rule, and that nothing takes out of their zones."""
    if not moments or rule not in {each.rule for each in moments[0].consequences}:
        return
    trigger = moments[0].consequences[0].trigger
    if not isinstance(trigger, ir.AfterAnswer):
        return
    taken = [event for event in events if event["event"] in ("move", "remove")]
    action = next(each for each in game.actions if each.name == trigger.action)
    marked = {mark.kind for mark in game.marks}
    for argument in action.arguments:
        domain = argument.domain.of if isinstance(argument.domain, ir.AsSet) else argument.domain
        if not isinstance(domain, ir.ZoneOf):
            continue
        zone = next(each for each in game.zones if each.name == domain.zone)
        if zone.order is ir.Order.ROW and zone.of.name in marked:
            continue  # there pieces are marked and taken later
        here, env = moments[0].here, moments[0].bindings
        piece = json_value(env[argument.name])
        owner = None if domain.owner is None else here.value(domain.owner, env)
        if not any(_takes(event, zone.name, json_value(owner), piece) for event in taken):
            whose = "" if zone.owner is None else f" of {said(owner, zone.owner)}"
            yield f"{said(env[argument.name], None)} stays in {zone.name}{whose}"


def _takes(event: JsonObject, zone: str, owner: object, piece: object) -> bool:
    pieces = event["pieces"]
    assert isinstance(pieces, list), "pieces are listed"
    return event["from"] == zone and event.get("from_owner") == owner and piece in pieces
