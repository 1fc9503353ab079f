"""Gives every diagnostic an address: the page `diagnostics.md`, which is kept in the repository, is split by codes."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

SOURCE = "diagnostics.md"
_ENTRY = re.compile(r"^### (T\d+) (\S+)\n\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)


def split(files: Files, config: MkDocsConfig) -> None:
    """Replace the page by an index and a page for each code."""
    file = files.get_file_from_path(SOURCE)
    assert file is not None, "it is in the repository"
    index, entries = parts(Path(config.docs_dir, SOURCE).read_text(encoding="utf-8"))
    files.remove(file)
    files.append(File.generated(config, SOURCE, content=index))
    for code, text in entries.items():
        files.append(File.generated(config, f"diagnostics/{code}.md", content=text))


def parts(text: str) -> tuple[str, dict[str, str]]:
    """Return an index that has a line for each code, and the pages of the codes."""
    entries = {
        code: f"# {code} {label}\n\n{body.rstrip()}\n\n"
        "The snippets are parts of [a small game](../diagnostics.md) that is complete without them.\n"
        for code, label, body in _ENTRY.findall(text)
    }
    index = _ENTRY.sub(_line, text)
    return re.sub(r"^(## .*\n)\n", r"\1\n", index, flags=re.MULTILINE), entries


def _line(found: re.Match[str]) -> str:
    means = found[3].split("\n\n")[0].replace("\n", " ")
    return f"- [{found[1]} {found[2]}](diagnostics/{found[1]}.md): {means}\n"
