"""The picture of the landing page and of README.md is what would be drawn now."""

from __future__ import annotations

import importlib.util

from checkout import ROOT


def test_the_committed_picture_is_fresh() -> None:
    path = ROOT / "docs" / "generate_picture.py"
    spec = importlib.util.spec_from_file_location("generate_picture", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.PICTURE.read_text(encoding="utf-8") == made.picture(), "run: python docs/generate_picture.py"
