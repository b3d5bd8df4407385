"""Compute the numbers of the page's statements that a fit of its scene does not have."""

from collections.abc import Mapping

import numpy as np
from scipy.optimize import linprog

from pages.kernel_trick import feature_lift


def is_separable(X: np.ndarray, y: np.ndarray) -> bool:
    """Solve a linear program; return whether some w and b have y (w·x + b) ≥ 1 for all rows of
    `X`."""
    rows = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(rows.shape[1]), rows, -np.ones(len(X)), bounds=(None, None)).success


def lift(fields: Mapping[str, str]) -> dict[str, float]:
    """Return whether a plane separates the points at this height."""
    exhibit = feature_lift.LIFT_VIEWS[fields["map"]]
    X, y = feature_lift.data(exhibit)
    return {"feasible": float(is_separable(exhibit.lift(X, float(fields["lift"])), y))}


NUMBERS = {"lift": lift}
ADDRESSES = ({}, {"data": "iris"}, {"piece": "poly", "shift": "0"})
