"""The page about cases: its examples are sound cases, and its tables name everything there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tilelaw.main import main
from tilelaw_conformance import UNCOVERED, Need, Part, read_list
from tilelaw_conformance.data import schema

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-cases.md").read_text(encoding="utf-8")
FENCES = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
(FILE, REASON) = [text for language, text in FENCES if language == "yaml"]
(SHOWN, REACHED) = [text for language, text in FENCES if language == "text"]
(ENTRY,) = [json.loads(text) for language, text in FENCES if language == "json"]
CASE = schema.load("case")["$defs"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "origins").mkdir()
    (tmp_path / "origins" / "example.yaml").write_text(FILE, encoding="utf-8")
    return tmp_path


def test_the_examples_are_sound(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "lint", "--cases", str(folder)]) == 0
    assert capsys.readouterr().out == "4 cases in 1 file: 0 problems\n"


def test_a_case_is_shown_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "show", SHOWN.split()[0], "--cases", str(folder)]) == 0
    assert capsys.readouterr().out == SHOWN


def test_a_case_is_exported_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cases", "export", ENTRY["id"], "--cases", str(folder)]) == 0
    assert json.loads(capsys.readouterr().out)["cases"] == [ENTRY]


def test_cases_are_reached_so(capsys: pytest.CaptureFixture[str]) -> None:
    words = [line.split()[0] for line in REACHED.splitlines() if line.startswith("ingenious/")]
    assert main(["cases", "reach", "--check", "--jobs", "1", *words]) == 0
    assert capsys.readouterr().out == REACHED


def test_the_reason_is_well_formed(tmp_path: Path) -> None:
    (tmp_path / UNCOVERED).write_text(REASON, encoding="utf-8")
    problems: list[object] = []
    assert len(read_list(tmp_path / UNCOVERED, problems)) == 1  # type: ignore[arg-type]  # it stays empty
    assert problems == []


def test_the_tables_are_complete() -> None:
    first = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`[^|]*) \|", PAGE, re.MULTILINE))))
    assert first == {*CASE["case"]["properties"], "illegal", *Part}
    assert set(re.findall(r"\| `(\w+)` \|$", PAGE, re.MULTILINE)) == set(Need)


def test_every_command_and_option_exists(capsys: pytest.CaptureFixture[str]) -> None:
    options = ""
    for command in sorted(set(re.findall(r"`tilelaw (cases \w+|\w+)", PAGE))):
        with pytest.raises(SystemExit) as stop:
            main([*command.split(), "--help"])
        assert stop.value.code == 0
        options += capsys.readouterr().out
    for option in re.findall(r"`(--[a-z-]+)", PAGE):
        assert option in options


def test_paths_exist() -> None:
    for path in re.findall(r"`(conformance/[\w/.-]+)`", PAGE):
        assert (ROOT / path).exists()
