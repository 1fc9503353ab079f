"""The edge: everything that is JSON.

Positions, moves and orders are read by their declared types, and what cannot be read is an error that names the field
(`read`, `read_position`, `read_move`). Positions, asks, events, scores and rejections are written in one canonical form
(`write`, `write_events`, `write_results`). For programs that know no rules there are the manifest of a game and the
schemas of its positions and moves (`manifest`, `parts`, `schema`). Single values are written by `model.notation`.
"""
