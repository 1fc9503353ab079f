"""Flawed copies of the engines in this folder: `python adapters/flawed.py NAME` runs one as any engine is run.

The mistakes are data, in flaws.yaml. A copy lies in a temporary folder and is removed when its program ends.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

ADAPTERS = Path(__file__).resolve().parent
# What runs each engine, and what it is given.
PROGRAMS = {"python_kingdomino": (sys.executable, "."), "node_ingenious": ("node", "engine.js")}
SPEC = "tilelaw_spec"
"""The reference is flawed in its rules: it plays by a copy of them."""
PREFIX = "tilelaw-flawed-"


class FlawError(Exception):
    """A flaw that cannot be made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One mistake: a piece of text that stands once in a file of an engine, and what takes its place."""

    name: str
    title: str
    engine: str
    file: str
    find: str
    replace: str
    rules: list[str]
    """The rules that get broken."""


def read_flaws() -> dict[str, Flaw]:
    """Return all flaws by name."""
    listed = yaml.safe_load((ADAPTERS / "flaws.yaml").read_text(encoding="utf-8"))
    flaws = [Flaw(**each) for each in listed]
    found = {flaw.name: flaw for flaw in flaws}
    if len(found) < len(flaws):
        raise FlawError("two flaws have the same name")
    return found


def make_copy(flaw: Flaw, folder: Path) -> list[str]:
    """Make a flawed copy in an empty folder, and return the command that runs it."""
    engine = folder / flaw.engine
    ignored = shutil.ignore_patterns("__pycache__", ".mypy_cache", "node_modules", "test")
    source = ADAPTERS.parent / "spec" if flaw.engine == SPEC else ADAPTERS
    shutil.copytree(source / flaw.engine, engine, ignore=ignored)
    path = engine / flaw.file
    text = path.read_text(encoding="utf-8")
    count = text.count(flaw.find)
    if count != 1:
        raise FlawError(f"{flaw.name}: what it replaces stands {count} times in {flaw.engine}/{flaw.file}, not once")
    path.write_text(text.replace(flaw.find, flaw.replace), encoding="utf-8")
    if flaw.engine == SPEC:
        # The first place where rules are looked for is the copy.
        serve = f"import sys; sys.path.insert(0, {str(folder)!r}); from tilelaw_play.serve import *; serve(Server())"
        return [sys.executable, "-c", serve]
    program, argument = PROGRAMS[flaw.engine]
    return [program, str(engine / argument)]


@contextlib.contextmanager
def _temporary_folder() -> Iterator[Path]:
    """Yield a folder that is removed afterwards; so is what earlier runs left because they were killed."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = re.match(r"\d+", path.name.removeprefix(PREFIX))
        if owner and not _is_running(int(owner[0])):
            shutil.rmtree(path, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-") as folder:
        yield Path(folder)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def run(flaw: Flaw) -> int:
    """Run a flawed copy on our own standard input and output, and return its exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the folder is removed
    with _temporary_folder() as folder, subprocess.Popen(make_copy(flaw, folder)) as engine:
        try:
            return engine.wait()
        finally:
            engine.kill()


def main() -> int:
    """Run the flaw that the command line names, or list them all."""
    parser = argparse.ArgumentParser(description="Run an engine with one mistake in it, or list the mistakes.")
    parser.add_argument("name", nargs="?", metavar="NAME", help="the flaw")
    parser.add_argument("--list", action="store_true", help="list all flaws")
    arguments = parser.parse_args()
    flaws = read_flaws()
    if arguments.list:
        for flaw in flaws.values():
            print(f"{flaw.name:<27} {flaw.engine:<18} {flaw.title} ({', '.join(flaw.rules)})")
        return 0
    if arguments.name not in flaws:
        parser.error(f"name a flaw: {', '.join(flaws)}")
    try:
        return run(flaws[arguments.name])
    except FlawError as error:
        parser.error(str(error))
    except FileNotFoundError as error:
        parser.error(f"there is no `{error.filename}` here, which runs this engine")
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
