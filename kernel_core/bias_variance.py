"""Bias and variance: the same fit on many data sets from one source (001, bias-variance tradeoff).

With f_k the fit on data set k, f̄ their mean, and the mean over x as in `polynomials`:

    bias² = ∫ (f̄ - truth)²      variance = ∫ (1/D) Σ_k (f_k - f̄)²      noise = s²

Their sum is the average of the D expected errors, exactly: the cross terms vanish because f̄ is the
mean over these very fits, and because the noise of a new point knows nothing of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .lines import HIGH, LOW, Line
from .polynomials import HIGHEST, Design, powers, quadrature
from .stochastic import check_count

SETS = 50


@dataclass(frozen=True, eq=False)
class BiasVariance:
    """At S stops (degrees, or values of λ), from D data sets; curves at x (G,).

    stops, bias2, variance, total (S,) and the number noise; truth (G,), fits (S, D, G) the single
    fits and mean (S, G) theirs.
    """

    stops: np.ndarray
    bias2: np.ndarray
    variance: np.ndarray
    noise: float
    x: np.ndarray
    truth: np.ndarray
    fits: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """The mean fit at each stop, shape (S, G)."""
        return self.fits.mean(axis=1)

    @property
    def total(self) -> np.ndarray:
        """bias² + variance + noise: the average expected error, shape (S,)."""
        return self.bias2 + self.variance + self.noise


def data_sets(line: Line, n: int, count: int, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """`count` data sets of n points, X (n, 1) and y (n,), each with places and noise of its own."""
    seed = check_count(seed, "seed", 0)
    return [line.sample(n, seed * 10_000 + k) for k in range(check_count(count, "count"))]


def bias_variance_by_degree(
    line: Line,
    n: int,
    *,
    lam: float = 0.0,
    highest: int = HIGHEST,
    count: int = SETS,
    seed: int = 0,
    x: ArrayLike | None = None,
) -> BiasVariance:
    """Along the degree M = 0, …, `highest`, at one λ, on `count` data sets of n points."""
    sets, degrees = (
        data_sets(line, n, count, seed),
        np.arange(check_count(highest, "highest", 0) + 1),
    )
    fits = ([Design(X, M).ridge(y, lam) for X, y in sets] for M in degrees)
    return _spread(line, degrees, fits, x)


def bias_variance_along_lam(
    line: Line,
    n: int,
    M: int,
    lams: ArrayLike,
    *,
    count: int = SETS,
    seed: int = 0,
    x: ArrayLike | None = None,
) -> BiasVariance:
    """Along λ in lams (S,), at one degree M, on the same data sets."""
    sets = [(Design(X, M), y) for X, y in data_sets(line, n, count, seed)]
    lams = np.asarray(lams, dtype=float).ravel()
    fits = ([design.ridge(y, lam) for design, y in sets] for lam in lams)
    return _spread(line, lams, fits, x)


def _spread(
    line: Line, stops: np.ndarray, fits: Iterable[list[np.ndarray]], x: ArrayLike | None
) -> BiasVariance:
    """The table from the coefficients of all fits, a list of D for each stop."""
    x = np.linspace(LOW, HIGH, 121) if x is None else np.asarray(x, dtype=float)
    nodes, weights = quadrature()
    truth, bias2, variance, curves = line.truth(nodes), [], [], []
    for each in fits:
        w = np.array(each)  # (D, M + 1)
        f = w @ powers(nodes, w.shape[1] - 1).T
        bias2.append(np.square(f.mean(axis=0) - truth) @ weights)
        variance.append(f.var(axis=0) @ weights)
        curves.append(w @ powers(x, w.shape[1] - 1).T)
    tables = map(np.array, (bias2, variance))
    return BiasVariance(stops, *tables, line.s**2, x, line.truth(x), np.array(curves))
