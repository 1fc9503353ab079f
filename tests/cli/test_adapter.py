"""`tilelaw adapter`: what it writes speaks the protocol at once, and one function decides what it says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tilelaw import facts
from tilelaw.commands import adapter
from tilelaw.commands.adapter import LANGUAGES
from tilelaw.main import main
from tilelaw_conformance import ChildProcess, Mark, smoke_test

from cli.test_check import check  # isort: skip

LEGAL = "kingdomino/place/accepts-wheat-below-wheat"
ILLEGAL = "kingdomino/place/rejects-overlap"


def written(language: str, folder: Path) -> list[str]:
    """Return the command that runs what was written; TypeScript without its types, for it needs a compiler."""
    assert main(["adapter", "kingdomino", "--language", language, "--output", str(folder)]) == 0
    if language == "python":
        return [sys.executable, str(folder / "adapter.py")]
    if language == "java":
        if shutil.which("javac") is None:
            pytest.skip("there is no Java here")
        subprocess.run(["javac", "Adapter.java", "Tilelaw.java"], cwd=folder, check=True, timeout=120)
        return ["java", "-cp", str(folder), "Adapter"]
    if language == "ts":
        typed = (folder / "adapter.mts").read_text(encoding="utf-8")
        bare = re.sub(r"^import type .*\n", "", typed, flags=re.MULTILINE)
        bare = bare.replace("state: State, move: Answer): boolean", "state, move)")
        assert not re.search(r"\w: [A-Z]\w+", re.sub(r"//.*|/\*.*?\*/", "", bare)), "all types are gone"
        (folder / "adapter.mjs").write_text(bare, encoding="utf-8")
    return ["node", str(folder / "adapter.mjs")]


@pytest.mark.parametrize("language", ["js", "ts", "python", "java"])
def test_a_skeleton_works_and_has_one_function_to_fill_in(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = written(language, tmp_path)
    from tilelaw.background import corpus
    from tilelaw_conformance import bundled_corpus

    cases = [case for case in corpus(bundled_corpus()).cases if case.id in (LEGAL, ILLEGAL)]
    assert len(cases) == 2
    assert {step.mark for step in smoke_test(ChildProcess(command), cases, 60.0)} == {Mark.FINE}
    assert check(capsys, LEGAL, "--", *command)[0] == 0
    assert check(capsys, ILLEGAL, "--", *command)[0] == 1
    if language in ("js", "python"):
        path = Path(command[-1])
        text = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub("return [tT]rue", lambda found: found[0][:-4] + ("False" if "T" in found[0] else "false"), text)
        )
        assert check(capsys, LEGAL, "--", *command)[0] == 1


def test_the_types_name_what_the_helper_exports() -> None:
    folder = Path(__file__).parents[2] / "cli" / "tilelaw" / "skeletons"
    helper = (folder / "js" / "tilelaw.mjs.txt").read_text(encoding="utf-8")
    types = (folder / "ts" / "tilelaw.d.mts.txt").read_text(encoding="utf-8")
    exported = set(re.findall(r"^export (?:async )?(?:function|const) (\w+)", helper, re.MULTILINE))
    assert exported == set(re.findall(r"^export function (\w+)", types, re.MULTILINE))
    methods = set(re.findall(r"^  (\w+): '\w+',$", helper, re.MULTILINE))
    assert methods == set(re.findall(r"^  (\w+)\?: \(", types, re.MULTILINE))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hints_name_the_files_where_they_are(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "my engine"
    assert main(["adapter", "kingdomino", "--language", language, "--output", str(folder)]) == 0
    hints = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines() if ": " in line]
    named = [Path(word) for hint in hints for word in shlex.split(hint) if "my engine" in word]
    assert len(named) >= 2
    assert all(path.exists() for path in named)


def test_where_only_the_suite_is_installed_the_wheel_knows_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilelaw.background import corpus
    from tilelaw_conformance import bundled_corpus

    games = ("ingenious", "kingdomino", "origins")
    with_language = [adapter._ruleset_of(game) for game in games]
    pairs = sorted({(case.ruleset, case.players) for case in corpus(bundled_corpus()).cases})
    monkeypatch.setattr(facts, "brought_along", lambda: {facts._key(*pair): {} for pair in pairs})
    monkeypatch.setattr(adapter, "ruleset", lambda _name: pytest.fail("rules are read"))
    monkeypatch.setattr(adapter, "all_names", lambda: pytest.fail("rules are read"))
    assert [adapter._ruleset_of(game) for game in games] == with_language
    assert adapter._ruleset_of("origins/totem") == ("origins/totem", (2, 3, 4))


def test_what_needs_the_language_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def no_language(_name: str) -> None:
        raise ModuleNotFoundError("no module named 'lark'", name="lark")

    monkeypatch.setattr(adapter, "ruleset", no_language)
    assert main(["adapter", "origins/totem+centre", "--language", "js"]) == 2
    assert capsys.readouterr().err == "error: this needs the language, and `lark` is not installed\n"


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "adapter.py").write_text("mine", encoding="utf-8")
    assert main(["adapter", "origins/totem", "--language", "python", "--output", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "adapter.py").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "tilelaw_adapter.py").exists()


def test_an_unknown_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adapter", "kingdomnio", "--language", "js"]) == 2
    assert "there is no game `kingdomnio`; did you mean `kingdomino`?" in capsys.readouterr().err
