"""Style rules: none restyles the whole page at each change, and none flashes.

If `:has()` is not in the last part of a selector, every change of the page may restyle all elements
that match the last part. A page has few elements of one class, but thousands of spans.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHEETS = sorted(
    path
    for pattern in ("assets/styles/**/*.css", "pages/*/*.css", "features/lecture/*.css")
    for path in ROOT.glob(pattern)
)
MANY = {"a", "button", "canvas", "div", "input", "span", "svg", "td", "th"}


def selectors(text: str, outer: str = "") -> Iterator[str]:
    """Generate the selectors of a style sheet; those of nested rules with the selector around."""
    position = 0
    while (start := text.find("{", position)) >= 0:
        head = text[position:start].rpartition(";")[2].strip()
        end = _closing(text, start, "{}")
        body = text[start + 1 : end]
        if head.startswith("@"):
            if not re.match(r"@(keyframes|font-face|media print)", head):
                yield from selectors(body, outer)
        else:
            for part in _split(head, ","):
                whole = f"{outer} {part}".strip()
                yield whole
                yield from selectors(body, whole)
        position = end + 1


def _closing(text: str, start: int, brackets: str) -> int:
    depth = 0
    for k in range(start, len(text)):
        depth += (text[k] == brackets[0]) - (text[k] == brackets[1])
        if depth == 0:
            return k
    raise ValueError(f"unclosed {brackets[0]} at {text[start : start + 40]!r}")


def _split(text: str, separators: str) -> list[str]:
    """Split a text at separators outside brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if depth == 0 and character in separators:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def ends_in_many(selector: str) -> bool:
    """Return whether `:has()` comes before the last part, and the last part matches many
    elements."""
    *before, last = _split(selector, " >+~")
    if not any(":has(" in part for part in before):
        return False
    alternatives = [last]
    if chosen := re.match(r":(?:is|where)\((.*)\)", last):
        alternatives = [_split(part, " >+~")[-1] for part in _split(chosen[1], ",")]
    for part in alternatives:
        plain = re.sub(r"\[[^]]*\]|:[\w-]+(\([^)]*\))?", "", part)
        if "." not in plain and "#" not in plain and (plain in MANY or plain in ("", "*", "&")):
            return True
    return False


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_no_rule_restyles_all_elements_of_a_kind_after_each_change(path):
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    assert [selector for selector in selectors(text) if ends_in_many(selector)] == []


@pytest.mark.parametrize(
    ("selector", "many"),
    [
        (".page:has(.dark) [data-kind]", True),
        (".live:has(> .side) > .main > :first-child", True),
        (".live:has(.open) :is(button, a)", True),
        (".ticks:has(:nth-child(5)) span:nth-child(even)", True),
        (".live:has(> .side) > .main > .item:first-child", False),
        (".live > .item:has(canvas)", False),
        ("div span", False),
    ],
)
def test_a_selector_is_judged_by_its_last_part(selector, many):
    assert ends_in_many(selector) == many


def test_no_style_flashes():
    """An animation that is faster than a third of a second could flash more than three times in a
    second (WCAG 2.3.1)."""
    sheets = [
        path for room in ("assets", "features", "pages") for path in ROOT.glob(f"{room}/**/*.css")
    ]
    animations = [
        (float(duration), path.name)
        for path in sheets
        for duration in re.findall(r"animation:[^;]*?\b([\d.]+)s\b", path.read_text("utf-8"))
    ]
    assert animations and all(duration > 1 / 3 for duration, _ in animations), animations
