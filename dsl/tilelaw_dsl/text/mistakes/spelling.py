"""Sentences about how a single name, number or text is written. Each looks at a stop as those of `sentences` do."""

from __future__ import annotations

import re

from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Edit, Hint, instead, nearest
from tilelaw_dsl.text.mistakes.stop import Sentence, Stop, shortened
from tilelaw_dsl.text.words import CONTINUES_VALUE, HOMES, keywords

NUMBERS = "all numbers are whole"
DECLARES = "var|param|define|zone|board|mark|kinds|record|let|cell|field"
"""What stands before a name that is declared."""


def capital(stop: Stop) -> Sentence | None:
    """Say that a word has a capital letter."""
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
    hint = instead(plain, is_safe=True, otherwise=f"write it in small letters: `{plain}`")
    compared = re.search(r"([\w.]+(?:\([^()]*\))?) *(!?==?) *$", stop.before)
    if compared and plain in ("none", "null", "nil"):
        text = f"{'some' if compared.group(2).startswith('!') else 'no'} {compared.group(1)}"
        hint = instead(text, stop.span(stop.start + compared.start(), start + len(run)))
    return Sentence(Code.CAPITAL_LETTER, f"`{run}` has a capital letter", start, start + len(run), hint)


def spelling(stop: Stop) -> Sentence | None:
    """Say what is wrong with the word, the number or the range at a stop."""
    return _range(stop) or _number(stop) or _name(stop) or _hyphen(stop)


def _range(stop: Stop) -> Sentence | None:
    line = stop.text[stop.start :].split("\n", 1)[0]
    here = stop.offset - stop.start
    apart = re.search(r"([0-9]+) *(-|\.\.|to) *([0-9]+)", line)
    plain = f"{apart.group(1)}..{apart.group(3)}" if apart else ""
    if apart and apart.group() != plain and apart.start() <= here <= apart.start(2):
        hint: Hint = Edit(f"a range is written `{plain}`", plain, is_safe=True)
        return _sentence(stop, f"`{apart.group()}` is no range", apart.start(), apart.end(), hint)
    for found in re.finditer(r"([0-9]+|[a-z]\w*) *\.\. *(?:count +)?([a-z(]\w*|[0-9]+)", line):
        if found.start() <= here <= found.end() and not re.fullmatch(r"[0-9]+\.\.[0-9]+", found.group()):
            hint = _compared(stop, line, _narrowed(stop, line, found))
            message = "the ends of a range are numbers, not calculations"
            return _sentence(stop, message, found.start(), found.end(), hint)
    return None


def _compared(stop: Stop, line: str, otherwise: Hint) -> Hint:
    """Return the hint for a number that is to be in a range of calculations: to compare it."""
    value = r"(?:count )?[\w.]+(?:\([^()]*\))?"
    found = re.search(rf"(?<!over )({value}) in ({value}?) *\.\. *({value})", line)
    if found is None:
        return otherwise
    text = f"{found.group(1)} >= {found.group(2)} and {found.group(1)} <= {found.group(3)}"
    place = stop.span(stop.start + found.start(), stop.start + found.end())
    return instead(text, place, otherwise=otherwise)


def _narrowed(stop: Stop, line: str, found: re.Match[str]) -> Hint:
    """Return the hint to narrow a range of fixed numbers, as far as the end of the one that was written can go."""
    words = "narrow one of fixed numbers: `(1..9)[it <= …]`"
    whole = re.match(r"([0-9]+) *\.\. *([a-z]\w*(?:\([^()]*\))?)", line[found.start() :])
    if whole is None:
        return words
    name = re.match(r"\w+", whole.group(2))
    assert name is not None, "it begins with a letter"
    declared = re.search(rf"\b(?:param|var) {name.group()}\b[^:\n]*: *[0-9]+\.\.([0-9]+)", stop.source.text)
    text = f"({whole.group(1)}..{declared.group(1) if declared else 99})[it <= {whole.group(2)}]"
    start = stop.start + found.start()
    words = f"narrow one of fixed numbers: `{text}`"
    return Edit(words, text, stop.span(start, start + whole.end()), otherwise=words)


def _number(stop: Stop) -> Sentence | None:
    start, end = (at - stop.start for at in stop.run)
    run = stop.text[slice(*stop.run)]
    if re.fullmatch(r"-?[0-9]{1,3}(?:[.][0-9]{3})+", run):
        plain = run.replace(".", "")
        hint: Hint = Edit(f"{NUMBERS}; for thousands write `{plain}`", plain)
        return _sentence(stop, f"`{run}` is no whole number", start, end, hint)
    if re.fullmatch(r"-?[0-9]+[.][0-9]+", run):
        hint = f"{NUMBERS}: count in smaller units, or divide with `div`"
        return _sentence(stop, f"`{run}` is no whole number", start, end, hint)
    if re.fullmatch(r"[0-9]+(?:_[0-9]+)+", run):
        hint = instead(run.replace("_", ""), is_safe=True)
        return _sentence(stop, f"`{run}` is neither a number nor a name", start, end, hint)
    if found := re.fullmatch(r"([0-9]+)([A-Za-z_]\w*)", run):
        plain = f"{found.group(1)} * {found.group(2)}"
        hint = Edit(
            f"names begin with a letter; a product is written `{plain}`", plain, otherwise="names begin with a letter"
        )
        return _sentence(stop, f"`{run}` is neither a number nor a name", start, end, hint)
    return None


