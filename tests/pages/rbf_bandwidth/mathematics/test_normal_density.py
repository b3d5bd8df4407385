"""The density of the random frequencies."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.rbf_bandwidth.mathematics.normal_density import normal_density


@given(st.floats(0.05, 20))
def test_the_density_is_the_normal_one(spread):
    w = np.linspace(-8 * spread, 8 * spread, 4001)
    density = normal_density(w, spread)
    assert np.trapezoid(density, w) == pytest.approx(1, abs=1e-6)
    assert np.sqrt(np.trapezoid(density * w**2, w)) == pytest.approx(spread, rel=1e-5)
    assert density.argmax() == 2000
