"""The engine that is compared with the evaluator: the compiled module, asked directly for everything it can say.

The public states of the compiled engine leave to the evaluator what is seldom asked. Here nothing is left to it: moves,
judgements, successors, scores, rankings, observations, invariants and counts all come from the module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from struct import unpack
from typing import Any

from engine.prove.compare import SomeEngine
from engine.walking import Bare
from tilelaw_dsl import ir
from tilelaw_engine import decode, encode, encode_move
from tilelaw_engine.layout import items_of
from tilelaw_engine.to_json import pending, zone_places
from tilelaw_engine.to_record import number_of
from tilelaw_reference import RulesError, ShuffleDue
from tilelaw_reference.play.flow import too_long
from tilelaw_reference.wire.write import text

LEGAL, REFUSED, NOT_TAKEN = 0, 1, 2
TOLD = {
    -1: "the rules `{}` and `{}` give two values",
    -2: "the rules `{}` and `{}` both change it: one gives it a value, the other adds to it",
    -3: "the rules `{}` and `{}` both change it from its old value",
    -4: "the rule `{}` takes it, where it is not",
    -5: "the rules `{}` and `{}` both take it",
    -6: "the loop `{}` goes round without asking anybody",
    -7: "player 1 is asked `{}` and has no legal answer",
}
Json = Any


def second(game: ir.Game) -> SomeEngine:
    """Return the second engine of a game."""
    return ModuleEngine(game)


def second_shared(game: ir.Game) -> SomeEngine:
    """Return the second engine of a game, with definitions that are functions of their own."""
    return ModuleEngine(game, is_shared=True)


@dataclass(frozen=True, slots=True)
class Reply:
    """A move as the module lists it."""

    data: Mapping[str, Json]

    def to_json(self) -> Mapping[str, Json]:
        """Return it as JSON data."""
        return self.data


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule that refuses a move."""

    rule: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the module says of a move."""

    legal: bool
    rejections: Sequence[Refusal]


class ModuleEngine:
    """Plays one game by its module."""

    def __init__(self, game: ir.Game, *, is_shared: bool = False) -> None:
        self.game = game
        self.bare = Bare(game, is_shared=is_shared)

    def start(self) -> ModuleState:
        """Return the first resting place."""
        return self.rested(self.bare.start(0))

    def state(self, data: Json) -> ModuleState:
        """Return the position that is written as canonical JSON."""
        return ModuleState(self, encode(self.bare.layout, data))

    def rested(self, status: int) -> ModuleState:
        """Return where the module rests now, unless it has stopped."""
        self.checked(status)
        return ModuleState(self, self.bare.record)

    def checked(self, status: int) -> int:
        """Return what a function of the module gave, unless it has stopped: then say why as the evaluator does."""
        if status >= 0:
            return status
        one, other = unpack("<HH", self.bare.read("error", 4))
        rules = self.bare.layout["rules"]
        match status:
            case -6:
                loops = [item.name for item in items_of(self.game.flow) if isinstance(item, ir.Repeat | ir.Each)]
                raise RulesError(TOLD[status].format(loops[one]))
            case -7:
                raise RulesError(TOLD[status].format(self.bare.layout["asks"][one]["name"]))
            case -4:
                raise RulesError(TOLD[status].format(rules[one]))
            case -9:
                raise RulesError(too_long(self.game, list(ir.flow_items(self.game.flow))[one]))
            case _:
                raise RulesError(TOLD[status].format(rules[one], rules[other]))


class ModuleState:
    """A position as a record."""

    def __init__(self, engine: ModuleEngine, record: bytes) -> None:
        self.engine, self.record = engine, record
        self.layout = engine.bare.layout

    def _loaded(self) -> Bare:
        self.engine.bare.load(self.record)
        return self.engine.bare

    @property
    def _due(self) -> int:
        return int.from_bytes(self.record[:2], "little")

    @property
    def _asked(self) -> int:
        return int.from_bytes(self.record[2:4], "little") - 1

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self._due == 0

    def moves(self) -> Sequence[Reply]:
        """Return every legal move once, in canonical order."""
        if pending(self.layout, self.record):
            raise ShuffleDue("")
        moves = self._loaded().moves()
        if not moves and not self.is_over:
            raise RulesError(TOLD[-7].format(self.layout["asks"][self._due - 1]["name"]))
        return [Reply(move) for move in moves]

    def judge(self, move: Json, player: int | None = None) -> Verdict:
        """Return whether a move is legal, by the player asked unless another is named."""
        if player not in (None, self._asked) or pending(self.layout, self.record):
            return Verdict(False, [Refusal(ir.NOT_ASKED)])
        written = encode_move(self.layout, move, self._asked)
        code, rules = self._loaded().judge(written)
        if code == NOT_TAKEN:
            rules = [ir.NOT_ASKED]
        elif code > NOT_TAKEN:
            rules = [self.layout["actions"][int.from_bytes(written[:2], "little")]["rule"]]
        return Verdict(code == LEGAL, [Refusal(rule) for rule in rules])

    def apply(self, answer: Json) -> ModuleState:
        """Return the next resting place."""
        bare = self._loaded()
        if isinstance(answer, list):
            answer = {"order": answer}
        if "order" in answer:
            zone, _ = zone_places(self.layout)[pending(self.layout, self.record)[0]]
            return self.engine.rested(
                bare.resume([number_of(self.layout, zone["type"], one) for one in answer["order"]])
            )
        written = encode_move(self.layout, {k: v for k, v in answer.items() if k != "player"}, self._asked)
        if bare.judge(written)[0] == LEGAL:
            written = bare.read("move", self.layout["move"])  # with its arguments in canonical order
        bare.load(self.record)
        return self.engine.rested(bare.apply(written))

    def score(self) -> Json:
        """Return lines, total and result of every side."""
        found = self._loaded().scores(self.engine.game)
        return [{**side, "players": self.layout["teams"][side["side"]]} for side in found]

    def ranking(self) -> Json:
        """Return the sides in groups, best first."""
        results = {side["side"]: side["result"] for side in self._loaded().scores(self.engine.game)}
        order = sorted(set(map(tuple, results.values())), reverse=True)
        groups: list[dict[str, Json]] = []
        for result, following in zip(order, [*order[1:], None], strict=True):
            group: dict[str, Json] = {"sides": [side for side, own in results.items() if tuple(own) == result]}
            if following is not None:
                group["decided_by"] = sum(
                    1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(result, following, strict=False))
                )
            groups.append(group)
        return groups

    def broken_invariants(self) -> Json:
        """Return the rules that hold in every whole position but not here."""
        bare = self._loaded()
        bare.call("invariants", bare.areas["record"])
        flags = bare.read("judged", len(self.engine.game.invariants))
        broken = [each.rule for each, flag in zip(self.engine.game.invariants, flags, strict=True) if flag]
        return list(dict.fromkeys(broken))

    def observe(self, player: int) -> Json:
        """Return the position as a player may know it."""
        bare = self._loaded()
        bare.call("observe", bare.areas["record"], player + 1)
        return decode(self.layout, bare.read("seen", self.layout["size"] + len(zone_places(self.layout))))

    def to_json(self) -> Json:
        """Return the position as canonical JSON data."""
        return decode(self.layout, self.record)

    def to_text(self) -> str:
        """Return the position as canonical text."""
        return text(self.to_json())

    def perft(self, depth: int) -> int:
        """Return how many sequences of so many moves there are."""
        bare = self._loaded()
        count: int = bare.call("perft", bare.areas["record"], depth)
        return self.engine.checked(count)
