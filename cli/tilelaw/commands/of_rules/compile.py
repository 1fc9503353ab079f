"""`tilelaw rules compile`: a ruleset as a WebAssembly module, for any program that can run one."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from tilelaw.command_line import Commands
from tilelaw.problems import Problem, errors_as_problems
from tilelaw.rulesets import add_ruleset, player_count, ruleset
from tilelaw.wording import counted
from tilelaw_dsl import ir

EXAMPLES = (
    "rules compile origins/discovery --players 4 -o game.wasm",
    "rules compile my.rules -o my.wasm",
    "rules compile kingdomino/classic --wat",
)


def add_to(parts: Commands) -> None:
    """Declare the command."""
    parser = parts.add_parser(
        "compile",
        help="compile a ruleset to a WebAssembly module",
        description="Write a ruleset as a module that lists, judges, applies, deals, scores and ranks by itself; "
        "docs/engine.md says how it is used. The same rules give the same bytes.",
        examples=EXAMPLES,
    )
    add_ruleset(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it")
    parser.add_argument(
        "--wat", action="store_true", help="write the module as text, each block under the id and title of its rule"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the module, or its text."""
    # Imported here: none of the other commands of this family needs the compiler.
    from tilelaw_engine import NotLowered, compile_game, with_section, without_wasmtime

    if not arguments.output and not arguments.wat:
        raise Problem("error: say where to write the module: -o FILE")
    if why := without_wasmtime():
        raise Problem(f"error: a module cannot be made: {why}")
    found = ruleset(arguments.name)
    players = player_count(found, arguments.players)
    with errors_as_problems():
        game = found.game(players)
    try:
        compiled = compile_game(game)
    except NotLowered as error:
        raise Problem(f"error: {found.name} cannot be compiled yet: {error}", 1) from error
    about = json.dumps(found.manifest(players), ensure_ascii=False, separators=(",", ":"))
    wasm = with_section(compiled.wasm, "tilelaw.manifest", about.encode())
    text = _titled(compiled.text, game) if arguments.wat else ""
    if not arguments.output:
        print(text)
        return 0
    _write(Path(arguments.output), text.encode() if arguments.wat else wasm)
    print(f"{found.name} for {counted(players, 'player')}: {arguments.output}, {len(wasm)} bytes as a module")
    return 0


def _titled(text: str, game: ir.Game) -> str:
    """Return the text of a module with the title of each rule behind its id; the module itself knows no titles."""
    titles = {rule.id: " ".join(rule.title.split()) for rule in game.rules}

    def titled(line: re.Match[str]) -> str:
        title = titles.get(line[1])
        return f"{line[0]} ({title})" if title else line[0]

    return re.sub(r"(?m)^;; ([^ :]+)(?:: .*)?$", titled, text)


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Problem(f"error: cannot write {path}: {error.strerror or error}") from error
