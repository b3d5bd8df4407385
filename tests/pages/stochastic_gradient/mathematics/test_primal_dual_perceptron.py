"""The perceptron in w and in alpha, side by side."""

from itertools import islice

import numpy as np
import pytest

import kernel_core as kc
from kernel_core.learners import run_kernel_perceptron
from pages.stochastic_gradient.mathematics.primal_dual_perceptron import primal_and_dual_perceptron


@pytest.mark.thorough(keep_every=4)
@pytest.mark.parametrize("kernel", [kc.Linear(), kc.Polynomial(2, 1.0), kc.Polynomial(3, 0.5)])
@pytest.mark.parametrize("seed", range(4))
def test_both_forms_are_one_at_every_step(kernel, seed):
    X, y = kc.datasets.mixture().sample(40, seed)
    Phi = kernel.features(X)
    run = run_kernel_perceptron(Phi @ Phi.T, y, 50, seed)
    for step in islice(primal_and_dual_perceptron(Phi, y, seed), len(run.index)):
        assert step.is_equal
        assert step.f == pytest.approx(step.wx, abs=1e-9 * max(1, np.abs(Phi).max() ** 2 * step.t))
        np.testing.assert_array_equal(step.alpha, run.alpha_at(step.t))
    assert run.mistakes > 20
    np.testing.assert_allclose(run.decision(kernel(X, X)), Phi @ step.w, rtol=1e-9, atol=1e-9)


def test_the_two_forms_agree_despite_rounding():
    """Use points whose inner products are 0 in exact arithmetic and 1e-17 in floating point."""
    X = np.array([[0.1, 0.2], [0.2, -0.1], [-0.2, 0.1], [0.3, 0.6], [0.6, -0.3]])
    for seed in range(20):
        assert all(
            s.is_equal for s in islice(primal_and_dual_perceptron(X, [1, 1, -1, -1, 1], seed), 400)
        )
