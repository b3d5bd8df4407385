"""Texts of the pages: quotes, apostrophes, minus signs, dashes and units; no part of a picture is
named by its colour alone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pages.order import PAGES
from tests.lab.ui.element_data import element_data
from tests.pages.page_elements import elements_of_file

FORMULA = re.compile(
    r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$|\]\([^)]*\)|<[^>]+>|:[a-z_]+/?[a-z_]*:", re.DOTALL
)
CODE_KEYS = {
    "address", "code", "expanded", "formula", "href", "id", "latex", "pattern", "placeholder",
    "query", "search", "source", "symbols", "tex",
}  # fmt: skip
FAULTS = {
    "a straight apostrophe": re.compile(r"\w'\w|\w' |\W'\w"),
    "a straight quotation mark": re.compile(r'"'),
    "a hyphen as minus": re.compile(r"(?<![\w\d.,;/=-])-\d"),
    "a hyphen as dash": re.compile(r"\w - \w|(?<![-:|])--(?![-:|])"),
    "a hyphen in a range of numbers": re.compile(r"(?<![\w-])\d+-\d+(?![\w-])"),
    "an em dash": re.compile("—"),
    "a unit without a no-break space": re.compile(r"\d ?%|\d (?:ms|s|kB|MB|GB)\b"),
}

COLOUR = re.compile(r"\b(blue|red|green|orange|purple|gr[ea]y|yellow|violet|pink|brown)\b", re.I)
SHAPE = re.compile(r"cross|circle|square|diamond|triangle|dash|dot|thick|thin|arrow|label", re.I)


def strings(value: Any, key: str = "") -> Iterator[str]:
    """Yield the texts in the data of an element, without identifiers and code."""
    if isinstance(value, dict):
        for name, entry in value.items():
            yield from strings(entry, str(name))
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from strings(entry, key)
    elif isinstance(value, str) and key not in CODE_KEYS and re.search(r"\w \S|\S \w", value):
        yield value


def texts(file: str) -> Iterator[str]:
    """Yield what a page shows: its Markdown, its labels and the texts of its live elements."""
    for part in elements_of_file(file):
        if part.type == "bidi_component":
            yield from strings(element_data(part))
        elif part.type not in ("code", "latex"):
            for name in ("value", "label", "options"):
                yield from strings(getattr(part, name, None))


def faults(text: str) -> list[str]:
    """Name the rules that a text breaks."""
    prose = FORMULA.sub(" ", text)
    return [name for name, pattern in FAULTS.items() if pattern.search(prose)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_texts_keep_to_the_typography(page):
    broken = {text: names for text in texts(page.file) if (names := faults(text))}
    assert not broken, "\n".join(f"{names}: {text[:200]}" for text, names in broken.items())


def named_by_colour_alone(text: str) -> list[str]:
    """Return the sentences that name a colour, but no shape or kind of line."""
    sentences = re.split(r"(?<=[.?!:;])\s+", text)
    return [each for each in sentences if COLOUR.search(each) and not SHAPE.search(each)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_sentence_names_parts_of_a_picture_by_colour_alone(page):
    assert [each for text in texts(page.file) for each in named_by_colour_alone(text)] == []


def test_a_colour_without_a_shape_is_detected():
    text = "The blue crosses are positive. The grey curves are samples."
    assert named_by_colour_alone(text) == ["The grey curves are samples."]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the notes' three", ["a straight apostrophe"]),
        ('say "kernel"', ["a straight quotation mark"]),
        ("at -3", ["a hyphen as minus"]),
        ("one - two", ["a hyphen as dash"]),
        ("pages 3-5", ["a hyphen in a range of numbers"]),
        ("one — two", ["an em dash"]),
        ("within 5 % of it", ["a unit without a no-break space"]),
        ("within 5% of it", ["a unit without a no-break space"]),
        ("the notes’ “three”: −3, one – two, 3–5, 5\u00a0% of $x' - 3$ in `a-1`", []),
    ],
)
def test_a_fault_is_named(text, names):
    assert faults(text) == names
