"""YAML as data: what is read, where it stands, what is refused."""

from __future__ import annotations

import pytest

from tilelaw_conformance.data.document import DocumentError, Place, read_document


def test_what_is_read() -> None:
    document = read_document('a: [1, -2, 0]\nb: {c: true, "1": word}\nd: |\n  two\n  lines\ne: "0.1"\n')
    assert document.data == {
        "a": [1, -2, 0],
        "b": {"c": True, "1": "word"},
        "d": "two\nlines\n",
        "e": "0.1",
    }


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: no", Place(1, 4), "programs read `no` in different ways: put it in quotes"),
        ("a: 1.0", Place(1, 4), "programs read `1.0` in different ways"),
        ("a: 012", Place(1, 4), "programs read `012` in different ways"),
        ("a: 1e3", Place(1, 4), "programs read `1e3` in different ways"),
        ("a: 12:30", Place(1, 4), "programs read `12:30` in different ways"),
        ("a: 2020-01-01", Place(1, 4), "programs read `2020-01-01` in different ways"),
        ("a: True", Place(1, 4), "programs read `True` in different ways"),
        ("a: Null", Place(1, 4), "programs read `Null` in different ways"),
        ("a: ~", Place(1, 4), "programs read `~` in different ways"),
        ("a:", Place(1, 3), "a value is missing here"),
        ("a: 1\nb: 2\na: 3", Place(3, 1), "`a` is here already, on line 1"),
        ("1: a", Place(1, 1), "a name must be a text: put it in quotes"),
        ("[a]: b", Place(1, 1), "a name must be a text: put it in quotes"),
        ("a: &x 1\nb: *x", Place(1, 4), "anchors and aliases are not used here"),
        ("a: !!str 1", Place(1, 4), "tags are not used here"),
        ("a: >\n  folded", Place(1, 4), "`>` joins lines"),
        ("", Place(1, 1), "the file is empty"),
        ("# nothing", Place(1, 1), "the file is empty"),
        ("a: 1\n---\nb: 2", Place(2, 1), "a second document begins here"),
    ],
)
def test_what_is_refused(text: str, place: Place, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_document(text)
    assert caught.value.message.startswith(message)
    assert caught.value.place == place


@pytest.mark.parametrize("text", ["a: [1, 2", "a: 1\n b: 2", "a: \x07", "a: 'b", "\t- a"])
def test_what_is_no_yaml(text: str) -> None:
    with pytest.raises(DocumentError, match="this is not YAML"):
        read_document(text)


def test_places() -> None:
    document = read_document("top:\n  - name: word\n    list: [1, {x: 2}]\n")
    assert document.place(("top",)) == Place(1, 1)
    assert document.place(("top", 0, "name")) == Place(2, 11)
    assert document.place(("top", 0, "list", 1, "x")) == Place(3, 16)
    assert document.place(("top", 0, "absent")) == Place(2, 5)


@pytest.mark.parametrize(
    ("text", "line", "column", "place"),
    [
        ("a: |\n    one\n    two\n", 2, 3, Place(3, 7)),
        ("a:\n  - |\n    one\n    two\n", 1, 1, Place(3, 5)),
        ("a: |\n\n    one\n", 2, 1, Place(3, 5)),
        ("a: one two\n", 1, 5, Place(1, 8)),
        ('a: "one two"\n', 1, 5, Place(1, 9)),
    ],
)
def test_places_inside_texts(text: str, line: int, column: int, place: Place) -> None:
    document = read_document(text)
    path = ("a", 0) if ("a", 0) in document.places else ("a",)
    assert document.inside(path, line, column) == place
