"""Snippets: parts of a rules text that show an error or its remedy, and the game in which they stand.

A snippet is as small as it can be: it stands at a place of `SKELETON`, a game that is complete without it. What
a reader need not see (the declaration that a line uses, the line that uses a declaration) goes into `items` and
`lines`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from textwrap import indent

SKELETON = """\
mode game/base
    title "A small game"
    players 2

    kinds colour: red, blue
    param limit: 1..9 = 5
    board field
        grid squares 0..4 by 0..4
        relation beside = orthogonal
        cell square
            colour: colour?
            full: flag
    zone bag: pile of colour, starts with 3 of each, seen by nobody
    var tally(player): 0..9
    define open = field[no colour and not full]

    flow
        step setup
        repeat turn until no open with mover = first(players) then next_player(mover)
            ask place of mover "Where do you place what?"
                on place
                    step place.done

    rule place.open "Whoever is asked places a colour on an open square; below {limit} open squares the game ends"
        house
        action place
            at in field
            hue in bag
        for place
            require at in open
        for place
            at.colour := hue
            add 1 to tally(you) at most 9
        at setup
            shuffle bag
            cell(field, 2, 2).full := true
        at place.done when count open < limit
            end

    rule score.tally "Every square counts"
        house
        score tally(you)
        rank total(you)
"""
BOOK = """
edition en "The book" of game
    section play "How to play"

    on game/base
        states {}
"""
TEXTS = """
texts en of game
    on game/base
        {}
            "{}"
"""
LABEL = """
texts fr of game
    on game/base
        zone {} "le sac"
"""
RENDERED = """
texts en of game
    on game/base
        rule score.tally
            "Up to {{limit}} squares."

texts fr of game
    on game/base
        rule score.tally "Chaque case compte"
            "{}"
            {}
"""
CARDS = "card,worth,copies\nace,9,1\nten,5,1\n"
LOOK = """\
boards:
  field:
    main: {field: colour, members: {red: {letter: R}, blue: {letter: B}}}
"""
RULE = 'rule example "An example"\n    house\n'


class Place(StrEnum):
    """Where a snippet stands."""

    WHOLE = "whole"
    """It is a text of its own."""
    LAYER = "layer"
    """It is part of the layer of the skeleton."""
    RULE = "rule"
    """It is part of a rule in that layer."""
    ABOVE = "above"
    """It stands after the layer of the skeleton."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snippet:
    """A part of a text, with what is needed to check it."""

    text: str
    place: Place
    items: str = ""
    """More of the layer, not shown."""
    lines: str = ""
    """More of a rule, not shown."""
    data: str = ""
    """What lies beside the text as `cards.csv`."""
    look: str = ""
    """What lies beside the text as `look.yaml`."""
    encoding: str = "utf-8"
    ruleset: str = ""
    """The ruleset that is asked for; without one the text is checked."""
    players: int = 2

    def shown(self) -> str:
        """Return what readers see: the text, the request for a ruleset, and the data if they matter."""
        parts = [self.text] if self.text else []
        if self.ruleset:
            parts.append(f"{self.ruleset}, for {self.players} players\n")
        if self.data:
            parts.append(f"cards.csv:\n{self.data}")
        if self.look:
            parts.append(f"look.yaml:\n{self.look}")
        return "\n".join(parts)

    def whole(self) -> str:
        """Return the complete text that the snippet is a part of."""
        if self.place is Place.WHOLE:
            return self.text
        parts = [SKELETON]
        if self.place is Place.LAYER:
            parts.append(indent(self.text, "    "))
        if self.items:
            parts.append(indent(self.items, "    "))
        lines = self.text if self.place is Place.RULE else ""
        lines += self.lines
        if lines:
            parts.append(indent(RULE + indent(lines, "    "), "    "))
        if self.place is Place.ABOVE:
            parts.append(self.text)
        return "\n".join(parts)


def whole(text: str) -> Snippet:
    """Return a snippet that is a text of its own."""
    return Snippet(text=text.lstrip("\n"), place=Place.WHOLE)


def in_layer(
    text: str, *, lines: str = "", items: str = "", data: str = "", look: str = "", encoding: str = "utf-8"
) -> Snippet:
    """Return a snippet that is part of a layer."""
    return Snippet(
        text=_block(text),
        place=Place.LAYER,
        lines=_block(lines),
        items=_block(items),
        data=data,
        look=look,
        encoding=encoding,
    )


def in_rule(text: str, *, items: str = "", data: str = "") -> Snippet:
    """Return a snippet that is part of a rule."""
    return Snippet(text=_block(text), place=Place.RULE, items=_block(items), data=data)


def above(text: str) -> Snippet:
    """Return a snippet that consists of layers above the skeleton."""
    return Snippet(text=_block(text), place=Place.ABOVE)


def asked(ruleset: str, players: int = 2, *, text: str = "") -> Snippet:
    """Return the request for a ruleset, with layers above the skeleton."""
    return Snippet(text=_block(text), place=Place.ABOVE, ruleset=ruleset, players=players)


def _block(text: str) -> str:
    return text.strip("\n") + "\n" if text.strip() else ""
