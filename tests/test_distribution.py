"""The wheel and the source distribution: built, installed where nothing else is, and used outside the checkout."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from checkout import PACKAGES, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOME_CASES = "ingenious/swap/"


def _run(*words: str | Path, folder: Path, **environment: str) -> str:
    done = subprocess.run(words, cwd=folder, env=environment or None, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _build(source: Path, target: str, folder: Path) -> Path:
    """Build one distribution with the tools that are here already, not with those of the network."""
    _run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder, folder=source)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    return _build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    built = _build(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(built) as archive:
        archive.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return source


@pytest.fixture(scope="module")
def wheel_of_unpacked(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as an installer does that is given the source distribution."""
    return _build(unpacked, "wheel", tmp_path_factory.mktemp("again"))


def _needed(names: list[str]) -> set[str]:
    """Return the distributions that these requirements bring along, themselves included."""
    found: set[str] = set()
    waiting = [Requirement(name) for name in names]
    while waiting:
        requirement = waiting.pop()
        if requirement.name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        found.add(requirement.name)
        waiting += [Requirement(each) for each in distribution(requirement.name).requires or ()]
    return found


def _install(wheel: Path, folder: Path) -> Path:
    """Install into an empty environment that sees the declared dependencies alone, and return its programs.

    The dependencies are links to those installed here, so that nothing is downloaded; the wheel is really installed.
    """
    venv.create(folder, with_pip=False)
    programs = folder / "bin"
    (site,) = (folder / "lib").glob("python*/site-packages")
    for name in _needed(PROJECT["dependencies"]):
        files = distribution(name).files or []
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            (site / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    pip = (sys.executable, "-m", "pip", "--python", programs / "python")
    _run(*pip, "install", "-qq", "--no-deps", "--no-index", "--no-compile", wheel, folder=folder)
    return programs


def test_it_works_where_nothing_else_is(wheel: Path, tmp_path: Path) -> None:
    """What an installer makes of the source distribution is the same, byte by byte: the next test."""
    programs = _install(wheel, tmp_path / "empty")
    outside = tmp_path / "outside"
    outside.mkdir()
    environment = {"PATH": os.defpath, "HOME": str(tmp_path)}  # caches are empty, too
    code = f"import json; print(json.dumps([__import__(name).__file__ for name in {list(PACKAGES.values())}]))"
    for file in json.loads(_run(programs / "python", "-c", code, folder=outside, **environment)):
        assert Path(file).is_relative_to(tmp_path), "our packages come from the wheel"
    version = _run(programs / "tilelaw", "--version", folder=outside, **environment)
    assert version.split() == ["tilelaw", PROJECT["version"]]
    told = _run(programs / "tilelaw", "check", SOME_CASES, "--inherited", "none", folder=outside, **environment)
    assert re.search(r"^tilelaw-reference \S+: (\d+) passed of \1 cases", told, re.MULTILINE), told


LANGUAGE = ("lark", "wasmtime", "tilelaw_spec", "tilelaw_dsl", "tilelaw_reference", "tilelaw_engine", "tilelaw_play")


def test_the_suite_stands_alone(wheel: Path, tmp_path: Path) -> None:
    """Whoever judges an implementation needs no rules and no language, and no cache either."""
    programs = _install(wheel, tmp_path / "empty")
    (site,) = (tmp_path / "empty" / "lib").glob("python*/site-packages")
    for name in (*LANGUAGE, "tilelaw_reach"):
        path = site / name
        path.unlink() if path.is_symlink() else shutil.rmtree(path)
    outside = tmp_path / "outside"
    outside.mkdir()
    environment = {"PATH": os.defpath, "HOME": str(tmp_path)}
    words = ("adapter.py", "tilelaw_adapter.py")
    skeleton = ROOT / "cli" / "tilelaw" / "skeletons" / "python"
    for word in words:
        text = (skeleton / f"{word}.txt").read_text(encoding="utf-8")
        text = text.replace("@RULESET@", "kingdomino/classic").replace("@PLAYERS@", "[2, 3, 4]")
        (outside / word).write_text(text, encoding="utf-8")
    command = ("--", programs / "python", "adapter.py")
    told = _run(programs / "tilelaw", "smoke", *command, folder=outside, **environment)
    assert "The adapter is sound." in told
    good = "kingdomino/place/accepts-wheat-below-wheat"
    reports = ("--html", "report.html", "--junit", "report.xml", "--badge", "badge.svg", "--validate")
    told = _run(programs / "tilelaw", "check", good, *reports, *command, folder=outside, **environment)
    assert "my-engine 0.1: 1 passed of 1 case" in told
    bad = "kingdomino/place/rejects-overlap"
    line = (str(programs / "tilelaw"), "check", bad, "--html", "report.html", *map(str, command))
    done = subprocess.run(line, cwd=outside, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "  rule      place.empty  Both halves lie on empty squares" in done.stdout
    assert "<svg" in (outside / "report.html").read_text(encoding="utf-8")


@pytest.mark.long
def test_both_distributions_hold_the_same(wheel: Path, wheel_of_unpacked: Path) -> None:
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(wheel_of_unpacked) as other:
        assert {each.filename: each.CRC for each in one.infolist()} == {
            each.filename: each.CRC for each in other.infolist()
        }


def test_the_wheel_holds_the_packages_and_the_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    packed = {name for name in names if ".dist-info/" not in name}
    there = {
        path.relative_to(ROOT / root).as_posix()
        for root, package in PACKAGES.items()
        for path in (ROOT / root / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == there | {"tilelaw/facts.json.gz"}
    licences = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    assert licences == {"LICENSE", "NOTICE"}


def test_the_version_stands_in_one_place() -> None:
    for root in PACKAGES:
        for path in (ROOT / root).rglob("*.py"):
            assert PROJECT["version"] not in path.read_text(encoding="utf-8"), path


def test_every_dependency_has_a_lower_bound() -> None:
    listed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    assert [each for each in listed if not re.fullmatch(r"[A-Za-z][A-Za-z\d-]*>=[\d.]+", each)] == []
