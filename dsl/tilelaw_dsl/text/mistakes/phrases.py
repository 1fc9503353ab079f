"""Turns of phrase that other languages have, and how each is written here.

A phrase is a pattern over a statement with what to write in its place. It is meant if the grammar stops at the word
that makes it one (`sign`), or at another that the pattern names (`stop`); so it never speaks of what could be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead
from tilelaw_dsl.source import Span
from tilelaw_dsl.text.mistakes.foreign import FOREIGN_SIGNS, FOREIGN_WORDS
from tilelaw_dsl.text.mistakes.stop import Sentence, Stop
from tilelaw_dsl.text.words import HOMES

VALUE = r"(?:count )?[\w.]+(?:\([^()]*\))?(?:\[[^\[\]]*\])?(?:\.\w+)?"
PART = r"(?:[^,()\[\]]|\([^()]*\)|\[[^\[\]]*\])+"
"""An argument: what stands between two commas, with brackets in it."""
BOUNDS = r"(?P<bounds>(?: at (?:most|least) [\w.]+)*)"
"""What may stand behind an addition."""
NOTHING = r"(?:none|nothing|null|nil|empty)"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A turn of phrase: its pattern, whose group `sign` is what makes it one, and what is written instead."""

    pattern: str
    text: str | None
    """Nothing where only words can help."""
    is_sign: bool = False
    words: str = ""
    """The hint, where what is written instead does not say enough by itself."""


