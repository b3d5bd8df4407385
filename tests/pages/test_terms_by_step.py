"""No term is used before its page or step has said it."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import pytest

from lab.course.glossary.terms import TERMS, used
from lab.course.page_declaration import PageDeclaration
from pages.order import BESIDE, PAGES
from pages.terms_by_step import FIRST_SAID
from tests.pages.test_shell import opened

NAMES_OF_PAGES = ("map", "resume", "starts")  # elements that lead to pages by their titles
LINK = re.compile(r"\[[^]]*\]\([^)]*\)")
WAY = [page for page in PAGES if page.name not in BESIDE]
SHOWN = {
    "besideLabel", "goal", "heading", "hint", "label", "lead", "line", "note", "question", "text",
    "title", "why",
}  # fmt: skip


def strings(value: Any, scene: dict[str, str], key: str = "") -> Iterator[str]:
    """What an element's data shows in words for this scene; the names of choices are no texts."""
    match value:
        case {"when": {**asked}} if any(scene.get(k, "") not in v for k, v in asked.items()):
            return
        case {"kind": "choice", "label": str(label)}:
            yield label
        case str() if key in SHOWN:
            yield value
        case dict():
            for name, inner in value.items():
                yield from strings(inner, scene, name)
        case list():
            for inner in value:
                yield from strings(inner, scene, key)


def texts(page: PageDeclaration) -> Iterator[tuple[str, str]]:
    """The page's steps with their texts, from top to bottom; "" for a page without steps."""
    begins = {step.question: step.name for step in page.steps}
    here = page.steps[0].name if page.steps else ""
    for step in page.steps:
        yield step.name, step.title
    for part in opened(page.file, {}).main:
        value = str(getattr(part, "value", ""))
        if part.type == "header":
            here = begins.get(value, here)
        if part.type in ("title", "header", "subheader", "markdown", "caption"):
            yield here, LINK.sub("", value)
        elif part.type == "bidi_component":
            data = json.loads(part.proto.json)
            if "name" in data and data["name"] not in NAMES_OF_PAGES:
                at = "quiz" if page.steps and data["name"].startswith("quiz") else here
                scene = dict(parse_qsl(data.get("query", "")))
                yield from ((at, text) for text in strings(data, scene))


@cache
def uses() -> dict[str, list[tuple[str, str]]]:
    """Where each term is used, in the order of pages and steps, with the text."""
    found: dict[str, list[tuple[str, str]]] = {term.name: [] for term in TERMS}
    for page in WAY:
        order = [step.name for step in page.steps] or [""]
        by_step = sorted(texts(page), key=lambda said: order.index(said[0]))
        for step, text in by_step:
            for term in used(text):
                place = f"{page.name}/{step}".removesuffix("/")
                found[term.name].append((place, text))
    return found


def places() -> list[str]:
    return [f"{page.name}/{step.name}" if step else page.name for page in WAY
            for step in (page.steps or [None])]  # fmt: skip


def test_a_term_has_a_place_that_there_is():
    names, pages = {term.name for term in TERMS}, {page.name for page in WAY}
    assert {*FIRST_SAID} <= names
    assert {place.partition("/")[0] for place in FIRST_SAID.values()} <= pages
    assert {place for place in FIRST_SAID.values() if "/" in place} <= {*places()}


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.id)
def test_no_step_uses_a_term_before_it_is_said(term):
    place, order, found = FIRST_SAID.get(term.name), places(), uses()[term.name]
    if place is None:
        assert found == [], "where a page uses a term, a step says it"
        return
    start = order.index(next(one for one in order if one == place or one.startswith(f"{place}/")))
    early = [(one, text) for one, text in found if order.index(one) < start]
    assert early == []
    assert "/" not in place or place in {one for one, _ in found}, "its step says it"
