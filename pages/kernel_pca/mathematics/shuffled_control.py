"""The number of significant components: a spectrum compared with those of shuffled points.

Each coordinate is shuffled among the points independently. The coordinates keep their values, and
depend on each other only by chance. So an eigenvalue above those of all shuffled points suggests a
dependence. The eigenvalues are those of a centred Gram matrix
(note 001, “Kernel matrix vs Covariance matrix”).
"""

from __future__ import annotations

import numpy as np

from kernel_core import Kernel
from kernel_core.validation import check_count
from pages.kernel_pca.mathematics.components import centre


def spectrum(K: np.ndarray) -> np.ndarray:
    """Compute all eigenvalues (m,) of centred K (m, m) in decreasing order, 0 for those below 0.

    Notes
    -----
    Note 001: XXᵀ and XᵀX have the same positive eigenvalues.

    Examples
    --------
    >>> spectrum(np.diag([2.0, 2.0])).tolist()
    [2.0, 0.0]
    """
    return np.maximum(np.linalg.eigvalsh(centre(K))[::-1], 0.0)


def control_spectra(X: np.ndarray, kernel: Kernel, count: int, seed: int) -> np.ndarray:
    """Compute the spectra (count, m) of a kernel on X (m, d), for `count` independent shuffles of
    the columns of X.

    Notes
    -----
    For each spectrum see `spectrum` (note 001). The same seed gives the same shuffles.

    References
    ----------
    J. L. Horn, A rationale and test for the number of factors in factor analysis, 1965.

    Examples
    --------
    >>> import kernel_core as kc
    >>> X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])
    >>> control_spectra(X, kc.Linear(), 2, 0).sum(axis=1).round(6).tolist()
    [4.0, 4.0]
    """
    rng = np.random.default_rng(seed)
    shuffles = (
        np.column_stack([rng.permutation(column) for column in X.T])
        for _ in range(check_count(count, "The number of shuffles"))
    )
    return np.array([spectrum(kernel(Z, Z)) for Z in shuffles])


def count_above(values: np.ndarray, controls: np.ndarray) -> int:
    """Count the eigenvalues (m,) before the first one that is not above all its controls.

    The controls (count, m) of an eigenvalue are those with its index. With 19 controls a counted
    eigenvalue is the largest of 20. Note 001 has these eigenvalues.

    Examples
    --------
    >>> count_above(np.array([3.0, 1.0, 0.5]), np.array([[2.0, 1.5, 0.4]]))
    1
    """
    above = values > controls.max(axis=0)
    return int(np.append(above, False).argmin())
