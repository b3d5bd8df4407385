"""The counts of multiplications agree with an elimination written out."""

import numpy as np
import pytest

from pages.representer_theorem.mathematics.flop_counts import (
    cost_over_alpha,
    cost_over_theta,
    system_cost,
)


def solved_by_hand(A, r):
    """Compute A⁻¹r by elimination without pivots; return it with the number of multiplications and
    divisions."""
    A, x, count, n = A.copy(), r.copy(), 0, len(r)
    for k in range(n):
        for i in range(k + 1, n):
            factor, count = A[i, k] / A[k, k], count + 1
            for j in range(k + 1, n):
                A[i, j], count = A[i, j] - factor * A[k, j], count + 1
            x[i], count = x[i] - factor * x[k], count + 1
    for i in reversed(range(n)):
        for j in range(i + 1, n):
            x[i], count = x[i] - A[i, j] * x[j], count + 1
        x[i], count = x[i] / A[i, i], count + 1
    return x, count


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12])
def test_the_cost_of_a_system_is_counted(n):
    B = np.random.default_rng(n).normal(size=(n, n))
    A, r = B @ B.T + np.eye(n), np.arange(1.0, n + 1)
    x, count = solved_by_hand(A, r)
    np.testing.assert_allclose(A @ x, r)
    assert count == system_cost(n)


@pytest.mark.parametrize(("N", "M"), [(1, 1), (3, 5), (10, 4)])
def test_both_roads_by_hand(N, M):
    halves = sum(N for i in range(M) for j in range(i + 1))
    right = sum(N for _ in range(M))
    assert cost_over_theta(N, M) == (halves + right + system_cost(M), M)
    pairs = sum(M for i in range(N) for j in range(i + 1))
    assert cost_over_alpha(N, M) == (pairs + system_cost(N), N * M + N)
    assert cost_over_alpha(N, M, 3) == (pairs // M * 3 + system_cost(N), 3 * N + N)


def test_orders_and_the_crossing():
    """A doubled N or M shows the powers in O(NM² + M³) and O(N²M + N³); the costs cross near N =
    M."""
    theta, alpha = cost_over_theta, cost_over_alpha
    assert theta(2000, 10).fit / theta(1000, 10).fit == pytest.approx(2, rel=0.01)
    assert theta(10, 2000).fit / theta(10, 1000).fit == pytest.approx(8, rel=0.05)
    assert alpha(2000, 10).fit / alpha(1000, 10).fit == pytest.approx(8, rel=0.05)
    assert alpha(10, 2000).fit / alpha(10, 1000).fit == pytest.approx(2, rel=0.01)
    for M in (20, 100, 500):
        assert theta(M, M).fit / alpha(M, M).fit == pytest.approx(1, abs=1.2 / M)
        assert theta(int(M / 1.2), M).fit > alpha(int(M / 1.2), M).fit
        assert theta(int(M * 1.2), M).fit < alpha(int(M * 1.2), M).fit
    assert theta(10**6, 50).predict == 50 and alpha(10**6, 50).predict == 51 * 10**6


def test_the_kernel_trick_makes_alpha_cheap():
    """(xᵀz)² on 100 coordinates needs 101 multiplications instead of 10,000 features."""
    assert cost_over_alpha(200, 10_000, 101).fit < cost_over_alpha(200, 10_000).fit / 40
