"""ℓ₁-regularised least squares by coordinate descent, with a certificate (note 001).

    primal  G(w) = ‖Xw - y‖² + λ‖w‖₁
    dual    D(θ) = ‖y‖² - ‖y - θ‖²     where |x_jᵀθ| <= λ/2 for every column x_j of X

No value of D is above any value of G. The dual point is the feasible multiple of the residual
y - Xw with the largest D.

In one coordinate the minimiser of G is the soft threshold (note 001, isotropic case, with ‖x_j‖² in
place of 1):

    w_j = S(x_jᵀ(y - Xw + x_j w_j), λ/2) / ‖x_j‖².

A pass over the coordinates finds the active set A of non-zero w_j, and their signs σ. For these
signs G is quadratic, and its minimiser solves X_AᵀX_A w_A = X_Aᵀy - λ/2 σ. So each round is one
pass over A and a few entries that join it, followed by steps to the minimiser for the current
signs. A step stops early where a w_j becomes 0; this w_j leaves A. G falls at every step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.duality_gap import EPS
from kernel_core.solvers.linalg import solve_or_lstsq
from kernel_core.validation import check_count, check_number, check_rows, check_vector

SLOPE_TOL = 1e-9  # allowed error of the slope at a minimiser, relative to λ/2
# Largest number of entries that join the active set at a time, so that the set does not outgrow n.
MAX_ENTERING = 4
NULL_SPACE_TOL = 1e-9  # smaller null-space components of the signs count as rounding error


@dataclass(frozen=True, eq=False)
class LassoSolution:
    """A lasso fit with its certificate: primal = G(w) >= optimum >= dual.

    Attributes
    ----------
    w : ndarray of shape (d,)
        The coefficients.
    lam : float
        λ, the weight of the penalty.
    primal, dual : float
        G(w), and a lower bound of the minimum.
    sweeps : int
        The number of rounds of coordinate descent.
    converged : bool
        Whether the relative gap is within tol.

    Notes
    -----
    Note 001, "ℓ₁ regularization as a proxy for ℓ₀ regularization": G(w) = ‖Xw - y‖² + λ‖w‖₁.
    `gap` = (primal - dual) / primal is relative, so that it is meaningful even where λ and G are
    tiny.

    References
    ----------
    R. Tibshirani, Regression shrinkage and selection via the lasso, 1996.

    Examples
    --------
    >>> fit = next(lasso_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 0.2], [1.0]))
    >>> fit.support.tolist(), fit.gap <= 1e-8
    ([0], True)
    """

    w: np.ndarray
    lam: float
    primal: float
    dual: float
    sweeps: int
    converged: bool

    @property
    def gap(self) -> float:
        """(primal - dual) / primal; 0 where both are 0."""
        return (self.primal - self.dual) / self.primal if self.primal > 0 else 0.0

    @property
    def support(self) -> np.ndarray:
        """The indices j with w_j ≠ 0."""
        return np.flatnonzero(self.w)


def max_useful_lam(X: ArrayLike, y: ArrayLike) -> float:
    """Return the smallest λ for which the lasso gives w = 0.

    Parameters
    ----------
    X : array_like of shape (n, d)
        Examples as rows.
    y : array_like of shape (n,)
        Targets.

    Returns
    -------
    float
        2 max_j |x_jᵀy|, over the columns x_j.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "ℓ₁ regularization as a proxy for ℓ₀ regularization": 0 minimises
    G(w) = RSS(w) + λ‖w‖₁ where λ >= 2 max_j |(Xᵀy)_j|.

    Examples
    --------
    >>> max_useful_lam([[1.0, 0.0], [0.0, 2.0]], [3.0, 1.0])
    6.0
    """
    X, y = _check(X, y)
    return 2 * float(np.abs(X.T @ y).max())


def lasso_path(
    X: ArrayLike,
    y: ArrayLike,
    lams: ArrayLike,
    *,
    start: ArrayLike | None = None,
    tol: float = 1e-8,
    max_sweeps: int = 1000,
) -> Iterator[LassoSolution]:
    """Fit the lasso for several λ, each starting from the solution for the previous λ.

    Parameters
    ----------
    X : array_like of shape (n, d)
        Examples as rows.
    y : array_like of shape (n,)
        Targets.
    lams : array_like of shape (S,)
        The values of λ, above 0; the order from large to small is fastest.
    start : array_like of shape (d,), optional
        The start for the first λ; 0 by default.
    tol : float
        The relative gap to reach, above 0.
    max_sweeps : int
        The maximum number of rounds of coordinate descent for each λ.

    Yields
    ------
    LassoSolution
        The solution for each λ, in order.

    Raises
    ------
    ValueError
        For invalid input; raised by the call, not by the first iteration.

    Notes
    -----
    Note 001, "ℓ₁ regularization as a proxy for ℓ₀ regularization": G(w) = RSS(w) + λ‖w‖₁.

    References
    ----------
    R. Tibshirani, Regression shrinkage and selection via the lasso, 1996.

    Examples
    --------
    >>> path = lasso_path([[1.0, 0.0], [0.0, 1.0]], [3.0, 0.2], [8.0, 1.0, 0.1])
    >>> [len(solution.support) for solution in path]
    [0, 1, 2]
    """
    X, y = _check(X, y)
    lams = [check_number(lam, "lam", "above 0") for lam in np.ravel(lams).tolist()]
    d = X.shape[1]
    w = np.zeros(d) if start is None else check_vector(start, "The start", d, "column of X")
    return _path(
        X, y, lams, w, check_number(tol, "tol", "above 0"), check_count(max_sweeps, "max_sweeps")
    )


def _path(
    X: np.ndarray, y: np.ndarray, lams: list[float], w: np.ndarray, tol: float, max_sweeps: int
) -> Iterator[LassoSolution]:
    gram = X.T @ X
    for lam in lams:
        best, sweeps = _certify(X, y, w, lam, 0, tol), 0
        while not best.converged and sweeps < max_sweeps:
            sweeps += 1
            w = _descend(X, y, gram, _sweep(X, y, gram, w, lam), lam)
            next_solution = _certify(X, y, w, lam, sweeps, tol)
            if not next_solution.primal < best.primal and not next_solution.converged:
                break  # the remaining gap is rounding error
            best = next_solution
        w = best.w
        yield best


def _sweep(X: np.ndarray, y: np.ndarray, gram: np.ndarray, w: np.ndarray, lam: float) -> np.ndarray:
    """Take one pass of coordinate descent over the active w_j and the few inactive w_j with the
    largest gradients.
    """
    w = w.copy()
    slack = X.T @ (y - X @ w)
    excess = np.where(w != 0, 0.0, np.abs(slack) - lam / 2)
    candidates = np.argsort(-excess, kind="stable")[:MAX_ENTERING]
    for j in [*np.flatnonzero(w).tolist(), *candidates[excess[candidates] > 0].tolist()]:
        g = gram[j, j]
        if g == 0:
            w[j] = 0.0
            continue
        z = slack[j] + g * w[j]
        new_w = np.copysign(max(abs(z) - lam / 2, 0.0), z) / g
        if new_w != w[j]:
            slack -= (new_w - w[j]) * gram[j]
            w[j] = new_w
    return w


def _descend(
    X: np.ndarray, y: np.ndarray, gram: np.ndarray, w: np.ndarray, lam: float
) -> np.ndarray:
    """Minimise G for the signs of w (d,); entries that become 0 on the way leave the active set."""
    w = w.copy()
    while (active_set := np.flatnonzero(w)).size:
        direction = _descent_direction(
            X[:, active_set],
            y - X @ w,
            gram[np.ix_(active_set, active_set)],
            np.sign(w[active_set]),
            lam,
        )
        is_shrinking = np.sign(w[active_set]) * direction < 0  # entries that move towards 0
        ratios = np.full(len(active_set), np.inf)
        ratios[is_shrinking] = -w[active_set][is_shrinking] / direction[is_shrinking]
        first = int(ratios.argmin())  # position of the entry that becomes 0 first
        image = X[:, active_set] @ direction
        decrease = float(image @ (y - X @ w)) - lam / 2 * float(np.sign(w[active_set]) @ direction)
        # G has its minimum at this multiple of the direction.
        lowest = decrease / float(image @ image) if image.any() else np.inf
        if not min(lowest, ratios[first]) < np.inf:
            break  # G does not decrease in this direction
        w[active_set] += min(lowest, ratios[first]) * direction
        if lowest < ratios[first]:
            break
        w[active_set[first]] = 0.0
    return w


def _descent_direction(
    X: np.ndarray, residual: np.ndarray, G: np.ndarray, signs: np.ndarray, lam: float
) -> np.ndarray:
    """Return the step to the minimiser for fixed signs, or a direction of unbounded descent.

    X (n, a) has the active columns, signs has shape (a,), and G here is XᵀX. Where G is nearly
    singular, the singular values of X are used, which have twice as many correct digits.
    """
    slope = X.T @ residual - lam / 2 * signs  # minus half of the objective's gradient
    if G.shape[0] <= len(residual):
        direction = solve_or_lstsq(G, slope)
        if np.abs(G @ direction - slope).max() <= SLOPE_TOL * lam / 2:
            return direction
    U, d, Vt = np.linalg.svd(X, full_matrices=False)
    reliable = d > EPS * max(X.shape) * d[0]
    U, d, Vt = U[:, reliable], d[reliable], Vt[reliable]
    remainder = signs - Vt.T @ (Vt @ signs)  # a step along the remainder changes only ‖w‖₁
    if np.abs(remainder).max() > NULL_SPACE_TOL:
        return -remainder
    return Vt.T @ (U.T @ residual / d - lam / 2 * (Vt @ signs) / d**2)


def _certify(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, lam: float, sweeps: int, tol: float
) -> LassoSolution:
    """Return w with its certificate."""
    residual = y - X @ w
    primal = float(residual @ residual + lam * np.abs(w).sum())
    steepest, norm2 = float(np.abs(X.T @ residual).max()), float(residual @ residual)
    # Choose the feasible multiple of the residual with the largest dual value.
    max_scale = lam / 2 / steepest if steepest > 0 else np.inf
    share = min(max(float(y @ residual) / norm2, -max_scale), max_scale) if norm2 > 0 else 0.0
    # Compute ‖y‖² - ‖y - θ‖² without cancellation.
    dual = share * float((2 * y - share * residual) @ residual)
    dual = min(dual, primal)
    converged = primal - dual <= tol * primal
    return LassoSolution(w, lam, primal, dual, sweeps, converged)


def _check(X: ArrayLike, y: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    X = check_rows(X)
    return X, check_vector(y, "y", len(X), "row of X")
