"""Expressions: from what an author wrote to typed IR.

`scope` is what is handed down, `expect` asks for an operand of some type, and `infer` is the walk. Between them
stand the leaves, one for each family of expressions. None of them imports the walk: the scope carries it.
"""
