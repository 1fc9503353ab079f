"""What runs on Node alone: the tests of the engine, and the exported cases without our runner."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tilelaw.main import main

ADAPTERS = Path(__file__).parents[2] / "adapters"


def counts(output: str) -> dict[str, int]:
    """Return how many tests passed, failed and were skipped."""
    return {name: int(number) for name, number in re.findall(r"^# (\w+) (\d+)$", output, re.MULTILINE)}


def node_test(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder, told line by line whatever the version of Node."""
    words = ["node", "--test", "--test-reporter=tap", str(folder)]
    return subprocess.run(words, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_the_engine_passes_its_own_tests() -> None:
    done = node_test(ADAPTERS / "node_ingenious" / "test")
    assert done.returncode == 0, done.stdout
    found = counts(done.stdout)
    assert found["pass"] == found["tests"] > 20


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("export") / "cases.json"
    assert main(["cases", "export", "--game", "ingenious", "-o", str(path)]) == 0
    return path


def test_the_exported_cases_need_no_python(exported: Path) -> None:
    done = node_test(ADAPTERS / "node_suite", CASES=str(exported))
    assert done.returncode == 0, done.stdout
    found = counts(done.stdout)
    assert found["pass"] == found["tests"] > 100


def test_the_exported_cases_find_a_mistake(exported: Path, tmp_path: Path) -> None:
    for folder in ("node_suite", "node_ingenious"):
        shutil.copytree(ADAPTERS / folder, tmp_path / folder)
    path = tmp_path / "node_ingenious" / "scoring.js"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Math.min(peg + points, endOfBoard)", "peg + points"), encoding="utf-8")
    done = node_test(tmp_path / "node_suite", CASES=str(exported))
    assert done.returncode == 1
    assert re.search(r"^not ok \d+ - ingenious/", done.stdout, re.MULTILINE)
