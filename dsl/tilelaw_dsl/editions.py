"""What each edition of a game says about each of its rules, and which rulings fill the gaps.

A rule can be worded anew by a layer above (a mode, a player count, another ruling), and editions can speak of it anew;
every wording is listed once, under the topmost layer that has a part in it. An edition that is not heard of is silent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilelaw_dsl import ir
from tilelaw_dsl import syntax as s
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Word:
    """What one edition says: how, under which headings, and with what remarks."""

    edition: str
    standing: ir.Standing | None
    """Nothing when the edition is silent."""
    passages: tuple[tuple[str, str], ...]
    """Headings, each with a remark that may be empty."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A rule as one layer words it, with what every edition says."""

    id: str
    title: str
    layer: str
    words: tuple[Word, ...]
    rulings: tuple[str, ...]
    house: tuple[str, ...]
    changed_by: tuple[tuple[str, str], ...]
    """Layers above that amend, replace or remove the rule, with their titles."""

    @property
    def is_of_one_voice(self) -> bool:
        """Whether all editions state it, without a remark."""
        return all(w.standing is ir.Standing.STATES and not any(note for _, note in w.passages) for w in self.words)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All wordings of the rules of one game."""

    game: str
    editions: tuple[tuple[str, str], ...]
    printings: tuple[tuple[str, str], ...]
    """What is known of the printed books: editions that say so, each with its line."""
    read_from: tuple[tuple[str, str], ...]
    """From what the books were read, likewise."""
    wordings: tuple[Wording, ...]


def games(book: Rulebook) -> list[str]:
    """Return the games that have rulesets, in reading order."""
    found = [name.split("/")[0] for name in book.library.layers if book.is_complete(name)]
    return list(dict.fromkeys(found))


def compare(book: Rulebook, game: str, rulesets: Iterable[ir.Game] | None = None) -> Comparison:
    """Return every wording of every rule of a game, in reading order; who has compiled its rulesets hands them in."""
    editions: dict[str, str] = {}
    wordings: dict[tuple[str, str], Wording] = {}
    for compiled in _rulesets(book, game) if rulesets is None else rulesets:
        editions |= dict(compiled.editions)
        for rule in compiled.rules:
            layer = max((rule.layer, *rule.changed_by, rule.cited_on or rule.layer), key=compiled.layers.index)
            if (rule.id, layer) not in wordings:
                wordings[rule.id, layer] = _wording(book, game, rule, layer, tuple(dict(compiled.editions)))
    order = {id_: place for place, id_ in enumerate(dict.fromkeys(id_ for id_, _ in wordings))}
    listed = sorted(wordings.values(), key=lambda wording: order[wording.id])
    books = {name: book.library.editions[game, name] for name in editions if (game, name) in book.library.editions}
    printings = tuple((name, one.printing.text) for name, one in books.items() if one.printing is not None)
    read_from = tuple((name, one.read_from.text) for name, one in books.items() if one.read_from is not None)
    return Comparison(game, tuple(editions.items()), printings, read_from, tuple(listed))


def _rulesets(book: Rulebook, game: str) -> Iterator[ir.Game]:
    """Yield the rulesets of a game, each for one count, and again for counts that have layers of their own."""
    for name, layer in book.library.layers.items():
        if layer.counts or name.split("/")[0] != game or not book.is_complete(name):
            continue
        seen: set[tuple[str, ...]] = set()
        for count in reversed(book.counts((name,))):
            compiled = book.compile((name,), count, Report())
            if compiled is not None and compiled.layers not in seen:
                seen.add(compiled.layers)
                yield compiled


def _wording(book: Rulebook, game: str, rule: ir.RuleInfo, layer: str, editions: tuple[str, ...]) -> Wording:
    def notes(kind: ir.CitationKind) -> tuple[str, ...]:
        return tuple(c.note for c in rule.citations if c.kind is kind)

    return Wording(
        rule.id,
        rule.title,
        layer,
        tuple(_word(rule, edition) for edition in editions),
        notes(ir.CitationKind.RULING),
        notes(ir.CitationKind.HOUSE),
        tuple(_changes(book, game, rule.id, layer)),
    )


def _word(rule: ir.RuleInfo, edition: str) -> Word:
    cited = [c for c in rule.citations if c.kind is ir.CitationKind.SOURCE and c.edition == edition]
    standings = {c.standing for c in cited}
    # One remark that differs is what a reader has to know, whatever else the edition says.
    loudest = (ir.Standing.DIFFERS, ir.Standing.STATES, ir.Standing.PICTURED)
    return Word(edition, next((x for x in loudest if x in standings), None), tuple((c.heading, c.note) for c in cited))


def _changes(book: Rulebook, game: str, id_: str, layer: str) -> Iterator[tuple[str, str]]:
    """Yield the layers of a game, or on it, that stand over one layer and change a rule, with their titles."""
    changes = (s.ReplaceRule, s.AmendRule, s.RemoveRule)
    for name, above in book.library.layers.items():
        touched = any(isinstance(item, changes) and item.id.text == id_ for item in above.items)
        under = book.library.under(name)
        if touched and layer in under and game in {each.split("/")[0] for each in (name, *under)}:
            yield name, next((item.text for item in above.items if isinstance(item, s.Title)), "")
