"""The page's sentences about f and τ are true for every kernel, with b and without."""

import re

import numpy as np
import pytest

from lab.scene.fields import FIELDS, KERNELS, OWN, kernel_sliders_of
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.order import PAGES
from pages.rbf_bandwidth import setting_choice
from pages.rbf_bandwidth.challenges import CHALLENGES
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


def test_what_a_step_tells_to_do_with_tau_is_told_of_the_rbf_kernel():
    """At an address with another kernel there may be no τ, and no bump to click."""
    leads = [step.lead for step in PAGE.steps if re.search(r"τ|bump|[Cc]lick", step.lead)]
    assert len(leads) >= 3
    for lead in leads:
        before = re.split("τ|[Cc]lick", lead)[0]
        assert "RBF kernel" in before, lead


@pytest.mark.parametrize(("data", "tau"), [("mixture", 0.9), ("iris", 0.6)])
def test_below_tau_1_distant_examples_with_large_coefficients_may_matter(data, tau):
    """With a small λ the training error is 0 there; the reason names both causes at every τ."""
    s = problem(replace(DEFAULT, data=data, m=24, tau=tau)).fit()
    distances = np.linalg.norm(s.X[:, None] - s.X[None], axis=2)
    parts = np.abs(s.alpha)[:, None] * s.kernel(s.X, s.X)
    is_far = distances > np.sqrt(s.X.var(axis=0).sum()) / 2
    assert (s.y * s.decision(s.X) > 0).all() and np.abs(s.alpha).max() > 50
    assert (parts * is_far).sum() > 0.3 * parts.sum()
    reasons = CHALLENGES[0].reasons
    assert not any(name == "tau" for reason in reasons for name, *_ in reason.conditions)
    assert "large coefficients" in reasons[-1].text


def test_the_folds_compare_the_two_choices_and_not_all_neighbouring_settings():
    cv = setting_choice.measured()[0].cv
    (smallest, one), errors = (cv.smallest(), cv.within_one_standard_error()), cv.standard_error
    assert (np.abs(np.diff(cv.mean, axis=0)) > errors[1:]).sum() > 40
    assert cv.mean[one] - cv.mean[smallest] <= errors[smallest] + 1e-9
    (challenge,) = setting_choice.CHALLENGES
    assert "two choices" in challenge.reasons[-1].text
    assert "neighbouring" not in challenge.reasons[-1].text
