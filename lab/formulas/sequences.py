"""Define sequences of kernels with finitely many features, and their limits.

The limit of a sequence of kernels is a kernel (note 003, closure property 4). The sequences here
are sums of cosines (note 001), the Taylor series (note 003) and random Fourier features (note 000);
the limit of the last two is the RBF kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, lgamma, pi
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import RBF, Kernel
from kernel_core.kernels import Rule, parameter

MAX_FREQUENCIES = 1000  # largest L of a `CosineSeries`
MAX_TERMS = 300  # largest number of terms of an `RBFTaylor`
MAX_COSINES = 10_000  # largest number of cosines of a `RandomFourier`
# For an exponent E above this, e^{-E} is computed together with its factor: doubles below e^{-708}
# lose digits.
MAX_EXPONENT = 600.0


class CoordinateSum(Kernel):
    """K(x, z) = Σ_j κ(|x_j - z_j|): a subclass defines κ as `profile`."""

    def profile(self, v: np.ndarray) -> np.ndarray:
        """Evaluate κ(v) for v >= 0, elementwise, as a new array."""
        raise NotImplementedError

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        K = np.zeros((len(X), len(Z)))
        for x, z in zip(X.T, Z.T, strict=True):
            K += self.profile(np.abs(np.subtract.outer(x, z)))
        return K

    def _separable(
        self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> list[tuple[np.ndarray, np.ndarray]]:
        x, y = (
            self.profile(np.abs(np.subtract.outer(g, column)))
            for g, column in zip((gx, gy), X.T, strict=True)
        )
        return [(x, np.ones_like(y)), (np.ones_like(x), y)]


@dataclass(frozen=True)
class CosineSeries(CoordinateSum):
    """K(x, z) = Σ_l Σ_j cos(2πl/L (x_j - z_j)), l from 0 to L: the kernel of the features φ_L in
    note 001, example 3.

    With `scaled` the sum is multiplied by 2π/L. For each j it is then a Riemann sum of
    ∫₀^{2π} cos(θ(x_j - z_j)) dθ, which is its limit for L → ∞. Without this factor the sum grows
    like L.
    """

    L: int = parameter(10, low=1, high=MAX_FREQUENCIES)
    scaled: bool = False
    rule: ClassVar[Rule] = Rule(
        "inner product of features",
        "Its features are cos ωx and sin ωx for each coordinate x and each ω = 2πℓ/L.",
        "001, 004",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "scaled", bool(self.scaled))

    @property
    def factor(self) -> float:
        """The factor of the sum: 2π/L with `scaled`, else 1."""
        return 2 * pi / self.L if self.scaled else 1.0

    def profile(self, v: np.ndarray) -> np.ndarray:
        """Sum the cosines in closed form: sin((L+1)t) cos(Lt) / sin t with t = πv/L.

        The sum has the period L, so v is first reduced to [-L/2, L/2], which is exact.
        """
        s = np.fmod(v, self.L)
        s -= self.L * (s > self.L / 2)
        n = self.L + 1
        ratio = n * np.sinc(n / self.L * s) / np.sinc(s / self.L)  # sin((L+1)t) / sin t
        return self.factor * ratio * np.cos(pi * s)

    def feature_count(self, d: int) -> int:
        return 2 * d * (self.L + 1)

    def _features(self, X: np.ndarray) -> np.ndarray:
        """Return √`factor` times the features φ_0, φ_{2π/L}, …, φ_{2π} as columns, 2d for each
        frequency."""
        turns = np.arange(self.L + 1) / self.L
        angles = 2 * pi * np.fmod(np.multiply.outer(X, turns), 1.0).transpose(0, 2, 1)
        waves = np.stack([np.cos(angles), np.sin(angles)], axis=3)
        return self.factor**0.5 * waves.reshape(len(X), -1)


@dataclass(frozen=True)
class SincKernel(CoordinateSum):
    """K(x, z) = Σ_j sin(2π(x_j - z_j)) / (x_j - z_j), with the term 2π where x_j = z_j: note 001,
    example 4.

    Each term is ∫₀^{2π} cos(θv) dθ at v = x_j - z_j. So K is the limit of 2π/L times the kernel of
    φ_L. The notes omit the factor 2π/L; without it the sum has no limit.
    """

    rule: ClassVar[Rule] = Rule(
        "limit",
        "The limit for L → ∞ of 2π/L times the kernel with the features cos ωx and sin ωx for "
        "each coordinate x and ω = 2πℓ/L, ℓ = 0, …, L.",
        "001, 004",
    )

    def profile(self, v: np.ndarray) -> np.ndarray:
        return 2 * pi * np.sinc(2 * v)


@dataclass(frozen=True)
class RBFTaylor(Kernel):
    """The RBF kernel with the exponential series of xᵀz/τ² truncated after `terms` terms.

        K(x, z) = e^{-‖x‖²/2τ²} e^{-‖z‖²/2τ²} Σ_{k < terms} (xᵀz/τ²)^k / k!

    Note 003, "RBF kernel", has this sum in one dimension, with α for 2τ². There is one feature for
    each monomial of degree below `terms`: φ_p(x) = e^{-‖x‖²/2τ²} Π_j (x_j/τ)^{p_j} / √(p_j!).
    """

    tau: float = parameter(1.0, above=True)
    terms: int = parameter(10, low=1, high=MAX_TERMS)
    rule: ClassVar[Rule] = Rule(
        "inner product of features",
        "Its features are monomials, each times a constant and exp(−‖x‖²/2τ²).",
        "003",
    )

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        t, E = self._parts(X, Z)
        term = np.exp(-E)
        K = term.copy()
        for k in range(1, self.terms):
            term = term * t / k
            K += term
        is_far = E > MAX_EXPONENT
        # e^{-E} underflows or loses digits, but its product with a power need not be small
        if is_far.any():
            K[is_far] = sum(
                _power_over_root(t[is_far], k, 1.0, E[is_far]) for k in range(self.terms)
            )
        return K

    def error_bound(self, X: ArrayLike, Z: ArrayLike) -> np.ndarray:
        """Return bounds (n, m) on the absolute error of this kernel as an approximation of the RBF
        kernel: Lagrange's remainder, but at most 1.

        With t = xᵀz/τ² and N terms the remainder is at most
        e^{-(‖x‖² + ‖z‖²)/2τ²} |t|^N / N! · e^{max(t, 0)}. The error is never above 1, since the
        omitted terms are a kernel with K(x, x) <= 1.
        """
        t, E = self._parts(np.asarray(X, dtype=float), np.asarray(Z, dtype=float))
        with np.errstate(divide="ignore", under="ignore", over="ignore"):
            logs = self.terms * np.log(np.abs(t)) - lgamma(self.terms + 1)
            return np.minimum(1.0, np.exp(logs + np.maximum(t, 0.0) - E))

    def feature_count(self, d: int) -> int:
        """Count the monomials of degree below `terms`: C(d + terms - 1, d)."""
        return comb(d + self.terms - 1, d)

    def _features(self, X: np.ndarray) -> np.ndarray:
        tables = [self._table(column) for column in X.T]
        columns = []
        for total in range(self.terms):
            for indices in combinations_with_replacement(range(len(tables)), total):
                column = np.ones(len(X))
                for j, table in enumerate(tables):
                    column = column * table[:, indices.count(j)]
                columns.append(column)
        return np.column_stack(columns)

    def _field(
        self, X: np.ndarray, alpha: np.ndarray, gx: np.ndarray, gy: np.ndarray
    ) -> np.ndarray:
        """Compute the field by products of small matrices, since each feature is a function of x
        times a function of y.
        """
        Fx, Fy, Gx, Gy = map(self._table, (*X.T, gx, gy))
        p = np.arange(self.terms)
        is_below_degree = np.add.outer(p, p) < self.terms
        return np.array([Gy @ (((Fy.T * row) @ Fx) * is_below_degree) @ Gx.T for row in alpha])

    def _table(self, x: np.ndarray) -> np.ndarray:
        """Tabulate ψ_p(x) = e^{-x²/2τ²} (x/τ)^p / √(p!) for p < terms, shape (n, terms), for x
        (n,).
        """
        x = x / self.tau
        half = 0.5 * x * x
        return np.column_stack([_power_over_root(x, p, 0.5, half) for p in range(self.terms)])

    def _half_squares(self, X: np.ndarray) -> np.ndarray:
        """Return ‖x_i‖²/2τ², shape (n,)."""
        return 0.5 * np.square(X / self.tau).sum(axis=1)

    def _parts(self, X: np.ndarray, Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return t = xᵀz/τ² and E = (‖x‖² + ‖z‖²)/2τ², both (n, m)."""
        A = X / self.tau
        B = A if Z is X else Z / self.tau  # with the same array the product is symmetric
        return A @ B.T, np.add.outer(self._half_squares(X), self._half_squares(Z))


