"""Writes the page about diagnostics: every code with its explanation, a wrong and a right snippet and the message.

Run it after a change to the codes or to a message: `python docs/generate_diagnostics.py`.
"""

from __future__ import annotations

from pathlib import Path

from tilelaw.looks import check_looks
from tilelaw_dsl import CODES, SKELETON, Explanation, Place, Snippet, findings, render

PAGE = Path(__file__).with_name("diagnostics.md")
PARTS = {
    "1": "The text",
    "2": "Layers",
    "3": "Names",
    "4": "Types",
    "5": "Rules",
    "6": "Flow and effects",
    "7": "Numbers and costs",
    "8": "Components",
    "9": "Suspicions",
}
PLACES = {
    Place.WHOLE: "a text of its own",
    Place.LAYER: "in a layer",
    Place.RULE: "in a rule",
    Place.ABOVE: "after the layer",
}
HEAD = """\
# Diagnostics

What the checker says about a rules text, code by code: what it means, why it is a mistake, a snippet that has it
with the message it gives, and one that does it right. `tilelaw rules why CODE` shows the same in a terminal.

This page is made by `docs/generate_diagnostics.py` from the registry in `dsl/tilelaw_dsl/codes`. The snippets are
parts of this small game, which is complete without them:

"""


def page() -> str:
    """Return the text of the page."""
    out = [HEAD + _fence(SKELETON, "rules")]
    part = ""
    for one in CODES.values():
        if one.code[1] != part:
            part = one.code[1]
            out.append(f"## {PARTS[part]}")
        out.append(_entry(one))
    return "\n\n".join(out) + "\n"


def _entry(one: Explanation) -> str:
    messages = "\n\n".join(render(item) for item in findings(one.bad, check_looks))
    out = [f"### {one.code} {one.code.label}", one.means, one.why]
    out += [f"Wrong, {_where(one.bad)}:", *_snippet(one.bad), _fence(messages, "text")]
    out += [f"Right, {_where(one.good)}:", *_snippet(one.good)]
    return "\n\n".join(out)


def _where(snippet: Snippet) -> str:
    return f"asked for with {snippet.players} players" if snippet.ruleset else PLACES[snippet.place]


def _snippet(snippet: Snippet) -> list[str]:
    out = [_fence(snippet.text, "rules")] if snippet.text else []
    if snippet.ruleset:
        out.append(_fence(snippet.ruleset, "text"))
    if snippet.data:
        out += ["with `cards.csv`:", _fence(snippet.data, "csv")]
    if snippet.look:
        out += ["with `look.yaml`:", _fence(snippet.look, "yaml")]
    if snippet.encoding != "utf-8":
        out.append(f"saved as {snippet.encoding}:")
    return out


def _fence(text: str, language: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
