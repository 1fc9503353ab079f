"""Every production of the grammar is built into something, by one entry of one table."""

from tilelaw_dsl.text import build_expressions, build_statements
from tilelaw_dsl.text.parser import PRODUCTIONS, productions

TABLES = [
    build_statements.DECLARATIONS,
    build_statements.FLOW,
    build_statements.RULES,
    build_statements.EFFECTS,
    build_statements.VERBS,
    build_statements.BOOKS,
    build_expressions.PRODUCTIONS,
]


def test_the_tables_have_every_production_and_no_other() -> None:
    assert len(productions()) > 100
    assert set(PRODUCTIONS) == productions()


def test_no_production_stands_in_two_tables() -> None:
    assert sum(map(len, TABLES)) == len(PRODUCTIONS)