def _power_over_root(x: np.ndarray, p: int, root: float, E: np.ndarray) -> np.ndarray:
    """Compute e^{-E} x^p / (p!)^root by logarithms, so that no single factor underflows or
    overflows.
    """
    if p == 0:
        return np.exp(-E)
    with np.errstate(divide="ignore"):
        size = np.exp(p * np.log(np.abs(x)) - root * lgamma(p + 1) - E)
    return np.where((x < 0) & (p % 2 == 1), -size, size)


@dataclass(frozen=True)
class RandomFourier(Kernel):
    """The RBF kernel as an average of D cosines: 1/D Σ_d cos(w_dᵀ(x - z)), w_d ~ N(0, τ⁻² I).

    A footnote in note 000 §6 has this average, but with the variance τ² in place of τ⁻². The
    features are cos(w_dᵀx)/√D and sin(w_dᵀx)/√D, and the error falls like 1/√D. A larger D adds
    frequencies and keeps those of a smaller D. Rahimi and Recht, Random features for large-scale
    kernel machines, 2007.
    """

    tau: float = parameter(1.0, above=True)
    D: int = parameter(100, low=1, high=MAX_COSINES)
    seed: int = parameter(0, low=0, high=2**32 - 1)
    rule: ClassVar[Rule] = Rule(
        "inner product of features", "Its features are cosines and sines of ωᵀx.", "000"
    )

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
        """Compute the field at each grid point p from cos(wᵀ(x - p)), which is the real part of
        e^{i w_1 p_1} e^{i w_2 p_2} e^{-i wᵀx}.
        """
        W = frequencies(self.D, 2, self.tau, seed=self.seed)
        Ex, Ey = (np.exp(1j * np.outer(g, w)) for g, w in zip((gx, gy), W.T, strict=True))
        weights = alpha @ np.exp(-1j * (X @ W.T)) / self.D
        return np.array([((Ey * row) @ Ex.T).real for row in weights])


