"""The formatter: what it makes of given texts; that it never changes a meaning nor loses a comment."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thorough import examples
from thorough import some as sampled
from tilelaw_dsl import syntax as s
from tilelaw_dsl.diagnostics import Report
from tilelaw_dsl.source import Source
from tilelaw_dsl.text.layout import Comment, read, wrap
from tilelaw_dsl.text.parser import parse
from tilelaw_dsl.text.print_expressions import print_expr, print_type
from tilelaw_dsl.text.printer import format_text, print_file, print_statement
from tilelaw_dsl.text.survey import BEGINS_STATEMENT, GOES_ON, begins_texts

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = Path(__file__).parent / "fixtures" / "printer"
PRINTED = sorted(FIXTURES.glob("*.printed.rules"))
ALL_RULES = sorted(path for folder in ("spec", "tests") for path in (ROOT / folder).rglob("*.rules"))


def parsed(text: str) -> s.File:
    report = Report()
    tree = parse(Source("test.rules", text), report)
    assert tree is not None, [d.message for d in report.items] + [text]
    return tree


def formatted(text: str) -> str:
    result = format_text(Source("test.rules", text), Report())
    assert result is not None, text
    return result


def expression(text: str) -> s.Expr:
    (define,) = parsed(f"layer a/b\n    define x = {text}\n").layers[0].items
    assert isinstance(define, s.Define)
    return define.body


def in_layer(*lines: str) -> str:
    return "".join(f"{line}\n" for line in ("layer a/b", *(f"    {line}" for line in lines)))


def split_comment(line: str) -> tuple[str, str]:
    """Code and comment of a line, found in another way than the formatter finds them."""
    hidden = re.sub(r'"[^"]*"', lambda text: "x" * len(text.group()), line)
    code, sign, _ = hidden.partition("#")
    return line[: len(code)].rstrip(), line[len(code) :].rstrip() if sign else ""


def code_lines(text: str) -> list[str]:
    return [code for line in text.split("\n") if (code := split_comment(line)[0])]


def comments(text: str) -> Counter[str]:
    return Counter(comment for line in text.split("\n") if (comment := split_comment(line)[1]))


# ---- given texts ------------------------------------------------------------------------------------


def test_fixtures_come_in_pairs() -> None:
    names = {path.name.removesuffix(".printed.rules") for path in PRINTED}
    assert names
    assert {path.name.split(".")[0] for path in FIXTURES.iterdir()} == names
    assert {path.name.removesuffix(".written.rules") for path in FIXTURES.glob("*.written.rules")} == names


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.name.split(".")[0])
def test_written_becomes_printed(path: Path) -> None:
    written = path.with_name(path.name.replace(".printed.", ".written.")).read_text(encoding="utf-8")
    assert formatted(written) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sampled(ALL_RULES, 3), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_text_keeps_meaning_and_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    report = Report()
    result = format_text(Source(path.name, text), report)
    if result is None:
        assert report.has_errors
        assert parse(Source(path.name, text), Report()) is None
        return
    assert parsed(result) == parsed(text)
    assert formatted(result) == result
    assert comments(result) == comments(text)


def test_errors_are_reported() -> None:
    report = Report()
    assert format_text(Source("test.rules", "layer a/b\n    ruel x\n"), report) is None
    assert [d.code for d in report.items] == ["T109"]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("", ""),
        ("\n \n\n", ""),
        ("# only this", "# only this\n"),
        ("\n  # a\n\n\n# b\n\n", "# a\n\n# b\n"),
        ('layer a/b\r\n    title "x"\r\n\r\n', in_layer('title "x"')),
        ('layer a/b # c\r\n\r\n    title "x" # d\r\n', 'layer a/b  # c\n    title "x"  # d\n'),
        ('layer a/b\n title "„ž“ 漢"', in_layer('title "„ž“ 漢"')),
        ("# a\u2028b\x0bc\rd", "# a\u2028b\x0bc\rd\n"),
        ("layer a/b\n    players 4\n", in_layer("players 4")),
        ("layer a/b\n    players 2, 4\n", in_layer("players 2, 4")),
        ("layer a/b\n    players 3, 4\n", in_layer("players 3..4")),
        ("layer a/b\n    players 4, 3\n", in_layer("players 4, 3")),
        ("layer a/b\n    players -2..-2\n", in_layer("players -2..-2")),
        ("layer a/b\n    needs kinds or # a\n# b\n", "layer a/b\n    # a\n    # b\n    needs kinds or\n"),
    ],
)
def test_small_texts(written: str, printed: str) -> None:
    assert formatted(written) == printed
    assert formatted(printed) == printed


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("-1..3", "-1..3"),
        ("- 1..3", "- 1..3"),
        ("- -1..3", "- -1..3"),
        ("- 1..3[ x ]", "- 1..3[x]"),
        ("- 1", "-1"),
        ("- - - a", "- - -a"),
        ("a - - b", "a - -b"),
        ("count( s )", "count (s)"),
        ("f ( a )  . b [ c ]", "f(a).b[c]"),
        ("( ( a ) )", "((a))"),
        ("{ }", "{}"),
        ("a at most 3 = 1..2 . x", "a at most 3 = 1..2.x"),
        (
            "if if a then b else c then d else if e then f else g",
            "if if a then b else c then d else if e then f else g",
        ),
    ],
)
def test_expressions(written: str, printed: str) -> None:
    tree = expression(written)
    assert print_expr(tree) == printed
    assert expression(printed) == tree


def test_brackets_no_author_wrote() -> None:
    a, b = s.Name(text="a"), s.Name(text="b")
    tree = s.Not(of=s.Or(left=s.And(left=a, right=s.If(condition=a, then=b, otherwise=a)), right=b))
    assert print_expr(tree) == "not (a and (if a then b else a) or b)"
    minus = s.ArithmeticOperator.SUBTRACT
    tree_of_sums = s.Binary(operator=minus, left=a, right=s.Binary(operator=minus, left=b, right=a))
    assert print_expr(tree_of_sums) == "a - (b - a)"


def test_a_rule_alone() -> None:
    text = 'rule take.row\n    ruling "x"\n    for take\n        require a in s'
    (rule,) = parsed(in_layer(*text.split("\n"))).layers[0].items
    assert isinstance(rule, s.Rule)
    assert print_statement(rule) == text


def test_a_type_alone() -> None:
    assert print_type(s.MaybeType(of=s.NamedType(name=s.Word(text="player")))) == "player?"


# ---- layout -------------------------------------------------------------------------------------------


def test_comments_around_a_statement_of_several_lines() -> None:
    text = "# a\n\n  x, # b\n\n  # c\n  ( # d\n # e\n  y) # f\n# g"
    (statement,), tail = read(text)
    assert [comment.text for comment in statement.above] == ["# a"]
    assert statement.column == 2
    assert statement.after_blank
    assert statement.inside == ["# b", "# c", "# d", "# e"]
    assert statement.behind == "# f"
    assert tail == [Comment(text="# g", column=0, after_blank=False)]


def test_lines_break_in_as_few_brackets_as_possible() -> None:
    call = "f(aaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbb)"
    assert wrap(f"require {call} and {call} and {call}", 0) == [
        f"require {call} and {call}",
        f"    and {call}",
    ]
    assert wrap(f"require y + {call} or {call} and {call}", 0) == [
        f"require y + {call}",
        f"    or {call} and {call}",
    ]
    assert wrap(f"require y + {call} + {call} + {call} > 3", 0) == [
        f"require y + {call} + {call}",
        f"    + {call} > 3",
    ]
    assert wrap(f"require (if {call} then {call} else {call})", 0) == [
        f"require (if {call} then {call}",
        f"    else {call})",
    ]
    assert wrap(f"score sum(if {call} then 1 else 2 over {call}[{call}])", 0) == [
        f"score sum(if {call} then 1 else 2",
        f"    over {call}[{call}])",
    ]


def test_lines_break_after_what_is_defined_and_before_texts() -> None:
    parameters = ", ".join(f"a_name_of_length_{number}: player" for number in range(3))
    sides = " = ".join(["a_rather_long_name_of_something"] * 2)
    assert wrap(f"define x({parameters}) = {sides}", 0) == [f"define x({parameters}) =", f"    {sides}"]
    assert wrap(f"var[a = b].x := {sides} and {sides}", 0)[0] == "var[a = b].x :="
    assert wrap(f'rule a.b "{parameters}, {parameters[:9]}"', 8) == [
        " " * 8 + "rule a.b",
        " " * 12 + f'"{parameters}, {parameters[:9]}"',
    ]
    too_wide = f'rule a.b "{parameters} {parameters}"'
    assert wrap(too_wide, 4) == [" " * 4 + too_wide]


def test_no_line_within_brackets_begins_like_a_statement() -> None:
    text = "require (" + " and ".join(["a_rather_long_name in at"] * 4) + " and at in some_other_name)"
    assert not any(line.startswith("at ") for line in map(str.strip, wrap(text, 8)))
    assert formatted(in_layer("rule a", "    for b", f"        {text}"))


def test_a_line_that_cannot_be_broken_stays_long() -> None:
    text = in_layer("rank " + " * ".join(["abcdefgh"] * 20))
    assert formatted(text.replace("rank", "rule a\n        rank")) == text.replace("rank", "rule a\n        rank")


def test_beyond_the_limits_of_the_parser_a_text_stays_as_it_is() -> None:
    text = f"layer a/b\n rule a\n  rank  {'abcdefgh' * 49}\n\n\n"
    assert formatted(text) == text.rstrip() + "\n"


# ---- any layout of a text ---------------------------------------------------------------------------------

TIDY = [path for path in ALL_RULES if path in PRINTED or "spec" in path.relative_to(ROOT).parts]
ENDS = re.compile(r"(,| and| or) ?$")
WORDS = re.compile(r'"[^"]*"|at (?:most|least)\b| |[(\[{]|[)\]}]|[^ (\[{}\])"]+')
NOTES = ["# note", "#", '#"', "## (", "# žluť, and", "#  a  b ,", '# "quoted" # twice']


def untidy(text: str, random: Random, *, rate: float, notes: bool) -> str:
    """A formatted text with other spaces, indentation and line breaks, and perhaps with comments."""
    unit = random.choice([1, 2, 4, 5])
    depth = 0
    in_texts = False
    out = []
    for line in text.split("\n")[:-1]:
        code, comment = split_comment(line)
        in_texts = begins_texts(code, in_texts) if code else in_texts
        if notes and random.random() < rate:
            out += random.choices(["", "   ", *(" " * random.randrange(9) + note for note in NOTES)], k=2)
        body, depth = respaced(code.lstrip(), random, depth, rate, notes, in_texts=in_texts)
        behind = comment or (random.choice(NOTES) if code and notes and random.random() < rate else "")
        margin = " " * ((len(line) - len(line.lstrip())) // 4 * unit)
        out.append(margin + body + " " * random.randrange(3) + behind)
    return "\n".join(out) + "\n" * random.randrange(3)


def respaced(code: str, random: Random, depth: int, rate: float, notes: bool, *, in_texts: bool) -> tuple[str, int]:
    """Code with other spaces and breaks, and how many brackets are open after it.

    In a block of texts no break comes before a text: on a line of its own it would be one of its own.
    """
    out = ""
    words = WORDS.findall(code)
    for number, word in enumerate(words, start=1):
        rest = "".join(words[number:])
        depth += (word in "([{") - (word in ")]}")
        out += word
        if word != " " or random.random() >= rate:
            continue
        is_told = in_texts and rest.startswith('"')
        goes_on = not depth and not is_told and (out.endswith("= ") or GOES_ON.match(rest))
        if goes_on or (not BEGINS_STATEMENT.match(rest) if depth else ENDS.search(out)):
            out += random.choice(NOTES) if notes and random.random() < rate else ""
            out += "\n" + " \n" * random.randrange(2)
            out += f"  {random.choice(NOTES)}\n" if notes and random.random() < rate else ""
        out += " " * (random.randrange(1, 4) + 40 * bool(goes_on))
    return out, depth


@settings(deadline=None, max_examples=examples(15))
@given(st.sampled_from(TIDY), st.integers(0, 9999), st.sampled_from([0.02, 0.1, 0.5]))
def test_any_blanks_give_the_same_text(path: Path, seed: int, rate: float) -> None:
    text = formatted("\n".join(code_lines(path.read_text(encoding="utf-8"))))
    assert formatted(untidy(text, Random(seed), rate=rate, notes=False)) == text


@settings(deadline=None, max_examples=examples(15))
@given(st.sampled_from(TIDY), st.integers(0, 9999), st.sampled_from([0.02, 0.1, 0.5]))
def test_comments_anywhere_are_kept(path: Path, seed: int, rate: float) -> None:
    text = formatted(path.read_text(encoding="utf-8"))
    mutant = untidy(text, Random(seed), rate=rate, notes=True)
    result = formatted(mutant)
    assert code_lines(result) == code_lines(text)
    assert comments(result) == comments(mutant)
    assert "\n\n\n" not in result
    assert not re.search(r"[ \t]$", result, re.MULTILINE)
    assert formatted(result) == result


# ---- any tree ---------------------------------------------------------------------------------------------


def words(*texts: str) -> st.SearchStrategy[s.Word]:
    return st.sampled_from(texts).map(lambda text: s.Word(text=text))


def some(each: st.SearchStrategy[Any], least: int = 1) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(each, min_size=least, max_size=3).map(tuple)


def maybe(part: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | part


NAMES = words("a", "row_size", "x1")
OTHER_NAMES = words("at", "title", "source", "step")  # words of the language that may be names in expressions
IDS = words("take", "take.row", "take-2.far-row.b")
PATHS = words("a/b", "shore/two-by-2")
TEXTS = st.text(st.characters(exclude_characters='"', categories=["L", "N", "P", "S"]) | st.just(" "), max_size=9)
SMALL = st.integers(-9, 99)
COUNTS = st.integers(0, 99)


def comparing(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    operators = st.sampled_from([*s.Comparison, *s.SetTest])
    return st.builds(s.Compare, operator=operators, left=inner, right=inner)


def composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    operators = st.sampled_from([*s.ArithmeticOperator, *s.SetOperator])
    return st.one_of(
        st.builds(s.Call, function=NAMES | OTHER_NAMES, arguments=some(inner)),
        st.builds(s.Field, of=inner, field=NAMES),
        st.builds(s.Narrow, of=inner, element=maybe(NAMES), condition=inner),
        st.builds(s.Tied, of=inner, element=maybe(NAMES), which=st.sampled_from(s.Extreme), key=inner),
        st.builds(s.Every, element=NAMES, of=inner, condition=inner),
        st.builds(s.SetOf, elements=some(inner, 0)),
        st.builds(s.Grouped, inner=inner),
        st.builds(s.Fold, how=st.sampled_from(s.FoldOperator), body=inner, element=maybe(NAMES), over=inner),
        st.builds(s.Match, of=inner, arms=some(arms(inner))),
        st.builds(s.Negative, of=inner),
        st.builds(s.Count, of=inner),
        st.builds(s.Binary, operator=operators, left=inner, right=inner),
        comparing(inner),
        st.builds(s.Quantified, how=st.sampled_from(s.Quantifier), of=inner),
        st.builds(s.Not, of=inner),
        st.builds(s.And, left=inner, right=inner),
        st.builds(s.Or, left=inner, right=inner),
        st.builds(s.If, condition=inner, then=inner, otherwise=inner),
    )


def arms(results: st.SearchStrategy[Any]) -> st.SearchStrategy[s.Arm]:
    return st.builds(s.Arm, value=maybe(NAMES | words("0", "12")), result=results)


ATOMS = st.one_of(
    st.builds(s.Integer, value=COUNTS),
    st.builds(s.Integers, low=SMALL, high=SMALL),
    st.builds(s.Name, text=(NAMES | OTHER_NAMES).map(lambda word: word.text)),
    st.builds(s.NoLegal, action=NAMES),
)
EXPRS = st.recursive(ATOMS, composed, max_leaves=8)
PLAIN_TYPES = st.one_of(
    st.just(s.FlagType()),
    st.builds(s.IntType, low=SMALL, high=SMALL),
    st.builds(s.NamedType, name=NAMES, board=maybe(NAMES)),
)
TYPES = PLAIN_TYPES | st.builds(s.MaybeType, of=PLAIN_TYPES) | st.builds(s.SetType, of=PLAIN_TYPES)
TYPED = some(st.builds(s.TypedName, name=NAMES, type=TYPES), 0)
VALUES = some(EXPRS) | some(arms(EXPRS))
PLACES = st.builds(s.Printed, value=maybe(NAMES), at=st.tuples(SMALL, SMALL))
FIELD = st.builds(s.FieldDecl, name=NAMES, type=TYPES, printed=some(PLACES, 0))
FIELDS = some(FIELD)
BOUNDS = st.tuples(SMALL, SMALL)
PLAYER_COUNTS = some(st.integers(1, 9)) | st.just((2, 3, 4))

SEEN_BY = st.builds(s.SeenBy, viewers=st.sampled_from(s.Viewers))
ZONE_OPTIONS = st.one_of(
    st.just(s.StartsAll()),
    st.builds(s.StartsEach, count=EXPRS),
    SEEN_BY,
    st.builds(s.SeenWhile, ask=IDS, when=maybe(EXPRS)),
)
RELATED = st.one_of(
    st.builds(s.RelationSteps, words=some(NAMES)),
    st.builds(s.RelationWhen, cells=some(NAMES), condition=EXPRS),
    st.builds(s.RelationPairs, file=words("a.csv"), one_way=st.booleans()),
)
RELATIONS = st.builds(s.Relation, name=NAMES, by=RELATED)
DEFINES = st.builds(s.Define, name=NAMES, parameters=TYPED, type=maybe(TYPES), body=EXPRS)
DECLARATIONS = st.one_of(
    st.builds(s.KindsList, name=NAMES, members=some(NAMES)),
    st.builds(s.KindsData, name=NAMES, file=words("a.csv"), fields=FIELDS | st.just(())),
    st.builds(s.RecordDecl, name=NAMES, fields=FIELDS),
    st.builds(s.Param, name=NAMES, index=maybe(TYPES), type=TYPES, values=VALUES),
    st.builds(
        s.Board,
        name=NAMES,
        owner=maybe(NAMES),
        written=maybe(NAMES),
        grid=st.builds(s.SquareGrid, columns=BOUNDS, rows=BOUNDS) | st.builds(s.HexGrid, side=COUNTS),
        relations=some(RELATIONS),
        cell=NAMES,
        fields=FIELDS,
    ),
    st.builds(
        s.Zone,
        name=NAMES,
        owner=maybe(NAMES),
        written=maybe(NAMES),
        order=st.sampled_from(s.Order),
        kind=NAMES,
        by=maybe(NAMES),
        options=some(ZONE_OPTIONS, 0),
    ),
    st.builds(s.Mark, name=NAMES, kind=NAMES, type=TYPES),
    st.builds(s.Var, name=NAMES, indices=some(TYPES, 0), type=TYPES, seen=st.none() | SEEN_BY),
    DEFINES,
)
REPLACEABLE = DECLARATIONS.filter(lambda item: not isinstance(item, s.Board | s.RecordDecl))

LEAF_ASKS = st.builds(
    s.Ask,
    name=IDS,
    action=maybe(NAMES),
    of=EXPRS,
    when=maybe(EXPRS),
    question=TEXTS,
    branches=st.just(()),
)


def flowing(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    tests = maybe(st.builds(s.While, condition=EXPRS) | st.builds(s.Until, condition=EXPRS))
    bindings = some(st.builds(s.Binding, name=NAMES, value=EXPRS, then=maybe(EXPRS)), 0)
    branches = some(st.builds(s.Branch, action=NAMES, items=some(inner)), 0)
    return st.one_of(
        st.builds(lambda ask, branches: replace(ask, branches=branches), LEAF_ASKS, branches),
        st.builds(s.Repeat, name=IDS, test=tests, bindings=bindings, items=some(inner)),
        st.builds(s.Each, name=IDS, element=NAMES, of=EXPRS, when=maybe(EXPRS), items=some(inner)),
    )


FLOW_ITEMS = st.recursive(st.builds(s.Step, name=IDS, when=maybe(EXPRS)) | LEAF_ASKS, flowing, max_leaves=4)
PIECES = st.one_of(st.just(s.AllPieces()), st.builds(s.TopPieces, count=EXPRS), st.builds(s.ThesePieces, pieces=EXPRS))
EFFECTS = st.recursive(
    st.one_of(
        st.builds(s.Let, name=NAMES, value=EXPRS),
        st.builds(s.Assign, place=EXPRS, value=EXPRS),
        st.builds(s.Add, amount=EXPRS, place=EXPRS, most=maybe(EXPRS), least=maybe(EXPRS)),
        st.builds(s.Put, record=EXPRS, on=EXPRS),
        st.builds(s.Move, pieces=PIECES, source=EXPRS, target=EXPRS),
        st.builds(s.Remove, pieces=PIECES, source=EXPRS),
        st.builds(s.Shuffle, zone=EXPRS),
        st.builds(s.Show, what=EXPRS),
        st.just(s.End()),
    ),
    lambda inner: st.one_of(
        st.builds(s.ForEach, element=NAMES, of=EXPRS, effects=some(inner)),
        st.builds(s.When, condition=EXPRS, effects=some(inner)),
    ),
    max_leaves=4,
)
BODIES = some(st.builds(s.Require, condition=EXPRS) | st.builds(s.Without, places=some(NAMES)) | EFFECTS)
ELEMENTS = maybe(st.builds(s.Elements, element=NAMES, of=EXPRS))
RULE_TITLES = maybe(st.builds(s.Title, text=TEXTS))
RULE_LINES = st.one_of(
    st.builds(s.Ruling, reason=TEXTS),
    st.builds(s.House, note=TEXTS),
    st.builds(s.ForAction, actions=some(NAMES), ask=maybe(IDS), when=maybe(EXPRS), body=BODIES),
    st.builds(s.AtStep, step=IDS, when=maybe(EXPRS), body=BODIES),
    st.builds(s.Skip, item=IDS, when=EXPRS),
    st.builds(
        s.Action,
        name=NAMES,
        instead_of=maybe(NAMES),
        arguments=some(st.builds(s.Argument, name=NAMES, domain=EXPRS), 0),
        same=some(st.builds(s.SameSwapped, first=NAMES, second=NAMES, when=maybe(EXPRS)), 0),
    ),
    DEFINES,
    st.builds(s.Score, each=ELEMENTS, points=EXPRS),
    st.builds(s.Rank, value=maybe(EXPRS)),
    st.builds(s.Sides, sides=some(EXPRS)),
    st.builds(s.Invariant, each=ELEMENTS, condition=EXPRS),
    st.builds(s.Follows, rules=some(IDS)),
)
ITEMS = st.one_of(
    st.builds(s.Title, text=TEXTS),
    st.builds(s.Players, counts=PLAYER_COUNTS),
    st.builds(s.House, note=TEXTS),
    st.builds(s.NeedsKinds, name=NAMES),
    st.builds(s.NeedsDefine, name=NAMES, parameters=TYPED, type=TYPES),
    DECLARATIONS,
    st.builds(s.Flow, items=some(FLOW_ITEMS)),
    st.builds(s.Rule, id=IDS, title=RULE_TITLES, lines=some(RULE_LINES)),
    st.builds(s.ReplaceRule, id=IDS, title=RULE_TITLES, lines=some(RULE_LINES)),
    st.builds(s.AmendRule, id=IDS, title=RULE_TITLES, lines=some(RULE_LINES)),
    st.builds(s.AmendRule, id=IDS, title=st.builds(s.Title, text=TEXTS), lines=st.just(())),
    st.builds(s.Replace, declaration=REPLACEABLE),
    st.builds(s.ReplaceField, of=NAMES, field=FIELD),
    st.builds(s.ReplaceRelation, relation=RELATIONS),
    st.builds(s.RemoveRule, id=IDS, reason=TEXTS),
    st.builds(s.SetParam, name=NAMES, values=VALUES),
    st.builds(s.AddMembers, kind=NAMES, members=some(NAMES)),
    st.builds(s.AddTable, kind=NAMES, file=words("a.csv"), fields=FIELDS | st.just(())),
    st.builds(s.AddTable, kind=NAMES, file=st.none(), fields=FIELDS),
    st.builds(s.AddFields, to=st.sampled_from(s.Fielded), name=NAMES, fields=FIELDS),
    st.builds(s.Insert, where=st.sampled_from(s.Where), anchor=IDS, after=some(PATHS, 0), items=some(FLOW_ITEMS)),
    st.builds(s.ReplaceStep, name=IDS, items=some(FLOW_ITEMS)),
    st.builds(s.RemoveStep, name=IDS, reason=TEXTS),
)
LAYERS = st.builds(s.Layer, name=PATHS, on=some(PATHS, 0), counts=st.just(()) | PLAYER_COUNTS, items=some(ITEMS))
REMARKS = st.builds(s.Remark, standing=st.sampled_from(s.Standing), rules=some(IDS), section=NAMES, note=TEXTS)
EDITIONS = st.builds(
    s.Edition,
    name=NAMES,
    title=TEXTS,
    game=IDS,
    after=maybe(NAMES),
    printing=maybe(st.builds(s.Printing, text=TEXTS)),
    read_from=maybe(st.builds(s.ReadFrom, text=TEXTS)),
    sections=some(st.builds(s.Section, name=NAMES, heading=TEXTS), 0),
    blocks=some(st.builds(s.Remarks, layer=PATHS, remarks=some(REMARKS))),
)
LINES = some(st.builds(s.TextLine, text=TEXTS))
RENDERS = maybe(st.builds(s.Renders, digest=st.from_regex(r"[0-9a-f]{8}", fullmatch=True)))
TEXT_ITEMS = st.one_of(
    st.builds(
        s.Text,
        kind=st.sampled_from([s.TextKind.AIM, s.TextKind.COMPONENTS]),
        name=st.none(),
        title=st.none(),
        lines=LINES,
        renders=RENDERS,
    ),
    st.builds(
        s.Text,
        kind=st.sampled_from([s.TextKind.STEP, s.TextKind.ASK]),
        name=IDS,
        title=st.none(),
        lines=LINES,
        renders=RENDERS,
    ),
    st.builds(
        s.Text,
        kind=st.just(s.TextKind.RULE),
        name=IDS,
        title=maybe(st.builds(s.Title, text=TEXTS)),
        lines=LINES,
        renders=RENDERS,
    ),
)


def labels(
    kind: st.SearchStrategy[s.LabelKind],
    name: st.SearchStrategy[Any],
    members: st.SearchStrategy[tuple[s.Label, ...]] | None = None,
) -> st.SearchStrategy[s.Label]:
    return st.builds(
        s.Label,
        kind=kind,
        name=name,
        text=TEXTS,
        is_ours=st.booleans(),
        members=st.just(()) if members is None else members,
    )


NAMED_LABELS = [kind for kind in s.LabelKind if kind not in ("title", "kinds", "member", "score")]
LABELS = st.one_of(
    labels(st.just(s.LabelKind.TITLE), st.none()),
    labels(st.just(s.LabelKind.SCORE), IDS),
    labels(st.sampled_from(NAMED_LABELS), NAMES),
    labels(st.just(s.LabelKind.KIND), NAMES, some(labels(st.just(s.LabelKind.MEMBER), NAMES), 0)),
)
TEXT_BLOCKS = st.builds(
    s.TextBlock,
    layer=PATHS,
    counts=st.just(()) | PLAYER_COUNTS,
    texts=some(TEXT_ITEMS),
    labels=some(LABELS, 0),
    notes=some(st.builds(s.Note, remark=TEXTS, lines=LINES), 0),
)
READERS_TEXTS = st.builds(s.Texts, language=NAMES, game=IDS, blocks=some(TEXT_BLOCKS))
FILES = st.builds(s.File, layers=some(LAYERS, 0), editions=some(EDITIONS, 0), texts=some(READERS_TEXTS, 0))


def bare(value: Any) -> Any:
    """A tree without the brackets that only group."""
    if isinstance(value, s.Grouped):
        return bare(value.inner)
    if isinstance(value, s.Node):
        parts = {part.name: bare(getattr(value, part.name)) for part in fields(value) if part.name != "span"}
        return replace(value, **parts)
    return tuple(map(bare, value)) if isinstance(value, tuple) else value


@settings(deadline=None, max_examples=examples(15))
@given(EXPRS)
def test_any_expression_reads_back(tree: s.Expr) -> None:
    text = print_expr(tree)
    again = expression(text)
    assert bare(again) == bare(tree)
    assert print_expr(again) == text


@settings(deadline=None, max_examples=examples(15))
@given(FILES)
def test_any_tree_reads_back(tree: s.File) -> None:
    text = print_file(tree)
    assert bare(parsed(text)) == bare(tree)
    assert formatted(text) == text
