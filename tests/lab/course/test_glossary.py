"""The glossary: each term has a sentence and a picture; each spelling and each symbol occurs
once."""

import re
from collections import Counter
from pathlib import Path

import pytest

from lab.course.glossary import pictures
from lab.course.glossary.notes import NOTES
from lab.course.glossary.symbols import SYMBOLS
from lab.course.glossary.terms import TERMS, find_terms, spellings

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def test_every_term_occurs_once_with_a_short_sentence():
    names = [term.name for term in TERMS]
    assert len({*names}) == len(names) == len({term.id for term in TERMS}) > 40
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", term.id) for term in TERMS)
    for term in TERMS:
        assert 20 < len(term.sentence) < 200 and term.sentence.endswith("."), term.name


def test_a_spelling_means_one_term():
    counts = Counter(spelling for term in TERMS for spelling in {*term.spellings})
    assert [spelling for spelling, count in counts.items() if count > 1] == []
    assert {*counts} == {*spellings()}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("RBF kernels and kernels", ["RBF kernel", "Kernel"]),
        ("The kernelised margin-wise", []),
        ("Duality gap", ["Duality gap"]),
        ("Gram matrices; support vectors, α ≠ 0", ["Gram matrix", "Support vector", "Coefficient"]),
    ],
)
def test_terms_are_found_in_texts(text, names):
    assert [term.name for term in find_terms(text)] == names


def test_each_symbol_occurs_once_and_names_a_term():
    signs = [sign for symbol in SYMBOLS for sign in symbol.sign.split(", ")]
    assert len({*signs}) == len(signs)
    names = {term.name: term for term in TERMS}
    assert {symbol.term for symbol in SYMBOLS if symbol.term} <= {*names}
    for term in TERMS:
        own_symbols = [symbol for symbol in SYMBOLS if term.symbol and term.symbol in symbol.sign]
        assert not term.symbol or own_symbols, f"{term.symbol} is not in the table"


def test_every_term_has_a_current_picture():
    """The file agrees with the pictures drawn from current numbers, to a fifth of a pixel."""
    assert {*pictures.PICTURES} == {term.name for term in TERMS}
    sheet, stored_sheet = pictures.sheet(), pictures.FILE.read_text("utf-8")
    assert NUMBER.sub("0", sheet) == NUMBER.sub("0", stored_sheet)
    pairs = zip(NUMBER.findall(sheet), NUMBER.findall(stored_sheet), strict=True)
    assert max(abs(float(a) - float(b)) for a, b in pairs) <= 0.2
    assert len(stored_sheet) < 100_000
    for symbol in re.findall(r"<symbol.*?</symbol>", stored_sheet, re.S):
        assert len(NUMBER.findall(symbol)) > 8, symbol[:60]


def test_the_lecture_notes_are_those_of_the_document():
    document = (Path(__file__).parents[3] / "docs/notes.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| \*\*(\d{3})\*\* \| (.+) \|$", document, re.M))
    assert [notes.number for notes in NOTES] == [*rows]
    for notes in NOTES:
        for part in notes.source.split(", ")[:2]:
            assert part in rows[notes.number].replace("*", ""), notes.number
