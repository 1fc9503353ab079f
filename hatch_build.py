"""Puts into the wheel what is known about each ruleset that cases are about: the suite then needs no language."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Facts(BuildHookInterface[Any]):
    """Writes the facts and adds them to the wheel; an editable install works them out when it needs them."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file before the wheel is built."""
        if version == "editable":
            return
        sys.path[:0] = [str(Path(self.root) / source) for source in self.build_config.dev_mode_dirs]
        from tilelaw.facts import FILE, write_facts

        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / FILE
        write_facts(path)
        build_data["force_include"][str(path)] = f"tilelaw/{FILE}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Forget the file: the wheel has it."""
        if version != "editable":
            self._folder.cleanup()
