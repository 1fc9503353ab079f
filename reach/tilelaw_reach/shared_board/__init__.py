"""Games on a shared board: the named pieces are placed among others until the counters of the players stand as named.

A counter is a number that rises when a player places a piece: half a piece is worth the length of the lines of its own
word that start beside it. `counters` learns the rest from the engine. `lines` and `simulation` then foretell what a
placement does without asking the engine, which would be far too slow. `cover` finds placements for the named cells,
`plan` plans a game around them, and `attempts` decides what to aim for.
"""
