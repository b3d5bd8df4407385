"""Least squares constrained to a ball, and the isotropic case: the effect of ℓ₂, ℓ₁ and ℓ₀ (note
001).

    minimise RSS(w) = (w - ŵ)ᵀA(w - ŵ) + RSS(ŵ)   subject to   ψ(w) <= β,   A = XᵀX

Here w is a point of the plane, so that the problem can be drawn: the level sets of RSS are ellipses
around ŵ, and the solution is the point where a growing ellipse first touches the ball, or ŵ if the
ball contains it. ψ is ‖w‖₂ (disc), ‖w‖₁ (diamond), or ‖w‖₀, the number of non-zero entries. In note
001 ψ is ‖w‖₂², so the radius of the disc is √β there.

The solution also minimises G(w) of note 001 for the corresponding λ: RSS(w) + λ‖w‖₂² (disc) or
RSS(w) + λ‖w‖₁ (diamond).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core.validation import check_choice, check_count, check_lam, check_number

NORM_BALLS = ("l2", "l1", "l0")


@dataclass(frozen=True, eq=False)
class ConstrainedMinimum:
    """The solution w (2,), with RSS measured from its minimum: primal = (w - ŵ)ᵀA(w - ŵ).

    gradient (2,) = 2A(w - ŵ) is normal to the level set. lam is the multiplier λ: 0 where the ball
    contains ŵ, and NaN for ℓ₀, which has no multiplier. dual is a lower bound of RSS
    on the ball: for the disc and the diamond the minimum over the ball of the tangent plane of RSS
    at w. For ℓ₀ all supports are tried, so dual equals primal.
    """

    w: np.ndarray
    gradient: np.ndarray
    lam: float
    primal: float
    dual: float

    @property
    def gap(self) -> float:
        """(primal - dual) / max(1, primal)."""
        return (self.primal - self.dual) / max(1.0, self.primal)


def minimise_on_ball(A: ArrayLike, w_hat: ArrayLike, beta: float, ball: str) -> ConstrainedMinimum:
    """Minimise RSS in the plane over a ball of ℓ₂, ℓ₁ or ℓ₀.

    Parameters
    ----------
    A : array_like of shape (2, 2)
        XᵀX, symmetric and positive definite.
    w_hat : array_like of shape (2,)
        ŵ, the solution without the constraint.
    beta : float
        The ball's radius β, above 0; for "l0" the largest number of non-zero entries, rounded down.
    ball : {"l2", "l1", "l0"}
        The disc ‖w‖₂ <= β, the diamond ‖w‖₁ <= β, or at most β non-zero entries.

    Returns
    -------
    ConstrainedMinimum
        w, with RSS measured from its minimum, the multiplier λ and a lower bound.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Why does ℓ₁ regularization encourage sparse solutions?": argmin RSS(w) subject to
    ψ(w) <= β. There ψ is ‖w‖₂², and the radius of the disc is √β.

    Examples
    --------
    >>> found = minimise_on_ball([[1.0, 0.0], [0.0, 1.0]], [2.0, 0.5], 1.0, "l1")
    >>> found.w.tolist(), found.lam
    ([1.0, 0.0], 2.0)
    """
    A, w_hat = _check(A, w_hat)
    beta = check_number(beta, "beta", "above 0")
    if check_choice(ball, "The ball", NORM_BALLS) == "l0":
        return _best_subset(A, w_hat, beta)
    length, dual_norm = (1, np.inf) if ball == "l1" else (2, 2)
    if np.linalg.norm(w_hat, length) <= beta:
        return ConstrainedMinimum(w_hat.copy(), np.zeros(2), 0.0, 0.0, 0.0)
    w = _on_diamond(A, w_hat, beta) if ball == "l1" else _on_disc(A, w_hat, beta)
    gradient = 2 * A @ (w - w_hat)
    # On the ball gradientᵀw >= -β dual_length.
    dual_length = float(np.linalg.norm(gradient, dual_norm))
    primal = float((w - w_hat) @ gradient / 2)
    # At the solution the gradient is -λ s with a subgradient s of ‖w‖₁, or -2λw.
    lam = dual_length if ball == "l1" else dual_length / (2 * beta)
    return ConstrainedMinimum(
        w, gradient, lam, primal, primal - max(float(gradient @ w) + beta * dual_length, 0.0)
    )


def _on_disc(A: np.ndarray, w_hat: np.ndarray, beta: float) -> np.ndarray:
    """Find w = (A + λI)⁻¹Aŵ with ‖w‖ = β by Newton's method on 1/‖w(λ)‖ = 1/β.

    1/‖w‖ is concave and increases with λ, so that Newton's method converges
    monotonically from λ = 0.
    """
    d, V = np.linalg.eigh(A)
    b, lam = d * (V.T @ w_hat), 0.0
    for _ in range(60):
        w = b / (d + lam)
        norm = np.linalg.norm(w)
        step = (norm / beta - 1) * norm**2 / (w @ (w / (d + lam)))
        if not step > 1e-16 * lam:
            break
        lam += step
    return V @ (w * (beta / norm))


def _on_diamond(A: np.ndarray, w_hat: np.ndarray, beta: float) -> np.ndarray:
    """Find the best point of the four edges, including corners, where an entry is exactly 0."""
    best, least_rss = np.full(2, np.nan), np.inf
    for signs in np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]]):
        start, along = np.array([beta * signs[0], 0.0]), beta * np.array([-signs[0], signs[1]])
        t = along @ A @ (w_hat - start) / (along @ A @ along)
        w = np.array([0.0, along[1]]) if t >= 1 else start + max(t, 0.0) * along
        rss = (w - w_hat) @ A @ (w - w_hat)
        if rss < least_rss:
            best, least_rss = w, rss
    return best


def _best_subset(A: np.ndarray, w_hat: np.ndarray, beta: float) -> ConstrainedMinimum:
    """Find the best w with at most β non-zero entries, by trying every support."""
    gradient = A @ w_hat
    options = [np.zeros(2)]
    if beta >= 1:
        options += [np.array([gradient[0] / A[0, 0], 0.0]), np.array([0.0, gradient[1] / A[1, 1]])]
    if beta >= 2:
        options = [w_hat.copy()]
    rss = [float((w - w_hat) @ A @ (w - w_hat)) for w in options]
    k = int(np.argmin(rss))
    return ConstrainedMinimum(options[k], 2 * A @ (options[k] - w_hat), np.nan, rss[k], rss[k])


def level_set(A: ArrayLike, w_hat: ArrayLike, rss: float, n: int = 121) -> np.ndarray:
    """Return points on the ellipse (w - ŵ)ᵀA(w - ŵ) = rss, in order around it.

    Parameters
    ----------
    A : array_like of shape (2, 2)
        XᵀX, symmetric and positive definite.
    w_hat : array_like of shape (2,)
        The centre ŵ.
    rss : float
        The level, 0 or more.
    n : int
        The number of points; the last equals the first.

    Returns
    -------
    ndarray of shape (n, 2)
        The points.

    Raises
    ------
    ValueError
        For invalid input.

    Notes
    -----
    Note 001, "Why does ℓ₁ regularization encourage sparse solutions?": RSS(w) - RSS(ŵ) is
    (w - ŵ)ᵀXᵀX(w - ŵ), so each contour of RSS is an ellipse about ŵ.

    Examples
    --------
    >>> level_set([[1.0, 0.0], [0.0, 4.0]], [0.0, 0.0], 4.0, n=5).shape
    (5, 2)
    """
    A, w_hat = _check(A, w_hat)
    rss = check_number(rss, "The level rss", "of at least 0")
    d, V = np.linalg.eigh(A)
    t = np.linspace(0, 2 * np.pi, check_count(n, "n"))
    return w_hat + np.sqrt(rss) * (np.column_stack([np.cos(t), np.sin(t)]) / np.sqrt(d)) @ V.T


def _check(A: ArrayLike, w_hat: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    A, w_hat = np.array(A, dtype=float), np.array(w_hat, dtype=float)
    if A.shape != (2, 2) or w_hat.shape != (2,) or not np.isfinite([*A, w_hat]).all():
        raise ValueError("A must be a 2 by 2 matrix and ŵ a point of the plane, both finite.")
    if A[0, 1] != A[1, 0] or not np.linalg.eigvalsh(A)[0] > 1e-12 * A.max():
        raise ValueError(
            "A = XᵀX must be symmetric and positive definite, so that ŵ is the unique minimiser."
        )
    return A, w_hat


def ridge_shrink(b: ArrayLike, lam: float) -> np.ndarray:
    """Minimise (w - b)² + λw², which gives b / (1 + λ), entry by entry.

    Parameters
    ----------
    b : array_like of any shape
        The least-squares coefficients ŵ = Xᵀy.
    lam : float
        λ, 0 or more.

    Returns
    -------
    ndarray
        In the shape of b.

    Raises
    ------
    ValueError
        If lam is negative or not finite.

    Notes
    -----
    Note 001, the isotropic case XᵀX = I: RSS + λψ separates into one such problem for each entry.

    Examples
    --------
    >>> ridge_shrink([3.0, 0.4], 1.0).tolist()
    [1.5, 0.2]
    """
    return np.asarray(b, dtype=float) / (1 + check_lam(lam))


def soft_threshold(b: ArrayLike, lam: float) -> np.ndarray:
    """Minimise (w - b)² + λ|w|, which moves b by λ/2 towards 0, entry by entry.

    Parameters
    ----------
    b : array_like of any shape
        The least-squares coefficients ŵ = Xᵀy.
    lam : float
        λ, 0 or more.

    Returns
    -------
    ndarray
        In the shape of b; 0 where |b| <= λ/2.

    Raises
    ------
    ValueError
        If lam is negative or not finite.

    Notes
    -----
    Note 001, the isotropic case XᵀX = I, with β for b: w_j is β_j - λ/2 where β_j > λ/2, β_j + λ/2
    where β_j < -λ/2, else 0.

    Examples
    --------
    >>> soft_threshold([3.0, 0.4], 1.0).tolist()
    [2.5, 0.0]
    """
    b = np.asarray(b, dtype=float)
    return np.sign(b) * np.maximum(np.abs(b) - check_lam(lam) / 2, 0.0)


def hard_threshold(b: ArrayLike, lam: float) -> np.ndarray:
    """Minimise (w - b)² + λ[w ≠ 0], which gives b where b² > λ, else 0, entry by entry.

    Parameters
    ----------
    b : array_like of any shape
        The least-squares coefficients ŵ = Xᵀy.
    lam : float
        λ, 0 or more.

    Returns
    -------
    ndarray
        In the shape of b.

    Raises
    ------
    ValueError
        If lam is negative or not finite.

    Notes
    -----
    Note 001, the isotropic case XᵀX = I: keeping b costs λ, setting w to 0 costs b².

    Examples
    --------
    >>> hard_threshold([3.0, 0.4], 1.0).tolist()
    [3.0, 0.0]
    """
    b = np.asarray(b, dtype=float)
    return np.where(np.square(b) > check_lam(lam), b, 0.0)
