"""Functions of the module that take pieces from zones and put them into others, and that shuffle zones.

While effects are worked out, what is to be taken and to join is noted. Then it happens: pieces leave by their place,
then by their name, then pieces join, each where its zone keeps it. A zone place has a number, owner by owner in the
order of the layout; a table tells the functions where it lies and how it keeps its pieces.
"""

from __future__ import annotations

from tilelaw_engine.lower.terms import NotLowered
from tilelaw_engine.lower.world import World
from tilelaw_engine.shapes import ZoneLayout
from tilelaw_engine.text.atoms import Value
from tilelaw_engine.text.code import Code
from tilelaw_engine.to_json import zone_places

BY_NAME = 0xFFFF
MOST_PIECES = 0xFFFE
"""A record has no room for more pieces in a zone."""


def first_place(world: World, zone: str) -> int:
    """Return the number of the place of a zone, or of its first owner's."""
    return [place["name"] for place, _ in zone_places(world.layout)].index(zone)


def zone_table(world: World) -> int:
    """Return the address of the table of zone places, 4 bytes each: offset, width, order, ranks.

    The order is 1 for a zone that is sorted, and more for a row with marks: twice the place of its kind, and 3.
    """
    numbers: list[int] = []
    kinds = marked_kinds(world)
    for zone, owner in zone_places(world.layout):
        order = int(zone["order"] != "pile")
        if zone["order"] == "row" and zone["type"].get("of") in kinds:
            order = 2 * kinds.index(zone["type"].get("of", "")) + 3
        numbers += [zone["offsets"][owner], zone["width"], order, _ranks(world, zone)]
    return world.table(numbers, 4)


def marked_kinds(world: World) -> list[str]:
    """Return the kinds whose pieces can be marked."""
    return list(dict.fromkeys(mark.kind for mark in world.game.marks))


def _settling(world: World) -> str:
    """Return the text that takes the marks off a piece that was taken from a row, if it lies in none now."""
    order = "(i32.load offset=8 (i32.add TABLE (i32.shl (i32.load16_u (local.get $at)) (i32.const 4))))"
    order = order.replace("TABLE", f"(i32.const {zone_table(world)})")
    return "\n".join(
        f"(if (i32.eq {order} (i32.const {2 * number + 3}))"
        f" (then (call $settle_{number} (local.get $r) (i32.load16_u offset=2 (local.get $at)))))"
        for number, _ in enumerate(marked_kinds(world))
    )


GET = "(i32.load8_u offset=2 (i32.add {0} {2}))"
PUT = "(i32.store8 offset=2 (i32.add {0} {2}) {3})"


def _inlined(text: str, name: str, written: str) -> str:
    """Return a text in which the calls of a small function are written out, for pieces of one byte."""
    head, call, rest = text.rpartition(f"(call ${name} ")
    while call:
        depth, start, end, parts = 0, 0, 0, []
        for end, letter in enumerate(rest):
            depth += (letter == "(") - (letter == ")")
            if depth == 0 and letter == ")":
                parts.append(rest[start : end + 1].strip())
                start = end + 1
            if depth < 0:
                break
        text = head + written.format(*parts) + rest[end + 1 :]
        head, call, rest = text.rpartition(f"(call ${name} ")
    return text


def _ranks(world: World, zone: ZoneLayout) -> int:
    ranks = zone.get("ranks")
    return world.table([0, *ranks], 2) if ranks else 0


def notes(world: World) -> tuple[Value, Value]:
    """Return where it is noted what is taken and what joins."""
    size = 8 * most_notes(world)
    return world.area("taking", size), world.area("joining", size)


def most_notes(world: World) -> int:
    """Return how many pieces can be taken at once, and some more that are named in vain."""
    return 256 + sum(zone["capacity"] * len(zone["offsets"]) for zone in world.layout["zones"])


