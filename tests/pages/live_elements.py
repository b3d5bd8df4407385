"""The pages by their files, and what their live elements are handed."""

from typing import Any

from streamlit.testing.v1 import AppTest

from pages.order import PAGES
from tests.lab.ui.told import all_told

LISTED = [page.file for page in PAGES]


def elements(page: AppTest) -> dict[str, dict[str, Any]]:
    """The data of all live elements of a page, by name."""
    found = all_told(page)
    return {data["name"]: data for data in found if "name" in data}  # and not the rail
