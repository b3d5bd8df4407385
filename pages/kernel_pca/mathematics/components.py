"""Kernel PCA: the leading components of centred features, from inner products alone (notes 001 and
004).

With X (m, d) centred, XᵀX (d, d) and XXᵀ (m, m) have the same eigenvalues above 0: for XXᵀv = μv
the direction is Xᵀv/√μ (note 001, “Kernel matrix vs Covariance matrix”). So the Gram matrix is
enough, and with a kernel the features are never computed. The centred Gram matrix is
K - 1K - K1 + 1K1, where 1 is the matrix with all entries 1/m. A point x has the components
s_j(x) = Σ_i a_ij K(x_i, x) + b_j with a_j = v_j/√μ_j and b_j = -Σ_i a_ij (mean of row i of K).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

ZERO_EIGENVALUE = 1e-10  # eigenvalues up to this share of the trace of K count as 0
MAX_POINTS_OF_EIGH = 64  # largest number of points for which the whole spectrum is computed
RESIDUAL_TOL = 3e-5  # largest ‖K̃v - μv‖, relative to the largest eigenvalue
# Number of additional directions; they make the last requested components converge faster.
GUARD_VECTORS = 5
FILTER_DEGREE = 3  # degree of the Chebyshev polynomial of a filter
MIN_CUT = 0.1  # smallest cut (see `_cut`), as a share of the last requested eigenvalue
MAX_FILTERS = 6  # number of filters after which it is faster to compute the whole spectrum
Product = Callable[[np.ndarray], np.ndarray]
_SIGN_TOL = 1e-9  # a weighted sum of entries counts as negative only below -_SIGN_TOL


@dataclass(frozen=True, eq=False)
class Components:
    """The leading components of a Gram matrix K (m, m).

    If K was not centred, “centred K” below means K itself.

    Attributes
    ----------
    values : ndarray of shape (count,)
        The largest eigenvalues of centred K, in decreasing order; 0 from `rank` on.
    vectors : ndarray of shape (m, count)
        Their unit eigenvectors, with deterministic signs; 0 from `rank` on.
    offsets : ndarray of shape (m,)
        The mean of each row of K, or 0 if K was not centred.
    total : float
        The trace of centred K; if K was centred, it is m times the variance in feature space.
    residual : float
        The certificate: the largest ‖K̃v - μv‖ with K̃ centred K, relative to the largest μ; 0 if
        no μ is above 0.

    Notes
    -----
    Notes 001 and 004 compare the Gram matrix with the covariance matrix. Here the features are
    centred.

    Examples
    --------
    >>> components = leading_components(np.outer([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]), 2)
    >>> components.values.round(6).tolist(), abs(components.scores[:, 0]).round(6).tolist()
    ([2.0, 0.0], [1.0, 0.0, 1.0])
    """

    values: np.ndarray
    vectors: np.ndarray
    offsets: np.ndarray
    total: float
    residual: float

    @property
    def rank(self) -> int:
        """The number of components with an eigenvalue above 0."""
        return int(np.count_nonzero(self.values))

    @property
    def shares(self) -> np.ndarray:
        """The share of each component in the total variance (count,), or 0 without variance."""
        return self.values / self.total if self.rank else np.zeros_like(self.values)

    @property
    def scores(self) -> np.ndarray:
        """The components of the m examples (m, count)."""
        return self.vectors * np.sqrt(self.values)

    @property
    def alpha(self) -> np.ndarray:
        """The coefficients (count, m) of the functions s_j; 0 if a component does not vary."""
        roots = np.sqrt(self.values)
        return np.divide(self.vectors, roots, out=np.zeros_like(self.vectors), where=roots > 0).T

    @property
    def intercepts(self) -> np.ndarray:
        """The constants b_j (count,) of the functions s_j."""
        return -self.alpha @ self.offsets


def centre(K: np.ndarray) -> np.ndarray:
    """Centre a Gram matrix: K - 1K - K1 + 1K1, the inner products of the centred features.

    Parameters
    ----------
    K : ndarray of shape (m, m)
        A symmetric matrix.

    Returns
    -------
    ndarray of shape (m, m)

    Notes
    -----
    The centred features are the features minus their mean; note 001 has the Gram matrix ΦΦᵀ.

    Examples
    --------
    >>> centre(np.array([[4.0, 2.0], [2.0, 4.0]])).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    mean = K.mean(axis=0) if len(K) else np.zeros(0)
    centred = K - mean
    centred -= (mean - mean.mean() if len(K) else mean)[:, None]
    return centred


