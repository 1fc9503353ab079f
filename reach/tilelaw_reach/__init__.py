"""Finds games that lead to the positions of conformance cases: their *witnesses*.

In goes a case that begins with a position; out comes a list of answers (shuffles and moves) that leads from the start
of a game to that position, or the reason why none was found. What the case does not name is free: other boards, the
rest of a pile, more pieces in a row. Decision 8 (`docs/decisions/008-witnesses.md`) says why that is enough.

Shuffles may come out in any way, so the search decides what is drawn when it is drawn, and writes the shuffles at the
end so that they fit. What is left is combinatorics. The stages, in order:

1. `play` wraps the reference engine: `play.parts` lists the zones, boards and pieces of a game, `play.game` plays.
2. `learn` watches a few random games to see which action places a piece and what happens to cells. `knowledge` keeps
   that for all cases of a game, and `deck` groups the pieces by what they show.
3. `target` reads the position of a case and says how well another position meets it.
4. For players with boards of their own (`own_boards`): `cover` finds pieces that make up the named boards, and
   `sequences` orders in which they can legally be placed, tried out on small positions (`fragments`). On a shared
   board (`shared_board`): `attempts` plans whole games in which counters rise until they stand as named.
5. `schedule` turns such plans into a `script`: which pieces come out of the piles, when, and for whom. Where pieces
   are drafted from rows, `own_boards.rounds` puts the plans into rounds and fills the other turns with pieces that
   matter little.
6. `perform` plays the script. Every position on the way is compared with the target.
7. `play.verify` puts the case to the reference at the end of the game; only if its expectation holds there the game
   is kept.

`search` runs stages 3 to 7 for one case, again and again with other random choices, until the target is met exactly
or time runs out. The choices depend only on the id of the case, so a search can be repeated. `reacher` checks and
searches for all cases and for their `heirs`, and `survey` reports how cases are reached.

The search is frozen: it assumes the games that it was written for. Pieces have two halves and are numbered or named.
Either each player has a board, and pieces are drafted from rows in which they are marked by their owners and placed
in their order; or there is one shared board, on which half a piece is worth the straight lines of its own word. A new
game need not be taught to it: record a witness by playing to the position with `tilelaw play … --save-history FILE`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
