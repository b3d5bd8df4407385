"""The page's sentences about coefficients and risks are true with b and without it, for summed and
for averaged losses."""

import numpy as np
import pytest

import kernel_core as kc
from lab.scene.learning_problem import problem
from lab.scene.scene import replace
from pages.losses.default_scene import DEFAULT
from pages.losses.steps import slope_to_coefficient
from pages.order import PAGES

(PAGE,) = [page for page in PAGES if page.name == "losses"]


@pytest.mark.parametrize("risk", ["sum", "mean"])
def test_alpha_is_the_slope_and_f_more_than_the_sum_where_it_has_b(risk):
    (alpha,) = [s for s in slope_to_coefficient(risk).symbols if s["name"] == "alpha"]
    s = problem(replace(DEFAULT, risk=risk, intercept=1, loss="logistic")).fit(tol=1e-10)
    f = s.decision(s.X)
    assert np.abs(f - s.kernel(s.X, s.X) @ s.alpha).max() > 1e-3, "b is no sum of bumps"
    assert "Σ" not in alpha["meaning"]
    share = 1 if risk == "sum" else len(s.y)
    np.testing.assert_allclose(
        s.alpha, -kc.Logistic().derivative(f, s.y) / (s.lam * share), atol=1e-5
    )


def test_the_log_likelihood_is_minus_a_sum_and_no_risk_of_averaged_losses():
    s = problem(replace(DEFAULT, risk="mean", loss="logistic")).fit()
    losses = kc.Logistic().value(s.decision(s.X), s.y)
    likelihood = -np.log1p(np.exp(-s.y * s.decision(s.X))).sum()
    assert likelihood == pytest.approx(-losses.sum()) and losses.mean() < 0.5 * losses.sum()
    (step,) = [step for step in PAGE.steps if step.name == "missing-log"]
    assert "risk" not in step.question
