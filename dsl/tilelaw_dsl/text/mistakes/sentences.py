"""Sentences for the places where the grammar stops, in the author's words.

`explain` asks the functions in `SENTENCES` one after the other about a stop; the first that recognises an error that
people make says what it is. The last one recognises everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead, nearest, respelt
from tilelaw_dsl.source import Span
from tilelaw_dsl.text.mistakes.foreign import FOREIGN_OPENINGS, FOREIGN_SIGNS, FOREIGN_WORDS, NUMBERS
from tilelaw_dsl.text.mistakes.lines import missing_block, otherwise, two_words
from tilelaw_dsl.text.mistakes.phrases import VALUE, phrase
from tilelaw_dsl.text.mistakes.spelling import capital, quotes, spelling
from tilelaw_dsl.text.mistakes.stop import Sentence, Stop, line_above, line_below, shortened
from tilelaw_dsl.text.survey import CONTINUES, indent_of, without_comment
from tilelaw_dsl.text.words import (
    CONTINUES_VALUE,
    HOMES,
    STARTS_VALUE,
    expecting,
    keywords,
)

BOARDS = {
    "_GRID": "a board begins with its grid: `grid squares 0..4 by 0..4` or `grid hexagon 4`",
    "_RELATION": "after its grid a board has a relation, such as `relation beside = orthogonal`",
}
"""What stands at a place of a board where nothing else can."""
SIGNS = {"EQUALS": "=", "COLON": ":", "COMMA": ","}
"""Signs that people exchange for each other."""


def explain(stop: Stop) -> Sentence:
    """Return the sentence for a stop."""
    found = (sentence(stop) for sentence in SENTENCES)
    return next(s for s in found if s is not None)


def _indented(stop: Stop, start: int, columns: Iterable[int], words: str) -> Hint:
    """Return the hint to begin a line at one of some columns, the first that makes sense."""
    line = stop.text.rfind("\n", 0, start) + 1
    hint: Hint = words
    for column in reversed(list(columns)):
        hint = Edit(words, " " * column, stop.span(line, start), otherwise=hint)
    return hint


# ---- sentences -----------------------------------------------------------------------------------------


def _surplus_block(stop: Stop) -> Sentence | None:
    if stop.met != "_INDENT":
        return None
    start, end = line_below(stop)
    if sign := re.match(r"(?:[|&*-]|except\b|div\b|mod\b|at (?:most|least)\b|in\b)", stop.text[start:end]):
        message = f"a line does not begin with `{sign.group()}`"
        hint = "write it on one line with the one above, or put the whole in brackets: in brackets lines break anywhere"
        return Sentence(Code.INDENTATION, message, start, end, hint)
    above = line_above(stop)[0]
    above -= stop.text.rfind("\n", 0, above) + 1
    return Sentence(
        Code.INDENTATION,
        "this line is indented, but nothing above it opens a block",
        start,
        end,
        _indented(stop, start, [above], f"the line above begins at {above} spaces"),
    )


def _unfinished_block(stop: Stop) -> Sentence | None:
    if stop.met not in ("_DEDENT", "$END") or "_NL" in stop.expected:
        return None
    last, end = line_above(stop)
    indent = last - stop.text.rfind("\n", 0, last) - 1
    above = stop.text[:last].split("\n")[:-1]
    while above and (not above[-1].strip() or indent_of(above[-1]) >= indent):
        above.pop()
    if above:
        end = len("\n".join(above).rstrip())
        last = end - len(above[-1].strip())
    message = f"the block beneath `{shortened(stop.text[last:end])}` is not complete"
    return Sentence(Code.INCOMPLETE, message, last, end, expecting(stop.expected))


def _outside_layer(stop: Stop) -> Sentence | None:
    if not stop.opens_line or "LAYER" not in stop.expected:
        return None
    tops = ["layer", "mode", "option", "edition", "texts"]
    if nearest(stop.word, tops) or stop.word.lower() in tops:
        return None
    hint: Hint = (
        "a text begins with `mode game/name` or `option house/name on …`; what belongs to it stands indented beneath it"
    )
    comment = re.match(r"//|/\*|--", stop.after)
    word = comment.group() if comment else stop.word
    if comment or word in ("game", "import", "include"):
        hint = FOREIGN_OPENINGS[word]
    end = stop.offset + len(word)
    return Sentence(Code.OUTSIDE_LAYER, f"`{word}` stands outside any layer", stop.offset, end, hint)


def _joined_line(stop: Stop) -> Sentence | None:
    """A line that begins a statement, but the line above it is not finished."""
    source = stop.source.text
    begin = source.rfind("\n", 0, stop.offset) + 1
    word = re.match(r"\s*([a-z]+)", source[begin:])
    if begin <= stop.start or word is None or word.group(1) not in HOMES:
        return None
    above = source[:begin].rstrip("\n").split("\n")
    while above and not without_comment(above[-1]).strip():
        above.pop()
    ending = CONTINUES.search(without_comment(above[-1])) if above else None
    if ending is None:
        return None
    sign = ending.group().strip()
    start = begin + word.start(1)
    return Sentence(
        Code.MISPLACED_WORD,
        f"the line above ends in `{sign}`, so this line belongs to it",
        start,
        start + len(word.group(1)),
        Edit(f"leave out the `{sign}`, or add what should follow it", "", _last_sign(stop, begin, sign)),
    )


def _last_sign(stop: Stop, begin: int, sign: str) -> Span:
    """Return the place of a sign at the end of the statement above a line."""
    end = stop.source.text.rindex(sign, 0, begin) + len(sign)
    return stop.span(end - len(sign), end)


def _misspelt_opening(stop: Stop) -> Sentence | None:
    """A misspelt first word is taken for a name, and the grammar stops at the second."""
    found = re.fullmatch(r"([a-z][a-z0-9_]*)\s*", stop.before)
    if found is None or "NAME" not in stop.opening:
        return None
    word = found.group(1)
    if word in keywords(stop.opening) or not re.match(r"[A-Za-z0-9\"{]|$", stop.after):
        return None
    expected = expecting(stop.opening - {"NAME"} - STARTS_VALUE)
    hint = _meant(word, stop.opening - STARTS_VALUE)
    effects = "_REQUIRE" in stop.opening or "_MOVE" in stop.opening
    if not hint and not effects:
        return None
    hint = _meant(word, stop.opening - STARTS_VALUE, expected) or expected
    return Sentence(Code.UNKNOWN_LINE, f"no line here begins with `{word}`", stop.start, stop.start + len(word), hint)


def _meant(word: str, terminals: frozenset[str], otherwise: str = "") -> Hint:
    """Return a hint for a word at the beginning of a line, if it is a known or a misspelt one."""
    only = BOARDS.get(min(terminals)) if len(terminals) == 1 and word in HOMES else None
    foreign = FOREIGN_OPENINGS.get(word) or only or HOMES.get(word)
    return foreign or respelt(word, keywords(terminals), otherwise, is_safe=True)


def _sign(stop: Stop) -> Sentence | None:
    rest = stop.after
    if rest.strip() == ":":
        end = Edit("leave it out: what belongs to a line stands indented beneath it", "", is_safe=True)
        return Sentence(Code.FOREIGN_SIGN, "`:` does not end a line", stop.offset, stop.offset + 1, end)
    if rest[:1] in (":", "=") and re.fullmatch(r"[a-z]+\s*", stop.before) and stop.before.strip() in HOMES:
        message = f"`{rest[0]}` does not stand after `{stop.before.strip()}`"
        return Sentence(Code.FOREIGN_SIGN, message, stop.offset, stop.offset + 1, instead("", is_safe=True))
    for sign, hint in FOREIGN_SIGNS.items():
        for ahead in range(len(sign)):  # the grammar may have read the beginning of the sign
            begin = stop.offset - ahead
            if sign in ("/", "?") and not stop.expected & CONTINUES_VALUE:
                continue
            if stop.text.startswith(sign, begin) and begin >= stop.start and not stop.opens_line:
                return Sentence(
                    Code.FOREIGN_SIGN, f"`{sign}` is no sign of this language", begin, begin + len(sign), hint
                )
    return None


def _becomes(stop: Stop) -> Sentence | None:
    at = stop.offset
    if stop.text.startswith(":=", at) and "EQUALS" in stop.expected:
        at += 1
    if stop.text[at - 1 : at + 1] == ":=":
        message = "`:=` gives a new value during play; this stands for good"
        if "COMPARE" in stop.expected:
            message = "`:=` gives a new value; it does not compare"
        return Sentence(Code.EQUALS_OR_BECOMES, message, at - 1, at + 1, instead("=", is_safe=True))
    if stop.text[at] == "=" and "_BECOMES" in stop.expected:
        message = "`=` compares; it does not change anything"
        hint = Edit("to give a new value write `:=`", ":=", is_safe=True)
        return Sentence(Code.EQUALS_OR_BECOMES, message, at, at + 1, hint)
    return None


def _loop_in_value(stop: Stop) -> Sentence | None:
    loop = r"(?<![\w.-])(?:some|no|one|all|any|exists|forall|each)\s+([a-z_]+)\s+(?:in|of)(?![\w-])"
    for found in re.finditer(loop, stop.before + stop.after):
        if found.start() <= len(stop.before) <= found.end():
            hint = "write `some S[…]`, `no S[…]` or `every x in S: …`; to name the element write `S[x: …]`"
            start, end = (stop.start + at for at in found.span(1))
            return Sentence(Code.LOOP_IN_CONDITION, "sets need no loop variable", start, end, hint)
    return None


def _for_each(stop: Stop) -> Sentence | None:
    found = re.match(r"(?:(?:score|invariant) )?for (each|every|all) ", stop.before)
    if found is None or found.end() < len(stop.before):
        return None
    word = found.group(1)
    start = stop.start + found.start(1)
    hint = Edit(f"leave out `{word}`", "", stop.span(start, start + len(word) + 1), is_safe=True)
    return Sentence(Code.FOREIGN_SIGN, f"`for {word}` is written `for`", start, start + len(word), hint)


def _empty_brackets(stop: Stop) -> Sentence | None:
    if stop.word != ")" or not stop.before.rstrip().endswith("("):
        return None
    start = stop.start + stop.before.rindex("(")
    hint = Edit("leave them out", "", is_safe=True)
    return Sentence(Code.MISPLACED_WORD, "there is nothing in these brackets", start, stop.offset + 1, hint)


def _two_comparisons(stop: Stop) -> Sentence | None:
    if stop.met not in ("COMPARE", "EQUALS") or "_AND" not in stop.expected:
        return None
    words = "compare two values at a time and join the comparisons with `and`"
    middle = re.search(r"(?:count )?[\w.]+(?:\([^()]*\))?(?= *$)", stop.before)
    insert = f"and {middle.group()} {stop.word}" if middle else "and"
    hint = Edit(words, insert, otherwise=words)
    return Sentence(
        Code.MISPLACED_WORD, f"`{stop.word}` cannot stand here", stop.offset, stop.offset + len(stop.word), hint
    )


def _choice(stop: Stop) -> Sentence | None:
    if stop.met == "_NL" and "_ELSE" in stop.expected:
        found = re.search(r"(?<![\w.-])if(?![\w.-])", stop.before)
        start = stop.start + (found.start() if found else 0)
        end = stop.start + len(stop.before.rstrip())
        hint: Hint = "say what it is otherwise: `else 0`, `else none`, `else false`"
        for value in ("{}", "false", "none", "0"):
            hint = Edit(
                f"say what it is otherwise: `else {value}`", f" else {value}", stop.span(end, end), otherwise=hint
            )
        return Sentence(Code.INCOMPLETE, "`if` needs an `else`", start, end, hint)
    return None


def _incomplete(stop: Stop) -> Sentence | None:
    if stop.met not in ("_NL", "_DEDENT", "$END") and stop.word:
        return None
    start, end = line_above(stop)
    statement = shortened(stop.text[start:end])
    hint: Hint = expecting(stop.expected)
    start_below, _ = line_below(stop)
    margin = start_below - stop.text.rfind("\n", 0, start_below) - 1
    if margin > start - stop.text.rfind("\n", 0, start) - 1 and stop.expected & STARTS_VALUE:
        words = "what follows begins on this line; lines break in brackets, after `=` and before `and`, `or`, `then` …"
        hint = Edit(words, " ", stop.span(end, start_below), otherwise=hint)
    if re.search(r"(?:[=:(,]|then|else) *no$", stop.text[start:end]):
        hint = "`no` asks whether a set is empty; the opposite of `true` is `false`"
    return Sentence(Code.INCOMPLETE, f"`{statement}` is not complete", start, end, hint)


def _opening(stop: Stop) -> Sentence | None:
    if not stop.opens_line:
        return None
    found = re.match(r"[A-Za-z_][\w-]*|//|/\*|--|\"[^\"]*\"|\S", stop.after)
    word = found.group() if found else stop.word
    expected = expecting(stop.expected)
    hint = _meant(word, stop.expected, expected) or expected
    if stop.expected == {"_GRID"} and hint == expected:
        above, last = line_above(stop)
        added = f"add to {stop.text[above:last]}"
        words = f"{BOARDS['_GRID']}; for more fields of a board that exists write `{added}`"
        hint = Edit(words, added, stop.span(above, last), otherwise=words)
    end = stop.offset + len(word)
    return Sentence(Code.UNKNOWN_LINE, f"no line here begins with `{shortened(word)}`", stop.offset, end, hint)


EFFECT = re.compile(r"(?:[a-z][\w.]*(?:\([^)]*\))?(?:\.\w+)? *:= *\S|(?:add|move|remove|put|shuffle|show) \S|end$)")
"""How an effect begins."""


def _score_when(stop: Stop) -> Sentence | None:
    """A score under a condition, written as effects are."""
    found = re.match(r"(score|rank) +(.+?) *$", stop.before)
    if stop.word != "when" or found is None:
        return None
    condition = stop.after[len("when") :].strip()
    written = f"{found.group(1)} if {condition} then {found.group(2)} else 0"
    hint = Edit(f"write `{shortened(written)}`", written, stop.span(stop.start, stop.offset + len(stop.after.rstrip())))
    message = f"a `{found.group(1)}` line has no `when`"
    return Sentence(Code.MISPLACED_WORD, message, stop.offset, stop.offset + len(stop.word), hint)


def _late_test(stop: Stop) -> Sentence | None:
    """The test of a loop behind what the loop binds: it is judged outside, and so stands in front."""
    loop = re.match(r"repeat +[\w.-]+", stop.before)
    if stop.word not in ("while", "until") or loop is None or " with " not in stop.before:
        return None
    start = stop.start + loop.end()
    end = stop.offset + len(stop.after.rstrip())
    written = f" {stop.after.strip()} {stop.before[loop.end() :].strip()}"
    hint = Edit(f"write `{shortened(loop.group() + written)}`", written, stop.span(start, end))
    message = f"`{stop.word}` stands before `with`"
    return Sentence(Code.MISPLACED_WORD, message, stop.offset, stop.offset + len(stop.word), hint)


def _joined_effects(stop: Stop) -> Sentence | None:
    """A second effect on the line of the first, or one on the line of what it is done for."""
    margin = " " * (stop.start - stop.text.rfind("\n", 0, stop.start) - 1)
    if (
        stop.word in (",", ";", "and")
        and EFFECT.match(stop.before)
        and EFFECT.match(stop.after[len(stop.word) :].strip())
    ):
        below, hint = margin, "each effect stands on a line of its own; all happen at once"
    elif stop.word == ":" and re.match(r"(?:for \w+ in|when) ", stop.before) and EFFECT.match(stop.after[1:].strip()):
        below, hint = margin + "    ", "effects stand on the lines beneath, further in, and without `:`"
    else:
        return None
    start = stop.start + len(stop.before.rstrip())
    after = stop.after[len(stop.word) :]
    end = stop.offset + len(stop.word) + len(after) - len(after.lstrip())
    edit = Edit(hint, f"\n{below}", stop.span(start, end), otherwise=hint)
    return Sentence(
        Code.MISPLACED_WORD, f"`{stop.word}` cannot stand here", stop.offset, stop.offset + len(stop.word), edit
    )


def _method(stop: Stop) -> Sentence | None:
    """Something called with a dot, as objects of other languages are."""
    found = re.search(r"\.([a-z]\w*)$", stop.before)
    if stop.word != "(" or found is None:
        return None
    start, end = (stop.start + at for at in found.span(1))
    hint = "a set is narrowed in brackets, `S[flower = red]`, counted by `count S`; functions stand first: `first(S)`"
    return Sentence(Code.MISPLACED_WORD, f"nothing is called with a dot, as `.{found.group(1)}(…)`", start, end, hint)


def _two_sets(stop: Stop) -> Sentence | None:
    """A fold that names a second element, as loops of other languages do."""
    if stop.word != "," or not re.match(r", *\w+ in ", stop.after) or not re.search(r"\bover \w+ in ", stop.before):
        return None
    hint = "put another fold inside it: `sum(sum(… over b in …) over a in …)`"
    return Sentence(Code.MISPLACED_WORD, "a fold runs over one set", stop.offset, stop.offset + 1, hint)


def _misspelt_before(stop: Stop, otherwise: str) -> Hint:
    """Return the hint for a misspelt word that was taken for a name, so that the grammar stops at the next one."""
    found = re.search(r"([a-z]+)\s+$", stop.before)
    if found is None or not re.match(r"[\w({]", stop.word):
        return otherwise
    hint = respelt(found.group(1), keywords(STARTS_VALUE | CONTINUES_VALUE), otherwise)
    place = stop.span(stop.start + found.start(1), stop.start + found.end(1))
    return _moved(hint, place)


def _moved(hint: Hint, place: Span) -> Hint:
    """Return a hint whose edits are made at another place."""
    return replace(hint, span=place, otherwise=_moved(hint.otherwise, place)) if isinstance(hint, Edit) else hint


def _between(stop: Stop, otherwise: Hint) -> Hint:
    """Return the hint for a relation or a set that stands between two things, as `a beside b`."""
    before = re.search(rf"({VALUE}) +$", stop.before)
    after = re.match(rf"([a-z]\w*) +({VALUE})", stop.after)
    if before is None or after is None or after.group(1) in HOMES or not stop.expected & CONTINUES_VALUE:
        return otherwise
    text = f"{before.group(1)} in {after.group(1)}({after.group(2)})"
    return instead(text, stop.span(stop.start + before.start(1), stop.offset + after.end()), otherwise=otherwise)


def _anything(stop: Stop) -> Sentence:
    known = keywords(stop.expected)
    expected = expecting(stop.expected)
    is_name = stop.word in known or stop.word in HOMES or re.match(r"\w+[(\[.]", stop.after)
    hint: Hint = "" if is_name else respelt(stop.word, known)
    begins = HOMES.keys() - {"at", "each", "for", "on", "same", "set"}
    if stop.word in begins and stop.word not in known and "_NL" in stop.expected:
        hint = "a new statement stands on a line of its own"
    if stop.expected == {"_OVER"} or (stop.word == ")" and "_OVER" in stop.expected):
        expected = "say what is taken together and of which elements: `sum(… over S)`"
    elif stop.expected - CONTINUES_VALUE <= {"_NL", "RPAR", "RSQB", "RBRACE"} and re.match(r"[\w({]", stop.word):
        expected = "a sign is missing before it, such as `+`, `*`, `=` or `and`"
        if "_NL" in stop.expected and re.fullmatch(r"[a-z]\w*\s*", stop.after):
            expected = "leave it out, or put a sign before it, such as `+`, `*`, `=` or `and`"
    if re.search(r"\bprinted +$", stop.before) and stop.word.isdigit():
        hint = expected = "members are printed, and flags: let a definition give each its number with `match`"
    if stop.word in NUMBERS:
        hint = instead(NUMBERS[stop.word], is_safe=True, otherwise=expected)
    elif stop.word in (":", "=", "and", "-"):
        hint = expected
        for terminal in SIGNS.keys() & stop.expected:
            before = len(stop.before) - len(stop.before.rstrip()) if terminal != "EQUALS" else 0
            place = stop.span(stop.offset - before, stop.offset + len(stop.word))
            text = " =" if terminal == "EQUALS" and not stop.before.endswith(" ") else SIGNS[terminal]
            hint = replace(instead(text, place, otherwise=hint), words=f"write `{SIGNS[terminal]}`")
    hint = FOREIGN_WORDS.get(stop.word, "") or _between(stop, hint or _misspelt_before(stop, expected))
    end = stop.offset + len(stop.word)
    return Sentence(Code.MISPLACED_WORD, f"`{shortened(stop.word)}` cannot stand here", stop.offset, end, hint)


SENTENCES: tuple[Callable[[Stop], Sentence | None], ...] = (
    missing_block,
    _surplus_block,
    _unfinished_block,
    _outside_layer,
    _joined_line,
    _two_sets,
    _score_when,
    _late_test,
    _joined_effects,
    _method,
    otherwise,
    two_words,
    phrase,
    _misspelt_opening,
    _choice,
    _incomplete,
    _for_each,
    _loop_in_value,
    _becomes,
    _sign,
    quotes,
    capital,
    spelling,
    _empty_brackets,
    _two_comparisons,
    _opening,
    _anything,
)
