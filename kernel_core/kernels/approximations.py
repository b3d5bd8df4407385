"""The RBF kernel by finitely many features: a Taylor series (003), or random cosines (000).

The limit of kernels is a kernel (003, limit property): here are the sequences whose limit is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, lgamma

import numpy as np
from numpy.typing import ArrayLike

from ..validation import check_count, check_number, check_points, check_whole
from .base import Kernel, SeparableTerms
from .basic import RBF
from .cosine import CosineSeries, SincKernel

MAX_TERMS = 300
MAX_COSINES = 10_000
MAX_EXPONENT = 600.0  # e^{-600} is near the smallest number with all its digits, e^{-708}


@dataclass(frozen=True)
class RBFTaylor(Kernel):
    """The RBF kernel with the exponential series of xᵀz/τ² cut after `terms` terms.

        K(x, z) = e^{-‖x‖²/2τ²} e^{-‖z‖²/2τ²} Σ_{k < terms} (xᵀz/τ²)^k / k!

    Parameters
    ----------
    tau : float
        The bandwidth τ, above 0.
    terms : int
        How many terms of the series, 1 to 300.

    Notes
    -----
    003, "RBF kernel", which writes α for 2τ², in one dimension. The features are the monomials
    of degree below `terms`: φ_p(x) = e^{-‖x‖²/2τ²} Π_j (x_j/τ)^{p_j} / √(p_j!).

    Examples
    --------
    >>> import kernel_core as kc
    >>> X = [[0.0, 0.5], [1.0, -0.5]]
    >>> error = abs(kc.kernels.RBFTaylor(1.0, terms=8)(X, X) - kc.RBF(1.0)(X, X))
    >>> bool((error <= kc.kernels.RBFTaylor(1.0, terms=8).error_bound(X, X) + 1e-15).all())
    True
    """

    tau: float = 1.0
    terms: int = 10

    def __post_init__(self) -> None:
        object.__setattr__(self, "tau", check_number(self.tau, "tau", "above 0"))
        object.__setattr__(self, "terms", check_whole(self.terms, "terms", 1, MAX_TERMS))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        t, E = self._parts(X, Z)
        term = np.exp(-E)
        K = term.copy()
        for k in range(1, self.terms):
            term = term * t / k
            K += term
        far = E > MAX_EXPONENT
        if far.any():  # e^{-E} is 0, or has lost its digits, and a term need not be small
            K[far] = sum(_power_over_root(t[far], k, 1.0, E[far]) for k in range(self.terms))
        return K

    def error_bound(self, X: ArrayLike, Z: ArrayLike) -> np.ndarray:
        """What |RBF - this| can be at most, shape (n, m): the remainder by Lagrange, and 1.

        With t = xᵀz/τ² and N terms: e^{-(‖x‖² + ‖z‖²)/2τ²} |t|^N / N! · e^{max(t, 0)}. It is never
        above 1, since the terms left out are a kernel by themselves with K(x, x) <= 1.
        """
        t, E = self._parts(check_points(X), check_points(Z))
        with np.errstate(divide="ignore", under="ignore", over="ignore"):
            logs = self.terms * np.log(np.abs(t)) - lgamma(self.terms + 1)
            return np.minimum(1.0, np.exp(logs + np.maximum(t, 0.0) - E))

    def feature_count(self, d: int) -> int:
        """C(d + terms - 1, d): the monomials of degree below `terms`."""
        return comb(d + self.terms - 1, d)

    def _features(self, X: np.ndarray) -> np.ndarray:
        tables = [self._table(column) for column in X.T]
        columns = []
        for total in range(self.terms):
            for chosen in combinations_with_replacement(range(len(tables)), total):
                column = np.ones(len(X))
                for j, table in enumerate(tables):
                    column = column * table[:, chosen.count(j)]
                columns.append(column)
        return np.column_stack(columns)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        """A feature is a function of x times one of y, so the field is two matrix products."""
        Fx, Fy, Gx, Gy = map(self._table, (*X.T, gx, gy))
        p = np.arange(self.terms)
        below = np.add.outer(p, p) < self.terms
        return np.array([Gy @ (((Fy.T * row) @ Fx) * below) @ Gx.T for row in alpha])

    def _table(self, x: np.ndarray) -> np.ndarray:
        """ψ_p(x) = e^{-x²/2τ²} (x/τ)^p / √(p!) for p < terms, shape (n, terms), for x (n,)."""
        x = x / self.tau
        half = 0.5 * x * x
        return np.column_stack([_power_over_root(x, p, 0.5, half) for p in range(self.terms)])

    def _half_squares(self, X: np.ndarray) -> np.ndarray:
        """‖x_i‖²/2τ², shape (n,)."""
        return 0.5 * np.square(X / self.tau).sum(axis=1)

    def _parts(self, X: np.ndarray, Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """t = xᵀz/τ² and E = (‖x‖² + ‖z‖²)/2τ², both (n, m)."""
        A = X / self.tau
        B = A if Z is X else Z / self.tau  # the same array makes a symmetric product
        return A @ B.T, np.add.outer(self._half_squares(X), self._half_squares(Z))


def _power_over_root(x: np.ndarray, p: int, root: float, E: np.ndarray) -> np.ndarray:
    """e^{-E} x^p / (p!)^root, by logarithms, so that no factor vanishes or overflows alone."""
    if p == 0:
        return np.exp(-E)
    with np.errstate(divide="ignore"):
        size = np.exp(p * np.log(np.abs(x)) - root * lgamma(p + 1) - E)
    return np.where((x < 0) & (p % 2 == 1), -size, size)


@dataclass(frozen=True)
class RandomFourier(Kernel):
    """The RBF kernel as an average of random cosines, 1/D Σ_d cos(w_dᵀ(x - z)).

    Parameters
    ----------
    tau : float
        The bandwidth τ, above 0.
    D : int
        The number of frequencies w_d ~ N(0, τ⁻² I), 1 to 10,000.
    seed : int
        Of the frequencies: a larger D adds to those of a smaller one.

    Notes
    -----
    000 §6, footnote, which has the variance τ² where τ⁻² is meant. The features are
    cos(w_dᵀx)/√D and sin(w_dᵀx)/√D, and the error falls like 1/√D.

    References
    ----------
    A. Rahimi and B. Recht, Random features for large-scale kernel machines, 2007.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kernel = kc.kernels.RandomFourier(0.5, D=100)
    >>> kernel.feature_count(d=2), kernel([[0.3, 0.1]], [[0.3, 0.1]]).round(6).tolist()
    (200, [[1.0]])
    """

    tau: float = 1.0
    D: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "tau", check_number(self.tau, "tau", "above 0"))
        object.__setattr__(self, "D", check_whole(self.D, "D", 1, MAX_COSINES))
        object.__setattr__(self, "seed", check_whole(self.seed, "seed", 0, 2**32 - 1))

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        A = self._features(X)
        return A @ (A if Z is X else self._features(Z)).T

    def feature_count(self, d: int) -> int:
        return 2 * self.D

    def _features(self, X: np.ndarray) -> np.ndarray:
        angles = X @ frequencies(self.D, X.shape[1], self.tau, seed=self.seed).T
        return np.hstack([np.cos(angles), np.sin(angles)]) / self.D**0.5

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        """cos(wᵀ(x - p)) is the real part of e^{i w_1 p_1} e^{i w_2 p_2} e^{-i wᵀx}."""
        W = frequencies(self.D, 2, self.tau, seed=self.seed)
        Ex, Ey = (np.exp(1j * np.outer(g, w)) for g, w in zip((gx, gy), W.T, strict=True))
        weights = alpha @ np.exp(-1j * (X @ W.T)) / self.D
        return np.array([((Ey * row) @ Ex.T).real for row in weights])


def frequencies(
    count: int, dimension: int, tau: float, *, seed: int = 0, printed_variance: bool = False
) -> np.ndarray:
    """Random frequencies w ~ N(0, τ⁻² I), whose average cosine is the RBF kernel.

    Parameters
    ----------
    count : int
        How many, at least 1.
    dimension : int
        Coordinates of each, at least 1.
    tau : float
        The bandwidth τ, above 0.
    seed : int
        The same seed gives the same rows; a larger count adds to them.
    printed_variance : bool
        Draw from N(0, τ² I) instead, as 000 prints it.

    Returns
    -------
    ndarray of shape (count, dimension)
        The frequencies as rows.

    Notes
    -----
    000 §6, footnote: E[exp(iWᵀ(x - z))] = K(x, z). It prints the variance τ² where τ⁻² is meant.

    References
    ----------
    A. Rahimi and B. Recht, Random features for large-scale kernel machines, 2007.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.frequencies(1000, 2, tau=0.5).std().round(1).item()
    2.0
    """
    RBF(tau)  # checks tau, in words
    shape = check_count(count, "count"), check_count(dimension, "dimension")
    standard = np.random.default_rng(seed).standard_normal(shape)
    return standard * (tau if printed_variance else 1 / tau)


def cosine_averages(W: np.ndarray, V: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Averages of cos(wᵀv) over the first D frequencies, for several D.

    Parameters
    ----------
    W : ndarray of shape (D_max, d)
        Frequencies as rows.
    V : ndarray of shape (p, d)
        Differences v = x - z.
    counts : ndarray of shape (S,)
        The values of D, 1 to D_max.

    Returns
    -------
    ndarray of shape (S, p)
        The averages.

    Notes
    -----
    000 §6, footnote: they tend to exp(-‖v‖²/2τ²) for w ~ N(0, τ⁻² I).

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> W = kc.kernels.frequencies(10_000, 1, tau=1.0)
    >>> average = kc.kernels.cosine_averages(W, np.array([[1.0]]), np.array([10_000]))
    >>> bool(abs(average[0, 0] - np.exp(-0.5)) < 0.02)
    True
    """
    running = np.cumsum(np.cos(W @ V.T), axis=0)
    counts = np.asarray(counts, dtype=int)
    return running[counts - 1] / counts[:, None]


