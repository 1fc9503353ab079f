"""The layout of the repository: source roots, packages, entry point, and what no file may contain."""

import re
import tomllib
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from checkout import PACKAGES, ROOT, repository_files

MOST_MODULES = 16
"""In one folder: more means that two ideas live in it."""

# Directories that hold the homes of people and machines. The names are joined here rather than
# written out, so that this file does not match its own pattern.
ABSOLUTE_PATH = re.compile(r"(?<![\w.~-])/(?:" + "|".join(["work", "root", "home", "Users"]) + r")/")


@pytest.mark.parametrize(("root", "package"), PACKAGES.items())
def test_source_root_holds_exactly_one_typed_package(root: str, package: str) -> None:
    modules = {path.parent for path in (ROOT / root).glob("*/__init__.py")}
    assert modules == {ROOT / root / package}
    assert not list((ROOT / root).glob("*.py"))
    assert (ROOT / root / package / "py.typed").is_file()


def crowded(package: Path) -> dict[str, int]:
    """Return the folders with too many modules; the one that introduces a folder is not counted."""
    folders = {path.parent for path in package.rglob("*.py")}
    sizes = {folder: sum(path.name != "__init__.py" for path in folder.glob("*.py")) for folder in folders}
    return {folder.relative_to(package).as_posix(): size for folder, size in sizes.items() if size > MOST_MODULES}


@pytest.mark.parametrize(("root", "package"), PACKAGES.items())
def test_no_folder_is_crowded(root: str, package: str) -> None:
    assert crowded(ROOT / root / package) == {}


def test_a_crowded_folder_is_found(tmp_path: Path) -> None:
    for name in ("__init__", *(f"module_{number}" for number in range(MOST_MODULES))):
        (tmp_path / f"{name}.py").touch()
    assert crowded(tmp_path) == {}
    (tmp_path / "one_more.py").touch()
    assert crowded(tmp_path) == {".": MOST_MODULES + 1}


@pytest.mark.parametrize(("root", "package"), PACKAGES.items())
def test_package_is_imported_from_its_source_root(root: str, package: str) -> None:
    assert import_module(package).__file__ == str(ROOT / root / package / "__init__.py")


def test_build_configuration_names_every_package() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    build = config["hatch"]["build"]
    assert set(build["dev-mode-dirs"]) == set(PACKAGES)
    assert set(build["targets"]["wheel"]["packages"]) == {f"{r}/{p}" for r, p in PACKAGES.items()}
    assert set(config["importlinter"]["root_packages"]) == set(PACKAGES.values())


def test_entry_point_exists() -> None:
    (entry,) = entry_points(group="console_scripts", name="tilelaw")
    assert entry.value == "tilelaw.main:main"
    assert callable(entry.load())


def test_constraints_are_exact_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line)] == []


def test_absolute_path_pattern() -> None:
    for name in ("work", "root", "home", "Users"):
        assert ABSOLUTE_PATH.search(f"see '/{name}/x'")
        assert ABSOLUTE_PATH.search(f"/{name}/x")
        assert not ABSOLUTE_PATH.search(f"docs/{name}/x")
        assert not ABSOLUTE_PATH.search(f"https://example.org/{name}/x")


def test_no_file_contains_an_absolute_path() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in repository_files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if ABSOLUTE_PATH.search(line)
    ]
    assert found == []
