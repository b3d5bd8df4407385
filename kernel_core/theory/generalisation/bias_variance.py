"""Bias and variance: the same fit on many data sets from one source (001, bias-variance tradeoff).

A ridge fit is linear in its targets, w = Aᵀy. So the noise is averaged over exactly: the expected
fit on data set k is Aᵀtruth, the fit of targets without noise, and the noise adds s² Σ_i (Aφ)_i² to
its variance at x. With f* the mean of the D expected fits, and the mean over x as in `polynomials`:

    bias² = ∫ (f* - truth)²      variance = ∫ (1/D) Σ_k E (f_k - f*)²      noise = s²

They add up to the expected error over the places of the D data sets and all their noise, exactly.

The D fits at hand give an estimate: f̄, their mean, for f*. It has noise left, a D-th of what single
fits have, and so its bias² is too large by that much on average, see `leftover`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...datasets.regression_data import HIGH, LOW, NoisyFunction
from ...learners.polynomial_regression import MAX_DEGREE, DesignMatrix, powers, quadrature
from ...validation import check_count

N_DATA_SETS = 50


@dataclass(frozen=True, eq=False)
class BiasVariance:
    """At S stops (degrees, or values of λ), from D data sets; curves at x (G,).

    stops, bias2, variance (S,) and the number noise; sample_bias2 and sample_variance (S,) what the
    D fits alone would say; leftover (S,) what noise adds to sample_bias2 on average; truth (G,),
    fits (S, D, G) the single fits and expected (S, G) the expected fit f*.
    """

    stops: np.ndarray
    bias2: np.ndarray
    variance: np.ndarray
    noise: float
    sample_bias2: np.ndarray
    sample_variance: np.ndarray
    leftover: np.ndarray
    x: np.ndarray
    truth: np.ndarray
    fits: np.ndarray
    expected: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """The mean of the D fits at each stop, f̄, shape (S, G)."""
        return self.fits.mean(axis=1)

    @property
    def total(self) -> np.ndarray:
        """bias² + variance + noise: the expected error, shape (S,)."""
        return self.bias2 + self.variance + self.noise


def data_sets(
    line: NoisyFunction, n: int, count: int, seed: int
) -> list[tuple[np.ndarray, np.ndarray]]:
    """`count` data sets of n points, X (n, 1) and y (n,), each with places and noise of its own."""
    seed = check_count(seed, "seed", 0)
    return [line.sample(n, seed * 10_000 + k) for k in range(check_count(count, "count"))]


def bias_variance_by_degree(
    line: NoisyFunction,
    n: int,
    *,
    lam: float = 0.0,
    highest: int = MAX_DEGREE,
    count: int = N_DATA_SETS,
    seed: int = 0,
    x: ArrayLike | None = None,
) -> BiasVariance:
    """Along the degree M = 0, …, `highest`, at one λ, on `count` data sets of n points."""
    sets, degrees = (
        data_sets(line, n, count, seed),
        np.arange(check_count(highest, "highest", 0) + 1),
    )
    maps = ([DesignMatrix(X, M).ridge(np.eye(n), lam) for X, _ in sets] for M in degrees.tolist())
    return _decompose(line, sets, degrees, maps, x)


def bias_variance_along_lam(
    line: NoisyFunction,
    n: int,
    M: int,
    lams: ArrayLike,
    *,
    count: int = N_DATA_SETS,
    seed: int = 0,
    x: ArrayLike | None = None,
) -> BiasVariance:
    """Along λ in lams (S,), at one degree M, on the same data sets."""
    sets = data_sets(line, n, count, seed)
    designs = [DesignMatrix(X, M) for X, _ in sets]
    lams = np.asarray(lams, dtype=float).ravel()
    maps = ([design.ridge(np.eye(n), lam) for design in designs] for lam in lams)
    return _decompose(line, sets, lams, maps, x)


def _decompose(
    line: NoisyFunction,
    sets: list[tuple[np.ndarray, np.ndarray]],
    stops: np.ndarray,
    maps: Iterable[list[np.ndarray]],
    x: ArrayLike | None,
) -> BiasVariance:
    """The table from the maps A (n, M + 1) of all fits, w = Aᵀy, a list of D for each stop."""
    x = np.linspace(LOW, HIGH, 121) if x is None else np.asarray(x, dtype=float)
    nodes, weights = quadrature()
    truth, rows = line.truth(nodes), []
    targets = np.array([y for _, y in sets])  # (D, n)
    noiseless = np.array([line.truth(X[:, 0]) for X, _ in sets])
    for A in map(np.array, maps):  # (D, n, M + 1)
        M = A.shape[2] - 1
        w = np.einsum("kn,knj->kj", targets, A)
        centre = np.einsum("kn,knj->kj", noiseless, A)  # of each data set: its expected fit
        f, g = (v @ powers(nodes, M).T for v in (w, centre))
        noisy = line.s**2 * np.square(A @ powers(nodes, M).T).sum(axis=1).mean(axis=0) @ weights
        rows.append(
            (
                np.square(g.mean(axis=0) - truth) @ weights,
                g.var(axis=0) @ weights + noisy,
                np.square(f.mean(axis=0) - truth) @ weights,
                f.var(axis=0) @ weights,
                noisy / len(sets),
                w @ powers(x, M).T,
                centre.mean(axis=0) @ powers(x, M).T,
            )
        )
    bias2, variance, sample_bias2, sample_variance, leftover, fits, expected = map(
        np.array, zip(*rows, strict=True)
    )
    return BiasVariance(
        stops, bias2, variance, line.s**2, sample_bias2, sample_variance, leftover,
        x, line.truth(x), fits, expected,
    )  # fmt: skip
