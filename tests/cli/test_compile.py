"""`tilelaw rules compile`: a module that says what it is, the same whenever it is written."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tilelaw.main import main
from tilelaw_dsl import ir
from tilelaw_engine.sections import sections
from tilelaw_play import load


def test_a_module_says_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["rules", "compile", "kingdomino/classic", "--players", "3"]
    for name in ("one.wasm", "other.wasm"):
        assert main([*words, "-o", str(tmp_path / name)]) == 0
    assert "kingdomino/classic for 3 players: " in capsys.readouterr().out
    wasm = (tmp_path / "one.wasm").read_bytes()
    assert wasm == (tmp_path / "other.wasm").read_bytes()
    game = load("kingdomino/classic").game(3)
    said = sections(wasm)
    assert json.loads(said["tilelaw.manifest"]) == json.loads(json.dumps(load("kingdomino/classic").manifest(3)))
    assert said["tilelaw.digest"].decode() == hashlib.sha256(ir.to_json(game).encode()).hexdigest()
    assert json.loads(said["tilelaw.layout"])["players"] == 3


def test_the_text_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["rules", "compile", "kingdomino/classic", "--wat"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert text.startswith("(module")
    titles = {rule.id: rule.title for rule in load("kingdomino/classic").game(4).rules}
    named = {line: line[3:].split()[0].rstrip(":") for line in text.splitlines() if line.startswith(";; ")}
    blocks = [(line, titles[rule]) for line, rule in named.items() if rule in titles]
    assert len(blocks) > 10
    assert [line for line, title in blocks if not line.endswith(f" ({title})")] == []
    assert main([*words, "-o", str(tmp_path / "game.wat")]) == 0
    assert (tmp_path / "game.wat").read_text(encoding="utf-8").strip() == text.strip()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say where to write"),
        (("-o", "/dev/null/game.wasm"), "cannot write"),
        (("--players", "9", "-o", "x"), "not for 9"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "compile", "kingdomino/classic", *words]) == 2
    assert said in capsys.readouterr().err


WITHOUT = """
import sys
sys.modules["wasmtime"] = None
from tilelaw.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("words", "status", "out", "error"),
    [
        (("rules", "list"), 0, "kingdomino/classic", ""),
        (("rules", "lint", "-v", "slow.rules"), 0, "slow: none", ""),
        (
            ("rules", "compile", "kingdomino/classic", "--wat"),
            2,
            "",
            "error: a module cannot be made: wasmtime cannot be",
        ),
        (("perft", "slow.rules", "--depth", "1"), 0, "16", "warning: wasmtime cannot be imported"),
    ],
)
def test_commands_work_without_wasmtime(
    words: tuple[str, ...], status: int, out: str, error: str, tmp_path: Path
) -> None:
    (tmp_path / "slow.rules").write_text(SLOW, encoding="utf-8")
    run = [sys.executable, "-c", WITHOUT, *words]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert out in done.stdout
    assert done.stderr.startswith(error)
    assert len(done.stderr.splitlines()) == (1 if error else 0)


SLOW = """mode slow/game
    title "Slow"
    players 2
    house
    board field
        grid squares 0..3 by 0..3
        relation beside = orthogonal
        cell spot
            taken: flag
            weight: 0..90
    flow
        ask take of first(players)
    rule take.any "A spot is taken"
        action take
            at in field
        for take
            require not at.taken
        for take
            at.taken := true
        score 0
        rank total(you)
"""


@pytest.mark.parametrize(
    ("required", "said"),
    [
        ("not at.taken", ""),
        ("at in field[not taken]", ""),
        ("count(beside(at)) > 2", "for every cell as `at` of `take`, because it asks more of `at` than its fields"),
        ("at.weight < 5", "for every cell as `at` of `take`, because `weight` can have too many values"),
        ("at in field[not taken] and at.weight < 5", "for each cell that other requirements leave as `at` of `take`"),
    ],
)
def test_slow_rules_are_named_when_asked_for(
    required: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.rules"
    path.write_text(SLOW.replace("require not at.taken", f"require {required}"), encoding="utf-8")
    assert main(["rules", "lint", str(path)]) == 0
    assert "slow:" not in capsys.readouterr().out
    assert main(["rules", "lint", "-v", str(path)]) == 0
    told = capsys.readouterr().out
    assert f"slow:\ntake.any: `{required}` is tested {said}" in told if said else "\nslow: none\n" in told
