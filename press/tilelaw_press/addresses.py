"""Where the site and the repository are to be found: one setting, `[project.urls]` of the distribution.

As long as nothing stands there, pages leave out what would need an address.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses on the web; each is empty if there is none."""

    site: str = ""
    repository: str = ""

    def page(self, path: str) -> str:
        """Return the address of a page of the site, or nothing."""
        return f"{self.site.rstrip('/')}/{path}" if self.site else ""


@cache
def addresses() -> Addresses:
    """Return the addresses that the installed distribution names."""
    try:
        lines = metadata("tilelaw").get_all("Project-URL") or []
    except PackageNotFoundError:
        return Addresses()
    return addresses_in(lines)


def addresses_in(lines: list[str]) -> Addresses:
    """Return the addresses among lines of metadata such as `Documentation, https://…`."""
    named = {name.strip(): address.strip() for name, _, address in (line.partition(",") for line in lines)}
    return Addresses(named.get("Documentation", ""), named.get("Repository", ""))