def leading_components(
    K: np.ndarray, count: int, start: np.ndarray | None = None, *, is_centred: bool = True
) -> Components:
    """Compute the `count` leading components of the examples with Gram matrix K.

    Parameters
    ----------
    K : ndarray of shape (m, m)
        A symmetric positive semidefinite matrix of any rank, not yet centred.
    count : int
        The number of components. Beyond the rank of centred K they are 0.
    start : ndarray of shape (m, p), optional
        The directions to start from, such as eigenvectors of a similar K, with p the smaller of m
        and count + GUARD_VECTORS. Not used for another shape, or for m up to MAX_POINTS_OF_EIGH.
    is_centred : bool
        Whether to centre K first.

    Returns
    -------
    Components

    Notes
    -----
    By note 001 the eigenvectors of the Gram matrix determine the components.

    Examples
    --------
    >>> same = leading_components(np.ones((3, 3)), 2)  # three equal points
    >>> same.rank, same.scores.tolist()
    (0, [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    """
    return next(components_along([K], count, start, is_centred=is_centred))


def components_along(
    matrices: Iterable[np.ndarray],
    count: int,
    start: np.ndarray | None = None,
    *,
    pattern: np.ndarray | None = None,
    is_centred: bool = True,
) -> Iterator[Components]:
    """Yield the leading components of several similar Gram matrices, one after another.

    The directions of one matrix are the start for the next. Polynomial filters amplify the leading
    directions until the residual is small enough. For few points, or after too many filters, the
    whole spectrum is computed. The parameters are those of `leading_components`, and `pattern` is
    that of `signs`; see note 001.

    Examples
    --------
    >>> X = np.array([[0.0], [1.0], [3.0]])
    >>> [pc.values[0].round(4).item() for pc in components_along([X @ X.T, 4 * X @ X.T], 1)]
    [4.6667, 18.6667]
    """
    V, previous_V, cut = start, None, 0.0
    for K in matrices:
        m = len(K)
        trace = float(np.trace(K))
        offsets = K.mean(axis=0) if is_centred and m else np.zeros(m)
        total = max(trace - float(offsets.sum()), 0.0)
        p = min(count + GUARD_VECTORS, m)
        if m <= MAX_POINTS_OF_EIGH:
            values, V, residual = whole_spectrum(centre(K) if is_centred else K, p)
        else:
            if V is None or V.shape != (m, p):
                previous_V = None
                V, cut = np.random.default_rng(0).normal(size=(m, p)), 0.0
            values, current_V, residual = _filter_eigenvalues(
                K, _predict(V, previous_V), count, cut, is_centred
            )
            V, previous_V = current_V, V
        cut = _cut(values, count)
        n_shown = min(count, p)
        leading_values = values[:n_shown]
        leading_values = np.where(
            leading_values > max(ZERO_EIGENVALUE * trace, 0.0), leading_values, 0.0
        )
        n_missing = count - n_shown
        values_shown = np.concatenate([leading_values, np.zeros(n_missing)])
        vectors = np.hstack([V[:, :n_shown] * (leading_values > 0), np.zeros((m, n_missing))])
        vectors *= signs(vectors, pattern)
        yield Components(values_shown, vectors, offsets, total, residual)


def _predict(V: np.ndarray, previous_V: np.ndarray | None) -> np.ndarray:
    """Extrapolate V (m, p) linearly: return 2V minus the projection of V on the span of
    `previous_V`, or V if there is no `previous_V`."""
    return V if previous_V is None else 2 * V - previous_V @ (previous_V.T @ V)


def signs(vectors: np.ndarray, pattern: np.ndarray | None = None) -> np.ndarray:
    """Choose the signs of eigenvectors (m, count): ±1 for each, (count,).

    The sum of the entries, weighted by `pattern` (m,) or by a fixed pattern, becomes positive. So
    the signs are the same in every computation, and mostly the same for similar Gram matrices. If
    the sum is almost 0, the sign stays. The sign of an eigenvector is arbitrary (note 001,
    eigenvectors of a Gram matrix).

    Examples
    --------
    >>> signs(np.array([[-0.6, 0.6], [-0.8, -0.8]]), pattern=np.array([1.0, 1.0])).tolist()
    [-1.0, -1.0]
    """
    if pattern is None:
        pattern = np.cos(2.4 * np.arange(len(vectors)) + 0.5)
    sums = pattern @ vectors
    return np.where(sums < -_SIGN_TOL, -1.0, 1.0)


