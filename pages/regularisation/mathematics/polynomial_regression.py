"""Polynomials of degree M, fitted to noisy points on a line (note 001, polynomial basis functions).

The basis is 1, u, u², …, u^M for u = x/3, which is between -1 and 1 for points of the data sets; w
has the coefficients of these powers. (Note 001 has powers of x itself, with the coefficients w_k /
3^k. With u the columns have similar sizes, so that the fits are accurate up to degree 15, and a
penalty on ‖w‖² treats the powers alike.) The matrix X has the powers of one point in each row. Fits
are computed from its singular values, since the condition number of XᵀX is the square of that of X.

The training error is RSS/n, as in note 001. The test error is the expected squared error at a new
point, with x uniform and noise of standard deviation s: ∫ (f - truth)² dx / 6 + s², by quadrature.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.datasets import NoisyFunction
from kernel_core.validation import check_count, check_number, check_rows, check_vector

MAX_DEGREE = 15
# Number of panels of the quadrature, and of nodes in a panel. A panel is 0.25 wide, so that the
# jumps of `staircase` lie on edges of panels.
PANELS, NODES = 24, 16


def powers(x: ArrayLike, M: int) -> np.ndarray:
    """Return the rows φ(x_i)ᵀ = (1, u_i, …, u_i^M) with u = x/3, shape (n, M + 1).

    x has shape (n,) or (n, 1).
    """
    if check_count(M, "The degree M", 0) > MAX_DEGREE:
        raise ValueError(f"The degree M must be from 0 to {MAX_DEGREE}; it was {M}.")
    x = np.asarray(x, dtype=float)
    if x.ndim not in (1, 2) or (x.ndim == 2 and x.shape[1] != 1) or not np.isfinite(x).all():
        raise ValueError("x must hold finite numbers, one for each point: shape (n,) or (n, 1).")
    return np.vander(x.ravel() / NoisyFunction.high, M + 1, increasing=True)


def quadrature() -> tuple[np.ndarray, np.ndarray]:
    """Return nodes x (384,) in [-3, 3] and weights (384,) that add up to 1, for the mean over x."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    width = (NoisyFunction.high - NoisyFunction.low) / PANELS
    middles = NoisyFunction.low + width * (np.arange(PANELS) + 0.5)
    x = (middles[:, None] + width / 2 * nodes).ravel()
    return x, np.tile(weights / 2 / PANELS, PANELS)


def expected_error(w: ArrayLike, line: NoisyFunction) -> np.ndarray:
    """Compute the expected squared error at a new point, shape (...), for w (..., M + 1)."""
    w = np.asarray(w, dtype=float)
    x, weights = quadrature()
    residual = w @ powers(x, w.shape[-1] - 1).T - line.truth(x)
    return np.square(residual) @ weights + line.s**2


@dataclass(frozen=True, eq=False)
class PolynomialFits:
    """Polynomial fits at S stops: degrees M, or values of λ.

    stops (S,) are the degrees or the values of λ, w (S, highest degree + 1) the coefficients,
    padded with zeros for lower degrees. train (S,) = RSS/n and test (S,) are the errors.
    degrees_of_freedom (S,) is Σ μ/(μ + λ) over the eigenvalues μ > 0 of XᵀX. It is the rank of X at
    λ = 0, and decreases as λ grows.
    """

    stops: np.ndarray
    w: np.ndarray
    train: np.ndarray
    test: np.ndarray
    degrees_of_freedom: np.ndarray

    def curves(self, x: ArrayLike) -> np.ndarray:
        """Evaluate all fitted functions at x (n,), shape (S, n)."""
        return self.w @ powers(x, self.w.shape[1] - 1).T


