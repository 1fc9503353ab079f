"""The built site, a server for it, and a browser; nothing here is collected unless `make test-site` has made them."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import FrameType

import pytest

from site_browser import Browser

BUILT = os.environ.get("TILELAW_SITE")
"""The variable that says where the built site is."""
collect_ignore_glob = [] if BUILT else ["test_*.py"]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each."""

    def log_message(self, format: str, *values: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site() -> Path:
    """Return the folder of the built site."""
    assert BUILT
    return Path(BUILT).resolve()


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[str]:
    """Serve the site on this machine while the tests run, and return its address."""
    made = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.shutdown()
    made.server_close()


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Open one browser for all tests; it ends also when the tests are stopped."""
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        with Browser(tmp_path_factory.mktemp("profile")) as made:
            yield made
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    """End as at Ctrl-C, so that fixtures end what they have started; any other exception is just a failed test."""
    raise KeyboardInterrupt
