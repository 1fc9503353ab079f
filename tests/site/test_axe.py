"""Everybody can read the pages: axe finds no violation, in light and in dark colours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from checkout import ROOT
from site_browser import Browser
from site_kinds import CASE, CASES, RULE, RULEBOOK

AXE = ROOT / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = [
    "index.html",
    "rules/origins.html",
    RULEBOOK,
    RULE,
    CASES,
    CASE,
    "editions/origins.html",
    "rulings/origins.html",
    "components/origins.html",
    "glossary.html",
    "validate.html",
    "schemas/protocol.html",
    "diagnostics/T203.html",
    "cs/index.html",
    "hu/rules/origins/tribe-3.html",
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a report about an engine that breaks a rule."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    flawed = [sys.executable, "adapters/flawed.py", "no-size-check"]
    command = [sys.executable, "-m", "tilelaw.main", "check", "origins/place", "--html", str(path), "--", *flawed]
    assert subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 1
    return path


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_barrier(browser: Browser, server: str, path: str, dark: bool) -> None:
    browser.look(dark=dark)
    browser.open(f"{server}/{path}")
    browser.wait("document.body.dataset.mdColorScheme === arguments[0]", "slate" if dark else "default")
    assert violations(browser) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_report_has_no_barrier(browser: Browser, report: Path, dark: bool) -> None:
    browser.look(dark=dark)
    browser.open(report.as_uri())
    assert violations(browser) == []
    assert browser.errors() == []
    assert [one for one in browser.requests() if not one.startswith(("file:", "data:"))] == []


def violations(browser: Browser) -> list[str]:
    """Return what axe finds on the page that is open: the rule, how often, and where first."""
    browser.wait("document.readyState === 'complete'")
    browser.run(AXE.read_text(encoding="utf-8"))
    found = browser.run("return axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations)")
    return [f"{one['id']}, {len(one['nodes'])} times: {_first(one['nodes'][0])}" for one in found]


def _first(node: dict[str, str]) -> str:
    return f"{node['html'][:200]} {node['failureSummary'][:300]}"
