"""Games in which each player builds a board of their own, and pieces are drafted from rows."""
