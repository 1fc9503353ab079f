"""How a position becomes the next one.

A `FlowRun` takes a legal answer, or the order of a shuffled zone, and runs the flow of the game up to the next resting
place (`flow`). The consequences of one answer or step happen at once (`effects`), and what happens is recorded as
`events`. `deal` answers shuffles by a seed or by given orders, and `turns` says where a turn begins. Positions are
immutable: every change makes a new one.
"""
