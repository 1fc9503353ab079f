"""The page about the protocol: its examples are true, and its program runs."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from conformance import setting
from tilelaw.main import main
from tilelaw_conformance.data import schema
from tilelaw_conformance.protocol.messages import (
    LONGEST_NUMBER,
    LONGEST_POSITION,
    MOST_ELEMENTS,
    Claim,
    read_hello,
)
from tilelaw_conformance.protocol.validate import MOST_MOVES
from tilelaw_conformance.run.process import LONGEST_LINE, ChildProcess
from tilelaw_conformance.run.run import run_cases as run
from tilelaw_conformance.run.verdict import Verdict
from tilelaw_play.serve import Server

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
FENCES = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
LINES = [list(map(json.loads, text.splitlines())) for language, text in FENCES if language == "json"]
EXCHANGES = [tuple(lines) for lines in LINES if len(lines) == 2 and "jsonrpc" in lines[0]]
DEFINITIONS = schema.load("protocol")["$defs"]


def check(data: Any, name: str) -> None:
    jsonschema.validate(data, {"$ref": f"#/$defs/{name}", "$defs": DEFINITIONS})


def test_page_has_examples() -> None:
    assert [language for language, _ in FENCES] == ["json"] * 6 + ["python"] * 2
    assert len(EXCHANGES) == 3


def test_components_have_the_shape_that_is_told() -> None:
    (shown,) = (text for language, text in FENCES if language == "json" and '"decks"' in text)
    components, decks = map(json.loads, shown.splitlines())
    check(components, "components.result")
    check(decks, "deck.params")


@pytest.mark.parametrize(("request_", "reply"), EXCHANGES)
def test_exchanges_are_true(request_: dict[str, Any], reply: dict[str, Any]) -> None:
    method = request_["method"]
    check(request_, "request")
    check(request_["params"], f"{method}.params")
    check(reply, "reply")
    check(reply["result"], f"{method}.result")
    if method != "hello":
        assert Server().answer(json.dumps(request_)) == reply


def test_the_page_tells_the_limits() -> None:
    told = PAGE.partition("## Size\n")[2].partition("\n## ")[0]
    assert f"{LONGEST_LINE // 2**20} MB" in told
    for limit in (MOST_ELEMENTS, LONGEST_NUMBER, LONGEST_POSITION):
        assert f"{limit:,}" in told
    assert f"the first {MOST_MOVES:,}" in PAGE


def test_the_program_runs(tmp_path: Path) -> None:
    script = tmp_path / "yes_man.py"
    script.write_text(FENCES[-1][1], encoding="utf-8")
    outcome = run(setting.picture(), ChildProcess([sys.executable, str(script)]), limits=setting.PATIENT)
    assert outcome.counts == {Verdict.PASSED: 2, Verdict.FAILED: 1}


def test_the_program_in_process_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = [text for language, text in FENCES if "InProcess" in text]
    exec(compile(text, "protocol.md", "exec"), {})
    cases = [case for case in setting.corpus().cases if case.game == "kingdomino"]
    assert f"'passed'>: {len(cases)}" in capsys.readouterr().out


def test_every_option_on_the_page_exists(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    options = capsys.readouterr().out
    for option in re.findall(r"`(--[a-z-]+)", PAGE):
        assert option in options


def test_the_claim_means_what_the_page_says() -> None:
    (entry,) = [lines[0] for lines in LINES if len(lines) == 1]
    claim = Claim(entry["name"], frozenset(entry["players"]), frozenset(entry["layers"]))
    for name in ("origins/totem", "origins/totem+centre", "origins/totem+centre+complete"):
        assert f"`{name}`" in PAGE
        assert claim.covers(name)
    (narrow,) = [lines for lines in LINES if len(lines) == 2 and "name" in lines[0]]
    hello = read_hello({**EXCHANGES[0][1]["result"], "rulesets": narrow, "methods": ["judge", "score"]})
    three, two = hello.at("origins/discovery", 3), hello.at("origins/discovery", 2)
    assert three is not None
    assert two is not None
    assert (sorted(three.methods), sorted(two.methods)) == (["judge", "score"], ["score"])


def test_tables_are_complete() -> None:
    rows = re.findall(r"^\| `?([\w ]+?)`? \|", PAGE, re.MULTILINE)
    wanted = {*DEFINITIONS["method"]["enum"], *DEFINITIONS["level"]["enum"], *Verdict}
    assert {str(each) for each in wanted} <= set(rows)


def test_paths_exist() -> None:
    for path in re.findall(r"`([\w/.-]+/[\w.-]+\.\w+)`", PAGE):
        assert (ROOT / path).is_file()
