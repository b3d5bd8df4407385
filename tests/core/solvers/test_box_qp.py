"""The box QP brings any starting point into the box."""

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.solvers.box_qp import BoxQP
from tests.core.problems import noisy


@pytest.mark.parametrize("seed", range(5))
def test_any_start_is_brought_into_the_box(seed):
    X, y = noisy(30)
    K = kc.RBF(0.5)(X, X)
    lower, upper = np.minimum(0, 2 * y), np.maximum(0, 2 * y)
    start = np.random.default_rng(seed).normal(scale=3, size=30)
    qp = BoxQP(K, y, lower, upper)
    qp.warm_start(start)
    assert (qp.alpha >= lower).all() and (qp.alpha <= upper).all()
    np.testing.assert_allclose(qp.alpha, np.clip(start, lower, upper), atol=1e-8)
    np.testing.assert_allclose(qp.f, K @ qp.alpha, atol=1e-12)
