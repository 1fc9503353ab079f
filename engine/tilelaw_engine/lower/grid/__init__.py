"""Functions and tables of the module for each board: steps by a relation, and how far a set extends."""
