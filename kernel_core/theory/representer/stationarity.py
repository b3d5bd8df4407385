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

from ...duality_gap import risk_weight
from ...loss import Loss
from ...solution import Solution

NEAR = 1e-6  # a point nearer to a kink is on it: a solver's tolerance may leave it so far


@dataclass(frozen=True, eq=False)
class Stationarity:
    """Both sides of alpha_i = -c L'(f_i, y_i) / λ, each array (m,).

    low <= high bound the right-hand side, and are equal but at a kink. expected is the value there
    that is nearest to alpha: the right-hand side itself for a smooth loss. notes is -L' / λ for the
    same L', without the c, as 000's proof has it.
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
    loss: Loss, z: ArrayLike, y: ArrayLike, near: float = NEAR
) -> tuple[np.ndarray, np.ndarray]:
    """The slopes [low, high] of L at z for labels y, elementwise: two equal numbers but at a kink.

    As L is convex its slope grows with z, so the slopes at z -+ near enclose it: a z closer than
    that to a kink is taken to be on it. ValueError for the zero-one loss, which has no slope.
    """
    if loss.smooth:
        slope = loss.derivative(z, y)
        return slope, slope
    return loss.derivative(np.subtract(z, near), y), loss.derivative(np.add(z, near), y)


def check_stationarity(solution: Solution) -> Stationarity:
    """Both sides of the representer theorem's alpha, for a solution with lam > 0.

    With an intercept too: it is the gradient in θ that gives alpha.
    """
    s = solution
    if s.lam == 0:
        raise ValueError("With lam = 0 the slopes do not say what alpha is: take lam > 0.")
    weight = risk_weight(s.risk, len(s.y)) / s.lam
    steepest, flattest = subgradient(s.loss, s.decision(s.X), s.y)
    low, high = -weight * flattest, -weight * steepest
    expected = np.clip(s.alpha, low, high)
    return Stationarity(s.alpha, expected, low, high, expected / (weight * s.lam))
