"""Why alpha_i is what it is: alpha_i = -L'(f(x_i), y_i) / (λm). 000, Theorem 2.1; 002.

At a minimiser the gradient c Σ L'(f_i, y_i) φ(x_i) + λθ is 0, with c = 1/m for the mean of the
losses and 1 for their sum, so θ = Σ alpha_i φ(x_i) with alpha_i = -c L'(f_i, y_i) / λ. At a kink L'
may be any slope between those on its two sides, and alpha_i anything between the two that they
give. The proof in 000 loses the 1/m; 002 has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...base_loss import Loss
from ...duality_gap import risk_weight
from ...solution import Solution

KINK_TOL = 1e-6  # a point nearer to a kink is on it: a solver's tolerance may leave it so far


@dataclass(frozen=True, eq=False)
class Stationarity:
    """Both sides of alpha_i = -c L'(f_i, y_i) / λ.

    Attributes
    ----------
    alpha : ndarray of shape (m,)
        The left-hand side.
    expected : ndarray of shape (m,)
        The value of the right-hand side that is nearest to alpha.
    low, high : ndarray of shape (m,)
        Bounds of the right-hand side, equal but at a kink.
    notes : ndarray of shape (m,)
        -L' / λ for the same L', without the c, as 000's proof has it.

    Notes
    -----
    000, Theorem 2.1; 002, which has the c = 1/m that the proof in 000 loses.

    Examples
    --------
    >>> import kernel_core as kc
    >>> solution = kc.fit([[1.0], [-1.0]], [1.0, -1.0], kc.Linear(), kc.Squared(), 1.0)
    >>> kc.theory.check_stationarity(solution).violation < 1e-9
    True
    """

    alpha: np.ndarray
    expected: np.ndarray
    low: np.ndarray
    high: np.ndarray
    notes: np.ndarray

    @property
    def violation(self) -> float:
        """The largest |alpha_i - expected_i|: 0 at an exact minimiser."""
        return float(np.abs(self.alpha - self.expected).max())


def subgradient(
    loss: Loss, z: ArrayLike, y: ArrayLike, near: float = KINK_TOL
) -> tuple[np.ndarray, np.ndarray]:
    """The slopes of the loss at z: one, or at a kink all between two.

    Parameters
    ----------
    loss : Loss
        A convex loss.
    z : array_like of any shape
        Decision values.
    y : array_like of the same shape
        Labels or targets.
    near : float
        A z closer than this to a kink is taken to be on it.

    Returns
    -------
    low, high : ndarray
        In the shape of z; two equal numbers but at a kink.

    Raises
    ------
    ValueError
        For the zero-one loss, which has no slope.

    Notes
    -----
    The proof of 000, Theorem 2.1 is for a loss with a derivative L'. At a kink its place is taken
    by the interval from the left to the right derivative.

    References
    ----------
    R. T. Rockafellar, Convex Analysis, 1970.

    Examples
    --------
    >>> import kernel_core as kc
    >>> low, high = kc.theory.subgradient(kc.Hinge(), [0.0, 1.0], [1.0, 1.0])
    >>> low.tolist(), high.tolist()
    ([-1.0, -1.0], [-1.0, -0.0])
    """
    if loss.smooth:
        slope = loss.derivative(z, y)
        return slope, slope
    return loss.derivative(np.subtract(z, near), y), loss.derivative(np.add(z, near), y)


def check_stationarity(solution: Solution) -> Stationarity:
    """Both sides of the representer theorem's alpha, for a solution.

    Parameters
    ----------
    solution : Solution
        A fit with λ above 0; an intercept may be in it, for the gradient in θ gives alpha.

    Returns
    -------
    Stationarity
        Both sides of alpha_i = -c L'(f_i, y_i) / λ.

    Raises
    ------
    ValueError
        For lam = 0.

    Notes
    -----
    000, Theorem 2.1; 002.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X, y = kc.datasets.moons().sample(30, seed=0)
    >>> solution = kc.fit(X, y, kc.RBF(0.5), kc.Logistic(), 0.1, tol=1e-12)
    >>> kc.theory.check_stationarity(solution).violation < 1e-6
    True
    """
    s = solution
    if s.lam == 0:
        raise ValueError("With lam = 0 the slopes do not say what alpha is: take lam > 0.")
    weight = risk_weight(s.risk, len(s.y)) / s.lam
    steepest, flattest = subgradient(s.loss, s.decision(s.X), s.y)
    low, high = -weight * flattest, -weight * steepest
    expected = np.clip(s.alpha, low, high)
    return Stationarity(s.alpha, expected, low, high, expected / (weight * s.lam))
