"""Known failures: what is listed must fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance import setting
from conformance.setting import PATIENT, fake
from tilelaw_conformance.run.known import KnownError, read_known, write_known
from tilelaw_conformance.run.run import run_cases as run

WRONG, RIGHT, ALSO_RIGHT = setting.picture()


def test_ids_remarks_and_blank_lines_are_read(tmp_path: Path) -> None:
    path = tmp_path / "known.txt"
    path.write_text(f"# a remark\n\n{WRONG.id}  # see issue 4\n{RIGHT.id}\n", encoding="utf-8")
    assert read_known(path, setting.picture()) == {WRONG.id: "see issue 4", RIGHT.id: ""}


def test_an_id_that_does_not_exist_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "known.txt"
    path.write_text(f"{WRONG.id}x\n", encoding="utf-8")
    with pytest.raises(KnownError, match=f"known.txt:1: no case is called `{WRONG.id}x`; did you mean `{WRONG.id}`?"):
        read_known(path, setting.picture())
    with pytest.raises(KnownError, match="cannot be read"):
        read_known(tmp_path / "missing.txt", setting.picture())


def test_what_fails_now_is_written_and_what_was_not_judged_stays(tmp_path: Path) -> None:
    path = tmp_path / "known.txt"
    outcome = run([WRONG, RIGHT], fake("always_legal"), limits=PATIENT)
    before = {WRONG.id: "an old remark", RIGHT.id: "passes now", ALSO_RIGHT.id: "not run"}
    ids = write_known(path, outcome, before)
    assert ids == sorted([WRONG.id, ALSO_RIGHT.id])
    assert read_known(path, setting.picture()) == {WRONG.id: "an old remark", ALSO_RIGHT.id: "not run"}
