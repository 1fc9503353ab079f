"""How much everybody is judged on: for each ruleset and number of players, the cases written for it or inherited.

    python benchmarks/shares.py [--write]

The base of a mode is that mode for the number of players that has the most cases; the base of a mode with additions
is the mode for as many players. With `--write` the table goes into docs/strength.md; a test tells when it is stale.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tilelaw.background import corpus
from tilelaw_conformance import Annex, Annexes, Case, Given, bundled_corpus
from tilelaw_play import load

PAGE = Path(__file__).resolve().parents[1] / "docs" / "strength.md"
BEGIN, END = "<!-- the shares -->", "<!-- the shares end -->"


@dataclass(slots=True)
class Share:
    """What there is for one ruleset and number of players."""

    cases: int = 0
    whole: int = 0
    """Of them, those that an engine can be asked whose moves are whole turns."""
    replayed: int = 0
    """Those that an engine can be asked that only replays."""
    replayed_whole: int = 0
    """Those that an engine can be asked that only replays, and that whole turns."""


def shares() -> Mapping[tuple[str, int], Share]:
    """Return what there is for each ruleset and number of players."""
    folder = bundled_corpus()
    annexes = Annexes(folder)
    found: dict[tuple[str, int], Share] = defaultdict(Share)
    for case in corpus(folder).cases:
        annex = annexes.of(case)
        name = load(case.ruleset).name if "+" in case.ruleset else case.ruleset
        _add(
            found[name, case.players],
            case,
            bool(annex.keys() & {"turn", "bare_turn"}),
            not case.constructed,
            _is_whole_by_replay(case, annex),
        )
        for name, numbers in annex.get("holds", {}).items():
            for players in numbers:
                is_replayed = players in annex.get("replays", {}).get(name, ())
                is_whole = _is_whole(annex, name, players)
                both = players in annex.get("replays_whole", {}).get(name, ())
                both = both or (is_whole and case.given is not Given.POSITION)
                _add(found[name, players], case, is_whole, is_replayed, both)
    return found


def _add(share: Share, case: Case, is_whole: bool, is_replayed: bool, is_both: bool) -> None:
    share.cases += 1
    share.whole += is_whole or case.given is Given.NOTHING
    share.replayed += is_replayed or case.given is not Given.POSITION
    share.replayed_whole += is_both or case.given is Given.NOTHING


def _is_whole_by_replay(case: Case, annex: Annex) -> bool:
    form = annex.get("replayed_turn", annex.get("turn", annex.get("bare_turn")))
    return form is not None and not case.constructed and not form.get("stated")


def _is_whole(annex: Annex, name: str, players: int) -> bool:
    others = [each["holds"] for each in annex.get("other_turns", ())]
    return any(players in places.get(name, ()) for places in (annex.get("whole", {}), *others))


def table(found: Mapping[tuple[str, int], Share]) -> str:
    """Return the shares as a table."""
    lines = [
        "| ruleset | players | cases | of the base | as whole turns | by replay | both |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *_rows(found),
    ]
    return "\n".join(lines)


def _rows(found: Mapping[tuple[str, int], Share]) -> Iterator[str]:
    for (name, players), share in sorted(found.items()):
        mode, plus, _ = name.partition("+")
        base = found[mode, players].cases if plus else max(found[each].cases for each in found if each[0] == mode)
        asked = (share.whole, share.replayed, share.replayed_whole)
        parts = (share.cases / base, *(number / share.cases for number in asked))
        yield f"| {name} | {players} | {share.cases} | {' | '.join(f'{part:.0%}' for part in parts)} |"


def main() -> None:
    """Print the table, and write it down if that is wanted."""
    parser = argparse.ArgumentParser(description="Count the cases for each ruleset and number of players.")
    parser.add_argument("--write", action="store_true", help="write the table into docs/strength.md")
    text = table(shares())
    print(text)
    if parser.parse_args().write:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.partition(BEGIN)[0], page.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
