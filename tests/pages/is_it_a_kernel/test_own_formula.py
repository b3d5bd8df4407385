"""A kernel from a formula is named at its fit, and can be edited."""

import pytest

from lab.formulas import MAX_CHARACTERS
from pages.is_it_a_kernel.builder.builder_element import PAGES
from tests.lab.ui.visit import view_page
from tests.pages.goals import items
from tests.pages.live_elements import elements

FORMULA_PLACES = {
    "svm": ("other-kernels",),
    "losses": ("losses", "forgotten"),
    "kernel_trick": ("vote", "learners"),
    "multiclass": ("four",),
}


@pytest.mark.parametrize("name", FORMULA_PLACES)
def test_the_formula_of_an_own_kernel_stands_beside_its_fit(name):
    page = view_page(f"{name}/page.py", {"kernel": "own", "formula": "rbf(0.7)+x.z"})
    assert not page.exception and not page.warning
    boxes = {element: items(data, "formulabox") for element, data in elements(page).items()}
    assert {element for element, formulas in boxes.items() if formulas} >= {*FORMULA_PLACES[name]}
    for formulas in boxes.values():
        for box in formulas:
            assert box["when"] == {"kernel": ["own"]} and box["max_length"] == MAX_CHARACTERS
            assert box["label"] == "K(x, z) ="


def test_the_formula_is_shown_wherever_the_builder_links():
    names = {href.partition("?")[0].replace("-", "_") for href in PAGES}
    assert names <= {*FORMULA_PLACES}
