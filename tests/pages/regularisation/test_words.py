"""The page's sentences about a high degree are true for few points and many."""

from typing import Any

import numpy as np
import pytest

from kernel_core.datasets import REGRESSION_SOURCES, NoisyFunction
from lab.scene.scene import replace
from lab.ui.challenges import Challenge, Statement, is_met
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.mathematics.polynomial_regression import fit_along_lam
from pages.regularisation.polynomial_fits import ridge
from pages.regularisation.polynomial_fits.sample import sample


def powers(X: np.ndarray, M: int) -> np.ndarray:
    return np.vander(X.ravel() / NoisyFunction.high, M + 1, increasing=True)


def reasons_on(challenge: Challenge, frame: dict[str, Any]) -> list[Statement]:
    return [reason for reason in challenge.reasons if is_met(reason.conditions, frame)]


@pytest.mark.parametrize("data", REGRESSION_SOURCES)
@pytest.mark.parametrize("m", [2, 15])
def test_the_reason_names_the_best_penalty_as_it_may_be_any(data, m):
    """With two points the largest λ is the best."""
    points = sample(replace(DEFAULT, data=data, m=m))
    fits = fit_along_lam(points.X, points.targets, points.line, 15, ridge.STOPS)
    first, best = fits.test[0], int(fits.test.argmin())
    assert first > 1.05 * fits.test.min() and (best == len(ridge.STOPS) - 1) == (m == 2)
    assert (np.diff(np.square(fits.w).sum(axis=1)) < 0).all(), "‖w‖² falls with λ"
    (challenge,) = ridge.CHALLENGES
    frame = {"first": first, "least:test": fits.test.min(), "last": fits.test[-1]}
    (calmed,) = [r for r in reasons_on(challenge, frame) if "first" in str(r.conditions)]
    assert "{best:" in calmed.text


def test_where_the_smallest_penalty_is_hardly_worse_none_may_be_far_worse():
    points = sample(replace(DEFAULT, m=24, noise=0.25))
    fits = fit_along_lam(points.X, points.targets, points.line, 15, ridge.STOPS)
    w = np.linalg.lstsq(powers(points.X, 15), points.targets, rcond=None)[0]
    x = np.linspace(NoisyFunction.low, NoisyFunction.high, 501)
    error = np.mean((powers(x, 15) @ w - points.line.truth(x)) ** 2)
    assert fits.test[0] <= 1.05 * fits.test.min() and error > 100 * fits.test[0]
    (challenge,) = ridge.CHALLENGES
    frame = {"first": fits.test[0], "least:test": fits.test.min(), "last": fits.test[-1]}
    (small,) = [r for r in reasons_on(challenge, frame) if "first" in str(r.conditions)]
    assert "smallest λ" in small.text and "without a penalty" not in small.text
