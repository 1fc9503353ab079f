"""The help of every command, and colours: what is the same for all commands."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.test_commands import HOUSE
from cli.test_draw import POSITION
from thorough import some
from tilelaw.colour import has_colour
from tilelaw.command_line import Parser
from tilelaw.main import build_parser, main, split


def parsers(parser: Parser) -> Iterator[Parser]:
    """Every parser, those of commands below the one they belong to."""
    yield parser
    for other in parser.commands.parsers.values() if parser.commands else ():
        yield from parsers(other)


PARSERS = {parser.prog: parser for parser in parsers(build_parser())}
EXAMPLES = {example for parser in PARSERS.values() for example in parser.examples}
LONG = (
    "serve",
    "check",
    "cases lint",
    "cases coverage",
    "cases export -o",
    "cases reach",
    "cases annex",
    "cases words",
    "rules lint",
)
"""Beginnings of examples that take long: they are only parsed, as are those that need an implementation to talk to."""


@pytest.mark.parametrize("prog", PARSERS)
def test_every_help_ends_with_examples_of_the_command(prog: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*prog.split()[1:], "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    examples = PARSERS[prog].examples
    assert out.endswith("\nexamples:\n" + "".join(f"  tilelaw {example}\n" for example in examples))
    assert 1 <= len(examples) <= 3
    assert all(len(line) <= 80 for line in out.splitlines() if line.startswith("  tilelaw "))
    assert f"tilelaw {examples[0]} ".startswith(f"{prog} ")


@pytest.mark.parametrize("example", some(sorted(EXAMPLES), 4))
def test_examples_are_true(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(example)
    ours, command = split(words)
    assert build_parser(ours).parse_args(ours).run
    if command or (example.startswith(LONG) and example != "rules lint my.rules"):
        return
    (tmp_path / "my.rules").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "position.json").write_text(json.dumps(POSITION), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(words) in (0, 1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("words", [(), ("rules",), ("cases",)])
def test_without_a_command_there_is_help_but_no_success(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    out = capsys.readouterr()
    assert (stop.value.code, out.err) == (1, "")
    assert "\ncommands:\n" in out.out
    assert "\nexamples:\n" in out.out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("set_", "at_a_terminal", "in_a_file"),
    [
        ({}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_who_gets_colours(
    set_: dict[str, str], at_a_terminal: bool, in_a_file: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in set_.items():
        monkeypatch.setenv(name, value)
    assert has_colour(Terminal()) is at_a_terminal
    assert has_colour(io.StringIO()) is in_a_file


@pytest.mark.parametrize(
    "words",
    [
        ("play", "origins/discovery", "--seed", "1"),
        ("check", "origins/place/rejects-overlap", "--impl", "reference"),
        ("smoke", "--", "no-such-program"),
    ],
)
def test_colours_can_be_forced_everywhere(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def output() -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        main(words)
        return capsys.readouterr().out

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in output()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in output()


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("perft", "--help")])
def test_what_is_not_needed_is_not_waited_for(words: tuple[str, ...]) -> None:
    program = (
        "import atexit, sys; from tilelaw.main import main\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"main({words!r})"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.startswith(("tilelaw ", "usage: tilelaw "))
    loaded = {name.split(".")[0] for name in run.stderr.split()}
    assert loaded & {"yaml", "lark", "tilelaw_conformance", "tilelaw_draw", "wasmtime"} == set()
