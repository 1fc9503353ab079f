"""What holds for all tests: how properties are run, which cache is used, and what is printed at the end.

At the end stands how often the rules of each mode applied in the games that were played.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from thorough import IS_THOROUGH

# A property fails because of what it finds, never because the machine is busy. It finds the same in every run.
settings.register_profile(
    "ours", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=not IS_THOROUGH
)
settings.load_profile("ours")

TOGETHER = ("tests/adapters/", "tests/press/", "tests/test_distribution.py")
"""Tests that share what takes long to make: the modules of all rulesets, the pages, the distributions."""
LEAST = 4
TABLE = Path(__file__).parents[1] / "build" / "rules-applied.txt"


def pytest_configure(config: pytest.Config) -> None:
    """Give all tests a cache of their own, empty at the beginning; processes that they start inherit it."""
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="tilelaw-cache-")
        config.add_cleanup(folder.cleanup)
        os.environ["TILELAW_CACHE"] = folder.name


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Hand out tests one by one, but all of `TOGETHER` to one process, and these first.

    Groups of pytest-xdist are marks, which its scheduler does not see with pytest 9.2 (pytest-xdist issue 1386).
    """
    from xdist.scheduler import LoadScopeScheduling

    made = LoadScopeScheduling(config, log)
    made._split_scope = lambda test: next((place for place in TOGETHER if test.startswith(place)), test)
    return made


def pytest_collection_finish() -> None:
    """What collecting has made is there to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print, for each mode, the rules that applied least; all of them go into a file."""
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
