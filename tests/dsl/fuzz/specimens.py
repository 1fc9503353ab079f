"""What mistakes are made in: games and layers of all sorts, tables, files as they lie on a disk.

Every kind of specimen is made and looked at by one function of a random number generator. All that does not depend on
it is read once: the bundled rules are parsed, and a layer over them has only to be merged and checked.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from dsl.fuzz.mutations import flipped, mutated, mutated_table
from dsl.test_fixtures import BASE, CHUNKS, FIXTURES, base
from tilelaw_dsl.codes.registry import CODES
from tilelaw_dsl.codes.snippets import CARDS, SKELETON, in_layer
from tilelaw_dsl.diagnostics import Diagnostic, Report
from tilelaw_dsl.edits import tried
from tilelaw_dsl.lint import found_in
from tilelaw_dsl.rulebook import Rulebook
from tilelaw_play import rulebook

ROOT = Path(__file__).parents[3]
FOLDERS = [ROOT / "spec", ROOT / "tests" / "foreign"]
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*.rules"))
TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES}
SMALL = [SKELETON, *(snippet.whole() for one in CODES.values() for snippet in (one.bad, one.good))]
CHUNK_TEXTS = [chunk.text for chunk in CHUNKS]
LAYERS = [text for text in TEXTS.values() if len(text) < 3_500]
"""Texts over others that are checked quickly enough to do it often."""
NAME = "text.rules"
TRIED = 0.25
"""The share of texts whose hints are tried as well, as they are before anybody is shown them."""

DEALT = in_layer('kinds card from "cards.csv"\n    worth: 0..9', lines="score sum(worth over card)").whole()
PAIRS = "x1,y1,x2,y2\n0,0,1,0\n1,0,2,2\n3,3,4,4\n"
JOINED = SKELETON.replace(
    "        relation beside = orthogonal\n",
    '        relation beside = orthogonal\n        relation far = pairs from "cards.csv"\n',
)


def _looked_at(random: Random, book: Rulebook, name: str = NAME) -> list[Diagnostic]:
    path = Path(name)

    def look(other: Rulebook) -> list[Diagnostic]:
        return found_in(other, path, lambda _looks, _keys, _report: None)

    found = look(book)
    return tried(book, found, look) if random.random() < TRIED else found


def small(random: Random) -> list[Diagnostic]:
    """A text that stands alone."""
    text = mutated(random, random.choice(SMALL), CHUNK_TEXTS)
    return _looked_at(random, Rulebook.of_texts({NAME: text}, {"cards.csv": CARDS}))


def fixture(random: Random) -> list[Diagnostic]:
    """A text over the base of the fixtures."""
    return _looked_at(random, _with_base().with_text(NAME, mutated(random, random.choice(CHUNK_TEXTS), SMALL)))


def layer(random: Random) -> list[Diagnostic]:
    """A text over the bundled rules; every tenth is checked for all numbers of players, the others are merged."""
    book = rulebook().with_text(NAME, _renamed(mutated(random, random.choice(LAYERS), CHUNK_TEXTS)))
    if random.random() < 0.1:
        return _looked_at(random, book)
    report = Report()
    report.extend(item for item in book.report.items if item.span.source.name == NAME)
    for name, (_, file) in book.files.items():
        if name == NAME:
            for one in file.layers:
                for players in book.counts((one.name.text,))[:1]:
                    book.merged((one.name.text,), players, report)
    return report.sorted()


def raw(random: Random) -> list[Diagnostic]:
    """The bytes of a text."""
    content = flipped(random, random.choice([SKELETON, *CHUNK_TEXTS]).encode("utf-8"))
    return _looked_at(random, Rulebook.of_texts({NAME: content}))


def table(random: Random) -> list[Diagnostic]:
    """A table that a kind or a relation is made from, as it is read from a disk."""
    text, rows = random.choice([(DEALT, CARDS), (JOINED, PAIRS)])
    content = mutated_table(random, rows)
    with TemporaryDirectory() as folder:
        (Path(folder) / "cards.csv").write_bytes(content)
        book = Rulebook(data_folders=[Path(folder)])
        book.add_text(NAME, text, Path(folder) / NAME)
        return found_in(book, Path(folder) / NAME, lambda _looks, _keys, _report: None)


def odd_file(random: Random) -> list[Diagnostic]:
    """Something under the name of a rules file or a table that is none."""
    with TemporaryDirectory() as folder:
        rules, cards = Path(folder) / "x.rules", Path(folder) / "cards.csv"
        rules.write_text(DEALT, encoding="utf-8")
        cards.write_text(CARDS, encoding="utf-8")
        odd = random.choice([rules, cards])
        odd.unlink()
        random.choice(ODD)(random, odd)
        book = Rulebook.read([Path(folder)])
        found = list(book.report.items) + found_in(book, rules, lambda _looks, _keys, _report: None)
        report = Report()
        Rulebook.read([]).layers_of(str(rules), report)
        return list(dict.fromkeys([*found, *report.items]))


def _pipe(_random: Random, path: Path) -> None:
    os.mkfifo(path)


def _folder(_random: Random, path: Path) -> None:
    path.mkdir()


def _circle(_random: Random, path: Path) -> None:
    path.symlink_to(path.name)


def _device(random: Random, path: Path) -> None:
    path.symlink_to(random.choice(["/dev/zero", "/dev/null", "/dev/tty", "/dev/stdin", "/proc/self/mem"]))


def _nothing(_random: Random, _path: Path) -> None:
    pass


def _locked(random: Random, path: Path) -> None:
    path.write_bytes(random.randbytes(40))
    path.chmod(0)


def _large(random: Random, path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(random.choice([2_000_001, 50_000_000, 5_000_000_000]))


def _noise(random: Random, path: Path) -> None:
    path.write_bytes(random.randbytes(random.randint(0, 3_000)))


ODD: list[Callable[[Random, Path], None]] = [_pipe, _folder, _circle, _device, _nothing, _locked, _large, _noise]

KINDS: dict[str, tuple[Callable[[Random], list[Diagnostic]], int]] = {
    "small texts": (small, 30),
    "texts over a base": (fixture, 30),
    "layers over bundled games": (layer, 10),
    "bytes of texts": (raw, 15),
    "tables": (table, 13),
    "odd files": (odd_file, 2),
}
"""Every kind of specimen, and how many of a hundred are of it."""


def kind_of(seed: int) -> str:
    """Return the kind of the specimen with this number."""
    chosen: str = Random(seed).choices(list(KINDS), [share for _, share in KINDS.values()])[0]
    return chosen


def specimen(seed: int) -> list[Diagnostic]:
    """Make the specimen with this number and return what is said about it."""
    return KINDS[kind_of(seed)][0](Random(seed))


@cache
def _with_base() -> Rulebook:
    book = Rulebook(data_folders=[FIXTURES / "data"])
    book.files[BASE.name] = (BASE, base())
    book.library.add(base(), book.report)
    return book


def _renamed(text: str) -> str:
    """Give the layers of a bundled text a name that is not taken."""
    for word in ("mode", "option", "layer"):
        text = text.replace(f"\n{word} ", f"\n{word} fuzz-").removeprefix("\ufeff")
        text = f"{word} fuzz-{text.removeprefix(f'{word} ')}" if text.startswith(f"{word} ") else text
    return text
