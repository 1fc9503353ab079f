"""Answers and expectations of cases in the words of the table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, assert_never

from tilelaw_conformance import Answer, Case, Expectation, Part
from tilelaw_draw import board_looks, write_board
from tilelaw_dsl import ir
from tilelaw_press.model import Reading
from tilelaw_press.pages.catalogue import catalogue, rule_path
from tilelaw_press.press import Press

MOST = 12
"""How many answers are told one by one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of what is expected: words, perhaps a rule they lead to, and perhaps data as text."""

    words: str
    rule: str = ""
    """The path of a rule's page, of which the words are the title."""
    code: str = ""
    is_block: bool = False
    """The code has several lines."""


@lru_cache(maxsize=64)
def _boards(press: Press, ruleset: str, players: int) -> Mapping[str, Any]:
    sources = press.sources
    return board_looks(sources.manifest(ruleset, players), sources.look(ruleset, players))


class Speaker:
    """Speaks about cases of one ruleset in the language of a press."""

    def __init__(self, press: Press, ruleset: str, players: int) -> None:
        self._press = press
        self._reading: Reading = press.reading(ruleset, players)
        self._texts = press.shelf.texts(ruleset, players)
        self._boards = _boards(press, ruleset, players)
        self._is_teamed = self._reading.game.sides is not None

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """What members, zones and boards are called; English where the language has no word."""
        found: dict[str, str] = {}
        for language in ("en", self._press.language):
            for texts in self._texts:
                if texts.language == language:
                    found |= {label.name: label.text for label in texts.labels if label.kind in _NAMED}
        game = self._reading.game
        keys = [(zone.name, zone.written) for zone in game.zones] + [
            (board.name, board.written) for board in game.boards
        ]
        return found | {key: found[name] for name, key in keys if name in found}

    def question(self, ask: Mapping[str, Any]) -> str:
        """Return what is asked, and of whom."""
        return f"{self.player(ask['player'])}: {self._reading.ask_text(str(ask['ask'])).text}"

    def player(self, number: int) -> str:
        """Return a player by number; at the table the first is number 1."""
        return self._press.phrases("case.player", n=number + 1)

    def side(self, number: int) -> str:
        """Return a side: a player, or a team."""
        return self._press.phrases("case.team", n=number + 1) if self._is_teamed else self.player(number)

    def answer(self, answer: Answer) -> str:
        """Return an answer in words."""
        if "order" in answer:
            zone = self._name(str(answer.get("shuffle", "")))
            return self._press.phrases("case.shuffle", zone=zone, order=self._value(answer["order"]))
        player = answer.get("player")
        who = f"{self.player(player)}: " if isinstance(player, int) else ""
        for name, given in answer.items():
            if name != "player":
                told = [self._argument(key, value) for key, value in given.items()] if isinstance(given, dict) else []
                action = self._reading.label(ir.LabelKind.ACTION, name).text
                return f"{who}{action}{': ' if told else ''}{', '.join(told)}"
        return who

    def _argument(self, name: str, value: object) -> str:
        if self._reading.has_label(ir.LabelKind.FIELD, name):
            return f"{self._reading.label(ir.LabelKind.FIELD, name).text} {self._value(value)}"
        return self._value(value)

    def _value(self, value: object) -> str:
        match value:
            case bool():
                return self._press.phrases("case.is-so") if value else self._press.phrases("case.is-not")
            case str():
                return self._name(value)
            case list() if 2 <= len(value) <= 3 and all(type(each) is int for each in value):
                return f"({', '.join(map(str, value[:2]))})"
            case list():
                return ", ".join(map(self._value, value))
            case dict():
                return ", ".join(f"{self._name(key)} {self._value(each)}" for key, each in value.items())
            case None:
                return self._press.phrases("case.nothing")
            case _:
                return str(value)

    def _name(self, name: str) -> str:
        return self._names.get(name, name.replace("_", " "))

    # ---- expectations

    def expected(self, then: Expectation, game: str) -> Iterator[Line]:
        """Yield what must hold."""
        for part in then.parts:
            yield from self._part(part, then, game)

    def _part(self, part: Part, then: Expectation, game: str) -> Iterator[Line]:
        match part:
            case Part.LEGAL:
                return self._legal(then, game)
            case Part.COMPONENTS:
                return self._components(then)
            case Part.MOVES:
                return self._moves(then)
            case Part.STATE:
                return self._state(then)
            case Part.OVER:
                return self._over(then)
            case Part.SCORE:
                return self._score(then, game)
            case Part.RANK:
                return self._rank(then)
            case Part.OBSERVE:
                return self._observe(then)
            case Part.PERFT:
                return self._perft(then)
            case _:
                assert_never(part)

    def _legal(self, then: Expectation, game: str) -> Iterator[Line]:
        t = self._press.phrases
        if then.legal:
            yield Line(t("case.legal"))
            return
        yield Line(t("case.refused-only") if then.only else t("case.refused"))
        yield from (self._rule(game, id_) for id_ in then.refused_by)

    def _rule(self, game: str, id_: str) -> Line:
        title = self._reading.rule_title(id_).text if id_ in self._reading.infos else id_
        return Line(title, rule_path(game, id_) if id_ in catalogue(self._press.shelf)[game] else "", id_)

    def _components(self, then: Expectation) -> Iterator[Line]:
        for kind, wanted in (then.components or {}).items():
            count = self._press.phrases("case.in-all", n=wanted["count"]) if "count" in wanted else ""
            members = "\n".join(json.dumps(member, ensure_ascii=False) for member in wanted.get("members", ()))
            yield Line(f"{self._name(kind)}{': ' if count else ''}{count}", code=members, is_block=True)

    def _moves(self, then: Expectation) -> Iterator[Line]:
        moves = then.moves or ()
        yield Line(self._press.phrases("case.moves", n=len(moves)))
        yield from (Line(self.answer(move)) for move in moves[:MOST])
        if len(moves) > MOST:
            yield Line("\N{HORIZONTAL ELLIPSIS}")

    def _state(self, then: Expectation) -> Iterator[Line]:
        yield Line(self._press.phrases("case.then"))
        yield from self._parts(then.state or {})

    def _parts(self, parts: Mapping[str, Any]) -> Iterator[Line]:
        for name, value in parts.items():
            label = self._name(name) if name != "asks" else self._press.phrases("case.asked")
            if name == "asks" and isinstance(value, list) and all(map(is_asked, value)):
                yield from (Line(f"{label} {self.question(ask)}") for ask in value)
            elif boards := self._written(name, value):
                yield from (Line(label + whose, code=text, is_block=True) for whose, text in boards)
            else:
                yield Line(label, code=json.dumps(value, ensure_ascii=False))

    def _written(self, name: str, value: object) -> list[tuple[str, str]]:
        """Return boards in the notation, each with whose it is; nothing for what is no board, or empty."""
        if name not in self._boards or not isinstance(value, list):
            return []
        is_owned = bool(value) and all(isinstance(each, list) for each in value)
        boards = (
            [(f", {self.player(owner)}", cells) for owner, cells in enumerate(value)] if is_owned else [("", value)]
        )
        try:
            return [(whose, write_board(cells, self._boards[name]).rstrip()) for whose, cells in boards if cells]
        except (LookupError, TypeError, ValueError):
            return []  # an expectation may speak of parts of cells only

    def _over(self, then: Expectation) -> Iterator[Line]:
        yield Line(self._press.phrases("case.over") if then.over else self._press.phrases("case.goes-on"))

    def _score(self, then: Expectation, game: str) -> Iterator[Line]:
        t = self._press.phrases
        for side in then.score or ():
            told = [t("case.total", n=side["total"])] if "total" in side else []
            told += [t("case.result", numbers=", ".join(map(str, side["result"])))] if "result" in side else []
            yield Line(f"{self.side(side['side'])}: {'; '.join(told) or t('case.lines')}")
            for line in side.get("lines", ()):
                rule = self._rule(game, line["rule"])
                is_called = self._reading.has_label(ir.LabelKind.SCORE, line["rule"])
                words = self._reading.label(ir.LabelKind.SCORE, line["rule"]).text if is_called else rule.words
                key = f" ({self._value(line['key'])})" if "key" in line else ""
                yield Line(f"{words}{key}", rule.rule, str(line["points"]))

    def _rank(self, then: Expectation) -> Iterator[Line]:
        place = 1
        for group in then.rank or ():
            sides = ", ".join(map(self.side, group))
            yield Line(self._press.phrases("case.place", n=place, sides=sides))
            place += len(group)

    def _observe(self, then: Expectation) -> Iterator[Line]:
        for sight in then.observe or ():
            yield Line(self._press.phrases("case.sees", player=self.player(sight["player"])))
            yield from self._parts(sight["sees"])

    def _perft(self, then: Expectation) -> Iterator[Line]:
        if then.perft is not None:
            yield Line(self._press.phrases("case.perft", n=then.perft["depth"], nodes=then.perft["nodes"]))


_NAMED = frozenset(
    {ir.LabelKind.MEMBER, ir.LabelKind.ZONE, ir.LabelKind.BOARD, ir.LabelKind.VARIABLE, ir.LabelKind.KIND}
)


@lru_cache(maxsize=64)
def speaker(press: Press, ruleset: str, players: int) -> Speaker:
    """Return who speaks about the cases of a ruleset."""
    return Speaker(press, ruleset, players)


def questions(case: Case, position: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return what is asked in a position that a case begins with or shows."""
    asks = position.get("asks") or case.position.get("asks") or []
    return [ask for ask in asks if is_asked(ask)] if isinstance(asks, list) else []


def is_asked(ask: object) -> bool:
    """Return whether a player is asked; otherwise a shuffle is due, or an expectation tells only some of it."""
    return isinstance(ask, dict) and {"ask", "player"} <= ask.keys()
