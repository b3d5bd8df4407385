"""The sentences of a page, and the numbers that they name."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from tests.lab.ui.told import all_told
from tests.lab.ui.visit import looked_at
from tests.pages.challenge_claims import in_order
from tests.pages.test_shell import elements

# Names that have a number in them: of notes and their parts, and symbols of a formula.
NOTE = r"(?<![\d.,])00[0-4]\b"  # and not the end of 1,000
NAMES = re.compile(
    rf"\([^()]*{NOTE}[^()]*\)|{NOTE}|§ ?\d+|[Ss]ections? \d"
    r"|Figures? \d(?:[, \d]*(?:to|and) \d)?|Theorem \w+\.\d|eq(?:uation|\.)? \(\d\)|`[^`]*`"
)
MATH = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
SET = re.compile(r"=\s*(\d[\d.]*)")  # in a formula: a symbol that is given a value
NOT_TEXT = {"query", "options", "sweep", "sweeps", "sample", "address", "frames", "formula"}
# What follows a formula stands in it on a page, see `prose` in lab/ui/steps/markdown.py.
AT_ITS_END = re.compile(r"\\text\{([,.;:!?)])\}\$")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")  # as `lab.ui.steps.markdown.escape_markdown` writes it
ENDS = re.compile(r"(?<=[.:?!])\s+(?=[A-ZÀ-ž$φ])|\n\n|\n(?=\|)")


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        if value.get("kind") not in ("challenge", "quiz"):  # tests/lab looks at those
            yield from (one for key, own in value.items() if key not in NOT_TEXT
                        for one in strings(own))  # fmt: skip
    elif isinstance(value, list | tuple):
        yield from (one for own in value for one in strings(own))


def sentences(name: str) -> list[str]:
    """Each once, of the page's Markdown and of its live elements."""
    page = looked_at(f"{name}/page.py")
    texts = [own.value for own in [*page.markdown, *page.caption, *page.header, *page.subheader]]
    for data in elements(page).values():
        for place in ("main", "side", "below"):
            texts += [one for one in strings(data[place]) if " " in one]
    for data in all_told(page):
        if "symbols" in data:  # the list of the glossary; each page has its terms for their notes
            texts += [one for one in strings(data) if " " in one]
    apart = (AT_ITS_END.sub(r"$\1", text) for text in texts)
    read = (text if "$" in text else ESCAPED.sub(r"\1", text) for text in apart)
    said = (NAMES.sub("¤", text) for text in read)
    parts = (p for text in said for p in ENDS.split(text))
    return list(dict.fromkeys(" ".join(part.split()) for part in parts))


def named(sentence: str) -> list[float]:
    """The numbers that a sentence names, one after the other; of a formula, those that a symbol is
    set to."""
    return in_order(MATH.sub(lambda math: f" {' '.join(_set_to(math[0]))} ", sentence))


def _set_to(math: str) -> list[str]:
    return [number.rstrip(".") for number in SET.findall(math)]


def written(sentence: str) -> set[float]:
    """All numbers that stand in a sentence, those within its formulas too, as 2 and 3 in 2τ³."""
    plain = unicodedata.normalize("NFKC", sentence).replace(",", "").replace("−", "-")
    digits = {float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", plain)}
    halves = {1 / 2} if re.search(r"1⁄2|/2|frac\{?1\}?\{?2", plain) else set()
    return {*named(sentence), *digits, *map(abs, digits), *halves}
