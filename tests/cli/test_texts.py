"""`tilelaw rules texts`: what is missing or stale is listed, and what is new is stamped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilelaw.main import main

GAME = """\
mode t/small
    title "Small"
    players 1
    flow
        ask go of first(players)
    rule go "You go"
        house
        action go

texts en of t
    on t/small
        ask go
            "Do you go?"
        rule go
            "You go,"
            "and come back."

texts de of t
    on t/small
        rule go "Ihr geht"
            "Ihr geht"
            "und kommt zurück."
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.rules"
    path.write_text(GAME, encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    status = main(["rules", "texts", *map(str, arguments)])
    out, err = capsys.readouterr()
    return status, out + err


def test_bundled_texts_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    for language in ("cs", "sk", "hu", "pl"):
        status, out = run(capsys, language)
        assert status == 0
        assert out.startswith("0 missing, 0 stale, 0 unstamped, ")
        assert "181 of 181 remarks told" in out


def test_what_is_missing_is_listed_as_it_would_be_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "de", file, "--game", "t")
    assert status == 1
    assert out.splitlines() == [
        "    on t/small",
        "        # missing: Do you go?",
        "        ask go",
        '            "…"',
        "",
        "        # unstamped: You go, and come back.",
        '        rule go "Ihr geht"',
        '            "Ihr geht und kommt zurück."',
        "",
        "1 missing, 0 stale, 1 unstamped, 0 fresh",
    ]


@pytest.mark.long
def test_a_stamp_lasts_until_the_english_changes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "de", file, "--stamp") == (0, f"stamped 1 text in {file}\n")
    stamped = file.read_text(encoding="utf-8")
    assert stamped.startswith(GAME + "            renders ")
    assert run(capsys, "de", file, "--stamp") == (0, "every text has its stamp\n")
    assert main(["rules", "lint", str(file)]) == 0

    for old, new in (("and come back", "and stay"), ('rule go "You go"', 'rule go "You walk"')):
        file.write_text(stamped.replace(old, new), encoding="utf-8")
        capsys.readouterr()
        assert "1 stale" in run(capsys, "de", file, "--game", "t")[1]
        assert main(["rules", "lint", str(file)]) == 1
        assert "error[T940]: the English text has changed" in capsys.readouterr().out
        # A stamp is never renewed by itself.
        assert run(capsys, "de", file, "--stamp") == (0, "every text has its stamp\n")


def test_line_breaks_make_nothing_stale(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "de", file, "--stamp")
    joined = file.read_text(encoding="utf-8").replace('"You go,"\n            "and', '"You go, and')
    file.write_text(joined, encoding="utf-8")
    assert "0 stale" in run(capsys, "de", file, "--game", "t")[1]


def test_a_new_language_has_everything_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, "de", "--game", "kingdomino")
    assert status == 1
    assert "    on kingdomino/classic for players 2\n" in out
    assert '        rule place.must "A domino that can be placed must be placed"\n            "…"\n' in out
    assert out.rstrip().endswith(" 0 stale, 0 unstamped, 0 fresh")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["en"], "error: English texts render no others"),
        (["cs", "--game", "chess"], "error: no text of a game `chess` is told in English"),
        (["cs", "nowhere.rules"], "nowhere.rules"),
    ],
)
def test_nonsense_is_answered(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out = run(capsys, *arguments)
    assert status == 2
    assert message in out
    assert "Traceback" not in out


def test_remarks_without_a_note_are_listed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = '    on t/small\n        aim\n            "Geht."\n'
    text = GAME.replace("        house\n", '        ruling "no book forbids it"\n')
    file.write_text(text.replace("texts de of t\n    on t/small\n", f"texts de of t\n{begun}"), encoding="utf-8")
    status, out = run(capsys, "de", file, "--game", "t")
    assert status == 1
    assert '        note "no book forbids it"\n            "…"\n' in out
    assert out.splitlines()[-1] == "0 of 1 remark told"
