"""The cost of the two forms of ridge regression, in multiplications and divisions (notes 001 and
003).

There are N points and M features. The form over θ needs ΦᵀΦ, Φᵀy and an M by M system, then θᵀφ(x)
to predict. The form over alpha needs the Gram matrix and an N by N system, then N kernel
evaluations to predict. That is O(NM² + M³) against O(N²M + N³) to fit, which are equal near N = M,
and M multiplications against N kernel evaluations to predict.
"""

from __future__ import annotations

from typing import NamedTuple


class Cost(NamedTuple):
    """The number of multiplications and divisions.

    Attributes
    ----------
    fit : int
        The number for one fit.
    predict : int
        The number for one prediction.

    Notes
    -----
    Note 001, "The kernel trick": (ΦΦᵀ + λI)⁻¹ can cost less than (ΦᵀΦ + λI)⁻¹ when N <= M. Note
    003, "Reformulation of Ridge Reg": O(M) to predict from ŵ, O(N) from α.

    Examples
    --------
    >>> Cost(fit=10, predict=2).predict
    2
    """

    fit: int
    predict: int


def cost_over_theta(N: int, M: int) -> Cost:
    """Count multiplications and divisions of ridge regression over θ, with an M by M system.

    Parameters
    ----------
    N : int
        The number of points.
    M : int
        The number of features; φ(x) is already computed.

    Returns
    -------
    Cost
        About NM²/2 + M³/3 to fit, M to predict.

    Notes
    -----
    Note 001, "Comparing two solutions": w = (ΦᵀΦ + λI)⁻¹Φᵀy. That takes O(NM² + M³), by a count
    that is not in the notes.

    References
    ----------
    G. H. Golub and C. F. Van Loan, Matrix Computations, 2013.

    Examples
    --------
    >>> cost_over_theta(N=100, M=10)
    Cost(fit=6930, predict=10)
    """
    return Cost(M * (M + 1) // 2 * N + N * M + system_cost(M), M)


def cost_over_alpha(N: int, M: int, kernel_cost: int | None = None) -> Cost:
    """Count multiplications and divisions of ridge regression over alpha, with an N by N system.

    Parameters
    ----------
    N : int
        The number of points.
    M : int
        The number of features.
    kernel_cost : int, optional
        The number of multiplications for one K(x, z): by default M, as for φ(x)ᵀφ(z); it is d + 1
        for (xᵀz)² with x of shape (d,).

    Returns
    -------
    Cost
        To fit: N(N + 1)/2 kernel values and the system. To predict: N kernel values, each times its
        alpha_i.

    Notes
    -----
    Note 001, "Comparing two solutions": w = Φᵀ(ΦΦᵀ + λI)⁻¹y. That takes O(N²M + N³), by a count
    that is not in the notes.

    References
    ----------
    G. H. Golub and C. F. Van Loan, Matrix Computations, 2013.

    Examples
    --------
    >>> cost_over_alpha(N=100, M=10)
    Cost(fit=393800, predict=1100)
    """
    per_kernel_value = M if kernel_cost is None else kernel_cost
    return Cost(N * (N + 1) // 2 * per_kernel_value + system_cost(N), N * (per_kernel_value + 1))


def system_cost(n: int) -> int:
    """Count the multiplications and divisions to solve an n by n system: n(n² - 1)/3 to factor it,
    n² for the two triangular systems.
    """
    return n * (n * n - 1) // 3 + n * n
