"""The program on the page about the compiled engine runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")


def test_the_program_plays_two_games() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    assert len(run.stdout.splitlines()) == 2
    assert all(line.startswith("[{'sides': ") for line in run.stdout.splitlines())
