"""What docs/validate.md shows works: its adapter is the file that a reader would save, and so are its mistakes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilelaw.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "validate.md").read_text(encoding="utf-8")
ADAPTER, MENDED_LINE, RANK = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
COMMAND = ["--", "node", "adapter.mjs"]


def shown(command: str) -> str:
    """Return what the page says that a command prints."""
    found = re.search(rf"```console\n\$ {re.escape(command)}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None, command
    return found[1]


def mended() -> str:
    """Return the adapter after all that the page says."""
    right, count = re.subn(r"(?m)^.*const flames = .*\n", lambda _: MENDED_LINE, ADAPTER)
    assert count == 1
    return right.replace("for await", f"{RANK}\nfor await")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_first_adapter_speaks(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "adapter.mjs").write_text(ADAPTER, encoding="utf-8")
    assert main(["smoke", *COMMAND]) == 0
    assert capsys.readouterr().out == shown("tilelaw smoke -- node adapter.mjs")


def test_its_mistake_is_told_as_the_page_shows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "adapter.mjs").write_text(ADAPTER, encoding="utf-8")
    case = "origins/score/pictured-territory-scores-32"
    assert main(["check", case, *COMMAND]) == 1
    assert shown(f"tilelaw check {case} -- node adapter.mjs") in capsys.readouterr().out


def test_mended_and_widened_it_passes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "adapter.mjs").write_text(mended(), encoding="utf-8")
    assert main(["smoke", *COMMAND]) == 0
    assert main(["check", "--kind", "score", "--kind", "rank", "--validate", *COMMAND]) == 0
    assert "my-engine 0.1: " in capsys.readouterr().out


def test_known_failures(folder: Path) -> None:
    (folder / "adapter.mjs").write_text(ADAPTER, encoding="utf-8")
    assert main(["check", "--game", "origins", "--known", "known.txt", "--update-known", *COMMAND]) == 0
    assert main(["check", "--game", "origins", "--known", "known.txt", *COMMAND]) == 0
    (folder / "adapter.mjs").write_text(mended(), encoding="utf-8")
    assert main(["check", "--game", "origins", "--known", "known.txt", *COMMAND]) == 1


def test_the_cases_it_names_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for words in re.findall(r"^tilelaw cases (.*)$", PAGE, re.MULTILINE):
        assert main(["cases", *words.split()]) == 0
    assert "origins/place/accepts-fifth-column" in capsys.readouterr().out
