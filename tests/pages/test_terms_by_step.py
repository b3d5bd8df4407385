"""No term is used before its page or step has introduced it."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import pytest

from lab.course.glossary.terms import TERMS, find_terms
from lab.course.open_parts import QUIZ
from lab.course.page_declaration import HOME, PageDeclaration
from lab.ui.steps.step import TAKE_AWAY
from pages.readout_terms import PLAIN, TERM_OF_LABEL
from pages.terms_by_step import FIRST_SAID
from tests.lab.ui.element_data import element_data
from tests.pages.page_elements import NAMES_OF_PAGES, WAY, elements, elements_of_file

LINK = re.compile(r"\[[^]]*\]\([^)]*\)")
SHOWN_WORDS = {
    "reference_label", "goal", "heading", "hint", "label", "lead", "line", "note", "question",
    "text", "title", "why",
}  # fmt: skip


OPENING_KINDS = (
    "heading",
    "legend",
    "line",
    "readouts",
)  # kinds of items whose terms open their sentence


def strings(
    value: Any, scene: dict[str, str], key: str = "", kind: str = ""
) -> Iterator[tuple[str, bool]]:
    """Yield the texts that an element's data shows for a scene, without the names of options, and
    whether a term in them opens its sentence."""
    match value:
        case {"when": {**asked}} if any(scene.get(k, "") not in v for k, v in asked.items()):
            return
        case {"kind": "choice", "label": str(label)}:
            yield label, False
        case str() if key in SHOWN_WORDS:
            yield value, kind in OPENING_KINDS
        case dict():
            own = value.get("kind", kind)
            for name, inner in value.items():
                yield from strings(inner, scene, name, own)
        case list():
            for inner in value:
                yield from strings(inner, scene, key, kind)


def texts(page: PageDeclaration) -> Iterator[tuple[str, str, bool]]:
    """Yield the page's texts from top to bottom: the name of the step ("" on a page without steps),
    the text, and whether a term opens its sentence there."""
    steps_by_question = {step.question: step.name for step in page.steps}
    current = page.steps[0].name if page.steps else ""
    for step in page.steps:
        yield step.name, step.title, False
    for part in elements_of_file(page.file):
        value = str(getattr(part, "value", ""))
        if part.type == "header":
            current = steps_by_question.get(value, current)
        if part.type in ("title", "header", "subheader", "markdown", "caption"):
            yield current, LINK.sub("", value), part.type in ("markdown", "caption")
        elif part.type == "bidi_component":
            data = element_data(part)
            if "name" in data and data["name"] not in NAMES_OF_PAGES:
                step_name = "quiz" if page.steps and data["name"].startswith("quiz") else current
                scene = dict(parse_qsl(data.get("query", "")))
                yield from (
                    (step_name, text, opens_sentence)
                    for text, opens_sentence in strings(data, scene)
                )


@cache
def uses() -> dict[str, list[tuple[str, str, bool]]]:
    """Return the uses of each term in the order of pages and steps: the place, the text, and
    whether the term opens its sentence there."""
    uses_by_term: dict[str, list[tuple[str, str, bool]]] = {term.name: [] for term in TERMS}
    for page in WAY:
        order = [step.name for step in page.steps] or [""]
        by_step = sorted(texts(page), key=lambda entry: order.index(entry[0]))
        for step, text, opens_sentence in by_step:
            for term in find_terms(text):
                place = f"{page.name}/{step}".removesuffix("/")
                uses_by_term[term.name].append((place, text, opens_sentence))
    return uses_by_term


def rows(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of the read-outs in an element's data."""
    match value:
        case {"kind": "readouts", "rows": list(own)}:
            yield from own
        case dict():
            yield from (row for inner in value.values() for row in rows(inner))
        case list():
            yield from (row for inner in value for row in rows(inner))


def places() -> list[str]:
    return [f"{page.name}/{step.name}" if step else page.name for page in WAY
            for step in (page.steps or [None])]  # fmt: skip


def test_each_term_is_introduced_at_an_existing_place():
    names, pages = {term.name for term in TERMS}, {page.name for page in WAY}
    assert {*FIRST_SAID} <= names
    assert {place.partition("/")[0] for place in FIRST_SAID.values()} <= pages
    assert {place for place in FIRST_SAID.values() if "/" in place} <= {*places()}


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.id)
def test_no_step_uses_a_term_before_it_is_introduced(term):
    """Check that each term is introduced before it is used, in a place where clicking it opens its
    definition."""
    # The front page names all controls of its picture; steps introduce their terms later.
    term_uses = [
        use for use in uses()[term.name] if use[0] != HOME or FIRST_SAID.get(term.name) == HOME
    ]
    assert term.name in FIRST_SAID and term_uses, "every term is introduced and used"
    place, first = FIRST_SAID[term.name], term_uses[0][0]
    assert first == place, term_uses[0]
    page, _, step = place.partition("/")
    assert step or not next(way_page for way_page in WAY if way_page.name == page).steps, (
        "a step, not a page"
    )
    assert step not in (QUIZ, TAKE_AWAY)
    assert any(
        opens_sentence for use_place, _, opens_sentence in term_uses if use_place == place
    ), "not in a label alone"


def test_every_label_of_a_readout_opens_a_sentence_or_is_listed_with_a_reason():
    names = {term.name for term in TERMS}
    labels = {
        (row["label"], row.get("note", ""))
        for page in WAY for data in elements(page) for row in rows(data)
    }  # fmt: skip
    silent = {label for label, note in labels if not find_terms(f"{label} {note}")}
    assert len(labels) > 150
    assert silent == {*TERM_OF_LABEL, *PLAIN}
    assert {*TERM_OF_LABEL.values()} <= names and not {*TERM_OF_LABEL} & {*PLAIN}
    assert all(len(reason) > 15 for reason in PLAIN.values())
