"""Compute the numbers of the page's statements that a fit of its scene does not have."""

from collections.abc import Mapping

import numpy as np

from pages.is_it_a_kernel.indefinite import indefinite_fit

ROUNDING = 1e-9


def squared_distances(X: np.ndarray) -> np.ndarray:
    return ((X[:, None] - X) ** 2).sum(axis=2)


def rbf(X: np.ndarray, tau: float) -> np.ndarray:
    return np.exp(-squared_distances(X) / (2 * tau**2))


def trial(name: str, formula: str) -> tuple[np.ndarray, bool, np.ndarray]:
    """Return K of a candidate on the points of the fit, whether its smallest eigenvalue is
    negative, and an eigenvector: of the smallest eigenvalue if it is negative, else of the
    largest."""
    X, _ = indefinite_fit.sample()
    K = {
        "squared": squared_distances(X),
        "tanh": np.tanh(X @ X.T + 0.1),
        "difference": rbf(X, 0.5) - 0.45 * rbf(X, 1.0),
        "rbf": rbf(X, 1.0),
        "own": OWN_MATRICES[formula](X),
    }[name]
    values, vectors = np.linalg.eigh(K)
    below = values[0] < -ROUNDING * np.abs(K).max()
    return K, below, vectors[:, 0 if below else -1]


OWN_MATRICES = {
    "": lambda X: rbf(X, 0.4) + 0.3 * X @ X.T,
    "x.z": lambda X: X @ X.T,
    "rbf(1)-rbf(0.5)": lambda X: rbf(X, 1.0) - rbf(X, 0.5),
    "rbf(0.5)*x.z": lambda X: rbf(X, 0.5) * (X @ X.T),
    "exp(x.z)": lambda X: np.exp(X @ X.T),
    "x.z+1": lambda X: X @ X.T + 1,
}


def formula_of(fields: Mapping[str, str]) -> str:
    """Return the formula that was built on the page."""
    return "x.z" if fields.get("kernel") == "linear" else fields.get("formula", "")


def along_v(fields: Mapping[str, str]) -> dict[str, float]:
    """Return whether K has a negative eigenvalue, and the length of v. It makes the risk at t = 2
    equal to 0, or, without a negative eigenvalue, to twice its value at 0."""
    _, y = indefinite_fit.sample()
    K, below, c = trial(fields["trial"], formula_of(fields))
    c = -c if y @ K @ c > 0 else c
    lengths = np.geomspace(1e-3, 1e7, 4001)
    losses = np.maximum(0, 1 - y * (lengths[:, None] * (K @ c))).mean(axis=1)
    J = losses + indefinite_fit.LAM / 2 * lengths**2 * (c @ K @ c)
    length_at = lengths[np.argmax(J <= 0 if below else J >= 2)]
    return {"negative": float(below), "length": length_at / 2}


def within_the_box(fields: Mapping[str, str]) -> dict[str, float]:
    """Return whether K has a negative eigenvalue, and the length of v. With it, at s = 1 one uᵢ has
    moved by half a unit, almost to its bound."""
    _, below, c = trial(fields["trial"], formula_of(fields))
    return {"negative": float(below), "length": 0.5 / np.abs(c).max()}


NUMBERS = {"falling": along_v, "bending": within_the_box}
ADDRESSES = ({}, {"trial": "rbf"}, {"trial": "tanh"}, {"kernel": "linear", "trial": "own"})
