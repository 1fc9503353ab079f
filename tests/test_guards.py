"""The guards guard: each is shown something that it has to stop, run as the project runs it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from checkout import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# ---- the docs build ---------------------------------------------------------------------------------------------

DOCS_BUILDS = re.findall(r"\$\(BIN\)/mkdocs (build[^|>)]*?) (?:--site-dir \$\(\w+\) )?2>&1", MAKEFILE)


def _small_site(folder: Path) -> Path:
    """Write a site of one page with the settings of our own; only its pages, and the hook that makes some, differ."""
    settings_of_all = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    shared, hooks, _ = settings_of_all.partition("\nhooks:")
    assert hooks, "settings, then hooks, then pages"
    (folder / "mkdocs.yml").write_text(f"{shared}\nnav: [index.md]\n", encoding="utf-8")
    (folder / "docs" / "overrides").mkdir(parents=True)
    return folder / "docs"


def _builds(folder: Path, words: str) -> bool:
    command = [sys.executable, "-m", "mkdocs", *shlex.split(words)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return done.returncode == 0


def test_the_site_is_built_in_two_targets() -> None:
    assert len(DOCS_BUILDS) == MAKEFILE.count("mkdocs build") == 1
    whole = (ROOT / "docs" / "hooks" / "build_site.py").read_text(encoding="utf-8")
    assert re.findall(r"load_config\([^\n]*strict=True", whole)


@pytest.mark.parametrize("words", sorted(set(DOCS_BUILDS)))
@pytest.mark.parametrize(
    ("pages", "is_right"),
    [
        ({"index.md": "# Home"}, True),
        ({"index.md": "# Home", "forgotten.md": "# In no navigation"}, False),
        ({"index.md": "[broken](nowhere.md)"}, False),
        ({"index.md": "[broken](#nothing)"}, False),
    ],
    ids=["right", "forgotten-page", "broken-link", "broken-anchor"],
)
def test_the_docs_build_is_strict(tmp_path: Path, words: str, pages: dict[str, str], is_right: bool) -> None:
    docs = _small_site(tmp_path)
    for name, text in pages.items():
        (docs / name).write_text(text, encoding="utf-8")
    assert _builds(tmp_path, words) is is_right


# ---- import contracts -------------------------------------------------------------------------------------------

CONTRACT = """
[[tool.importlinter.contracts]]
name = "upper above lower"
type = "layers"
layers = ["house.upper", "house.lower"]
"""
UNDER_TYPE_CHECKING = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import house.upper\n"


@pytest.mark.parametrize(("lower", "is_kept"), [("", True), (UNDER_TYPE_CHECKING, False)], ids=["kept", "broken"])
def test_import_contracts_count_imports_for_the_type_checker(tmp_path: Path, lower: str, is_kept: bool) -> None:
    ours = PYPROJECT["tool"]["importlinter"]
    switches = [f"{key} = {str(value).lower()}" for key, value in ours.items() if isinstance(value, bool)]
    assert "exclude_type_checking_imports" in ours
    head = ["[tool.importlinter]", 'root_packages = ["house"]', *switches]
    (tmp_path / "pyproject.toml").write_text("\n".join(head) + CONTRACT, encoding="utf-8")
    house = tmp_path / "house"
    house.mkdir()
    for name, text in {"__init__": "", "upper": "import house.lower\n", "lower": lower}.items():
        (house / f"{name}.py").write_text(text, encoding="utf-8")
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is is_kept, done.stdout
    assert "1 kept" in done.stdout or "1 broken" in done.stdout, "the contract was looked at"


# ---- a busy machine ---------------------------------------------------------------------------------------------


def test_no_property_fails_because_it_is_slow() -> None:
    active = settings()
    assert active.deadline is None
    assert HealthCheck.too_slow in active.suppress_health_check


def test_no_property_has_a_deadline_of_its_own() -> None:
    for path in sorted((ROOT / "tests").rglob("*.py")):
        assert not re.findall(r"\bdeadline=(?!None\b)", path.read_text(encoding="utf-8")), path
