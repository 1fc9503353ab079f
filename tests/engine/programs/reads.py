"""Forms that read something by its name, whatever its type: bound values, variables, tables, definitions, fields, `if`
and `match`, which give any type as well."""

from __future__ import annotations

from engine.programs.world import NUMBER, PLAYER, is_maybe, plain
from engine.programs.writer import Env, Writer
from tilelaw_dsl import ir


def local(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """A bound name."""
    found = [name for name, type_ in env.locals if plain(type_) == wanted]
    if env.it is not None and plain(env.it) == wanted:
        found.append("it")
    return w.chance.choice(found) if found else None


def sure_local(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """A bound name whose value is surely there."""
    found = [name for name, type_ in env.locals if plain(type_) == wanted and not is_maybe(type_)]
    return w.chance.choice(found) if found else None


def store(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """A variable, a parameter or a call of a definition."""
    found = [s for s in w.world.stores() if plain(s.type) == wanted and (env.depth > 0 or not s.indices)]
    if not found:
        return None
    chosen = w.chance.choice(found)
    if not chosen.indices:
        return chosen.name
    write = w.fitting if chosen in w.world.defines else w.index
    return f"{chosen.name}({', '.join(write(index, env) for index in chosen.indices)})"


def field(w: Writer, env: Env, wanted: ir.Type) -> str | None:
    """A field of a thing."""
    held = w.world.held_records()
    found = [f for f in w.world.fields if plain(f.type) == wanted and (f.of.sort is not ir.Sort.RECORD or f.of in held)]
    bare = [f.name for f in found if f.of == env.it]
    if bare and w.chance.random() < 0.7:
        return w.chance.choice(bare)
    if not found or env.depth <= 0:
        return None
    chosen = w.chance.choice(found)
    return f"{w.value(chosen.of, env)}.{chosen.name}"


def choose(w: Writer, env: Env, wanted: ir.Type) -> str:
    """One of two, sometimes nothing."""
    first, second = w.value(wanted, env), w.value(wanted, env)
    if isinstance(wanted, ir.ThingType) and w.chance.random() < 0.3:
        second = "none"
    if isinstance(wanted, ir.SetType) and not isinstance(wanted.of, ir.SetType) and w.chance.random() < 0.3:
        second = "{}"
    return f"(if {w.flag(env)} then {first} else {second})"


def match(w: Writer, env: Env, wanted: ir.Type) -> str:
    """One of several, by a member or a number."""
    kind = ir.ThingType(ir.Sort.KIND, w.chance.choice(list(w.world.members)))
    members = w.world.members[kind.name]
    sure = sure_local(w, env, kind)
    if sure is not None and w.chance.random() < 0.5:
        arms = [f"{member}: {w.value(wanted, env)}" for member in members]
        return f"(match {sure} with ({', '.join(arms)}))"
    last = f"else: {w.value(wanted, env)}"
    if w.chance.random() < 0.5:
        arms = [f"{member}: {w.value(wanted, env)}" for member in w.chance.sample(members, min(2, len(members)))]
        return f"(match {w.value(kind, env)} with ({', '.join([*arms, last])}))"
    arms = [f"{number}: {w.value(wanted, env)}" for number in range(2)]
    return f"(match ({w.value(NUMBER, env)} mod 3) with ({', '.join([*arms, last])}))"


def owner(w: Writer, env: Env, type_: ir.ThingType = PLAYER) -> str:
    """Whose zone or board it is: often a thing that is bound."""
    return (local(w, env, type_) if w.chance.random() < 0.6 else None) or w.value(type_, env)
