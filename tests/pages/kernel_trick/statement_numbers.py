"""Compute the numbers of the page's statements that a fit of its scene does not have."""

from collections.abc import Mapping

import numpy as np
from scipy.optimize import linprog
from sklearn.svm import SVC

from pages.kernel_trick import feature_lift


def is_separable(X: np.ndarray, y: np.ndarray) -> bool:
    """Solve a linear program; return whether some w and b have y (w·x + b) ≥ 1 for all rows of
    `X`."""
    rows = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(X)), bounds=(None, None)).success


def lift(fields: Mapping[str, str]) -> dict[str, float]:
    """Return whether a plane separates the points at this height, and the largest margin."""
    exhibit = feature_lift.LIFT_VIEWS[fields["map"]]
    X, y = feature_lift.data(exhibit)
    features = exhibit.lift(X, float(fields["lift"]))
    if not is_separable(features, y):
        return {"feasible": 0.0, "margin": 0.0}
    machine = SVC(kernel="linear", C=1e8, tol=1e-6).fit(features, y)
    return {"feasible": 1.0, "margin": 1 / float(np.linalg.norm(machine.coef_))}


NUMBERS = {"lift": lift}
ADDRESSES = ({}, {"data": "iris"}, {"piece": "poly", "shift": "0"})
