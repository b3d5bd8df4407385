"""Mark the terms on every page: a press on the first use of a term shows its definition."""

from functools import cache
from typing import Any

from lab.course import course, page_declaration
from lab.course.glossary.notes import ALL_ID, ALL_TEXT, NOTES
from lab.course.glossary.terms import TERMS, Term, first_mention, label_terms, spellings
from lab.ui import live_element
from lab.ui.module_mount import mount_module

STYLE = "assets/styles/terms.css"


def mark(all_terms: str) -> None:
    """Mark the terms of the page, once its first picture has been drawn.

    `all_terms` is the name of the page that lists all terms.
    """
    if not live_element.first_is_seen():
        return
    glossary = page_declaration.page(all_terms)
    data = {
        "terms": [*entries(), *_notes()],
        "spellings": _ids(),
        "labels": {label: term.id for label, term in label_terms().items()},
        "all": glossary.path if glossary and course.current().has(glossary.name) else "",
    }
    mount_module("terms", "assets/furniture/terms/marks.js", data, [STYLE])


@cache
def _ids() -> dict[str, str]:
    ids = {spelling: term.id for spelling, term in spellings().items()}
    return ids | {notes.number: notes.id for notes in NOTES} | {"the notes": ALL_ID}


def entries() -> list[dict[str, Any]]:
    """Return all terms in the form that scripts read."""
    return [
        {"id": term.id, "name": term.name, "symbol": term.symbol, "sentence": term.sentence}
        | _first_definition(term)
        for term in TERMS
    ]  # fmt: skip


def _notes() -> list[dict[str, Any]]:
    """Return the terms for the lecture notes: one for all of them, marked at its first use, and one
    for each, marked at every use."""
    lecture_notes = [
        {"id": notes.id, "name": f"Lecture notes {notes.number}",
         "sentence": f"{notes.source}. Contents: {notes.contents}.", "is_source": True}
        for notes in NOTES
    ]  # fmt: skip
    return [{"id": ALL_ID, "name": "The lecture notes", "sentence": ALL_TEXT}, *lecture_notes]


def _first_definition(term: Term) -> dict[str, Any]:
    mention = first_mention(term)
    page = page_declaration.page(mention.page) if mention else None
    if not mention or not page or not course.current().has(page.name):
        return {}
    step = next((candidate for candidate in page.steps if candidate.name == mention.step), None)
    path = "" if page.name == page_declaration.HOME else page.path
    if step is None:
        return {"first_use": {"href": path, "label": page.title}}
    return {
        "first_use": {"href": f"{path}?step={step.name}", "label": f"{page.title}: {step.title}"}
    }