def add_functions(world: World) -> None:
    """Add the functions that move pieces."""
    if any(zone["capacity"] > MOST_PIECES for zone in world.layout["zones"]):
        raise NotLowered(f"a zone of more than {MOST_PIECES} pieces")
    taking, joining = notes(world)
    table = zone_table(world)
    taken = world.area("taken", 2 * world.layout["size"] + 2)
    text = (
        TEXT.replace("TAKING", taking.text)
        .replace("JOINING", joining.text)
        .replace("TAKEN", taken.text)
        .replace("TABLE", f"(i32.const {table})")
        .replace("MOST", str(most_notes(world)))
        .replace("ERROR", world.area("error", 16).text)
        .replace("SETTLE", _settling(world))
        .replace("PENDING", str(world.layout["pending"]))
        .replace("ALL_SHUFFLES", str(world.layout["shuffles"]))
    )
    if all(zone["width"] == 1 for zone in world.layout["zones"]):
        text = _inlined(_inlined(text, "get", GET), "put", PUT)
    code = Code("pieces", [], "")
    world.add(code)
    world.functions["pieces"].text = text


TEXT = """
(global $takings (mut i32) (i32.const 0))
(global $joinings (mut i32) (i32.const 0))
(global $state (mut i64) (i64.const 0))
(func $get (param $at i32) (param $width i32) (param $i i32) (result i32)
  (if (result i32) (i32.eq (local.get $width) (i32.const 1))
    (then (i32.load8_u offset=2 (i32.add (local.get $at) (local.get $i))))
    (else (i32.load16_u offset=2 (i32.add (local.get $at) (i32.shl (local.get $i) (i32.const 1)))))))
(func $put (param $at i32) (param $width i32) (param $i i32) (param $piece i32)
  (if (i32.eq (local.get $width) (i32.const 1))
    (then (i32.store8 offset=2 (i32.add (local.get $at) (local.get $i)) (local.get $piece)))
    (else (i32.store16 offset=2 (i32.add (local.get $at) (i32.shl (local.get $i) (i32.const 1))) (local.get $piece)))))
(func $note_taking (param $zone i32) (param $piece i32) (param $place i32) (param $rule i32)
  (local $at i32)
  (if (i32.ge_u (global.get $takings) (i32.const MOST)) (then (return)))
  (local.set $at (i32.add TAKING (i32.shl (global.get $takings) (i32.const 3))))
  (global.set $takings (i32.add (global.get $takings) (i32.const 1)))
  (i32.store16 (local.get $at) (local.get $zone))
  (i32.store16 offset=2 (local.get $at) (local.get $piece))
  (i32.store16 offset=4 (local.get $at) (local.get $place))
  (i32.store16 offset=6 (local.get $at) (local.get $rule)))
(func $note_joining (param $zone i32) (param $piece i32)
  (local $at i32)
  (if (i32.ge_u (global.get $joinings) (i32.const MOST)) (then (return)))
  (local.set $at (i32.add JOINING (i32.shl (global.get $joinings) (i32.const 3))))
  (global.set $joinings (i32.add (global.get $joinings) (i32.const 1)))
  (i32.store (local.get $at) (local.get $zone))
  (i32.store offset=4 (local.get $at) (local.get $piece)))
;; takes what is noted, by place or by name; gives 0 or an error
(func $take_noted (param $r i32) (param $by_name i32) (result i32)
  (local $n i32) (local $at i32) (local $zone i32) (local $start i32) (local $width i32) (local $count i32)
  (local $i i32) (local $piece i32) (local $other i32) (local $mark i32)
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $n) (global.get $takings)))
    (local.set $at (i32.add TAKING (i32.shl (local.get $n) (i32.const 3))))
    (local.set $n (i32.add (local.get $n) (i32.const 1)))
    (local.set $i (i32.load16_u offset=4 (local.get $at)))
    (br_if $each (i32.ne (i32.eq (local.get $i) (i32.const 0xFFFF)) (local.get $by_name)))
    (local.set $piece (i32.load16_u offset=2 (local.get $at)))
    (local.set $zone (i32.add TABLE (i32.shl (i32.load16_u (local.get $at)) (i32.const 4))))
    (local.set $start (i32.load (local.get $zone)))
    (local.set $width (i32.load offset=4 (local.get $zone)))
    (local.set $count (i32.load16_u (i32.add (local.get $r) (local.get $start))))
    (local.set $other (i32.const 0))
    (block $found
      (if (local.get $by_name)
        (then
          (local.set $i (i32.const 0))
          (loop $next
            (if (i32.ge_u (local.get $i) (local.get $count))
              (then
                (i32.store16 ERROR (i32.sub (local.get $other) (i32.const 1)))
                (i32.store16 offset=2 ERROR (i32.load16_u offset=6 (local.get $at)))
                (if (i32.eqz (local.get $other))
                  (then (i32.store16 ERROR (i32.load16_u offset=6 (local.get $at))) (return (i32.const -4))))
                (return (i32.const -5))))
            (if (i32.eq (local.get $piece)
                  (call $get (i32.add (local.get $r) (local.get $start)) (local.get $width) (local.get $i)))
              (then
                (local.set $mark (i32.add TAKEN (i32.shl (i32.add (local.get $start)
                  (i32.mul (local.get $i) (local.get $width))) (i32.const 1))))
                (br_if $found (i32.eqz (i32.load16_u (local.get $mark))))
                (if (i32.eqz (local.get $other)) (then (local.set $other (i32.load16_u (local.get $mark)))))))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br $next))))
      (local.set $mark (i32.add TAKEN (i32.shl (i32.add (local.get $start)
        (i32.mul (local.get $i) (local.get $width))) (i32.const 1))))
      (if (i32.load16_u (local.get $mark))
        (then
          (i32.store16 ERROR (i32.sub (i32.load16_u (local.get $mark)) (i32.const 1)))
          (i32.store16 offset=2 ERROR (i32.load16_u offset=6 (local.get $at)))
          (return (i32.const -5)))))
    (i32.store16 (local.get $mark) (i32.add (i32.load16_u offset=6 (local.get $at)) (i32.const 1)))
    (br $each)))
  (i32.const 0))
;; closes the gaps in a zone
(func $close (param $r i32) (param $zone i32)
  (local $start i32) (local $width i32) (local $count i32) (local $i i32) (local $j i32) (local $mark i32)
  (local $at i32)
  (local.set $start (i32.load (local.get $zone)))
  (local.set $width (i32.load offset=4 (local.get $zone)))
  (local.set $at (i32.add (local.get $r) (local.get $start)))
  (local.set $count (i32.load16_u (local.get $at)))
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $i) (local.get $count)))
    (local.set $mark (i32.add TAKEN (i32.shl (i32.add (local.get $start)
      (i32.mul (local.get $i) (local.get $width))) (i32.const 1))))
    (if (i32.load16_u (local.get $mark))
      (then (i32.store16 (local.get $mark) (i32.const 0)))
      (else
        (call $put (local.get $at) (local.get $width) (local.get $j)
          (call $get (local.get $at) (local.get $width) (local.get $i)))
        (local.set $j (i32.add (local.get $j) (i32.const 1)))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each)))
  (i32.store16 (local.get $at) (local.get $j))
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $j) (local.get $count)))
    (call $put (local.get $at) (local.get $width) (local.get $j) (i32.const 0))
    (local.set $j (i32.add (local.get $j) (i32.const 1)))
    (br $each))))
;; puts a piece into a zone, where the zone keeps it
(func $join (param $r i32) (param $number i32) (param $piece i32)
  (local $zone i32) (local $at i32) (local $width i32) (local $count i32) (local $i i32) (local $ranks i32)
  (local $other i32) (local $rank i32) (local $its i32)
  (local.set $zone (i32.add TABLE (i32.shl (local.get $number) (i32.const 4))))
  (local.set $at (i32.add (local.get $r) (i32.load (local.get $zone))))
  (local.set $width (i32.load offset=4 (local.get $zone)))
  (local.set $ranks (i32.load offset=12 (local.get $zone)))
  (local.set $count (i32.load16_u (local.get $at)))
  (local.set $i (local.get $count))
  (if (i32.load offset=8 (local.get $zone))
    (then
      (if (local.get $ranks) (then (local.set $rank
        (i32.load16_u (i32.add (local.get $ranks) (i32.shl (local.get $piece) (i32.const 1)))))))
      (block $out (loop $each
        (br_if $out (i32.eqz (local.get $i)))
        (local.set $other
          (call $get (local.get $at) (local.get $width) (i32.sub (local.get $i) (i32.const 1))))
        (if (local.get $ranks) (then (local.set $its
          (i32.load16_u (i32.add (local.get $ranks) (i32.shl (local.get $other) (i32.const 1)))))))
        (br_if $out (i32.le_u
          (i32.add (i32.shl (local.get $its) (i32.const 16)) (local.get $other))
          (i32.add (i32.shl (local.get $rank) (i32.const 16)) (local.get $piece))))
        (call $put (local.get $at) (local.get $width) (local.get $i) (local.get $other))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br $each)))))
  (call $put (local.get $at) (local.get $width) (local.get $i) (local.get $piece))
  (i32.store16 (local.get $at) (i32.add (local.get $count) (i32.const 1))))
;; takes one piece by its name from a zone that nothing else changes; gives 0 or an error
(func $take_one (param $r i32) (param $number i32) (param $piece i32) (param $rule i32) (result i32)
  (local $zone i32) (local $at i32) (local $width i32) (local $count i32) (local $i i32)
  (local.set $zone (i32.add TABLE (i32.shl (local.get $number) (i32.const 4))))
  (local.set $at (i32.add (local.get $r) (i32.load (local.get $zone))))
  (local.set $width (i32.load offset=4 (local.get $zone)))
  (local.set $count (i32.load16_u (local.get $at)))
  (block $found (loop $each
    (if (i32.ge_u (local.get $i) (local.get $count))
      (then (i32.store16 ERROR (local.get $rule)) (return (i32.const -4))))
    (br_if $found (i32.eq (local.get $piece) (call $get (local.get $at) (local.get $width) (local.get $i))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each)))
  (local.set $count (i32.sub (local.get $count) (i32.const 1)))
  (i32.store16 (local.get $at) (local.get $count))
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $i) (local.get $count)))
    (call $put (local.get $at) (local.get $width) (local.get $i)
      (call $get (local.get $at) (local.get $width) (i32.add (local.get $i) (i32.const 1))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each)))
  (call $put (local.get $at) (local.get $width) (local.get $count) (i32.const 0))
  (i32.const 0))
;; moves the first pieces of a zone that nothing else changes to another one, or (-1) out of the game
(func $move_top (param $r i32) (param $number i32) (param $k i32) (param $target i32)
  (local $zone i32) (local $at i32) (local $width i32) (local $count i32) (local $i i32)
  (local.set $zone (i32.add TABLE (i32.shl (local.get $number) (i32.const 4))))
  (local.set $at (i32.add (local.get $r) (i32.load (local.get $zone))))
  (local.set $width (i32.load offset=4 (local.get $zone)))
  (local.set $count (i32.load16_u (local.get $at)))
  (if (i32.ge_s (local.get $target) (i32.const 0)) (then
    (block $out (loop $each
      (br_if $out (i32.ge_u (local.get $i) (local.get $k)))
      (call $join (local.get $r) (local.get $target) (call $get (local.get $at) (local.get $width) (local.get $i)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $each)))))
  (local.set $i (i32.const 0))
  (i32.store16 (local.get $at) (i32.sub (local.get $count) (local.get $k)))
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $i) (local.get $count)))
    (call $put (local.get $at) (local.get $width) (local.get $i)
      (if (result i32) (i32.lt_u (i32.add (local.get $i) (local.get $k)) (local.get $count))
        (then (call $get (local.get $at) (local.get $width) (i32.add (local.get $i) (local.get $k))))
        (else (i32.const 0))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each))))
;; lets everything happen that is noted
(func $move_noted (param $r i32) (result i32)
  (local $n i32) (local $status i32) (local $at i32) (local $zone i32) (local $closed i32)
  (local.set $closed (i32.const -1))
  (local.set $status (call $take_noted (local.get $r) (i32.const 0)))
  (if (i32.eqz (local.get $status))
    (then (local.set $status (call $take_noted (local.get $r) (i32.const 1)))))
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $n) (global.get $takings)))
    (local.set $zone (i32.load16_u (i32.add TAKING (i32.shl (local.get $n) (i32.const 3)))))
    (if (i32.ne (local.get $zone) (local.get $closed))
      (then
        (local.set $closed (local.get $zone))
        (call $close (local.get $r) (i32.add TABLE (i32.shl (local.get $zone) (i32.const 4))))))
    (local.set $n (i32.add (local.get $n) (i32.const 1)))
    (br $each)))
  (local.set $n (i32.const 0))
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $n) (global.get $joinings)))
    (local.set $at (i32.add JOINING (i32.shl (local.get $n) (i32.const 3))))
    (if (i32.eqz (local.get $status))
      (then (call $join (local.get $r) (i32.load (local.get $at)) (i32.load offset=4 (local.get $at)))))
    (local.set $n (i32.add (local.get $n) (i32.const 1)))
    (br $each)))
  (global.set $joinings (i32.const 0))
  (local.set $n (i32.const 0))
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $n) (global.get $takings)))
    (local.set $at (i32.add TAKING (i32.shl (local.get $n) (i32.const 3))))
    SETTLE
    (local.set $n (i32.add (local.get $n) (i32.const 1)))
    (br $each)))
  (global.set $takings (i32.const 0))
  (local.get $status))
;; notes that the order of a zone is due
(func $pend (param $r i32) (param $number i32)
  (local $i i32) (local $at i32)
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $i) (i32.const ALL_SHUFFLES)))
    (local.set $at (i32.add (local.get $r) (i32.add (i32.const PENDING) (i32.shl (local.get $i) (i32.const 1)))))
    (br_if $out (i32.eq (i32.load16_u (local.get $at)) (local.get $number)))
    (if (i32.eqz (i32.load16_u (local.get $at)))
      (then (i32.store16 (local.get $at) (local.get $number)) (br $out)))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each))))
(func $random (result i64)
  (local $z i64)
  (global.set $state (i64.add (global.get $state) (i64.const 0x9E3779B97F4A7C15)))
  (local.set $z (global.get $state))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 30)))
    (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $z (i64.mul (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 27)))
    (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $z) (i64.shr_u (local.get $z) (i64.const 31))))
(func $below (param $n i32) (result i32)
  (i32.wrap_i64 (i64.shr_u (i64.mul (i64.shr_u (call $random) (i64.const 32))
    (i64.extend_i32_u (local.get $n))) (i64.const 32))))
;; shuffles a zone by the generator, or leaves it in component order
(func $shuffle (param $r i32) (param $number i32) (param $mode i32)
  (local $zone i32) (local $at i32) (local $width i32) (local $i i32) (local $j i32) (local $held i32)
  (local.set $zone (i32.add TABLE (i32.shl (local.get $number) (i32.const 4))))
  (local.set $at (i32.add (local.get $r) (i32.load (local.get $zone))))
  (local.set $width (i32.load offset=4 (local.get $zone)))
  (local.set $i (i32.load16_u (local.get $at)))
  (if (i32.eq (local.get $mode) (i32.const 1))
    (then
      (block $out (loop $each
        (br_if $out (i32.le_s (local.get $i) (i32.const 1)))
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (local.set $j (call $below (i32.add (local.get $i) (i32.const 1))))
        (local.set $held (call $get (local.get $at) (local.get $width) (local.get $i)))
        (call $put (local.get $at) (local.get $width) (local.get $i)
          (call $get (local.get $at) (local.get $width) (local.get $j)))
        (call $put (local.get $at) (local.get $width) (local.get $j) (local.get $held))
        (br $each)))
      (return)))
  (local.set $i (i32.const 1))
  (block $out (loop $each
    (br_if $out (i32.ge_s (local.get $i) (i32.load16_u (local.get $at))))
    (local.set $held (call $get (local.get $at) (local.get $width) (local.get $i)))
    (local.set $j (local.get $i))
    (block $there (loop $back
      (br_if $there (i32.eqz (local.get $j)))
      (br_if $there (i32.le_u (call $get (local.get $at) (local.get $width) (i32.sub (local.get $j) (i32.const 1)))
        (local.get $held)))
      (call $put (local.get $at) (local.get $width) (local.get $j)
        (call $get (local.get $at) (local.get $width) (i32.sub (local.get $j) (i32.const 1))))
      (local.set $j (i32.sub (local.get $j) (i32.const 1)))
      (br $back)))
    (call $put (local.get $at) (local.get $width) (local.get $j) (local.get $held))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each))))
(func $shuffle_pending (param $r i32) (param $mode i32)
  (local $i i32) (local $at i32)
  (block $out (loop $each
    (br_if $out (i32.ge_u (local.get $i) (i32.const ALL_SHUFFLES)))
    (local.set $at (i32.add (local.get $r) (i32.add (i32.const PENDING) (i32.shl (local.get $i) (i32.const 1)))))
    (if (i32.load16_u (local.get $at))
      (then
        (call $shuffle (local.get $r) (i32.sub (i32.load16_u (local.get $at)) (i32.const 1)) (local.get $mode))
        (i32.store16 (local.get $at) (i32.const 0))))
    (local.set $i (i32.add (local.get $i) (i32.const 1)))
    (br $each))))
"""
