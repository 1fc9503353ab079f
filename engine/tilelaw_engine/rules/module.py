"""The whole module of a game: its functions, what it exports, its memory."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import prod

from tilelaw_dsl import ir
from tilelaw_engine.layout import binding_spots, index_size
from tilelaw_engine.lower.terms import NotLowered, OneByOne
from tilelaw_engine.lower.world import TABLES, World
from tilelaw_engine.rules import changes, effects, flow, judging, listing, moving, pieces, scores, told
from tilelaw_engine.shapes import Layout
from tilelaw_engine.text.code import TooLarge
from tilelaw_engine.to_json import zone_places
from tilelaw_engine.to_record import write_pieces

PAGE = 65536
LEAST_MOVES, MOST_MOVES = 1 << 20, 1 << 26
"""The bytes of the list of moves that a module has of its own."""

DEPTH = 32
"""Sequences of moves are counted to this depth at most."""

Areas = dict[str, int]
Written = tuple[str, Layout, Areas, tuple[OneByOne, ...]]


def module_text(game: ir.Game, *, is_shared: bool = False) -> Written:
    """Return the text of a game's module, its layout, the addresses of the areas of its memory, and what is slow.

    Definitions are shared by their callers where the text would else be too large, or where that is wanted.
    """
    try:
        return _written(World(game, is_shared=is_shared))
    except TooLarge as large:
        if is_shared:
            raise NotLowered(str(large)) from None
    return module_text(game, is_shared=True)


def _written(world: World) -> Written:
    game = world.game
    for name, size in (("record", world.layout["size"]), ("move", world.layout["move"]), ("error", 16)):
        world.area(name, size)
    judged = world.area("judged", 8 + max(len(game.requirements), len(game.invariants)))
    seen = world.area("seen", world.layout["size"] + len(zone_places(world.layout)))
    pieces.add_functions(world)
    actions = {action.name: action for action in game.actions}
    for ask in world.asks.values():
        for name in ask.actions:
            world.add(listing.list_moves(world, ask, actions[name], is_whole=False))
            world.add(judging.judge(world, ask, actions[name], judged))
            world.add(effects.after_answer(world, ask, actions[name]))
        world.add(listing.list_all(world, ask))
    _add_wholes(world, actions)
    for settle in moving.settle(world):
        world.add(settle)
    world.add(judging.judge_any(world))
    world.add(scores.lines(world))
    result, most = scores.results(world)
    world.add(result)
    most_lines = scores.most_lines(world)
    world.area("scores", world.sides() * (8 + scores.LINE * most_lines))
    world.area("results", world.sides() * (8 + 8 * most))
    world.area("stack", (DEPTH + 1) * world.layout["size"])
    world.add(scores.side(world))
    world.add(scores.invariants(world, judged))
    world.add(scores.observe(world, seen))
    course = flow.flow_of(world, binding_spots(game))
    shared = [*_globals(world), _apply(world, course, actions), _go_on(world, course), flow.run(course)]
    shared.append(told.tell(course))
    room = _room_for_moves(world)
    world.area("moves", room)
    shared.append(_fixed(world, course, most_lines, most))
    shared.append(_forget(world))
    text, areas = _placed(world, shared)
    areas |= {"capacity": room // world.layout["move"], "lines": most_lines, "results_most": most}
    return text, world.layout, areas, tuple(world.one_by_one)


def _add_wholes(world: World, actions: dict[str, ir.Action]) -> None:
    """Add the functions that tell whether an action has a legal answer, where some rule asks."""
    wanted = {node.action for one in world.game.requirements for node in ir.walk(one) if isinstance(node, ir.NoLegal)}
    for ask in world.asks.values():
        for name in ask.actions:
            if name in wanted:
                world.add(listing.list_moves(world, ask, actions[name], is_whole=True))


def _globals(world: World) -> list[str]:
    numbers = {one.name: place for place, one in enumerate(world.game.actions)}
    found = ["(global $moment (mut i64) (i64.const 65536))", "(global $lines (mut i32) (i32.const 0))"]
    found.append("(global $left (mut i64) (i64.const 0x7FFFFFFFFFFFFFFF))")
    for place, ask in enumerate(world.asks.values()):
        found += [f"(global $count_{place}_{numbers[name]} (mut i32) (i32.const 0))" for name in ask.actions]
    return found


def _apply(world: World, course: flow.Flow, actions: dict[str, ir.Action]) -> str:
    """Return the function that makes a legal move."""
    numbers = {one.name: place for place, one in enumerate(world.game.actions)}
    lines = [
        '(func $apply (export "apply") (param $r i32) (param $m i32) (param $mode i32) (result i32)',
        "(local $status i32) (local $due i32) (local $action i32)",
        "(local.set $due (i32.load16_u (local.get $r))) (local.set $action (i32.load16_u (local.get $m)))",
    ]
    for place, ask in enumerate(world.asks.values()):
        lines.append(f"(if (i32.eq (local.get $due) (i32.const {place + 1})) (then")
        for name in ask.actions:
            label = flow.after_answer(course, ask, name)
            keep = flow.keep_arguments(course, ask, actions[name])
            lines.append(f"(if (i32.eq (local.get $action) (i32.const {numbers[name]})) (then")
            lines.append(f"(local.set $status (call $do_{place}_{numbers[name]} (local.get $r) (local.get $m)))")
            lines.append("(if (i32.lt_s (local.get $status) (i32.const 0)) (then (return (local.get $status))))")
            lines.append("(if (local.get $status) (then (return")
            lines.append(f"(call $run (local.get $r) (i32.const {flow.OVER}) (local.get $mode)))))")
            lines.append(f"{keep} (return (call $run (local.get $r) (i32.const {label}) (local.get $mode)))))")
        lines.append("))")
    lines.append("(i32.const 0))")
    return "\n".join(lines)


def _go_on(world: World, course: flow.Flow) -> str:
    """Return the function that goes on after a step whose shuffles are done."""
    lines = ["(func $go_on (param $r i32) (param $mode i32) (result i32)"]
    steps = [item for item in course.items.values() if isinstance(item, ir.Step)]
    names = [step["name"] for step in world.layout["steps"]]
    for step in steps:
        number = len(world.layout["asks"]) + names.index(step.name) + 1
        go = f"(return (call $run (local.get $r) (i32.const {flow.after(course, step)}) (local.get $mode)))"
        lines.append(f"(if (i32.eq (i32.load16_u (local.get $r)) (i32.const {number})) (then {go}))")
    lines.append("(i32.const 0))")
    return "\n".join(lines)


def _fixed(world: World, course: flow.Flow, most_lines: int, most_results: int) -> str:
    """Return the functions that are the same for every game but for sizes and addresses."""
    at = world.layout
    first = flow.OVER
    if world.game.flow:
        first = course.label("enter", world.game.flow[0].name)
    moves = [
        f"(call $moves_{place} (local.get $r) (local.get $to) (local.get $end))" for place in range(len(at["asks"]))
    ]
    listed = "\n".join(
        f"(if (i32.eq (i32.load16_u (local.get $r)) (i32.const {place + 1})) (then (return {call})))"
        for place, call in enumerate(moves)
    )
    words = {
        "$SIZE": at["size"],
        "$MOVE": at["move"],
        "$ASKS": len(at["asks"]),
        "$PENDING": at["pending"],
        "$SHUFFLES": at["shuffles"],
        "$FIRST": first,
        "$SIDES": world.sides(),
        "$SCORE_SIZE": 8 + scores.LINE * most_lines,
        "$RESULT_SIZE": 8 + 8 * most_results,
        "$CAPACITY": world.functions["moves"].scratch // at["move"] * at["move"],
        "$CHANGED": world.table([0, *(changes.changed(course, ask) for ask in world.asks.values())], 4),
        "$START": world.table(list(_before_play(world)), 1),
        "$DEPTH": DEPTH,
    }
    text = TEXT.replace("$LISTED", listed)
    for name in ("error", "moves", "scores", "results", "stack"):
        text = text.replace(f"${name.upper()}_AREA", world.area(name, 0).text)
    for name in sorted(words, key=len, reverse=True):
        text = text.replace(name, f"(i32.const {words[name]})")
    return text


def _room_for_moves(world: World) -> int:
    """Return the bytes for a list of moves: as many as the arguments of an ask's actions can have, within bounds."""
    counts = {action.name: prod(_values(world, one.type) for one in action.arguments) for action in world.game.actions}
    most = max([0, *(sum(counts[name] for name in ask.actions) for ask in world.asks.values())])
    return max(LEAST_MOVES, min(MOST_MOVES, most * world.layout["move"]))