PHRASES = (
    Phrase(rf"(?P<a>{VALUE}) (?P<sign>contains|includes|has) (?P<b>{VALUE})", r"\g<b> in \g<a>"),
    Phrase(rf"(?P<a>{VALUE}) (?P<sign>is not) {NOTHING}(?![\w.])", r"some \g<a>"),
    Phrase(rf"(?P<a>{VALUE}) (?P<sign>is) {NOTHING}(?![\w.])", r"no \g<a>"),
    Phrase(r"(?P<sign>(?:is not|isnt) in)(?![\w.])", "not in"),
    Phrase(r"(?P<sign>is in)(?![\w.])", "in"),
    Phrase(r"(?P<sign>is (?:greater|more|larger|bigger|higher) than)(?! or)", ">"),
    Phrase(r"(?P<sign>is (?:less|smaller|fewer|lower) than)(?! or)", "<"),
    Phrase(r"(?P<sign>is at least)", ">="),
    Phrase(r"(?P<sign>is at most)", "<="),
    Phrase(r"(?P<sign>is equal to|equal to)", "="),
    Phrase(r"(?P<sign>is not equal to|is different from|differs from)", "!="),
    Phrase(r"(?P<sign>(?:is not|isnt) (?:an?|the))(?= +[a-z])", "!="),
    Phrase(r"(?P<sign>is not|isnt)(?![\w.])", "!="),
    Phrase(r"(?P<sign>is (?:an?|the))(?= +[a-z])", "="),
    Phrase(rf"(?P<a>{VALUE}) (?P<sign>not)(?P<stop> +)(?!in\b)(?P<b>{VALUE})", r"\g<a> != \g<b>"),
    Phrase(
        rf"(?P<a>{VALUE}) (?P<sign>between) (?P<b>{VALUE}) and (?P<c>{VALUE})", r"\g<a> >= \g<b> and \g<a> <= \g<c>"
    ),
    Phrase(rf"(?P<sign>(?:the )?(?:number|size|amount) of) (?P<a>{VALUE})", r"count \g<a>"),
    Phrase(
        r"^(?P<x>\w+) in (?P<sign>(?:an? )?(?:set|subset|list|group|any|some|several)(?: of)?) (?P<a>\S.*)$",
        r"\g<x> in \g<a>",
        words=r"an answer names one thing for each argument: `\g<x> in \g<a>`; ask again for more",
    ),
    Phrase(r"in (?P<sign>(?:the )?(?:set|list) of) (?P<a>\S.*)$", r"in \g<a>"),
    Phrase(rf"(?<!-)\b(?P<a>[\w.]+) (?P<sign>per|for each|for every) (?P<b>{VALUE})", r"\g<a> * count \g<b>"),
    Phrase(rf"(?<!-)\b(?P<a>[\w.]+) (?P<sign>per|for each|for every) (?P<b>{VALUE})", r"\g<a> * \g<b>"),
    Phrase(
        rf"(?P<f>(?:sum|most|least|union|sorted)\()(?P<a>{PART}) (?P<sign>for) (?P<x>\w+) in (?P<b>{VALUE})"
        rf" if (?P<c>{PART})\)",
        r"\g<f>\g<a> over \g<x> in \g<b>[\g<x>: \g<c>])",
    ),
    Phrase(
        rf"(?P<sign>[\[(])(?P<x>\w+) (?P<stop>)for (?P=x) in (?P<a>{VALUE}) if (?P<b>[^\[\]]+)[\])]",
        r"\g<a>[\g<x>: \g<b>]",
        words=r"brackets stand behind the set: `\g<a>[\g<x>: \g<b>]`",
    ),
    Phrase(
        rf"(?P<sign>\[)(?P<x>\w+) for (?P=x) in (?P<a>{VALUE}) if (?P<b>[^\[\]]+)\]",
        r"\g<a>[\g<x>: \g<b>]",
        words=r"brackets stand behind the set: `\g<a>[\g<x>: \g<b>]`",
    ),
    *(
        Phrase(
            rf"(?P<sign>\{{)(?P<x>\w+)(?P<stop> {said} ?{such})\}}",
            text,
            words=rf"brackets stand behind the set: `{text}`",
        )
        for said, such in (
            (rf"in (?P<a>{VALUE})", "[|:] *"),
            (rf"for (?P=x) in (?P<a>{VALUE})", "if "),
            (rf"[|:] (?P=x) in (?P<a>{VALUE})", "(?:,|and) *"),
        )
        for such, text in (
            (rf"{such}(?P<b>[^{{}}.]*?)(?P=x)\.(?P<c>[^{{}}.]*)", r"\g<a>[\g<b>\g<c>]"),
            (rf"{such}(?P<b>[^{{}}]*)", r"\g<a>[\g<x>: \g<b>]"),
        )
    ),
    Phrase(rf"(?P<a>{VALUE}) (?P<sign>where|such that|with) (?P<b>[^:]+)$", r"\g<a>[\g<b>]"),
    Phrase(
        r"(?P<sign>max|maximum)\((?P<a>[^()]*) (?P<stop>over)(?![\w.])",
        r"most(\g<a> over",
        words="write `most(… over S)`",
    ),
    Phrase(
        r"(?P<sign>min|minimum)\((?P<a>[^()]*) (?P<stop>over)(?![\w.])",
        r"least(\g<a> over",
        words="write `least(… over S)`",
    ),
    Phrase(r"(?P<sign>for(?: each| every)?) (?=\w+ in )", "over ", words="write `over`: `sum(… over x in S)`"),
    Phrase(
        r"(?P<f>sum|most|least|union|sorted)\((?P<a>[\w.]+) (?P<sign>in|of|from) (?P<b>.+)(?P<stop>\))$",
        r"\g<f>(\g<a> over \g<b>)",
    ),
    Phrase(
        r"^(?P<s>score|rank) (?P<a>[^()]*(?:\([^()]*\)[^()]*)*) (?P<sign>over) (?P<b>.+)$",
        r"\g<s> sum(\g<a> over \g<b>)",
        words=r"say what becomes of them all: `sum(\g<a> over \g<b>)`, or `most(…)`, `least(…)`",
    ),
    Phrase(
        r"^(?P<sign>for) (?P<a>[a-z0-9-]+)(?P<stop>\.)",
        r"at \g<a>.",
        words="`for` stands before an action; before a step write `at`",
    ),
    Phrase(
        r"^each (?P<a>[a-z]\w*) (?P<sign>in)(?= )",
        r"each \g<a> as x in",
        words="a loop has an id, then a name for its element: `each dealing as p in players`",
    ),
    Phrase(
        r"^rank (?P<sign>highest|lowest|most|least)(?P<stop> +)(?=\w)",
        "rank ",
        words="the most comes first by itself: `rank total(you)`; for the fewest write `rank -(…)`",
    ),
    Phrase(
        r"^rank (?P<a>.+?) (?P<sign>desc|descending)$",
        r"rank \g<a>",
        words="leave it out: the most comes first by itself",
    ),
    Phrase(
        r"^rank (?P<a>.+?) (?P<sign>asc|ascending)$",
        r"rank -(\g<a>)",
        words="the most comes first; for the fewest write `rank -(…)`",
    ),
    Phrase(
        r"(?P<sign>if) ?\((?P<a>[^,]+)(?P<stop>,) *(?P<b>[^,]+), *(?P<c>[^,]+)\)",
        r"(if \g<a> then \g<b> else \g<c>)",
    ),
    Phrase(
        rf"(?P<sign>IF|If) ?\((?P<a>{PART}), *(?P<b>{PART}), *(?P<c>{PART})\)",
        r"(if \g<a> then \g<b> else \g<c>)",
        words=r"write `if \g<a> then \g<b> else \g<c>`",
    ),
    Phrase(r"(?P<sign>not|is not) legal (?P<stop>)(?=\w)", "no legal "),
    *(
        Phrase(
            rf"^param (?P<a>\w+) *(?P<sign>=) *(?P<b>{number})$",
            rf"param \g<a>: 0..{most} = \g<b>",
            words=rf"a parameter says what it may be: `param \g<a>: 0..{most} = \g<b>`",
        )
        for number, most in (("1?[0-9]|20", 20), ("[0-9]{2}", 99), ("[0-9]{3,}", 1000))
    ),
    Phrase(
        r"^param (?P<a>\w+) *(?P<sign>=) *(?P<b>true|false)$",
        r"param \g<a>: flag = \g<b>",
        words=r"a parameter says what it may be: `param \g<a>: flag = \g<b>`",
    ),
    Phrase(r"^(?P<sign>replace param) (?P<a>\w+) (?P<stop>=)", r"set \g<a> ="),
    Phrase(
        r"^(?P<a>var .+?) *(?P<sign>=)(?P<b> .+)$",
        r"\g<a>",
        words="leave it out: a variable starts blank; what it begins with is given at a first step",
    ),
    Phrase(r"^var (?P<a>\w+): *(?P<b>[^ ]+) (?P<sign>of|for) (?P<c>\w+)$", r"var \g<a>(\g<c>): \g<b>"),
    Phrase(
        rf"(?P<a>[a-z]\w*)\[(?P<b>{PART})(?P<sign>,)(?P<c>[^\[\]]*)\]",
        r"\g<a>(\g<b>,\g<c>)",
        words=r"square brackets narrow a set; what is indexed has round ones: `\g<a>(\g<b>,\g<c>)`",
    ),
    Phrase(
        r"(?<=[(,] )(?P<sign>_|\*)(?= *:)",
        "else",
        words="for all the rest write `else: …`",
    ),
    Phrase(r"\bin (?P<sign>\[)(?P<a>[^\[\]]*)\]", r"in {\g<a>}", words=r"a set has curly brackets: `in {\g<a>}`"),
    Phrase(r"(?P<sign>\[)(?P<a>[a-z_0-9]+(?:, *[a-z_0-9]+)*)\]", r"\g<a>"),
    Phrase(rf"(?P<sign>\[)(?P<a>{PART}(?:,{PART})*)\]", r"{\g<a>}", words=r"a set has curly brackets: `{\g<a>}`"),
    Phrase(r"count (?P<sign>of)(?P<stop> +)(?=\S)", "count "),
    Phrase(r"(?:the )?\b(?P<a>[a-z]\w*) (?P<sign>of) (?P<b>[a-z][\w.]*)(?![\w(\[])", r"\g<b>.\g<a>"),
    Phrase(r"(?P<a>[0-9]+|\)) (?P<sign>x) (?=\S)", r"\g<a> * "),
    Phrase(r"(?<=[=:] )(?P<sign>return)(?P<stop> +)(?=\S)", ""),
    Phrase(r"(?P<a>[0-9]{1,3})(?P<sign>,)(?P<b>[0-9]{3})(?![\w.])", r"\g<a>\g<b>"),
    Phrase(r"in \((?P<a>[\w.]+)(?P<sign>,)(?P<b>[^()]*)\)", r"in {\g<a>,\g<b>}"),
    Phrase(r"(?<!not )= \((?P<a>[\w.]+)(?P<sign>,)(?P<b>[^()]*)\)", r"in {\g<a>,\g<b>}"),
    Phrase(r"\bin (?P<a>\w+)(?P<sign>,)(?P<b> *\w+(?:, *\w+)*)$", r"in {\g<a>,\g<b>}"),
    Phrase(
        rf"match (?P<a>{VALUE}) with (?P<sign>\w+)(?P<b>: *[^()]*?)(?= over |$|\))", r"match \g<a> with (\g<sign>\g<b>)"
    ),
    Phrase(
        r"^(?P<a>ask .+?) (?P<q>\"[^\"]*\") (?P<sign>when) (?P<b>.+)$",
        r"\g<a> when \g<b> \g<q>",
        words='the question stands last: `ask ID of P when C "…"`',
    ),
    Phrase(
        r"^set (?P<a>\w+)(?P<sign>\()(?P<i>[^():]*:[^()]*)\) *= *(?P<b>.+)$",
        r"replace define \g<a>(\g<i>) = \g<b>",
        words=r"only parameters are `set`; for a definition write `replace define \g<a>(\g<i>) = …`",
    ),
    Phrase(
        r"^set (?P<a>\w+)(?P<sign>\()(?P<i>[^():]*)\) *= *(?P<b>.+)$",
        r"set \g<a> = \g<b>",
        words="a table is set as a whole, with all its values: `set reach = 4, 3, 2`, or by name: `red: 2, else: 1`",
    ),
    Phrase(
        r"^replace (?P<sign>\w+) *= *(?P<b>.+)$", r"set \g<sign> = \g<b>", words="a parameter is `set`: `set limit = 7`"
    ),
    Phrase(
        r"^remove (?P<sign>[a-z]\w*(?:, *[a-z]\w*)*) from kinds (?P<a>\w+).*$",
        None,
        words=r"a kind is changed as a whole, with all the members that stay: `replace kinds \g<a>: …`",
    ),
    Phrase(r"^add (?P<sign>kinds|board|record)(?= )", r"add to \g<sign>"),
    Phrase(r"^add (?P<a>\w+(?:\([^()]*\))?) (?P<sign>[0-9]+)(?P<b>.*)$", r"add \g<sign> to \g<a>\g<b>"),
    Phrase(
        r"^(?P<sign>subtract|deduct|take)(?P<stop> +)(?P<a>[\w.]+) from (?P<b>.+)$",
        r"add -\g<a> to \g<b>",
        words="what is taken away is added with a minus: `add -1 to coins(you) at least 0`",
    ),
    Phrase(r"^house(?P<sign>:) *(?P<a>[^\"]+)$", r'house "\g<a>"', is_sign=True),
    Phrase(rf"(?P<sign>,) (?={VALUE}(?:$| ))", " and ", words="conditions are joined by `and`"),
    Phrase(
        r"^require (?P<a>.+?) (?P<sign>unless) (?P<b>[^:]+)$",
        r"require \g<b> or \g<a>",
        words=r"it need not hold in that case: write `require \g<b> or \g<a>`",
    ),
    Phrase(
        r"^require (?P<a>.+?) (?P<sign>when|if) (?P<b>[^:]+)$",
        r"require not (\g<b>) or \g<a>",
        words=r"say so on the line above, `for ACTION when \g<b>`, or write `require not (\g<b>) or \g<a>`",
    ),
    Phrase(r"(?P<sign>unless) (?P<a>.+)$", r"when not (\g<a>)"),
    Phrase(r"^(?P<sign>set)(?P<stop> +)(?P<a>\S.*?) (?:to|:=|=) (?P<b>.+)$", r"\g<a> := \g<b>"),
    Phrase(r"(?<=^)(?P<a>set \w+) (?P<sign>to)(?![\w.])", r"\g<a> ="),
    Phrase(r"^(?P<sign>increase|increment|raise)(?P<stop> +)(?P<a>\S+) by (?P<b>.+)$", r"add \g<b> to \g<a>"),
    Phrase(
        r"^(?P<sign>decrease|decrement|lower|reduce)(?P<stop> +)(?P<a>\S+) by (?P<b>[\w.]+)$", r"add -\g<b> to \g<a>"
    ),
    Phrase(rf"^(?P<a>\S.*?)\s*(?P<sign>\+=)\s*(?P<b>.+?){BOUNDS}$", r"add \g<b> to \g<a>\g<bounds>", is_sign=True),
    Phrase(rf"^(?P<a>\S.*?)\s*(?P<sign>-=)\s*(?P<b>[\w.]+){BOUNDS}$", r"add -\g<b> to \g<a>\g<bounds>", is_sign=True),
    Phrase(rf"^(?P<a>\S.*?)\s*(?P<sign>-=)\s*(?P<b>.+?){BOUNDS}$", r"add -(\g<b>) to \g<a>\g<bounds>", is_sign=True),
    Phrase(r"^(?P<a>\S.*?)\s*(?P<sign>\*=)\s*(?P<b>.+)$", r"\g<a> := \g<a> * (\g<b>)", is_sign=True),
    Phrase(r"^(?P<a>\S.*?)\s*(?P<sign>\+\+)$", r"add 1 to \g<a>", is_sign=True),
    Phrase(r"^(?P<a>\S.*?)\s*(?P<sign>--)$", r"add -1 to \g<a>", is_sign=True),
    Phrase(
        r"(?<![^ =])(?P<a>[^ =:?][^=:?]*?)\s*(?P<sign>\?)\s*(?P<b>[^:?]+?)\s*:\s*(?P<c>[^:?]+)$",
        r"if \g<a> then \g<b> else \g<c>",
        is_sign=True,
    ),
)


