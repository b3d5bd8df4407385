"""What the two roads to ridge regression cost, in multiplications and divisions. 001, 004.

N points, M features. Over θ: ΦᵀΦ, Φᵀy, an M by M system; then θᵀφ(x) to predict. Over alpha: the
Gram matrix, an N by N system; then N kernel evaluations to predict. That is O(NM² + M³) against
O(N²M + N³) to fit, which cross near N = M, and M against N evaluations to predict.
"""

from __future__ import annotations

from typing import NamedTuple


class Cost(NamedTuple):
    """Multiplications and divisions: to fit once, and to predict at one new point."""

    fit: int
    predict: int


def cost_over_theta(N: int, M: int) -> Cost:
    """With the features at hand. ΦᵀΦ is symmetric: M (M + 1)/2 sums of N products."""
    return Cost(M * (M + 1) // 2 * N + N * M + system_cost(M), M)


def cost_over_alpha(N: int, M: int, kernel_cost: int | None = None) -> Cost:
    """N (N + 1)/2 kernel evaluations to fit; N, each times its alpha, to predict.

    kernel_cost is what one K(x, z) costs: M where it is taken as φ(x)ᵀφ(z), and much less where
    there is a formula, such as d + 1 for (xᵀz)².
    """
    each = M if kernel_cost is None else kernel_cost
    return Cost(N * (N + 1) // 2 * each + system_cost(N), N * (each + 1))


def system_cost(n: int) -> int:
    """To solve an n by n system by elimination: n(n² - 1)/3 to factor, n² for both halves."""
    return n * (n * n - 1) // 3 + n * n
