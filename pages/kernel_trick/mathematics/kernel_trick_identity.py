"""The kernel trick in numbers: φ(x)ᵀφ(z) = (xᵀz)^degree at two points, and the cost of
(xᵀz + c)^degree with and without φ (notes 001 and 004).

The cost is an exact number of multiplications.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Polynomial
from kernel_core.validation import check_points, check_whole
from pages.kernel_trick.mathematics.monomial_names import feature_names

NUMBER_BYTES = 8  # size of a float in memory
DIGITS = 16  # number of digits of a displayed float


@dataclass(frozen=True, eq=False)
class KernelTrickIdentity:
    """Both sides of φ(x)ᵀφ(z) = (xᵀz)^degree, with the terms of both sums.

    Attributes
    ----------
    names : tuple of M str
        The names of the features.
    phi_x, phi_z : ndarray of shape (M,)
        φ(x) and φ(z).
    terms : ndarray of shape (M,)
        The products φ_j(x) φ_j(z).
    explicit : float
        The sum of the terms.
    dot_terms : ndarray of shape (d,)
        The products x_j z_j.
    dot : float
        The sum of the products, xᵀz.
    kernel : float
        (xᵀz)^degree.

    Notes
    -----
    Note 001, "The kernel trick: Example 1", for d = 2 and degree 2: φ(x)ᵀφ(x') = (xᵀx')².

    Examples
    --------
    >>> both = compare_inner_products([1.0, 2.0], [3.0, 4.0])
    >>> both.dot, both.kernel, both.digits >= 15
    (11.0, 121.0, True)
    """

    names: tuple[str, ...]
    phi_x: np.ndarray
    phi_z: np.ndarray
    terms: np.ndarray
    explicit: float
    dot_terms: np.ndarray
    dot: float
    kernel: float

    @property
    def digits(self) -> int:
        """The largest number of digits, at most 16, to which both sides round to the same
        number."""
        sides = (self.explicit, self.kernel)
        agreements = (
            n for n in range(DIGITS, 0, -1) if len({f"{v:.{n - 1}e}" for v in sides}) == 1
        )
        return next(agreements, 0)


def compare_inner_products(x: ArrayLike, z: ArrayLike, degree: int = 2) -> KernelTrickIdentity:
    """Evaluate both sides of the kernel trick's identity at two points.

    Parameters
    ----------
    x, z : array_like of shape (d,)
        The points.
    degree : int
        The degree, at least 1.

    Returns
    -------
    KernelTrickIdentity
        Both sides.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "The kernel trick: Example 1", for d = 2 and degree 2: φ(x)ᵀφ(x') = (xᵀx')².

    Examples
    --------
    >>> compare_inner_products([1.0, 2.0], [3.0, 4.0]).terms.round(6).tolist()
    [9.0, 48.0, 64.0]
    """
    X = check_points([np.asarray(x), np.asarray(z)])
    kernel = Polynomial(degree, 0.0)
    phi_x, phi_z = kernel.features(X)
    terms, dot_terms = phi_x * phi_z, X[0] * X[1]
    return KernelTrickIdentity(
        tuple(feature_names(kernel, X.shape[1])),
        phi_x,
        phi_z,
        terms,
        float(terms.sum()),
        dot_terms,
        float(dot_terms.sum()),
        float(kernel(X[:1], X[1:])[0, 0]),
    )


@dataclass(frozen=True)
class EvaluationCost:
    """The multiplications for one value of (xᵀz + c)^degree, by the features and by the formula.

    Attributes
    ----------
    d : int
        The number of coordinates of a point.
    degree : int
        The degree.
    features : int
        The number of features, M = C(d + degree, degree).
    explicit : int
        The multiplications through the features.
    kernel : int
        The multiplications by the formula.

    Notes
    -----
    Note 001, "Using kernel functions": the kernel trick pays where K costs less than φ. The counts
    are not in the notes. `bytes` is the memory for φ of one point.

    Examples
    --------
    >>> evaluation_cost(d=100, degree=2)
    EvaluationCost(d=100, degree=2, features=5151, explicit=25551, kernel=101)
    """

    d: int
    degree: int
    features: int
    explicit: int
    kernel: int

    @property
    def bytes(self) -> int:
        """The memory for the features of one point, in bytes."""
        return NUMBER_BYTES * self.features


def evaluation_cost(d: int, degree: int) -> EvaluationCost:
    """Count the multiplications of both ways to compute (xᵀz + c)^degree, in closed form.

    Parameters
    ----------
    d : int
        The number of coordinates of a point, 1 to 10⁶.
    degree : int
        The degree, 1 to 1000.

    Returns
    -------
    EvaluationCost
        The multiplications through the features and by the kernel.

    Raises
    ------
    ValueError
        If d or degree is outside these bounds.

    Notes
    -----
    Note 001, "Using kernel functions": the kernel trick pays where K costs less than φ. The counts
    are not in the notes. At each of the two points, every monomial of degree 2 or more takes one
    multiplication of a smaller monomial, and every monomial except the constant takes one for its
    weight; then the inner product of the features takes M. With the kernel, xᵀz takes d, and the
    power takes degree - 1.

    Examples
    --------
    >>> cost = evaluation_cost(d=2, degree=2)
    >>> cost.explicit, cost.kernel
    (22, 3)
    """
    d, degree = check_whole(d, "d", 1, 10**6), check_whole(degree, "The degree", 1, 1000)
    M = comb(d + degree, degree)
    return EvaluationCost(d, degree, M, 2 * ((M - 1 - d) + (M - 1)) + M, d + degree - 1)
