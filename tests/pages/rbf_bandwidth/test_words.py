"""The page's sentences about f and τ are true for every kernel, with b and without."""

import re

import numpy as np
import pytest

from lab.scene.fields import FIELDS, KERNELS, OWN, kernel_sliders_of
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.order import PAGES
from pages.rbf_bandwidth.default_scene import DEFAULT
from tests.lab.ui.visit import view_page
from tests.pages.goals import data_of, items
from tests.pages.live_elements import elements

(PAGE,) = [page for page in PAGES if page.name == "rbf_bandwidth"]


@pytest.mark.parametrize("intercept", ["0", "1"])
def test_the_formula_of_f_has_b_where_f_has_it(intercept):
    """With an intercept, the sum of the bumps alone is not f."""
    data = data_of(view_page(PAGE.file, {"intercept": intercept}), "bandwidth")
    equation = [e for e in items(data, "equation") if e["when"].get("intercept", [intercept])
             == [intercept] and any(s["name"] == "alpha" for s in e["symbols"])]  # fmt: skip
    (formula,) = equation
    tensors = [symbol["tensor"] for symbol in formula["symbols"]]
    s = problem(replace(DEFAULT, intercept=int(intercept))).fit()
    remainder = s.decision(s.X) - s.kernel(s.X, s.X) @ s.alpha
    assert np.allclose(remainder, s.intercept) and (abs(s.intercept) > 1e-6) == (
        "intercept" in tensors
    )


@pytest.mark.parametrize("kernel", [name for name in (*KERNELS, OWN) if name != "rbf"])
def test_a_kernel_without_a_slider_for_tau_is_led_to_what_changes_its_f(kernel):
    """Check that each picture without τ names the setting to change instead."""
    page_elements = elements(view_page(PAGE.file, {"kernel": kernel}))
    headings = {name: [item for item in items(data, "heading")
                       if kernel in (item.get("when") or {}).get("kernel", ())]
                for name, data in page_elements.items()}  # fmt: skip
    all_headings = [heading for group in headings.values() for heading in group]
    assert len(all_headings) >= 5 and all(len(group) <= 1 for group in headings.values())
    symbols = [FIELDS[along].symbol for along in kernel_sliders_of(kernel)]
    for heading in all_headings:
        named_controls = heading["text"].removeprefix("Drag ").split(" and ")
        assert named_controls == (symbols or ["No τ to drag"])
        assert all(symbol in heading["lead"] for symbol in symbols)
        (title,) = re.findall("“(.+?)”", heading["lead"])
        (step,) = [step for step in PAGE.steps if step.title == title]
        controls = [item.get("along", item.get("field")) for kind in ("slider", "choice")
                 for item in items(page_elements[step.name], kind)]  # fmt: skip
        assert {"lam", "loss", *kernel_sliders_of(kernel)} <= {*controls}
