"""A real browser, driven through the WebDriver protocol of its driver: what the tests need of it, and no more.

The protocol is plain JSON over HTTP, so nothing has to be installed but the browser and its driver.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
)
LEVELS = ("SEVERE", "WARNING")
DESKTOP, PHONE = (1280, 900), (390, 844)


class Browser:
    """One browser with one window; it ends with the block that opens it, whatever happens there."""

    def __init__(self, profile: Path) -> None:
        browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
        driver = shutil.which("chromedriver")
        assert browser, "no browser is here"
        assert driver, "the browser is here, but not its driver"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._address = f"http://127.0.0.1:{port}"
        # A group of its own: the driver, the browser and all it has started are ended together.
        self._driver = subprocess.Popen(
            [driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            self._wait_for_driver()
            options = {"binary": browser, "args": [*FLAGS, f"--user-data-dir={profile}"]}
            wanted = {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            }
            made = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            self._session = f"/session/{made['sessionId']}"
            # The theme remembers a scheme of colours: each page is opened as if for the first time.
            self._command("Page.addScriptToEvaluateOnNewDocument", {"source": "try { localStorage.clear() } catch {}"})
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with contextlib.suppress(OSError):
            self._call("DELETE", self._session)
        self.close()

    def close(self) -> None:
        """End the driver and everything it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._driver.pid, signal.SIGKILL)
        self._driver.wait()

    def open(self, address: str) -> None:
        """Open a page, and wait until it is loaded; what was logged before is forgotten."""
        # The page before is left first: it would still write down what it remembers.
        self._call("POST", f"{self._session}/url", {"url": "about:blank"})
        self.log("browser")
        self.log("performance")
        self._call("POST", f"{self._session}/url", {"url": address})

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page, and return what it returns; a promise is waited for."""
        return self._call("POST", f"{self._session}/execute/sync", {"script": script, "args": arguments})

    def wait(self, condition: str, *arguments: object, seconds: float = 20) -> Any:
        """Wait until an expression is true in the page, and return it."""
        end = time.monotonic() + seconds
        while not (found := self.run(f"return {condition}", *arguments)):
            assert time.monotonic() < end, f"waited in vain for: {condition}"
            time.sleep(0.05)
        return found

    def address(self) -> str:
        """Return the address of the page."""
        return str(self._call("GET", f"{self._session}/url"))

    def type(self, selector: str, text: str) -> None:
        """Type into a field, as somebody at the keyboard does."""
        found = self._call("POST", f"{self._session}/element", {"using": "css selector", "value": selector})
        (element,) = found.values()
        self._call("POST", f"{self._session}/element/{element}/value", {"text": text})

    def log(self, kind: str) -> list[dict[str, Any]]:
        """Return what has been logged since the last time."""
        found: list[dict[str, Any]] = self._call("POST", f"{self._session}/se/log", {"type": kind})
        return found

    def errors(self, *levels: str) -> list[str]:
        """Return what the console shows as errors and warnings, or on some levels, of the page that is open."""
        return [entry["message"] for entry in self.log("browser") if entry["level"] in (levels or LEVELS)]

    def requests(self) -> list[str]:
        """Return the addresses that have been asked for since the page was opened."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        sent = [event for event in events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def pdf(self) -> bytes:
        """Return the page as it is printed on A4."""
        size = {"page": {"width": 21.0, "height": 29.7}, "margin": {"top": 1, "bottom": 1, "left": 1, "right": 1}}
        return base64.b64decode(self._call("POST", f"{self._session}/print", {**size, "background": True}))

    def look(self, size: tuple[int, int] = DESKTOP, *, dark: bool = False) -> None:
        """Make the window as wide as a screen, or as a phone, and prefer a scheme of colours."""
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
        self._command("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._command("Emulation.setEmulatedMedia", {"features": [scheme]})

    def _command(self, name: str, values: dict[str, Any]) -> None:
        self._call("POST", f"{self._session}/goog/cdp/execute", {"cmd": name, "params": values})

    def _wait_for_driver(self) -> None:
        for _ in range(200):
            with contextlib.suppress(OSError):
                if self._call("GET", "/status")["ready"]:
                    return
            time.sleep(0.05)
        raise AssertionError("the driver of the browser does not answer")

    def _call(self, method: str, path: str, values: dict[str, Any] | None = None) -> Any:
        data = json.dumps(values or {}).encode() if method == "POST" else None
        head = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._address + path, data, head, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from error
