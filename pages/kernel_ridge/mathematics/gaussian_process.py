"""A Gaussian process with the kernel of ridge regression: samples, standard deviation, evidence.

Note 001 interprets the penalty of ridge as a Gaussian prior over w. Over functions this prior is a
Gaussian process: the values of f at any points are normal with mean 0 and covariance K. With noise
of variance s² on each target, the posterior mean is kernel ridge regression with λ = s².
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kernel_core import Kernel
from kernel_core.validation import check_number
from pages.kernel_ridge.mathematics.ridge_spectrum import RidgeSpectrum


@dataclass(frozen=True, eq=False)
class Posterior:
    """The prior and the posterior of f at n points, given m targets.

    Attributes
    ----------
    mean : ndarray of shape (n,)
        The posterior mean: kernel ridge regression with λ = s².
    prior_covariance, covariance : ndarray of shape (n, n)
        The covariance of f under the prior, and given the targets.
    evidence : float
        log p(y), the logarithm of the density of the targets under the prior and the noise.

    Notes
    -----
    Note 001, ridge as a Gaussian prior, here over functions. The process itself is in no note.

    References
    ----------
    C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning, 2006. Chapter 2.

    Examples
    --------
    >>> import kernel_core as kc
    >>> process = posterior(kc.RBF(1.0), [[0.0]], [2.0], [[0.0], [9.0]], 1.0)
    >>> process.mean.round(6).tolist(), process.deviation.round(6).tolist()
    ([1.0, 0.0], [0.707107, 1.0])
    """

    mean: np.ndarray
    prior_covariance: np.ndarray
    covariance: np.ndarray
    evidence: float

    @property
    def deviation(self) -> np.ndarray:
        """The posterior standard deviation of f at each point, shape (n,)."""
        return np.sqrt(np.maximum(self.covariance.diagonal(), 0.0))

    def prior_samples(self, normal: np.ndarray) -> np.ndarray:
        """Transform standard normal numbers (k, n) into samples of the prior (k, n)."""
        return normal @ square_root(self.prior_covariance)

    def samples(self, normal: np.ndarray) -> np.ndarray:
        """Transform standard normal numbers (k, n) into samples of the posterior (k, n)."""
        return self.mean + normal @ square_root(self.covariance)


def posterior(kernel: Kernel, X: ArrayLike, y: ArrayLike, Z: ArrayLike, s: float) -> Posterior:
    """Condition a Gaussian process on targets with noise.

    Parameters
    ----------
    kernel : Kernel
        The covariance of the prior.
    X : array_like of shape (m, d)
        The points of the targets.
    y : array_like of shape (m,)
        The targets.
    Z : array_like of shape (n, d)
        The points at which f is predicted.
    s : float
        Standard deviation of the noise, above 0.

    Returns
    -------
    Posterior

    Raises
    ------
    ValueError
        If an argument is not valid.

    Notes
    -----
    Note 001, ridge as a Gaussian prior. With K = V diag(d) Vᵀ and α = (K + s²I)⁻¹y the evidence is
    -½ (yᵀα + Σ log(d_i + s²) + m log 2π).

    References
    ----------
    C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning, 2006. Chapter 2.

    Examples
    --------
    >>> import kernel_core as kc
    >>> round(posterior(kc.Linear(), [[1.0]], [0.0], [[1.0]], 1.0).evidence, 6)
    -1.265512
    """
    noise = check_number(s, "The noise's standard deviation", "above 0") ** 2
    spectrum = RidgeSpectrum(kernel(X, X), y)
    alpha = spectrum.fits([noise]).alpha[0]
    columns, prior = kernel(Z, X), kernel(Z, Z)
    variances = spectrum.d + noise
    explained = (columns @ spectrum.V) / np.sqrt(variances)
    logs = np.log(variances).sum() + len(alpha) * np.log(2 * np.pi)
    evidence = -0.5 * float(spectrum.y @ alpha + logs)
    return Posterior(columns @ alpha, prior, prior - explained @ explained.T, evidence)


def square_root(covariance: np.ndarray) -> np.ndarray:
    """Compute the symmetric square root of a covariance (n, n).

    Eigenvalues that are negative by rounding count as 0. The square root is continuous in the
    covariance, and so are samples from the same normal numbers.

    Notes
    -----
    The product of this root with standard normal numbers is a sample with this covariance, such as
    one of the Gaussian prior of note 001.

    Examples
    --------
    >>> import numpy as np
    >>> square_root(np.diag([4.0, 9.0])).tolist()
    [[2.0, 0.0], [0.0, 3.0]]
    """
    d, V = np.linalg.eigh((covariance + covariance.T) / 2)
    return (V * np.sqrt(np.maximum(d, 0.0))) @ V.T
