"""From expressions to text.

`world` knows the declarations and what all functions share, `body` the function that is being lowered, `terms` what
expressions become. `expressions` has a case for each node; beside it stand sets, bags, boards, folds and places.
"""
