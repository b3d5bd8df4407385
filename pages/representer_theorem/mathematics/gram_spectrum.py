"""The Gram matrix ΦΦᵀ and the covariance matrix ΦᵀΦ (notes 001 and 004).

Φ (N, M) has the features of N points as rows. ΦΦᵀ (N, N) has the entries φ(x_i)ᵀφ(x_j), and
ΦᵀΦ (M, M) the entries Σ_n φ(x_n)_i φ(x_n)_j. Both are symmetric and positive semidefinite, and
their nonzero eigenvalues are the same: where ΦΦᵀu = μu, v = Φᵀu/√μ has length 1 and ΦᵀΦv = μv.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.solvers.linalg import solve_or_lstsq
from kernel_core.validation import check_lam, check_points

ZERO_SHARE = 1e-13  # an eigenvalue below max(N, M) × this share of the largest counts as 0
# The largest |entry| of each eigenvector is made positive. Entries that differ in absolute value
# by less than this count as equally large; the first of them is taken.
TIE_TOLERANCE = 1e-9

EXAMPLE_FEATURES_001 = np.array(
    [[1.0, -1.0, 1.0, -1.0], [1.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0]]
)
"""The example of note 001, with φ(x_1), φ(x_2), φ(x_3) as rows; K is
[[4, 1, 0], [1, 1, 1], [0, 1, 4]]."""
EXAMPLE_FEATURES_001.setflags(write=False)


@dataclass(frozen=True, eq=False)
class GramSpectrum:
    """ΦΦᵀ and ΦᵀΦ with eigenvectors, and with eigenvalues computed separately for each matrix.

    Attributes
    ----------
    gram : ndarray of shape (N, N)
        ΦΦᵀ.
    covariance : ndarray of shape (M, M)
        ΦᵀΦ.
    gram_values : ndarray of shape (N,)
        The eigenvalues of ΦΦᵀ in descending order; those from index `rank` on are 0.
    covariance_values : ndarray of shape (M,)
        The eigenvalues of ΦᵀΦ, in the same order.
    rank : int
        The number of non-zero eigenvalues.
    u : ndarray of shape (N, rank)
        Eigenvectors of ΦΦᵀ as columns; in each, the entry largest in absolute value is positive.
    v : ndarray of shape (M, rank)
        Eigenvectors of ΦᵀΦ as columns, v = Φᵀu/√μ.

    Notes
    -----
    Note 001, "Kernel matrix vs Covariance matrix", and note 004, "Gram/kernel matrix": both are
    symmetric and positive semidefinite. That their nonzero eigenvalues μ are the same follows from
    ΦΦᵀu = μu and v = Φᵀu/√μ: ΦᵀΦv = μv.

    Examples
    --------
    >>> both = gram_spectrum_of([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
    >>> both.gram_values.round(6).tolist(), both.covariance_values.round(6).tolist()
    ([4.0, 1.0], [4.0, 1.0, 0.0])
    """

    gram: np.ndarray
    covariance: np.ndarray
    gram_values: np.ndarray
    covariance_values: np.ndarray
    rank: int
    u: np.ndarray
    v: np.ndarray


@dataclass(frozen=True, eq=False)
class PushThroughIdentity:
    """Two matrices that map y to the θ of ridge regression, and their difference.

    Attributes
    ----------
    primal : ndarray of shape (M, N)
        (ΦᵀΦ + λI)⁻¹Φᵀ.
    dual : ndarray of shape (M, N)
        Φᵀ(ΦΦᵀ + λI)⁻¹.
    difference : float
        The largest absolute difference between entries of the two.

    Notes
    -----
    Note 001, "Comparing two solutions": (ΦᵀΦ + λI)⁻¹Φᵀy = Φᵀ(ΦΦᵀ + λI)⁻¹y.

    Examples
    --------
    >>> push_through_identity([[1.0]], 1.0).primal.tolist()
    [[0.5]]
    """

    primal: np.ndarray
    dual: np.ndarray
    difference: float


def gram_matrix_of(Phi: ArrayLike) -> np.ndarray:
    """Compute ΦΦᵀ, whose entry (i, j) is φ(x_i)ᵀφ(x_j).

    Parameters
    ----------
    Phi : array_like of shape (N, M)
        Features as rows.

    Returns
    -------
    ndarray of shape (N, N)
        The Gram matrix.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Kernel matrix vs Covariance matrix", and note 004, "Gram/kernel matrix".

    Examples
    --------
    >>> gram_matrix_of(EXAMPLE_FEATURES_001).tolist()
    [[4.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 4.0]]
    """
    Phi = check_points(Phi)
    return Phi @ Phi.T


def covariance_matrix_of(Phi: ArrayLike) -> np.ndarray:
    """Compute ΦᵀΦ, whose entry (i, j) is Σ_n φ(x_n)_i φ(x_n)_j.

    Parameters
    ----------
    Phi : array_like of shape (N, M)
        Features as rows.

    Returns
    -------
    ndarray of shape (M, M)
        The covariance matrix, not centred and not divided by N.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Kernel matrix vs Covariance matrix", and note 004, "Gram/kernel matrix".

    Examples
    --------
    >>> covariance_matrix_of([[1.0, 2.0], [0.0, 1.0]]).tolist()
    [[1.0, 2.0], [2.0, 5.0]]
    """
    Phi = check_points(Phi)
    return Phi.T @ Phi


def gram_spectrum_of(Phi: ArrayLike) -> GramSpectrum:
    """Compute the eigenvalues and eigenvectors of ΦΦᵀ and ΦᵀΦ, paired.

    Parameters
    ----------
    Phi : array_like of shape (N, M)
        Features as rows.

    Returns
    -------
    GramSpectrum
        Both matrices, their eigenvalues and eigenvectors.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Kernel matrix vs Covariance matrix", and note 004, "Gram/kernel matrix": both are
    symmetric and positive semidefinite. Where ΦΦᵀu = μu, v = Φᵀu/√μ has length 1 and ΦᵀΦv = μv.

    Examples
    --------
    >>> gram_spectrum_of(EXAMPLE_FEATURES_001).rank
    3
    """
    Phi = check_points(Phi)
    U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    rank = int((s * s > max(Phi.shape) * ZERO_SHARE * s.max(initial=0.0) ** 2).sum())
    u, v = U[:, :rank], Vt[:rank].T
    largest = (np.abs(u) >= np.abs(u).max(axis=0) - TIE_TOLERANCE).argmax(axis=0)
    sign = np.sign(u[largest, np.arange(rank)])
    K, C = gram_matrix_of(Phi), covariance_matrix_of(Phi)
    return GramSpectrum(
        K,
        C,
        _descending_eigenvalues(K, rank),
        _descending_eigenvalues(C, rank),
        rank,
        u * sign,
        v * sign,
    )


def push_through_identity(Phi: ArrayLike, lam: float) -> PushThroughIdentity:
    """Compute both sides of (ΦᵀΦ + λI)⁻¹Φᵀ = Φᵀ(ΦΦᵀ + λI)⁻¹, each from its own linear system.

    Parameters
    ----------
    Phi : array_like of shape (N, M)
        Features as rows.
    lam : float
        λ, above 0.

    Returns
    -------
    PushThroughIdentity
        Both matrices and their largest difference.

    Raises
    ------
    ValueError
        For invalid input, and for lam = 0, where a matrix may have no inverse.

    Notes
    -----
    Note 001, "Comparing two solutions": (ΦᵀΦ + λI)⁻¹Φᵀy = Φᵀ(ΦΦᵀ + λI)⁻¹y.

    Examples
    --------
    >>> push_through_identity(EXAMPLE_FEATURES_001, 0.1).difference < 1e-12
    True
    """
    Phi, lam = check_points(Phi), check_lam(lam)
    if lam == 0:
        raise ValueError("lam must be above 0, so that both matrices can be inverted.")
    N, M = Phi.shape
    over_theta = solve_or_lstsq(covariance_matrix_of(Phi) + lam * np.eye(M), Phi.T)
    over_alpha = solve_or_lstsq(gram_matrix_of(Phi) + lam * np.eye(N), Phi).T
    return PushThroughIdentity(over_theta, over_alpha, float(np.abs(over_theta - over_alpha).max()))


def _descending_eigenvalues(A: np.ndarray, rank: int) -> np.ndarray:
    """Return the eigenvalues (n,) of A (n, n) in descending order, with 0 from index `rank` on."""
    values = np.linalg.eigvalsh(A)[::-1].copy()
    values[rank:] = 0.0
    return values
