"""A linear classifier on the leading kernel principal components (notes 004 and 001).

The first q components of a point are the features of a linear support vector machine. With all
components and an intercept this machine is the kernel classifier: the components are coordinates of
the centred features, and centring only changes the intercept.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import kernel_core as kc
from pages.kernel_pca.mathematics.components import Components


@dataclass(frozen=True, eq=False)
class ComponentClassifier:
    """A linear classifier on components, as f(x) = Σ_i a_i K(x_i, x) + b.

    Attributes
    ----------
    alpha : ndarray of shape (m,)
        The coefficients a of the kernel expansion.
    intercept : float
        The intercept b.
    gap : float
        The relative duality gap of the fit.

    Notes
    -----
    A linear classifier on features, as in note 004; here the features are the kernel principal
    components.

    Examples
    --------
    >>> ComponentClassifier(np.ones(2), 0.5, 0.0).decision(np.eye(2)).tolist()
    [1.5, 1.5]
    """

    alpha: np.ndarray
    intercept: float
    gap: float

    def decision(self, columns: np.ndarray) -> np.ndarray:
        """Compute f (n,) from the kernel (m, n) between the examples and n points."""
        return self.alpha @ columns + self.intercept


def fit_on_components(
    components: Components, y: np.ndarray, count: int, lam: float
) -> ComponentClassifier:
    """Fit the SVM with an intercept on the first `count` components: Σ max(0, 1 - yf) + (λ/2)‖w‖².

    Notes
    -----
    With weights w, f(x) = Σ_j w_j s_j(x) + b; each s_j is a sum over the examples (note 001).

    Examples
    --------
    >>> from pages.kernel_pca.mathematics.components import leading_components
    >>> X = np.array([[-1.0], [1.0]])
    >>> line = fit_on_components(leading_components(X @ X.T, 1), np.array([-1.0, 1.0]), 1, 0.1)
    >>> line.decision(X @ X.T).round(6).tolist()
    [-1.0, 1.0]
    """
    scores = components.scores[:, :count]
    solution = kc.fit(scores, y, kc.Linear(), kc.Hinge(), lam, risk="sum", intercept=True)
    w = solution.alpha @ scores
    alpha = w @ components.alpha[:count]
    intercept = solution.intercept + float(w @ components.intercepts[:count])
    return ComponentClassifier(alpha, intercept, solution.gap)
