"""Groups of eight words of printed books, as hashes, so that no sentence of ours is one of theirs.

The books are not ours to publish, and a hash does not give a sentence back. The file beside this one was made once from
the texts of the rulebooks; whoever has them makes it again with

    python tests/games/word_groups.py BOOK.txt … > tests/games/book-groups.txt
"""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from pathlib import Path

SIZE = 8
"""How many words a group has."""


def words(text: str) -> list[str]:
    """Return the words of a text: lower case, composed accents, no punctuation, hyphenated line ends joined."""
    text = unicodedata.normalize("NFC", text).replace("\u00ad", "")
    text = re.sub(r"(\w)-\s*\n\s*(\w)", r"\1\2", text)
    return re.findall(r"\w+", text.lower())


def groups(text: str) -> set[str]:
    """Return the hashes of all groups of consecutive words of a text."""
    found = words(text)
    return {_hash(found[i : i + SIZE]) for i in range(len(found) - SIZE + 1)}


def _hash(group: list[str]) -> str:
    return hashlib.sha256(" ".join(group).encode()).hexdigest()[:16]


def book_groups() -> set[str]:
    """Return the groups of the books."""
    return set((Path(__file__).parent / "book-groups.txt").read_text(encoding="ascii").split())


if __name__ == "__main__":
    all_groups = set().union(*(groups(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]))
    print("\n".join(sorted(all_groups)))
