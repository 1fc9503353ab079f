"""`tilelaw adapter`: writes an adapter that works and has one function to fill in."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping
from pathlib import Path

from tilelaw.command_line import Commands
from tilelaw.facts import rulesets_brought_along
from tilelaw.problems import Problem
from tilelaw.rulesets import all_names, ruleset
from tilelaw.wording import meant

_SKELETONS = Path(__file__).parents[1] / "skeletons"
LANGUAGES = {
    "js": ("node", "adapter.mjs"),
    "ts": ("npx", "--yes", "tsx", "adapter.mts"),
    "python": ("python3", "adapter.py"),
    "java": ("java", "-cp", ".", "Adapter"),
}
"""The languages, each with the command that runs what is written; `npx` would ask before it fetches `tsx`."""

EXAMPLES = ("adapter kingdomino --language js", "adapter origins/discovery --language java --output engine")


def add_to(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "adapter",
        description="Write an adapter for an engine of your own: what speaks the protocol, and a function to fill in.",
        epilog="Files that are there already are not written over.",
        examples=EXAMPLES,
    )
    parser.add_argument("game", metavar="GAME", help="a game, or one of its rulesets")
    parser.add_argument("--language", choices=list(LANGUAGES), required=True, help="what the adapter is written in")
    parser.add_argument("--output", type=Path, default=Path(), metavar="FOLDER", help="where to (default: here)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the files and say what to do next."""
    name, counts = _ruleset_of(arguments.game)
    players = ", ".join(map(str, counts))
    words = {"@RULESET@": name, "@PLAYERS@": f"[{players}]", "@PLAYER_LIST@": players}
    files = _files(arguments.language)
    folder: Path = arguments.output
    there = [name for name in files if (folder / name).exists()]
    if there:
        raise Problem(f"error: `{folder / there[0]}` is there already: name another folder with --output")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            for mark, word in words.items():
                text = text.replace(mark, word)
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Problem(f"error: {folder} cannot be written: {error.strerror or error}") from error
    print("\n".join(f"wrote {folder / name}" for name in files))
    if arguments.language == "java":
        print(f"compile it: {shlex.join(['javac', *(str(folder / name) for name in files)])}")
    command = shlex.join(_in(folder, word, files) for word in LANGUAGES[arguments.language])
    print(f"try it:     tilelaw smoke -- {command}\njudge it:   tilelaw check -- {command}")
    return 0


def _files(language: str) -> dict[str, str]:
    """Return the texts of a skeleton by the names of their files; here each has `.txt` behind its name."""
    sources = [*(_SKELETONS / language).iterdir()]
    if language == "ts":  # it is typed beside what JavaScript has
        sources.append(_SKELETONS / "js" / "tilelaw.mjs.txt")
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(sources)}


def _in(folder: Path, word: str, files: Mapping[str, str]) -> str:
    """Return a word of a command as it is written from outside a folder."""
    return str(folder / word) if word in files or word == "." else word


def _ruleset_of(word: str) -> tuple[str, tuple[int, ...]]:
    """Return the ruleset that a word names and its numbers of players; a game stands for the first of its modes."""
    brought = rulesets_brought_along()
    if word in brought:
        return word, brought[word]
    if "/" in word or word.endswith(".rules"):
        found = ruleset(word)
        return found.name, found.counts
    names = sorted(brought, key=lambda name: -len(brought[name])) or all_names()
    modes = [name for name in names if name.partition("/")[0] == word]
    if not modes:
        games = dict.fromkeys(name.partition("/")[0] for name in names)
        raise Problem(f"error: there is no game `{word}`{meant(word, games, 'there are ' + ', '.join(games))}")
    return modes[0], brought.get(modes[0]) or ruleset(modes[0]).counts
