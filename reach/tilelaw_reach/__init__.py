"""Finds games that lead to the positions of cases: the witnesses of `tilelaw_conformance.cases.witness`.

`learn` watches some games, `target` says what a case requires of a position, `own_boards` and `shared_board` plan
games, `schedule` makes a `script` of them, and `perform` plays it; `play` is the engine. `search` looks for one case,
`reacher` for all of them.
"""
