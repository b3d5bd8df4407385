"""Objectives for descent methods: a convex risk in w with its certified optimum, and two functions
with a saddle (note 004)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Linear, Loss, Solution, fit
from kernel_core.duality_gap import primal_objective
from kernel_core.validation import check_choice, check_data, check_lam


class LinearRisk:
    """F(w) = (1/N) Σ L(wᵀx_n, y_n) + lam/2 ‖w‖²; F_n is the n-th loss plus the whole penalty.

    Parameters
    ----------
    X : array_like of shape (N, d)
        Examples as rows.
    y : array_like of shape (N,)
        Labels or targets.
    loss : Loss
        A loss with a curvature.
    lam : float
        λ, above 0, so that F has a unique minimiser.

    Raises
    ------
    ValueError
        If an argument is not valid, lam = 0, or the loss has a kink.

    Notes
    -----
    Note 000, eq. (2).

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> risk = LinearRisk([[1.0], [-2.0]], [1.0, -1.0], kc.Logistic(), 0.1)
    >>> w, solution = risk.optimum()
    >>> bool(abs(risk.gradient(w)[0]) < 1e-6), solution.gap <= 1e-10
    (True, True)
    """

    def __init__(self, X: ArrayLike, y: ArrayLike, loss: Loss, lam: float) -> None:
        self.X, self.y = check_data(X, y, loss)
        self.loss, self.lam = loss, check_lam(lam)
        if self.lam == 0:
            raise ValueError("A minimum is certain only for lam > 0: choose lam > 0.")
        loss.curvature(0.0, 1.0)  # raises ValueError for a loss with a kink, which has no curvature
        self.n_terms = len(self.y)

    def value(self, w: np.ndarray) -> float:
        """Evaluate F(w) for w (d,)."""
        return float(self.values(w[None])[0])

    def values(self, W: ArrayLike) -> np.ndarray:
        """Evaluate F at each row of W (n, d), shape (n,)."""
        W = np.asarray(W, dtype=float)
        losses = self.loss.value(W @ self.X.T, self.y)
        return primal_objective(losses, np.square(W).sum(axis=1), self.lam, 1 / self.n_terms)

    def gradient(self, w: np.ndarray) -> np.ndarray:
        """Compute ∇F(w), shape (d,)."""
        return self.loss.derivative(self.X @ w, self.y) @ self.X / self.n_terms + self.lam * w

    def component_gradient(self, w: np.ndarray, n: int) -> np.ndarray:
        """Compute ∇F_n(w), shape (d,); its mean over a random n is ∇F(w)."""
        return self.loss.derivative(self.X[n] @ w, self.y[n]) * self.X[n] + self.lam * w

    def hessian(self, w: np.ndarray) -> np.ndarray:
        """Compute ∇²F(w), shape (d, d)."""
        curvature = self.loss.curvature(self.X @ w, self.y) / self.n_terms
        return (self.X.T * curvature) @ self.X + self.lam * np.eye(len(w))

    def largest_curvature(self) -> float:
        """Compute the largest eigenvalue of ∇²F(0).

        For the logistic and the squared loss no point has a larger curvature.
        """
        return float(np.linalg.eigvalsh(self.hessian(np.zeros(self.X.shape[1])))[-1])

    def optimum(self) -> tuple[np.ndarray, Solution]:
        """Compute the minimiser w* (d,) and its certificate: primal = F(w*), dual <= min F."""
        solution = fit(self.X, self.y, Linear(), self.loss, self.lam, tol=1e-10)
        return solution.alpha @ self.X, solution


@dataclass(frozen=True)
class SaddleFunction:
    """F(u, v) = u² - v² or u² + v³, with a saddle at the origin, where the gradient is 0.

    Parameters
    ----------
    kind : {"strict", "degenerate"}
        "strict" is u² - v²: gradient descent escapes from the saddle, unless it starts with v = 0.
        "degenerate" is u² + v³: with small steps gradient descent converges to the saddle from
        every start with v >= 0.
    n_terms : int
        The number of terms F_n of F: one.

    Raises
    ------
    ValueError
        If kind is neither of the two.

    Notes
    -----
    Note 004, "Convergence guarantees of GD/SGD", which calls the first kind "good" and the second
    "bad".

    Examples
    --------
    >>> import numpy as np
    >>> saddle = SaddleFunction("strict")
    >>> saddle.hessian(np.zeros(2)).tolist()
    [[2.0, 0.0], [0.0, -2.0]]
    """

    kind: str = "strict"
    n_terms: int = 1

    def __post_init__(self) -> None:
        check_choice(self.kind, "kind", ("strict", "degenerate"))

    def value(self, w: np.ndarray) -> float:
        """Evaluate F(u, v) for w = (u, v)."""
        return float(self.values(w[None])[0])

    def values(self, W: ArrayLike) -> np.ndarray:
        """Evaluate F at each row of W (n, 2), shape (n,)."""
        u, v = np.asarray(W, dtype=float).T
        return u**2 - v**2 if self.kind == "strict" else u**2 + v**3

    def gradient(self, w: np.ndarray) -> np.ndarray:
        """Compute ∇F, shape (2,)."""
        u, v = w
        return np.array([2 * u, -2 * v if self.kind == "strict" else 3 * v**2])

    def hessian(self, w: np.ndarray) -> np.ndarray:
        """Compute ∇²F, shape (2, 2).

        At the saddle the smaller eigenvalue is -2 for the kind "strict", and 0 for "degenerate".
        """
        return np.diag([2.0, -2.0 if self.kind == "strict" else 6 * w[1]])
