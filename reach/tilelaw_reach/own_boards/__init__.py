"""Games in which each player builds a board of their own, and pieces are drafted from rows.

`cover` finds the pieces that make up the named boards and `sequences` a legal order for the pieces of one board.
`draft` learns how pieces are drafted, `fillers` which pieces can fill the other turns, and `rounds` puts everything
into the rows of a game.
"""
