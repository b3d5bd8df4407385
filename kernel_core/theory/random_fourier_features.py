"""The RBF kernel as an average of cosines: the footnote of note 000, section 6.

For W ~ N(0, tau^-2 I) the notes' integral is E[cos(W'(x - z))] = exp(-||x - z||^2 / 2 tau^2).
The footnote itself says variance tau^2, which gives the kernel of bandwidth 1/tau instead;
`kernels.frequencies(..., printed_variance=True)` draws that, so that the two can
be compared.
"""

import numpy as np


def cosine_averages(W: np.ndarray, V: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Averages of cos(wᵀv) over the first D frequencies, for several D.

    Parameters
    ----------
    W : ndarray of shape (D_max, d)
        Frequencies as rows.
    V : ndarray of shape (p, d)
        Differences v = x - z.
    counts : ndarray of shape (S,)
        The values of D, 1 to D_max.

    Returns
    -------
    ndarray of shape (S, p)
        The averages.

    Notes
    -----
    000 §6, footnote: they tend to exp(-‖v‖²/2τ²) for w ~ N(0, τ⁻² I).

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> W = kc.kernels.frequencies(10_000, 1, tau=1.0)
    >>> average = kc.theory.cosine_averages(W, np.array([[1.0]]), np.array([10_000]))
    >>> bool(abs(average[0, 0] - np.exp(-0.5)) < 0.02)
    True
    """
    running = np.cumsum(np.cos(W @ V.T), axis=0)
    counts = np.asarray(counts, dtype=int)
    return running[counts - 1] / counts[:, None]


def normal_density(w: np.ndarray, spread: float) -> np.ndarray:
    """The density of N(0, spread²).

    Parameters
    ----------
    w : ndarray of any shape
        Where.
    spread : float
        The standard deviation, above 0.

    Returns
    -------
    ndarray
        In the shape of w.

    Notes
    -----
    000, section 6, the footnote: p(w) = (2πτ²)^(-n/2) exp(-‖w‖²/2τ²), here for n = 1, with `spread`
    in the place of τ.

    Examples
    --------
    >>> import kernel_core as kc
    >>> import numpy as np
    >>> kc.theory.normal_density(np.array([0.0, 1.0]), 1.0).round(4).tolist()
    [0.3989, 0.242]
    """
    return np.exp(-0.5 * (w / spread) ** 2) / (spread * np.sqrt(2 * np.pi))
