"""The Gram matrix beside the covariance matrix: ΦΦᵀ and ΦᵀΦ. 001, 004.

Φ (N, M) has the features of N points as rows. ΦΦᵀ (N, N) holds φ(x_i)ᵀφ(x_j), ΦᵀΦ (M, M) holds
Σ_n φ(x_n)_i φ(x_n)_j. Both are symmetric and positive semidefinite, and their nonzero eigenvalues
are the same: where ΦΦᵀu = μu, v = Φᵀu/√μ has length 1 and ΦᵀΦv = μv.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...solvers.linalg import solve_or_lstsq
from ...validation import check_lam, check_points

CUT = 1e-13  # an eigenvalue below max(N, M) times this part of the largest is 0
TIE = 1e-9  # entries that differ by less are equal, and the first one is taken

EXAMPLE_FEATURES_001 = np.array(
    [[1.0, -1.0, 1.0, -1.0], [1.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0]]
)
"""001's example, φ(x_1), φ(x_2), φ(x_3) as rows: its K is [[4, 1, 0], [1, 1, 1], [0, 1, 4]]."""
EXAMPLE_FEATURES_001.setflags(write=False)


@dataclass(frozen=True, eq=False)
class GramSpectrum:
    """Both matrices of Φ (N, M), and their eigenvalues, each found from its own matrix.

    gram (N, N), covariance (M, M); gram_values (N,) and covariance_values (M,) fall, and are 0 from
    `rank` on. u (N, rank) and v (M, rank) are the eigenvectors of the nonzero ones, as columns:
    v = Φᵀu/√μ. Each u is positive where it is largest, at the first of equals.
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
    """Two matrices (M, N) that turn y into ridge's θ, and the largest difference of entries."""

    primal: np.ndarray
    dual: np.ndarray
    difference: float


def gram_matrix_of(Phi: ArrayLike) -> np.ndarray:
    """ΦΦᵀ (N, N) for Φ (N, M): entry (i, j) is φ(x_i)ᵀφ(x_j)."""
    Phi = check_points(Phi)
    return Phi @ Phi.T


def covariance_matrix_of(Phi: ArrayLike) -> np.ndarray:
    """ΦᵀΦ (M, M) for Φ (N, M): entry (i, j) is Σ_n φ(x_n)_i φ(x_n)_j."""
    Phi = check_points(Phi)
    return Phi.T @ Phi


def gram_spectrum_of(Phi: ArrayLike) -> GramSpectrum:
    """Eigenvalues and eigenvectors of ΦΦᵀ and ΦᵀΦ, paired, for Φ (N, M)."""
    Phi = check_points(Phi)
    U, s, Vt = np.linalg.svd(Phi, full_matrices=False)
    rank = int((s * s > max(Phi.shape) * CUT * s.max(initial=0.0) ** 2).sum())
    u, v = U[:, :rank], Vt[:rank].T
    largest = (np.abs(u) >= np.abs(u).max(axis=0) - TIE).argmax(axis=0)
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
    """(ΦᵀΦ + λI)⁻¹Φᵀ and Φᵀ(ΦΦᵀ + λI)⁻¹, each from its own linear system; Φ (N, M), λ > 0. 001."""
    Phi, lam = check_points(Phi), check_lam(lam)
    if lam == 0:
        raise ValueError("lam must be above 0, so that both matrices can be inverted.")
    N, M = Phi.shape
    over_theta = solve_or_lstsq(covariance_matrix_of(Phi) + lam * np.eye(M), Phi.T)
    over_alpha = solve_or_lstsq(gram_matrix_of(Phi) + lam * np.eye(N), Phi).T
    return PushThroughIdentity(over_theta, over_alpha, float(np.abs(over_theta - over_alpha).max()))


def _descending_eigenvalues(A: np.ndarray, rank: int) -> np.ndarray:
    """The eigenvalues (n,) of A (n, n) from the largest down, those from `rank` on 0."""
    values = np.linalg.eigvalsh(A)[::-1].copy()
    values[rank:] = 0.0
    return values
