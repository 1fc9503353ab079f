"""How a position becomes the next one.

A `FlowRun` takes a legal answer, or the order of a shuffled zone, and runs the flow of the game up to the next resting
place (`flow`). On the way the consequences of the rules happen, all of one answer or step at once (`effects`), and are
told as `events`. `deal` answers shuffles by a seed or by given orders, and `turns` knows where a turn begins. Positions
are immutable: every change makes a new one.
"""
