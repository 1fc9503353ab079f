"""What is suspicious in a game that is typed and whole: well-formed, and surely or nearly surely not meant.

    conditions   always or never true, sets always empty, bounds that never bind, `or` for `and`
    always       conditions that an invariant decides
    legality     requirements that exclude each other
    implied      requirements that another rule makes idle
    effects      changes that change nothing, clash, or miss their place
    before       values that are read while they change
    pieces       pieces that are not where they are taken, marks that do not stay
    course       asks of nobody, loops without an end, flows that tell secrets
    scoring      lines that decide nothing
    beginnings   what never happens because it would have to have happened before
    stores       what is written and never read, or read and never written
    rules        titles told twice, consequences and ways out of rules that are gone

All of them rest on `estimate`, a walk over typed expressions with ranges in the place of values; `facts` and `loops`
say what is known where, `owners` on whose board. A doubt is a warning
and never an error: the game can be played. It is told only where it is certain, because whoever is warned in vain
reads no warning again.
"""

from __future__ import annotations

from tilelaw_dsl.check import Checked
from tilelaw_dsl.diagnostics import Diagnostic
from tilelaw_dsl.doubts.always import doubt_kept
from tilelaw_dsl.doubts.before import doubt_before
from tilelaw_dsl.doubts.beginnings import doubt_beginnings
from tilelaw_dsl.doubts.conditions import doubt_conditions
from tilelaw_dsl.doubts.course import doubt_course
from tilelaw_dsl.doubts.effects import doubt_effects
from tilelaw_dsl.doubts.implied import doubt_implied
from tilelaw_dsl.doubts.legality import doubt_legality
from tilelaw_dsl.doubts.pieces import doubt_pieces
from tilelaw_dsl.doubts.places import doubter_of
from tilelaw_dsl.doubts.rules import doubt_rules
from tilelaw_dsl.doubts.scoring import doubt_scoring
from tilelaw_dsl.doubts.stores import doubt_stores


def doubts(checked: Checked) -> list[Diagnostic]:
    """Return everything suspicious in a game."""
    doubter = doubter_of(checked)
    doubt_conditions(doubter)
    doubt_legality(doubter)
    doubt_implied(doubter)
    doubt_kept(doubter)
    doubt_effects(doubter)
    doubt_before(doubter)
    doubt_pieces(doubter)
    doubt_course(doubter)
    doubt_scoring(doubter)
    doubt_stores(doubter)
    doubt_beginnings(doubter)
    doubt_rules(doubter)
    return list(doubter.report.items)