@dataclass(frozen=True)
class Limit(Kernel):
    """What a sequence of kernels tends to.

    Parameters
    ----------
    member : Kernel
        An `RBFTaylor` or a `RandomFourier`, which tend to the RBF kernel as terms are added, or a
        scaled `CosineSeries`, which tends to the `SincKernel` as L grows.

    Raises
    ------
    ValueError
        If `member` belongs to no sequence whose limit is known; so for the plain `CosineSeries`,
        which has none.

    Notes
    -----
    003, closure property 4: cᵀKc >= 0 holds for every member, and so in the limit.

    Examples
    --------
    >>> import kernel_core as kc
    >>> kc.kernels.Limit(kc.kernels.RBFTaylor(0.5, terms=3)).kernel
    RBF(tau=0.5)
    """

    member: Kernel

    def __post_init__(self) -> None:
        limit_of(self.member)

    @property
    def kernel(self) -> Kernel:
        """The limit itself."""
        return limit_of(self.member)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.kernel.gram(X, Z)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> SeparableTerms | None:
        return self.kernel._separable(X, gx, gy)


def limit_of(member: Kernel) -> Kernel:
    """The kernel that `member` tends to as its number of terms grows; ValueError for others."""
    match member:
        case RBFTaylor(tau) | RandomFourier(tau):
            return RBF(tau)
        case CosineSeries(_, True):
            return SincKernel()
        case CosineSeries():
            raise ValueError(
                "The sum of the cosines grows like L and has no limit: take it times 2π/L."
            )
    raise ValueError("No limit is known for this kernel.")
