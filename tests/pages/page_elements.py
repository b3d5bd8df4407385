"""The elements that a page draws, and the data of its live elements."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from lab.course.page_declaration import PageDeclaration
from pages.order import PAGES, REFERENCE_PAGES
from tests.lab.ui.element_data import element_data
from tests.lab.ui.visit import view_page

NAMES_OF_PAGES = ("map", "resume", "starts")  # elements that show titles of other pages
WAY = [page for page in PAGES if page.name not in REFERENCE_PAGES]


@cache
def elements_of_file(file: str) -> list[Any]:
    """Return the elements that a page draws, from top to bottom."""
    return list(view_page(file).main)


def elements(page: PageDeclaration) -> Iterator[dict[str, Any]]:
    """Yield the data of a page's live elements."""
    for part in elements_of_file(page.file):
        if part.type == "bidi_component":
            data = element_data(part)
            if "name" in data and data["name"] not in NAMES_OF_PAGES:
                yield data
