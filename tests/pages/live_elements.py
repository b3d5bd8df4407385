"""The pages by their files, and the data of their live elements."""

import re
from typing import Any

from streamlit.testing.v1 import AppTest

from pages.order import PAGES
from tests.lab.ui.element_data import element_data, page_data

LISTED_FILES = [page.file for page in PAGES]


def elements(page: AppTest) -> dict[str, dict[str, Any]]:
    """Return the data of all live elements of a page, by name."""
    elements = page_data(page)
    return {data["name"]: data for data in elements if "name" in data}  # the rail has no name


def by_step(page: AppTest) -> dict[str, list[dict[str, Any]]]:
    """Return the data of the live elements in each step, by the step's name; the name is "" on a
    page without steps."""
    elements_of_step: dict[str, list[dict[str, Any]]] = {}

    def visit(node: Any, step: str) -> None:
        box = re.search(r"-step-([a-z0-9-]+)$", getattr(getattr(node, "proto", None), "id", ""))
        step = box[1] if box and hasattr(node, "children") else step
        if getattr(node, "type", "") == "bidi_component" and "name" in (data := element_data(node)):
            elements_of_step.setdefault(step, []).append(data)
        for child in getattr(node, "children", {}).values():
            visit(child, step)

    visit(page.main, "")
    return elements_of_step