def frequencies(
    count: int, dimension: int, tau: float, *, seed: int = 0, printed_variance: bool = False
) -> np.ndarray:
    """Sample frequencies w ~ N(0, τ⁻² I), as rows (count, dimension).

    With `printed_variance` the distribution is N(0, τ² I), which note 000 states. The same seed
    gives the same rows, and a larger count appends rows. Note 000 §6, footnote:
    E[exp(iWᵀ(x - z))] = K(x, z), the RBF kernel.
    """
    RBF(tau)  # raises a readable error for an invalid tau
    standard = np.random.default_rng(seed).standard_normal((count, dimension))
    return standard * (tau if printed_variance else 1 / tau)


def cosine_averages(W: np.ndarray, V: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Compute averages (S, p) of cos(wᵀv) over the first D frequencies, for each D in counts (S,).

    The rows of W (D_max, d) are frequencies w, those of V (p, d) differences v = x - z. Note 000
    §6, footnote: the averages tend to exp(-‖v‖²/2τ²) for w ~ N(0, τ⁻² I).
    """
    running = np.cumsum(np.cos(W @ V.T), axis=0)
    counts = np.asarray(counts, dtype=int)
    return running[counts - 1] / counts[:, None]


@dataclass(frozen=True)
class Limit(Kernel):
    """The limit of the sequence of kernels to which `member` belongs.

    Raises ValueError if no limit is known.

    Note 003, closure property 4: cᵀKc >= 0 holds for every member, and so in the limit.
    """

    member: Kernel
    rule: ClassVar[Rule] = Rule(
        "limit", "cᵀKc ≥ 0 for every kernel of the sequence, so also in the limit.", "003"
    )

    def __post_init__(self) -> None:
        limit_of(self.member)

    @property
    def kernel(self) -> Kernel:
        """The limit itself."""
        return limit_of(self.member)

    def gram(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        return self.kernel.gram(X, Z)

    def _separable(self, X: np.ndarray, gx: np.ndarray, gy: np.ndarray) -> Any:
        return self.kernel._separable(X, gx, gy)


def limit_of(member: Kernel) -> Kernel:
    """Return the kernel that `member` tends to as its number of terms grows.

    Raises ValueError if no limit is known.
    """
    match member:
        case RBFTaylor(tau) | RandomFourier(tau):
            return RBF(tau)
        case CosineSeries(_, True):
            return SincKernel()
        case CosineSeries():
            raise ValueError(
                "The sum of the cosines grows like L and has no limit. Write bank(L,1), which "
                "multiplies the sum by 2π/L."
            )
    raise ValueError("No limit is known for this kernel, only for taylor, fourier and bank(L,1).")