def _values(world: World, type_: ir.Type) -> int:
    """Return how many values an argument can have: cells lie on one board as a rule."""
    if isinstance(type_, ir.ThingType) and type_.sort is ir.Sort.CELL:
        return len(world.cells(type_.name))
    return index_size(world.game, type_)


def _forget(world: World) -> str:
    """Return the function that forgets what was noted when effects end in an error."""
    noted = [world.area(name, 0).text for name in world.functions if name.startswith("adds_")]
    lines = [f"(i32.store {address} (i32.const 0))" for address in noted]
    return " ".join(
        ["(func $forget (global.set $takings (i32.const 0)) (global.set $joinings (i32.const 0))", *lines, ")"]
    )


def _before_play(world: World) -> bytes:
    """Return the record before the first step: every zone with the pieces it starts with."""
    record = bytearray(world.layout["size"])
    for decl, zone in zip(world.game.zones, world.layout["zones"], strict=True):
        for owner in range(len(zone["offsets"])):
            numbers = [_piece(world, decl, name) for name, count in decl.starts for _ in range(count)]
            write_pieces(zone, owner, numbers, record)
    return bytes(record)


def _piece(world: World, zone: ir.ZoneDecl, name: str | int) -> int:
    if zone.of.sort is ir.Sort.KIND:
        return world.member(zone.of.name, name)
    assert isinstance(name, int), "only members and players are pieces"
    return name + 1


