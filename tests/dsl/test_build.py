"""Every production of the grammar is built into something, by one entry of one table."""

from itertools import chain

import pytest

from tilelaw_dsl import Report, Source, print_file
from tilelaw_dsl import syntax as s
from tilelaw_dsl.text import build_expressions, build_statements
from tilelaw_dsl.text.mistakes.foreign import FOREIGN_WORDS
from tilelaw_dsl.text.parser import PRODUCTIONS, parse, productions

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


JOINED = [f"1 {sign} 2" for sign in chain(s.ArithmeticOperator, s.SetOperator, s.Comparison, s.SetTest)]
FOLDED = [f"{word}(1 over players)" for word in s.FoldOperator]


@pytest.mark.parametrize("written", [*JOINED, *FOLDED])
def test_every_operator_of_the_vocabulary_is_read_and_printed(written: str) -> None:
    report = Report()
    file = parse(Source("text.rules", f"layer a/b\n    define x = {written}\n"), report)
    assert file is not None, report.items
    assert f"define x = {written}\n" in print_file(file)


def test_no_operator_is_called_foreign() -> None:
    """Somebody who writes it would be told to write something else."""
    words = {sign for sign in chain(s.ArithmeticOperator, s.SetOperator, s.SetTest, s.FoldOperator) if sign.isalpha()}
    assert len(words) > 8
    assert not words & set(FOREIGN_WORDS)
