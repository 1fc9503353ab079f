"""Sentences for the places where the grammar stops, in the author's words.

`explain` asks the functions in `SENTENCES` one after the other about a stop; the first that recognises an error that
people make says what it is. The last one recognises everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import nearest
from tilelaw_dsl.text.stop import Sentence, Stop, line_above, line_below
from tilelaw_dsl.text.survey import CONTINUES, indent_of, without_comment
from tilelaw_dsl.text.words import (
    CONTINUES_VALUE,
    FOREIGN_OPENINGS,
    FOREIGN_SIGNS,
    FOREIGN_WORDS,
    HOMES,
    STARTS_VALUE,
    expecting,
    keywords,
)


def explain(stop: Stop) -> Sentence:
    """Return the sentence for a stop."""
    found = (sentence(stop) for sentence in SENTENCES)
    return next(s for s in found if s is not None)


def _short(statement: str) -> str:
    flat = " ".join(statement.split())
    return flat if len(flat) <= 60 else flat[:57] + "…"


# ---- sentences -----------------------------------------------------------------------------------------


def _missing_block(stop: Stop) -> Sentence | None:
    if stop.expected != {"_INDENT"}:
        return None
    start, end = line_above(stop)
    statement = _short(stop.text[start:end])
    hint = expecting(stop.inner)
    return Sentence(Code.MISSING_BLOCK, f"`{statement}` needs an indented block beneath it", start, end, hint)


def _surplus_block(stop: Stop) -> Sentence | None:
    if stop.met != "_INDENT":
        return None
    start, end = line_below(stop)
    above = line_above(stop)[0]
    above -= stop.text.rfind("\n", 0, above) + 1
    return Sentence(
        Code.INDENTATION,
        "this line is indented, but nothing above it opens a block",
        start,
        end,
        f"the line above begins at {above} spaces",
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
    message = f"the block beneath `{_short(stop.text[last:end])}` is not complete"
    return Sentence(Code.INCOMPLETE, message, last, end, expecting(stop.expected))


def _outside_layer(stop: Stop) -> Sentence | None:
    if not stop.opens_line or "LAYER" not in stop.expected:
        return None
    tops = ["layer", "mode", "option", "edition", "texts"]
    if nearest(stop.word, tops) or stop.word.lower() in tops:
        return None
    hint = (
        "a text begins with `mode game/name` or `option house/name on …`; what belongs to it stands indented beneath it"
    )
    if stop.word in ("game", "import", "include"):
        hint = FOREIGN_OPENINGS[stop.word]
    end = stop.offset + len(stop.word)
    return Sentence(Code.OUTSIDE_LAYER, f"`{stop.word}` stands outside any layer", stop.offset, end, hint)


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
        f"leave out the `{sign}`, or add what should follow it",
    )


def _misspelt_opening(stop: Stop) -> Sentence | None:
    """A misspelt first word is taken for a name, and the grammar stops at the second."""
    found = re.fullmatch(r"([a-z][a-z0-9_]*)\s*", stop.before)
    if found is None or "NAME" not in stop.opening:
        return None
    word = found.group(1)
    if word in keywords(stop.opening) or not re.match(r"[A-Za-z0-9\"{]|$", stop.after):
        return None
    hint = _meant(word, stop.opening - STARTS_VALUE)
    effects = "_REQUIRE" in stop.opening or "_MOVE" in stop.opening
    if not hint and not effects:
        return None
    hint = hint or expecting(stop.opening - {"NAME"} - STARTS_VALUE)
    return Sentence(Code.UNKNOWN_LINE, f"no line here begins with `{word}`", stop.start, stop.start + len(word), hint)


def _meant(word: str, terminals: frozenset[str]) -> str:
    """Return a hint for a word at the beginning of a line, if it is a known or a misspelt one."""
    return FOREIGN_OPENINGS.get(word) or HOMES.get(word) or nearest(word, keywords(terminals))


def _sign(stop: Stop) -> Sentence | None:
    rest = stop.after
    if rest.strip() == ":":
        hint = "leave it out: what belongs to a line stands indented beneath it"
        return Sentence(Code.FOREIGN_SIGN, "`:` does not end a line", stop.offset, stop.offset + 1, hint)
    if rest[:1] in (":", "=") and re.fullmatch(r"[a-z]+\s*", stop.before) and stop.before.strip() in HOMES:
        message = f"`{rest[0]}` does not stand after `{stop.before.strip()}`"
        return Sentence(Code.FOREIGN_SIGN, message, stop.offset, stop.offset + 1, "leave it out")
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
        return Sentence(Code.EQUALS_OR_BECOMES, message, at - 1, at + 1, "write `=`")
    if stop.text[at] == "=" and "_BECOMES" in stop.expected:
        message = "`=` compares; it does not change anything"
        return Sentence(Code.EQUALS_OR_BECOMES, message, at, at + 1, "to give a new value write `:=`")
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
    return Sentence(
        Code.FOREIGN_SIGN, f"`for {word}` is written `for`", start, start + len(word), f"leave out `{word}`"
    )


def _capital(stop: Stop) -> Sentence | None:
    start, end = stop.run
    run = stop.text[start:end].strip(".-/")
    if not re.search(r"[A-Z]", run) or stop.met == "STRING":
        return None
    possible = keywords(stop.opening if stop.opens_line else stop.expected)
    plain = run.lower()
    if plain not in possible:
        joint = "_" if "NAME" in stop.expected else "-" if "ID" in stop.expected else ""
        plain = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: joint + m.group(1), run).lower()
    if stop.opens_line and (close := re.search(r"`(.+)`", nearest(plain, possible))):
        plain = close.group(1)
    return Sentence(Code.CAPITAL_LETTER, f"`{run}` has a capital letter", start, start + len(run), f"write `{plain}`")


def _spelling(stop: Stop) -> Sentence | None:
    start, end = stop.run
    run = stop.text[start:end]
    message = hint = ""
    apart = re.search(r"([0-9]+) *(-|\.\.|to) *([0-9]+)", stop.text[stop.start :].split("\n", 1)[0])
    if apart and stop.start + apart.start() <= stop.offset <= stop.start + apart.start(2):
        start, end = stop.start + apart.start(), stop.start + apart.end()
        message, hint = f"`{apart.group()}` is no range", f"a range is written `{apart.group(1)}..{apart.group(3)}`"
    elif re.fullmatch(r"-?[0-9]+\.[0-9]+", run):
        message, hint = f"`{run}` is no whole number", "all numbers are whole"
    elif re.fullmatch(r"[0-9]+[A-Za-z_][\w]*", run):
        message, hint = f"`{run}` is neither a number nor a name", "names begin with a letter"
    elif "PATH" in stop.expected and re.fullmatch(r"[a-z0-9-]+", run):
        message, hint = f"`{run}` is no name of a layer", f"name it by game and mode: `{run}/base`"
    elif stop.text[stop.offset] == "_" and start < stop.offset:
        plain = run.replace("_", "-")
        message, hint = f"`{run}` has an underscore", f"write `{plain}`: only names in expressions have underscores"
    elif run.startswith("_"):
        message, hint = f"`{run}` is no name", "names begin with a letter"
    elif "ID" in stop.expected and re.match(r"[0-9]", run):
        message, hint = f"`{run}` is no id", "ids begin with a letter"
    elif (id_ := re.search(r"(?:rule|step) +([a-z][a-z0-9.-]*) +$", stop.before)) and stop.word not in HOMES:
        start, end = stop.start + id_.start(1), stop.offset + len(stop.word)
        if not stop.word.isalnum():
            return None
        message, hint = "an id has no spaces", f"write `{id_.group(1)}-{stop.word}`"
    elif re.search(r"(?:rule|step|ask|each|repeat) +[a-z][a-z0-9.-]*$", stop.before) and "/" in run:
        message, hint = f"`{run}` is no id", f"write `{run.replace('/', '.')}`"
    else:
        return _hyphen(stop, start, run)
    return Sentence(Code.SPELLING, message, start, end, hint)


def _hyphen(stop: Stop, start: int, run: str) -> Sentence | None:
    if stop.text[stop.offset] != "-" or not re.match(r"[\w)\]}]", stop.text[stop.offset - 1 : stop.offset]):
        return None
    hint = "for a subtraction put spaces around `-`, for sets write `except`"
    if not stop.expected & CONTINUES_VALUE or stop.expected >= {"EQUALS", "COLON"}:
        hint = f"names have no hyphen: write `{run.replace('-', '_')}`"
    if not re.fullmatch(r"\w+(-\w+)+", run):
        at = stop.offset
        return Sentence(Code.SPELLING, "`-` touches what stands before it", at, at + 1, hint)
    return Sentence(Code.SPELLING, f"`{run}` is neither a name nor a subtraction", start, start + len(run), hint)


def _quotes(stop: Stop) -> Sentence | None:
    if re.match(r"\w", stop.word) and (
        stop.expected == {"STRING"} or ("STRING" in stop.expected and stop.word[0].isupper())
    ):
        rest = stop.after.strip()
        end = stop.offset + len(stop.after.rstrip())
        return Sentence(Code.QUOTES, "a text stands in quotes", stop.offset, end, f'write `"{_short(rest)}"`')
    if stop.met == "STRING" and stop.expected & {"NAME", "ID", "PATH"}:
        end = stop.offset + len(stop.word)
        plain = stop.word.strip('"')
        return Sentence(Code.QUOTES, "a name stands without quotes", stop.offset, end, f"write `{plain}`")
    return None


def _empty_brackets(stop: Stop) -> Sentence | None:
    if stop.word != ")" or not stop.before.rstrip().endswith("("):
        return None
    start = stop.start + stop.before.rindex("(")
    return Sentence(Code.MISPLACED_WORD, "there is nothing in these brackets", start, stop.offset + 1, "leave them out")


def _two_comparisons(stop: Stop) -> Sentence | None:
    if stop.met not in ("COMPARE", "EQUALS") or "_AND" not in stop.expected:
        return None
    hint = "compare two values at a time and join the comparisons with `and`"
    return Sentence(
        Code.MISPLACED_WORD, f"`{stop.word}` cannot stand here", stop.offset, stop.offset + len(stop.word), hint
    )


def _choice(stop: Stop) -> Sentence | None:
    if stop.met == "_NL" and "_ELSE" in stop.expected:
        found = re.search(r"(?<![\w.-])if(?![\w.-])", stop.before)
        start = stop.start + (found.start() if found else 0)
        hint = "say what it is otherwise: `else 0`, `else none`, `else false`"
        return Sentence(Code.INCOMPLETE, "`if` needs an `else`", start, stop.start + len(stop.before.rstrip()), hint)
    return None


def _incomplete(stop: Stop) -> Sentence | None:
    if stop.met not in ("_NL", "_DEDENT", "$END") and stop.word:
        return None
    start, end = line_above(stop)
    statement = _short(stop.text[start:end])
    hint = expecting(stop.expected)
    if re.search(r"(?:[=:(,]|then|else) *no$", stop.text[start:end]):
        hint = "`no` asks whether a set is empty; the opposite of `true` is `false`"
    return Sentence(Code.INCOMPLETE, f"`{statement}` is not complete", start, end, hint)


def _opening(stop: Stop) -> Sentence | None:
    if not stop.opens_line:
        return None
    found = re.match(r"[A-Za-z_][\w-]*|//|/\*|--|\"[^\"]*\"|\S", stop.after)
    word = found.group() if found else stop.word
    hint = _meant(word, stop.expected) or expecting(stop.expected)
    end = stop.offset + len(word)
    return Sentence(Code.UNKNOWN_LINE, f"no line here begins with `{_short(word)}`", stop.offset, end, hint)


def _anything(stop: Stop) -> Sentence:
    known = keywords(stop.expected)
    hint = nearest(stop.word, known) if stop.word not in known else ""
    if stop.word in HOMES.keys() - {"at", "each", "for", "on", "same", "set"} and stop.word not in known:
        hint = "a new statement stands on a line of its own"
    hint = FOREIGN_WORDS.get(stop.word, "") or hint or expecting(stop.expected)
    end = stop.offset + len(stop.word)
    return Sentence(Code.MISPLACED_WORD, f"`{_short(stop.word)}` cannot stand here", stop.offset, end, hint)


SENTENCES: tuple[Callable[[Stop], Sentence | None], ...] = (
    _missing_block,
    _surplus_block,
    _unfinished_block,
    _outside_layer,
    _joined_line,
    _misspelt_opening,
    _choice,
    _incomplete,
    _for_each,
    _loop_in_value,
    _becomes,
    _sign,
    _quotes,
    _capital,
    _spelling,
    _empty_brackets,
    _two_comparisons,
    _opening,
    _anything,
)
