"""What holds for all tests: how properties are run, which cache is used, and what is printed at the end.

At the end stands how often the rules of each mode applied in the games that were played.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from thorough import IS_RANDOM, IS_THOROUGH

# A property fails because of what it finds, never because the machine is busy. It finds the same in every run.
settings.register_profile(
    "ours", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=not IS_RANDOM
)
settings.load_profile("ours")

TOGETHER = {
    "pages": ("tests/press/",),
    "distributions": ("tests/test_distribution.py", "tests/test_action.py"),
    "modules": ("tests/adapters/",),
}
"""Tests that share what takes long to make: pages, distributions, modules of all rulesets."""
APART = (
    "tests/conformance/cases/test_corpus.py",
    "tests/conformance/run/",
    "tests/docs/",
    "tests/dsl/test_edits.py",
    "tests/dsl/test_fixtures.py",
    "tests/dsl/test_fuzz.py",
    "tests/engine/",
    "tests/games/test_additions.py",
    "tests/games/test_every_game.py",
    "tests/games/test_strangers.py",
    "tests/reach/",
)
"""Tests that take long, some of them only waiting, and share little."""
MANY_TESTS = 3000
"""Who runs so many needs nearly everything that is kept in the cache."""
IS_FIRST = "TILELAW_COLLECTS_FIRST"
"""Set for the process that collects before all others, into the cache of the run."""
LEFT = "left"
LEAST = 4
LEFT_OUT = pytest.StashKey[int]()
TABLE = Path(__file__).parents[1] / "build" / "rules-applied.txt"


def pytest_configure(config: pytest.Config) -> None:
    """Give all tests a cache of their own, empty at the beginning; processes that they start inherit it."""
    if not hasattr(config, "workerinput") and not os.environ.get(IS_FIRST):
        folder = TemporaryDirectory(prefix="tilelaw-cache-")
        config.add_cleanup(folder.cleanup)
        os.environ["TILELAW_CACHE"] = folder.name


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Let one process collect before several do: it fills the cache, and compiles the tests of a fresh checkout."""
    words = [sys.executable, "-m", "pytest", "-qq", "--collect-only", "-n0", "-p", "no:cacheprovider", *config.args]
    folder = config.invocation_params.dir
    subprocess.run(words, cwd=folder, env={**os.environ, IS_FIRST: "1"}, capture_output=True, check=False)


def _fill_cache() -> None:
    """Work out what is known of every ruleset, which several processes would else do at the same time."""
    from tilelaw.background import corpus
    from tilelaw.facts import facts
    from tilelaw_conformance import bundled_corpus
    from tilelaw_play import load, names

    places = {(name, players) for name in names(all=True) for players in load(name).counts}
    for name, players in sorted(places):
        load(name).texts(players)
    for name, players in sorted({(case.ruleset, case.players) for case in corpus(bundled_corpus()).cases} | places):
        facts((), name, players)
        load(name).module(players)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Hand out tests file by file, in the order of `_last`, but one by one those of `APART`.

    Groups of pytest-xdist are marks, which its scheduler does not see with pytest 9.2 (pytest-xdist issue 1386).
    """
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False
    made = LoadScopeScheduling(config, log)
    made._split_scope = _group
    return made


def _group(test: str) -> str:
    """Return the name of the tests that one process runs together with a test."""
    file = test.partition("::")[0]
    return next((group for group, places in TOGETHER.items() if file.startswith(places)), test if _last(test) else file)


def _last(test: str) -> bool:
    return test.startswith(APART)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked as long; the rest begins with groups and ends with what can be handed out one by one."""
    if not IS_THOROUGH:
        left = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]
        if hasattr(config, "workeroutput"):
            config.workeroutput[LEFT] = len(left)
    order = [*TOGETHER, ""]
    places = {item.nodeid: _group(item.nodeid) for item in items}
    items.sort(
        key=lambda item: (_last(item.nodeid), order.index(places[item.nodeid] if places[item.nodeid] in order else ""))
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """What collecting has made is there to the end: the garbage collector need not look at it again and again."""
    if os.environ.get(IS_FIRST) and len(session.items) > MANY_TESTS:
        _fill_cache()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Remember what a process has left out: all of them leave out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get(LEFT, 0)


def pytest_sessionfinish() -> None:
    """Collect garbage once: pytest does so five times at the end, in all that a long run has left."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was left out, and for each mode the rules that applied least; all of them go into a file."""
    if left := terminalreporter.config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"{left} long tests are left to `make prove PART=tests`")
    passed = [report for report in terminalreporter.getreports("passed") if report.when == "call"]
    tables = [value for report in passed for name, value in report.user_properties if name == "applied"]
    if not tables:
        return
    lines, short = [], []
    for table in sorted(tables, key=lambda table: str(table["mode"])):
        counts: dict[str, int] = table["counts"]
        happened = sorted((times, rule) for rule, times in counts.items() if times)
        fewest = ", ".join(f"{rule} {times}" for times, rule in happened[:LEAST])
        cannot = [f"{rule} ({why})" for rule, why in table["cannot"].items()]
        short.append(f"{table['mode']}: {len(happened)} of {len(counts)} rules applied; least {fewest}")
        lines += [table["mode"], *(f"  {times:>7}  {rule}" for rule, times in counts.items())]
        lines += [f"  cannot: {one}" for one in cannot]
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text("\n".join([*lines, ""]), encoding="utf-8")
    terminalreporter.section(f"how often rules applied (all in {TABLE.parent.name}/{TABLE.name})")
    for line in short:
        terminalreporter.write_line(line)