BOUNDED = re.compile(r"add (?P<sign>-?)(?P<amount>.+) to (?P<place>\w+)(?:\([^()]*\))?")


def phrase(stop: Stop) -> Sentence | None:
    """Return the sentence for a stop within a turn of phrase; where several fit, their hints are tried in turn."""
    found = list(_fitting(stop))
    if not found:
        return None
    hint: Hint = ""
    for sentence in reversed(found):
        own = sentence.hint
        hint = replace(own, otherwise=hint or own.otherwise) if isinstance(own, Edit) else own
    return replace(found[0], hint=hint)


def _fitting(stop: Stop) -> Iterator[Sentence]:
    statement = stop.before + stop.after.rstrip()
    for one in PHRASES:
        for found in re.finditer(one.pattern, statement):
            first, last = found.span("stop" if "stop" in found.groupdict() else "sign")
            if not first <= len(stop.before) <= last:
                continue
            start, end = (stop.start + at for at in found.span("sign"))
            sign, hint = found.group("sign"), _hint(stop, one, found)
            if one.is_sign:
                message, code = f"`{sign}` is no sign of this language", Code.FOREIGN_SIGN
            elif not found.start("sign"):
                message, code = f"no line here begins with `{sign}`", Code.UNKNOWN_LINE
            else:
                message, code = f"`{sign}` cannot stand here", Code.MISPLACED_WORD
            yield Sentence(code, message, start, end, hint)
            break


