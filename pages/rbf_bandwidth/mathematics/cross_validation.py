"""k-fold cross-validation of an RBF kernel's τ and of λ. Note 000 does not explain how to
choose them.

Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2009, section 7.10.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import kernel_core as kc

TIE_TOLERANCE = 1e-12  # mean errors that differ by at most this count as equal


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """The errors of k folds, at T bandwidths and L weights of the penalty, both ascending.

    Attributes
    ----------
    errors : ndarray, shape (k, T, L)
        The error on each fold of the fit to all other folds.
    gap : float
        The largest relative duality gap of these fits.

    Examples
    --------
    >>> import numpy as np
    >>> errors = np.array([[[0.5], [0.0], [0.1]], [[0.3], [0.2], [0.1]]])
    >>> cv = CrossValidation(errors)
    >>> cv.smallest(), cv.within_one_standard_error()
    ((2, 0), (2, 0))
    """

    errors: np.ndarray
    gap: float = 0.0

    @property
    def mean(self) -> np.ndarray:
        """The mean error over the folds, shape (T, L)."""
        return self.errors.mean(axis=0)

    @property
    def standard_error(self) -> np.ndarray:
        """The standard error of the mean, shape (T, L): the standard deviation, with the divisor
        k - 1, divided by √k."""
        return self.errors.std(axis=0, ddof=1) / np.sqrt(len(self.errors))

    def smallest(self) -> tuple[int, int]:
        """Return the setting with the smallest mean error, as indices of τ and λ; if there are
        several, the setting with the smoothest fit.
        """
        return _smoothest_setting(self.mean <= self.mean.min() + TIE_TOLERANCE)

    def within_one_standard_error(self) -> tuple[int, int]:
        """Return the setting with the smoothest fit, as indices of τ and λ, of those whose mean
        error is at most one standard error above the smallest.
        """
        at = self.smallest()
        return _smoothest_setting(
            self.mean <= self.mean[at] + self.standard_error[at] + TIE_TOLERANCE
        )


def _smoothest_setting(settings: np.ndarray) -> tuple[int, int]:
    """Return the indices (t, l) of the setting, among those marked in `settings` (T, L), with the
    largest λ and, if there are several, the largest τ.
    """
    t, lam = np.nonzero(settings)
    return int(t[lam == lam.max()].max()), int(lam.max())


def fold_numbers(m: int, k: int, seed: int) -> np.ndarray:
    """Assign m examples to k folds at random; the sizes of the folds differ by at most one.

    Returns
    -------
    ndarray, shape (m,)
        The fold of each example, from 0 to k - 1.

    Examples
    --------
    >>> sorted(fold_numbers(5, 2, seed=0).tolist())
    [0, 0, 0, 1, 1]
    """
    return np.random.default_rng([seed, m, k]).permutation(m) % k


def cross_validate(
    problem: kc.Problem, taus: Sequence[float], lams: Sequence[float], fold: np.ndarray
) -> CrossValidation:
    """At each setting and for each fold, fit all other folds and compute the error on the fold.

    Parameters
    ----------
    problem : Problem
        The examples and the loss, summed or averaged, with or without an intercept.
    taus, lams : sequences of float
        The settings, ascending.
    fold : ndarray, shape (m,)
        The fold of each example.

    Returns
    -------
    CrossValidation
        The errors; a value f = 0 counts as an error.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    >>> problem = kc.Problem(X, [-1, -1, 1, 1], kc.Hinge(), "sum")
    >>> cross_validate(problem, [1.0], [0.1], np.array([0, 1, 0, 1])).mean.tolist()
    [[0.0]]
    """
    k = int(fold.max()) + 1
    errors, gap = np.empty((k, len(taus), len(lams))), 0.0
    for j in range(k):
        out = fold == j
        X, y = problem.X[~out], problem.y[~out]
        rest = kc.Problem(X, y, problem.loss, problem.risk, problem.intercept)
        for t, tau in enumerate(taus):
            kernel = kc.RBF(tau)
            path = kc.sweep(rest, kernel, list(lams))
            f = kernel(problem.X[out], X) @ path.alpha.T + path.intercept
            gap = max(gap, float(path.gap.max()))
            errors[j, t] = (problem.y[out, None] * f <= 0).mean(axis=0)
    return CrossValidation(errors, gap)
