"""The bump outside the span, against the Gram matrix of all five bumps."""

import numpy as np
import pytest

import kernel_core as kc
from pages.representer_theorem.mathematics.outside_bump import interpolant, outside_bump
from pages.representer_theorem.outside_bump import BETWEEN, LAM, TAU, X, Y, sweep


def test_the_bump_is_zero_at_the_examples_and_orthogonal_to_theirs():
    kernel = kc.RBF(tau=TAU)
    bump = outside_bump(kernel, X, BETWEEN)
    assert bump(X) == pytest.approx(np.zeros(len(X)), abs=1e-12)
    everywhere = np.vstack([X, BETWEEN])
    coefficients = np.append(-bump.c, 1)
    K = kernel(everywhere, everywhere)
    assert (K @ coefficients)[: len(X)] == pytest.approx(np.zeros(len(X)), abs=1e-12)
    assert bump.norm2 == pytest.approx(coefficients @ K @ coefficients) and bump.norm2 > 0.1


def test_only_the_norm_changes_along_t():
    kernel = kc.RBF(tau=TAU)
    alpha = np.linalg.solve(kernel(X, X) + LAM * len(X) * np.eye(len(X)), Y)
    assert interpolant(kernel, X, Y, LAM).alpha == pytest.approx(alpha, abs=1e-6)
    tensors = sweep()["tensors"]
    everywhere = np.vstack([X, BETWEEN])
    K, c = kernel(everywhere, everywhere), outside_bump(kernel, X, BETWEEN).c
    for t, norm2 in zip(tensors["t"]["data"], tensors["norm2"]["data"], strict=True):
        coefficients = np.append(alpha - t * c, t)
        assert norm2 == pytest.approx(coefficients @ K @ coefficients, rel=1e-3)
    assert set(tensors["change"]["data"]) == {0.0}
