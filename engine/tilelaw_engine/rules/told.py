"""What a position tells of the bindings of its ask, so that whoever writes one by hand need not say it again.

A loop around an ask that reads a thing from the position for each pass (`repeat … with x = E`, without `then`) is read
again: what it gives is what the ask carries.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilelaw_dsl import ir
from tilelaw_engine.lower import stored
from tilelaw_engine.lower.terms import Env
from tilelaw_engine.rules import bindings
from tilelaw_engine.rules.flow import Flow
from tilelaw_engine.text.code import Code


def tell(flow: Flow) -> str:
    """Return the function (record) that fills in what the due ask or step carries and its record does not say, and
    gives 1 if something is still missing."""
    lines = ['(func $tell (export "tell") (param $r i32) (result i32)']
    layout = flow.world.layout
    for number, rest in enumerate([*layout["asks"], *layout["steps"]], 1):
        item = flow.items[rest["name"]]
        assert isinstance(item, ir.Ask | ir.Step), "play rests only at asks and steps"
        calls = "".join(f"(call ${code.name} (local.get $r))" for code in _told(flow, item))
        is_missing = "(i32.const 0)"
        for one in rest["carries"]:
            if one["type"]["sort"] not in ("flag", "number"):  # these may be blank
                load = {1: "load8_u", 2: "load16_u", 4: "load"}[one["width"]]
                blank = f"(i32.eqz (i32.{load} offset={one['offset']} (local.get $r)))"
                is_missing = f"(i32.or {is_missing} {blank})"
        is_due = f"(i32.eq (i32.load16_u (local.get $r)) (i32.const {number}))"
        lines.append(f"(if {is_due} (then {calls} (return {is_missing})))")
    return "\n".join([*lines, "(i32.const 0))"])


def _told(flow: Flow, item: ir.Ask | ir.Step) -> Iterator[Code]:
    """Yield a function (record) for each thing that the position tells."""
    before: list[ir.Carried] = []
    for one in item.carries:
        binding = _read_again(flow, item, one.name)
        if binding is not None and isinstance(one.type, ir.ThingType):
            code = Code(f"tell_{item.name}_{one.name}".replace(".", "_").replace("-", "_"), ["i32"], "")
            b = bindings.body(flow.world, code, code.parameters[0])
            spot = flow.slots[one.name, one.type]
            given = b.load(spot["width"], spot["signed"], b.record, spot["offset"])
            with code.opened(f"(if (i32.eqz {given.text}) (then", "))"):
                env: Env = {c.name: bindings.read_spot(b, flow.slots[c.name, c.type], c.type) for c in before}
                bindings.write_spot(b, spot, stored.typed(b.expr(binding.value, env), one.type))
            flow.world.add(code)
            yield code
        before.append(one)


def _read_again(flow: Flow, item: ir.FlowItem, name: str) -> ir.Binding | None:
    """Return the binding of a loop around an item that is read from the position for each pass."""
    around = flow.around.get(item.name)
    while around is not None:
        if isinstance(around, ir.Repeat):
            for binding in around.bindings:
                if binding.name == name and binding.then is None:
                    return binding
        around = flow.around.get(around.name)
    return None
