"""Spectral clustering as kernel PCA of a normalised graph, and k-means (notes 001 and 004).

The graph has an edge of weight W_ij between any two points; D is the diagonal matrix of the row
sums, the degrees d_i. The leading eigenvector v_1 of N = D^(-1/2) W D^(-1/2) has the entries √d_i,
scaled, and the eigenvalue 1, if no point is isolated. N - v_1 v_1ᵀ has the form of a
centred Gram matrix: that of the kernel W_ij/(d_i d_j), with point i weighted by d_i. (Since
W_ii = 0, it can have eigenvalues below 0.) So the second eigenvector, divided by the square roots
of the degrees, is the first component of a weighted kernel PCA (note 001).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pages.kernel_pca.mathematics.components import signs, whole_spectrum


@dataclass(frozen=True, eq=False)
class GraphComponents:
    """The leading components of a normalised graph, without the constant one.

    Attributes
    ----------
    values : ndarray of shape (count,)
        The eigenvalues of N after the first, which is 1, in decreasing order.
    scores : ndarray of shape (m, count)
        The eigenvectors, divided by the square roots of the degrees.
    residual : float
        The largest ‖Nv - μv‖: the certificate.

    Notes
    -----
    The components come from the eigenvectors of N; note 001 has those of a Gram matrix.

    Examples
    --------
    >>> pairs = np.kron(np.eye(2), np.ones((2, 2))) + 0.1
    >>> two = graph_components(pairs, 1)
    >>> first, second, third, fourth = two.scores[:, 0] > 0
    >>> two.values.round(4).tolist(), bool(first == second != third == fourth)
    ([0.6923], True)
    """

    values: np.ndarray
    scores: np.ndarray
    residual: float


def graph_components(W: np.ndarray, count: int) -> GraphComponents:
    """Compute the components of a graph with symmetric weights W (m, m), 0 or more.

    The diagonal is ignored: no point is its own neighbour. A point without neighbours has the
    degree 1.

    Notes
    -----
    The components come from the eigenvectors of N = D^(-1/2) W D^(-1/2) other than v_1, whose
    component is constant; note 001 has the eigenvectors of a Gram matrix.

    References
    ----------
    U. von Luxburg, A tutorial on spectral clustering, 2007.

    Examples
    --------
    >>> graph_components(np.ones((3, 3)), 1).values.round(6).tolist()
    [-0.5]
    """
    W = W - np.diag(W.diagonal())
    degrees = W.sum(axis=1)
    roots = np.sqrt(np.where(degrees > 0, degrees, 1.0))
    N = W / np.outer(roots, roots)
    constant = roots / np.linalg.norm(roots)
    # v_1, whose component is constant, gets the eigenvalue 1 - 3, which is below all others.
    deflated_N = N - 3 * np.outer(constant, constant)
    values, V, _ = whole_spectrum(deflated_N, count)
    residual = np.linalg.norm(N @ V - V * values, axis=0).max(initial=0.0)
    return GraphComponents(values, V / roots[:, None] * signs(V), float(residual))


def split_line(z: np.ndarray) -> tuple[np.ndarray, float]:
    """Split numbers z (m,) into two groups by 2-means. Return labels ±1 (m,), and the boundary.

    All m - 1 splits of the sorted numbers are compared, so no other split has a smaller sum of
    squares within the groups. The numbers are components (note 001). If all are equal, they are one
    group, labelled 1.

    Examples
    --------
    >>> split_line(np.array([0.0, 5.0, 1.0]))[0].tolist()
    [-1, 1, -1]
    """
    sorted_values = np.sort(z)
    gains = _squares_between_groups(sorted_values[None, :, None])[0]
    gains = np.where(np.diff(sorted_values) > 0, gains, -np.inf)
    if not np.isfinite(gains).any():
        return np.ones(len(z), dtype=int), float(sorted_values[0]) if len(z) else 0.0
    k = int(gains.argmax())
    boundary = float(sorted_values[k] + sorted_values[k + 1]) / 2
    return np.where(z > boundary, 1, -1), boundary


def split_plane(X: np.ndarray) -> np.ndarray:
    """Split points X (m, 2) into two groups by 2-means. Return labels ±1 (m,).

    A straight line separates the groups of the best split. The order of the points along a rotating
    direction changes only where this direction is perpendicular to a line through two points. So
    all splits by a line are compared, and no split has a smaller sum of squares within the groups.
    The group farther to the right gets the label 1. Distances are those of note 003, “inner
    product”.

    Examples
    --------
    >>> split_plane(np.array([[0.0, 0.0], [0.0, 1.0], [5.0, 0.0]])).tolist()
    [-1, -1, 1]
    """
    m = len(X)
    rows, columns = np.triu_indices(m, 1)
    between = X[columns] - X[rows]
    angles = np.sort(np.arctan2(between[:, 1], between[:, 0]) % np.pi)
    middles = (angles + np.append(angles[1:], angles[:1] + np.pi)) / 2 + np.pi / 2
    ways = np.column_stack([np.cos(middles), np.sin(middles)])
    order = np.argsort(X @ ways.T, axis=0).T
    gains = _squares_between_groups(X[order])
    direction, k = np.unravel_index(gains.argmax(), gains.shape)
    labels = np.ones(m, dtype=int)
    labels[order[direction, : k + 1]] = -1
    return labels if X[labels > 0, 0].mean() >= X[labels < 0, 0].mean() else -labels


def share_elsewhere(labels: np.ndarray, y: np.ndarray) -> float:
    """Compute the share of points in the wrong group, for the better of the two assignments of
    groups to classes. Classes are ±1 (note 002).

    Examples
    --------
    >>> share_elsewhere(np.array([1, 1, -1, -1]), np.array([-1, -1, 1, -1]))
    0.25
    """
    error_rate = float(np.mean(labels != y))
    return min(error_rate, 1 - error_rate)


def _squares_between_groups(sorted_values: np.ndarray) -> np.ndarray:
    """Compute the sum of squares between the two groups for each cut of S sequences (S, m, d),
    shape (S, m - 1).
    """
    m = sorted_values.shape[1]
    sorted_values = sorted_values - sorted_values.mean(axis=1, keepdims=True)
    first = sorted_values.cumsum(axis=1)[:, :-1]
    sizes = np.arange(1, m)
    return np.square(first).sum(axis=2) * (1 / sizes + 1 / (m - sizes))
