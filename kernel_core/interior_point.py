"""An interior-point method for the soft margin: Mehrotra's predictor and corrector.

The problem, with Q_ij = y_i y_j K_ij and margins y_i f_i = (Q a)_i + y_i b:

    primal   minimise ½ aᵀQ a + C Σ xi_i,   y_i f_i = 1 - xi_i + g_i,   xi_i, g_i >= 0
    dual     maximise Σ a_i - ½ aᵀQ a,      0 <= a_i <= C,   Σ y_i a_i = 0 with an intercept

At the optimum a_i g_i = 0 and (C - a_i) xi_i = 0. On the way both products are near one mu > 0, so
all of a_i, C - a_i, g_i, xi_i stay above 0, and mu goes to 0.
"""

from __future__ import annotations

import numpy as np

from .linear import solve

CLOSE = 0.995  # how much of the way to the nearest bound a step may go


class InteriorPoint:
    """The state: a (m,), its distance z = C - a to the upper bound, g (m,), xi (m,) and b."""

    def __init__(self, K: np.ndarray, y: np.ndarray, C: float, intercept: bool) -> None:
        self.Q, self.y, self.C, self.intercept = y[:, None] * K * y, y, C, intercept
        typical = 1.0 / (K.diagonal().mean() or 1.0)
        self.a = np.full(len(y), min(C / 2, typical))
        self.z, self.b = C - self.a, 0.0
        short = 1.0 - self.Q @ self.a
        self.g, self.xi = np.maximum(-short, 0.0) + 1.0, np.maximum(short, 0.0) + 1.0

    def step(self) -> None:
        """One step towards mu = 0: look how far the straight way leads, then aim accordingly."""
        mu = self.mean_product(*self.state())
        s, B = self.system()
        da, db, dg, dxi = self.direction(s, B, -self.a * self.g, -self.z * self.xi)
        t = self.longest(da, dg, dxi)
        ahead = self.mean_product(*self.moved(t, da, dg, dxi))
        mu *= (ahead / mu) ** 3  # the farther the straight way leads, the lower the aim
        da, db, dg, dxi = self.direction(
            s, B, mu - self.a * self.g - da * dg, mu - self.z * self.xi + da * dxi
        )
        t = min(1.0, CLOSE * self.longest(da, dg, dxi, beyond=True))
        self.a, self.z, self.g, self.xi = self.moved(t, da, dg, dxi)
        self.b += t * db
