"""An interior-point method for the soft margin: Mehrotra's predictor–corrector method.

The problem of note 001, "SVM primal formulation", in dual variables a, with slacks xi, excesses g
and Q_ij = y_i y_j K_ij:

    primal   minimise ½ aᵀQ a + C Σ xi_i,   (Q a)_i + y_i b = 1 - xi_i + g_i,   xi_i, g_i >= 0
    dual     maximise Σ a_i - ½ aᵀQ a,      0 <= a_i <= C,   Σ y_i a_i = 0 with an intercept b

At the optimum a_i g_i = 0 and (C - a_i) xi_i = 0. During the iterations all a_i, C - a_i, g_i and
xi_i stay above 0, and all products go to 0 at about the same rate; mu is their mean. If the
examples have weights, each has its own C.
"""

from __future__ import annotations

import numpy as np

from kernel_core.solvers.linalg import solve_or_lstsq

STEP_FRACTION = 0.995  # largest step, as a share of the distance to the nearest bound


class InteriorPoint:
    """The variables of the method: b and a, z = C - a, excess g and slack xi of shape (m,).

    After a step, `to_zero` and `to_top` (m,) mark the entries of a that go to 0 and to C.

    Examples
    --------
    >>> state = InteriorPoint(np.eye(2), np.array([1.0, -1.0]), np.full(2, 2.0), intercept=False)
    >>> before = state.mu
    >>> state.step()
    >>> state.mu < before
    True
    """

    def __init__(self, K: np.ndarray, y: np.ndarray, C: np.ndarray, intercept: bool) -> None:
        self.Q, self.y, self.intercept = y[:, None] * K * y, y, intercept
        self.a = np.minimum(C / 2, 1.0 / (K.diagonal().mean() or 1.0))
        self.z, self.b = C - self.a, 0.0
        shortfall = 1.0 - self.Q @ self.a
        self.g, self.xi = np.maximum(-shortfall, 0.0) + 1.0, np.maximum(shortfall, 0.0) + 1.0

    @property
    def mu(self) -> float:
        """The mean of all products a_i g_i and z_i xi_i."""
        return float(self.a @ self.g + self.z @ self.xi) / (2 * len(self.a))

    def step(self) -> None:
        """Compute a predictor step, which aims at products of 0; then take the corrected step."""
        ag, zxi = self.a * self.g, self.z * self.xi
        da, _, dg, dxi = self.direction(-ag, -zxi)
        t = self.max_step_length(da, dg, dxi)
        ahead = (self.a + t * da) @ (self.g + t * dg) + (self.z - t * da) @ (self.xi + t * dxi)
        aim = self.mu * (ahead / (ag.sum() + zxi.sum())) ** 3
        da, db, dg, dxi = self.direction(aim - ag - da * dg, aim - zxi + da * dxi)
        t = STEP_FRACTION * self.max_step_length(da, dg, dxi)
        # If a product goes to 0, its factor that decreases faster is 0 at the optimum.
        self.to_zero = da / self.a < dg / self.g
        self.to_top = -da / self.z < dxi / self.xi
        self.a, self.z, self.b = self.a + t * da, self.z - t * da, self.b + t * db
        self.g, self.xi = self.g + t * dg, self.xi + t * dxi

    def direction(
        self, ag: np.ndarray, zxi: np.ndarray
    ) -> tuple[np.ndarray, float, np.ndarray, np.ndarray]:
        """Compute the step da, db, dg, dxi of Newton's method.

        The step changes a g by `ag` and z xi by `zxi`, to first order. It satisfies the equation of
        the primal and, with an intercept, Σ y_i a_i = 0. With D = diag(g/a + xi/z) the system is
        (Q + D) da + y db = r. Scaled by D^-½ on both sides, its matrix is D^-½ Q D^-½ + I, which is
        regular even if Q is singular.
        """
        a, z, g, xi, y = self.a, self.z, self.g, self.xi, self.y
        s = 1.0 / np.sqrt(g / a + xi / z)
        B = s[:, None] * self.Q * s
        B.flat[:: len(s) + 1] += 1.0
        r = 1.0 - self.Q @ a - y * self.b - xi + g - zxi / z + ag / a
        if self.intercept:
            u, v = s * solve_or_lstsq(B, s[:, None] * np.column_stack([r, y])).T
            db = float((y @ u + y @ a) / (y @ v))
            da = u - db * v
        else:
            da, db = s * solve_or_lstsq(B, s * r), 0.0
        return da, db, (ag - g * da) / a, (zxi + xi * da) / z

    def max_step_length(self, da: np.ndarray, dg: np.ndarray, dxi: np.ndarray) -> float:
        """Return the share of a step, at most 1, at which the first variable reaches 0."""
        iterate = np.concatenate([self.a, self.z, self.g, self.xi])
        change = np.concatenate([da, -da, dg, dxi])
        return float(np.min(iterate[change < 0] / -change[change < 0], initial=1.0))
