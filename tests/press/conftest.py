from __future__ import annotations

import pytest

from tilelaw.pages import bundled_sources
from tilelaw_press import Sources


@pytest.fixture(scope="session")
def sources() -> Sources:
    return bundled_sources()
