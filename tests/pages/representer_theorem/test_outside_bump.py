"""A bump outside the span, compared with the Gram matrix of all five bumps."""

import numpy as np
import pytest

import kernel_core as kc
from pages.representer_theorem.mathematics.function_off_span import function_off_span
from pages.representer_theorem.outside_bump import BETWEEN, LAM, TAU, X, Y, best_sum, sweep


def test_the_bump_is_zero_at_the_examples_and_orthogonal_to_theirs():
    kernel = kc.RBF(tau=TAU)
    unit = function_off_span(kernel, X, BETWEEN[0])
    assert unit(X) == pytest.approx(np.zeros(len(X)), abs=1e-12)
    everywhere = np.vstack([X, BETWEEN])
    coefficients = unit.weights / unit.norm2
    assert coefficients[-1] == pytest.approx(1)
    K = kernel(everywhere, everywhere)
    assert (K @ coefficients)[: len(X)] == pytest.approx(np.zeros(len(X)), abs=1e-12)
    assert 1 / unit.norm2 == pytest.approx(coefficients @ K @ coefficients) and 1 / unit.norm2 > 0.1


def test_only_the_norm_changes_along_t():
    kernel = kc.RBF(tau=TAU)
    alpha = np.linalg.solve(kernel(X, X) + LAM * len(X) * np.eye(len(X)), Y)
    assert best_sum().alpha == pytest.approx(alpha, abs=1e-6)
    tensors = sweep()["tensors"]
    everywhere = np.vstack([X, BETWEEN])
    unit = function_off_span(kernel, X, BETWEEN[0])
    K, c = kernel(everywhere, everywhere), -unit.weights[:-1] / unit.norm2
    for t, norm2 in zip(tensors["t"]["data"], tensors["norm2"]["data"], strict=True):
        coefficients = np.append(alpha - t * c, t)
        assert norm2 == pytest.approx(coefficients @ K @ coefficients, rel=1e-3)
    assert set(tensors["change"]["data"]) == {0.0}