def _placed(world: World, shared: Iterable[str]) -> tuple[str, Areas]:
    """Return the text of the module with every address in it, and the addresses."""
    at = TABLES + len(world.data)
    addresses: Areas = {}
    for function in world.functions.values():
        at = -(-at // 16) * 16
        addresses[function.name] = at
        at += function.scratch
    areas = {name: addresses[name] for name in AREAS} | {"free": -(-at // 16) * 16}
    pages = -(-areas["free"] // PAGE) + 16
    data = "".join(f"\\{byte:02x}" for byte in world.data)
    parts = [
        "(module",
        f'(memory (export "memory") {pages})',
        *shared,
        *(function.text for function in world.functions.values() if function.text),
        f'(data (i32.const {TABLES}) "{data}")' if data else "",
        ")",
    ]

    def address(found: re.Match[str]) -> str:
        return str(addresses[found[1]] + int(found[2]))

    return re.sub(r"@(\w+):(\d+)", address, "\n".join(parts)), areas


AREAS = ("record", "move", "moves", "judged", "scores", "results", "seen", "error")

TEXT = """
(func $list (param $r i32) (param $to i32) (param $end i32) (result i32)
  $LISTED
  (i32.const 0))
(func $listed (param $r i32) (param $to i32) (param $end i32) (result i32)
  (local $count i32) (local $due i32)
  (local.set $due (i32.load16_u (local.get $r)))
  (local.set $count (call $list (local.get $r) (local.get $to) (local.get $end)))
  (if (i32.and (i32.eqz (local.get $count))
        (i32.and (i32.ne (local.get $due) (i32.const 0)) (i32.le_u (local.get $due) $ASKS)))
    (then (i32.store16 $ERROR_AREA (i32.sub (local.get $due) (i32.const 1))) (return (i32.const -7))))
  (local.get $count))
(func $moves (export "moves") (param $r i32) (result i32)
  (call $listed (local.get $r) $MOVES_AREA (i32.add $MOVES_AREA $CAPACITY)))
(func $start (export "start") (param $r i32) (param $mode i32) (result i32)
  (memory.copy (local.get $r) $START $SIZE)
  (call $run (local.get $r) $FIRST (local.get $mode)))
(func (export "seed") (param $seed i64) (global.set $state (local.get $seed)))
(func (export "random") (result i64) (call $random))
(func $deal (export "deal") (param $r i32) (param $mode i32) (result i32)
  (if (i32.le_u (i32.load16_u (local.get $r)) $ASKS) (then (return (i32.const 0))))
  (call $shuffle_pending (local.get $r) (local.get $mode))
  (call $go_on (local.get $r) (local.get $mode)))
(func (export "resume") (param $r i32) (param $mode i32) (result i32)
  (local $at i32)
  (if (i32.le_u (i32.load16_u (local.get $r)) $ASKS) (then (return (i32.const 0))))
  (local.set $at (i32.add (local.get $r) $PENDING))
  (memory.copy (local.get $at) (i32.add (local.get $at) (i32.const 2))
    (i32.shl (i32.sub $SHUFFLES (i32.const 1)) (i32.const 1)))
  (i32.store16 (i32.add (local.get $at) (i32.shl (i32.sub $SHUFFLES (i32.const 1)) (i32.const 1))) (i32.const 0))
  (if (i32.load16_u (local.get $at))
    (then
      (if (local.get $mode) (then (return (call $deal (local.get $r) (local.get $mode)))))
      (return (i32.const 0))))
  (call $go_on (local.get $r) (local.get $mode)))
(func (export "step") (param $r i32) (param $number i32) (param $mode i32) (result i32)
  (local $status i32)
  (local.set $status (call $apply (local.get $r)
    (i32.add $MOVES_AREA (i32.mul (local.get $number) $MOVE)) (local.get $mode)))
  (if (local.get $status) (then (return (local.get $status))))
  (call $moves (local.get $r)))
(func $total (param $r i32) (param $side i32) (result i64)
  (call $lines (local.get $r) (local.get $side) (i32.const 0)))
(func (export "total") (param $r i32) (param $side i32) (result i64)
  (call $total (local.get $r) (local.get $side)))
(func (export "score") (param $r i32)
  (local $side i32) (local $at i32)
  (local.set $at $SCORES_AREA)
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $side) $SIDES))
    (local.set $side (i32.add (local.get $side) (i32.const 1)))
    (global.set $lines (i32.const 0))
    (drop (call $lines (local.get $r) (local.get $side) (i32.add (local.get $at) (i32.const 8))))
    (i32.store (local.get $at) (global.get $lines))
    (local.set $at (i32.add (local.get $at) $SCORE_SIZE))
    (br $each))))
(func (export "rank") (param $r i32)
  (local $side i32) (local $at i32)
  (local.set $at $RESULTS_AREA)
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $side) $SIDES))
    (local.set $side (i32.add (local.get $side) (i32.const 1)))
    (i32.store (local.get $at) (call $result (local.get $r) (local.get $side) (i32.add (local.get $at) (i32.const 8))))
    (local.set $at (i32.add (local.get $at) $RESULT_SIZE))
    (br $each))))
(func $renew (param $copy i32) (param $r i32) (param $before i32)
  (memory.copy (local.get $copy) (local.get $r) (if (result i32) (local.get $before)
    (then (i32.load (i32.add $CHANGED (i32.shl (i32.load16_u (local.get $r)) (i32.const 2)))))
    (else $SIZE))))
(func $perft (param $r i32) (param $depth i32) (param $to i32) (result i64)
  (local $count i32) (local $i i32) (local $next i32) (local $status i32) (local $child i32)
  (local $total i64) (local $found i64)
  (if (i32.le_s (local.get $depth) (i32.const 0)) (then (return (i64.const 1))))
  (local.set $status (call $deal (local.get $r) (i32.const 2)))
  (if (local.get $status) (then (return (i64.extend_i32_s (local.get $status)))))
  (if (i32.eq (local.get $depth) (i32.const 1))
    (then (return (i64.extend_i32_s (call $listed (local.get $r) (i32.const 0) (i32.const 0))))))
  (local.set $count (call $listed (local.get $r) (local.get $to) (i32.add $MOVES_AREA $CAPACITY)))
  (if (i32.le_s (local.get $count) (i32.const 0)) (then (return (i64.extend_i32_s (local.get $count)))))
  (global.set $left (i64.sub (global.get $left) (i64.extend_i32_s (local.get $count))))
  (if (i64.lt_s (global.get $left) (i64.const 0)) (then (return (i64.const -10))))
  (local.set $next (i32.add (local.get $to) (i32.mul (local.get $count) $MOVE)))
  (if (i32.gt_u (local.get $next) (i32.add $MOVES_AREA $CAPACITY)) (then (return (i64.const -8))))
  (local.set $child (i32.add $STACK_AREA (i32.mul (local.get $depth) $SIZE)))
  (block $out (loop $each
    (br_if $out (i32.ge_s (local.get $i) (local.get $count)))
    (call $renew (local.get $child) (local.get $r) (local.get $i))
    (local.set $found (i64.extend_i32_s (call $apply (local.get $child)
      (i32.add (local.get $to) (i32.mul (local.get $i) $MOVE)) (i32.const 2))))
    (if (i64.lt_s (local.get $found) (i64.const 0)) (then (return (local.get $found))))
    (local.set $found (call $perft (local.get $child) (i32.sub (local.get $depth) (i32.const 1)) (local.get $next)))
    (if (i64.lt_s (local.get $found) (i64.const 0)) (then (return (local.get $found))))
    (local.set $total (i64.add (local.get $total) (local.get $found)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each)))
  (local.get $total))
(func (export "allow") (param $most i64) (global.set $left (local.get $most)))
(func (export "perft") (param $r i32) (param $depth i32) (result i64)
  (if (i32.gt_s (local.get $depth) $DEPTH) (then (return (i64.const -8))))
  (memory.copy $STACK_AREA (local.get $r) $SIZE)
  (call $perft $STACK_AREA (local.get $depth) $MOVES_AREA))
(func $side_of_asked (param $r i32) (result i32)
  (call $side (local.get $r) (i32.load16_u offset=2 (local.get $r))))
(func $best (param $r i32) (param $count i32) (result i32)
  (local $i i32) (local $copy i32) (local $side i32) (local $best i32) (local $most i64) (local $found i64)
  (local.set $side (call $side_of_asked (local.get $r)))
  (local.set $most (i64.const -9223372036854775808))
  (local.set $copy (i32.add $STACK_AREA $SIZE))
  (block $out (loop $each
    (br_if $out (i32.ge_s (local.get $i) (local.get $count)))
    (call $renew (local.get $copy) (local.get $r) (local.get $i))
    (if (i32.eqz (call $apply (local.get $copy)
          (i32.add $MOVES_AREA (i32.mul (local.get $i) $MOVE)) (i32.const 0)))
      (then
        (local.set $found (call $total (local.get $copy) (local.get $side)))
        (if (i64.gt_s (local.get $found) (local.get $most))
          (then (local.set $most (local.get $found)) (local.set $best (local.get $i))))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each)))
  (local.get $best))
(func (export "games") (param $r i32) (param $policy i32) (param $games i32) (result i64)
  (local $made i32) (local $total i64)
  (block $out (loop $each
    (br_if $out (i32.le_s (local.get $games) (i32.const 0)))
    (local.set $games (i32.sub (local.get $games) (i32.const 1)))
    (local.set $made (call $start (local.get $r) (i32.const 1)))
    (if (i32.eqz (local.get $made)) (then (local.set $made
      (call $playout (local.get $r) (local.get $policy) (i32.const 10000)))))
    (if (i32.lt_s (local.get $made) (i32.const 0)) (then (return (i64.extend_i32_s (local.get $made)))))
    (local.set $total (i64.add (local.get $total) (i64.extend_i32_s (local.get $made))))
    (br $each)))
  (local.get $total))
(func $playout (export "playout") (param $r i32) (param $policy i32) (param $most i32) (result i32)
  (local $made i32) (local $count i32) (local $status i32)
  (local.set $status (call $deal (local.get $r) (i32.const 1)))
  (if (local.get $status) (then (return (local.get $status))))
  (block $out (loop $each
    (br_if $out (i32.ge_s (local.get $made) (local.get $most)))
    (local.set $count (call $moves (local.get $r)))
    (if (i32.lt_s (local.get $count) (i32.const 0)) (then (return (local.get $count))))
    (br_if $out (i32.eqz (local.get $count)))
    (local.set $status (call $apply (local.get $r) (i32.add $MOVES_AREA (i32.mul
      (if (result i32) (local.get $policy)
        (then (call $best (local.get $r) (local.get $count)))
        (else (call $below (local.get $count)))) $MOVE)) (i32.const 1)))
    (if (local.get $status) (then (return (local.get $status))))
    (local.set $made (i32.add (local.get $made) (i32.const 1)))
    (br $each)))
  (local.get $made))
(export "judge" (func $judge))
(export "observe" (func $observe))
(export "invariants" (func $invariants))
"""
