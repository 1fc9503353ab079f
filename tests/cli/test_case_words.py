"""`tilelaw cases words`: what is missing or stale is listed as it is written down, and what is new is stamped."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilelaw_press.case_words as bundled
from tilelaw.main import main

CASE = "kingdomino/place/rejects-overlap"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bundled.CaseWords.__init__, "__defaults__", (tmp_path,))
    (tmp_path / "de").mkdir()
    return tmp_path / "de" / "kingdomino.yaml"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["cases", "words", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_translation_from_beginning_to_end(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "de", "--game", "kingdomino")
    assert status == 1
    lines = out.splitlines()
    at = lines.index(f"{CASE}:")
    assert lines[at - 2].startswith("# missing: ")
    assert lines[at + 1 : at + 4] == ['  title: "…"', '  why: "…"', ""]
    assert (out.endswith(" missing, 0 stale, 0 unstamped, 0 fresh\n"), err) == (True, "")

    # What is printed can be written to the file as it is.
    file.write_text(
        out.replace(f'{CASE}:\n  title: "…"\n  why: "…"', f'{CASE}:\n  title: "Ä"\n  why: "Ö"'), encoding="utf-8"
    )
    assert "1 unstamped, 0 fresh" in run(capsys, "de", "--game", "kingdomino")[1]
    assert run(capsys, "de", "--stamp") == (0, f"stamped 1 case in {file}\n", "")
    assert "0 unstamped, 1 fresh" in run(capsys, "de", "--game", "kingdomino")[1]
    assert run(capsys, "de", "--stamp") == (0, "all words have their stamps\n", "")

    # A stamp is never renewed by itself.
    stale = file.read_text(encoding="utf-8").replace('renders: "', 'renders: "x')
    file.write_text(stale, encoding="utf-8")
    assert run(capsys, "de", "--stamp") == (0, "all words have their stamps\n", "")
    status, out, err = run(capsys, "de", "--game", "kingdomino")
    assert (status, "1 stale" in out, err) == (1, True, "")
    assert f'{CASE}:\n  title: "Ä"\n  why: "Ö"\n' in out


def test_what_is_in_no_order_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('no/such/case:\n  title: "a"\n  why: "b"\n', encoding="utf-8")
    status, _, err = run(capsys, "de", "--game", "kingdomino")
    assert status == 1
    assert "kingdomino.yaml:1: `no/such/case` is no case\n" in err
    file.write_text(f'{CASE}: {{title: "a", why: "b"}}\n', encoding="utf-8")
    status, _, err = run(capsys, "de", "--stamp")
    assert status == 2
    assert "stand beneath the id" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["en"], "error: cases are written in English"),
        (["cs", "--game", "chess"], "error: there are no cases of a game `chess`"),
    ],
)
def test_nonsense_is_answered(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert message in out + err