def _name(stop: Stop) -> Sentence | None:
    start, end = (at - stop.start for at in stop.run)
    run = stop.text[slice(*stop.run)]
    if "PATH" in stop.expected and re.fullmatch(r"[a-z0-9-]+", run):
        hint: Hint = Edit(f"name it by game and mode: `{run}/base`", f"{run}/base")
        return _sentence(stop, f"`{run}` is no name of a layer", start, end, hint)
    if stop.text[stop.offset] == "_" and stop.start + start < stop.offset:
        plain = run.replace("_", "-")
        hint = Edit(f"write `{plain}`: only names in expressions have underscores", plain, is_safe=True)
        return _sentence(stop, f"`{run}` has an underscore", start, end, hint)
    if run.startswith("_"):
        hint = Edit("names begin with a letter", run.lstrip("_"), otherwise="names begin with a letter")
        return _sentence(stop, f"`{run}` is no name", start, end, hint)
    if "ID" in stop.expected and re.match(r"[0-9]", run):
        hint = "ids begin with a letter"
        if stop.before.split() == ["repeat"]:
            hint = f"a loop has an id: `each NAME as n in 1..{run}` for so many times, else `repeat NAME while …`"
        return _sentence(stop, f"`{run}` is no id", start, end, hint)
    id_ = re.search(r"(?:rule|step) +([a-z][a-z0-9.-]*) +$", stop.before)
    if id_ and (stop.word not in HOMES or '"' in stop.after):
        words = re.match(r"[a-z0-9]+(?: +[a-z0-9]+)*(?= *(?:\"|$))", stop.after)
        if words is None:
            return None
        plain = "-".join([id_.group(1), *words.group().split()])
        return _sentence(stop, "an id has no spaces", id_.start(1), len(stop.before) + words.end(), instead(plain))
    if re.search(r"(?:rule|step|ask|each|repeat) +[a-z][a-z0-9.-]*$", stop.before) and "/" in run:
        return _sentence(stop, f"`{run}` is no id", start, end, instead(run.replace("/", ".")))
    return None


def _hyphen(stop: Stop) -> Sentence | None:
    start, end = stop.run
    run = stop.text[start:end]
    if stop.text[stop.offset] != "-" or not re.match(r"[\w)\]}]", stop.text[stop.offset - 1 : stop.offset]):
        return None
    apart = " - ".join(run.split("-"))
    words = "for a subtraction put spaces around `-`, for sets write `except`"
    hint: Hint = Edit(words, apart, stop.span(start, end), otherwise=words)
    name = re.match(r"\w+(?:-\w+)+", run)
    declared = rf"^ *(?:replace )?(?:{DECLARES}) {re.escape(name.group())}\b" if name else "$^"
    if (
        not stop.expected & CONTINUES_VALUE
        or stop.expected >= {"EQUALS", "COLON"}
        or re.search(declared, stop.source.text, re.M)
    ):
        plain = run.replace("-", "_")
        words = f"names have no hyphen: write `{plain}`"
        hint = Edit(words, plain, stop.span(start, end), otherwise=words)
    if not re.fullmatch(r"\w+(-\w+)+", run):
        at = stop.offset
        return Sentence(Code.SPELLING, "`-` touches what stands before it", at, at + 1, hint)
    return Sentence(Code.SPELLING, f"`{run}` is neither a name nor a subtraction", start, start + len(run), hint)


def _sentence(stop: Stop, message: str, start: int, end: int, hint: Hint) -> Sentence:
    """Return a sentence about a part of the statement, counted from its beginning."""
    return Sentence(Code.SPELLING, message, stop.start + start, stop.start + end, hint)


def quotes(stop: Stop) -> Sentence | None:
    """Say that a text stands in quotes, without others in it, and a name without."""
    first, last = stop.before.find('"'), stop.after.rfind('"')
    if first >= 0 and last >= 0 and stop.met != "STRING" and re.search(r'"\s*$', stop.before):
        start, end = stop.start + first, stop.offset + last + 1
        inner = stop.text[start + 1 : end - 1]
        hint: Hint = Edit("leave them out, or write `'`", f'"{inner.replace(chr(34), chr(39))}"', stop.span(start, end))
        at = stop.start + stop.before.rindex('"')
        return Sentence(Code.QUOTES, 'a text has no `"` inside', at, stop.offset + stop.after.index('"') + 1, hint)
    if re.match(r"\w", stop.word) and (
        stop.expected == {"STRING"} or ("STRING" in stop.expected and stop.word[0].isupper())
    ):
        rest = stop.after.strip()
        end = stop.offset + len(stop.after.rstrip())
        hint = Edit(f'write `"{shortened(rest)}"`', f'"{rest}"', is_safe=True)
        return Sentence(Code.QUOTES, "a text stands in quotes", stop.offset, end, hint)
    if stop.met == "STRING" and stop.expected & {"NAME", "ID", "PATH"}:
        end = stop.offset + len(stop.word)
        plain = stop.word.strip('"')
        if stop.before.split() in (["rule"], ["replace", "rule"], ["amend", "rule"]):
            message = "a rule has an id before its title"
            id_ = "-".join(re.findall(r"[a-z0-9]+", plain.lower())[:3]) or "place.first"
            hint = Edit(f"name it, e.g. `rule {id_} {stop.word}`", f"{id_} {stop.word}")
            return Sentence(Code.MISPLACED_WORD, message, stop.offset, end, hint)
        return Sentence(Code.QUOTES, "a name stands without quotes", stop.offset, end, instead(plain, is_safe=True))
    return None