class DesignMatrix:
    """The singular value decomposition of X = powers(x, M), to compute ridge fits for any λ and
    y."""

    def __init__(self, x: ArrayLike, M: int) -> None:
        self.X = check_rows(powers(x, M))
        n = len(self.X)
        rows = np.vstack([self.X, np.zeros((max(0, M + 1 - n), M + 1))])  # the zeros make V square
        U, d, self.Vt = np.linalg.svd(rows, full_matrices=False)
        self.U, self.d = U[:n], np.where(d > len(rows) * np.finfo(float).eps * d[0], d, 0.0)

    def ridge(self, y: ArrayLike, lam: float) -> np.ndarray:
        """Compute w = (XᵀX + λI)⁻¹Xᵀy for y (..., n), shape (..., M + 1) (note 001, ridge
        regression).

        λ = 0 gives the limit for λ → 0, the least-squares solution of minimum norm. λ = inf gives
        0.
        """
        y = check_vector(y, "y", len(self.X), "point", most_axes=np.inf)
        inverse = np.divide(1.0, self.d, out=np.zeros_like(self.d), where=self.d > 0)
        return (y @ self.U * (self.shrinkage_factors(lam) * inverse)) @ self.Vt

    def shrinkage_factors(self, lam: float) -> np.ndarray:
        """Compute μ/(μ + λ) for the eigenvalues μ of XᵀX, shape (M + 1,): the share of the
        least-squares solution that remains along each eigenvector.
        """
        d2 = self.d**2
        return np.divide(d2, d2 + _check_lam(lam), out=np.zeros_like(d2), where=d2 > 0)


def fit_by_degree(
    x: ArrayLike, y: ArrayLike, line: NoisyFunction, *, lam: float = 0.0, highest: int = MAX_DEGREE
) -> PolynomialFits:
    """Fit polynomials of degree 0 to `highest`, at one λ.

    Parameters
    ----------
    x : array_like of shape (n,) or (n, 1)
        Points on the line.
    y : array_like of shape (n,)
        Targets.
    line : NoisyFunction
        The truth, for the expected error.
    lam : float
        λ of the ridge penalty, 0 or more.
    highest : int
        The highest degree, at most 15.

    Returns
    -------
    PolynomialFits
        The highest + 1 fits, with their training errors and expected errors.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Polynomial basis functions", here in powers of x/3. For λ: "ℓ₂ regularization:
    penalizing large weights".

    Examples
    --------
    >>> import kernel_core as kc
    >>> line = kc.datasets.sine()
    >>> fits = fit_by_degree(*line.sample(20, seed=0), line, highest=5)
    >>> fits.w.shape, bool((fits.train[1:] <= fits.train[:-1] + 1e-12).all())
    ((6, 6), True)
    """
    degrees = range(check_count(highest, "highest", 0) + 1)
    w, freedom = np.zeros((len(degrees), highest + 1)), []
    for M in degrees:
        design = DesignMatrix(x, M)
        w[M, : M + 1] = design.ridge(y, lam)
        freedom.append(design.shrinkage_factors(lam).sum())
    return _fits(np.array(degrees), w, x, y, line, freedom)


def fit_along_lam(
    x: ArrayLike, y: ArrayLike, line: NoisyFunction, M: int, lams: ArrayLike
) -> PolynomialFits:
    """Fit polynomials of one degree by ridge regression, for several λ.

    Parameters
    ----------
    x : array_like of shape (n,) or (n, 1)
        Points on the line.
    y : array_like of shape (n,)
        Targets.
    line : NoisyFunction
        The truth, for the expected error.
    M : int
        The degree, 0 to 15.
    lams : array_like of shape (S,)
        The values of λ from 0, which is least squares, to inf, which is w = 0.

    Returns
    -------
    PolynomialFits
        The S fits, with their training errors and expected errors.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "ℓ₂ regularization: penalizing large weights": w* = (XᵀX + λI)⁻¹Xᵀy, here in powers of
    x/3.

    Examples
    --------
    >>> import kernel_core as kc
    >>> line = kc.datasets.sine()
    >>> fits = fit_along_lam(*line.sample(20, seed=0), line, M=9, lams=[0, 1e-3, 1])
    >>> fits.degrees_of_freedom.round(1).tolist()
    [10.0, 7.1, 3.2]
    """
    design, lams = DesignMatrix(x, M), np.asarray(lams, dtype=float).ravel()
    w = np.array([design.ridge(y, lam) for lam in lams]).reshape(-1, M + 1)
    return _fits(lams, w, x, y, line, [design.shrinkage_factors(lam).sum() for lam in lams])


