"""Bias and variance: the same fit on many data sets from one source (note 001, bias-variance
tradeoff).

A ridge fit is linear in its targets, w = Aᵀy. So the mean over the noise is exact: the expected fit
on data set k is Aᵀtruth, the fit to targets without noise, and the noise adds s² Σ_i (Aφ)_i² to the
variance of the fit at x, where φ has the powers of x/3. Let f_k be the fit on data set k, f* the
mean of the D expected fits, and ∫ the mean over x, as in `quadrature`:

    bias² = ∫ (f* - truth)²      variance = ∫ (1/D) Σ_k E (f_k - f*)²      noise = s²

Their sum is exactly the expected error, averaged over the D data sets and over all their noise.

The mean f̄ of the D fits estimates f*. It still has 1/D of the noise variance of individual fits,
so the bias² of this estimate is too large by this amount on average, see `leftover`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.datasets import NoisyFunction
from kernel_core.validation import check_count
from pages.regularisation.mathematics.polynomial_regression import (
    MAX_DEGREE,
    DesignMatrix,
    powers,
    quadrature,
)

N_DATA_SETS = 50


@dataclass(frozen=True, eq=False)
class BiasVariance:
    """Bias and variance at S stops, degrees or values of λ, from D data sets.

    Attributes
    ----------
    stops : ndarray of shape (S,)
        The degrees, or the values of λ.
    bias2, variance : ndarray of shape (S,)
        ∫ (f* - truth)² and ∫ (1/D) Σ_k E (f_k - f*)², in the module's notation.
    noise : float
        s², the variance of the noise.
    sample_bias2, sample_variance : ndarray of shape (S,)
        Bias² and variance, estimated from the D fits alone.
    leftover : ndarray of shape (S,)
        The mean amount that noise adds to sample_bias2.
    x : ndarray of shape (G,)
        The points at which the curves are evaluated.
    truth : ndarray of shape (G,)
        The truth at x.
    fits : ndarray of shape (S, D, G)
        The individual fits.
    expected : ndarray of shape (S, G)
        The expected fit f*.

    Notes
    -----
    Note 001, "Bias-variance tradeoff", explains both in words. That bias² + variance + noise is the
    expected squared error, `total`, is not in the notes.

    References
    ----------
    T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning, 2009.

    Examples
    --------
    >>> import kernel_core as kc
    >>> table = bias_variance_by_degree(kc.datasets.sine(), 15, highest=3, count=20)
    >>> table.total.shape, table.mean.shape
    ((4,), (4, 121))
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
    """Sample `count` data sets of n points, X (n, 1) and y (n,), each with its own points and
    noise."""
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
    """Compute bias and variance of polynomial fits of each degree up to `highest`.

    Parameters
    ----------
    line : NoisyFunction
        The source of the data.
    n : int
        The number of points of a data set.
    lam : float
        λ of the ridge penalty, 0 or more.
    highest : int
        The highest degree, at most 15.
    count : int
        The number of data sets.
    seed : int
        The random seed of the data sets.
    x : array_like of shape (G,), optional
        The points at which the curves are evaluated; by default 121, equally spaced.

    Returns
    -------
    BiasVariance
        One stop for each degree.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Bias-variance tradeoff", explains both in words; their sum with the noise is not in
    the notes. A ridge fit is linear in its targets, so the mean over the noise is exact.

    References
    ----------
    T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning, 2009.

    Examples
    --------
    >>> import kernel_core as kc
    >>> table = bias_variance_by_degree(kc.datasets.sine(), 15, highest=9, count=20)
    >>> bool(table.bias2[9] < table.bias2[1]), bool(table.variance[9] > table.variance[1])
    (True, True)
    """
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
    """Compute bias and variance of ridge fits of one degree, for several λ.

    Parameters
    ----------
    line : NoisyFunction
        The source of the data.
    n : int
        The number of points of a data set.
    M : int
        The degree, 0 to 15.
    lams : array_like of shape (S,)
        The values of λ, 0 or more.
    count : int
        The number of data sets.
    seed : int
        The random seed of the data sets.
    x : array_like of shape (G,), optional
        The points at which the curves are evaluated; by default 121, equally spaced.

    Returns
    -------
    BiasVariance
        One stop for each λ.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Bias-variance tradeoff", explains both in words; their sum with the noise is not in
    the notes.

    References
    ----------
    T. Hastie, R. Tibshirani and J. Friedman, The Elements of Statistical Learning, 2009.

    Examples
    --------
    >>> import kernel_core as kc
    >>> table = bias_variance_along_lam(kc.datasets.sine(), 15, 9, [1e-6, 1.0], count=20)
    >>> bool(table.bias2[0] < table.bias2[1]), bool(table.variance[0] > table.variance[1])
    (True, True)
    """
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
    """Compute bias and variance at each stop; `maps` yields, for each stop, the D matrices A
    (n, M + 1) of the fits w = Aᵀy."""
    x = np.linspace(line.low, line.high, 121) if x is None else np.asarray(x, dtype=float)
    nodes, weights = quadrature()
    truth, rows = line.truth(nodes), []
    targets = np.array([y for _, y in sets])  # (D, n)
    noiseless = np.array([line.truth(X[:, 0]) for X, _ in sets])
    for A in map(np.array, maps):  # (D, n, M + 1)
        M = A.shape[2] - 1
        w = np.einsum("kn,knj->kj", targets, A)
        centre = np.einsum("kn,knj->kj", noiseless, A)  # coefficients of the expected fits
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
