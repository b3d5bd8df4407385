"""The page's sentences about a high degree are true for few points and many."""

from typing import Any

import numpy as np
import pytest

from kernel_core.datasets import REGRESSION_SOURCES, NoisyFunction
from lab.scene.scene import replace
from lab.ui.challenges import Challenge, Statement, is_met
from pages.regularisation import quiz
from pages.regularisation.default_scene import DEFAULT
from pages.regularisation.mathematics.bias_variance import (
    bias_variance_along_lam,
    bias_variance_by_degree,
)
from pages.regularisation.mathematics.polynomial_regression import fit_along_lam
from pages.regularisation.polynomial_fits import bias_variance, ridge
from pages.regularisation.polynomial_fits.sample import sample

NAMED_IN_REASONS = " ".join(reason.text for reason in bias_variance.CHALLENGES[0].reasons)


def powers(X: np.ndarray, M: int) -> np.ndarray:
    return np.vander(X.ravel() / NoisyFunction.high, M + 1, increasing=True)


@pytest.mark.parametrize("data", REGRESSION_SOURCES)
@pytest.mark.parametrize("m", [6, 15, 60])
def test_a_high_degree_takes_up_noise_and_goes_through_few_points_alone(data, m):
    X, y = REGRESSION_SOURCES[data](1.0).sample(m, 0)
    left = [np.mean((y - powers(X, M) @ np.linalg.lstsq(powers(X, M), y, rcond=None)[0]) ** 2)
            for M in (2, 15)]  # fmt: skip
    degrees_of_freedom = [np.trace(powers(X, M) @ np.linalg.pinv(powers(X, M))) for M in (2, 15)]
    assert degrees_of_freedom[0] < degrees_of_freedom[1] and left[0] > left[1]
    assert (left[1] < 1e-9) == (m <= 16)
    assert "noise" in NAMED_IN_REASONS and "every point" not in NAMED_IN_REASONS


def reasons_on(challenge: Challenge, frame: dict[str, Any]) -> list[Statement]:
    return [reason for reason in challenge.reasons if is_met(reason.conditions, frame)]


@pytest.mark.parametrize("data", REGRESSION_SOURCES)
@pytest.mark.parametrize("m", [2, 15])
def test_the_penalty_that_calms_a_curve_is_named_for_it_may_be_any(data, m):
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


@pytest.mark.parametrize("data", REGRESSION_SOURCES)
@pytest.mark.parametrize("m", [6, 15, 60])
def test_a_larger_penalty_trades_variance_for_bias_as_a_lower_degree_does(data, m):
    line = REGRESSION_SOURCES[data](1.0)
    by_lam = bias_variance_along_lam(
        line, m, bias_variance.DEGREE_ALONG_LAM, bias_variance.LAMS, seed=0
    )
    by_degree = bias_variance_by_degree(line, m, seed=0)
    assert by_lam.variance[-1] < by_lam.variance[0] and by_lam.bias2[-1] > by_lam.bias2.min()
    assert by_degree.variance[0] < by_degree.variance[-1]
    assert by_degree.bias2[0] > by_degree.bias2.min()


def test_of_few_points_a_sample_matters_at_every_degree():
    noisy = bias_variance_by_degree(REGRESSION_SOURCES["wave"](3.0), 2, seed=0, x=np.array([0.0]))
    largest_share = np.argmax(noisy.bias2 / (noisy.bias2 + noisy.variance))
    assert noisy.variance[largest_share] > 0.5 * noisy.bias2[largest_share]
    assert noisy.variance[largest_share] < noisy.variance.max() and "hardly" not in NAMED_IN_REASONS


def test_the_quiz_says_of_how_many_points_the_variance_is_the_largest_part():
    (question,) = [q for q in quiz.QUESTIONS if "Fifty samples" in q.text]
    line, x = REGRESSION_SOURCES["wave"](1.0), np.array([0.0])
    few, many = (bias_variance_by_degree(line, m, seed=0, x=x) for m in (DEFAULT.m, 200))
    assert few.variance[12] > 10 * few.noise and many.variance[12] < many.noise
    assert DEFAULT.m == 15 and "fifteen points" in question.text


def test_the_largest_variance_along_the_degree_may_be_that_of_a_low_degree():
    by_degree = bias_variance_by_degree(REGRESSION_SOURCES["wave"](0.25), 60, seed=0)
    assert by_degree.variance.argmax() < 5 and "noise: " not in NAMED_IN_REASONS


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
