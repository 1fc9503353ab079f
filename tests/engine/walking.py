"""Walks games in both engines and says where they first differ."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import wasmtime

from tilelaw_dsl import ir
from tilelaw_engine import decode, decode_move, encode, encode_move
from tilelaw_engine.compile import Compiled, compile_game
from tilelaw_engine.layout import type_layout
from tilelaw_engine.to_json import pending, value_of, zone_places
from tilelaw_engine.to_record import number_of, write_pieces
from tilelaw_reference import Engine, RulesError, State
from tilelaw_reference.model.json_values import json_value
from tilelaw_reference.model.position import Question, Shuffling

FUEL = 2_000_000_000


class Bare:
    """A module, used directly."""

    def __init__(self, game: ir.Game, *, is_shared: bool = False) -> None:
        self.compiled: Compiled = compile_game(game, is_shared=is_shared)
        self.layout = self.compiled.layout
        self.areas = self.compiled.areas
        config = wasmtime.Config()
        config.consume_fuel = True
        engine = wasmtime.Engine(config)
        self.store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self.store, wasmtime.Module(engine, self.compiled.wasm), [])
        self.exports = instance.exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self.memory = memory

    def call(self, name: str, *arguments: int) -> Any:
        function = self.exports[name]
        assert isinstance(function, wasmtime.Func)
        self.store.set_fuel(FUEL)
        return function(self.store, *arguments)

    def read(self, area: str, size: int, offset: int = 0) -> bytes:
        start = self.areas[area] + offset
        return bytes(self.memory.read(self.store, start, start + size))

    def write(self, area: str, data: bytes, offset: int = 0) -> None:
        self.memory.write(self.store, data, self.areas[area] + offset)

    @property
    def record(self) -> bytes:
        return self.read("record", self.layout["size"])

    def load(self, record: bytes) -> None:
        self.write("record", record)

    def start(self, mode: int) -> int:
        status: int = self.call("start", self.areas["record"], mode)
        return status

    def moves(self) -> list[dict[str, Any]]:
        count = self.call("moves", self.areas["record"])
        if count < 0:
            raise RulesError(f"error {count}")
        size = self.layout["move"]
        listed = self.read("moves", count * size)
        player = int.from_bytes(self.record[2:4], "little") - 1
        return [decode_move(self.layout, listed[i * size : (i + 1) * size], player) for i in range(count)]

    def apply(self, move: bytes, mode: int = 0) -> int:
        self.write("move", move)
        status: int = self.call("apply", self.areas["record"], self.areas["move"], mode)
        return status

    def resume(self, order: list[int]) -> int:
        record = bytearray(self.record)
        zone, owner = zone_places(self.layout)[pending(self.layout, self.record)[0]]
        write_pieces({**zone, "order": "pile"}, owner, order, record)
        self.load(bytes(record))
        status: int = self.call("resume", self.areas["record"], 0)
        return status

    def judge(self, move: bytes) -> tuple[int, list[str]]:
        self.write("move", move)
        code: int = self.call("judge", self.areas["record"], self.areas["move"])
        action = self.layout["actions"][int.from_bytes(move[:2], "little")]
        flags = self.read("judged", len(action["requirements"]))
        return code, [rule for rule, flag in zip(action["requirements"], flags, strict=True) if flag]

    def scores(self, game: ir.Game) -> list[dict[str, Any]]:
        self.call("score", self.areas["record"])
        self.call("rank", self.areas["record"])
        found = []
        step, results = 8 + 16 * self.areas["lines"], 8 + 8 * self.areas["results_most"]
        for side in range(self.layout["sides"]):
            data = self.read("scores", step, side * step)
            lines = []
            for place in range(int.from_bytes(data[:4], "little")):
                at = 8 + 16 * place
                number = int.from_bytes(data[at : at + 4], "little")
                key = int.from_bytes(data[at + 4 : at + 8], "little", signed=True)
                points = int.from_bytes(data[at + 8 : at + 16], "little", signed=True)
                decl = game.scores[number]
                line: dict[str, Any] = {"rule": decl.rule, "points": points}
                if decl.each is not None:
                    owner = side if game.sides is None else None
                    line["key"] = value_of(self.layout, type_layout(decl.each.type), key, owner)
                lines.append(line)
            data = self.read("results", results, side * results)
            count = int.from_bytes(data[:4], "little")
            result = [int.from_bytes(data[8 + 8 * n : 16 + 8 * n], "little", signed=True) for n in range(count)]
            found.append({"side": side, "lines": lines, "total": sum(x["points"] for x in lines), "result": result})
        return found


class Difference(AssertionError):
    """Where both engines part."""


@dataclass
class Walk:
    engine: Engine
    bare: Bare
    states: int = 0

    def compare(self, state: State) -> None:
        """Compare everything about a position; the record has been loaded."""
        bare = self.bare
        self.states += 1
        written = encode(bare.layout, state.to_json())
        if bare.record != written:
            self._differ("record", decode(bare.layout, bare.record), state.to_json(), state)
        if decode(bare.layout, bare.record) != state.to_json():
            self._differ("decoded", decode(bare.layout, bare.record), state.to_json(), state)
        if isinstance(state.position.due, Shuffling):
            return
        self._moves(state)
        self._scores(state)
        broken = bare.call("invariants", bare.areas["record"])
        flags = bare.read("judged", len(self.engine.game.invariants))
        names = list(dict.fromkeys(i.rule for i, f in zip(self.engine.game.invariants, flags, strict=True) if f))
        if names != state.broken_invariants():
            self._differ("invariants", (broken, names), state.broken_invariants(), state)
        self._observed(state)
        if bare.record != written:
            self._differ("changed", 0, 0, state)

    def _moves(self, state: State) -> None:
        try:
            ours: Any = [move.to_json() for move in state.moves()]
        except RulesError:
            ours = None
        try:
            theirs: Any = self.bare.moves()
        except RulesError:
            theirs = None
        if ours != theirs:
            missing = [move for move in ours or [] if move not in (theirs or [])]
            extra = [move for move in theirs or [] if move not in (ours or [])]
            self._differ(
                "moves", ("missing", missing[:3], "extra", extra[:3]), (len(ours or []), len(theirs or [])), state
            )

        counted = self.bare.call("perft", self.bare.areas["record"], 1)
        if ours is not None and counted != len(ours):
            self._differ("counted", counted, len(ours), state)

    def _scores(self, state: State) -> None:
        ours = [
            {"side": s["side"], "lines": s["lines"], "total": s["total"], "result": s["result"]} for s in state.score()
        ]
        theirs = self.bare.scores(self.engine.game)
        if ours != theirs:
            self._differ("scores", theirs, ours, state)

    def _observed(self, state: State) -> None:
        size = self.bare.layout["size"] + len(zone_places(self.bare.layout))
        for player in range(self.engine.game.players):
            self.bare.call("observe", self.bare.areas["record"], player + 1)
            ours, theirs = state.observe(player), decode(self.bare.layout, self.bare.read("seen", size))
            if ours != theirs:
                self._differ("observed", theirs, ours, state)

    def judge(self, state: State, move: dict[str, Any]) -> None:
        """Compare what both say of a move."""
        due = state.position.due
        assert isinstance(due, Question)
        ours = state.judge(move)
        code, rules = self.bare.judge(encode_move(self.bare.layout, move, due.player))
        theirs = (code == 0, rules if code == 1 else None)
        outside = any(each.argument for each in ours.rejections)
        expected = (ours.legal, None if ours.legal or outside or code == 2 else [e.rule for e in ours.rejections])
        if theirs != expected or outside != (code > 2):
            self._differ("judged", (code, rules, move), [e.rule for e in ours.rejections], state)

    def _is_told(self, status: int, message: str) -> bool:
        """Return whether an error names the rules that the evaluator names."""
        rules, data = self.bare.layout["rules"], self.bare.read("error", 4)
        numbers = [int.from_bytes(data[:2], "little"), int.from_bytes(data[2:], "little")]
        told = {-4: numbers[:1], -6: [], -7: []}.get(status, numbers)
        return all(f"`{rules[number]}`" in message for number in told)

    def _differ(self, what: str, theirs: Any, ours: Any, state: State) -> None:
        raise Difference(f"{what}\ncompiled: {theirs}\nevaluator: {ours}\nat {state.to_text()}")

    def game(self, seed: int, most: int = 1_000_000, near: int = 0) -> None:
        """Walk a random game."""
        chance = random.Random(seed)
        try:
            state = self.engine.start()
        except RulesError:
            assert self.bare.start(0) < 0
            return
        assert self.bare.start(0) == 0
        for _ in range(most):
            self.bare.load(encode(self.bare.layout, state.to_json()))
            self.compare(state)
            if state.is_over:
                return
            due = state.position.due
            if isinstance(due, Shuffling):
                pieces = list(state.position.zones[due.zone])
                chance.shuffle(pieces)
                zone, _ = zone_places(self.bare.layout)[pending(self.bare.layout, self.bare.record)[0]]
                numbers = [number_of(self.bare.layout, zone["type"], json_value(piece)) for piece in pieces]
                before = state
                try:
                    state = state.apply([json_value(piece) for piece in pieces])
                except RulesError:
                    if self.bare.resume(numbers) >= 0:
                        self._differ("no error", 0, pieces, before)
                    return
                status = self.bare.resume(numbers)
            else:
                moves = state.moves()
                for _ in range(near):
                    self.judge(state, _beside(chance.choice(moves).to_json(), chance))
                move = chance.choice(moves)
                self.judge(state, move.to_json())
                self.bare.load(encode(self.bare.layout, state.to_json()))
                before = state
                try:
                    state = state.apply(move)
                except RulesError as error:
                    status = self.bare.apply(encode_move(self.bare.layout, move.to_json(), move.player))
                    if status >= 0 or not self._is_told(status, str(error)):
                        self._differ("error", (status, self.bare.read("error", 4)), error, before)
                    return
                status = self.bare.apply(encode_move(self.bare.layout, move.to_json(), move.player))
            if status != 0:
                self._differ("status", (status, self.bare.read("error", 4)), 0, state)
            if self.bare.record != encode(self.bare.layout, state.to_json()):
                self._differ("successor", decode(self.bare.layout, self.bare.record), state.to_json(), state)


def _beside(move: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a move with one cell one step beside."""
    ((action, given),) = move.items()
    values = dict(given)
    cells = [name for name, value in values.items() if isinstance(value, list)]
    if cells:
        name = chance.choice(cells)
        x, y, *rest = values[name]
        values[name] = [x + chance.choice((-1, 0, 1)), y + chance.choice((-1, 0, 1)), *rest]
    return {action: values}
