"""action.yml: its steps are run as GitHub runs them, and nothing that somebody writes into an input is a command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml

from checkout import ROOT
from tilelaw_conformance import read_report

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
INSTALL, CHECK = ACTION["runs"]["steps"]
GOOD = "kingdomino/place/accepts-wheat-below-wheat"
BAD = "kingdomino/place/rejects-overlap"

pytestmark = pytest.mark.xdist_group("distribution")  # it builds a wheel


def run(step: dict[str, Any], folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run a step with inputs; what is not given has its default."""
    given = {name: entry.get("default", "") for name, entry in ACTION["inputs"].items()} | inputs
    context = {f"inputs.{name}": value for name, value in given.items()}
    context |= {"github.action_path": str(ROOT), "runner.temp": str(folder / "temp")}
    values = {
        name: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: context[found[1]], text)
        for name, text in step["env"].items()
    }
    # Nothing is downloaded: what the suite needs, and what builds it, is what is installed here.
    here = {"PYTHONPATH": sysconfig.get_path("purelib"), "PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1"}
    here |= {"PIP_NO_COMPILE": "1", "PIP_NO_BUILD_ISOLATION": "0", "HOME": str(folder), "PATH": os.environ["PATH"]}
    here |= {"TILELAW_CACHE": os.environ["TILELAW_CACHE"]}  # what an empty one means, tests/test_distribution.py tries
    here |= {"GITHUB_OUTPUT": str(folder / "output"), "GITHUB_STEP_SUMMARY": str(folder / "summary")}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder,
        env={**here, **values},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )


def test_inputs_reach_the_shell_only_as_variables() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]
        assert step["shell"] == "bash"
    used = {found for step in (INSTALL, CHECK) for found in re.findall(r"inputs\.(\w+)", str(step["env"]))}
    assert used == set(ACTION["inputs"])


@pytest.mark.long
def test_the_steps_judge_an_engine(tmp_path: Path) -> None:
    skeleton = ROOT / "cli" / "tilelaw" / "skeletons" / "python"
    for name in ("adapter.py", "tilelaw_adapter.py"):
        text = (skeleton / f"{name}.txt").read_text(encoding="utf-8")
        text = text.replace("@RULESET@", "kingdomino/classic").replace("@PLAYERS@", "[2, 3, 4]")
        (tmp_path / name).write_text(text, encoding="utf-8")
    installed = run(INSTALL, tmp_path, python=sys.executable)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    assert installed.stdout.startswith("tilelaw ")

    command = shlex.join([sys.executable, "adapter.py"])
    odd = f"reports/'$(touch {tmp_path / 'harm'})'; touch harm"
    done = run(CHECK, tmp_path, command=command, arguments=GOOD, reports=odd)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in (tmp_path / odd).iterdir()} == {
        "report.xml",
        "report.html",
        "report.jsonl",
        "badge.svg",
        "badge.json",
    }
    assert read_report(tmp_path / odd / "report.jsonl")[-1]["status"] == 0
    assert (tmp_path / "output").read_text(encoding="utf-8") == "status=0\n"
    assert "kingdomino/classic 4: 1 of 1 judged" in (tmp_path / "summary").read_text(encoding="utf-8")

    known = tmp_path / "known.txt"
    known.write_text(f"{BAD}\n", encoding="utf-8")
    assert run(CHECK, tmp_path, command=command, arguments=BAD, known=str(known)).returncode == 0
    assert run(CHECK, tmp_path, command=command, arguments=BAD).returncode == 1
    assert run(CHECK, tmp_path, command=f"no-such-engine; touch {tmp_path / 'harm'}", arguments=BAD).returncode == 2
    said = {
        "there is no engine to judge": {"command": "  "},
        "No closing quotation": {"command": "node 'x"},
        "the engine belongs into command": {"command": command, "arguments": f"{GOOD} -- touch harm"},
    }
    for sentence, inputs in said.items():
        (tmp_path / "output").unlink()
        done = run(CHECK, tmp_path, **inputs)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert (tmp_path / "output").read_text(encoding="utf-8") == "status=2\n"
    (tmp_path / "summary").unlink()
    assert run(CHECK, tmp_path, command=command, arguments="--nonsense").returncode == 2
    assert not (tmp_path / "summary").exists(), "the badge of an earlier run is not told"
    assert run(CHECK, tmp_path, command=command, arguments=GOOD, reports="-r").returncode == 0
    assert (tmp_path / "-r" / "report.html").is_file()
    assert not list(tmp_path.rglob("harm"))
