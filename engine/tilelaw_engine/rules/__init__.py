"""From rules to a module: which moves are legal, what they change, where play goes on, what is scored.

`module` puts the functions of all rooms together.
"""
