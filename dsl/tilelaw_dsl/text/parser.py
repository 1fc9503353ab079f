"""From text to syntax tree.

`survey` looks the text over first and makes every statement one line. When the grammar then stops, `sentences`
says why, everything up to the end of the item that holds the error is overwritten with spaces, and the rest is read:
one run shows every item that has an error, and no part of a text is read more than twice.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, UnexpectedInput
from lark.grammar import Rule, Terminal
from lark.tree import Meta

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.source import Source, Span
from tilelaw_dsl.syntax import File, Node, children
from tilelaw_dsl.text import build_expressions, build_statements
from tilelaw_dsl.text.grammar import grammar
from tilelaw_dsl.text.mistakes.sentences import explain
from tilelaw_dsl.text.mistakes.stop import Sentence, Stop
from tilelaw_dsl.text.survey import MAX_ERRORS, Survey, indent_of, rule_around
from tilelaw_dsl.text.words import HOMES, IN_LAYER

PRODUCTIONS = build_statements.PRODUCTIONS | build_expressions.PRODUCTIONS
MAX_LAYERS = 60
MAX_NESTING = 60
"""How deep nodes may stand in nodes: the passes to come walk trees by recursion."""


def terminals() -> frozenset[str]:
    """Return the names of all terminals of the grammar that can be met."""
    lexer = grammar().lexer_conf
    return frozenset(t.name for t in lexer.terminals if t.name not in lexer.ignore) | {"_INDENT", "_DEDENT"}


def productions() -> frozenset[str]:
    """Return the names of all productions of the grammar from which something is built."""
    kept = (rule for rule in grammar().rules if not _is_passed_on(rule))
    return frozenset(str(rule.alias or rule.origin.name) for rule in kept)


def _is_passed_on(rule: Rule) -> bool:
    """Return whether lark puts the parts of a rule in its place: `_list`, and `?rule` with a single part."""
    parts = [symbol for symbol in rule.expansion if not (isinstance(symbol, Terminal) and symbol.filter_out)]
    is_single = rule.options.expand1 and len(parts) == 1
    return not rule.alias and (is_single or rule.origin.name.startswith("_"))


def parse(source: Source, report: Report) -> File | None:
    """Return the tree of a text, or nothing when it has errors, which are then in the report."""
    before = len(report.items)
    survey = Survey(source, report)
    text = survey.text()
    if text is None:
        return None
    tree: File | None = None
    for offset in survey.errors:
        text = _without_item(text, offset)
    while text and len(report.items) - before < MAX_ERRORS:
        try:
            tree = _read(source, text)
            break
        except UnexpectedInput as error:
            sentence = explain(_stop(source, text, error))
            place = Span(source, sentence.start, max(sentence.end, sentence.start + 1))
            rule = rule_around(text, sentence.start)
            report.add(sentence.code, sentence.message, place, hint=sentence.hint, rule=rule)
            text = _after(text, sentence)
    if tree is not None:
        _check_limits(tree, report)
    return tree if len(report.items) == before else None


def _read(source: Source, text: str) -> File:
    tree = grammar().parse(text)
    result: File = _Build(source).transform(tree)
    return result


class _Build(Transformer[Token, Any]):
    """Makes syntax nodes of what lark has read of one source."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source

    def __default__(self, data: str, children: list[Any], meta: Meta) -> Any:
        start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
        without_space = start + len(self._source.text[start:end].rstrip())
        return PRODUCTIONS[data](children, Span(self._source, start, without_space))


def _check_limits(tree: File, report: Report) -> None:
    if len(tree.layers) > MAX_LAYERS:
        place = tree.layers[MAX_LAYERS].name.span
        report.add(Code.TOO_LARGE, f"this text has more than {MAX_LAYERS} layers", place, hint="split it")
    waiting: list[tuple[Node, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_NESTING:
            hint = "give parts of it a name with `define`"
            report.add(Code.TOO_LARGE, f"this is nested more than {MAX_NESTING} deep", node.span, hint=hint)
            return
        waiting += [(child, depth + 1) for child in children(node)]


# ---- where the grammar stops ----------------------------------------------------------------------------


def _stop(source: Source, text: str, error: UnexpectedInput) -> Stop:
    """Read a text again up to a stop, and ask the grammar what could have stood there."""
    position = error.pos_in_stream
    offset = len(text.rstrip()) if position is None or position < 0 else position
    line = text.rfind("\n", 0, offset) + 1
    reading: Any = grammar().parse_interactive(text)
    opening: set[str] = set()
    try:
        for token in reading.iter_parse():
            if not opening and token.type not in ("_NL", "_INDENT", "_DEDENT") and (token.start_pos or 0) >= line:
                opening = reading.accepts()
    except UnexpectedInput:
        pass
    expected = reading.accepts()
    inner: set[str] = set()
    if expected == {"_INDENT"}:
        beneath = reading.copy(deepcopy_values=False)
        beneath.feed_token(Token("_INDENT", ""))
        inner = beneath.accepts()
    met = getattr(getattr(error, "token", None), "type", "")
    return Stop(source, text, offset, met, frozenset(expected), frozenset(opening or expected), frozenset(inner))


# ---- reading on after an error ---------------------------------------------------------------------------


def _after(text: str, sentence: Sentence) -> str:
    """Return the text with everything up to the end of the item that holds an error overwritten."""
    if sentence.code in (Code.INDENTATION, Code.OUTSIDE_LAYER):  # what belongs to what is anybody's guess
        return ""
    rest = _without_item(text, sentence.start, and_before=True)
    while rest and sentence.code == Code.MISSING_BLOCK:
        # The lines that follow were perhaps meant to be the block: go on at something that cannot be.
        item = next((line for line in rest.split("\n") if line.strip() and indent_of(line)), "")
        if not item or HOMES.get(item.split()[0], IN_LAYER) == IN_LAYER:
            break
        rest = _without_item(rest, rest.index(item), and_before=True)
    return rest


def _without_item(text: str, offset: int, *, and_before: bool = False) -> str:
    """Return a text with the item of a layer that holds an offset overwritten, perhaps with all before it."""
    lines = text.split("\n")
    code = [i for i, line in enumerate(lines) if line.strip()]
    number = text.count("\n", 0, offset)
    head = max((i for i in code if i <= number and not indent_of(lines[i])), default=0)
    level = next((indent_of(lines[i]) for i in code if i > head), 0)
    first = max((i for i in code if i <= number and indent_of(lines[i]) <= level), default=0)
    # An error in the first line of a layer takes the whole layer with it.
    limit = level if first > head else 0
    end = next((i for i in code if i > number and indent_of(lines[i]) <= limit), len(lines))
    for i in range(0 if and_before else first, end):
        if i != head or first == head:
            lines[i] = " " * len(lines[i])
    following = next((line for line in lines[head + 1 :] if line.strip()), "")
    if not indent_of(following):  # no item is left in this layer
        lines[head] = " " * len(lines[head])
    return "\n".join(lines) if any(map(str.strip, lines)) else ""
