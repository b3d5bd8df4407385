"""What the page says of a high degree is so for few points and many."""

import numpy as np
import pytest

from kernel_core.datasets import HIGH, REGRESSION_SOURCES
from pages.regularisation.polynomial_fits import bias_variance

NAMED = " ".join(reason.text for reason in bias_variance.CHALLENGES[0].reasons)


def powers(X: np.ndarray, M: int) -> np.ndarray:
    return np.vander(X.ravel() / HIGH, M + 1, increasing=True)


@pytest.mark.parametrize("data", REGRESSION_SOURCES)
@pytest.mark.parametrize("m", [6, 15, 60])
def test_a_high_degree_takes_up_noise_and_goes_through_few_points_alone(data, m):
    X, y = REGRESSION_SOURCES[data](1.0).sample(m, 0)
    left = [np.mean((y - powers(X, M) @ np.linalg.lstsq(powers(X, M), y, rcond=None)[0]) ** 2)
            for M in (2, 15)]  # fmt: skip
    taken = [np.trace(powers(X, M) @ np.linalg.pinv(powers(X, M))) for M in (2, 15)]
    assert taken[0] < taken[1] and left[0] > left[1]
    assert (left[1] < 1e-9) == (m <= 16)
    assert "noise" in NAMED and "every point" not in NAMED