def whole_spectrum(A: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Compute the largest eigenvalues (count,) of a symmetric A (m, m) and their eigenvectors
    (m, count) by `eigh`, and the largest residual, relative to the largest eigenvalue.

    Note 001 compares the Gram matrix with the covariance matrix.

    Examples
    --------
    >>> values, vectors, residual = whole_spectrum(np.diag([1.0, 3.0, 2.0]), 2)
    >>> values.tolist(), residual < 1e-12
    ([3.0, 2.0], True)
    """
    values, vectors = np.linalg.eigh(A)
    values, vectors = values[::-1][:count], vectors[:, ::-1][:, :count]
    return values, vectors, _residual(A @ vectors, vectors, values)


def _residual(AV: np.ndarray, V: np.ndarray, values: np.ndarray) -> float:
    largest = float(values[0]) if len(values) else 0.0
    if not largest > 0:
        return 0.0
    return float(np.sqrt(np.square(AV - V * values).sum(axis=0).max(initial=0.0))) / largest


def _filter_eigenvalues(
    K: np.ndarray, V: np.ndarray, count: int, cut: float, is_centred: bool
) -> tuple[np.ndarray, np.ndarray, float]:
    """Compute p eigenvalues of centred K, their eigenvectors and the residual, by filters that
    begin with V (m, p).

    Only the first `count` are accurate. If they have not converged after MAX_FILTERS filters, the
    whole spectrum is computed. `cut` is approximately the eigenvalue below which the filter damps;
    0 if it is unknown.
    """

    def product(V: np.ndarray) -> np.ndarray:
        """Multiply V, whose columns have mean 0, by centred K."""
        KV = K @ V
        if is_centred:
            KV -= means @ KV
        return KV

    means = np.full(len(K), 1 / len(K))
    if is_centred:
        V = V - means @ V
    AV = product(V)
    if cut <= 0:
        values, V, AV = _ritz(product, V)
        cut = _cut(values, count)
    for _ in range(MAX_FILTERS):
        values, V, AV = _ritz(product, _chebyshev(product, V, AV, cut))
        residual = _residual(AV[:, :count], V[:, :count], values[:count])
        if residual <= RESIDUAL_TOL:
            return values, V, residual
        cut = _cut(values, count)
    return whole_spectrum(centre(K) if is_centred else K, V.shape[1])


def _cut(values: np.ndarray, count: int) -> float:
    """Return the cut, the eigenvalue above which a filter amplifies.

    It is the smallest of `values`, but at least MIN_CUT times the last requested eigenvalue: with a
    lower cut all directions would converge to the first. Without values it is 0.
    """
    last = values[:count][-1:]
    return max(float(values[-1]), MIN_CUT * float(last[0])) if len(last) else 0.0


def _ritz(product: Product, V: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the Ritz values and vectors in the span of V, and the products of the matrix with
    these vectors."""
    Q, _ = np.linalg.qr(V)
    AQ = product(Q)
    H = Q.T @ AQ
    values, W = np.linalg.eigh((H + H.T) / 2)
    W = W[:, ::-1]
    return values[::-1], Q @ W, AQ @ W


def _chebyshev(product: Product, V: np.ndarray, AV: np.ndarray, cut: float) -> np.ndarray:
    """Apply to V the Chebyshev polynomial whose absolute value is at most 1 on [0, cut], and which
    grows above the cut. Scale each column of the result to the largest absolute value 1."""
    half = max(cut, np.finfo(float).tiny) / 2  # the half-width must be above 0, even for K = 0
    previous_V, current_V = V, AV / half - V
    for _ in range(FILTER_DEGREE - 1):
        previous_V, current_V = (
            current_V,
            (2 / half) * product(current_V) - 2 * current_V - previous_V,
        )
    return current_V / np.maximum(np.abs(current_V).max(axis=0), np.finfo(float).tiny)
