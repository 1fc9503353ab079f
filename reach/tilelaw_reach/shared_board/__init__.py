"""Games on a board that is nobody's own: what is named is laid among other pieces, until numbers stand as named.

`rises` finds out how numbers rise, `board` and `state` foretell it without asking the rules, `cover` lays what is
named, `plan` searches, and `growth` says what is searched for.
"""