def _fits(
    stops: np.ndarray,
    w: np.ndarray,
    x: ArrayLike,
    y: ArrayLike,
    line: NoisyFunction,
    freedom: list[float],
) -> PolynomialFits:
    off = w @ powers(x, w.shape[1] - 1).T - np.asarray(y, dtype=float)
    return PolynomialFits(
        stops, w, np.square(off).mean(axis=1), expected_error(w, line), np.array(freedom)
    )


def _check_lam(lam: float) -> float:
    if not lam >= 0:
        raise ValueError(f"lam must be 0 or more, or infinite; it was {lam!r}.")
    return float(lam)


@dataclass(frozen=True, eq=False)
class Posterior:
    """The Bayesian view of ridge regression: the posterior distribution of w given the data.

    Attributes
    ----------
    noise : float
        Standard deviation of the noise on each y.
    prior : float
        Standard deviation of the prior w ~ N(0, prior² I).
    mean : ndarray of shape (M + 1,)
        The most probable w, which is the ridge solution for λ = noise²/prior².
    cov : ndarray of shape (M + 1, M + 1)
        The covariance matrix, noise² (XᵀX + λI)⁻¹.

    Notes
    -----
    Note 001, "ℓ₂ regularization: penalizing large weights": ridge regression corresponds to a
    Gaussian prior for w.

    Examples
    --------
    >>> belief = posterior([0.0, 1.0], [0.0, 1.0], M=1, noise=0.1, prior=1.0)
    >>> round(belief.lam, 6), belief.mean.round(2).tolist()
    (0.01, [0.08, 2.54])
    """

    noise: float
    prior: float
    mean: np.ndarray
    cov: np.ndarray

    @property
    def lam(self) -> float:
        """λ = noise²/prior²."""
        return (self.noise / self.prior) ** 2

    def sample_functions(
        self, x: ArrayLike, count: int, seed: int, *, prior: bool = False
    ) -> np.ndarray:
        """Sample functions from the posterior and evaluate them at x (n,), shape (count, n).

        With `prior`, they are sampled from the prior instead. The same seed gives the same random
        numbers.
        """
        z = np.random.default_rng(check_count(seed, "seed", 0)).standard_normal(
            (check_count(count, "count"), len(self.mean))
        )
        if prior:
            w = self.prior * z
        else:
            d, V = np.linalg.eigh(self.cov)
            w = self.mean + z * np.sqrt(np.maximum(d, 0.0)) @ V.T
        return w @ powers(x, len(self.mean) - 1).T


def posterior(x: ArrayLike, y: ArrayLike, M: int, noise: float, prior: float) -> Posterior:
    """Compute the posterior of a polynomial's coefficients.

    Parameters
    ----------
    x : array_like of shape (n,) or (n, 1)
        Points on the line.
    y : array_like of shape (n,)
        Targets.
    M : int
        The degree, 0 to 15.
    noise : float
        Standard deviation of the noise on each y, above 0.
    prior : float
        Standard deviation of each coefficient under the prior, above 0.

    Returns
    -------
    Posterior
        A normal distribution over w.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "ℓ₂ regularization: penalizing large weights": a Gaussian prior for w gives ridge
    regression with λ = noise²/prior².

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.sine().sample(30, seed=0)
    >>> belief = posterior(X, y, M=5, noise=0.2, prior=5.0)
    >>> belief.sample_functions([0.0, 1.0], count=3, seed=0).shape
    (3, 2)
    """
    noise, prior = check_number(noise, "noise", "above 0"), check_number(prior, "prior", "above 0")
    design, lam = DesignMatrix(x, M), (noise / prior) ** 2
    cov = (design.Vt.T * (noise**2 / (design.d**2 + lam))) @ design.Vt
    return Posterior(noise, prior, design.ridge(y, lam), cov)
