"""What README.md says is true: its commands, its tree, its transcripts, its links."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from checkout import ROOT, top_directories
from tilelaw.main import main

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_make_targets_exist(path: Path) -> None:
    for target in re.findall(r"`make ([a-z]+)", path.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target


def test_the_tree_names_every_directory_and_no_other() -> None:
    assert set(re.findall(r"^(\S+)/ {2,}\S", README, re.MULTILINE)) == top_directories()


@pytest.mark.parametrize("is_checkout", [True, False], ids=["checkout", "unpacked"])
def test_a_directory_is_found_as_soon_as_it_holds_a_file(tmp_path: Path, is_checkout: bool) -> None:
    shutil.copy(ROOT / ".gitignore", tmp_path)
    if is_checkout:
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for name in (
        "spec/rules.txt",
        "new/deep/file.py",
        ".ci/run",
        "build/report.txt",
        "old/__pycache__/old.pyc",
        "file",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert top_directories(tmp_path) == {"spec", "new", ".ci"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if not target.startswith(("rules/", "diagnostics/", "schemas/")):  # made when the site is built
            assert (path.parent / target).exists(), target


SHOWN = re.findall(r"```text\n(.*?)\n```", README, re.DOTALL)


def test_the_failure_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command, _, story = SHOWN[0].partition("\n")
    monkeypatch.chdir(ROOT)
    assert main([*shlex.split(command)[2:]]) == 1
    assert story in capsys.readouterr().out


def test_the_game_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "origins/discovery", "--players", "4", "--seed", "3", "--random"]) == 0
    assert capsys.readouterr().out.rstrip().endswith(SHOWN[1])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_commands_exist(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in re.findall(r"`tilelaw ([a-z]+(?: [a-z]+)?)[^`]*`", path.read_text(encoding="utf-8")):
        parts = words.split()
        command = parts if parts[0] == "rules" and len(parts) > 1 else parts[:1]
        with pytest.raises(SystemExit) as stop:
            main([*command, "--help"])
        assert stop.value.code == 0
        assert capsys.readouterr().out


ROOMS = [
    "dsl/tilelaw_dsl",
    "reference_impl/tilelaw_reference",
    "engine/tilelaw_engine",
    "conformance/tilelaw_conformance",
]
"""Where CONTRIBUTING.md looks for a path that does not begin at the top."""
MADE = {".venv/bin/python", "dist/", "site/", "spec/tilelaw_spec/origins/texts/de.rules"} | {
    "press/tilelaw_press/case_words/de/origins.yaml"
}
"""What is made only when it is needed, or by those who follow a walk-through."""


def test_paths_in_the_walk_throughs_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = {word for words in re.findall(r"`([^`]+)`", text) for word in words.split()}
    paths = {word for word in named if re.fullmatch(r"[\w.-]*(/[\w.-]*)+|[\w-]+\.(py|md|txt|toml|yml|yaml|json)", word)}
    assert len(paths) > 40
    missing = {path for path in paths if not any((ROOT / room / path).exists() for room in ["", *ROOMS])}
    assert missing - MADE - {"look.yaml"} == set()
