"""The rules text and its data tables."""

from pathlib import Path


def root() -> Path:
    """Return the folder that holds the ``.rules`` files and the ``data`` folder."""
    return Path(__file__).resolve().parent