def _hint(stop: Stop, phrase: Phrase, found: re.Match[str]) -> Hint:
    """Return what to write instead of a phrase."""
    words = found.expand(phrase.words)
    if phrase.text is None:
        return words
    whole = Span(stop.source, stop.start + found.start(), stop.start + found.end())
    text, sign = found.expand(phrase.text), found.group("sign")
    otherwise = FOREIGN_WORDS.get(sign) or FOREIGN_SIGNS.get(sign) or HOMES.get(sign) or words
    hint = instead(text, whole, otherwise=_bounded(stop, text, whole) or otherwise)
    return replace(hint, words=words) if words else hint


def _bounded(stop: Stop, text: str, whole: Span) -> Hint:
    """Return the hint for an addition that may leave the range of its place: to bound it."""
    added = BOUNDED.fullmatch(text)
    if added is None:
        return ""
    bound = "at least" if added.group("sign") else "at most"
    declared = re.search(rf"\b{added.group('place')}(?:\([^()\n]*\))?: *(-?[0-9]+)\.\.(-?[0-9]+)", stop.source.text)
    if declared is None:
        return f"write `{text}`, with `{bound} …` behind it where it could go beyond its range"
    end = declared.group(1 if added.group("sign") else 2)
    return instead(f"{text} {bound} {end}", whole, otherwise=f"write `{text}`")
