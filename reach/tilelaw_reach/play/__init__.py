"""The rules as the search sees them: what positions are made of, and an engine that plays.

`data` and `parts` read positions, `game` plays with the reference engine, `verify` puts a case to it at the end of a
game, and `clock` limits the time of a search.
"""
