"""Implicit regularisation: the limit of gradient descent where many solutions fit (note 001).

With fewer equations than unknowns, the minimisers of ‖Xw - y‖² form an affine subspace. The
gradient 2Xᵀ(Xw - y) lies in the row space of X, so descent never changes the component of w in the
null space. With the pseudoinverse X⁺ the limit of w is

    w_∞ = X⁺y + (I - X⁺X) w_0,

the minimum-norm solution X⁺y plus the component of the start in the null space. From w_0 = 0 the
limit is X⁺y, as for ridge regression with λ → 0, although no penalty favours a small norm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.validation import check_count, check_number, check_rows, check_vector


@dataclass(frozen=True, eq=False)
class LeastNormRun:
    """Gradient descent on ‖Xw - y‖² with fewer equations than unknowns, and its limit.

    Attributes
    ----------
    w : ndarray of shape (T + 1, d)
        The path, beginning with the start.
    rss : ndarray of shape (T + 1,)
        ‖Xw - y‖² along the path.
    least_norm : ndarray of shape (d,)
        X⁺y, the solution with the smallest norm.
    null_space_part : ndarray of shape (d,)
        (I - X⁺X) w_0, the component of the start that no step changes.

    Notes
    -----
    Note 001, "Implicit regularization": the steps converge to
    `limit` = least_norm + null_space_part.

    Examples
    --------
    >>> run = run_gradient_descent([[3.0, 4.0]], [5.0])
    >>> run.least_norm.round(6).tolist(), bool(run.distance[-1] < 1e-6)
    ([0.6, 0.8], True)
    """

    w: np.ndarray
    rss: np.ndarray
    least_norm: np.ndarray
    null_space_part: np.ndarray

    @property
    def limit(self) -> np.ndarray:
        """X⁺y + (I - X⁺X) w_0, shape (d,)."""
        return self.least_norm + self.null_space_part

    @property
    def distance(self) -> np.ndarray:
        """‖w_t - limit‖, shape (T + 1,)."""
        return np.linalg.norm(self.w - self.limit, axis=1)


def max_step_size(X: ArrayLike) -> float:
    """Return 1 / ‖X‖² for X (n, d): gradient descent converges if η is below it; inf if X = 0.

    ‖X‖ is the largest singular value. Along the singular direction with singular value σ, a step
    multiplies w - w_∞ by 1 - 2ησ². So no step increases the error if η < 1/σ² for every σ. Above
    this bound descent can diverge.
    """
    norm = np.linalg.norm(check_rows(X), 2)
    return float(1 / norm**2) if norm > 0 else np.inf


def _steps(X: np.ndarray, y: np.ndarray, w: np.ndarray, eta: float) -> Iterator[np.ndarray]:
    while True:
        w = w - eta * 2 * (X.T @ (X @ w - y))
        yield w


def run_gradient_descent(
    X: ArrayLike,
    y: ArrayLike,
    start: ArrayLike | None = None,
    *,
    eta: float | None = None,
    steps: int = 200,
) -> LeastNormRun:
    """Run gradient descent on ‖Xw - y‖², and compute its limit.

    Parameters
    ----------
    X : array_like of shape (n, d)
        Examples as rows.
    y : array_like of shape (n,)
        Targets.
    start : array_like of shape (d,), optional
        w_0; 0 by default.
    eta : float, optional
        The step size, above 0 and below 1/‖X‖²; half of this bound by default, but at most 1/2.
    steps : int
        The number of steps.

    Returns
    -------
    LeastNormRun
        The path and its limit.

    Raises
    ------
    ValueError
        For invalid input, and for an eta with which the descent may not converge.

    Notes
    -----
    Note 001, "Implicit regularization": from w_0 = 0 the limit is X⁺y, the limit of ridge
    regression for λ → 0.

    Examples
    --------
    >>> X, y = random_underdetermined_problem(3, 8, seed=0)
    >>> run = run_gradient_descent(X, y, steps=2000)
    >>> bool(abs(run.w[-1] - run.least_norm).max() < 1e-6)
    True
    """
    X, y, w, eta = _check_all(X, y, start, eta)
    walk = np.array([w, *islice(_steps(X, y, w, eta), check_count(steps, "steps"))])
    pinv = np.linalg.pinv(X)
    null_space_part = w - pinv @ (X @ w)
    return LeastNormRun(walk, np.square(walk @ X.T - y).sum(axis=1), pinv @ y, null_space_part)


def random_underdetermined_problem(n: int, d: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Sample a least-squares problem with fewer equations than unknowns.

    Parameters
    ----------
    n : int
        The number of equations.
    d : int
        The number of unknowns, more than n.
    seed : int
        The same seed gives the same problem.

    Returns
    -------
    X : ndarray of shape (n, d)
        Standard normal numbers.
    y : ndarray of shape (n,)
        Standard normal numbers.

    Raises
    ------
    ValueError
        For invalid input, and if n is not below d.

    Notes
    -----
    Note 001, "Implicit regularization": with n < d many w satisfy Xw = y, and the algorithm favours
    one.

    Examples
    --------
    >>> X, y = random_underdetermined_problem(3, 8, seed=0)
    >>> X.shape, y.shape
    ((3, 8), (3,))
    """
    if check_count(n, "n") >= check_count(d, "d"):
        raise ValueError(
            f"n = {n} equations for d = {d} unknowns may have a single solution: choose n < d."
        )
    rng = np.random.default_rng(check_count(seed, "seed", 0))
    return rng.standard_normal((n, d)), rng.standard_normal(n)


def _check_all(
    X: ArrayLike, y: ArrayLike, start: ArrayLike | None, eta: float | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    X = check_rows(X)
    y, d = check_vector(y, "y", len(X), "row of X"), X.shape[1]
    w = np.zeros(d) if start is None else check_vector(start, "The start", d, "column of X")
    longest = max_step_size(X)
    if eta is None:
        return X, y, w, min(longest, 1.0) / 2
    if check_number(eta, "eta", "above 0") >= longest:
        raise ValueError(
            f"With eta = {eta:.3g} the descent may not converge: for this X eta must be below "
            f"{longest:.3g}."
        )
    return X, y, w, float(eta)
