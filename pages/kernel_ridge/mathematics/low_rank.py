"""Kernel ridge regression for large m, by p features whose inner products approximate K (notes 003
and 001).

The system for α has m equations (note 003). With p features, where p is much smaller than m, the
system for ŵ has p equations. Nyström features use p of the examples as landmarks, random Fourier
features use p random waves.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Kernel
from kernel_core.validation import check_count, check_number, check_points

_RANK_TOL = 1e-12  # share of the largest eigenvalue; smaller eigenvalues count as 0


@dataclass(frozen=True, eq=False)
class NystroemFeatures:
    """Features φ(x) = D^(-1/2) Vᵀ K(Z, x), where K(Z, Z) = V D Vᵀ for p landmarks Z.

    Attributes
    ----------
    kernel : Kernel
        The kernel K.
    landmarks : ndarray of shape (p, d)
        The points Z.
    transform : ndarray of shape (p, r)
        V D^(-1/2), for the r eigenvalues that are not near 0.

    Notes
    -----
    ⟨φ(x), φ(x′)⟩ = K(x, Z) K(Z, Z)⁻¹ K(Z, x′), which is K(x, x′) if x is a landmark; if r < p, the
    inverse is the pseudo-inverse. The system of equations over features is in note 003,
    “Ridge Regression”.

    References
    ----------
    C. K. I. Williams and M. Seeger, Using the Nyström method to speed up kernel machines, 2001.

    Examples
    --------
    >>> import kernel_core as kc
    >>> features = nystroem_features(kc.RBF(1.0), [[0.0], [2.0]])
    >>> Phi = features([[0.0], [2.0]])
    >>> bool(np.allclose(Phi @ Phi.T, kc.RBF(1.0)([[0.0], [2.0]], [[0.0], [2.0]])))
    True
    """

    kernel: Kernel
    landmarks: np.ndarray
    transform: np.ndarray

    def __call__(self, X: ArrayLike) -> np.ndarray:
        """Compute the features of the points X (n, d), shape (n, r)."""
        return self.kernel(X, self.landmarks) @ self.transform


def nystroem_features(kernel: Kernel, landmarks: ArrayLike) -> NystroemFeatures:
    """Build Nyström features from landmarks Z (p, d); omit eigenvalues of K(Z, Z) near 0.

    Notes
    -----
    The features φ_j of note 003, with r in place of M. r <= p is the number of eigenvalues that are
    not omitted.

    Examples
    --------
    >>> import kernel_core as kc
    >>> nystroem_features(kc.RBF(1.0), [[0.0], [0.0]])([[0.0]]).shape
    (1, 1)
    """
    Z = check_points(landmarks)
    d, V = np.linalg.eigh(kernel(Z, Z))
    usable = d > _RANK_TOL * d.max(initial=0.0)
    return NystroemFeatures(kernel, Z, V[:, usable] / np.sqrt(d[usable]))


@dataclass(frozen=True, eq=False)
class FourierFeatures:
    """Features √(2/p) cos(ω_jᵀx + b_j) with random ω_j and b_j.

    Attributes
    ----------
    frequencies : ndarray of shape (d, p)
        The ω_j, as columns.
    phases : ndarray of shape (p,)
        The b_j.

    Notes
    -----
    For normal ω of variance 1/τ² and b uniform on [0, 2π], the mean of ⟨φ(x), φ(x′)⟩ is the RBF
    kernel. The features φ_j are those of note 003, “Ridge Regression”, but random.

    References
    ----------
    A. Rahimi and B. Recht, Random features for large-scale kernel machines, 2007.

    Examples
    --------
    >>> features = FourierFeatures(np.zeros((1, 2)), np.zeros(2))
    >>> features([[5.0]]).tolist()
    [[1.0, 1.0]]
    """

    frequencies: np.ndarray
    phases: np.ndarray

    def __call__(self, X: ArrayLike) -> np.ndarray:
        """Compute the features of the points X (n, d), shape (n, p)."""
        waves = np.cos(check_points(X) @ self.frequencies + self.phases)
        return np.sqrt(2 / len(self.phases)) * waves


def fourier_features(tau: float, p: int, d: int, seed: int) -> FourierFeatures:
    """Return p random Fourier features of R^d for the RBF kernel of bandwidth τ.

    With the same seed, a larger p adds frequencies and phases to those of a smaller p.

    Notes
    -----
    The features φ_j of note 003, with p in place of M.

    Examples
    --------
    >>> fourier_features(0.5, 3, 2, 0)([[0.0, 0.0], [1.0, 1.0]]).shape
    (2, 3)
    """
    count, tau = check_count(p, "The number of features"), check_number(tau, "τ", "above 0")
    rng = np.random.default_rng(seed)
    draws = [(rng.normal(size=d), rng.uniform(0, 2 * np.pi)) for _ in range(count)]
    return FourierFeatures(
        np.column_stack([omega for omega, _ in draws]) / tau, np.array([b for _, b in draws])
    )


def system_multiplications(n: int) -> int:
    """Compute the number of multiplications to solve n equations by Cholesky's method.

    The factorisation takes (n³ - n)/6 multiplications, the two triangular systems n² - n; divisions
    and square roots are not counted. Note 003 compares the sizes of the systems for ŵ and for α.

    Examples
    --------
    >>> system_multiplications(1), system_multiplications(3)
    (0, 10)
    """
    return (n**3 - n) // 6 + n * n - n


def feature_multiplications(m: int, p: int) -> int:
    """Compute the number of multiplications of ridge regression with p features and m examples.

    ΦᵀΦ takes m p(p + 1)/2, Φᵀy takes m p, and the system of p equations (note 003) takes
    `system_multiplications(p)`. Computing the features is not counted.

    Examples
    --------
    >>> feature_multiplications(100, 1), feature_multiplications(10, 3)
    (200, 100)
    """
    return m * p * (p + 1) // 2 + m * p + system_multiplications(p)
