"""What the page says of f and of τ is so for every kernel, with b and without."""

import re

import numpy as np
import pytest

from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.order import PAGES
from pages.rbf_bandwidth.default_scene import DEFAULT
from tests.lab.ui.visit import looked_at
from tests.pages.goals import data_of, items
from tests.pages.live_elements import elements

(PAGE,) = [page for page in PAGES if page.name == "rbf_bandwidth"]


@pytest.mark.parametrize("intercept", ["0", "1"])
def test_the_formula_of_f_has_b_where_f_has_it(intercept):
    """And is f: the sum of the bumps alone is not, once there is an intercept."""
    data = data_of(looked_at(PAGE.file, {"intercept": intercept}), "bandwidth")
    shown = [e for e in items(data, "equation") if e["when"].get("intercept", [intercept])
             == [intercept] and any(s["name"] == "alpha" for s in e["symbols"])]  # fmt: skip
    (formula,) = shown
    tensors = [symbol["tensor"] for symbol in formula["symbols"]]
    s = problem(replace(DEFAULT, intercept=int(intercept))).fit()
    rest = s.decision(s.X) - s.kernel(s.X, s.X) @ s.alpha
    assert np.allclose(rest, s.intercept) and (abs(s.intercept) > 1e-6) == ("intercept" in tensors)


@pytest.mark.parametrize("kernel", ["linear", "poly", "own"])
def test_a_kernel_without_a_slider_for_tau_is_led_to_what_changes_its_f(kernel):
    shown = elements(looked_at(PAGE.file, {"kernel": kernel}))
    told = [item for data in shown.values() for item in items(data, "heading")
            if kernel in (item.get("when") or {}).get("kernel", ())]  # fmt: skip
    assert told
    for heading in told:
        (title,) = re.findall("“(.+?)”", heading["lead"])
        (step,) = [step for step in PAGE.steps if step.title == title]
        moved = [item.get("along", item.get("field")) for kind in ("slider", "choice")
                 for item in items(shown[step.name], kind)]  # fmt: skip
        assert {"lam", "loss"} <= {*moved}
