"""What printed editions say about the rules of a ruleset.

`said_about` gathers, for the layers of a stack, what is said on each; `merge` asks it for the remarks on a rule. The
topmost layer on which any edition says something about the rule answers for all editions: whoever is not heard there
is silent. `check_editions` reports what does not lead anywhere: layers, rules and sections that do not exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tilelaw_dsl import syntax as s
from tilelaw_dsl.codes import Code
from tilelaw_dsl.diagnostics import Hint, Report, Severity, respelt
from tilelaw_dsl.layers.library import Library


@dataclass(frozen=True, slots=True)
class Said:
    """What an edition says about a rule, and under which heading."""

    edition: str
    section: s.Section
    remark: s.Remark


def in_order(editions: Iterable[s.Edition]) -> list[s.Edition]:
    """Return editions in reading order, each after the one that it names."""
    result: list[s.Edition] = []
    remaining = list(editions)
    while remaining:
        waiting = {(e.game.text, e.name.text) for e in remaining}
        ready = next((e for e in remaining if not e.after or (e.game.text, e.after.text) not in waiting), remaining[0])
        result.append(ready)
        remaining.remove(ready)
    return result


def editions_of(library: Library, layers: Iterable[str]) -> list[s.Edition]:
    """Return the editions that speak on any of some layers."""
    known = set(layers)
    spoken = (e for e in library.editions.values() if any(block.layer.text in known for block in e.blocks))
    return in_order(spoken)


def said_about(library: Library, layers: Sequence[str]) -> dict[str, dict[str, list[Said]]]:
    """Return what is said about each rule on each of some layers: first by rule, then by layer."""
    found: dict[str, dict[str, list[Said]]] = {}
    for edition in editions_of(library, layers):
        sections = {section.name.text: section for section in edition.sections}
        for block in edition.blocks:
            if block.layer.text not in layers:
                continue
            for remark in block.remarks:
                section = sections.get(remark.section.text)
                if section is None:  # reported with the files
                    continue
                for rule in remark.rules:
                    on = found.setdefault(rule.text, {}).setdefault(block.layer.text, [])
                    on.append(Said(edition.name.text, section, remark))
    return found


# ---- errors ----------------------------------------------------------------------------------------------


def check_editions(library: Library, report: Report) -> None:
    """Report what the editions of a library say about things that do not exist, or say twice."""
    rules: dict[str, set[str]] = {}
    for (game, _), edition in library.editions.items():
        check_game(library, edition.game, report)
        known = [name for other, name in library.editions if other == game and name != edition.name.text]
        if edition.after is not None and edition.after.text not in known:
            hint = respelt(edition.after.text, known)
            message = f"no other edition of `{game}` is called `{edition.after.text}`"
            report.add(Code.UNKNOWN_EDITION, message, edition.after.span, hint=hint)
        _check_circle(library, edition, report)
        _check_sections(edition, report)
        for block in edition.blocks:
            layer = block.layer.text
            if not check_layer(library, block.layer, edition.game, report):
                continue
            if layer not in rules:
                rules[layer] = library.rules_on(layer)
            for word in (word for remark in block.remarks for word in remark.rules):
                check_rule(library, word, rules[layer], layer, report)
        _check_repetition(edition, report)


def _check_circle(library: Library, edition: s.Edition, report: Report) -> None:
    """Report the first edition of a circle of those that are listed after each other."""
    names: list[str] = []
    one: s.Edition | None = edition
    while one is not None and one.name.text not in names:
        names.append(one.name.text)
        one = library.editions.get((one.game.text, one.after.text)) if one.after else None
    if len(names) > 1 and one is edition and edition.name.text == min(names):
        circle = " after ".join(f"`{name}`" for name in [*names, names[0]])
        report.add(Code.EDITION_AFTER_ITSELF, f"an edition comes after itself: {circle}", edition.name.span)


def check_game(library: Library, game: s.Word, report: Report) -> None:
    """Report a game that no layer belongs to."""
    games = {name.split("/")[0] for name in library.layers}
    if game.text not in games:
        hint = respelt(game.text, games, "a game is the first part of the path of its layers")
        report.add(Code.UNKNOWN_LAYER, f"no layer belongs to a game `{game.text}`", game.span, hint=hint)


def check_layer(library: Library, layer: s.Word, game: s.Word, report: Report) -> bool:
    """Report a layer that does not exist, or is of another game; say whether it is right."""
    own = [name for name in library.layers if name.split("/")[0] == game.text]
    if layer.text in own:
        return True
    if layer.text in library.layers:
        message = f"`{layer.text}` is no layer of `{game.text}`"
        hint: Hint = "every game has its own editions and texts"
    else:
        message = f"no layer is called `{layer.text}`"
        hint = respelt(layer.text, own, "if it stands in another file, name that file too")
    report.add(Code.UNKNOWN_LAYER, message, layer.span, hint=hint)
    return False


def _home_of(library: Library, rule: str, game: str) -> str:
    """Return the layer of a game that declares a rule, the lowest of several; empty if none does."""
    declared = {
        name
        for name, layer in library.layers.items()
        if name.split("/")[0] == game and any(isinstance(x, s.Rule) and x.id.text == rule for x in layer.items)
    }
    return min((name for name in declared if not declared & library.below(name)), default="")


def check_rule(library: Library, word: s.Word, known: set[str], layer: str, report: Report) -> None:
    """Report a rule that neither a layer nor what it stands on has."""
    if word.text not in known:
        home = _home_of(library, word.text, layer.split("/")[0])
        said = f"`{word.text}` is a rule of `{home}`: speak of it under `on {home}`"
        hint: Hint = said if home else respelt(word.text, known, "a rule of a layer above is spoken of on that layer")
        report.add(Code.UNKNOWN_RULE, f"`{layer}` has no rule `{word.text}`", word.span, hint=hint)


def _check_sections(edition: s.Edition, report: Report) -> None:
    known: dict[str, s.Section] = {}
    for section in edition.sections:
        name = section.name.text
        if name in known:
            labels = [(known[name].name.span, "first here")]
            report.add(Code.DECLARED_TWICE, f"section `{name}` is declared already", section.name.span, labels=labels)
        known.setdefault(name, section)
    cited = [remark.section for block in edition.blocks for remark in block.remarks]
    for word in cited:
        if word.text not in known:
            hint = respelt(word.text, known, f'declare it with `section {word.text} "…"`')
            message = f"edition `{edition.name.text}` has no section `{word.text}`"
            report.add(Code.UNKNOWN_SECTION, message, word.span, hint=hint)
    used = {word.text for word in cited}
    if used <= known.keys():  # else one of those that seem unused was perhaps misspelt
        _warn_of_unused([section for name, section in known.items() if name not in used], report)


def _warn_of_unused(sections: Iterable[s.Section], report: Report) -> None:
    for section in sections:
        message, hint = f"section `{section.name.text}` is declared but never used", "use it or leave it out"
        report.add(Code.UNUSED, message, section.name.span, hint=hint, severity=Severity.WARNING)


def _check_repetition(edition: s.Edition, report: Report) -> None:
    first: dict[tuple[str, str, str, s.Standing], s.Word] = {}
    for block in edition.blocks:
        for remark in block.remarks:
            for word in remark.rules:
                key = block.layer.text, word.text, remark.section.text, remark.standing
                if key in first:
                    message = f"edition `{edition.name.text}` says this about `{word.text}` already"
                    report.add(Code.SAID_TWICE, message, word.span, labels=[(first[key].span, "first here")])
                first.setdefault(key, word)
