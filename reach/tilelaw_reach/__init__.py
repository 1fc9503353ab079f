"""Finds games that lead to the positions of cases: the witnesses of `tilelaw_conformance.witness`.

It knows no game. Which parts a position has it reads from a manifest (`parts`); how pieces get onto boards it learns by
watching some games (`customs`). It is handed somebody who plays by the rules (`playing`).

`target` says what a case demands of a position, `cover` which pieces lie on a board, `order` in which order they can
be laid there, `rounds` and `schedule` when they come; `growth` does all this for a board that everybody lays on. What
comes out is a `script`, which `direct` plays; `proof` puts the case to an engine at the end of the game. `search` looks
for one case, `reacher` for all of them.
"""
